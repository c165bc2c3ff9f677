;; outcome: failed
;; fails: 6 assert_return

(module (global (export "g") (mut i64) (i64.const 1)))
(assert_return (get "g") (i64.const 1))
(assert_return (get "g") (i64.const 2))
