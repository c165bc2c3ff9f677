;; outcome: failed
;; fails: 6 assert_invalid
;; fails: 7 assert_invalid

(assert_invalid (module (func (result i32))) "type mismatch")
(assert_invalid (module (func (result i32))) "unknown local")
(assert_invalid (module (func (drop (local.get 5)))) "type mismatch")
