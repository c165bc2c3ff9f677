#include "validate/canonical_types.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace assay::validate {
namespace {

using wasm::CompositeKind;
using wasm::FieldType;
using wasm::HeapType;
using wasm::Nullability;
using wasm::RecGroup;
using wasm::SubType;
using wasm::TypeIndex;
using wasm::ValueType;

using Types = base::IndexedVector<TypeIndex, SubType>;

ValueType ref(std::uint32_t index) {
  return ValueType::reference(HeapType(TypeIndex(index)), Nullability::nullable);
}

SubType func(std::vector<ValueType> params, std::vector<ValueType> results = {}) {
  SubType type;
  type.func = {std::move(params), std::move(results)};
  return type;
}

SubType structure(std::vector<FieldType> fields) {
  SubType type;
  type.kind = CompositeKind::struct_;
  type.fields = std::move(fields);
  return type;
}

SubType open(SubType type, std::vector<TypeIndex> supertypes = {}) {
  type.final = false;
  type.supertypes = std::move(supertypes);
  return type;
}

/// The types of one recursion group after another.
struct Written {
  Types types;
  std::vector<RecGroup> groups;

  Written& group(std::vector<SubType> members) {
    groups.push_back({TypeIndex(types.size()), static_cast<std::uint32_t>(members.size())});
    for (SubType& member : members) types.push_back(std::move(member));
    return *this;
  }
};

std::vector<TypeIndex> firsts(const Written& written, const base::IndexedVector<TypeIndex, TypeIndex>& ids) {
  std::vector<TypeIndex> result;
  for (const RecGroup& group : written.groups) result.push_back(ids[group.first]);
  return result;
}

TEST(TypeRegistry, GivesEqualTypesOfTwoModulesTheSameId) {
  TypeRegistry registry;
  Written one;
  one.group({func({wasm::i32})}).group({func({wasm::i64}, {wasm::f32})});
  Written two;
  two.group({func({wasm::i64}, {wasm::f32})}).group({func({wasm::i32})});
  const auto ids_one = registry.intern(one.types, one.groups);
  const auto ids_two = registry.intern(two.types, two.groups);
  EXPECT_EQ(ids_one[TypeIndex(0U)], ids_two[TypeIndex(1U)]);
  EXPECT_EQ(ids_one[TypeIndex(1U)], ids_two[TypeIndex(0U)]);
  EXPECT_NE(ids_one[TypeIndex(0U)], ids_one[TypeIndex(1U)]);
}

TEST(TypeRegistry, TellsParametersFromResults) {
  TypeRegistry registry;
  Written written;
  written.group({func({wasm::i32}, {})}).group({func({}, {wasm::i32})}).group({func({wasm::i32}, {wasm::i32})});
  const auto ids = registry.intern(written.types, written.groups);
  EXPECT_NE(ids[TypeIndex(0U)], ids[TypeIndex(1U)]);
  EXPECT_NE(ids[TypeIndex(1U)], ids[TypeIndex(2U)]);
}

TEST(TypeRegistry, TellsKindFinalityMutabilityNullabilityAndPackingApart) {
  TypeRegistry registry;
  const FieldType field{wasm::i32, wasm::Mutability::constant};
  SubType array = structure({field});
  array.kind = CompositeKind::array;
  Written written;
  written.group({structure({field})})
      .group({array})
      .group({open(structure({field}))})
      .group({structure({{wasm::i32, wasm::Mutability::variable}})})
      .group({structure({{wasm::ValueKind::i8, wasm::Mutability::constant}})})
      .group({structure({{wasm::ValueKind::i16, wasm::Mutability::constant}})})
      .group({structure({field, field})})
      .group({structure({{wasm::anyref, wasm::Mutability::constant}})})
      .group({structure(
          {{ValueType::reference(wasm::AbstractHeap::any, Nullability::non_null), wasm::Mutability::constant}})});
  const auto ids = registry.intern(written.types, written.groups);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) EXPECT_NE(ids[TypeIndex(i)], ids[TypeIndex(k)]) << i << " and " << k;
  }
  EXPECT_EQ(registry.counters().live_types, 9U);
}

