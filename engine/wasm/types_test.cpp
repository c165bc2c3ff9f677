// Types as values and as words.
#include "wasm/types.hpp"

#include <gtest/gtest.h>

namespace assay::wasm {
namespace {

static_assert(i32.is_number() && !i32.is_reference() && !v128.is_number() && v128.is_vector());
static_assert(ValueType() == bottom);

TEST(ValueType, KeepsHeapTypeAndNullability) {
  const ValueType type = ValueType::reference(HeapType(TypeIndex(HeapType::index_max)), Nullability::non_null);
  EXPECT_TRUE(type.is_reference());
  EXPECT_FALSE(type.is_nullable());
  EXPECT_TRUE(type.heap().is_index());
  EXPECT_EQ(type.heap().index(), TypeIndex(HeapType::index_max));
  EXPECT_NE(type, ValueType::reference(type.heap(), Nullability::nullable));
  for (std::size_t i = 0; i < static_cast<std::size_t>(AbstractHeap::count_); ++i) {
    const auto heap = static_cast<AbstractHeap>(i);
    EXPECT_EQ(ValueType::reference(heap, Nullability::nullable).heap().abstract(), heap);
  }
}

TEST(ValueType, IsDefaultableUnlessANonNullReference) {
  EXPECT_TRUE(i64.is_defaultable());
  EXPECT_TRUE(v128.is_defaultable());
  EXPECT_TRUE(funcref.is_defaultable());
  EXPECT_FALSE(ValueType::reference(AbstractHeap::func, Nullability::non_null).is_defaultable());
}

TEST(ValueType, HasASizeInBytesAndSlots) {
  EXPECT_EQ(byte_size(ValueKind::i8), 1U);
  EXPECT_EQ(byte_size(ValueKind::i16), 2U);
  EXPECT_EQ(byte_size(i32), 4U);
  EXPECT_EQ(byte_size(f64), 8U);
  EXPECT_EQ(byte_size(externref), 8U);
  EXPECT_EQ(byte_size(v128), 16U);
  EXPECT_EQ(slot_count(v128), 2U);
  EXPECT_EQ(slot_count(externref), 1U);
  EXPECT_EQ(unpacked(ValueKind::i8), i32);
  EXPECT_EQ(unpacked(f32), f32);
}

TEST(ValueType, IsWrittenInTheTextFormatsWords) {
  EXPECT_EQ(to_string(i32), "i32");
  EXPECT_EQ(to_string(ValueType(ValueKind::i16)), "i16");
  EXPECT_EQ(to_string(funcref), "(ref null func)");
  EXPECT_EQ(to_string(ValueType::reference(HeapType(TypeIndex(7U)), Nullability::non_null)), "(ref 7)");
  EXPECT_EQ(to_string(HeapType(AbstractHeap::struct_)), "struct");
  EXPECT_EQ(std::string(to_string(ExternKind::tag)), "tag");
}

}  // namespace
}  // namespace assay::wasm
