#include "runtime/heap.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>
#include <set>

#include "runtime/marking.hpp"
#include "runtime/store_fixture.hpp"

namespace assay::runtime {
namespace {

constexpr std::size_t megabyte = std::size_t{1} << 20U;

/// A list cell: a number and the next cell.
wasm::SubType cell_type() {
  return struct_type({wasm::i64, reference_to_type(0)});
}

Ref new_cell(StoreFixture& fixture, const validate::CanonicalType& type, std::uint64_t number) {
  Object* const object = fixture.store.heap().allocate_struct(type);
  if (object == nullptr) return null_ref;
  set_field(to_ref(object), type, 0, number);
  return to_ref(object);
}

TEST(Heap, ObjectsComeZeroedWithTheirType) {
  StoreFixture fixture;
  const auto& type = fixture.define_one(cell_type());
  const Object* object = fixture.store.heap().allocate_struct(type);
  ASSERT_NE(object, nullptr);
  EXPECT_EQ(object->kind(), ObjectKind::struct_);
  EXPECT_EQ(object->type(), &type);
  EXPECT_EQ(field_ref(to_ref(object), type, 1), null_ref);

  const auto& bytes = fixture.define_one(array_type(wasm::ValueKind::i8));
  const Array* array = fixture.store.heap().allocate_array(bytes, 100);
  ASSERT_NE(array, nullptr);
  EXPECT_EQ(array->kind(), ObjectKind::array);
  EXPECT_EQ(array->length, 100U);
  EXPECT_EQ(array->elements()[99], std::byte{0});
}

TEST(Heap, WhatIsNotReachableIsFreedAndCounted) {
  StoreFixture fixture;
  const auto& type = fixture.define_one(cell_type());
  Heap& heap = fixture.store.heap();
  const Handle kept = fixture.store.make_handle(new_cell(fixture, type, 42));
  for (int i = 0; i < 1000; ++i) new_cell(fixture, type, 1);
  EXPECT_EQ(heap.counts().allocated_objects, 1001U);
  EXPECT_EQ(heap.counts().live_bytes, std::size_t{1001} * 32);
  heap.collect();
  EXPECT_EQ(heap.counts().freed_objects, 1000U);
  EXPECT_EQ(heap.counts().live_bytes, 32U);
  EXPECT_EQ(heap.counts().collections, 1U);
  EXPECT_EQ(field_ref(fixture.store.get(kept), type, 0), 42U);
  fixture.store.drop(kept);
  heap.collect();
  EXPECT_EQ(heap.counts().freed_objects, 1001U);
  EXPECT_EQ(heap.counts().live_bytes, 0U);
}

TEST(Heap, FreedCellsAreUsedAgainAndComeZeroed) {
  StoreFixture fixture;
  const auto& type = fixture.define_one(cell_type());
  Heap& heap = fixture.store.heap();
  // Every second cell lives, so that runs of dead cells are short.
  std::vector<Handle> kept;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    const Ref cell = new_cell(fixture, type, i);
    if (i % 2 == 0) kept.push_back(fixture.store.make_handle(cell));
  }
  heap.collect();
  const std::size_t reserved = heap.counts().reserved_bytes;
  std::set<Ref> seen;
  for (const Handle handle : kept) seen.insert(fixture.store.get(handle));
  for (std::uint64_t i = 0; i < 2500; ++i) {
    const Ref cell = to_ref(heap.allocate_struct(type));
    EXPECT_TRUE(seen.insert(cell).second) << "a live cell was given out again";
    EXPECT_EQ(field_ref(cell, type, 0), 0U);
  }
  EXPECT_EQ(heap.counts().reserved_bytes, reserved);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    EXPECT_EQ(field_ref(fixture.store.get(kept[i]), type, 0), 2 * i);
  }
}

