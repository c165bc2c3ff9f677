;; outcome: crashed
;; fails: 9 assert_return

(module
  (import "spectest" "crash" (func $crash))
  (func (export "crash") (call $crash))
  (func (export "one") (result i32) (i32.const 1)))
(assert_return (invoke "one") (i32.const 1))
(assert_return (invoke "crash"))
(assert_return (invoke "one") (i32.const 1))
(assert_return (invoke "one") (i32.const 1))
