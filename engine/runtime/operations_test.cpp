#include "runtime/operations.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstring>
#include <thread>

#include "runtime/store_fixture.hpp"
#include "wasm/limits.hpp"

namespace assay::runtime {
namespace {

using wasm::Trap;
using wasm::ValueKind;

constexpr std::uint64_t largest = ~std::uint64_t{0};

// -- tables

TableInstance& make_table(StoreFixture& fixture, std::uint64_t min, std::optional<std::uint64_t> max = {}) {
  return *fixture.store.allocate_table({.element = wasm::externref, .limits = {.min = min, .max = max}}, 1);
}

TEST(Tables, GrowUpToTheirMaximum) {
  StoreFixture fixture;
  TableInstance& table = make_table(fixture, 1, 4);
  EXPECT_EQ(grow(table, 3, 2), 1U);
  ASSERT_EQ(table.elements.size(), 3U);
  EXPECT_EQ(table.elements[0], 1U);
  EXPECT_EQ(table.elements[2], 3U);
  EXPECT_EQ(grow(table, 3, 2), largest);
  EXPECT_EQ(grow(table, 3, largest), largest);
  EXPECT_EQ(grow(table, 3, 0), 3U);
}

TEST(Tables, WithoutAMaximumGrowthStopsAtTheLimit) {
  StoreFixture fixture;
  TableInstance& table = make_table(fixture, 0);
  EXPECT_EQ(grow(table, null_ref, wasm::implementation_limits.table_elements + 1), largest);
  EXPECT_EQ(grow(table, null_ref, wasm::implementation_limits.table_elements), 0U);
  EXPECT_EQ(grow(table, null_ref, 1), largest);
  EXPECT_EQ(fixture.store.allocate_table({.limits = {.min = std::uint64_t{1} << 40U, .max = {}}}, null_ref), nullptr);
}

TEST(Tables, BulkOperationsCheckTheirRangesWithoutOverflow) {
  StoreFixture fixture;
  TableInstance& table = make_table(fixture, 4);
  EXPECT_EQ(fill(table, 1, 5, 3), Trap::none);
  EXPECT_EQ(table.elements[0], 1U);
  EXPECT_EQ(table.elements[3], 5U);
  EXPECT_EQ(fill(table, 4, 5, 0), Trap::none);
  EXPECT_EQ(fill(table, 5, 5, 0), Trap::out_of_bounds_table_access);
  EXPECT_EQ(fill(table, largest, 5, 2), Trap::out_of_bounds_table_access);

  table.elements[2] = 9;
  EXPECT_EQ(copy(table, 1, table, 0, 3), Trap::none);
  EXPECT_EQ(table.elements[1], 1U);
  EXPECT_EQ(table.elements[2], 5U);
  EXPECT_EQ(table.elements[3], 9U);
  EXPECT_EQ(copy(table, 2, table, 0, 3), Trap::out_of_bounds_table_access);
  EXPECT_EQ(copy(table, 0, table, largest, 3), Trap::out_of_bounds_table_access);

  const ElementInstance segment{.type = wasm::externref, .items = {7, 8}};
  EXPECT_EQ(init(table, 3, segment, 1, 1), Trap::none);
  EXPECT_EQ(table.elements[3], 8U);
  EXPECT_EQ(init(table, 0, segment, 1, 2), Trap::out_of_bounds_table_access);
  EXPECT_EQ(init(table, 4, {}, 0, 0), Trap::none) << "a dropped segment";
}

// -- casts

TEST(Casts, AbstractTypesAreTestedByKind) {
  using enum wasm::AbstractHeap;
  StoreFixture fixture;
  Heap& heap = fixture.store.heap();
  const Ref structure = to_ref(heap.allocate_struct(fixture.define_one(struct_type({}))));
  const Ref list = to_ref(heap.allocate_array(fixture.define_one(array_type(wasm::i32)), 1));
  const Ref host = to_ref(heap.allocate_host(1));
  const Ref number = make_i31(0);
  const auto is = [&](Ref ref, wasm::AbstractHeap heap_type, wasm::Nullability nullability) {
    return matches(ref, wasm::ValueType::reference(heap_type, nullability), fixture.types);
  };
  const auto row = [&](wasm::AbstractHeap heap_type) {
    std::string text;
    for (const Ref ref : {structure, list, host, number}) {
      text += is(ref, heap_type, wasm::Nullability::non_null) ? '1' : '0';
    }
    return text;
  };
  EXPECT_EQ(row(any), "1111");
  EXPECT_EQ(row(eq), "1101");
  EXPECT_EQ(row(struct_), "1000");
  EXPECT_EQ(row(array), "0100");
  EXPECT_EQ(row(i31), "0001");
  EXPECT_EQ(row(none), "0000");
  EXPECT_EQ(row(extern_), "1111");
  EXPECT_EQ(row(noextern), "0000");
  for (const wasm::AbstractHeap heap_type : {any, eq, struct_, array, i31, none, extern_, noextern, func, nofunc}) {
    EXPECT_TRUE(is(null_ref, heap_type, wasm::Nullability::nullable));
    EXPECT_FALSE(is(null_ref, heap_type, wasm::Nullability::non_null));
  }
}

TEST(Casts, DefinedTypesAreTestedByTheDisplayOfSupertypes) {
  StoreFixture fixture;
  const auto types = fixture.define({struct_type({}), below(0, struct_type({})), below(1, struct_type({})),
                                     below(0, struct_type({wasm::i32})), array_type(wasm::i32)});
  std::vector<Ref> objects;
  for (std::size_t i = 0; i < 4; ++i) objects.push_back(to_ref(fixture.store.heap().allocate_struct(*types[i])));
  objects.push_back(to_ref(fixture.store.heap().allocate_array(*types[4], 0)));
  objects.push_back(make_i31(4));
  objects.push_back(to_ref(fixture.store.heap().allocate_host(4)));
  const std::array<const char*, 5> expected = {"1111000", "0110000", "0010000", "0001000", "0000100"};
  for (std::size_t target = 0; target < types.size(); ++target) {
    std::string row;
    const auto type = wasm::ValueType::reference(wasm::HeapType(types[target]->id), wasm::Nullability::non_null);
    for (const Ref object : objects) row += matches(object, type, fixture.types) ? '1' : '0';
    EXPECT_EQ(row, expected[target]) << target;
  }
}

TEST(Casts, FunctionsAreTestedByTheirType) {
  StoreFixture fixture;
  const auto body = [](Store&, Slot*) { return Trap::none; };
  const FuncInstance& func = fixture.make_function({.params = {wasm::i32}, .results = {}}, body);
  const FuncInstance& other = fixture.make_function({}, body);
  const auto type = wasm::ValueType::reference(wasm::HeapType(func.type->id), wasm::Nullability::non_null);
  EXPECT_TRUE(matches(to_ref(&func), type, fixture.types));
  EXPECT_FALSE(matches(to_ref(&other), type, fixture.types));
  EXPECT_TRUE(matches(to_ref(&other), wasm::funcref, fixture.types));
}

// -- fields and arrays

TEST(Fields, PackedOnesAreExtendedAndCut) {
  std::array<std::byte, 16> bytes{};
  Slot slot = 0xFFFF'FFFF'FFFF'FF80;
  store_field(bytes.data(), ValueKind::i8, &slot);
  EXPECT_EQ(bytes[1], std::byte{0});
  load_field(bytes.data(), ValueKind::i8, Extend::sign, &slot);
  EXPECT_EQ(slot, 0xFFFF'FF80U) << "an i32, its upper half zero";
  load_field(bytes.data(), ValueKind::i8, Extend::zero, &slot);
  EXPECT_EQ(slot, 0x80U);
  slot = 0x8001;
  store_field(bytes.data(), ValueKind::i16, &slot);
  load_field(bytes.data(), ValueKind::i16, Extend::sign, &slot);
  EXPECT_EQ(slot, 0xFFFF'8001U);
  slot = 0xAAAA'AAAA'1234'5678;
  store_field(bytes.data(), wasm::f32, &slot);
  EXPECT_EQ(bytes[4], std::byte{0}) << "the upper half of a slot is no part of a 32-bit field";
}

TEST(Fields, VectorsTakeTwoSlots) {
  std::array<std::byte, 16> bytes{};
  const std::array<Slot, 2> from = {1, 2};
  std::array<Slot, 2> to{};
  store_field(bytes.data(), wasm::v128, from.data());
  load_field(bytes.data(), wasm::v128, Extend::none, to.data());
  EXPECT_EQ(from, to);
}

class Arrays : public testing::Test {
 protected:
  Array& make(wasm::ValueType element, std::uint64_t length) {
    return *fixture.store.heap().allocate_array(fixture.define_one(array_type(element)), length);
  }
  StoreFixture fixture;
};

TEST_F(Arrays, FillTakesRangesUpToTheEnd) {
  for (const wasm::ValueType element :
       {wasm::ValueType(ValueKind::i8), wasm::ValueType(ValueKind::i16), wasm::i32, wasm::i64, wasm::v128}) {
    Array& array = make(element, 5);
    const std::array<Slot, 2> value = {0x0101'0101'0101'0101, 0x0101'0101'0101'0101};
    EXPECT_EQ(array_fill(array, 2, value.data(), 3), Trap::none);
    const std::uint32_t width = wasm::byte_size(element);
    for (std::uint32_t i = 0; i < 5 * width; ++i) {
      EXPECT_EQ(array.elements()[i], i < 2 * width ? std::byte{0} : std::byte{1});
    }
    EXPECT_EQ(array_fill(array, 0, value.data(), 5), Trap::none);
    EXPECT_EQ(array_fill(array, 5, value.data(), 0), Trap::none);
    EXPECT_EQ(array_fill(array, 6, value.data(), 0), Trap::out_of_bounds_array_access);
    EXPECT_EQ(array_fill(array, 1, value.data(), 5), Trap::out_of_bounds_array_access);
    EXPECT_EQ(array_fill(array, UINT32_MAX, value.data(), 2), Trap::out_of_bounds_array_access);
  }
}

TEST_F(Arrays, CopyMovesOverlappingRanges) {
  Array& array = make(wasm::i32, 6);
  for (std::uint32_t i = 0; i < 6; ++i) std::memcpy(array.elements() + 4 * i, &i, 4);
  EXPECT_EQ(array_copy(array, 2, array, 1, 4), Trap::none);
  const std::array<std::uint32_t, 6> expected = {0, 1, 1, 2, 3, 4};
  EXPECT_EQ(std::memcmp(array.elements(), expected.data(), 24), 0);
  EXPECT_EQ(array_copy(array, 3, array, 0, 4), Trap::out_of_bounds_array_access);
  EXPECT_EQ(array_copy(array, 0, array, 3, 4), Trap::out_of_bounds_array_access);
}

TEST_F(Arrays, AreMadeFromSegments) {
  const std::array<std::byte, 6> bytes = {std::byte{1}, std::byte{2}, std::byte{3},
                                          std::byte{4}, std::byte{5}, std::byte{6}};
  const DataInstance segment{.bytes = bytes.data(), .size = bytes.size()};
  const auto& type = fixture.define_one(array_type(ValueKind::i16));
  const NewArray made = array_new_data(fixture.store, type, segment, 2, 2);
  ASSERT_NE(made.array, nullptr);
  EXPECT_EQ(std::memcmp(made.array->elements(), bytes.data() + 2, 4), 0);
  EXPECT_EQ(array_new_data(fixture.store, type, segment, 3, 2).trap, Trap::out_of_bounds_memory_access);
  EXPECT_EQ(array_new_data(fixture.store, type, segment, 0, UINT32_MAX).trap, Trap::out_of_bounds_memory_access)
      << "found before anything is allocated";
  EXPECT_EQ(array_init_data(*made.array, 0, segment, 0, 3), Trap::out_of_bounds_array_access);
  EXPECT_EQ(array_init_data(*made.array, 0, segment, 4, 2), Trap::out_of_bounds_memory_access);
  EXPECT_EQ(array_init_data(*made.array, 1, segment, 0, 1), Trap::none);
  EXPECT_EQ(made.array->elements()[2], std::byte{1});

  const ElementInstance elements{.type = wasm::anyref, .items = {make_i31(1), null_ref}};
  const auto& references = fixture.define_one(array_type(wasm::anyref));
  const NewArray list = array_new_elem(fixture.store, references, elements, 0, 2);
  ASSERT_NE(list.array, nullptr);
  EXPECT_EQ(array_new_elem(fixture.store, references, elements, 1, 2).trap, Trap::out_of_bounds_table_access);
  EXPECT_EQ(array_init_elem(*list.array, 1, elements, 0, 1), Trap::none);
  EXPECT_EQ(array_init_elem(*list.array, 0, elements, 1, 2), Trap::out_of_bounds_table_access);
  EXPECT_EQ(array_init_elem(*list.array, 2, elements, 0, 1), Trap::out_of_bounds_array_access);
}

TEST_F(Arrays, TooLargeOnesAreAnAllocationFailure) {
  const auto& type = fixture.define_one(array_type(wasm::i64));
  const Slot value = 1;
  EXPECT_EQ(array_new(fixture.store, type, &value, UINT32_MAX).trap, Trap::allocation_failure);
  const NewArray made = array_new(fixture.store, type, &value, 3);
  ASSERT_NE(made.array, nullptr);
  EXPECT_EQ(made.array->elements()[16], std::byte{1});
}

// -- waiting

TEST(Atomics, WaitersOfASharedMemoryAreNotified) {
  const auto memory = *allocate_memory({.limits = {.min = 1, .max = 1}, .sharing = wasm::Sharing::shared});
  EXPECT_EQ(atomic_wait32(*memory, 8, 1, -1), 1U);
  EXPECT_EQ(atomic_wait64(*memory, 8, 0, 1000), 2U);
  EXPECT_EQ(atomic_notify(*memory, 8, 1), 0U);
  std::uint32_t outcome = 9;
  std::thread waiter([&] { outcome = atomic_wait32(*memory, 8, 0, -1); });
  while (atomic_notify(*memory, 8, UINT32_MAX) == 0) std::this_thread::yield();
  waiter.join();
  EXPECT_EQ(outcome, 0U);
}

TEST(Atomics, NobodyWaitsOnAnUnsharedMemory) {
  const auto memory = *allocate_memory({.limits = {.min = 1, .max = {}}});
  EXPECT_EQ(atomic_notify(*memory, 0, 1), 0U);
}

}  // namespace
}  // namespace assay::runtime
