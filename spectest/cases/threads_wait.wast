;; Threads wait for each other and wake each other: two to eight of them, with and without timeouts.
;;
;; Each thread has a store of its own and shares one memory. Nothing here depends on which thread is faster: who may come
;; first is counted, and who must come later waits.

;; Alone: every answer that a wait can give without anyone else.
(module
  (memory 1 1 shared)
  (func (export "wait32") (param i32 i64) (result i32) (memory.atomic.wait32 (i32.const 0) (local.get 0) (local.get 1)))
  (func (export "wait64") (param i64 i64) (result i32) (memory.atomic.wait64 (i32.const 8) (local.get 0) (local.get 1)))
  (func (export "notify") (param i32 i32) (result i32) (memory.atomic.notify (local.get 0) (local.get 1)))
  (func (export "notify offset") (result i32) (memory.atomic.notify offset=4 (i32.const 65528) (i32.const 1)))
  (func (export "load") (result i32) (i32.load (i32.const 0))))
;; 1: another value was there. 2: the time was over.
(assert_return (invoke "wait32" (i32.const 1) (i64.const -1)) (i32.const 1))
(assert_return (invoke "wait64" (i64.const 1) (i64.const -1)) (i32.const 1))
(assert_return (invoke "wait64" (i64.const 0x100000000) (i64.const -1)) (i32.const 1))
(assert_return (invoke "wait32" (i32.const 0) (i64.const 0)) (i32.const 2))
(assert_return (invoke "wait64" (i64.const 0) (i64.const 0)) (i32.const 2))
(assert_return (invoke "wait32" (i32.const 0) (i64.const 1)) (i32.const 2))
(assert_return (invoke "wait32" (i32.const 0) (i64.const 2000000)) (i32.const 2))
(assert_return (invoke "wait64" (i64.const 0) (i64.const 2000000)) (i32.const 2))
(assert_return (invoke "wait32" (i32.const 1) (i64.const 0x7fffffffffffffff)) (i32.const 1))
(assert_return (invoke "notify" (i32.const 0) (i32.const 0)) (i32.const 0))
(assert_return (invoke "notify" (i32.const 0) (i32.const -1)) (i32.const 0))
(assert_return (invoke "notify" (i32.const 65532) (i32.const 1)) (i32.const 0))
(assert_return (invoke "notify offset") (i32.const 0))

(module $memory
  (memory (export "shared") 1 1 shared)
  (func (export "load") (param i32) (result i32) (i32.atomic.load (local.get 0)))
  (func (export "store") (param i32 i32) (i32.atomic.store (local.get 0) (local.get 1)))
  ;; Notifies until as many have woken as are asked for, and tells how many that were.
  (func (export "wake") (param $address i32) (param $amount i32) (result i32) (local $woken i32)
    (loop $again
      (local.set $woken (i32.add (local.get $woken)
        (memory.atomic.notify (local.get $address) (i32.sub (local.get $amount) (local.get $woken)))))
      (br_if $again (i32.lt_u (local.get $woken) (local.get $amount))))
    (local.get $woken)))
;; Nobody waits in unshared memory, and to notify there is no mistake.
(module
  (memory 1 1)
  (func (export "notify") (param i32) (result i32) (memory.atomic.notify (local.get 0) (i32.const 1))))
(assert_return (invoke "notify" (i32.const 0)) (i32.const 0))
(assert_trap (invoke "notify" (i32.const 65536)) "out of bounds memory access")

;; Two: one waits without end, the other wakes it.
(thread $sleeper (shared (module $memory))
  (register "memory" $memory)
  (module
    (memory (import "memory" "shared") 1 1 shared)
    (func (export "wait") (result i32) (memory.atomic.wait32 (i32.const 0) (i32.const 0) (i64.const -1))))
  (assert_return (invoke "wait") (i32.const 0)))
(assert_return (invoke $memory "wake" (i32.const 0) (i32.const 1)) (i32.const 1))
(wait $sleeper)

;; With the longest time there is, which must not wrap around.
(thread $patient (shared (module $memory))
  (register "memory" $memory)
  (module
    (memory (import "memory" "shared") 1 1 shared)
    (func (export "wait") (result i32) (memory.atomic.wait32 (i32.const 4) (i32.const 0) (i64.const 0x7fffffffffffffff))))
  (assert_return (invoke "wait") (i32.const 0)))
(assert_return (invoke $memory "wake" (i32.const 4) (i32.const 1)) (i32.const 1))
(wait $patient)

;; 64 bits wide: woken through the same address.
(thread $wide (shared (module $memory))
  (register "memory" $memory)
  (module
    (memory (import "memory" "shared") 1 1 shared)
    (func (export "wait") (result i32) (memory.atomic.wait64 (i32.const 16) (i64.const 0) (i64.const -1))))
  (assert_return (invoke "wait") (i32.const 0)))
(assert_return (invoke $memory "wake" (i32.const 16) (i32.const 1)) (i32.const 1))
(wait $wide)

;; One sleeper, notified at other addresses only, sleeps until its time is over.
(thread $missed (shared (module $memory))
  (register "memory" $memory)
  (module
    (memory (import "memory" "shared") 1 1 shared)
    (func (export "wait") (result i32) (memory.atomic.wait32 (i32.const 32) (i32.const 0) (i64.const 100000000))))
  (assert_return (invoke "wait") (i32.const 2)))
