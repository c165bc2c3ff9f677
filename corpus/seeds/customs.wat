;; Names, custom sections at several places, branch hints.
(module $named
  (@custom "before" (before first) "\00\01")
  (type $t (func (param i32) (result i32)))
  (@custom "between" (after type) "words")
  (func $f (@name "a function") (export "f") (type $t) (param $x i32) (result i32) (local $y i64)
    (block $b
      (@metadata.code.branch_hint "\01") (br_if $b (local.get $x))
      (@metadata.code.branch_hint "\00") (if (local.get $x) (then (nop))))
    (local.get $x))
  (memory $m 1)
  (data $d "x")
  (func (export "g") (memory.init $d (i32.const 0) (i32.const 0) (i32.const 1)))
  (@custom "last" (after last) "\"quoted\" \u{e9}"))
