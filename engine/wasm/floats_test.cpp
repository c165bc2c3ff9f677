// The float operators where C++, IEEE 754 and wasm could differ: zeros, infinities, NaNs, halves. Values are given as
// bits, and operands pass through volatile variables, so that it is the machine's arithmetic that is tested.
#include "wasm/floats.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace assay::wasm {
namespace {

template <Float T>
T opaque(FloatBits<T> bits) {
  const volatile FloatBits<T> hidden = bits;
  return float_of<T>(hidden);
}

template <Numeric op, Float T>
FloatBits<T> of(FloatBits<T> a) {
  return bits_of(apply<op>(opaque<T>(a)));
}
template <Numeric op, Float T>
FloatBits<T> of(FloatBits<T> a, FloatBits<T> b) {
  return bits_of(apply<op>(opaque<T>(a), opaque<T>(b)));
}

constexpr std::uint32_t zero = 0x0000'0000;
constexpr std::uint32_t minus_zero = 0x8000'0000;
constexpr std::uint32_t one = 0x3F80'0000;
constexpr std::uint32_t minus_one = 0xBF80'0000;
constexpr std::uint32_t half = 0x3F00'0000;
constexpr std::uint32_t minus_half = 0xBF00'0000;
constexpr std::uint32_t infinity = 0x7F80'0000;
constexpr std::uint32_t minus_infinity = 0xFF80'0000;
constexpr std::uint32_t nan = 0x7FC0'0000;
constexpr std::uint32_t signalling = 0x7F80'0001;
constexpr std::uint32_t minus_signalling = 0xFF80'0001;
constexpr std::uint64_t signalling64 = 0x7FF0'0000'0000'0001;

/// Exponent all ones and the quiet bit set.
bool is_arithmetic_nan(std::uint32_t bits) {
  return (bits & 0x7FC0'0000) == 0x7FC0'0000;
}
bool is_arithmetic_nan(std::uint64_t bits) {
  return (bits & 0x7FF8'0000'0000'0000) == 0x7FF8'0000'0000'0000;
}
bool is_canonical_nan(std::uint32_t bits) {
  return (bits & 0x7FFF'FFFF) == nan;
}

TEST(Floats, ChangeSignsWithoutTouchingNaNs) {
  EXPECT_EQ((of<Numeric::neg, float>(signalling)), minus_signalling);
  EXPECT_EQ((of<Numeric::abs, float>(minus_signalling)), signalling);
  EXPECT_EQ((of<Numeric::copysign, float>(signalling, minus_one)), minus_signalling);
  EXPECT_EQ((of<Numeric::copysign, float>(minus_one, nan)), one);
  EXPECT_EQ((of<Numeric::neg, double>(signalling64)), 0xFFF0'0000'0000'0001U);
  EXPECT_EQ((of<Numeric::neg, float>(zero)), minus_zero);
  EXPECT_EQ((of<Numeric::abs, float>(minus_infinity)), infinity);
}

TEST(Floats, OrderZerosInMinAndMax) {
  EXPECT_EQ((of<Numeric::min, float>(zero, minus_zero)), minus_zero);
  EXPECT_EQ((of<Numeric::min, float>(minus_zero, zero)), minus_zero);
  EXPECT_EQ((of<Numeric::max, float>(zero, minus_zero)), zero);
  EXPECT_EQ((of<Numeric::max, float>(minus_zero, zero)), zero);
  EXPECT_EQ((of<Numeric::max, float>(minus_zero, minus_zero)), minus_zero);
  EXPECT_EQ((of<Numeric::min, float>(zero, zero)), zero);
  EXPECT_EQ((of<Numeric::min, double>(0, 0x8000'0000'0000'0000)), 0x8000'0000'0000'0000U);
  EXPECT_EQ((of<Numeric::max, double>(0x8000'0000'0000'0000, 0)), 0U);
}

TEST(Floats, ChooseOrdinaryOperandsInMinAndMax) {
  EXPECT_EQ((of<Numeric::min, float>(minus_infinity, one)), minus_infinity);
  EXPECT_EQ((of<Numeric::min, float>(one, half)), half);
  EXPECT_EQ((of<Numeric::max, float>(one, half)), one);
  EXPECT_EQ((of<Numeric::max, float>(minus_one, minus_half)), minus_half);
  EXPECT_EQ((of<Numeric::max, float>(infinity, one)), infinity);
}

TEST(Floats, GiveNaNFromMinAndMaxWhicheverOperandIsOne) {
  EXPECT_TRUE(is_canonical_nan(of<Numeric::min, float>(nan, one)));
  EXPECT_TRUE(is_canonical_nan(of<Numeric::min, float>(one, nan)));
  EXPECT_TRUE(is_canonical_nan(of<Numeric::max, float>(nan, infinity)));
  EXPECT_TRUE(is_canonical_nan(of<Numeric::max, float>(minus_infinity, nan)));
  EXPECT_TRUE(is_arithmetic_nan(of<Numeric::min, float>(signalling, one)));
  EXPECT_TRUE(is_arithmetic_nan(of<Numeric::max, float>(one, minus_signalling)));
  EXPECT_TRUE(is_arithmetic_nan(of<Numeric::min, double>(signalling64, signalling64)));
}

TEST(Floats, PassOperandsThroughPseudoMinAndMaxUnchanged) {
  EXPECT_EQ((of<Numeric::pmin, float>(zero, minus_zero)), zero);
  EXPECT_EQ((of<Numeric::pmin, float>(minus_zero, zero)), minus_zero);
  EXPECT_EQ((of<Numeric::pmax, float>(zero, minus_zero)), zero);
  EXPECT_EQ((of<Numeric::pmin, float>(signalling, one)), signalling);
  EXPECT_EQ((of<Numeric::pmin, float>(one, signalling)), one);
  EXPECT_EQ((of<Numeric::pmax, float>(one, half)), one);
  EXPECT_EQ((of<Numeric::pmin, float>(one, half)), half);
}

TEST(Floats, MakeQuietNaNsOfSignallingOperands) {
  EXPECT_TRUE(is_arithmetic_nan(of<Numeric::add, float>(signalling, one)));
  EXPECT_TRUE(is_arithmetic_nan(of<Numeric::sub, float>(zero, signalling)));
  EXPECT_TRUE(is_arithmetic_nan(of<Numeric::mul, double>(signalling64, signalling64)));
  EXPECT_TRUE(is_arithmetic_nan(of<Numeric::div, float>(signalling, zero)));
  EXPECT_TRUE(is_arithmetic_nan(of<Numeric::sqrt, float>(signalling)));
  EXPECT_TRUE(is_arithmetic_nan(of<Numeric::ceil, float>(signalling)));
  EXPECT_TRUE(is_arithmetic_nan(of<Numeric::floor, double>(signalling64)));
  EXPECT_TRUE(is_arithmetic_nan(of<Numeric::trunc, float>(minus_signalling)));
  EXPECT_TRUE(is_arithmetic_nan(of<Numeric::nearest, double>(signalling64)));
}

TEST(Floats, MakeCanonicalNaNsWhereNoOperandIsOne) {
  EXPECT_TRUE(is_canonical_nan(of<Numeric::sub, float>(infinity, infinity)));
  EXPECT_TRUE(is_canonical_nan(of<Numeric::mul, float>(zero, infinity)));
  EXPECT_TRUE(is_canonical_nan(of<Numeric::div, float>(zero, minus_zero)));
  EXPECT_TRUE(is_canonical_nan(of<Numeric::sqrt, float>(minus_one)));
}

TEST(Floats, DivideByZeroToInfinity) {
  EXPECT_EQ((of<Numeric::div, float>(one, zero)), infinity);
  EXPECT_EQ((of<Numeric::div, float>(one, minus_zero)), minus_infinity);
}

TEST(Floats, KeepTheSignWhenRoundingToZero) {
  EXPECT_EQ((of<Numeric::ceil, float>(minus_half)), minus_zero);
  EXPECT_EQ((of<Numeric::trunc, float>(minus_half)), minus_zero);
  EXPECT_EQ((of<Numeric::nearest, float>(minus_half)), minus_zero);
  EXPECT_EQ((of<Numeric::floor, float>(half)), zero);
  EXPECT_EQ((of<Numeric::floor, float>(minus_zero)), minus_zero);
  EXPECT_EQ((of<Numeric::sqrt, float>(minus_zero)), minus_zero);
  EXPECT_EQ((of<Numeric::floor, float>(minus_half)), minus_one);
  EXPECT_EQ((of<Numeric::ceil, float>(half)), one);
}

TEST(Floats, RoundHalvesToEven) {
  const std::vector<std::pair<double, double>> cases = {
      {0.5, 0.0},
      {1.5, 2.0},
      {2.5, 2.0},
      {-1.5, -2.0},
      {-2.5, -2.0},
      {3.5, 4.0},
      {0.75, 1.0},
      {1.25, 1.0},
      {-3.75, -4.0},
      {4503599627370495.5, 4503599627370496.0},
      {4503599627370497.5, 4503599627370498.0},
      {0.49999999999999994, 0.0},
      {9007199254740991.0, 9007199254740991.0},
  };
  for (const auto& [value, rounded] : cases) {
    EXPECT_EQ((of<Numeric::nearest, double>(bits_of(value))), bits_of(rounded)) << value;
  }
  EXPECT_EQ((of<Numeric::nearest, float>(bits_of(8388609.0F))), bits_of(8388609.0F));
  EXPECT_EQ((of<Numeric::nearest, float>(bits_of(0.49999997F))), zero);
}

TEST(Floats, RoundSumsToTheirOwnPrecision) {
  // The sum lies in the middle between two floats; a sum left in a wider register would not be one of them.
  EXPECT_EQ((of<Numeric::add, float>(bits_of(16777216.0F), one)), bits_of(16777216.0F));
  EXPECT_EQ((of<Numeric::add, float>(bits_of(16777218.0F), one)), bits_of(16777220.0F));
}

TEST(Floats, KeepSubnormals) {
  EXPECT_EQ((of<Numeric::mul, float>(bits_of(0x1p-126F), half)), 0x0040'0000U);
  EXPECT_EQ((of<Numeric::add, float>(1, 1)), 2U);
  EXPECT_EQ((of<Numeric::sqrt, double>(bits_of(0x1p-1074))), bits_of(0x1p-537));
}

TEST(Floats, CompareNaNsUnordered) {
  const float number = opaque<float>(one);
  const float not_a_number = opaque<float>(nan);
  EXPECT_FALSE(apply<Numeric::eq>(not_a_number, not_a_number));
  EXPECT_TRUE(apply<Numeric::ne>(not_a_number, not_a_number));
  EXPECT_FALSE(apply<Numeric::lt>(not_a_number, number));
  EXPECT_FALSE(apply<Numeric::ge>(not_a_number, number));
  EXPECT_FALSE(apply<Numeric::gt>(number, not_a_number));
  EXPECT_FALSE(apply<Numeric::le>(number, not_a_number));
  EXPECT_TRUE(apply<Numeric::eq>(opaque<float>(zero), opaque<float>(minus_zero)));
  EXPECT_FALSE(apply<Numeric::lt>(opaque<float>(minus_zero), opaque<float>(zero)));
}

TEST(Floats, RoundTwiceWhenMultiplyingAndAdding) {
  // (1 + 2^-22)(1 + 2^-15) is 2^-37 more than 1.000204p0 hexadecimal; fused, that would remain.
  const float a = opaque<float>(bits_of(0x1.000004p0F));
  const float b = opaque<float>(bits_of(0x1.0002p0F));
  const float c = opaque<float>(bits_of(-0x1.000204p0F));
  EXPECT_EQ(bits_of(apply<Numeric::madd>(a, b, c)), zero);
  EXPECT_EQ(bits_of(apply<Numeric::nmadd>(a, b, opaque<float>(bits_of(0x1.000204p0F)))), zero);
  const double most = opaque<double>(bits_of(0x1.fffffffffffffp1023));
  EXPECT_EQ(bits_of(apply<Numeric::madd>(most, opaque<double>(bits_of(2.0)), -most)), 0x7FF0'0000'0000'0000U);
}

}  // namespace
}  // namespace assay::wasm
