;; outcome: failed
;; fails: 18 assert_return
;; fails: 20 assert_return
;; fails: 22 assert_return
;; fails: 24 assert_return
;; fails: 25 assert_return
;; fails: 26 assert_return
;; fails: 27 assert_return

(module
  (type $s (struct))
  (func $f (export "function") (result funcref) (ref.func $f))
  (func (export "null") (result anyref) (ref.null none))
  (func (export "i31") (result anyref) (ref.i31 (i32.const 1)))
  (func (export "struct") (result anyref) (struct.new $s))
  (func (export "same") (param externref) (result externref) (local.get 0)))
(assert_return (invoke "function") (ref.func))
(assert_return (invoke "function") (ref.null func))
(assert_return (invoke "null") (ref.null))
(assert_return (invoke "null") (ref.struct))
(assert_return (invoke "i31") (ref.i31))
(assert_return (invoke "i31") (ref.struct))
(assert_return (invoke "struct") (ref.eq))
(assert_return (invoke "struct") (ref.array))
(assert_return (invoke "same" (ref.extern 1)) (ref.extern 2))
(assert_return (invoke "same" (ref.null extern)) (ref.extern 0))
(assert_return (invoke "same" (ref.extern 1)) (ref.null extern))
