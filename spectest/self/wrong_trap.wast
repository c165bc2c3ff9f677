;; outcome: failed
;; fails: 14 assert_trap
;; fails: 15 assert_trap
;; fails: 16 assert_trap

(module
  (func $deep (export "deep") (call $deep))
  (tag $e)
  (func (export "throw") (throw $e))
  (func (export "zero") (result i32) (i32.div_s (i32.const 1) (i32.const 0)))
  (func (export "overflow") (result i32) (i32.div_s (i32.const 0x80000000) (i32.const -1)))
  (func (export "fine") (result i32) (i32.const 1)))
(assert_trap (invoke "zero") "integer divide by zero")
(assert_trap (invoke "zero") "integer overflow")
(assert_trap (invoke "overflow") "integer divide by zero")
(assert_trap (invoke "overflow") "unreachable")
