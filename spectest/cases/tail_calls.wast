;; Tail calls of any depth and any shape: to itself, to each other, through tables, references and other instances, with more
;; and with fewer arguments than the caller has.

(module $other
  (global $home (mut i32) (i32.const 100))
  (func (export "count") (param i32 i32) (result i32)
    (i32.add (global.get $home) (i32.add (local.get 0) (local.get 1))))
  (func (export "many") (param i64 f64 i32 v128 f32 externref i64 i64 i64 i64) (result i64)
    (i64.add (local.get 0) (i64.add (i64.extend_i32_s (local.get 2)) (local.get 9)))))
(register "other" $other)

(module
  (type $step (func (param i64) (result i64)))
  (type $cell (func (param i32 i32) (result i32)))
  (import "other" "count" (func $count (type $cell)))
  (import "other" "many" (func $many (param i64 f64 i32 v128 f32 externref i64 i64 i64 i64) (result i64)))
  (import "spectest" "print_i32" (func $print (param i32)))
  (table $t funcref (elem $even $odd $count))
  (elem declare func $by_reference)
  (global $home (mut i32) (i32.const 5))
  (tag $e (param i32))

  (func $even (type $step)
    (if (i64.eqz (local.get 0)) (then (return (i64.const 44))))
    (return_call $odd (i64.sub (local.get 0) (i64.const 1))))
  (func $odd (type $step)
    (if (i64.eqz (local.get 0)) (then (return (i64.const 99))))
    (return_call $even (i64.sub (local.get 0) (i64.const 1))))
  (func (export "even") (param i64) (result i64) (return_call $even (local.get 0)))

  (func (export "sum") (param i64) (result i64) (return_call $sum (local.get 0) (i64.const 0)))
  (func $sum (param i64 i64) (result i64)
    (if (i64.eqz (local.get 0)) (then (return (local.get 1))))
    (return_call $sum (i64.sub (local.get 0) (i64.const 1)) (i64.add (local.get 0) (local.get 1))))

  ;; Arguments trade places: a copy one by one would lose some.
  (func $rotate (param i64 i32 f64 i32) (result i32 f64)
    (if (i64.eqz (local.get 0)) (then (return (local.get 1) (local.get 2))))
    (return_call $rotate (i64.sub (local.get 0) (i64.const 1)) (local.get 3) (f64.neg (local.get 2)) (local.get 1)))
  (func (export "rotate") (param i64) (result i32 f64)
    (return_call $rotate (local.get 0) (i32.const 1) (f64.const 2.5) (i32.const 3)))

  (func $indirect (param i64) (result i64)
    (if (i64.eqz (local.get 0)) (then (return (i64.const 7))))
    (return_call_indirect $t (type $step) (i64.sub (local.get 0) (i64.const 1)) (i32.const 0)))
  (func (export "indirect") (param i64) (result i64) (return_call $indirect (local.get 0)))

  (func $by_reference (type $step)
    (if (i64.eqz (local.get 0)) (then (return (i64.const 8))))
    (return_call_ref $step (i64.sub (local.get 0) (i64.const 1)) (ref.func $by_reference)))
  (func (export "reference") (param i64) (result i64) (return_call $by_reference (local.get 0)))

  ;; A callee with far more arguments and locals than its caller, and back.
  (func $wide (param i64 i64 i64 i64 i64 i64 i64 i64 v128 v128 i64) (result i64) (local v128 v128 v128 v128)
    (local.set 14 (v128.const i64x2 1 1))
    (if (i64.eqz (local.get 0)) (then (return (i64.add (local.get 7) (i64x2.extract_lane 0 (local.get 14))))))
    (return_call $narrow (i64.sub (local.get 0) (i64.const 1))))
  (func $narrow (param i64) (result i64)
    (return_call $wide (local.get 0) (local.get 0) (local.get 0) (local.get 0) (local.get 0) (local.get 0) (local.get 0)
      (i64.add (local.get 0) (i64.const 41)) (v128.const i64x2 0 0) (v128.const i64x2 0 0) (local.get 0)))
  (func (export "wide and narrow") (param i64) (result i64) (return_call $narrow (local.get 0)))

  ;; Locals of a callee are fresh zeros, whatever the caller left there.
  (func $dirty (param i32) (result i64) (local i64)
    (local.set 1 (i64.const -1))
    (return_call $clean (i32.const 0)))
  (func $clean (param i32) (result i64) (local i64) (local.get 1))
  (func (export "fresh locals") (result i64) (call $dirty (i32.const 1)))

  ;; Into another instance, which has its own globals, and the caller comes back to its own.
  (func $leave (result i32) (return_call $count (i32.const 1) (i32.const 2)))
  (func (export "leave") (result i32 i32) (call $leave) (global.get $home))
  (func $leave_indirect (result i32) (return_call_indirect $t (type $cell) (i32.const 3) (i32.const 4) (i32.const 2)))
  (func (export "leave indirect") (result i32 i32) (call $leave_indirect) (global.get $home))
  (func $leave_with_many (result i64)
    (return_call $many (i64.const 1) (f64.const 2) (i32.const 3) (v128.const i64x2 4 4) (f32.const 5) (ref.null extern)
      (i64.const 7) (i64.const 8) (i64.const 9) (i64.const 10)))
  (func (export "leave with many") (result i64 i32) (call $leave_with_many) (global.get $home))
  (func $to_host (return_call $print (i32.const 1)))
  (func (export "host") (result i32) (call $to_host) (global.get $home))

  ;; A tail call is out of its block: what the caller would catch, it does not.
  (func $throws (throw $e (i32.const 3)))
  (func $inside (try_table (catch_all 0) (return_call $throws)))
  (func (export "not caught inside") (call $inside))
  (func (export "caught outside") (result i32)
    (block $h (result i32) (try_table (catch $e $h) (call $inside)) (i32.const -1)))

  (func $traps (param i32) (result i32) (i32.div_s (i32.const 1) (local.get 0)))
  (func (export "trap") (result i32) (return_call $traps (i32.const 0)))
  ;; Not a tail call: one frame remains for each level.
  (func $grows (param i32) (result i32) (i32.add (i32.const 1) (call $grows (local.get 0))))
  (func (export "exhaust") (result i32) (return_call $grows (i32.const 0))))

