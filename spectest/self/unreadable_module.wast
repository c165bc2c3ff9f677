;; outcome: unreadable
;; fails: 5

(assert_invalid (module (func (result i32))) "type mismatch")
(module (func (nonsense)))
