// Vector operators: those that are not a scalar operator lane by lane, and one of each way that lanes are walked.
#include "wasm/lanes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <utility>

namespace assay::wasm {
namespace {

using U8 = Lanes<std::uint8_t>;
using U16 = Lanes<std::uint16_t>;
using U32 = Lanes<std::uint32_t>;
using U64 = Lanes<std::uint64_t>;
using F32 = Lanes<float>;
using F64 = Lanes<double>;

template <class T, std::size_t count>
V128 pack(const std::array<T, count>& lanes) {
  return vector_of<T>(lanes);
}

constexpr U8 counting = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

static_assert(apply_lanes<Shape::i8x16, Numeric::add>(V128{.lo = 0xFF, .hi = 1}, V128{.lo = 1, .hi = 0}) ==
              V128{.lo = 0, .hi = 1});

TEST(Lanes, AreCountedFromTheLeastSignificantByte) {
  EXPECT_EQ(pack(U8{0x01, 0x02, 0, 0, 0, 0, 0, 0, 0xFF}), (V128{.lo = 0x0201, .hi = 0xFF}));
  EXPECT_EQ(pack(U16{0x0102, 0, 0, 0x8000}), (V128{.lo = 0x8000'0000'0000'0102, .hi = 0}));
  EXPECT_EQ(pack(F64{1.0, -0.0}), (V128{.lo = 0x3FF0'0000'0000'0000, .hi = 0x8000'0000'0000'0000}));
  EXPECT_EQ(lanes_of<std::uint32_t>(V128{.lo = 0x1'0000'0002, .hi = 3}), (U32{2, 1, 3, 0}));
}

TEST(Lanes, WrapWithoutDisturbingTheirNeighbours) {
  EXPECT_EQ((apply_lanes<Shape::i16x8, Numeric::add>(pack(U16{0xFFFF, 5}), pack(U16{1, 6}))), pack(U16{0, 11}));
  EXPECT_EQ((apply_lanes<Shape::i8x16, Numeric::neg>(pack(U8{1, 0x80, 0}))), pack(U8{0xFF, 0x80, 0}));
  EXPECT_EQ((apply_lanes<Shape::i64x2, Numeric::mul>(pack(U64{1ULL << 63U, 3}), pack(U64{2, 5}))), pack(U64{0, 15}));
}

TEST(Lanes, CompareToOnesAndZeros) {
  EXPECT_EQ((apply_lanes<Shape::i8x16, Numeric::lt_s>(pack(U8{0x80, 1, 2}), pack(U8{0, 1, 1}))), pack(U8{0xFF, 0, 0}));
  EXPECT_EQ((apply_lanes<Shape::i64x2, Numeric::ge_s>(pack(U64{5, 0}), pack(U64{~0ULL, 1}))), pack(U64{~0ULL, 0}));
  EXPECT_EQ((apply_lanes<Shape::f32x4, Numeric::ne>(pack(F32{1, 2, 3, 4}), pack(F32{1, 0, 3, 0}))),
            pack(U32{0, ~0U, 0, ~0U}));
}

TEST(Lanes, AreTestedTogether) {
  const V128 one_byte{.lo = 0, .hi = 0x100};
  EXPECT_EQ((test_lanes<Shape::v128x1, Numeric::any_true>(one_byte)), 1U);
  EXPECT_EQ((test_lanes<Shape::v128x1, Numeric::any_true>(V128{})), 0U);
  for (unsigned zero = 0; zero < 16; ++zero) {
    U8 bytes{};
    bytes.fill(0x80);
    EXPECT_EQ((test_lanes<Shape::i8x16, Numeric::all_true>(pack(bytes))), 1U);
    bytes[zero] = 0;
    EXPECT_EQ((test_lanes<Shape::i8x16, Numeric::all_true>(pack(bytes))), 0U) << zero;
    EXPECT_EQ((test_lanes<Shape::i16x8, Numeric::all_true>(pack(bytes))), 1U) << zero;
    EXPECT_EQ((test_lanes<Shape::i64x2, Numeric::all_true>(pack(bytes))), 1U) << zero;
  }
  EXPECT_EQ((test_lanes<Shape::i64x2, Numeric::all_true>(pack(U64{0x8000'0000'0000'0000, 0}))), 0U);
  EXPECT_EQ((test_lanes<Shape::i64x2, Numeric::all_true>(pack(U64{0, 0x8000'0000'0000'0001}))), 0U);
  EXPECT_EQ((test_lanes<Shape::i32x4, Numeric::all_true>(pack(U32{1, 2, 3, 0x8000'0000}))), 1U);
  EXPECT_EQ((test_lanes<Shape::i32x4, Numeric::all_true>(pack(U32{1, 2, 0, 0x8000'0000}))), 0U);
}

TEST(Lanes, GiveTheirSignBitsInOrder) {
  for (unsigned lane = 0; lane < 16; ++lane) {
    U8 bytes{};
    bytes.fill(0x7F);
    bytes[lane] = 0x80;
    EXPECT_EQ((test_lanes<Shape::i8x16, Numeric::bitmask>(pack(bytes))), 1U << lane);
  }
  for (unsigned lane = 0; lane < 8; ++lane) {
    U16 words{};
    words.fill(0x7FFF);
    words[lane] = 0x8000;
    EXPECT_EQ((test_lanes<Shape::i16x8, Numeric::bitmask>(pack(words))), 1U << lane);
  }
  EXPECT_EQ((test_lanes<Shape::i8x16, Numeric::bitmask>(V128{.lo = ~0ULL, .hi = ~0ULL})), 0xFFFFU);
  EXPECT_EQ((test_lanes<Shape::i16x8, Numeric::bitmask>(V128{.lo = ~0ULL, .hi = ~0ULL})), 0xFFU);
  EXPECT_EQ((test_lanes<Shape::i32x4, Numeric::bitmask>(pack(U32{0x8000'0000, 1, 0xFFFF'FFFF, 0x7FFF'FFFF}))), 5U);
  EXPECT_EQ((test_lanes<Shape::i64x2, Numeric::bitmask>(pack(U64{1, 0x8000'0000'0000'0000}))), 2U);
}

TEST(Lanes, ShiftByTheCountModuloTheirWidth) {
  EXPECT_EQ((shift_lanes<Shape::i8x16, Numeric::shl>(pack(U8{0x81, 1}), 9)), pack(U8{0x02, 2}));
  EXPECT_EQ((shift_lanes<Shape::i8x16, Numeric::shr_s>(pack(U8{0x80, 0x7F}), 7)), pack(U8{0xFF, 0}));
  EXPECT_EQ((shift_lanes<Shape::i16x8, Numeric::shr_u>(pack(U16{0x8000}), 0x1'000F)), pack(U16{1}));
  EXPECT_EQ((shift_lanes<Shape::i64x2, Numeric::shr_s>(pack(U64{1ULL << 63U, 8}), 67)),
            pack(U64{0xF000'0000'0000'0000, 1}));
}

TEST(Lanes, NarrowSignedNumbersWithSaturation) {
  const V128 a = pack(U16{0x0080, 0x7FFF, 0xFF7F, 0x8000, 0xFFFF, 0x0000, 0x007F, 0x00FF});
  const V128 b = pack(U16{0x0100, 1});
  EXPECT_EQ((apply_lanes<Shape::i8x16, Numeric::narrow_s>(a, b)),
            pack(U8{0x7F, 0x7F, 0x80, 0x80, 0xFF, 0x00, 0x7F, 0x7F, 0x7F, 1}));
  EXPECT_EQ((apply_lanes<Shape::i8x16, Numeric::narrow_u>(a, b)),
            pack(U8{0x80, 0xFF, 0x00, 0x00, 0x00, 0x00, 0x7F, 0xFF, 0xFF, 1}));
  const V128 c = pack(U32{0x8000, 0xFFFF'7FFF, 0x7FFF'FFFF, 0x8000'0000});
  EXPECT_EQ((apply_lanes<Shape::i16x8, Numeric::narrow_s>(c, V128{})), pack(U16{0x7FFF, 0x8000, 0x7FFF, 0x8000}));
  EXPECT_EQ((apply_lanes<Shape::i16x8, Numeric::narrow_u>(V128{}, c)), pack(U16{0, 0, 0, 0, 0x8000, 0, 0xFFFF, 0}));
}

TEST(Lanes, ExtendFromEitherHalf) {
  const V128 bytes = pack(U8{0x80, 1, 2, 3, 4, 5, 6, 7, 0xFF, 9, 10, 11, 12, 13, 14, 0x7F});
  EXPECT_EQ((apply_lanes<Shape::i16x8, Numeric::extend_low_s>(bytes)), pack(U16{0xFF80, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ((apply_lanes<Shape::i16x8, Numeric::extend_low_u>(bytes)), pack(U16{0x80, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ((apply_lanes<Shape::i16x8, Numeric::extend_high_s>(bytes)), pack(U16{0xFFFF, 9, 10, 11, 12, 13, 14, 0x7F}));
  EXPECT_EQ((apply_lanes<Shape::i16x8, Numeric::extend_high_u>(bytes)), pack(U16{0xFF, 9, 10, 11, 12, 13, 14, 0x7F}));
}

TEST(Lanes, MultiplyIntoTwiceTheWidth) {
  const V128 a = pack(U32{0x8000'0000, 0xFFFF'FFFF, 2, 3});
  EXPECT_EQ((apply_lanes<Shape::i64x2, Numeric::extmul_low_s>(a, a)), pack(U64{0x4000'0000'0000'0000, 1}));
  EXPECT_EQ((apply_lanes<Shape::i64x2, Numeric::extmul_low_u>(a, a)),
            pack(U64{0x4000'0000'0000'0000, 0xFFFF'FFFE'0000'0001}));
  EXPECT_EQ((apply_lanes<Shape::i64x2, Numeric::extmul_high_s>(a, a)), pack(U64{4, 9}));
  const V128 least = pack(U8{0, 0, 0, 0, 0, 0, 0, 0, 0x80});
  EXPECT_EQ((apply_lanes<Shape::i16x8, Numeric::extmul_high_s>(least, least)), pack(U16{0x4000}));
  EXPECT_EQ((apply_lanes<Shape::i16x8, Numeric::extmul_high_u>(least, least)), pack(U16{0x4000}));
}

TEST(Lanes, AddPairs) {
  const V128 bytes = pack(U8{0xFF, 0xFF, 0x80, 0x80, 1, 2});
  EXPECT_EQ((apply_lanes<Shape::i16x8, Numeric::extadd_pairwise_s>(bytes)), pack(U16{0xFFFE, 0xFF00, 3}));
  EXPECT_EQ((apply_lanes<Shape::i16x8, Numeric::extadd_pairwise_u>(bytes)), pack(U16{0x01FE, 0x0100, 3}));
}

TEST(Lanes, SumProductsInPairs) {
  // The one sum that does not fit wraps to the least integer.
  const V128 least = pack(U16{0x8000, 0x8000, 2, 3});
  EXPECT_EQ((apply_lanes<Shape::i32x4, Numeric::dot_s>(least, least)), pack(U32{0x8000'0000, 13}));

  const V128 a = pack(U8{0x80, 0x80, 0x7F, 0x7F, 1, 2, 3, 4});
  const V128 b = pack(U8{0x7F, 0x7F, 0x7F, 0x7F, 1, 2, 3, 4});
  EXPECT_EQ((apply_lanes<Shape::i16x8, Numeric::dot_i7_s>(a, b)), pack(U16{0x8100, 0x7E02, 5, 25}));
  EXPECT_EQ((apply_lanes<Shape::i32x4, Numeric::dot_i7_add_s>(a, b, pack(U32{1, 2, 3, 4}))),
            pack(U32{0xFFFF'FF03, 32, 3, 4}));
  // Beyond seven bits both operands stay signed.
  EXPECT_EQ((apply_lanes<Shape::i16x8, Numeric::dot_i7_s>(pack(U8{0x80, 0x80}), pack(U8{0x81, 0x81}))),
            pack(U16{32512}));
}

TEST(Lanes, ArePickedByPosition) {
  const V128 letters = pack(U8{'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p'});
  EXPECT_EQ(swizzle(letters, pack(U8{15, 0, 16, 255, 1, 0x80, 0x8F, 2})),
            pack(U8{'p', 'a', 0, 0, 'b', 0, 0, 'c', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a'}));
  EXPECT_EQ(swizzle(letters, pack(counting)), letters);
  EXPECT_EQ(shuffle(pack(counting), letters, pack(U8{31, 0, 16, 15, 17})),
            pack(U8{'p', 0, 'a', 15, 'b', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(Lanes, AreMixedBitByBit) {
  EXPECT_EQ(bitselect(V128{.lo = 0xFF00, .hi = ~0ULL}, V128{.lo = 0x00FF, .hi = 0}, V128{.lo = 0xF0F0, .hi = 1}),
            (V128{.lo = 0xF00F, .hi = 1}));
  EXPECT_EQ((apply_lanes<Shape::v128x1, Numeric::andnot>(V128{.lo = 6, .hi = 1}, V128{.lo = 3, .hi = 0})),
            (V128{.lo = 4, .hi = 1}));
}

TEST(Lanes, ConvertToTwoLanesWithZerosAbove) {
  const V128 doubles = pack(F64{-1.5, 1e300});
  EXPECT_EQ((apply_lanes<Shape::i32x4, Numeric::trunc_sat_s_zero>(doubles)), pack(U32{~0U, 0x7FFF'FFFF, 0, 0}));
  EXPECT_EQ((apply_lanes<Shape::i32x4, Numeric::trunc_sat_u_zero>(doubles)), pack(U32{0, ~0U, 0, 0}));
  EXPECT_EQ((apply_lanes<Shape::f32x4, Numeric::demote_zero>(pack(F64{0.5, -2.0}))), pack(F32{0.5, -2.0, 0, 0}));
  EXPECT_EQ((apply_lanes<Shape::f64x2, Numeric::promote_low>(pack(F32{0.5, -2.0, 9, 9}))), pack(F64{0.5, -2.0}));
  EXPECT_EQ((apply_lanes<Shape::f64x2, Numeric::convert_low_s>(pack(U32{~0U, 7, 9, 9}))), pack(F64{-1.0, 7.0}));
  EXPECT_EQ((apply_lanes<Shape::f64x2, Numeric::convert_low_u>(pack(U32{~0U, 7, 9, 9}))), pack(F64{4294967295.0, 7.0}));
}

TEST(Lanes, AreReadAndReplacedOneAtATime) {
  const V128 words = pack(U16{1, 0x8000, 3, 4, 5, 6, 7, 8});
  EXPECT_EQ(extract_lane<Shape::i16x8>(words, 1), 0x8000);
  EXPECT_EQ(replace_lane<Shape::i16x8>(words, 9, 7), pack(U16{1, 0x8000, 3, 4, 5, 6, 7, 9}));
  EXPECT_EQ(splat<Shape::f64x2>(2.5), pack(F64{2.5, 2.5}));
  // A signalling NaN comes through as it is.
  const V128 nan = splat<Shape::f32x4>(float_of<float>(0x7F80'0001));
  EXPECT_EQ(nan, pack(U32{0x7F80'0001, 0x7F80'0001, 0x7F80'0001, 0x7F80'0001}));
  EXPECT_EQ(bits_of(extract_lane<Shape::f32x4>(nan, 3)), 0x7F80'0001U);
}

}  // namespace
}  // namespace assay::wasm
