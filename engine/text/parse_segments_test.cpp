#include <gtest/gtest.h>

#include <string>

#include "text/parse.hpp"

namespace assay::text {
namespace {

wasm::Module parse(std::string_view source) {
  auto module = parse_module(source);
  EXPECT_TRUE(module.has_value()) << source << ": " << (module ? "" : to_string(module.error()));
  return module ? std::move(module->module) : wasm::Module{};
}

bool same(std::string_view a, std::string_view b) {
  return same_module(parse(a), parse(b));
}

std::string error_of(std::string_view source) {
  const auto module = parse_module(source);
  return module ? "" : to_string(module.error());
}

TEST(ElementSegments, functions_can_be_listed_in_many_ways) {
  const std::string_view fields = "(func $f) (func $g) (table 2 funcref)";
  const auto with = [&](std::string_view segment) { return std::string(fields) + std::string(segment); };
  const std::string plain = with("(elem (i32.const 0) func 0 1)");
  for (const char* segment :
       {"(elem (i32.const 0) $f $g)", "(elem (offset (i32.const 0)) $f 1)",
        "(elem $e (table 0) (i32.const 0) func $f $g)", "(elem 0 (offset i32.const 0) func $f $g)"}) {
    EXPECT_TRUE(same(with(segment), plain)) << segment;
  }
  const wasm::Module module = parse(with("(elem func $g) (elem declare func $f) (elem (i32.const 1))"));
  EXPECT_EQ(module.elements[wasm::ElemIndex(0U)].mode, wasm::SegmentMode::passive);
  EXPECT_EQ(module.elements[wasm::ElemIndex(1U)].mode, wasm::SegmentMode::declarative);
  EXPECT_EQ(module.elements[wasm::ElemIndex(2U)].size(), 0U);
}

TEST(ElementSegments, expressions_keep_their_form) {
  const wasm::Module module =
      parse("(func $f) (elem funcref (ref.func $f) (item ref.null func) (item (ref.null func)))");
  const wasm::ElementSegment& segment = module.elements[wasm::ElemIndex(0U)];
  EXPECT_TRUE(segment.uses_expressions);
  EXPECT_EQ(segment.type, wasm::funcref);
  ASSERT_EQ(segment.expressions.size(), 3U);
  EXPECT_TRUE(std::ranges::equal(module.span(segment.expressions[1]), module.span(segment.expressions[2])));
}

TEST(ElementSegments, a_table_can_have_its_elements_inside) {
  EXPECT_TRUE(
      same("(func $f) (table funcref (elem $f $f))", "(func) (table 2 2 funcref) (elem (i32.const 0) func 0 0)"));
  EXPECT_TRUE(
      same("(func $f) (table i64 funcref (elem $f))", "(func) (table i64 1 1 funcref) (elem (i64.const 0) func 0)"));
  EXPECT_TRUE(same("(func $f) (table funcref (elem (ref.func $f) (item (ref.null func))))",
                   "(func) (table 2 2 funcref) (elem (i32.const 0) funcref (ref.func 0) (ref.null func))"));
  EXPECT_TRUE(same("(type $t (func)) (func $f) (table (ref null $t) (elem $f))",
                   "(type (func)) (func) (table 1 1 (ref null 0)) (elem (i32.const 0) (ref null 0) (ref.func 0))"));
  EXPECT_TRUE(same("(table $a funcref (elem)) (elem $b func) (func (elem.drop $b))",
                   "(table 0 0 funcref) (elem (i32.const 0) func) (elem func) (func (elem.drop 1))"));
}

TEST(ElementSegments, a_table_can_have_an_initial_value) {
  const wasm::Module module = parse("(table 1 2 funcref (ref.null func)) (table 1 funcref)");
  EXPECT_TRUE(module.tables[wasm::TableIndex(0U)].init.has_value());
  EXPECT_FALSE(module.tables[wasm::TableIndex(1U)].init.has_value());
}

TEST(ElementSegments, malformed_ones_are_refused) {
  EXPECT_EQ(error_of("(elem)"), "malformed: unexpected token at 1:6: )");
  EXPECT_EQ(error_of("(elem (table 0) func)"), "malformed: unexpected token at 1:17: func");
  EXPECT_EQ(error_of("(elem 0 func)"), "malformed: unexpected token at 1:9: func");
  EXPECT_EQ(error_of("(elem funcref 0)"), "malformed: unexpected token at 1:15: 0");
  EXPECT_EQ(error_of("(elem declare 0)"), "malformed: unexpected token at 1:15: 0");
  EXPECT_EQ(error_of("(table funcref)"), "malformed: unexpected token at 1:15: )");
  EXPECT_EQ(error_of("(elem (i32.const 0) func $f)"), "malformed: unknown function at 1:26: $f");
}

TEST(DataSegments, strings_are_joined) {
  const wasm::Module module = parse("(memory 1) (data (i32.const 8) \"a\" \"\" \"\\00\\ff\") (data \"b\") (data)");
  EXPECT_EQ(module.text(module.data[wasm::DataIndex(0U)].content), std::string_view("a\0\xFF", 3));
  EXPECT_EQ(module.data[wasm::DataIndex(1U)].mode, wasm::SegmentMode::passive);
  EXPECT_EQ(module.data[wasm::DataIndex(2U)].content.size, 0U);
}

TEST(DataSegments, memories_are_named_or_first) {
  EXPECT_TRUE(same("(memory 1) (memory $m 1) (data (memory $m) (offset i32.const 0) \"x\")",
                   "(memory 1) (memory 1) (data 1 (i32.const 0) \"x\")"));
  EXPECT_EQ(error_of("(data (memory 0) \"\")"), "malformed: unexpected token at 1:18: \"\"");
}

TEST(DataSegments, a_memory_can_have_its_data_inside) {
  EXPECT_TRUE(same("(memory (data \"abc\"))", "(memory 1 1) (data (i32.const 0) \"abc\")"));
  EXPECT_TRUE(same("(memory $m i64 (data))", "(memory i64 0 0) (data (i64.const 0))"));
  EXPECT_TRUE(same("(memory (pagesize 1) (data \"abc\"))", "(memory 3 3 (pagesize 1)) (data (i32.const 0) \"abc\")"));
  EXPECT_TRUE(same("(memory (pagesize 0x8000000000000000) (data \"abc\"))",
                   "(memory 1 1 (pagesize 0x8000000000000000)) (data (i32.const 0) \"abc\")"));
  EXPECT_EQ(error_of("(memory (pagesize 1))"), "malformed: unexpected token at 1:21: )");
}

TEST(DataSegments, their_count_is_written_where_bodies_need_it) {
  EXPECT_FALSE(parse("(data \"\")").data_count.has_value());
  EXPECT_EQ(parse("(data \"\") (func (data.drop 0))").data_count, 1U);
  EXPECT_EQ(parse("(type (array i8)) (func (drop (array.new_data 0 0 (i32.const 0) (i32.const 0))))").data_count, 0U);
  EXPECT_EQ(parse("(data \"\") (@data_count) (data \"\")").data_count, 2U);
  EXPECT_EQ(error_of("(@data_count 1)"), "malformed: unexpected token at 1:14: 1");
}

}  // namespace
}  // namespace assay::text
