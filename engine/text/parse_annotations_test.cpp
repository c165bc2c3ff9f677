#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "binary/branch_hints.hpp"
#include "binary/decode.hpp"
#include "binary/encode.hpp"
#include "binary/names.hpp"
#include "text/parse.hpp"

namespace assay::text {
namespace {

wasm::Module parse(std::string_view source, const ParseOptions& options = {}) {
  auto module = parse_module(source, options);
  EXPECT_TRUE(module.has_value()) << source << ": " << (module ? "" : to_string(module.error()));
  return module ? std::move(module->module) : wasm::Module{};
}

std::string error_of(std::string_view source) {
  const auto module = parse_module(source);
  return module ? "" : to_string(module.error());
}

/// "name@section" for each custom section, in order; the section by its number.
std::string customs_of(const wasm::Module& module) {
  std::string text;
  for (const wasm::CustomSection& custom : module.customs) {
    if (!text.empty()) text += ' ';
    text += std::string(module.text(custom.name)) + "@" + std::to_string(static_cast<int>(custom.after));
  }
  return text;
}

TEST(CustomAnnotations, sections_have_a_name_and_content) {
  const wasm::Module module = parse("(@custom \"a\" \"x\" \"\" \"\\00\") (@custom \"\")");
  ASSERT_EQ(module.customs.size(), 2U);
  EXPECT_EQ(module.text(module.customs[0].content), std::string_view("x\0", 2));
  EXPECT_EQ(module.text(module.customs[1].name), "");
}

TEST(CustomAnnotations, sections_go_where_they_are_placed) {
  const std::string_view fields = "(type (func)) (func) (global i32 (i32.const 0)) (memory 1)";
  const wasm::Module module = parse(std::string(fields) +
                                    "(@custom \"last\") (@custom \"c\" (before code)) (@custom \"b\" (after func))"
                                    "(@custom \"b2\" (after func)) (@custom \"g\" (before global))"
                                    "(@custom \"first\" (before first)) (@custom \"end\" (after last))");
  EXPECT_EQ(customs_of(module), "first@0 b@3 b2@3 g@5 c@6 last@10 end@10");
  const auto again = binary::decode(binary::encode(module));
  ASSERT_TRUE(again.has_value());
  EXPECT_TRUE(same_module(module, *again));
}

TEST(CustomAnnotations, a_section_after_another_makes_it_be_there) {
  EXPECT_EQ(customs_of(parse("(@custom \"a\" (after memory)) (@custom \"b\" (before memory))")), "b@0 a@5");
  EXPECT_EQ(customs_of(parse("(@custom \"a\" (after start)) (@custom \"b\" (after datacount))")), "a@0 b@0");
  EXPECT_EQ(customs_of(parse("(@custom \"a\" (after elem)) (@custom \"b\" (before data))")), "a@9 b@9");
}

TEST(CustomAnnotations, malformed_ones_are_refused) {
  const auto error = [](std::string_view inside) { return error_of("(@custom " + std::string(inside) + ")"); };
  EXPECT_EQ(error(""), "malformed: @custom annotation: missing section name at 1:10");
  EXPECT_EQ(error("4"), "malformed: @custom annotation: missing section name at 1:10");
  EXPECT_EQ(error("\"\\df\""), "malformed: @custom annotation: malformed UTF-8 encoding at 1:10");
  EXPECT_EQ(error("\"a\" here"), "malformed: @custom annotation: unexpected token at 1:14");
  EXPECT_EQ(error("\"a\" (type)"), "malformed: @custom annotation: malformed placement at 1:15");
  EXPECT_EQ(error("\"a\" (after)"), "malformed: @custom annotation: malformed section kind at 1:20");
  EXPECT_EQ(error("\"a\" (after first)"), "malformed: @custom annotation: malformed section kind at 1:21");
  EXPECT_EQ(error("\"a\" (after type x)"), "malformed: @custom annotation: unexpected token at 1:26");
  EXPECT_EQ(error("\"a\" \x01"), "malformed: illegal character at 1:14");
  EXPECT_EQ(error("\x01"), "malformed: illegal character at 1:10");
}

TEST(CustomAnnotations, they_are_fields) {
  EXPECT_EQ(error_of("(func (@custom \"a\"))"), "malformed: misplaced @custom annotation at 1:7");
  EXPECT_EQ(error_of("(type (@custom \"a\") (func))"), "malformed: misplaced @custom annotation at 1:7");
  EXPECT_EQ(error_of("(func (nop (@custom \"a\")))"), "malformed: misplaced @custom annotation at 1:12");
  EXPECT_EQ(error_of("(func (@data_count))"), "malformed: misplaced @data_count annotation at 1:7");
}

TEST(NameAnnotations, they_name_whatever_binds_an_identifier) {
  const wasm::Module module = parse(R"wat((module $m (@name "M")
      (type $t (@name "T") (func)) (type (struct (field $x (@name "X") i32) (field (@name "Y") i32)))
      (import "" "" (func (@name "I") (param i32)))
      (func $f (@name "F") (param $p (@name "P") i32) (param (@name "Q") i32) (local (@name "L") i64)
        (block $b (@name "B")) (if (@name "C") (i32.const 0) (then)))
      (table (@name "A") 0 funcref) (memory (@name "N") 0) (global (@name "G") i32 (i32.const 0))
      (tag (@name "E")) (elem (@name "S") funcref) (data (@name "D"))))wat");
  const auto names = binary::decode_names(module);
  ASSERT_TRUE(names.has_value());
  EXPECT_EQ(names->module, "M");
  using Named = binary::NamedIndex;
  using Inner = binary::NamedInner;
  EXPECT_EQ(names->functions, (std::vector<Named>{{.index = 0, .name = "I"}, {.index = 1, .name = "F"}}));
  EXPECT_EQ(names->types, (std::vector<Named>{{.index = 0, .name = "T"}}));
  EXPECT_EQ(names->locals, (std::vector<Inner>{{1, 0, "P"}, {1, 1, "Q"}, {1, 2, "L"}}));
  EXPECT_EQ(names->labels, (std::vector<Inner>{{1, 0, "B"}, {1, 1, "C"}}));
  EXPECT_EQ(names->fields, (std::vector<Inner>{{1, 0, "X"}, {1, 1, "Y"}}));
  EXPECT_EQ(names->tables, (std::vector<Named>{{.index = 0, .name = "A"}}));
  EXPECT_EQ(names->memories, (std::vector<Named>{{.index = 0, .name = "N"}}));
  EXPECT_EQ(names->globals, (std::vector<Named>{{.index = 0, .name = "G"}}));
  EXPECT_EQ(names->tags, (std::vector<Named>{{.index = 0, .name = "E"}}));
  EXPECT_EQ(names->elements, (std::vector<Named>{{.index = 0, .name = "S"}}));
  EXPECT_EQ(names->data, (std::vector<Named>{{.index = 0, .name = "D"}}));
}

TEST(NameAnnotations, they_win_over_identifiers) {
  ParseOptions options;
  options.names = IdentifierNames::keep;
  const wasm::Module module = parse("(module $m (func $f (@name \"F\")) (func $g) (func))", options);
  const auto names = binary::decode_names(module);
  ASSERT_TRUE(names.has_value());
  EXPECT_EQ(names->module, "m");
  EXPECT_EQ(names->functions, (std::vector<binary::NamedIndex>{{.index = 0, .name = "F"}, {.index = 1, .name = "g"}}));
}

TEST(NameAnnotations, a_spelt_out_name_section_stands_alone) {
  ParseOptions options;
  options.names = IdentifierNames::keep;
  EXPECT_EQ(customs_of(parse("(func $f) (@custom \"name\" \"\")", options)), "name@10");
}

TEST(NameAnnotations, malformed_ones_are_refused) {
  EXPECT_EQ(error_of("(module (@name \"a\") (@name \"b\"))"), "malformed: @name annotation: multiple module at 1:21");
  EXPECT_EQ(error_of("(module (func) (@name \"a\"))"), "malformed: misplaced @name annotation at 1:16");
  EXPECT_EQ(error_of("(start 0 (@name \"a\"))"), "malformed: misplaced @name annotation at 1:10");
  EXPECT_EQ(error_of("(func (@name))"), "malformed: unexpected token at 1:13: )");
  EXPECT_EQ(error_of("(func (@name \"a\" \"b\"))"), "malformed: unexpected token at 1:18: \"b\"");
  EXPECT_EQ(error_of("(func (@name \"\\ff\"))"), "malformed: @name annotation: malformed UTF-8 encoding at 1:14");
}

TEST(BranchHints, they_become_a_section_before_the_code) {
  const wasm::Module module = parse(R"wat((func (param i32)
      (@metadata.code.branch_hint "\01") (if (local.get 0) (then))
      (block local.get 0 (@metadata.code.branch_hint "\00") br_if 0)
      (@metadata.code.branch_hint "" "\01") (br_if 0 (local.get 0))
      local.get 0 (@metadata.code.branch_hint "\00") if end))wat");
  EXPECT_EQ(customs_of(module), "metadata.code.branch_hint@3");
  const auto hints = binary::decode_branch_hints(module);
  ASSERT_TRUE(hints.has_value());
  ASSERT_EQ(hints->size(), 4U);
  EXPECT_EQ((*hints)[0].offset, 3U);
  EXPECT_EQ((*hints)[0].likelihood, binary::Likelihood::likely);
  EXPECT_EQ((*hints)[1].likelihood, binary::Likelihood::unlikely);
  EXPECT_TRUE(binary::check_branch_hints(module, *hints).has_value());
}