TEST(Heap, LongListsAreMarkedWithoutRecursion) {
  StoreFixture fixture;
  const auto& type = fixture.define_one(cell_type());
  Heap& heap = fixture.store.heap();
  const Handle head = fixture.store.make_handle(null_ref);
  Handle list = head;
  constexpr std::uint64_t length = 100'000;
  for (std::uint64_t i = 0; i < length; ++i) {
    const Ref cell = new_cell(fixture, type, i);
    set_field(cell, type, 1, fixture.store.get(list));
    fixture.store.drop(list);
    list = fixture.store.make_handle(cell);
  }
  heap.collect();
  Ref at = fixture.store.get(list);
  for (std::uint64_t i = length; i-- > 0;) {
    ASSERT_EQ(field_ref(at, type, 0), i);
    at = field_ref(at, type, 1);
  }
  EXPECT_EQ(at, null_ref);
}

TEST(Heap, CyclesDie) {
  StoreFixture fixture;
  const auto& type = fixture.define_one(cell_type());
  const Ref cell = new_cell(fixture, type, 1);
  set_field(cell, type, 1, cell);
  fixture.store.heap().collect();
  EXPECT_EQ(fixture.store.heap().counts().freed_objects, 1U);
}

TEST(Heap, EveryElementOfALongArrayIsMarked) {
  StoreFixture fixture;
  const auto& cell = fixture.define_one(cell_type());
  const auto& array_of_any = fixture.define_one(array_type(wasm::anyref));
  Heap& heap = fixture.store.heap();
  constexpr std::uint64_t length = 5000;
  const Handle handle = fixture.store.make_handle(to_ref(heap.allocate_array(array_of_any, length)));
  const auto element = [&](std::uint64_t i) {
    return reinterpret_cast<Ref*>(as_pointer<Array>(fixture.store.get(handle))->elements())[i];
  };
  for (std::uint64_t i = 0; i < length; ++i) {
    const Ref ref = i % 3 == 0 ? make_i31(7) : new_cell(fixture, cell, i);
    store_field(as_pointer<Array>(fixture.store.get(handle))->elements() + i * 8, wasm::anyref, &ref);
  }
  heap.collect();
  EXPECT_EQ(heap.counts().freed_objects, 0U);
  for (std::uint64_t i = 0; i < length; ++i) {
    if (i % 3 != 0) {
      ASSERT_EQ(field_ref(element(i), cell, 0), i);
    }
  }
}

