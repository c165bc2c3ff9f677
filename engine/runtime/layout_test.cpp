#include "runtime/layout.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "runtime/size_classes.hpp"
#include "runtime/store_fixture.hpp"

namespace assay::runtime {
namespace {

using wasm::ValueKind;

TEST(Layout, FieldsLieAtMultiplesOfTheirWidthInOrder) {
  StoreFixture fixture;
  const auto& type = fixture.define_one(struct_type(
      {ValueKind::i8, ValueKind::i16, ValueKind::i8, wasm::i32, wasm::anyref, ValueKind::i8, wasm::v128, wasm::f32}));
  const Layout& layout = layout_of(type);
  EXPECT_EQ(layout.offsets, (std::vector<std::uint32_t>{8, 10, 12, 16, 24, 32, 40, 56}));
  EXPECT_EQ(layout.object_bytes, 64U);
  EXPECT_EQ(layout.followed, (std::vector<std::uint32_t>{24}));
  EXPECT_EQ(cell_bytes[layout.size_class], 64U);
}

TEST(Layout, AnEmptyStructIsItsHeader) {
  StoreFixture fixture;
  EXPECT_EQ(layout_of(fixture.define_one(struct_type({}))).object_bytes, 8U);
}

TEST(Layout, ASubtypesFirstFieldsLieWhereTheSupertypeHasThem) {
  StoreFixture fixture;
  const auto types = fixture.define(
      {struct_type({ValueKind::i8, wasm::i64}), below(0, struct_type({ValueKind::i8, wasm::i64, ValueKind::i8}))});
  const Layout& super = layout_of(*types[0]);
  const Layout& sub = layout_of(*types[1]);
  for (std::size_t i = 0; i < super.offsets.size(); ++i) EXPECT_EQ(sub.offsets[i], super.offsets[i]);
}

TEST(Layout, ReferencesThatCanOnlyBeNullFunctionsOrNumbersAreNotFollowed) {
  using enum wasm::AbstractHeap;
  const auto reference = [](wasm::AbstractHeap heap) {
    return wasm::ValueType::reference(heap, wasm::Nullability::nullable);
  };
  for (const wasm::AbstractHeap heap : {func, nofunc, noextern, i31, none, noexn}) {
    EXPECT_EQ(tracing_of(reference(heap)), Tracing::skipped) << to_string(heap);
  }
  for (const wasm::AbstractHeap heap : {extern_, any, eq, struct_, array, exn}) {
    EXPECT_EQ(tracing_of(reference(heap)), Tracing::followed) << to_string(heap);
  }
  EXPECT_EQ(tracing_of(wasm::i64), Tracing::skipped);
}

TEST(Layout, ArraysKnowTheirElements) {
  StoreFixture fixture;
  const Layout& bytes = layout_of(fixture.define_one(array_type(ValueKind::i8)));
  EXPECT_EQ(bytes.element_bytes, 1U);
  EXPECT_EQ(bytes.elements, Tracing::skipped);
  const Layout& references = layout_of(fixture.define_one(array_type(wasm::externref)));
  EXPECT_EQ(references.element_bytes, 8U);
  EXPECT_EQ(references.elements, Tracing::followed);
}

TEST(Layout, ThreadsThatAskAtTheSameTimeGetTheSameLayout) {
  StoreFixture fixture;
  const auto& type = fixture.define_one(struct_type({wasm::i32, wasm::i64}));
  const Layout* first = nullptr;
  const Layout* second = nullptr;
  std::thread one([&] { first = &layout_of(type); });
  std::thread other([&] { second = &layout_of(type); });
  one.join();
  other.join();
  EXPECT_EQ(first, second);
}

TEST(Layout, SizeClassesAreTheSmallestThatHold) {
  std::uint8_t last = 0;
  for (std::uint64_t bytes = 1; bytes <= small_bytes_max; ++bytes) {
    const std::uint8_t size_class = size_class_of(bytes);
    ASSERT_GE(cell_bytes[size_class], bytes);
    ASSERT_TRUE(size_class == 0 || cell_bytes[size_class - 1U] < bytes);
    ASSERT_GE(size_class, last);
    ASSERT_EQ(cell_bytes[size_class] % 16, 0U);
    last = size_class;
  }
  EXPECT_EQ(size_class_of(small_bytes_max + 1), large_class);
}

}  // namespace
}  // namespace assay::runtime
