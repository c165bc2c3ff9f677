;; outcome: failed
;; fails: 9 assert_return
;; fails: 10 assert_return
;; fails: 11 assert_return

(module
  (func (export "seven") (result i32) (i32.const 7))
  (func (export "nothing")))
(assert_return (invoke "seven"))
(assert_return (invoke "nothing") (i32.const 0))
(assert_return (invoke "seven") (i32.const 7) (i32.const 7))
