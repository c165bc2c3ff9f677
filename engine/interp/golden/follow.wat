(module
  (func $abs (param $n i32) (result i32)
    local.get $n
    i32.const 0
    i32.lt_s
    if (result i32)
      i32.const 0
      local.get $n
      i32.sub
    else
      local.get $n
    end))
;; the code it is translated to
;; function 0
;;    0  branch_unless i32.lt_s [-1], 0 -> 10
;;    3  constant32 [4] <- 0
;;    5  i32.sub [4] <- [4], [-1]
;;    8  branch -> 12
;;   10  copy32 [4] <- [-1]
;;   12  return32 1, [4]
;;   14  unreachable
