;; The exception instructions of before WebAssembly 3.0.
(module
  (tag $t (param i32))
  (func $throw (param i32) (throw $t (local.get 0)))
  (func (export "catch") (param i32) (result i32)
    try (result i32)
      local.get 0
      call $throw
      i32.const 0
    catch $t
    catch_all
      i32.const 1
    end)
  (func (export "delegate") (result i32)
    try $outer (result i32)
      try (result i32)
        i32.const 5
        call $throw
        i32.const 0
      delegate $outer
    catch $t
    end)
  (func (export "rethrow")
    try
      try $inner
        i32.const 9
        call $throw
      catch $t
        drop
        rethrow $inner
      end
    catch_all
    end))