TEST(Heap, LargeObjectsAreGivenBackToTheSystem) {
  StoreFixture fixture;
  const auto& type = fixture.define_one(array_type(wasm::i64));
  Heap& heap = fixture.store.heap();
  const Handle kept = fixture.store.make_handle(to_ref(heap.allocate_array(type, 100'000)));
  ASSERT_NE(heap.allocate_array(type, 200'000), nullptr);
  const std::size_t before = heap.counts().reserved_bytes;
  heap.collect();
  EXPECT_EQ(heap.counts().freed_objects, 1U);
  EXPECT_LE(heap.counts().reserved_bytes, before - 1'600'000);
  EXPECT_EQ(as_pointer<Array>(fixture.store.get(kept))->length, 100'000U);
}

TEST(Heap, MemoryStaysFlatWhileLittleIsAlive) {
  StoreFixture fixture({.heap = {.bytes_max = 16 * megabyte}});
  const auto& type = fixture.define_one(cell_type());
  Heap& heap = fixture.store.heap();
  std::array<Handle, 64> recent{};
  for (Handle& handle : recent) handle = fixture.store.make_handle(null_ref);
  for (std::uint64_t i = 0; i < 1'500'000; ++i) {  // 48 MB
    const Ref cell = new_cell(fixture, type, i);
    ASSERT_NE(cell, null_ref);
    Handle& handle = recent[i % recent.size()];
    fixture.store.drop(handle);
    handle = fixture.store.make_handle(cell);
  }
  EXPECT_LE(heap.counts().reserved_bytes, 16 * megabyte);
  EXPECT_GE(heap.counts().collections, 5U);
  EXPECT_EQ(heap.counts().allocated_objects, 1'500'000U);
}

TEST(Heap, AFullHeapGivesNullAndRecoversWhenSomethingDies) {
  StoreFixture fixture({.heap = {.bytes_max = megabyte}});
  const auto& type = fixture.define_one(cell_type());
  const auto& bytes = fixture.define_one(array_type(wasm::ValueKind::i8));
  Heap& heap = fixture.store.heap();
  const Handle head = fixture.store.make_handle(null_ref);
  Handle list = head;
  std::uint64_t count = 0;
  for (Ref cell = null_ref; (cell = new_cell(fixture, type, count)) != null_ref; ++count) {
    set_field(cell, type, 1, fixture.store.get(list));
    fixture.store.drop(list);
    list = fixture.store.make_handle(cell);
  }
  EXPECT_GT(count, 30'000U);
  EXPECT_LE(heap.counts().reserved_bytes, megabyte);
  EXPECT_EQ(heap.allocate_struct(type), nullptr);
  EXPECT_EQ(heap.allocate_array(bytes, 500'000), nullptr);
  fixture.store.drop(list);
  EXPECT_NE(heap.allocate_array(bytes, 500'000), nullptr);
  EXPECT_NE(heap.allocate_struct(type), nullptr);
  EXPECT_LE(heap.counts().reserved_bytes, megabyte);
}

TEST(Heap, ImpossibleArraysAreRefused) {
  StoreFixture fixture;
  const auto& type = fixture.define_one(array_type(wasm::v128));
  EXPECT_EQ(fixture.store.heap().allocate_array(type, UINT32_MAX), nullptr);
  EXPECT_EQ(fixture.store.heap().allocate_array(type, UINT64_MAX), nullptr);
  EXPECT_NE(fixture.store.heap().allocate_array(type, 0), nullptr);
}

TEST(Heap, HostValuesAndExceptionPayloadsLive) {
  StoreFixture fixture;
  const auto& cell = fixture.define_one(cell_type());
  TagInstance& tag =
      fixture.store.allocate_tag(wasm::FuncType{.params = {wasm::v128, wasm::anyref, wasm::i32}, .results = {}});
  const std::array<Slot, 4> payload = {1, 2, new_cell(fixture, cell, 77), 3};
  const Handle exception = fixture.store.make_handle(make_exception(fixture.store, tag, payload.data()));
  const Handle host = fixture.store.make_handle(to_ref(fixture.store.heap().allocate_host(99)));
  fixture.store.heap().collect();
  EXPECT_EQ(fixture.store.heap().counts().freed_objects, 0U);
  auto* const thrown = as_pointer<ExceptionObject>(fixture.store.get(exception));
  EXPECT_EQ(thrown->kind(), ObjectKind::exception);
  EXPECT_EQ(thrown->tag, &tag);
  ASSERT_EQ(thrown->slot_count, 4U);
  EXPECT_EQ(thrown->slots()[1], 2U);
  EXPECT_EQ(field_ref(thrown->slots()[2], cell, 0), 77U);
  EXPECT_EQ(as_pointer<HostObject>(fixture.store.get(host))->payload, 99U);
}

TEST(Heap, TablesAndGlobalsAreRootsAndFunctionsAreToldFromObjects) {
  StoreFixture fixture;
  const auto& cell = fixture.define_one(cell_type());
  FuncInstance& func = fixture.make_function({}, [](Store&, Slot*) { return wasm::Trap::none; });
  TableInstance* const table =
      fixture.store.allocate_table({.element = wasm::anyref, .limits = {.min = 2, .max = {}}}, null_ref);
  ASSERT_NE(table, nullptr);
  table->elements[1] = new_cell(fixture, cell, 5);
  GlobalInstance& global =
      fixture.store.allocate_global({.type = wasm::anyref}, Value::ref(wasm::anyref, new_cell(fixture, cell, 6)));
  const Handle of_function = fixture.store.make_handle(to_ref(&func));
  new_cell(fixture, cell, 7);
  fixture.store.heap().collect();
  EXPECT_EQ(fixture.store.heap().counts().freed_objects, 1U);
  EXPECT_EQ(field_ref(table->elements[1], cell, 0), 5U);
  EXPECT_EQ(field_ref(global.cell[0], cell, 0), 6U);
  EXPECT_EQ(as_pointer<FuncInstance>(fixture.store.get(of_function)), &func);
}

TEST(Heap, TemporaryRootsHoldForTheirBlock) {
  StoreFixture fixture;
  const auto& cell = fixture.define_one(cell_type());
  Ref ref = new_cell(fixture, cell, 8);
  {
    const TemporaryRoots roots(fixture.store, &ref,
                               [](void* self, ReferenceVisitor visitor) { visitor(static_cast<Ref*>(self)); });
    fixture.store.heap().collect();
    EXPECT_EQ(fixture.store.heap().counts().freed_objects, 0U);
    EXPECT_EQ(field_ref(ref, cell, 0), 8U);
  }
  fixture.store.heap().collect();
  EXPECT_EQ(fixture.store.heap().counts().freed_objects, 1U);
}

TEST(HeapUnderStress, CollectsAtEveryAllocationAndPoisonsTheDead) {
  StoreFixture fixture({.heap = {.stress = true}});
  const auto& cell = fixture.define_one(cell_type());
  const Handle alive = fixture.store.make_handle(new_cell(fixture, cell, 1));
  const Ref dead = new_cell(fixture, cell, 2);
  EXPECT_EQ(fixture.store.heap().counts().collections, 2U);
  fixture.store.heap().collect();
  EXPECT_EQ(field_ref(fixture.store.get(alive), cell, 0), 1U);
  std::array<std::uint64_t, 4> words{};
  std::memcpy(words.data(), as_pointer<void>(dead), sizeof words);
  for (const std::uint64_t word : words) EXPECT_EQ(word, poison);
  EXPECT_EQ(field_ref(new_cell(fixture, cell, 3), cell, 1), null_ref) << "poison does not come back as a field";
}

/// Compares a random graph on the heap with a model of it, under many collections.
void check_random_graph(HeapOptions options, std::uint32_t seed, int steps) {
  StoreFixture fixture({.heap = options});
  const auto types =
      fixture.define({struct_type({wasm::i64, reference_to_type(0), wasm::anyref}), array_type(wasm::anyref),
                      below(0, struct_type({wasm::i64, reference_to_type(0), wasm::anyref, wasm::i64}))});
  struct Node {
    Handle handle;
    std::uint64_t number;
    int left;  // index of a node, or -1
  };
  std::vector<Node> nodes;
  std::mt19937 random(seed);
  for (int step = 0; step < steps; ++step) {
    const auto& type = *types[random() % 2 * 2];
    const Ref ref = new_cell(fixture, type, random());
    ASSERT_NE(ref, null_ref);
    const int left = nodes.empty() ? -1 : static_cast<int>(random() % nodes.size());
    if (left >= 0) {
      const Node& other = nodes[static_cast<std::size_t>(left)];
      set_field(ref, type, random() % 2 + 1, fixture.store.get(other.handle));
      set_field(ref, type, 1, fixture.store.get(other.handle));
    }
    nodes.push_back({fixture.store.make_handle(ref), field_ref(ref, type, 0), left});
    if (random() % 4 == 0) fixture.store.heap().allocate_array(*types[1], random() % 3000);
    if (random() % 64 == 0) fixture.store.heap().collect();
  }
  for (const Node& node : nodes) {
    const Ref ref = fixture.store.get(node.handle);
    ASSERT_EQ(field_ref(ref, *types[0], 0), node.number);
    if (node.left < 0) continue;
    ASSERT_EQ(field_ref(ref, *types[0], 1), fixture.store.get(nodes[static_cast<std::size_t>(node.left)].handle));
  }
}

TEST(Heap, ARandomGraphSurvivesCollections) {
  check_random_graph({}, 1, 5000);
}

TEST(HeapUnderStress, ARandomGraphSurvivesCollections) {
  check_random_graph({.stress = true}, 2, 300);
}

}  // namespace
}  // namespace assay::runtime
