(module
  (type $t (func (param i32 i32) (result i32)))
  (tag $e (param i32))
  (table 1 funcref)
  ;; Arguments lie where they were computed; the callee's frame follows them.
  (func $f (type $t) (i32.add (call $f (local.get 0) (i32.const 2)) (local.get 1)))
  (func (param i32) (result i32) (return_call $f (local.get 0) (i32.const 3)))
  (func (param i32) (result i32) (call_indirect (type $t) (local.get 0) (i32.const 3) (local.get 0)))
  ;; A handler entry, and after the body the way on from it.
  (func (param i32) (result i32)
    (block $h (result i32)
      (i32.const 40)
      (try_table (catch $e $h) (throw $e (local.get 0)))
      (i32.const 1)
      (drop)))
  (func (param i32) (result i32)
    (try (result i32)
      (do (call $f (local.get 0) (local.get 0)))
      (catch $e)
      (catch_all (rethrow 0)))))
;; the code it is translated to
;; function 0
;;    0  copy32 [4] <- [-2]
;;    2  constant32 [5] <- 2
;;    4  call frame [6], 0
;;    6  i32.add word <- [4], [-1]
;;    9  return word 2
;;   11  unreachable
;; function 1
;;    0  copy32 [4] <- [-1]
;;    2  constant32 [5] <- 3
;;    4  return_call 1, [4], 2, 0
;;    7  unreachable
;; function 2
;;    0  copy32 [4] <- [-1]
;;    2  constant32 [5] <- 3
;;    4  call_indirect frame [6], [-1], 0, 0
;;    7  return32 1, [4]
;;    9  unreachable
;; function 3
;;    0  constant32 [4] <- 40
;;    2  copy32 [5] <- [-1]
;;    4  throw [5], 0
;;    6  return32 1, [4]
;;    8  copy_range [4] <- [5], 1
;;   11  branch -> 6
;;   13  unreachable
;;       from 2 to 6: catch 0 to [5] -> 8
;; function 4
;;    0  copy32 [4] <- [-1]
;;    2  copy32 [5] <- [-1]
;;    4  call frame [6], 0
;;    6  branch -> 15
;;    8  copy_range [4] <- [5], 1
;;   11  branch -> 15
;;   13  throw_ref [4]
;;   15  return32 1, [4]
;;   17  unreachable
;;       from 0 to 6: catch 0 with reference to [4] -> 8
;;       from 0 to 6: catch_all with reference to [4] -> 13
