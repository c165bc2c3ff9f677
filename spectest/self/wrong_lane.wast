;; outcome: failed
;; fails: 11 assert_return
;; fails: 12 assert_return
;; fails: 14 assert_return
;; fails: 15 assert_return

(module
  (func (export "lanes") (result v128) (v128.const i32x4 1 2 3 4))
  (func (export "floats") (result v128) (v128.const f64x2 nan -0)))
(assert_return (invoke "lanes") (v128.const i32x4 1 2 3 4))
(assert_return (invoke "lanes") (v128.const i32x4 1 2 3 5))
(assert_return (invoke "lanes") (v128.const i8x16 2 0 0 0 2 0 0 0 3 0 0 0 4 0 0 0))
(assert_return (invoke "floats") (v128.const f64x2 nan:canonical -0))
(assert_return (invoke "floats") (v128.const f64x2 nan:canonical 0))
(assert_return (invoke "floats") (v128.const f64x2 -0 -0))
