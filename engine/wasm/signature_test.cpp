// Signatures are read from the table's words at compile time.
#include "wasm/signature.hpp"

#include <gtest/gtest.h>

namespace assay::wasm {
namespace {

TEST(Signature, IsTypesAnArrowAndTypes) {
  constexpr Signature signature = parse_signature("addr v128 -> i32");
  EXPECT_FALSE(signature.custom);
  ASSERT_EQ(signature.param_count, 2);
  EXPECT_EQ(signature.params[0], Sig::addr);
  EXPECT_EQ(signature.params[1], Sig::v128);
  ASSERT_EQ(signature.result_count, 1);
  EXPECT_EQ(signature.results[0], Sig::i32);
}

TEST(Signature, MayLackOperandsOrResults) {
  constexpr Signature constant = parse_signature("-> f64");
  EXPECT_EQ(constant.param_count, 0);
  ASSERT_EQ(constant.result_count, 1);
  EXPECT_EQ(constant.results[0], Sig::f64);

  constexpr Signature store = parse_signature("addr f32 ->");
  EXPECT_EQ(store.param_count, 2);
  EXPECT_EQ(store.params[1], Sig::f32);
  EXPECT_EQ(store.result_count, 0);

  constexpr Signature fence = parse_signature("->");
  EXPECT_EQ(fence, Signature{});
}

TEST(Signature, HasRoomForFourOperandsAndTwoResults) {
  constexpr Signature wide = parse_signature("i64 i64 i64 i64 -> i64 i64");
  EXPECT_EQ(wide.param_count, 4);
  EXPECT_EQ(wide.result_count, 2);
}

}  // namespace
}  // namespace assay::wasm
