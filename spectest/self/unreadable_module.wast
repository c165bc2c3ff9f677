;; outcome: failed
;; fails: 5 module

(assert_invalid (module (func (result i32))) "type mismatch")
(module (func (nonsense)))
