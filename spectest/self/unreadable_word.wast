;; outcome: unreadable
;; fails: 5

(module (func (export "f")))
(assert_nonsense (invoke "f"))
(assert_return (invoke "f"))
