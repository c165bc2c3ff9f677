;; Collections while many frames wait at the same call: each asks what its references are.

(module
  (type $a (array (mut i64)))
  (func $churn (param i32)
    (loop $again
      (drop (array.new_default $a (i32.const 60000)))
      (br_if $again (local.tee 0 (i32.sub (local.get 0) (i32.const 1))))))
  (func $deep (export "deep") (param i32) (result i64) (local $kept (ref null $a))
    (local.set $kept (array.new $a (i64.extend_i32_u (local.get 0)) (i32.const 2)))
    (if (result i64) (local.get 0)
      (then (call $deep (i32.sub (local.get 0) (i32.const 1))))
      (else (call $churn (i32.const 20)) (i64.const 0)))
    (i64.add (array.get $a (local.get $kept) (i32.const 1)))))
(assert_return (invoke "deep" (i32.const 100)) (i64.const 5050))
(assert_return (invoke "deep" (i32.const 1000)) (i64.const 500500))
