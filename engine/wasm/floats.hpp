// The float operators, each once, for f32 and f64. What C++ and IEEE 754 leave open and wasm does not is settled here.
//
// Arithmetic happens in the operands' own type, rounds to nearest (the engine sees to the control register) and makes
// quiet NaNs, signalling operands included, as the machines do. neg, abs and copysign move bits only, so that they
// neither quiet a NaN nor change its payload. spec: floating-point-operations
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "wasm/numeric.hpp"

namespace assay::wasm {

template <class T>
concept Float = std::same_as<T, float> || std::same_as<T, double>;

template <Float T>
using FloatBits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

template <Float T>
inline constexpr FloatBits<T> sign_bit = FloatBits<T>{1} << (8 * sizeof(T) - 1);

template <Float T>
constexpr FloatBits<T> bits_of(T value) {
  return std::bit_cast<FloatBits<T>>(value);
}
template <Float T>
constexpr T float_of(FloatBits<T> bits) {
  return std::bit_cast<T>(bits);
}

template <Float T>
constexpr bool is_nan(T value) {
  return value != value;
}

// spec: op-fmin, op-fmax. Both choices are made, each in the form that is one machine instruction; they differ only
// where zeros of either sign meet, and there the sign bits decide. The sum of operands with a NaN is a quiet NaN.
template <Float T>
constexpr T minimum(T a, T b) {
  const T one = a < b ? a : b;
  const T other = b < a ? b : a;
  return is_nan(a) || is_nan(b) ? a + b : float_of<T>(bits_of(one) | bits_of(other));
}
template <Float T>
constexpr T maximum(T a, T b) {
  const T one = a > b ? a : b;
  const T other = b > a ? b : a;
  return is_nan(a) || is_nan(b) ? a + b : float_of<T>(bits_of(one) & bits_of(other));
}

// The builtins are single instructions on every machine we build for, whatever the rounding mode. Not constexpr in
// every compiler: whoever folds constants calls them at run time.
inline float square_root(float value) {
  return __builtin_sqrtf(value);
}
inline double square_root(double value) {
  return __builtin_sqrt(value);
}
inline float round_up(float value) {
  return __builtin_ceilf(value);
}
inline double round_up(double value) {
  return __builtin_ceil(value);
}
inline float round_down(float value) {
  return __builtin_floorf(value);
}
inline double round_down(double value) {
  return __builtin_floor(value);
}
inline float round_to_zero(float value) {
  return __builtin_truncf(value);
}
inline double round_to_zero(double value) {
  return __builtin_trunc(value);
}
inline float round_to_even(float value) {
  return __builtin_roundevenf(value);
}
inline double round_to_even(double value) {
  return __builtin_roundeven(value);
}

/// Operators of one float.
template <Numeric op, Float T>
constexpr T apply(T a) {
  if constexpr (op == Numeric::neg)
    return float_of<T>(bits_of(a) ^ sign_bit<T>);
  else if constexpr (op == Numeric::abs)
    return float_of<T>(bits_of(a) & ~sign_bit<T>);
  else if constexpr (op == Numeric::sqrt)
    return square_root(a);
  else if constexpr (op == Numeric::ceil)
    return round_up(a);
  else if constexpr (op == Numeric::floor)
    return round_down(a);
  else if constexpr (op == Numeric::trunc)
    return round_to_zero(a);
  else if constexpr (op == Numeric::nearest)
    return round_to_even(a);
  else
    static_assert(sizeof(T) == 0, "not an operator of one float");
}

/// Operators of two floats. Comparisons are bool, the rest T.
template <Numeric op, Float T>
constexpr auto apply(T a, T b) {
  if constexpr (op == Numeric::add)
    return a + b;
  else if constexpr (op == Numeric::sub)
    return a - b;
  else if constexpr (op == Numeric::mul)
    return a * b;
  else if constexpr (op == Numeric::div)
    return a / b;
  else if constexpr (op == Numeric::min)
    return minimum(a, b);
  else if constexpr (op == Numeric::max)
    return maximum(a, b);
  // spec: op-fpmin, op-fpmax. Choices, not arithmetic: a NaN comes through as it is.
  else if constexpr (op == Numeric::pmin)
    return b < a ? b : a;
  else if constexpr (op == Numeric::pmax)
    return a < b ? b : a;
  else if constexpr (op == Numeric::copysign) {
    return float_of<T>((bits_of(a) & ~sign_bit<T>) | (bits_of(b) & sign_bit<T>));
  } else if constexpr (op == Numeric::eq)
    return a == b;
  else if constexpr (op == Numeric::ne)
    return a != b;
  else if constexpr (op == Numeric::lt)
    return a < b;
  else if constexpr (op == Numeric::gt)
    return a > b;
  else if constexpr (op == Numeric::le)
    return a <= b;
  else if constexpr (op == Numeric::ge)
    return a >= b;
  else
    static_assert(sizeof(T) == 0, "not an operator of two floats");
}

/// Operators of three floats.
template <Numeric op, Float T>
constexpr T apply(T a, T b, T c) {
  // Two roundings: cheap on machines without fused multiplication, and the same on those with it.
  if constexpr (op == Numeric::madd)
    return a * b + c;
  else if constexpr (op == Numeric::nmadd)
    return -(a * b) + c;
  else
    static_assert(sizeof(T) == 0, "not an operator of three floats");
}

}  // namespace assay::wasm
