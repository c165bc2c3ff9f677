// The integer operators, each once, at any width: scalars of 32 and 64 bits, lanes of 8 to 64.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "wasm/numeric.hpp"
#include "wasm/outcome.hpp"

namespace assay::wasm {

/// Integers have no sign of their own; operators that care end in _s or _u.
template <class T>
concept Integer = std::unsigned_integral<T> && !std::same_as<T, bool>;

template <Integer T>
using Signed = std::make_signed_t<T>;

/// Arithmetic on narrow lanes happens here, in unsigned words: C++ would promote them to int, whose overflow is
/// undefined.
template <Integer T>
using Word = std::conditional_t<(sizeof(T) < 4), std::uint32_t, T>;

template <Integer T>
inline constexpr T bit_width_of = static_cast<T>(std::numeric_limits<T>::digits);

/// The low bits of a wider value.
template <Integer T, class U>
constexpr T low_bits(U value) {
  return static_cast<T>(value);
}

/// Sign-extends the low bits of `value` that make a Narrow. spec: op-iextendn_s
template <Integer Narrow, Integer T>
constexpr T extend_low(T value) {
  return static_cast<T>(static_cast<Signed<T>>(static_cast<Signed<Narrow>>(static_cast<Narrow>(value))));
}

/// The value nearest to `value` that a lane of type T has, as signed or unsigned numbers. spec: op-sat_s
template <Integer T>
constexpr T saturate_s(std::int32_t value) {
  constexpr std::int32_t least = std::numeric_limits<Signed<T>>::min();
  constexpr std::int32_t most = std::numeric_limits<Signed<T>>::max();
  value = value < least ? least : value;
  value = value > most ? most : value;
  return static_cast<T>(value);
}
template <Integer T>
constexpr T saturate_u(std::int32_t value) {
  constexpr std::int32_t most = std::numeric_limits<T>::max();
  value = value < 0 ? 0 : value;
  value = value > most ? most : value;
  return static_cast<T>(value);
}

/// Operators of one integer. Tests are bool, the rest T.
template <Numeric op, Integer T>
constexpr auto apply(T a) {
  using S = Signed<T>;
  using W = Word<T>;
  if constexpr (op == Numeric::eqz)
    return a == 0;
  else if constexpr (op == Numeric::clz)
    return static_cast<T>(std::countl_zero(a));
  else if constexpr (op == Numeric::ctz)
    return static_cast<T>(std::countr_zero(a));
  else if constexpr (op == Numeric::popcnt)
    return static_cast<T>(std::popcount(a));
  else if constexpr (op == Numeric::neg)
    return static_cast<T>(W{0} - W{a});
  else if constexpr (op == Numeric::abs)
    return static_cast<T>(static_cast<S>(a) < 0 ? W{0} - W{a} : W{a});
  else if constexpr (op == Numeric::not_)
    return static_cast<T>(~W{a});
  else if constexpr (op == Numeric::extend8_s)
    return extend_low<std::uint8_t>(a);
  else if constexpr (op == Numeric::extend16_s)
    return extend_low<std::uint16_t>(a);
  else if constexpr (op == Numeric::extend32_s)
    return extend_low<std::uint32_t>(a);
  else
    static_assert(sizeof(T) == 0, "not an operator of one integer");
}

/// Operators of two integers. Comparisons are bool; division and remainder, which trap, are Outcome<T>; the rest T.
template <Numeric op, Integer T>
constexpr auto apply(T a, T b) {
  using S = Signed<T>;
  using W = Word<T>;
  [[maybe_unused]] const auto signed_a = static_cast<S>(a);
  [[maybe_unused]] const auto signed_b = static_cast<S>(b);
  [[maybe_unused]] constexpr T bits = bit_width_of<T>;

  if constexpr (op == Numeric::add)
    return static_cast<T>(W{a} + W{b});
  else if constexpr (op == Numeric::sub)
    return static_cast<T>(W{a} - W{b});
  else if constexpr (op == Numeric::mul)
    return static_cast<T>(W{a} * W{b});

  else if constexpr (op == Numeric::div_s) {
    if (b == 0) return Outcome<T>(Trap::integer_divide_by_zero);
    if (signed_a == std::numeric_limits<S>::min() && signed_b == -1) return Outcome<T>(Trap::integer_overflow);
    return Outcome<T>(static_cast<T>(signed_a / signed_b));
  } else if constexpr (op == Numeric::div_u) {
    if (b == 0) return Outcome<T>(Trap::integer_divide_by_zero);
    return Outcome<T>(static_cast<T>(a / b));
  } else if constexpr (op == Numeric::rem_s) {
    if (b == 0) return Outcome<T>(Trap::integer_divide_by_zero);
    // The least integer by -1 leaves 0, but the machine's division would trap.
    if (signed_b == -1) return Outcome<T>(T{0});
    return Outcome<T>(static_cast<T>(signed_a % signed_b));
  } else if constexpr (op == Numeric::rem_u) {
    if (b == 0) return Outcome<T>(Trap::integer_divide_by_zero);
    return Outcome<T>(static_cast<T>(a % b));
  }

  else if constexpr (op == Numeric::and_)
    return static_cast<T>(a & b);
  else if constexpr (op == Numeric::or_)
    return static_cast<T>(a | b);
  else if constexpr (op == Numeric::xor_)
    return static_cast<T>(a ^ b);
  else if constexpr (op == Numeric::andnot)
    return static_cast<T>(W{a} & ~W{b});
  else if constexpr (op == Numeric::shl)
    return static_cast<T>(W{a} << (b % bits));
  else if constexpr (op == Numeric::shr_s)
    return static_cast<T>(signed_a >> (b % bits));
  else if constexpr (op == Numeric::shr_u)
    return static_cast<T>(a >> (b % bits));
  else if constexpr (op == Numeric::rotl)
    return std::rotl(a, static_cast<int>(b % bits));
  else if constexpr (op == Numeric::rotr)
    return std::rotr(a, static_cast<int>(b % bits));

  else if constexpr (op == Numeric::eq)
    return a == b;
  else if constexpr (op == Numeric::ne)
    return a != b;
  else if constexpr (op == Numeric::lt_s)
    return signed_a < signed_b;
  else if constexpr (op == Numeric::lt_u)
    return a < b;
  else if constexpr (op == Numeric::gt_s)
    return signed_a > signed_b;
  else if constexpr (op == Numeric::gt_u)
    return a > b;
  else if constexpr (op == Numeric::le_s)
    return signed_a <= signed_b;
  else if constexpr (op == Numeric::le_u)
    return a <= b;
  else if constexpr (op == Numeric::ge_s)
    return signed_a >= signed_b;
  else if constexpr (op == Numeric::ge_u)
    return a >= b;

  else if constexpr (op == Numeric::min_s)
    return signed_a < signed_b ? a : b;
  else if constexpr (op == Numeric::min_u)
    return a < b ? a : b;
  else if constexpr (op == Numeric::max_s)
    return signed_a > signed_b ? a : b;
  else if constexpr (op == Numeric::max_u)
    return a > b ? a : b;

  // Of lanes of 8 and 16 bits only, so that int holds what comes before saturation.
  else if constexpr (op == Numeric::add_sat_s)
    return saturate_s<T>(signed_a + signed_b);
  else if constexpr (op == Numeric::add_sat_u)
    return saturate_u<T>(a + b);
  else if constexpr (op == Numeric::sub_sat_s)
    return saturate_s<T>(signed_a - signed_b);
  else if constexpr (op == Numeric::sub_sat_u)
    return saturate_u<T>(a - b);
  else if constexpr (op == Numeric::avgr_u)
    return static_cast<T>((a + b + 1) / 2);
  else if constexpr (op == Numeric::q15mulr_sat_s)
    return saturate_s<T>((signed_a * signed_b + 0x4000) >> 15);

  else if constexpr (op == Numeric::xchg)
    return b;
  else
    static_assert(sizeof(T) == 0, "not an operator of two integers");
}

/// An integer of 128 bits.
struct Halves {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend constexpr bool operator==(Halves, Halves) = default;
};

__extension__ typedef unsigned __int128 Integer128;
__extension__ typedef __int128 SignedInteger128;

constexpr Integer128 join(std::uint64_t low, std::uint64_t high) {
  return Integer128{high} << 64U | low;
}
constexpr Halves split(Integer128 value) {
  return {.low = static_cast<std::uint64_t>(value), .high = static_cast<std::uint64_t>(value >> 64U)};
}

/// add128, sub128: operands are low and high half of a, low and high half of b.
template <Numeric op>
constexpr Halves apply_wide(std::uint64_t a_low, std::uint64_t a_high, std::uint64_t b_low, std::uint64_t b_high) {
  static_assert(op == Numeric::add128 || op == Numeric::sub128);
  if constexpr (op == Numeric::add128)
    return split(join(a_low, a_high) + join(b_low, b_high));
  else
    return split(join(a_low, a_high) - join(b_low, b_high));
}

/// mul_wide_s, mul_wide_u: the full product.
template <Numeric op>
constexpr Halves apply_wide(std::uint64_t a, std::uint64_t b) {
  static_assert(op == Numeric::mul_wide_s || op == Numeric::mul_wide_u);
  if constexpr (op == Numeric::mul_wide_u)
    return split(Integer128{a} * Integer128{b});
  else {
    return split(static_cast<Integer128>(SignedInteger128{static_cast<std::int64_t>(a)} *
                                         SignedInteger128{static_cast<std::int64_t>(b)}));
  }
}

}  // namespace assay::wasm
