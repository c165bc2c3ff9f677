;; outcome: timeout
;; options: --timeout 1
;; fails: 10 wait

(module $memory (memory (export "shared") 1 1 shared))
(thread $t (shared (module $memory))
  (module (func (export "hang") (loop $forever (br $forever))))
  (invoke "hang"))
(assert_invalid (module (func (result i32))) "type mismatch")
(wait $t)
