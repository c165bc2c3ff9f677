;; outcome: failed
;; fails: 18 invoke
;; fails: 19 invoke
;; fails: 20 invoke
;; fails: 21 invoke
;; fails: 22 register
;; fails: 23 assert_return
;; fails: 24 assert_return

(module
  (func $deep (export "deep") (call $deep))
  (tag $e)
  (func (export "throw") (throw $e))
  (func (export "zero") (result i32) (i32.div_s (i32.const 1) (i32.const 0)))
  (func (export "overflow") (result i32) (i32.div_s (i32.const 0x80000000) (i32.const -1)))
  (func (export "fine") (result i32) (i32.const 1)))
(invoke "fine")
(invoke "zero")
(invoke "throw")
(invoke "nowhere")
(invoke $nowhere "fine")
(register "nowhere" $nowhere)
(assert_return (invoke "nowhere") (i32.const 1))
(assert_return (get "nowhere") (i32.const 1))
(assert_return (invoke "fine") (i32.const 1))
