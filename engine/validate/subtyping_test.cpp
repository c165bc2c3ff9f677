#include "validate/subtyping.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

namespace assay::validate {
namespace {

using wasm::AbstractHeap;
using wasm::AddressType;
using wasm::HeapType;
using wasm::Limits;
using wasm::Mutability;
using wasm::Nullability;
using wasm::TypeIndex;
using wasm::ValueType;

/// A registry with a function type 0, an open structure 1, its subtype 2, an array 3.
class Subtyping : public testing::Test {
 protected:
  void SetUp() override {
    base::IndexedVector<TypeIndex, wasm::SubType> types;
    std::vector<wasm::RecGroup> groups;
    const auto add = [&](wasm::CompositeKind kind, std::vector<TypeIndex> supertypes) {
      wasm::SubType type;
      type.kind = kind;
      type.final = false;
      type.supertypes = std::move(supertypes);
      if (kind == wasm::CompositeKind::array) type.fields.push_back({wasm::i32, Mutability::variable});
      groups.push_back({types.push_back(std::move(type)), 1});
    };
    add(wasm::CompositeKind::func, {});
    add(wasm::CompositeKind::struct_, {});
    add(wasm::CompositeKind::struct_, {TypeIndex(1U)});
    add(wasm::CompositeKind::array, {});
    ids = registry.intern(types, groups);
  }

  HeapType defined(std::uint32_t index) const { return HeapType(ids[TypeIndex(index)]); }
  ValueType ref(HeapType heap) const { return ValueType::reference(heap, Nullability::non_null); }
  ValueType ref_null(HeapType heap) const { return ValueType::reference(heap, Nullability::nullable); }

