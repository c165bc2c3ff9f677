;; outcome: crashed
;; fails: 9 assert_return
;; fails: 11 invoke

(module
  (import "spectest" "crash" (func $crash))
  (func (export "crash") (call $crash))
  (func (export "one") (result i32) (i32.const 1)))
(assert_return (invoke "one") (i32.const 2))
(assert_return (invoke "one") (i32.const 1))
(invoke "crash")
(assert_return (invoke "one") (i32.const 1))