(assert_return (invoke "even" (i64.const 1000000)) (i64.const 44))
(assert_return (invoke "even" (i64.const 1000001)) (i64.const 99))
(assert_return (invoke "sum" (i64.const 1000000)) (i64.const 500000500000))
(assert_return (invoke "rotate" (i64.const 0)) (i32.const 1) (f64.const 2.5))
(assert_return (invoke "rotate" (i64.const 1)) (i32.const 3) (f64.const -2.5))
(assert_return (invoke "rotate" (i64.const 1000000)) (i32.const 1) (f64.const 2.5))
(assert_return (invoke "indirect" (i64.const 1000000)) (i64.const 99))
(assert_return (invoke "indirect" (i64.const 1000001)) (i64.const 44))
(assert_return (invoke "reference" (i64.const 1000000)) (i64.const 8))
(assert_return (invoke "wide and narrow" (i64.const 300000)) (i64.const 42))
(assert_return (invoke "fresh locals") (i64.const 0))
(assert_return (invoke "leave") (i32.const 103) (i32.const 5))
(assert_return (invoke "leave indirect") (i32.const 107) (i32.const 5))
(assert_return (invoke "leave with many") (i64.const 14) (i32.const 5))
(assert_return (invoke "host") (i32.const 5))
(assert_exception (invoke "not caught inside"))
(assert_return (invoke "caught outside") (i32.const 3))
(assert_trap (invoke "trap") "integer divide by zero")
(assert_exhaustion (invoke "exhaust") "call stack exhausted")
(assert_return (invoke "even" (i64.const 1000000)) (i64.const 44))

;; Two instances call each other's tails.
(module $ping
  (type $f (func (param i32) (result i32)))
  (table (export "t") 2 funcref)
  (func $ping (export "ping") (type $f)
    (if (i32.eqz (local.get 0)) (then (return (i32.const 1))))
    (return_call_indirect (type $f) (i32.sub (local.get 0) (i32.const 1)) (i32.const 1)))
  (elem (i32.const 0) func $ping))
(register "ping" $ping)
(module $pong
  (type $f (func (param i32) (result i32)))
  (table (import "ping" "t") 2 funcref)
  (func $pong (type $f)
    (if (i32.eqz (local.get 0)) (then (return (i32.const 2))))
    (return_call_indirect (type $f) (i32.sub (local.get 0) (i32.const 1)) (i32.const 0)))
  (elem (i32.const 1) func $pong))
(assert_return (invoke $ping "ping" (i32.const 1000000)) (i32.const 1))
(assert_return (invoke $ping "ping" (i32.const 1000001)) (i32.const 2))
