// What every vector operator computes: the scalar definitions applied to lanes, and the operators that only vectors
// have.
//
// Loops have constant counts and no branches that depend on another lane, so that the compiler makes vector
// instructions of them. spec: exec-vec
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

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

/// The integer type of this many bytes, and that of half a lane's width.
template <std::size_t bytes>
using IntegerOf = decltype(lane_types::integer_of<bytes>());
template <class T>
using Half = IntegerOf<sizeof(T) / 2>;

/// Item i is `lane_at(i)`: the only loop over lanes.
template <class T, std::size_t count, class Function>
constexpr std::array<T, count> make_array(Function lane_at) {
  std::array<T, count> result{};
#ifdef __clang__
// Unrolled early, the lanes would become bytes shifted out of two integers before anyone thinks of vectors.
#pragma clang loop unroll(disable)
#endif
  for (std::size_t i = 0; i < count; ++i) result[i] = lane_at(i);
  return result;
}

template <class T, class Function>
constexpr V128 make_lanes(Function lane_at) {
  return vector_of<T>(make_array<T, sizeof(V128) / sizeof(T)>(lane_at));
}

// -- lane by lane

/// Lanes of ones where the relation holds, of zeros elsewhere.
template <Numeric op, class T>
constexpr V128 compare_lanes(V128 a, V128 b) {
  using Mask = IntegerOf<sizeof(T)>;
  const auto x = lanes_of<T>(a);
  const auto y = lanes_of<T>(b);
  return make_lanes<Mask>([&](std::size_t i) { return apply<op>(x[i], y[i]) ? static_cast<Mask>(-1) : Mask{0}; });
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
  return make_lanes<T>([&](std::size_t i) { return extended_lane<extend, T, part>(x, i); });
}

template <Numeric extend, class T, Part part>
constexpr V128 multiply_half(V128 a, V128 b) {
  const auto x = lanes_of<Half<T>>(a);
  const auto y = lanes_of<Half<T>>(b);
  return make_lanes<T>([&](std::size_t i) {
    return apply<Numeric::mul>(extended_lane<extend, T, part>(x, i), extended_lane<extend, T, part>(y, i));
  });
}

template <Numeric extend, class T>
constexpr V128 add_pairs(V128 a) {
  const auto x = lanes_of<Half<T>>(a);
  return make_lanes<T>([&](std::size_t i) {
    return apply<Numeric::add>(convert<extend, T>(x[2 * i]), convert<extend, T>(x[2 * i + 1]));
  });
}

/// Signed products of lanes of half the width, summed in pairs; the sum wraps.
template <class T>
constexpr V128 dot_product(V128 a, V128 b) {
  const auto x = lanes_of<Half<T>>(a);
  const auto y = lanes_of<Half<T>>(b);
  const auto product = [&](std::size_t i) {
    return apply<Numeric::mul>(convert<Numeric::extend_s, T>(x[i]), convert<Numeric::extend_s, T>(y[i]));
  };
  return make_lanes<T>([&](std::size_t i) { return apply<Numeric::add>(product(2 * i), product(2 * i + 1)); });
}

// -- to lanes of half the width

/// Lanes of a, then of b, taken as signed numbers and saturated to T.
template <Numeric op, class T>
constexpr V128 narrow(V128 a, V128 b) {
  using Wide = IntegerOf<sizeof(T) * 2>;
  const auto half = [](V128 vector) {
    const auto x = lanes_of<Wide>(vector);
    return std::bit_cast<std::uint64_t>(make_array<T, 8 / sizeof(T)>([&](std::size_t i) {
      const std::int32_t value = static_cast<Signed<Wide>>(x[i]);
      if constexpr (op == Numeric::narrow_s)
        return saturate_s<T>(value);
      else
        return saturate_u<T>(value);
    }));
  };
  return {.lo = half(a), .hi = half(b)};
}

// -- between two lanes of 64 bits and the low two of 32, the upper two being zero

template <Numeric op, class To, class From>
constexpr V128 convert_two(V128 a) {
  const auto x = lanes_of<From>(a);
  const auto two = make_array<To, 2>([&](std::size_t i) { return convert<op, To>(x[i]); });
  if constexpr (sizeof(To) == 4)
    return {.lo = std::bit_cast<std::uint64_t>(two), .hi = 0};
  else
    return vector_of<To>(two);
}

// -- by position

/// Lane i of the result is lane s[i] of a, zero where there is none. spec: op-swizzle
constexpr V128 swizzle(V128 a, V128 s) {
  const auto x = lanes_of<std::uint8_t>(a);
  const auto at = lanes_of<std::uint8_t>(s);
  return make_lanes<std::uint8_t>([&](std::size_t i) {
    const std::uint8_t picked = x[at[i] % 16U];
    return at[i] < 16 ? picked : std::uint8_t{0};
  });
}

/// Lane i of the result is lane s[i] of the 32 in a and b. The lanes s are the immediate: valid ones are below 32.
constexpr V128 shuffle(V128 a, V128 b, V128 s) {
  const std::array<V128, 2> both = {a, b};
  const auto x = std::bit_cast<std::array<std::uint8_t, 32>>(both);
  const auto at = lanes_of<std::uint8_t>(s);
  return make_lanes<std::uint8_t>([&](std::size_t i) { return x[at[i] % 32U]; });
}