(module
  (memory 1 1 shared)
  (func (export "notify") (param i32) (result i32) (memory.atomic.notify (local.get 0) (i32.const -1))))
;; The same address of another memory is another place.
(assert_return (invoke "notify" (i32.const 32)) (i32.const 0))
(wait $missed)

;; Eight sleep at one address. Three are woken, then the rest; none twice.
(thread $many0 (shared (module $memory))
  (register "memory" $memory)
  (module
    (memory (import "memory" "shared") 1 1 shared)
    (func (export "wait") (result i32) (memory.atomic.wait32 (i32.const 64) (i32.const 0) (i64.const -1))))
  (assert_return (invoke "wait") (i32.const 0)))
(thread $many1 (shared (module $memory))
  (register "memory" $memory)
  (module
    (memory (import "memory" "shared") 1 1 shared)
    (func (export "wait") (result i32) (memory.atomic.wait32 (i32.const 64) (i32.const 0) (i64.const -1))))
  (assert_return (invoke "wait") (i32.const 0)))
(thread $many2 (shared (module $memory))
  (register "memory" $memory)
  (module
    (memory (import "memory" "shared") 1 1 shared)
    (func (export "wait") (result i32) (memory.atomic.wait32 (i32.const 64) (i32.const 0) (i64.const -1))))
  (assert_return (invoke "wait") (i32.const 0)))
(thread $many3 (shared (module $memory))
  (register "memory" $memory)
  (module
    (memory (import "memory" "shared") 1 1 shared)
    (func (export "wait") (result i32) (memory.atomic.wait32 (i32.const 64) (i32.const 0) (i64.const -1))))
  (assert_return (invoke "wait") (i32.const 0)))
(thread $many4 (shared (module $memory))
  (register "memory" $memory)
  (module
    (memory (import "memory" "shared") 1 1 shared)
    (func (export "wait") (result i32) (memory.atomic.wait32 (i32.const 64) (i32.const 0) (i64.const -1))))
  (assert_return (invoke "wait") (i32.const 0)))
(thread $many5 (shared (module $memory))
  (register "memory" $memory)
  (module
    (memory (import "memory" "shared") 1 1 shared)
    (func (export "wait") (result i32) (memory.atomic.wait32 (i32.const 64) (i32.const 0) (i64.const -1))))
  (assert_return (invoke "wait") (i32.const 0)))
(thread $many6 (shared (module $memory))
  (register "memory" $memory)
  (module
    (memory (import "memory" "shared") 1 1 shared)
    (func (export "wait") (result i32) (memory.atomic.wait32 (i32.const 64) (i32.const 0) (i64.const -1))))
  (assert_return (invoke "wait") (i32.const 0)))
(thread $many7 (shared (module $memory))
  (register "memory" $memory)
  (module
    (memory (import "memory" "shared") 1 1 shared)
    (func (export "wait") (result i32) (memory.atomic.wait32 (i32.const 64) (i32.const 0) (i64.const -1))))
  (assert_return (invoke "wait") (i32.const 0)))
(assert_return (invoke $memory "wake" (i32.const 64) (i32.const 3)) (i32.const 3))
(assert_return (invoke $memory "wake" (i32.const 64) (i32.const 5)) (i32.const 5))
(wait $many0)
(wait $many1)
(wait $many2)
(wait $many3)
(wait $many4)
(wait $many5)
(wait $many6)
(wait $many7)

;; Some sleep without end and some for a while, side by side at one address: each ends in its own way.
(thread $brief0 (shared (module $memory))
  (register "memory" $memory)
  (module
    (memory (import "memory" "shared") 1 1 shared)
    (func (export "wait") (result i32) (memory.atomic.wait32 (i32.const 96) (i32.const 0) (i64.const 1000000))))
  (assert_return (invoke "wait") (i32.const 2)))
(thread $brief1 (shared (module $memory))
  (register "memory" $memory)
  (module
    (memory (import "memory" "shared") 1 1 shared)
    (func (export "wait") (result i32) (memory.atomic.wait32 (i32.const 96) (i32.const 0) (i64.const 1000000))))
  (assert_return (invoke "wait") (i32.const 2)))
(wait $brief0)
(wait $brief1)
(thread $long0 (shared (module $memory))
  (register "memory" $memory)
  (module
    (memory (import "memory" "shared") 1 1 shared)
    (func (export "wait") (result i32) (memory.atomic.wait32 (i32.const 96) (i32.const 0) (i64.const -1))))
  (assert_return (invoke "wait") (i32.const 0)))
(thread $long1 (shared (module $memory))
  (register "memory" $memory)
  (module
    (memory (import "memory" "shared") 1 1 shared)
    (func (export "wait") (result i32) (memory.atomic.wait32 (i32.const 96) (i32.const 0) (i64.const -1))))
  (assert_return (invoke "wait") (i32.const 0)))
(assert_return (invoke $memory "wake" (i32.const 96) (i32.const 2)) (i32.const 2))
(wait $long0)
(wait $long1)
