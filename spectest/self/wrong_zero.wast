;; outcome: failed
;; fails: 8 assert_return
;; fails: 9 assert_return

(module
  (func (export "f32") (result f32) (f32.const -0))
  (func (export "f64") (result f64) (f64.const 0)))
(assert_return (invoke "f32") (f32.const 0))
(assert_return (invoke "f64") (f64.const -0))
