// What a plain instruction does: a form applied to a numeric, a lane shape and a kind of memory access.
#pragma once

#include <cstdint>

#include "wasm/numeric.hpp"

namespace assay::wasm {

/// How a vector is divided: kind of lane and number of lanes. For operators from one shape to another, the result's.
enum class Shape : std::uint8_t { none, i8x16, i16x8, i32x4, i64x2, f32x4, f64x2, v128x1 };

constexpr unsigned lane_count(Shape shape) {
  switch (shape) {
    case Shape::none: return 0;
    case Shape::v128x1: return 1;
    case Shape::i64x2:
    case Shape::f64x2: return 2;
    case Shape::i32x4:
    case Shape::f32x4: return 4;
    case Shape::i16x8: return 8;
    case Shape::i8x16: return 16;
  }
  return 0;
}

/// Width in memory, and how it widens to the operand: sign, zero, or not at all.
enum class Access : std::uint8_t { none, s8, u8_, s16, u16, s32, u32, u64, f32, f64, v128 };

constexpr unsigned access_bytes(Access access) {
  switch (access) {
    case Access::none: return 0;
    case Access::s8:
    case Access::u8_: return 1;
    case Access::s16:
    case Access::u16: return 2;
    case Access::s32:
    case Access::u32:
    case Access::f32: return 4;
    case Access::u64:
    case Access::f64: return 8;
    case Access::v128: return 16;
  }
  return 0;
}

enum class Form : std::uint8_t {
  custom,        ///< not plain: its typing and execution are its own
  constant,      ///< the immediate
  unary,         ///< T -> T
  binary,        ///< T T -> T
  test,          ///< T -> i32, a truth value
  compare,       ///< T T -> i32, a truth value
  convert,       ///< T -> U
  wide,          ///< i64 halves -> two i64 halves, low first
  lanes,         ///< v128... -> v128, of any arity
  lane_test,     ///< v128 -> i32
  lane_shift,    ///< v128 i32 -> v128
  splat,         ///< T -> v128, all lanes
  extract_lane,  ///< v128 -> T; lane immediate; the numeric extends lanes narrower than i32
  replace_lane,  ///< v128 T -> v128; lane immediate
  shuffle,       ///< v128 v128 -> v128; 16 lane immediates
  load,          ///< addr -> T
  store,         ///< addr T ->
  load_splat,    ///< addr -> v128: one lane, to all
  load_zero,     ///< addr -> v128: one lane, the others zero
  load_extend,   ///< addr -> v128: 8 bytes of lanes of the access, each to twice its width
  load_lane,     ///< addr v128 -> v128; lane immediate
  store_lane,    ///< addr v128 ->; lane immediate
  atomic_load,
  atomic_store,
  atomic_rmw,      ///< addr T -> T: old value; memory takes numeric(old, T)
  atomic_cmpxchg,  ///< addr T T -> T: old value; memory takes the second T where it was the first
  atomic_wait,
  atomic_notify,
  atomic_fence,
};

struct Meaning {
  Form form = Form::custom;
  Numeric numeric = Numeric::none;
  Shape shape = Shape::none;
  Access access = Access::none;
  friend constexpr bool operator==(const Meaning&, const Meaning&) = default;
};

/// Whether the instruction accesses memory at an address, and so has a memarg.
constexpr bool accesses_memory(const Meaning& meaning) {
  return meaning.form >= Form::load && meaning.form < Form::atomic_fence;
}

/// Whether the address must be a multiple of the access, at run time and in the memarg.
constexpr bool is_atomic(const Meaning& meaning) {
  return meaning.form >= Form::atomic_load;
}

/// Bytes of memory accessed, 0 where there is no memarg. The natural alignment too.
constexpr unsigned memory_bytes(const Meaning& meaning) {
  return meaning.form == Form::load_extend ? 8 : access_bytes(meaning.access);
}

/// The words of the table's meaning column.
namespace meanings {

constexpr Meaning of(Form form, Numeric numeric = Numeric::none, Shape shape = Shape::none,
                     Access access = Access::none) {
  return {.form = form, .numeric = numeric, .shape = shape, .access = access};
}

inline constexpr Meaning constant = of(Form::constant);
inline constexpr Meaning shuffle = of(Form::shuffle, Numeric::none, Shape::i8x16);
inline constexpr Meaning atomic_notify = of(Form::atomic_notify, Numeric::none, Shape::none, Access::u32);
inline constexpr Meaning atomic_fence = of(Form::atomic_fence);

constexpr Meaning unary(Numeric numeric) {
  return of(Form::unary, numeric);
}
constexpr Meaning binary(Numeric numeric) {
  return of(Form::binary, numeric);
}
constexpr Meaning test(Numeric numeric) {
  return of(Form::test, numeric);
}
constexpr Meaning compare(Numeric numeric) {
  return of(Form::compare, numeric);
}
constexpr Meaning convert(Numeric numeric) {
  return of(Form::convert, numeric);
}
constexpr Meaning wide(Numeric numeric) {
  return of(Form::wide, numeric);
}

constexpr Meaning lanes(Shape shape, Numeric numeric) {
  return of(Form::lanes, numeric, shape);
}
constexpr Meaning lane_test(Shape shape, Numeric numeric) {
  return of(Form::lane_test, numeric, shape);
}
constexpr Meaning lane_shift(Shape shape, Numeric numeric) {
  return of(Form::lane_shift, numeric, shape);
}
constexpr Meaning splat(Shape shape) {
  return of(Form::splat, Numeric::none, shape);
}
constexpr Meaning extract_lane(Shape shape, Numeric extend = Numeric::none) {
  return of(Form::extract_lane, extend, shape);
}
constexpr Meaning replace_lane(Shape shape) {
  return of(Form::replace_lane, Numeric::none, shape);
}

constexpr Meaning access(Form form, Access access, Numeric numeric = Numeric::none) {
  return of(form, numeric, Shape::none, access);
}
constexpr Meaning load(Access bytes) {
  return access(Form::load, bytes);
}
constexpr Meaning store(Access bytes) {
  return access(Form::store, bytes);
}
constexpr Meaning load_splat(Access bytes) {
  return access(Form::load_splat, bytes);
}
constexpr Meaning load_zero(Access bytes) {
  return access(Form::load_zero, bytes);
}
constexpr Meaning load_extend(Access lane) {
  return access(Form::load_extend, lane);
}
constexpr Meaning load_lane(Access bytes) {
  return access(Form::load_lane, bytes);
}
constexpr Meaning store_lane(Access bytes) {
  return access(Form::store_lane, bytes);
}
constexpr Meaning atomic_load(Access bytes) {
  return access(Form::atomic_load, bytes);
}
constexpr Meaning atomic_store(Access bytes) {
  return access(Form::atomic_store, bytes);
}
constexpr Meaning atomic_rmw(Numeric numeric, Access bytes) {
  return access(Form::atomic_rmw, bytes, numeric);
}
constexpr Meaning atomic_cmpxchg(Access bytes) {
  return access(Form::atomic_cmpxchg, bytes);
}
constexpr Meaning atomic_wait(Access bytes) {
  return access(Form::atomic_wait, bytes);
}

}  // namespace meanings

}  // namespace assay::wasm
