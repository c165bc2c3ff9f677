;; outcome: failed
;; fails: 8 assert_return

(module
  (func (export "seven") (result i32) (i32.const 7))
  (func (export "nothing")))
(assert_return (invoke "seven") (either (i32.const 7) (i32.const 8)))
(assert_return (invoke "seven") (either (i32.const 6) (i32.const 8)))
