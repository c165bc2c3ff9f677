// What every vector operator computes: the scalar definitions applied to lanes, and the operators that only vectors
// have.
//
// Loops have constant counts and no branches that depend on another lane, so that the compiler makes vector
// instructions of them. spec: exec-vec
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "wasm/meaning.hpp"
#include "wasm/numerics.hpp"
#include "wasm/v128.hpp"

namespace assay::wasm {

namespace lane_types {

template <Shape shape>
constexpr auto lane_of() {
  if constexpr (shape == Shape::i8x16)
    return std::uint8_t{};
  else if constexpr (shape == Shape::i16x8)
    return std::uint16_t{};
  else if constexpr (shape == Shape::i32x4)
    return std::uint32_t{};
  // Bits have no lanes; two words are as good as any.
  else if constexpr (shape == Shape::i64x2 || shape == Shape::v128x1)
    return std::uint64_t{};
  else if constexpr (shape == Shape::f32x4)
    return float{};
  else if constexpr (shape == Shape::f64x2)
    return double{};
}

template <std::size_t bytes>
constexpr auto integer_of() {
  if constexpr (bytes == 1)
    return std::uint8_t{};
  else if constexpr (bytes == 2)
    return std::uint16_t{};
  else if constexpr (bytes == 4)
    return std::uint32_t{};
  else if constexpr (bytes == 8)
    return std::uint64_t{};
}

}  // namespace lane_types

/// The C++ type of a shape's lanes: integers are unsigned.
template <Shape shape>
using Lane = decltype(lane_types::lane_of<shape>());

/// The integer type of half a lane's width.
template <class T>
using Half = decltype(lane_types::integer_of<sizeof(T) / 2>());

// -- lane by lane

template <class To, class From, class Function>
constexpr V128 map_lanes(V128 a, Function function) {
  static_assert(sizeof(To) == sizeof(From));
  const auto x = lanes_of<From>(a);
  Lanes<To> result{};
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = function(x[i]);
  return vector_of(result);
}

template <class T, class Function>
constexpr V128 map_lanes(V128 a, V128 b, Function function) {
  const auto x = lanes_of<T>(a);
  const auto y = lanes_of<T>(b);
  Lanes<T> result{};
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = function(x[i], y[i]);
  return vector_of(result);
}

/// Lanes of ones where the relation holds, of zeros elsewhere.
template <Numeric op, class T>
constexpr V128 compare_lanes(V128 a, V128 b) {
  using Mask = decltype(lane_types::integer_of<sizeof(T)>());
  const auto x = lanes_of<T>(a);
  const auto y = lanes_of<T>(b);
  Lanes<Mask> result{};
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = apply<op>(x[i], y[i]) ? static_cast<Mask>(-1) : Mask{0};
  }
  return vector_of(result);
}

// -- to lanes of twice the width

enum class Part : std::uint8_t { low, high };

/// Lane i of one half of the lanes, extended to T.
template <Numeric extend, class T, Part part>
constexpr T extended_lane(const Lanes<Half<T>>& lanes, std::size_t i) {
  return convert<extend, T>(lanes[i + (part == Part::high ? lanes.size() / 2 : 0)]);
}

template <Numeric extend, class T, Part part>
constexpr V128 extend_half(V128 a) {
  const auto x = lanes_of<Half<T>>(a);
  Lanes<T> result{};
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = extended_lane<extend, T, part>(x, i);
  return vector_of(result);
}

template <Numeric extend, class T, Part part>
constexpr V128 multiply_half(V128 a, V128 b) {
  const auto x = lanes_of<Half<T>>(a);
  const auto y = lanes_of<Half<T>>(b);
  Lanes<T> result{};
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = apply<Numeric::mul>(extended_lane<extend, T, part>(x, i), extended_lane<extend, T, part>(y, i));
  }
  return vector_of(result);
}

template <Numeric extend, class T>
constexpr V128 add_pairs(V128 a) {
  const auto x = lanes_of<Half<T>>(a);
  Lanes<T> result{};
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = apply<Numeric::add>(convert<extend, T>(x[2 * i]), convert<extend, T>(x[2 * i + 1]));
  }
  return vector_of(result);
}

/// Signed products of lanes of half the width, summed in pairs; the sum wraps.
template <class T>
constexpr V128 dot_product(V128 a, V128 b) {
  const auto x = lanes_of<Half<T>>(a);
  const auto y = lanes_of<Half<T>>(b);
  Lanes<T> result{};
  for (std::size_t i = 0; i < result.size(); ++i) {
    const auto product = [&](std::size_t k) {
      return apply<Numeric::mul>(convert<Numeric::extend_s, T>(x[k]), convert<Numeric::extend_s, T>(y[k]));
    };
    result[i] = apply<Numeric::add>(product(2 * i), product(2 * i + 1));
  }
  return vector_of(result);
}

