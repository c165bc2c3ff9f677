;; Lanes, shuffles, loads and stores of parts, relaxed instructions.
(module
  (memory 1 1)
  (data (i32.const 8) "\00\01\02\03\04\05\06\07\08\09\0a\0b\0c\0d\0e\0f")
  (func (export "lanes") (result i32)
    (i16x8.extract_lane_s 3
      (i8x16.shuffle 0 17 2 19 4 21 6 23 8 25 10 27 12 29 14 31
        (v128.load (i32.const 8)) (v128.const f32x4 1 -0 nan:0x200000 inf))))
  (func (export "arithmetic") (param v128) (result v128)
    (i32x4.dot_i16x8_s (i8x16.add_sat_u (local.get 0) (i8x16.splat (i32.const 200)))
                       (f32x4.pmin (f32x4.replace_lane 2 (local.get 0) (f32.const 3)) (v128.not (local.get 0)))))
  (func (export "parts") (param v128) (result v128)
    (v128.store16_lane offset=4 align=1 5 (i32.const 16) (local.get 0))
    (v128.load8_lane 15 (i32.const 3) (v128.load32x2_u (i32.const 0))))
  (func (export "relaxed") (param v128) (result v128)
    (f64x2.relaxed_madd (local.get 0) (v128.const f64x2 1 2) (i8x16.relaxed_swizzle (local.get 0) (local.get 0))))
  (func (export "test") (param v128) (result i32)
    (v128.any_true (v128.bitselect (local.get 0) (i64x2.eq (local.get 0) (local.get 0)) (v128.const i64x2 1 2)))))
