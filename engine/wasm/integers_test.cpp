// The integer operators at the edges of their types; the expected values are stated, not computed.
#include "wasm/integers.hpp"

#include <gtest/gtest.h>

namespace assay::wasm {
namespace {

constexpr std::uint32_t least32 = 0x8000'0000;
constexpr std::uint64_t least64 = 0x8000'0000'0000'0000;
constexpr std::uint32_t minus1_32 = 0xFFFF'FFFF;
constexpr std::uint64_t minus1_64 = 0xFFFF'FFFF'FFFF'FFFF;

// What constant folding needs: all of it can happen at compile time.
static_assert(apply<Numeric::add>(minus1_32, 1U) == 0);
static_assert(apply<Numeric::mul>(std::uint16_t{0xFFFF}, std::uint16_t{0xFFFF}) == 1);
static_assert(apply<Numeric::div_s>(least32, minus1_32).trap == Trap::integer_overflow);

TEST(Integers, WrapAround) {
  EXPECT_EQ(apply<Numeric::add>(std::uint32_t{0x7FFF'FFFF}, std::uint32_t{1}), least32);
  EXPECT_EQ(apply<Numeric::sub>(std::uint64_t{0}, std::uint64_t{1}), minus1_64);
  EXPECT_EQ(apply<Numeric::mul>(least32, minus1_32), least32);
  EXPECT_EQ(apply<Numeric::mul>(std::uint64_t{0x0123'4567'89AB'CDEF}, std::uint64_t{0xFEDC'BA98'7654'3210}),
            0x2236'D88F'E561'8CF0U);
  EXPECT_EQ(apply<Numeric::neg>(least64), least64);
  EXPECT_EQ(apply<Numeric::abs>(std::uint8_t{0x80}), 0x80);
  EXPECT_EQ(apply<Numeric::add>(std::uint8_t{200}, std::uint8_t{100}), 44);
}

TEST(Integers, DivideTowardsZeroAndTrapWhereThereIsNoQuotient) {
  EXPECT_EQ(apply<Numeric::div_s>(std::uint32_t{0xFFFF'FFF9}, std::uint32_t{2}), Outcome<std::uint32_t>(0xFFFF'FFFD));
  EXPECT_EQ(apply<Numeric::div_s>(least32, std::uint32_t{2}), Outcome<std::uint32_t>(0xC000'0000));
  EXPECT_EQ(apply<Numeric::div_u>(least32, minus1_32), Outcome<std::uint32_t>(0U));
  EXPECT_EQ(apply<Numeric::div_u>(minus1_64, std::uint64_t{10}), Outcome<std::uint64_t>(1844674407370955161U));
  EXPECT_EQ(apply<Numeric::div_s>(std::uint32_t{1}, std::uint32_t{0}).trap, Trap::integer_divide_by_zero);
  EXPECT_EQ(apply<Numeric::div_u>(std::uint64_t{1}, std::uint64_t{0}).trap, Trap::integer_divide_by_zero);
  EXPECT_EQ(apply<Numeric::div_s>(least64, minus1_64).trap, Trap::integer_overflow);
  EXPECT_EQ(apply<Numeric::div_s>(least64 + 1, minus1_64), Outcome<std::uint64_t>(0x7FFF'FFFF'FFFF'FFFFU));
}

TEST(Integers, HaveRemaindersWithTheSignOfTheDividend) {
  EXPECT_EQ(apply<Numeric::rem_s>(std::uint32_t{0xFFFF'FFF9}, std::uint32_t{2}), Outcome<std::uint32_t>(minus1_32));
  EXPECT_EQ(apply<Numeric::rem_s>(std::uint32_t{7}, std::uint32_t{0xFFFF'FFFE}), Outcome<std::uint32_t>(1U));
  EXPECT_EQ(apply<Numeric::rem_s>(least32, minus1_32), Outcome<std::uint32_t>(0U));
  EXPECT_EQ(apply<Numeric::rem_s>(least64, minus1_64), Outcome<std::uint64_t>(std::uint64_t{0}));
  EXPECT_EQ(apply<Numeric::rem_u>(minus1_64, std::uint64_t{10}), Outcome<std::uint64_t>(std::uint64_t{5}));
  EXPECT_EQ(apply<Numeric::rem_s>(std::uint32_t{1}, std::uint32_t{0}).trap, Trap::integer_divide_by_zero);
  EXPECT_EQ(apply<Numeric::rem_u>(std::uint32_t{1}, std::uint32_t{0}).trap, Trap::integer_divide_by_zero);
}

TEST(Integers, TakeShiftCountsModuloTheWidth) {
  EXPECT_EQ(apply<Numeric::shl>(std::uint32_t{1}, std::uint32_t{33}), 2U);
  EXPECT_EQ(apply<Numeric::shl>(std::uint64_t{1}, std::uint64_t{0x1'0000'003F}), least64);
  EXPECT_EQ(apply<Numeric::shr_s>(least32, std::uint32_t{31}), minus1_32);
  EXPECT_EQ(apply<Numeric::shr_s>(least32, std::uint32_t{32}), least32);
  EXPECT_EQ(apply<Numeric::shr_u>(least32, std::uint32_t{31}), 1U);
  EXPECT_EQ(apply<Numeric::shr_s>(std::uint8_t{0x80}, std::uint8_t{9}), 0xC0);
  EXPECT_EQ(apply<Numeric::rotl>(std::uint32_t{0xABCD'9876}, std::uint32_t{33}), 0x579B'30EDU);
  EXPECT_EQ(apply<Numeric::rotr>(std::uint32_t{1}, std::uint32_t{1}), least32);
  EXPECT_EQ(apply<Numeric::rotl>(least64, std::uint64_t{1}), 1U);
  EXPECT_EQ(apply<Numeric::rotr>(std::uint64_t{5}, std::uint64_t{64}), 5U);
}

TEST(Integers, CountBits) {
  EXPECT_EQ(apply<Numeric::clz>(std::uint32_t{0}), 32U);
  EXPECT_EQ(apply<Numeric::ctz>(std::uint32_t{0}), 32U);
  EXPECT_EQ(apply<Numeric::clz>(std::uint64_t{0}), 64U);
  EXPECT_EQ(apply<Numeric::ctz>(least64), 63U);
  EXPECT_EQ(apply<Numeric::clz>(std::uint64_t{1}), 63U);
  EXPECT_EQ(apply<Numeric::popcnt>(minus1_64), 64U);
  EXPECT_EQ(apply<Numeric::popcnt>(std::uint32_t{0xDEAD'BEEF}), 24U);
  EXPECT_EQ(apply<Numeric::popcnt>(std::uint8_t{0xFF}), 8U);
}

TEST(Integers, ExtendTheSignOfTheirLowBits) {
  EXPECT_EQ(apply<Numeric::extend8_s>(std::uint32_t{0x1234'5680}), 0xFFFF'FF80U);
  EXPECT_EQ(apply<Numeric::extend8_s>(std::uint64_t{0x17F}), 0x7FU);
  EXPECT_EQ(apply<Numeric::extend16_s>(std::uint32_t{0x0001'8000}), 0xFFFF'8000U);
  EXPECT_EQ(apply<Numeric::extend32_s>(std::uint64_t{0x0123'4567'8000'0000}), 0xFFFF'FFFF'8000'0000U);
  EXPECT_EQ(apply<Numeric::extend32_s>(std::uint64_t{0xFFFF'FFFF'7FFF'FFFF}), 0x7FFF'FFFFU);
}

TEST(Integers, CompareWithAndWithoutSign) {
  EXPECT_TRUE(apply<Numeric::lt_s>(minus1_32, std::uint32_t{0}));
  EXPECT_FALSE(apply<Numeric::lt_u>(minus1_32, std::uint32_t{0}));
  EXPECT_TRUE(apply<Numeric::gt_u>(least64, std::uint64_t{1}));
  EXPECT_FALSE(apply<Numeric::gt_s>(least64, std::uint64_t{1}));
  EXPECT_TRUE(apply<Numeric::le_s>(least32, least32));
  EXPECT_TRUE(apply<Numeric::ge_s>(std::uint8_t{0x7F}, std::uint8_t{0x80}));
  EXPECT_FALSE(apply<Numeric::ge_u>(std::uint8_t{0x7F}, std::uint8_t{0x80}));
  EXPECT_TRUE(apply<Numeric::le_u>(std::uint32_t{0}, least32));
  EXPECT_TRUE(apply<Numeric::eqz>(std::uint64_t{0}));
  EXPECT_FALSE(apply<Numeric::eqz>(std::uint64_t{1} << 32U));
  EXPECT_TRUE(apply<Numeric::ne>(least32, minus1_32));
  EXPECT_FALSE(apply<Numeric::eq>(least32, minus1_32));
}

TEST(Integers, SaturateInNarrowLanes) {
  EXPECT_EQ(apply<Numeric::add_sat_s>(std::uint8_t{0x7F}, std::uint8_t{1}), 0x7F);
  EXPECT_EQ(apply<Numeric::add_sat_s>(std::uint8_t{0x80}, std::uint8_t{0xFF}), 0x80);
  EXPECT_EQ(apply<Numeric::add_sat_u>(std::uint16_t{0xFFFF}, std::uint16_t{1}), 0xFFFF);
  EXPECT_EQ(apply<Numeric::sub_sat_s>(std::uint16_t{0x8000}, std::uint16_t{1}), 0x8000);
  EXPECT_EQ(apply<Numeric::sub_sat_s>(std::uint16_t{0}, std::uint16_t{0x8000}), 0x7FFF);
  EXPECT_EQ(apply<Numeric::sub_sat_u>(std::uint8_t{1}, std::uint8_t{2}), 0);
  EXPECT_EQ(apply<Numeric::avgr_u>(std::uint8_t{0xFF}, std::uint8_t{0xFE}), 0xFF);
  EXPECT_EQ(apply<Numeric::avgr_u>(std::uint16_t{0xFFFF}, std::uint16_t{0xFFFF}), 0xFFFF);
  // -1 * -1 is the one product of fractions that has no room.
  EXPECT_EQ(apply<Numeric::q15mulr_sat_s>(std::uint16_t{0x8000}, std::uint16_t{0x8000}), 0x7FFF);
  EXPECT_EQ(apply<Numeric::q15mulr_sat_s>(std::uint16_t{0x8000}, std::uint16_t{0x7FFF}), 0x8001);
  EXPECT_EQ(apply<Numeric::q15mulr_sat_s>(std::uint16_t{0x4000}, std::uint16_t{1}), 1);
}

TEST(Integers, AddBorrowAndMultiplyIn128Bits) {
  EXPECT_EQ(apply_wide<Numeric::add128>(minus1_64, 0, 1, 0), (Halves{0, 1}));
  EXPECT_EQ(apply_wide<Numeric::add128>(minus1_64, minus1_64, 1, 0), (Halves{0, 0}));
  EXPECT_EQ(apply_wide<Numeric::sub128>(0, 0, 1, 0), (Halves{minus1_64, minus1_64}));
  EXPECT_EQ(apply_wide<Numeric::sub128>(0, 1, 1, 0), (Halves{minus1_64, 0}));
  EXPECT_EQ(apply_wide<Numeric::mul_wide_u>(minus1_64, minus1_64), (Halves{1, minus1_64 - 1}));
  EXPECT_EQ(apply_wide<Numeric::mul_wide_s>(minus1_64, minus1_64), (Halves{1, 0}));
  EXPECT_EQ(apply_wide<Numeric::mul_wide_s>(least64, least64), (Halves{0, least64 >> 1U}));
  EXPECT_EQ(apply_wide<Numeric::mul_wide_s>(least64, 1), (Halves{least64, minus1_64}));
}

}  // namespace
}  // namespace assay::wasm