// -- bits

constexpr V128 bitselect(V128 a, V128 b, V128 mask) {
  return {.lo = (a.lo & mask.lo) | (b.lo & ~mask.lo), .hi = (a.hi & mask.hi) | (b.hi & ~mask.hi)};
}

/// Whether one of the lanes of type T in a word is zero: only then does subtracting 1 from each lane borrow into a sign
/// bit that was clear.
template <class T>
constexpr bool has_zero_lane(std::uint64_t word) {
  constexpr std::uint64_t ones = ~std::uint64_t{0} / std::numeric_limits<T>::max();
  constexpr std::uint64_t signs = ones << (bit_width_of<T> - 1);
  return ((word - ones) & ~word & signs) != 0;
}

/// The sign bits of the lanes of type T in a word, side by side. One multiplication brings the bit of lane k of n from
/// place bits * k + bits - 1 to place 64 - n + k; what else it makes stays below.
template <class T>
constexpr std::uint32_t sign_bits(std::uint64_t word) {
  constexpr unsigned bits = bit_width_of<T>;
  constexpr unsigned count = 64 / bits;
  constexpr std::uint64_t factor = [] {
    std::uint64_t sum = 0;
    for (unsigned k = 0; k < count; ++k) sum |= std::uint64_t{1} << (bits - 1) * k;
    return sum;
  }();
  constexpr std::uint64_t signs = ~std::uint64_t{0} / std::numeric_limits<T>::max() << (bits - 1);
  return static_cast<std::uint32_t>((word & signs) * factor >> (64 - count));
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
    const auto x = lanes_of<float>(a);
    return make_lanes<T>([&](std::size_t i) { return convert<op, T>(x[i]); });
  } else if constexpr (op == Numeric::convert_s || op == Numeric::convert_u) {
    const auto x = lanes_of<std::uint32_t>(a);
    return make_lanes<T>([&](std::size_t i) { return convert<op, T>(x[i]); });
  } else {
    const auto x = lanes_of<T>(a);
    return make_lanes<T>([&](std::size_t i) { return apply<op>(x[i]); });
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
  else {
    const auto x = lanes_of<T>(a);
    const auto y = lanes_of<T>(b);
    return make_lanes<T>([&](std::size_t i) { return apply<op>(x[i], y[i]); });
  }
}

/// Form::lanes of three operands.
template <Shape shape, Numeric op>
constexpr V128 apply_lanes(V128 a, V128 b, V128 c) {
  using T = Lane<shape>;
  if constexpr (op == Numeric::bitselect) {
    return bitselect(a, b, c);
  } else if constexpr (op == Numeric::dot_i7_add_s) {
    const V128 products = add_pairs<Numeric::extend_s, T>(dot_product<Half<T>>(a, b));
    return apply_lanes<shape, Numeric::add>(products, c);
  } else {
    const auto x = lanes_of<T>(a);
    const auto y = lanes_of<T>(b);
    const auto z = lanes_of<T>(c);
    return make_lanes<T>([&](std::size_t i) { return apply<op>(x[i], y[i], z[i]); });
  }
}

/// Form::lane_test.
template <Shape shape, Numeric op>
constexpr std::uint32_t test_lanes(V128 a) {
  if constexpr (op == Numeric::any_true) {
    return (a.lo | a.hi) != 0 ? 1 : 0;
  } else if constexpr (op == Numeric::all_true) {
    using T = Lane<shape>;
    return has_zero_lane<T>(a.lo) || has_zero_lane<T>(a.hi) ? 0 : 1;
  } else if constexpr (op == Numeric::bitmask) {
    using T = Lane<shape>;
    return sign_bits<T>(a.lo) | sign_bits<T>(a.hi) << lane_count(shape) / 2;
  } else {
    static_assert(lane_count(shape) == 0, "not a test of lanes");
  }
}

/// Form::lane_shift; the count is taken modulo the lane's width.
template <Shape shape, Numeric op>
constexpr V128 shift_lanes(V128 a, std::uint32_t count) {
  using T = Lane<shape>;
  const auto x = lanes_of<T>(a);
  const T by = static_cast<T>(count % bit_width_of<T>);
  return make_lanes<T>([&](std::size_t i) { return apply<op>(x[i], by); });
}

template <Shape shape>
constexpr V128 splat(Lane<shape> value) {
  return make_lanes<Lane<shape>>([&](std::size_t) { return value; });
}

template <Shape shape>
constexpr Lane<shape> extract_lane(V128 a, std::uint8_t lane) {
  return lanes_of<Lane<shape>>(a)[lane];
}

template <Shape shape>
constexpr V128 replace_lane(V128 a, Lane<shape> value, std::uint8_t lane) {
  auto x = lanes_of<Lane<shape>>(a);
  x[lane] = value;
  return vector_of<Lane<shape>>(x);
}

}  // namespace assay::wasm
