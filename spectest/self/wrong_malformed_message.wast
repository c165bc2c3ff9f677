;; outcome: failed
;; fails: 7 assert_malformed
;; fails: 8 assert_malformed
;; fails: 10 assert_malformed

(assert_malformed (module binary "\00asm\02\00\00\00") "unknown binary version")
(assert_malformed (module binary "\00asm\02\00\00\00") "magic header not detected")
(assert_malformed (module binary "\00asm\01\00\00\00\01") "integer too large")
(assert_malformed (module quote "(func (nonsense))") "unknown operator")
(assert_malformed (module quote "(func (nonsense))") "unexpected end")
