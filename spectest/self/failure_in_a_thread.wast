;; outcome: failed
;; fails: 11 assert_return

(module $memory (memory (export "shared") 1 1 shared))
(thread $t (shared (module $memory))
  (register "memory" $memory)
  (module
    (memory (import "memory" "shared") 1 1 shared)
    (func (export "load") (result i32) (i32.atomic.load (i32.const 0))))
  (assert_return (invoke "load") (i32.const 0))
  (assert_return (invoke "load") (i32.const 1))
  (assert_return (invoke "load") (i32.const 0)))
(wait $t)
(assert_invalid (module (func (result i32))) "type mismatch")
