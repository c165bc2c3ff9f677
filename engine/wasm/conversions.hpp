// The operators from one type to another, each once. spec: exec-conversions
#pragma once

#include <bit>
#include <limits>
#include <type_traits>

#include "wasm/floats.hpp"
#include "wasm/integers.hpp"
#include "wasm/numeric.hpp"

namespace assay::wasm {

/// The floats whose integral part an integer type has: above `least` and below `end`, or `least` itself where
/// `least_inclusive`. A bound is a power of two, which every float type has, or one less than it where that exists.
template <class Int, Float F>
struct TruncationRange {
  static constexpr int int_bits = std::numeric_limits<Int>::digits;
  /// 2^digits: the first integer too large.
  static constexpr F end = static_cast<F>(Int{1} << (int_bits - 1)) * F{2};
  /// Whether F has the number one below the least integer, or (f32 to i32, to i64 ...) only the least integer itself.
  static constexpr bool exact = std::is_unsigned_v<Int> || std::numeric_limits<F>::digits > int_bits;
  static constexpr F least = static_cast<F>(std::numeric_limits<Int>::min()) - (exact ? F{1} : F{0});

  static constexpr bool reaches(F value) { return exact ? value > least : value >= least; }
  static constexpr bool ends_above(F value) { return value < end; }
};

/// trunc_s, trunc_u. `Int` is signed or unsigned.
template <class Int, Float F>
constexpr Outcome<std::make_unsigned_t<Int>> truncate(F value) {
  using Range = TruncationRange<Int, F>;
  using Result = Outcome<std::make_unsigned_t<Int>>;
  if (is_nan(value)) return Result(Trap::invalid_conversion_to_integer);
  if (!Range::reaches(value) || !Range::ends_above(value)) return Result(Trap::integer_overflow);
  return Result(static_cast<std::make_unsigned_t<Int>>(static_cast<Int>(value)));
}

/// trunc_sat_s, trunc_sat_u: NaN is 0, what is out of range the nearest bound.
template <class Int, Float F>
constexpr std::make_unsigned_t<Int> truncate_saturating(F value) {
  using Range = TruncationRange<Int, F>;
  using Result = std::make_unsigned_t<Int>;
  if (!Range::ends_above(value)) {
    return is_nan(value) ? Result{0} : static_cast<Result>(std::numeric_limits<Int>::max());
  }
  if (!Range::reaches(value)) return static_cast<Result>(std::numeric_limits<Int>::min());
  return static_cast<Result>(static_cast<Int>(value));
}

/// Operators to type To. Trapping ones (trunc_s, trunc_u) are Outcome<To>, the rest To.
template <Numeric op, class To, class From>
constexpr auto convert(From value) {
  if constexpr (op == Numeric::wrap || op == Numeric::extend_u) {
    return static_cast<To>(value);
  } else if constexpr (op == Numeric::extend_s) {
    return static_cast<To>(static_cast<Signed<To>>(static_cast<Signed<From>>(value)));
  } else if constexpr (op == Numeric::trunc_s) {
    return truncate<Signed<To>>(value);
  } else if constexpr (op == Numeric::trunc_u) {
    return truncate<To>(value);
  } else if constexpr (op == Numeric::trunc_sat_s) {
    return truncate_saturating<Signed<To>>(value);
  } else if constexpr (op == Numeric::trunc_sat_u) {
    return truncate_saturating<To>(value);
  } else if constexpr (op == Numeric::convert_s) {
    return static_cast<To>(static_cast<Signed<From>>(value));
  } else if constexpr (op == Numeric::convert_u) {
    return static_cast<To>(value);
  } else if constexpr (op == Numeric::demote || op == Numeric::promote) {
    return static_cast<To>(value);
  } else if constexpr (op == Numeric::reinterpret) {
    return std::bit_cast<To>(value);
  } else {
    static_assert(sizeof(To) == 0, "not an operator from one type to another");
  }
}

}  // namespace assay::wasm
