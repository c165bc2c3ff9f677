;; outcome: failed
;; fails: 7 assert_unlinkable
;; fails: 8 assert_unlinkable
;; fails: 9 assert_unlinkable

(assert_unlinkable (module (import "spectest" "nowhere" (func))) "unknown import")
(assert_unlinkable (module (import "spectest" "nowhere" (func))) "incompatible import type")
(assert_unlinkable (module (import "spectest" "print" (func))) "unknown import")
(assert_unlinkable (module (import "spectest" "print" (func (param i32)))) "unknown import")
