;; outcome: failed
;; fails: 4 assert_invalid

(assert_invalid (module binary "\00asm\02\00\00\00") "unknown binary version")
