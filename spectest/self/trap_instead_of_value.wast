;; outcome: failed
;; fails: 12 assert_return
;; fails: 13 assert_return

(module
  (func $deep (export "deep") (call $deep))
  (tag $e)
  (func (export "throw") (throw $e))
  (func (export "zero") (result i32) (i32.div_s (i32.const 1) (i32.const 0)))
  (func (export "overflow") (result i32) (i32.div_s (i32.const 0x80000000) (i32.const -1)))
  (func (export "fine") (result i32) (i32.const 1)))
(assert_return (invoke "zero") (i32.const 0))
(assert_return (invoke "zero"))
(assert_return (invoke "fine") (i32.const 1))
