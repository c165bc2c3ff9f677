(module
  (memory 1)
  (memory $other 1)
  (func (param i32) (result i32)
    (i32.store offset=4 (local.get 0) (i32.load8_u offset=8 (local.get 0)))
    (i32.store16 (local.get 0) (i32.const 9))
    (i32.add (i32.load (i32.const 16)) (i32.load $other offset=2 (local.get 0))))
  (func (param i32)
    (f64.store (local.get 0) (f64.add (f64.load (local.get 0)) (f64.const 0.5)))
    (memory.fill (local.get 0) (i32.const 1) (memory.size))))
;; the code it is translated to
;; function 0
;;    0  i32.load8_u word <- [-1] +8
;;    3  i32.store [-1], word +4
;;    6  i32.store16 [-1], 9 +0
;;    9  constant32 [4] <- 16
;;   11  i32.load word <- [4] +0
;;   14  far i32.load [5] <- [-1] in memory 1 +2
;;   18  i32.add word <- word, [5]
;;   20  return word 1
;;   22  unreachable
;; function 1
;;    0  f64.load real <- [-1] +0
;;    3  f64.add real <- real, 4602678819172646912
;;    6  f64.store [-1], real +0
;;    9  memory.size [6] <- of 0 0
;;   12  constant32 [5] <- 1
;;   14  memory.fill [0] <- [-1], [5], [6] of 0 0
;;   19  return 1
;;   21  unreachable
