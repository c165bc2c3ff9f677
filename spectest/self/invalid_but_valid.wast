;; outcome: failed
;; fails: 5 assert_invalid
;; fails: 6 assert_invalid

(assert_invalid (module (func (nop))) "type mismatch")
(assert_invalid (module (memory 1)) "memory size")
