(module
  (global $g (mut i32) (i32.const 0))
  ;; Constants and locals are operands; the result goes where it is wanted.
  (func (param i32 i32) (result i32)
    (local.set 0 (i32.add (local.get 0) (i32.const 1)))
    (i32.mul (i32.add (local.get 0) (local.get 1)) (i32.const 3)))
  ;; A note of a local does not outlive a write to it.
  (func (param i32) (result i32)
    (local.get 0)
    (local.set 0 (i32.const 7))
    (i32.sub (local.get 0)))
  ;; Two values for one accumulator: the first is settled by exchanging its handler.
  (func (param i64 i64) (result i64)
    (i64.xor (i64.shl (local.get 0) (i64.const 3)) (i64.shr_u (local.get 1) (i64.const 5))))
  ;; Accumulators of floats are their own.
  (func (param f32 f64) (result f64)
    (f64.add (f64.promote_f32 (f32.sqrt (local.get 0))) (local.get 1)))
  (func (result i32)
    (global.set $g (i32.add (global.get $g) (i32.const 1)))
    (select (i32.const 1) (i32.const 2) (global.get $g)))
  (func (param v128 v128) (result v128)
    (i32x4.add (local.get 0) (i32x4.mul (local.get 1) (v128.const i32x4 1 2 3 4)))))
;; the code it is translated to
;; function 0
;;    0  i32.add [-2] <- [-2], 1
;;    3  i32.add word <- [-2], [-1]
;;    6  i32.mul word <- word, 3
;;    8  return word 2
;;   10  unreachable
;; function 1
;;    0  copy32 [4] <- [-1]
;;    2  constant32 [-1] <- 7
;;    4  i32.sub word <- [4], [-1]
;;    7  return word 1
;;    9  unreachable
;; function 2
;;    0  i64.shl [4] <- [-2], 3
;;    3  i64.shr_u word <- [-1], 5
;;    6  i64.xor word <- [4], word
;;    8  return word 2
;;   10  unreachable
;; function 3
;;    0  f32.sqrt single <- [-2]
;;    2  f64.promote_f32 real <- single
;;    4  f64.add real <- real, [-1]
;;    6  return real 2
;;    8  unreachable
;; function 4
;;    0  global_get32 to word 0
;;    2  i32.add word <- word, 1
;;    4  global_set32 from word 0
;;    6  global_get32 to word 0
;;    8  constant32 [4] <- 1
;;   10  constant32 [5] <- 2
;;   12  select32 by word [4] <- [4], [5]
;;   15  return32 0, [4]
;;   17  unreachable
;; function 5
;;    0  constant128 [8] <- 0x00000004000000030000000200000001
;;    4  i32x4.mul [6] <- [-2], [8]
;;    7  i32x4.add [4] <- [-4], [6]
;;   10  return128 4, [4]
;;   12  unreachable
