;; outcome: failed
;; fails: 13 assert_exhaustion
;; fails: 14 assert_exhaustion

(module
  (func $deep (export "deep") (call $deep))
  (tag $e)
  (func (export "throw") (throw $e))
  (func (export "zero") (result i32) (i32.div_s (i32.const 1) (i32.const 0)))
  (func (export "overflow") (result i32) (i32.div_s (i32.const 0x80000000) (i32.const -1)))
  (func (export "fine") (result i32) (i32.const 1)))
(assert_exhaustion (invoke "deep") "call stack exhausted")
(assert_exhaustion (invoke "zero") "call stack exhausted")
(assert_exhaustion (invoke "fine") "call stack exhausted")
