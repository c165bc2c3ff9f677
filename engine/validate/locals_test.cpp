#include "validate/locals.hpp"

#include <gtest/gtest.h>

namespace assay::validate {
namespace {

TEST(LocalTypes, AreTheSameInTheArrayAndBeyondIt) {
  for (const std::size_t flat : {0U, 1U, 5U, 10U, 100U}) {
    LocalTypes locals;
    locals.clear(flat);
    locals.append(3, wasm::i32);
    locals.append(0, wasm::v128);
    locals.append(1, wasm::i64);
    locals.append(6, wasm::f64);
    ASSERT_EQ(locals.count(), 10U);
    for (std::uint32_t i = 0; i < 10; ++i) {
      EXPECT_EQ(locals[i], i < 3 ? wasm::i32 : i < 4 ? wasm::i64 : wasm::f64) << i << " of " << flat;
    }
  }
}

TEST(LocalTypes, AreForgotten) {
  LocalTypes locals;
  locals.clear(10);
  locals.append(3, wasm::i32);
  locals.clear(10);
  EXPECT_EQ(locals.count(), 0U);
  locals.append(1, wasm::f32);
  EXPECT_EQ(locals[0], wasm::f32);
}

TEST(InitializedLocals, AreUndoneToAHeight) {
  InitializedLocals set;
  set.insert(7);
  const auto height = set.height();
  set.insert(7);
  set.insert(1'000);
  EXPECT_TRUE(set.contains(1'000));
  set.reset(height);
  EXPECT_TRUE(set.contains(7));
  EXPECT_FALSE(set.contains(1'000));
  EXPECT_FALSE(set.contains(5));
}

TEST(InitializedLocals, AreForgottenBetweenBodies) {
  InitializedLocals set;
  set.insert(3);
  set.clear();
  EXPECT_FALSE(set.contains(3));
  EXPECT_EQ(set.height(), 0U);
}

}  // namespace
}  // namespace assay::validate
