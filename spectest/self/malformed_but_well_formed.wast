;; outcome: failed
;; fails: 6 assert_malformed
;; fails: 7 assert_malformed
;; fails: 8 assert_malformed

(assert_malformed (module binary "\00asm\01\00\00\00") "unexpected end")
(assert_malformed (module quote "(func (nop))") "unknown operator")
(assert_malformed (module quote "(func (result i32))") "type mismatch")
