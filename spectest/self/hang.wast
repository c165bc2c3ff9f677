;; outcome: timeout
;; options: --timeout 1
;; fails: 9 assert_return

(module
  (func (export "hang") (loop $forever (br $forever)))
  (func (export "one") (result i32) (i32.const 1)))
(assert_return (invoke "one") (i32.const 1))
(assert_return (invoke "hang"))
(assert_return (invoke "one") (i32.const 1))