TEST(TypeRegistry, FindsARecursiveTypeAgain) {
  TypeRegistry registry;
  Written written;
  written.group({func({ref(0)})}).group({func({ref(1)})});
  const auto ids = registry.intern(written.types, written.groups);
  EXPECT_EQ(ids[TypeIndex(0U)], ids[TypeIndex(1U)]);
  EXPECT_EQ(registry.type(ids[TypeIndex(0U)]).sub.func.params[0].heap().index(), ids[TypeIndex(0U)]);
}

TEST(TypeRegistry, TellsAReferenceWithinTheGroupFromOneToAnEqualTypeOutside) {
  TypeRegistry registry;
  Written written;
  written.group({func({ref(0)})}).group({func({ref(0)})});
  const auto ids = registry.intern(written.types, written.groups);
  EXPECT_NE(ids[TypeIndex(0U)], ids[TypeIndex(1U)]);
}

TEST(TypeRegistry, TellsTheMembersOfAGroupApartByPosition) {
  TypeRegistry registry;
  Written written;
  written.group({func({}), func({})}).group({func({})});
  const auto ids = registry.intern(written.types, written.groups);
  EXPECT_NE(ids[TypeIndex(0U)], ids[TypeIndex(1U)]);
  EXPECT_NE(ids[TypeIndex(0U)], ids[TypeIndex(2U)]);
}

TEST(TypeRegistry, KnowsSupertypesAtEveryDepth) {
  TypeRegistry registry;
  Written written;
  written.group({open(structure({}))});
  for (std::uint32_t i = 1; i < 64; ++i) written.group({open(structure({}), {TypeIndex(i - 1)})});
  const auto ids = registry.intern(written.types, written.groups);
  for (std::uint32_t lower = 0; lower < 64; ++lower) {
    EXPECT_EQ(registry.type(ids[TypeIndex(lower)]).depth, lower);
    for (std::uint32_t upper = 0; upper < 64; ++upper) {
      EXPECT_EQ(registry.is_subtype(ids[TypeIndex(lower)], ids[TypeIndex(upper)]), upper <= lower);
    }
  }
}

TEST(TypeRegistry, TellsSiblingsApart) {
  TypeRegistry registry;
  Written written;
  written.group({open(structure({})), open(structure({}), {TypeIndex(0U)}), open(structure({}), {TypeIndex(0U)})});
  const auto ids = registry.intern(written.types, written.groups);
  EXPECT_FALSE(registry.is_subtype(ids[TypeIndex(1U)], ids[TypeIndex(2U)]));
  EXPECT_TRUE(registry.is_subtype(ids[TypeIndex(2U)], ids[TypeIndex(0U)]));
}

TEST(TypeRegistry, FreesWhatNobodyRefersToAndReusesItsIds) {
  TypeRegistry registry;
  Written written;
  written.group({func({wasm::i32})}).group({func({ref(0)})}).group({func({ref(1)}), func({ref(2), ref(0)})});
  std::uint32_t greatest = 0;
  for (int round = 0; round < 100; ++round) {
    const auto ids = registry.intern(written.types, written.groups);
    EXPECT_EQ(registry.counters().live_types, 4U);
    EXPECT_EQ(registry.counters().live_groups, 3U);
    for (const TypeIndex id : ids) greatest = std::max(greatest, id.value);
    registry.release(firsts(written, ids));
    EXPECT_EQ(registry.counters().live_types, 0U);
    EXPECT_EQ(registry.counters().live_groups, 0U);
  }
  EXPECT_LT(greatest, 4U);
}

TEST(TypeRegistry, KeepsAGroupWhileALiveOneMentionsIt) {
  TypeRegistry registry;
  Written written;
  written.group({func({wasm::i32})}).group({func({ref(0)})});
  const auto ids = registry.intern(written.types, written.groups);
  registry.release(ids[TypeIndex(0U)]);
  EXPECT_EQ(registry.counters().live_types, 2U);
  registry.release(ids[TypeIndex(1U)]);
  EXPECT_EQ(registry.counters().live_types, 0U);
}