TEST(BranchHints, they_stand_before_if_and_br_if_only) {
  const auto error = [](std::string_view code) { return error_of("(func " + std::string(code) + ")"); };
  const std::string hint = "(@metadata.code.branch_hint \"\\01\")";
  for (const char* code : {"nop", "(nop)", "(block)", "block end", "end", "else", "br_table 0"}) {
    EXPECT_EQ(error("block if " + hint + code),
              "invalid: @metadata.code.branch_hint annotation: invalid target at 1:16")
        << code;
  }
  EXPECT_EQ(error("(block " + hint + ")"), "invalid: @metadata.code.branch_hint annotation: invalid target at 1:14");
  EXPECT_EQ(error(hint + hint + "br_if 0"),
            "malformed: @metadata.code.branch_hint annotation: duplicate annotation at 1:41");
  EXPECT_EQ(error("(@metadata.code.branch_hint \"\\02\") br_if 0"),
            "malformed: @metadata.code.branch_hint annotation: malformed value at 1:35");
  EXPECT_EQ(error_of(hint + "(func)"), "malformed: @metadata.code.branch_hint annotation: not in a function at 1:1");
  EXPECT_EQ(error_of("(global i32 " + hint + ")"),
            "malformed: @metadata.code.branch_hint annotation: not in a function at 1:13");
}

}  // namespace
}  // namespace assay::text
