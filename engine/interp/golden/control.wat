(module
  ;; A comparison becomes the branch it decides.
  (func (param i32) (result i32) (local i32)
    (loop $again
      (local.set 1 (i32.add (local.get 1) (local.get 0)))
      (br_if $again (local.tee 0 (i32.sub (local.get 0) (i32.const 1)))))
    (local.get 1))
  (func (param i32) (result i32)
    (if (result i32) (i32.lt_s (local.get 0) (i32.const 10))
      (then (i32.const 1))
      (else (i32.const 2))))
  ;; What a branch carries moves to where the block's result lies.
  (func (param i32) (result i32)
    (block $out (result i32)
      (i32.const 5)
      (br_if $out (i32.const 6) (i32.eqz (local.get 0)))
      (drop)))
  (func (param i32)
    (block $a (block $b (block $c (br_table $a $b $c 3 (local.get 0))))))
  (func (param i32) (result i32 i32)
    (local.get 0)
    (br_if 0 (i32.const 1) (local.get 0))
    (return)))
;; the code it is translated to
;; function 0
;;    0  i32.add [4] <- [4], [-1]
;;    3  i32.sub [-1] <- [-1], 1
;;    6  branch_if -> 0, [-1]
;;    8  return32 1, [4]
;;   10  unreachable
;; function 1
;;    0  branch_unless i32.lt_s [-1], 10 -> 7
;;    3  constant32 [4] <- 1
;;    5  branch -> 9
;;    7  constant32 [4] <- 2
;;    9  return32 1, [4]
;;   11  unreachable
;; function 2
;;    0  branch_unless i32.eqz [-1] -> 6
;;    2  constant32 [4] <- 6
;;    4  branch -> 8
;;    6  constant32 [4] <- 5
;;    8  return32 1, [4]
;;   10  unreachable
;; function 3
;;    0  branch_table 3, [-1] -> 6 -> 6 -> 6 -> 4
;;    4  return 1
;;    6  return 1
;;    8  unreachable
;; function 4
;;    0  copy32 [4] <- [-1]
;;    2  constant32 [5] <- 1
;;    4  branch_unless -> 9, [-1]
;;    6  return_range 1, [4], 2
;;    9  return_range 1, [4], 2
;;   12  unreachable
