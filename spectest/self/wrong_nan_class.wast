;; outcome: failed
;; fails: 18 assert_return
;; fails: 19 assert_return
;; fails: 21 assert_return
;; fails: 22 assert_return
;; fails: 23 assert_return
;; fails: 24 assert_return
;; fails: 25 assert_return

(module
  (func (export "payload") (result f32) (f32.const nan:0x600000))
  (func (export "signalling") (result f32) (f32.const nan:0x200000))
  (func (export "payload64") (result f64) (f64.const nan:0x8000000000001))
  (func (export "signalling64") (result f64) (f64.const -nan:0x1))
  (func (export "canonical") (result f32) (f32.const nan))
  (func (export "infinity") (result f64) (f64.const inf)))
(assert_return (invoke "payload") (f32.const nan:arithmetic))
(assert_return (invoke "payload") (f32.const nan:canonical))
(assert_return (invoke "signalling") (f32.const nan:arithmetic))
(assert_return (invoke "payload64") (f64.const nan:arithmetic))
(assert_return (invoke "payload64") (f64.const nan:canonical))
(assert_return (invoke "signalling64") (f64.const nan:arithmetic))
(assert_return (invoke "canonical") (f32.const -nan))
(assert_return (invoke "infinity") (f64.const nan:arithmetic))
(assert_return (invoke "infinity") (f64.const nan:canonical))