  TypeRegistry registry;
  base::IndexedVector<TypeIndex, TypeIndex> ids;
};

TEST_F(Subtyping, AbstractHeapTypesMatchAsTheSpecificationSays) {
  using enum AbstractHeap;
  const std::set<std::pair<AbstractHeap, AbstractHeap>> expected = {
      {nofunc, func}, {noextern, extern_}, {eq, any},       {i31, eq},     {i31, any},
      {struct_, eq},  {struct_, any},      {array, eq},     {array, any},  {none, any},
      {none, eq},     {none, i31},         {none, struct_}, {none, array}, {noexn, exn},
  };
  for (unsigned sub = 0; sub < static_cast<unsigned>(bottom); ++sub) {
    for (unsigned super = 0; super < static_cast<unsigned>(bottom); ++super) {
      const auto lower = static_cast<AbstractHeap>(sub);
      const auto upper = static_cast<AbstractHeap>(super);
      EXPECT_EQ(matches(HeapType(lower), HeapType(upper), registry), sub == super || expected.contains({lower, upper}))
          << to_string(lower) << " and " << to_string(upper);
    }
    EXPECT_TRUE(matches(HeapType(bottom), HeapType(static_cast<AbstractHeap>(sub)), registry));
  }
}

TEST_F(Subtyping, DefinedTypesLieBetweenTheirAbstractTypeAndItsBottom) {
  using enum AbstractHeap;
  EXPECT_TRUE(matches(defined(0), HeapType(func), registry));
  EXPECT_FALSE(matches(defined(0), HeapType(any), registry));
  EXPECT_TRUE(matches(HeapType(nofunc), defined(0), registry));
  EXPECT_FALSE(matches(HeapType(none), defined(0), registry));
  EXPECT_FALSE(matches(HeapType(func), defined(0), registry));
  for (const AbstractHeap upper : {struct_, eq, any}) EXPECT_TRUE(matches(defined(1), HeapType(upper), registry));
  for (const AbstractHeap upper : {array, i31, none, func}) {
    EXPECT_FALSE(matches(defined(1), HeapType(upper), registry));
  }
  EXPECT_TRUE(matches(HeapType(none), defined(2), registry));
  EXPECT_TRUE(matches(defined(3), HeapType(array), registry));
  EXPECT_FALSE(matches(defined(3), HeapType(struct_), registry));
  EXPECT_TRUE(matches(HeapType(bottom), defined(3), registry));
}

TEST_F(Subtyping, DefinedTypesMatchTheSupertypesTheyDeclare) {
  EXPECT_TRUE(matches(defined(2), defined(1), registry));
  EXPECT_FALSE(matches(defined(1), defined(2), registry));
  EXPECT_FALSE(matches(defined(3), defined(1), registry));
}

TEST_F(Subtyping, ReferencesWithoutNullMatchThoseWithIt) {
  EXPECT_TRUE(matches(ref(defined(2)), ref_null(defined(1)), registry));
  EXPECT_FALSE(matches(ref_null(defined(2)), ref(defined(1)), registry));
  EXPECT_TRUE(matches(ref_null(defined(2)), ref_null(defined(1)), registry));
  EXPECT_FALSE(matches(wasm::i32, wasm::anyref, registry));
  EXPECT_FALSE(matches(wasm::i32, wasm::i64, registry));
  EXPECT_TRUE(matches(wasm::bottom, wasm::v128, registry));
  EXPECT_TRUE(matches(wasm::bottom, ref(defined(0)), registry));
  EXPECT_FALSE(matches(wasm::i32, wasm::bottom, registry));
}

TEST_F(Subtyping, ATypeWithoutThoseOfAnotherLosesNullWhereTheOtherHasIt) {
  EXPECT_EQ(difference(wasm::anyref, ref_null(defined(1))), ref(AbstractHeap::any));
  EXPECT_EQ(difference(wasm::anyref, ref(defined(1))), wasm::anyref);
  EXPECT_EQ(difference(ref(AbstractHeap::any), ref(defined(1))), ref(AbstractHeap::any));
}

TEST_F(Subtyping, MutableFieldsMatchOnlyTheirEquals) {
  const wasm::FieldType constant_sub{ref(defined(2)), Mutability::constant};
  const wasm::FieldType constant_super{ref_null(defined(1)), Mutability::constant};
  const wasm::FieldType variable_sub{ref(defined(2)), Mutability::variable};
  const wasm::FieldType variable_super{ref_null(defined(1)), Mutability::variable};
  EXPECT_TRUE(matches(constant_sub, constant_super, registry));
  EXPECT_FALSE(matches(constant_super, constant_sub, registry));
  EXPECT_FALSE(matches(variable_sub, variable_super, registry));
  EXPECT_TRUE(matches(variable_sub, variable_sub, registry));
  EXPECT_FALSE(matches(variable_sub, constant_sub, registry));
  EXPECT_FALSE(matches(constant_sub, variable_sub, registry));
  const wasm::FieldType byte{wasm::ValueKind::i8, Mutability::constant};
  const wasm::FieldType half{wasm::ValueKind::i16, Mutability::constant};
  const wasm::FieldType word{wasm::i32, Mutability::constant};
  EXPECT_TRUE(matches(byte, byte, registry));
  EXPECT_FALSE(matches(byte, half, registry));
  EXPECT_FALSE(matches(byte, word, registry));
}

TEST_F(Subtyping, FunctionsTakeMoreAndGiveLess) {
  const wasm::FuncType narrow{{ref(defined(2))}, {ref(defined(2))}};
  const wasm::FuncType wide{{ref(defined(1))}, {ref(defined(1))}};
  const wasm::FuncType best{{ref(defined(1))}, {ref(defined(2))}};
  EXPECT_TRUE(matches(best, narrow, registry));
  EXPECT_TRUE(matches(best, wide, registry));
  EXPECT_FALSE(matches(narrow, wide, registry));
  EXPECT_FALSE(matches(wide, narrow, registry));
  EXPECT_FALSE(matches(wasm::FuncType{{wasm::i32}, {}}, wasm::FuncType{{}, {}}, registry));
  EXPECT_FALSE(matches(wasm::FuncType{{}, {wasm::i32}}, wasm::FuncType{{}, {}}, registry));
}

TEST_F(Subtyping, StructuresMayHaveMoreFields) {
  wasm::SubType one;
  one.kind = wasm::CompositeKind::struct_;
  one.fields = {{wasm::i32, Mutability::variable}};
  wasm::SubType two = one;
  two.fields.push_back({wasm::i64, Mutability::constant});
  EXPECT_TRUE(composite_matches(two, one, registry));
  EXPECT_FALSE(composite_matches(one, two, registry));
  wasm::SubType array = one;
  array.kind = wasm::CompositeKind::array;
  EXPECT_FALSE(composite_matches(array, one, registry));
}

TEST_F(Subtyping, ProvidedLimitsLieInsideRequiredOnes) {
  const auto limits = [](std::uint64_t min, std::optional<std::uint64_t> max) {
    return Limits{.min = min, .max = max, .address = AddressType::i32};
  };
  EXPECT_TRUE(matches(limits(2, 3), limits(1, 4)));
  EXPECT_TRUE(matches(limits(2, 3), limits(2, 3)));
  EXPECT_TRUE(matches(limits(2, 3), limits(1, {})));
  EXPECT_TRUE(matches(limits(2, {}), limits(1, {})));
  EXPECT_FALSE(matches(limits(1, 3), limits(2, 3)));
  EXPECT_FALSE(matches(limits(2, 4), limits(2, 3)));
  EXPECT_FALSE(matches(limits(2, {}), limits(2, 3)));
  Limits wide = limits(2, 3);
  wide.address = AddressType::i64;
  EXPECT_FALSE(matches(wide, limits(2, 3)));
}

TEST_F(Subtyping, MemoriesMatchInSharingAndPageSize) {
  const wasm::MemoryType plain{.limits = {.min = 1, .max = 2}};
  wasm::MemoryType shared = plain;
  shared.sharing = wasm::Sharing::shared;
  wasm::MemoryType small = plain;
  small.page_size_log2 = 0;
  EXPECT_TRUE(matches(plain, plain));
  EXPECT_FALSE(matches(plain, shared));
  EXPECT_FALSE(matches(shared, plain));
  EXPECT_FALSE(matches(small, plain));
}

TEST_F(Subtyping, TablesMatchInElementType) {
  const wasm::TableType functions{.element = wasm::funcref, .limits = {.min = 1, .max = {}}};
  const wasm::TableType defined_functions{.element = ref_null(defined(0)), .limits = {.min = 1, .max = {}}};
  EXPECT_TRUE(matches(functions, functions));
  EXPECT_FALSE(matches(defined_functions, functions));
}

TEST_F(Subtyping, ConstantGlobalsMatchBySubtypingAndVariableOnesByEquality) {
  const wasm::GlobalType constant_sub{ref(defined(2)), Mutability::constant};
  const wasm::GlobalType constant_super{ref(defined(1)), Mutability::constant};
  const wasm::GlobalType variable_sub{ref(defined(2)), Mutability::variable};
  const wasm::GlobalType variable_super{ref(defined(1)), Mutability::variable};
  EXPECT_TRUE(matches(constant_sub, constant_super, registry));
  EXPECT_FALSE(matches(constant_super, constant_sub, registry));
  EXPECT_FALSE(matches(variable_sub, variable_super, registry));
  EXPECT_TRUE(matches(variable_sub, variable_sub, registry));
  EXPECT_FALSE(matches(variable_sub, constant_sub, registry));
}

TEST_F(Subtyping, FunctionsAndTagsMatchByTheirCanonicalTypes) {
  EXPECT_TRUE(function_matches(defined(2).index(), defined(1).index(), registry));
  EXPECT_FALSE(function_matches(defined(1).index(), defined(2).index(), registry));
  EXPECT_TRUE(matches(wasm::TagType{TypeIndex(3U)}, wasm::TagType{TypeIndex(3U)}));
  EXPECT_FALSE(matches(wasm::TagType{TypeIndex(3U)}, wasm::TagType{TypeIndex(4U)}));
}

}  // namespace
}  // namespace assay::validate
