;; outcome: failed
;; fails: 7 module
;; fails: 9 module
;; fails: 11 module

(module $good (func (export "f") (result i32) (i32.const 1)))
(module $bad (func (result i32)))
(assert_return (invoke $good "f") (i32.const 1))
(module $traps (func $f unreachable) (start $f))
(assert_return (invoke $good "f") (i32.const 1))
(module $unlinked (import "nowhere" "nothing" (func)))
(assert_return (invoke $good "f") (i32.const 1))
