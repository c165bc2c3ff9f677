;; outcome: unreadable

(module (func (export "f")))
(assert_return (invoke "f"))
(assert_return (invoke "f") ;; this parenthesis is never closed, so the script ends too early
