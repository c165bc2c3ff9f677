;; outcome: failed
;; fails: 7 assert_return

(module
  (func (export "seven") (result i32) (i32.const 7))
  (func (export "nothing")))
(assert_return (invoke "seven") (i64.const 7))
