;; outcome: failed
;; fails: 9 assert_return
;; fails: 11 assert_return

(module
  (func (export "seven") (result i32) (i32.const 7))
  (func (export "nothing")))
(assert_return (invoke "seven") (i32.const 7))
(assert_return (invoke "seven") (i32.const 8))
(assert_return (invoke "seven") (i32.const 7))
(assert_return
  (invoke "seven")
  (i32.const -7))
