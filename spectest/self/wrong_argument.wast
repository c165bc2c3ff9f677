;; outcome: failed
;; fails: 8 assert_return
;; fails: 9 assert_return
;; fails: 10 assert_return

(module (func (export "f") (param i32) (result i32) (local.get 0)))
(assert_return (invoke "f" (i32.const 1)) (i32.const 1))
(assert_return (invoke "f") (i32.const 0))
(assert_return (invoke "f" (i64.const 1)) (i32.const 1))
(assert_return (invoke "f" (i32.const 1) (i32.const 2)) (i32.const 1))
