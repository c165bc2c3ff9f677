#include "text/number_literal.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <random>
#include <string>

#include "text/literal_text.hpp"

namespace assay::text {
namespace {

TEST(NumberForm, integers_and_floats_are_told_apart) {
  for (const char* text : {"0", "007", "+1", "-1", "1_000", "0x1F", "-0xab_CD", "18446744073709551616"}) {
    EXPECT_EQ(number_form(text), NumberForm::integer) << text;
  }
  for (const char* text : {"1.", "1.5", "1e5", "1E-5", "1.e+1_0", "0x1.", "0x1.8p3", "0x1P-3", "inf", "-inf", "+nan",
                           "nan", "nan:0x7f_ff", "0x.p0"}) {
    const bool is_number = std::string(text) != "0x.p0";
    EXPECT_EQ(number_form(text), is_number ? NumberForm::float_ : NumberForm::none) << text;
  }
}

TEST(NumberForm, underscores_stand_between_digits_only) {
  for (const char* text :
       {"_1", "1_", "1__0", "0x_1", "0_x1", "1._0", "1_.0", "1e_1", "1e1_", "0x1p_1", "nan:0x_1", "nan:0x1_", "+_1"}) {
    EXPECT_EQ(number_form(text), NumberForm::none) << text;
  }
}

TEST(NumberForm, fragments_of_numbers_are_none) {
  for (const char* text :
       {"",      "+",     "-",    "0x",     "1x",   "0xg",      ".5",  "1e",  "1e+", "0x1p", "0x1pA", "1.5.5",
        "1e1e1", "nan:1", "nan:", "nan:0x", "nanx", "infinity", "i32", "0b1", "--1", "+-1",  "1e1.5", "0x1.8e"}) {
    const bool hexadecimal_fraction = std::string(text) == "0x1.8e";
    EXPECT_EQ(number_form(text), hexadecimal_fraction ? NumberForm::float_ : NumberForm::none) << text;
  }
}

TEST(Integers, unsigned_values_have_a_limit) {
  EXPECT_EQ(unsigned_value("4294967295", 0xFFFFFFFF), 0xFFFFFFFFU);
  EXPECT_EQ(unsigned_value("4294967296", 0xFFFFFFFF), std::nullopt);
  EXPECT_EQ(unsigned_value("0xffff_ffff_ffff_ffff", UINT64_MAX), UINT64_MAX);
  EXPECT_EQ(unsigned_value("0x1_0000_0000_0000_0000", UINT64_MAX), std::nullopt);
  EXPECT_EQ(unsigned_value("18446744073709551615", UINT64_MAX), UINT64_MAX);
  EXPECT_EQ(unsigned_value("18446744073709551616", UINT64_MAX), std::nullopt);
  EXPECT_EQ(unsigned_value("99999999999999999999999999999999999", UINT64_MAX), std::nullopt);
}

TEST(Integers, both_signed_and_unsigned_readings_fit_a_width) {
  EXPECT_EQ(integer_bits("255", 8), 255U);
  EXPECT_EQ(integer_bits("256", 8), std::nullopt);
  EXPECT_EQ(integer_bits("-128", 8), 0x80U);
  EXPECT_EQ(integer_bits("-129", 8), std::nullopt);
  EXPECT_EQ(integer_bits("+0x7fff", 16), 0x7FFFU);
  EXPECT_EQ(integer_bits("-1", 32), 0xFFFFFFFFU);
  EXPECT_EQ(integer_bits("-0x80000000", 32), 0x80000000U);
  EXPECT_EQ(integer_bits("-0x80000001", 32), std::nullopt);
  EXPECT_EQ(integer_bits("-9223372036854775808", 64), std::uint64_t{1} << 63);
  EXPECT_EQ(integer_bits("-9223372036854775809", 64), std::nullopt);
  EXPECT_EQ(integer_bits("-0", 64), 0U);
}

TEST(Floats, hexadecimal_values_are_exact) {
  EXPECT_EQ(f32_bits("0x1p0"), 0x3F800000U);
  EXPECT_EQ(f32_bits("-0x1.8p1"), 0xC0400000U);
  EXPECT_EQ(f32_bits("0x1p-149"), 1U);
  EXPECT_EQ(f32_bits("0x1.fffffep127"), 0x7F7FFFFFU);
  EXPECT_EQ(f64_bits("0x1p-1074"), 1U);
  EXPECT_EQ(f64_bits("0x1.fffffffffffffp1023"), 0x7FEFFFFFFFFFFFFFU);
  EXPECT_EQ(f64_bits("0x0.0p99999999999999999999"), 0U);
  EXPECT_EQ(f64_bits("0x10"), 0x4030000000000000U);
}

TEST(Floats, hexadecimal_values_round_to_nearest_ties_to_even) {
  EXPECT_EQ(f32_bits("0x1.000001p0"), 0x3F800000U);                // a tie, down to even
  EXPECT_EQ(f32_bits("0x1.000003p0"), 0x3F800002U);                // a tie, up to even
  EXPECT_EQ(f32_bits("0x1.00000100000000000001p0"), 0x3F800001U);  // just above the tie
  EXPECT_EQ(f32_bits("0x1p-150"), 0U);                             // half of the least
  EXPECT_EQ(f32_bits("0x1.000000000000000000001p-150"), 1U);
  EXPECT_EQ(f32_bits("0x1p-151"), 0U);
  EXPECT_EQ(f32_bits("0x1.fffffcp-127"), 0x007FFFFFU);
  EXPECT_EQ(f32_bits("0x1.fffffep-127"), 0x00800000U);  // rounds up to the least normal number
  EXPECT_EQ(f64_bits("0x1p-1075"), 0U);
  EXPECT_EQ(f64_bits("0x1.8p-1075"), 1U);
  EXPECT_EQ(f64_bits("0x1p-99999999999999999999"), 0U);
  EXPECT_EQ(f64_bits("-0x0.00000000000000000000000000000001p-2000"), std::uint64_t{1} << 63);
  EXPECT_EQ(f64_bits("0x" + std::string(300, '0') + "1" + std::string(10, '0')), 0x4270000000000000U);
}

TEST(Floats, decimal_values_round_to_nearest) {
  EXPECT_EQ(f32_bits("1"), 0x3F800000U);
  EXPECT_EQ(f32_bits("-0.1"), 0xBDCCCCCDU);
  EXPECT_EQ(f32_bits("1_0.2_5e1_0"), std::bit_cast<std::uint32_t>(10.25e10F));
  EXPECT_EQ(f64_bits("0.1"), 0x3FB999999999999AU);
  EXPECT_EQ(f64_bits("1."), 0x3FF0000000000000U);
  EXPECT_EQ(f64_bits("1.e1"), 0x4024000000000000U);
  EXPECT_EQ(f64_bits("2.2250738585072011e-308"), 0x000FFFFFFFFFFFFFU);
  EXPECT_EQ(f64_bits("9007199254740993"), 0x4340000000000000U);
  EXPECT_EQ(f64_bits("9007199254740993." + std::string(100, '0') + "1"), 0x4340000000000001U);
}

TEST(Floats, tiny_decimals_are_zero_and_huge_ones_are_refused) {
  EXPECT_EQ(f64_bits("1e-400"), 0U);
  EXPECT_EQ(f64_bits("-1e-99999999999999999999"), std::uint64_t{1} << 63);
  EXPECT_EQ(f64_bits("0." + std::string(500, '0') + "1"), 0U);
  EXPECT_EQ(f32_bits("0e99999"), 0U);
  EXPECT_EQ(f64_bits("1e309"), std::nullopt);
  EXPECT_EQ(f64_bits("1e99999999999999999999"), std::nullopt);
  EXPECT_EQ(f64_bits("1" + std::string(400, '0')), std::nullopt);
  EXPECT_EQ(f32_bits("1e39"), std::nullopt);
  EXPECT_EQ(f32_bits("340282356779733661637539395458142568447"), 0x7F7FFFFFU);
  EXPECT_EQ(f32_bits("340282356779733661637539395458142568448"), std::nullopt);
  EXPECT_EQ(f32_bits("0x1p128"), std::nullopt);
  EXPECT_EQ(f32_bits("0x1.ffffffp127"), std::nullopt);
  EXPECT_EQ(f64_bits("0x1p99999999999999999999"), std::nullopt);
}

TEST(Floats, infinities_and_nans_have_their_bits) {
  EXPECT_EQ(f32_bits("inf"), 0x7F800000U);
  EXPECT_EQ(f64_bits("-inf"), 0xFFF0000000000000U);
  EXPECT_EQ(f32_bits("nan"), 0x7FC00000U);
  EXPECT_EQ(f32_bits("-nan:0x1"), 0xFF800001U);
  EXPECT_EQ(f64_bits("nan:0xf_ffff_ffff_ffff"), 0x7FFFFFFFFFFFFFFFU);
  EXPECT_EQ(f32_bits("nan:0x0"), std::nullopt);
  EXPECT_EQ(f32_bits("nan:0x800000"), std::nullopt);
  EXPECT_EQ(f64_bits("nan:0x10000000000000"), std::nullopt);
}

TEST(Floats, every_printed_float_reads_back_to_its_bits) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t bits = random();
    EXPECT_EQ(f64_bits(f64_text(bits)), bits) << f64_text(bits);
    const auto half = static_cast<std::uint32_t>(bits);
    EXPECT_EQ(f32_bits(f32_text(half)), half) << f32_text(half);
  }
  for (const std::uint64_t bits :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 63, std::uint64_t{0x7FF} << 52,
        std::uint64_t{0x7FF8} << 48, std::uint64_t{0xFFF4} << 48, UINT64_MAX}) {
    EXPECT_EQ(f64_bits(f64_text(bits)), bits) << f64_text(bits);
  }
}

TEST(Floats, hexadecimal_and_decimal_conversion_agree) {
  std::mt19937_64 random(11);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t mantissa = random() >> (random() % 64);
    const std::string decimal = std::to_string(mantissa);
    char hexadecimal[32];
    std::snprintf(hexadecimal, sizeof hexadecimal, "0x%llx", static_cast<unsigned long long>(mantissa));
    EXPECT_EQ(f32_bits(decimal), f32_bits(hexadecimal)) << decimal;
    EXPECT_EQ(f64_bits(decimal), f64_bits(hexadecimal)) << decimal;
  }
}

}  // namespace
}  // namespace assay::text
