;; outcome: crashed
;; fails: 4 module

(module
  (import "spectest" "crash" (func $crash))
  (start $crash))
(assert_invalid (module (func (result i32))) "type mismatch")
