// Conversions at both sides of every bound.
#include "wasm/conversions.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace assay::wasm {
namespace {

template <Numeric op, class To, class From>
auto of(From value) {
  const volatile From hidden = value;
  return convert<op, To>(static_cast<From>(hidden));
}

constexpr float nan32 = std::numeric_limits<float>::quiet_NaN();
constexpr double nan64 = std::numeric_limits<double>::quiet_NaN();
constexpr float infinity32 = std::numeric_limits<float>::infinity();
constexpr double infinity64 = std::numeric_limits<double>::infinity();

template <class To, Numeric op, class From>
void expect_trap(From value, Trap trap) {
  EXPECT_EQ((of<op, To>(value).trap), trap) << value;
}
template <class To, Numeric op, class From>
void expect_value(From value, To expected) {
  const auto outcome = of<op, To>(value);
  EXPECT_EQ(outcome.trap, Trap::none) << value;
  EXPECT_EQ(outcome.value, expected) << value;
}

TEST(Conversions, TruncateF32ToI32UpToItsBounds) {
  expect_value<std::uint32_t, Numeric::trunc_s>(-2147483648.0F, 0x8000'0000U);
  expect_value<std::uint32_t, Numeric::trunc_s>(2147483520.0F, 0x7FFF'FF80U);
  expect_value<std::uint32_t, Numeric::trunc_s>(-1.9F, 0xFFFF'FFFFU);
  expect_trap<std::uint32_t, Numeric::trunc_s>(2147483648.0F, Trap::integer_overflow);
  expect_trap<std::uint32_t, Numeric::trunc_s>(-2147483904.0F, Trap::integer_overflow);
  expect_value<std::uint32_t, Numeric::trunc_u>(4294967040.0F, 0xFFFF'FF00U);
  expect_value<std::uint32_t, Numeric::trunc_u>(-0.99999994F, 0U);
  expect_trap<std::uint32_t, Numeric::trunc_u>(4294967296.0F, Trap::integer_overflow);
  expect_trap<std::uint32_t, Numeric::trunc_u>(-1.0F, Trap::integer_overflow);
}

TEST(Conversions, TruncateF64ToI32UpToItsBounds) {
  expect_value<std::uint32_t, Numeric::trunc_s>(-2147483648.9, 0x8000'0000U);
  expect_value<std::uint32_t, Numeric::trunc_s>(2147483647.9, 0x7FFF'FFFFU);
  expect_trap<std::uint32_t, Numeric::trunc_s>(2147483648.0, Trap::integer_overflow);
  expect_trap<std::uint32_t, Numeric::trunc_s>(-2147483649.0, Trap::integer_overflow);
  expect_value<std::uint32_t, Numeric::trunc_u>(4294967295.9, 0xFFFF'FFFFU);
  expect_value<std::uint32_t, Numeric::trunc_u>(-0.9999999999999999, 0U);
  expect_trap<std::uint32_t, Numeric::trunc_u>(4294967296.0, Trap::integer_overflow);
}

TEST(Conversions, TruncateToI64UpToItsBounds) {
  expect_value<std::uint64_t, Numeric::trunc_s>(-9223372036854775808.0, std::uint64_t{1} << 63U);
  expect_value<std::uint64_t, Numeric::trunc_s>(9223372036854774784.0, std::uint64_t{9223372036854774784U});
  expect_trap<std::uint64_t, Numeric::trunc_s>(9223372036854775808.0, Trap::integer_overflow);
  expect_trap<std::uint64_t, Numeric::trunc_s>(-9223372036854777856.0, Trap::integer_overflow);
  expect_value<std::uint64_t, Numeric::trunc_u>(18446744073709549568.0, std::uint64_t{18446744073709549568U});
  expect_trap<std::uint64_t, Numeric::trunc_u>(18446744073709551616.0, Trap::integer_overflow);
  expect_trap<std::uint64_t, Numeric::trunc_u>(-1.0, Trap::integer_overflow);
  expect_value<std::uint64_t, Numeric::trunc_s>(-9223372036854775808.0F, std::uint64_t{1} << 63U);
  expect_trap<std::uint64_t, Numeric::trunc_s>(9223372036854775808.0F, Trap::integer_overflow);
  expect_value<std::uint64_t, Numeric::trunc_u>(18446742974197923840.0F, std::uint64_t{18446742974197923840U});
}

TEST(Conversions, RefuseNaNsAndInfinitiesForDifferentReasons) {
  expect_trap<std::uint32_t, Numeric::trunc_s>(nan32, Trap::invalid_conversion_to_integer);
  expect_trap<std::uint32_t, Numeric::trunc_u>(-nan64, Trap::invalid_conversion_to_integer);
  expect_trap<std::uint64_t, Numeric::trunc_s>(infinity32, Trap::integer_overflow);
  expect_trap<std::uint64_t, Numeric::trunc_u>(-infinity64, Trap::integer_overflow);
}

TEST(Conversions, Saturate) {
  EXPECT_EQ((of<Numeric::trunc_sat_s, std::uint32_t>(nan32)), 0U);
  EXPECT_EQ((of<Numeric::trunc_sat_u, std::uint64_t>(-nan64)), 0U);
  EXPECT_EQ((of<Numeric::trunc_sat_s, std::uint32_t>(infinity32)), 0x7FFF'FFFFU);
  EXPECT_EQ((of<Numeric::trunc_sat_s, std::uint32_t>(-infinity64)), 0x8000'0000U);
  EXPECT_EQ((of<Numeric::trunc_sat_u, std::uint32_t>(-5.0F)), 0U);
  EXPECT_EQ((of<Numeric::trunc_sat_u, std::uint32_t>(4294967296.0)), 0xFFFF'FFFFU);
  EXPECT_EQ((of<Numeric::trunc_sat_s, std::uint64_t>(9223372036854775808.0)), 0x7FFF'FFFF'FFFF'FFFFU);
  EXPECT_EQ((of<Numeric::trunc_sat_u, std::uint64_t>(1e30)), 0xFFFF'FFFF'FFFF'FFFFU);
  EXPECT_EQ((of<Numeric::trunc_sat_s, std::uint32_t>(-7.9)), 0xFFFF'FFF9U);
}

TEST(Conversions, RoundIntegersOnceAndToEven) {
  EXPECT_EQ((of<Numeric::convert_s, float>(std::uint32_t{16777217})), 16777216.0F);
  EXPECT_EQ((of<Numeric::convert_s, float>(std::uint32_t{16777219})), 16777220.0F);
  EXPECT_EQ((of<Numeric::convert_s, float>(std::uint32_t{0xFFFF'FFFF})), -1.0F);
  EXPECT_EQ((of<Numeric::convert_u, float>(std::uint32_t{0xFFFF'FFFF})), 4294967296.0F);
  // By way of f64 this would be rounded twice, to 0x1p62.
  EXPECT_EQ((of<Numeric::convert_u, float>(std::uint64_t{0x4000'0040'0000'0001})), 0x1.000002p62F);
  EXPECT_EQ((of<Numeric::convert_s, float>(std::uint64_t{0xBFFF'FFBF'FFFF'FFFF})), -0x1.000002p62F);
  EXPECT_EQ((of<Numeric::convert_u, double>(std::uint64_t{0x8000'0000'0000'0400})), 0x1p63);
  EXPECT_EQ((of<Numeric::convert_u, double>(std::uint64_t{0x8000'0000'0000'0401})), 0x1.0000000000001p63);
  EXPECT_EQ((of<Numeric::convert_u, double>(std::uint64_t{0xFFFF'FFFF'FFFF'FFFF})), 0x1p64);
  EXPECT_EQ((of<Numeric::convert_s, double>(std::uint64_t{1} << 63U)), -0x1p63);
}

TEST(Conversions, ExtendAndWrap) {
  EXPECT_EQ((of<Numeric::extend_s, std::uint64_t>(std::uint32_t{0x8000'0000})), 0xFFFF'FFFF'8000'0000U);
  EXPECT_EQ((of<Numeric::extend_u, std::uint64_t>(std::uint32_t{0x8000'0000})), 0x8000'0000U);
  EXPECT_EQ((of<Numeric::wrap, std::uint32_t>(std::uint64_t{0x1234'5678'9ABC'DEF0})), 0x9ABC'DEF0U);
}

TEST(Conversions, QuietNaNsOfTheOtherWidthAndKeepTheirTopBits) {
  const float signalling = float_of<float>(0xFFA0'0000);
  EXPECT_EQ(bits_of(of<Numeric::promote, double>(signalling)), 0xFFFC'0000'0000'0000U);
  const double long_payload = float_of<double>(0x7FF0'0000'0000'0001);
  EXPECT_EQ(bits_of(of<Numeric::demote, float>(long_payload)) & 0x7FC0'0000U, 0x7FC0'0000U);
  EXPECT_EQ(bits_of(of<Numeric::demote, float>(nan64)), 0x7FC0'0000U);
}

TEST(Conversions, DemoteWithOneRounding) {
  EXPECT_EQ((of<Numeric::demote, float>(0x1.000001p0)), 1.0F);                  // the middle, to even
  EXPECT_EQ((of<Numeric::demote, float>(0x1.0000010000001p0)), 0x1.000002p0F);  // just above it
  EXPECT_EQ((of<Numeric::demote, float>(0x1.ffffffp127)), infinity32);
  EXPECT_EQ((of<Numeric::demote, float>(0x1.fffffefffffffp127)), 0x1.fffffep127F);
  EXPECT_EQ((of<Numeric::demote, float>(0x1p-150)), 0.0F);
  EXPECT_EQ((of<Numeric::demote, float>(0x1.0000000000001p-150)), 0x1p-149F);
}

TEST(Conversions, ReinterpretEveryBit) {
  EXPECT_EQ((of<Numeric::reinterpret, std::uint32_t>(float_of<float>(0x7F80'0001))), 0x7F80'0001U);
  EXPECT_EQ(bits_of(of<Numeric::reinterpret, double>(std::uint64_t{0xFFF0'0000'0000'0001})), 0xFFF0'0000'0000'0001U);
}

}  // namespace
}  // namespace assay::wasm