// -- to lanes of half the width

/// Lanes of a, then of b, taken as signed numbers and saturated to T.
template <Numeric op, class T>
constexpr V128 narrow(V128 a, V128 b) {
  using Wide = decltype(lane_types::integer_of<sizeof(T) * 2>());
  const auto x = lanes_of<Wide>(a);
  const auto y = lanes_of<Wide>(b);
  const auto saturate = [](Wide lane) {
    const auto value = static_cast<std::int32_t>(static_cast<Signed<Wide>>(lane));
    if constexpr (op == Numeric::narrow_s)
      return saturate_s<T>(value);
    else
      return saturate_u<T>(value);
  };
  Lanes<T> result{};
  for (std::size_t i = 0; i < x.size(); ++i) {
    result[i] = saturate(x[i]);
    result[i + x.size()] = saturate(y[i]);
  }
  return vector_of(result);
}

// -- between two lanes of 64 bits and the low two of 32, the upper two being zero

template <Numeric op, class To, class From>
constexpr V128 convert_two(V128 a) {
  const auto x = lanes_of<From>(a);
  Lanes<To> result{};
  for (std::size_t i = 0; i < 2; ++i) result[i] = convert<op, To>(x[i]);
  return vector_of(result);
}

// -- by position

/// Lane i of the result is lane s[i] of a, zero where there is none. spec: op-swizzle
constexpr V128 swizzle(V128 a, V128 s) {
  const auto x = lanes_of<std::uint8_t>(a);
  const auto at = lanes_of<std::uint8_t>(s);
  Lanes<std::uint8_t> result{};
  for (std::size_t i = 0; i < 16; ++i) {
    const std::uint8_t picked = x[at[i] % 16U];
    result[i] = at[i] < 16 ? picked : std::uint8_t{0};
  }
  return vector_of(result);
}

/// Lane i of the result is lane s[i] of the 32 in a and b. The lanes s are the immediate: valid ones are below 32.
constexpr V128 shuffle(V128 a, V128 b, V128 s) {
  const auto x = lanes_of<std::uint8_t>(a);
  const auto y = lanes_of<std::uint8_t>(b);
  const auto at = lanes_of<std::uint8_t>(s);
  Lanes<std::uint8_t> result{};
  for (std::size_t i = 0; i < 16; ++i) {
    const std::uint8_t from_a = x[at[i] % 16U];
    const std::uint8_t from_b = y[at[i] % 16U];
    result[i] = at[i] < 16 ? from_a : from_b;
  }
  return vector_of(result);
}

constexpr V128 bitselect(V128 a, V128 b, V128 mask) {
  return {.lo = (a.lo & mask.lo) | (b.lo & ~mask.lo), .hi = (a.hi & mask.hi) | (b.hi & ~mask.hi)};
}

// -- the forms of the table

/// Form::lanes of one operand.
template <Shape shape, Numeric op>
constexpr V128 apply_lanes(V128 a) {
  using T = Lane<shape>;
  if constexpr (op == Numeric::extend_low_s)
    return extend_half<Numeric::extend_s, T, Part::low>(a);
  else if constexpr (op == Numeric::extend_low_u)
    return extend_half<Numeric::extend_u, T, Part::low>(a);
  else if constexpr (op == Numeric::extend_high_s)
    return extend_half<Numeric::extend_s, T, Part::high>(a);
  else if constexpr (op == Numeric::extend_high_u)
    return extend_half<Numeric::extend_u, T, Part::high>(a);
  else if constexpr (op == Numeric::extadd_pairwise_s)
    return add_pairs<Numeric::extend_s, T>(a);
  else if constexpr (op == Numeric::extadd_pairwise_u)
    return add_pairs<Numeric::extend_u, T>(a);
  else if constexpr (op == Numeric::trunc_sat_s_zero)
    return convert_two<Numeric::trunc_sat_s, T, double>(a);
  else if constexpr (op == Numeric::trunc_sat_u_zero)
    return convert_two<Numeric::trunc_sat_u, T, double>(a);
  else if constexpr (op == Numeric::convert_low_s)
    return convert_two<Numeric::convert_s, T, std::uint32_t>(a);
  else if constexpr (op == Numeric::convert_low_u)
    return convert_two<Numeric::convert_u, T, std::uint32_t>(a);
  else if constexpr (op == Numeric::demote_zero)
    return convert_two<Numeric::demote, T, double>(a);
  else if constexpr (op == Numeric::promote_low)
    return convert_two<Numeric::promote, T, float>(a);
  else if constexpr (op == Numeric::trunc_sat_s || op == Numeric::trunc_sat_u) {
    return map_lanes<T, float>(a, [](float lane) { return convert<op, T>(lane); });
  } else if constexpr (op == Numeric::convert_s || op == Numeric::convert_u) {
    return map_lanes<T, std::uint32_t>(a, [](std::uint32_t lane) { return convert<op, T>(lane); });
  } else {
    return map_lanes<T, T>(a, [](T lane) { return apply<op>(lane); });
  }
}

