;; outcome: timeout
;; options: --timeout 1
;; fails: 9 assert_return

(module
  (memory 1 1 shared)
  (func (export "wait") (result i32)
    (memory.atomic.wait32 (i32.const 0) (i32.const 0) (i64.const -1))))
(assert_return (invoke "wait") (i32.const 0))
