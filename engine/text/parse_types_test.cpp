#include <gtest/gtest.h>

#include <string>

#include "text/parse.hpp"

namespace assay::text {
namespace {

using wasm::TypeIndex;
using wasm::ValueType;

std::string error_of(std::string_view source) {
  const auto module = parse_module(source);
  return module ? "" : to_string(module.error());
}

wasm::Module parse(std::string_view source) {
  auto module = parse_module(source);
  EXPECT_TRUE(module.has_value()) << source << ": " << (module ? "" : to_string(module.error()));
  return module ? std::move(module->module) : wasm::Module{};
}

const wasm::SubType& type_at(const wasm::Module& module, std::uint32_t index) {
  return module.types[TypeIndex(index)];
}

TEST(Types, function_types_list_parameters_and_results) {
  const wasm::Module module =
      parse("(type (func (param $x i32) (param i64 f32) (param) (result f64) (result v128 funcref)))");
  ASSERT_EQ(module.types.size(), 1U);
  const std::vector<ValueType> params{wasm::i32, wasm::i64, wasm::f32};
  const std::vector<ValueType> results{wasm::f64, wasm::v128, wasm::funcref};
  EXPECT_EQ(type_at(module, 0).func.params, params);
  EXPECT_EQ(type_at(module, 0).func.results, results);
  EXPECT_TRUE(type_at(module, 0).final);
}

TEST(Types, structures_and_arrays_have_fields) {
  const wasm::Module module =
      parse("(type $s (struct (field i8 (mut i16)) (field $x (mut (ref null $s))))) (type (array (mut f32)))");
  ASSERT_EQ(module.types.size(), 2U);
  ASSERT_EQ(type_at(module, 0).fields.size(), 3U);
  EXPECT_EQ(type_at(module, 0).fields[0].storage, ValueType(wasm::ValueKind::i8));
  EXPECT_EQ(type_at(module, 0).fields[1].mutability, wasm::Mutability::variable);
  EXPECT_EQ(type_at(module, 0).fields[2].storage,
            ValueType::reference(wasm::HeapType(TypeIndex(0U)), wasm::Nullability::nullable));
  EXPECT_EQ(type_at(module, 1).kind, wasm::CompositeKind::array);
}

TEST(Types, recursion_groups_partition_the_types) {
  const wasm::Module module = parse("(type (func)) (rec (type $a (func (param (ref $b)))) (type $b (struct))) (rec)");
  ASSERT_EQ(module.rec_groups.size(), 3U);
  EXPECT_EQ(module.rec_groups[1].first, TypeIndex(1U));
  EXPECT_EQ(module.rec_groups[1].count, 2U);
  EXPECT_EQ(module.rec_groups[2].count, 0U);
}

TEST(Types, sub_types_name_their_supertypes) {
  const wasm::Module module =
      parse("(type $a (sub (struct))) (type (sub final $a (struct (field i32)))) (type (sub 0 1 (struct)))");
  EXPECT_FALSE(type_at(module, 0).final);
  EXPECT_TRUE(type_at(module, 1).final);
  EXPECT_EQ(type_at(module, 1).supertypes, std::vector<TypeIndex>{TypeIndex(0U)});
  EXPECT_EQ(type_at(module, 2).supertypes.size(), 2U);
}

TEST(Types, every_reference_type_has_a_short_and_a_long_form) {
  const wasm::Module module = parse(
      "(type (func (param funcref nullfuncref externref nullexternref anyref eqref i31ref structref arrayref nullref "
      "exnref nullexnref)))"
      "(type (func (param (ref null func) (ref null nofunc) (ref null extern) (ref null noextern) (ref null any) "
      "(ref null eq) (ref null i31) (ref null struct) (ref null array) (ref null none) (ref null exn) "
      "(ref null noexn))))");
  EXPECT_EQ(type_at(module, 0), type_at(module, 1));
}

TEST(Types, a_type_that_is_used_by_shape_is_the_first_of_that_shape) {
  const wasm::Module module = parse(
      "(rec (type (func (param i32))) (type (func))) (type (sub (func (param i32)))) (func (param i32))"
      "(func (result i64)) (type $t (func (param i32))) (type (func (param i32))) (func (param i32))");
  // Only $t is alone, final and without supertypes; (result i64) is defined by its use.
  EXPECT_EQ(module.functions[wasm::FuncIndex(0U)].type, TypeIndex(3U));
  EXPECT_EQ(module.functions[wasm::FuncIndex(1U)].type, TypeIndex(5U));
  EXPECT_EQ(module.functions[wasm::FuncIndex(2U)].type, TypeIndex(3U));
  EXPECT_EQ(module.types.size(), 6U);
  EXPECT_EQ(module.rec_groups.size(), 5U);
}

TEST(Types, many_types_are_found_by_shape) {
  std::string source;
  for (int i = 0; i < 100; ++i) {
    for (int repeat = 0; repeat < 2; ++repeat) {
      source += "(func (param";
      for (int k = 0; k < 7; ++k) source += (i >> k & 1) != 0 ? " i32" : " i64";
      source += "))";
    }
  }
  const wasm::Module module = parse(source);
  EXPECT_EQ(module.types.size(), 100U);
  EXPECT_EQ(module.functions[wasm::FuncIndex(151U)].type, TypeIndex(75U));
}

TEST(Types, implicit_types_are_numbered_in_the_order_of_the_text) {
  const wasm::Module module =
      parse("(func (block (param i32) (result i64) unreachable) drop) (func (param f32)) (type (func (param f64)))");
  ASSERT_EQ(module.types.size(), 4U);
  EXPECT_EQ(type_at(module, 0).func.params[0], wasm::f64);
  EXPECT_TRUE(type_at(module, 1).func.params.empty());
  EXPECT_EQ(type_at(module, 2).func.params[0], wasm::i32);
  EXPECT_EQ(type_at(module, 3).func.params[0], wasm::f32);
}

TEST(Types, a_named_type_and_its_spelling_must_agree) {
  EXPECT_EQ(error_of("(type (func (param i32))) (func (type 0) (param i32))"), "");
  EXPECT_EQ(error_of("(type (func (param i32))) (func (type 0) (param i64))"),
            "malformed: inline function type at 1:33: differs from the type that is named");
  EXPECT_EQ(error_of("(type (struct)) (func (type 0) (param i64))"),
            "malformed: inline function type at 1:23: differs from the type that is named");
  EXPECT_EQ(error_of("(func (type 1) (param i64))"), "malformed: unknown type at 1:7");
  EXPECT_EQ(error_of("(func (type 1))"), "");
}

TEST(Types, the_parts_of_a_type_use_have_one_order) {
  EXPECT_EQ(error_of("(func (param i32) (type 0))"), "malformed: unexpected token at 1:20: type");
  EXPECT_EQ(error_of("(func (result i32) (param i32))"), "malformed: unexpected token at 1:21: param");
  EXPECT_EQ(error_of("(func (block (param $x i32)))"), "malformed: unexpected token at 1:21: $x");
  EXPECT_EQ(error_of("(type (func (result $x i32)))"), "malformed: unexpected token at 1:21: $x");
}

TEST(Types, malformed_types_are_refused) {
  EXPECT_EQ(error_of("(type)"), "malformed: unexpected token at 1:6: )");
  EXPECT_EQ(error_of("(type (fun))"), "malformed: unknown operator at 1:8: fun");
  EXPECT_EQ(error_of("(type (struct (field $x i32 i32)))"), "malformed: unexpected token at 1:29: i32");
  EXPECT_EQ(error_of("(type (struct (field $x i32) (field $x i32)))"), "malformed: duplicate field at 1:37: $x");
  EXPECT_EQ(error_of("(type (array))"), "malformed: unexpected token at 1:13: )");
  EXPECT_EQ(error_of("(type (array i32 i32))"), "malformed: unexpected token at 1:18: i32");
  EXPECT_EQ(error_of("(func (param (ref i32)))"), "malformed: unexpected token at 1:19: i32");
  EXPECT_EQ(error_of("(func (param (ref $x)))"), "malformed: unknown type at 1:19: $x");
  EXPECT_EQ(error_of("(table 1 i32)"), "malformed: unexpected token at 1:10: i32");
}

TEST(Types, type_indices_beyond_all_bounds_are_kept_apart_from_real_ones) {
  const wasm::Module module = parse("(func (param (ref 4294967295)))");
  EXPECT_EQ(type_at(module, 0).func.params[0].heap().index().value, wasm::HeapType::index_max);
}

TEST(Limits, memories_and_tables_have_limits_of_either_width) {
  const wasm::Module module = parse(
      "(memory 1) (memory i32 1 2) (memory i64 0 0xffff_ffff_ffff_ffff shared) (memory 3 (pagesize 1))"
      "(table 1 funcref) (table i64 1 2 externref)");
  const auto memory = [&](std::uint32_t i) { return module.memories[wasm::MemoryIndex(i)]; };
  EXPECT_EQ(memory(0).limits, (wasm::Limits{.min = 1, .max = {}, .address = wasm::AddressType::i32}));
  EXPECT_EQ(memory(1).limits.max, 2U);
  EXPECT_EQ(memory(2).limits.address, wasm::AddressType::i64);
  EXPECT_EQ(memory(2).limits.max, UINT64_MAX);
  EXPECT_EQ(memory(2).sharing, wasm::Sharing::shared);
  EXPECT_EQ(memory(3).page_size_log2, 0);
  EXPECT_EQ(module.tables[wasm::TableIndex(1U)].type.limits.address, wasm::AddressType::i64);
}

TEST(Limits, sizes_and_page_sizes_are_checked) {
  EXPECT_TRUE(error_of("(memory i64 0x1_0000_0000_0000_0000)").starts_with("malformed: i64 constant out of range"));
  EXPECT_EQ(error_of("(memory)"), "malformed: unexpected token at 1:8: )");
  EXPECT_EQ(error_of("(memory -1)"), "malformed: unexpected token at 1:9: -1");
  EXPECT_EQ(error_of("(memory i64 i64 1)"), "malformed: unexpected token at 1:13: i64");
  for (const char* size : {"0", "3", "0x1_0000_0000_0000_0000"}) {
    EXPECT_TRUE(
        error_of(std::string("(memory 1 (pagesize ") + size + "))").starts_with("malformed: invalid custom page size"));
  }
  EXPECT_EQ(parse("(memory 1 (pagesize 0x8000_0000_0000_0000))").memories[wasm::MemoryIndex(0U)].page_size_log2, 63);
}

}  // namespace
}  // namespace assay::text
