;; outcome: failed
;; fails: 15 assert_exception
;; fails: 16 assert_exception
;; fails: 17 assert_trap
;; fails: 18 assert_return

(module
  (func $deep (export "deep") (call $deep))
  (tag $e)
  (func (export "throw") (throw $e))
  (func (export "zero") (result i32) (i32.div_s (i32.const 1) (i32.const 0)))
  (func (export "overflow") (result i32) (i32.div_s (i32.const 0x80000000) (i32.const -1)))
  (func (export "fine") (result i32) (i32.const 1)))
(assert_exception (invoke "throw"))
(assert_exception (invoke "zero"))
(assert_exception (invoke "fine"))
(assert_trap (invoke "throw") "unreachable")
(assert_return (invoke "throw"))