TEST(TypeRegistry, CountsEveryReferenceOnAGroup) {
  TypeRegistry registry;
  const TypeIndex id = registry.intern(wasm::FuncType{{wasm::i32}, {}});
  EXPECT_EQ(registry.intern(wasm::FuncType{{wasm::i32}, {}}), id);
  registry.add_ref(id);
  registry.release(id);
  registry.release(id);
  EXPECT_EQ(registry.counters().live_types, 1U);
  registry.release(id);
  EXPECT_EQ(registry.counters().live_types, 0U);
}

TEST(TypeRegistry, FindsAHostFunctionsTypeInModules) {
  TypeRegistry registry;
  Written written;
  written.group({structure({})}).group({func({ref(0)}, {wasm::i32})});
  const auto ids = registry.intern(written.types, written.groups);
  EXPECT_EQ(registry.intern(wasm::FuncType{{ref(ids[TypeIndex(0U)].value)}, {wasm::i32}}), ids[TypeIndex(1U)]);
}

TEST(TypeRegistry, KeepsAddressesWhileItGrows) {
  TypeRegistry registry;
  const TypeIndex first = registry.intern(wasm::FuncType{{wasm::i32}, {}});
  const CanonicalType* address = &registry.type(first);
  Written written;
  for (std::uint32_t i = 0; i < 5'000; ++i) {
    // A number of its own for each: its bits as parameters.
    std::vector<ValueType> params;
    for (unsigned bit = 0; bit < 14; ++bit) params.push_back((i >> bit & 1U) != 0 ? wasm::f32 : wasm::f64);
    written.group({func(std::move(params))});
  }
  const auto ids = registry.intern(written.types, written.groups);
  EXPECT_EQ(&registry.type(first), address);
  EXPECT_EQ(registry.counters().live_types, 5'001U);
  EXPECT_EQ(registry.type(ids[TypeIndex(4'999U)]).id, ids[TypeIndex(4'999U)]);
}

TEST(TypeRegistry, FreesALongChainOfGroupsWithoutRecursion) {
  TypeRegistry registry;
  Written written;
  written.group({func({})});
  for (std::uint32_t i = 1; i < 50'000; ++i) written.group({func({ref(i - 1)})});
  const auto ids = registry.intern(written.types, written.groups);
  registry.add_ref(ids[TypeIndex(49'999U)]);
  registry.release(firsts(written, ids));
  EXPECT_EQ(registry.counters().live_types, 50'000U);
  registry.release(ids[TypeIndex(49'999U)]);
  EXPECT_EQ(registry.counters().live_types, 0U);
}

TEST(TypeRegistry, IsSharedByThreads) {
  TypeRegistry registry;
  const auto work = [&](unsigned seed) {
    for (unsigned round = 0; round < 200; ++round) {
      Written written;
      written.group({open(structure({}))}).group({open(structure({{wasm::i32, {}}}), {TypeIndex(0U)})});
      // Some types of its own, some in common.
      written.group({func({round % 3 == seed % 3 ? wasm::i32 : wasm::i64, ref(1)})});
      const auto ids = registry.intern(written.types, written.groups);
      EXPECT_TRUE(registry.is_subtype(ids[TypeIndex(1U)], ids[TypeIndex(0U)]));
      EXPECT_EQ(registry.type(ids[TypeIndex(2U)]).sub.func.params[1].heap().index(), ids[TypeIndex(1U)]);
      registry.release(firsts(written, ids));
    }
  };
  std::vector<std::thread> threads;
  for (unsigned seed = 0; seed < 3; ++seed) threads.emplace_back(work, seed);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(registry.counters().live_types, 0U);
}

TEST(TypeRegistry, KnowsWhichStructuresHaveDefaults) {
  TypeRegistry registry;
  Written written;
  written.group({structure({{wasm::i32, {}}, {wasm::anyref, {}}})})
      .group(
          {structure({{wasm::i32, {}}, {ValueType::reference(wasm::AbstractHeap::any, Nullability::non_null), {}}})});
  const auto ids = registry.intern(written.types, written.groups);
  EXPECT_TRUE(registry.type(ids[TypeIndex(0U)]).defaultable);
  EXPECT_FALSE(registry.type(ids[TypeIndex(1U)]).defaultable);
}

}  // namespace
}  // namespace assay::validate