/// Form::lanes of two operands.
template <Shape shape, Numeric op>
constexpr V128 apply_lanes(V128 a, V128 b) {
  using T = Lane<shape>;
  if constexpr (op == Numeric::swizzle)
    return swizzle(a, b);
  else if constexpr (op == Numeric::narrow_s || op == Numeric::narrow_u)
    return narrow<op, T>(a, b);
  else if constexpr (op == Numeric::extmul_low_s)
    return multiply_half<Numeric::extend_s, T, Part::low>(a, b);
  else if constexpr (op == Numeric::extmul_low_u)
    return multiply_half<Numeric::extend_u, T, Part::low>(a, b);
  else if constexpr (op == Numeric::extmul_high_s)
    return multiply_half<Numeric::extend_s, T, Part::high>(a, b);
  else if constexpr (op == Numeric::extmul_high_u)
    return multiply_half<Numeric::extend_u, T, Part::high>(a, b);
  else if constexpr (op == Numeric::dot_s || op == Numeric::dot_i7_s)
    return dot_product<T>(a, b);
  else if constexpr (numeric_facts[op].makes_bool)
    return compare_lanes<op, T>(a, b);
  else
    return map_lanes<T>(a, b, [](T x, T y) { return apply<op>(x, y); });
}

/// Form::lanes of three operands.
template <Shape shape, Numeric op>
constexpr V128 apply_lanes(V128 a, V128 b, V128 c) {
  using T = Lane<shape>;
  if constexpr (op == Numeric::bitselect) {
    return bitselect(a, b, c);
  } else if constexpr (op == Numeric::dot_i7_add_s) {
    const V128 products = add_pairs<Numeric::extend_s, T>(dot_product<Half<T>>(a, b));
    return map_lanes<T>(products, c, [](T x, T y) { return apply<Numeric::add>(x, y); });
  } else {
    const auto x = lanes_of<T>(a);
    const auto y = lanes_of<T>(b);
    const auto z = lanes_of<T>(c);
    Lanes<T> result{};
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = apply<op>(x[i], y[i], z[i]);
    return vector_of(result);
  }
}

/// Form::lane_test.
template <Shape shape, Numeric op>
constexpr std::uint32_t test_lanes(V128 a) {
  if constexpr (op == Numeric::any_true) {
    return (a.lo | a.hi) != 0 ? 1 : 0;
  } else if constexpr (op == Numeric::all_true) {
    std::uint32_t all = 1;
    for (const auto lane : lanes_of<Lane<shape>>(a)) all &= lane != 0 ? 1U : 0U;
    return all;
  } else if constexpr (op == Numeric::bitmask) {
    const auto x = lanes_of<Lane<shape>>(a);
    std::uint32_t mask = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      mask |= static_cast<std::uint32_t>(x[i] >> (bit_width_of<Lane<shape>> - 1)) << i;
    }
    return mask;
  } else {
    static_assert(lane_count(shape) == 0, "not a test of lanes");
  }
}

/// Form::lane_shift; the count is taken modulo the lane's width.
template <Shape shape, Numeric op>
constexpr V128 shift_lanes(V128 a, std::uint32_t count) {
  using T = Lane<shape>;
  return map_lanes<T, T>(a, [count](T lane) { return apply<op>(lane, static_cast<T>(count % bit_width_of<T>)); });
}

template <Shape shape>
constexpr V128 splat(Lane<shape> value) {
  Lanes<Lane<shape>> result{};
  result.fill(value);
  return vector_of(result);
}

template <Shape shape>
constexpr Lane<shape> extract_lane(V128 a, std::uint8_t lane) {
  return lanes_of<Lane<shape>>(a)[lane];
}

template <Shape shape>
constexpr V128 replace_lane(V128 a, Lane<shape> value, std::uint8_t lane) {
  auto x = lanes_of<Lane<shape>>(a);
  x[lane] = value;
  return vector_of(x);
}

}  // namespace assay::wasm
