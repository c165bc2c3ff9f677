#include "text/parse.hpp"

#include <gtest/gtest.h>

#include <string>

#include "binary/encode.hpp"

namespace assay::text {
namespace {

std::string error_of(std::string_view source, const ParseOptions& options = {}) {
  const auto module = parse_module(source, options);
  return module ? "" : to_string(module.error());
}

wasm::Module parse(std::string_view source) {
  auto module = parse_module(source);
  EXPECT_TRUE(module.has_value()) << source << ": " << (module ? "" : to_string(module.error()));
  return module ? std::move(module->module) : wasm::Module{};
}

/// Whether two texts mean the same module.
bool same(std::string_view a, std::string_view b) {
  return same_module(parse(a), parse(b));
}

TEST(ParseModule, fields_need_no_wrapper) {
  EXPECT_TRUE(same("(module (func (nop)) (memory 1))", "(func (nop)) (memory 1)"));
  EXPECT_TRUE(same("(module)", ""));
  EXPECT_TRUE(same("(module $m)", "(; nothing ;)"));
}

TEST(ParseModule, the_binary_form_is_decoded) {
  const wasm::Module module = parse("(module $m binary \"\\00asm\" \"\\01\\00\\00\\00\" \"\\05\\03\\01\\00\\07\")");
  ASSERT_EQ(module.memories.size(), 1U);
  EXPECT_EQ(module.memories[wasm::MemoryIndex(0U)].limits.min, 7U);
  EXPECT_EQ(error_of("(module binary \"\\00asn\")"),
            "malformed: magic header not detected at 1:9: byte 0 of the binary");
}

TEST(ParseModule, the_quote_form_is_parsed_however_often_it_quotes) {
  EXPECT_TRUE(same("(module quote \"(memory\" \" 3)\")", "(memory 3)"));
  EXPECT_TRUE(same(R"wat((module quote "(module quote \"(memory 3)\")"))wat", "(memory 3)"));
  EXPECT_EQ(error_of("(module quote \"\\0a (memry 3)\")"), "malformed: unknown operator at 2:3: memry");
}

TEST(ParseModule, nothing_may_follow) {
  EXPECT_EQ(error_of("(module) (module)"), "malformed: unexpected token at 1:10: (");
  EXPECT_EQ(error_of("(module) x"), "malformed: unknown operator at 1:10: x");
  EXPECT_EQ(error_of("(memory 1))"), "malformed: unexpected token at 1:11: )");
  EXPECT_EQ(error_of("(module quote \"\") nop"), "malformed: unexpected token at 1:19: nop");
}

TEST(ParseModule, errors_tell_line_and_column) {
  EXPECT_EQ(error_of("(module\n  (func\n    i32.foo))"), "malformed: unknown operator at 3:5: i32.foo");
  EXPECT_EQ(error_of("(module\n  (func"), "malformed: unexpected token at 2:8: end of text");
  EXPECT_EQ(error_of("(func (drop (i32.const 99999999999)))"), "malformed: constant out of range at 1:24: 99999999999");
  EXPECT_EQ(error_of(""
                     "(\xC3\xA9)"),
            "malformed: illegal character at 1:2");
}

TEST(ParseModule, long_tokens_are_cut_in_messages) {
  const std::string name(100, 'x');
  EXPECT_EQ(error_of("(" + name + ")"), "malformed: unknown operator at 1:2: " + name.substr(0, 40) + "...");
}

TEST(ParseModule, identifiers_mean_indices_wherever_they_are_bound) {
  EXPECT_TRUE(same(R"wat((import "m" "f" (func $a (type $t)))
                      (type $t (func)) (func $b (call $c) (call $a)) (func $c)
                      (memory $m 1) (table $tab 1 funcref) (global $g i32 (i32.const 0)) (tag $e)
                      (elem $s funcref) (data $d "") (start $b)
                      (export "f" (func $c)) (export "m" (memory $m)) (export "t" (table $tab))
                      (export "g" (global $g)) (export "e" (tag $e))
                      (func (data.drop $d) (elem.drop $s) (throw $e)))wat",
                   R"wat((type (func)) (import "m" "f" (func (type 0)))
                      (func (call 2) (call 0)) (func)
                      (memory 1) (table 1 funcref) (global i32 (i32.const 0)) (tag)
                      (elem funcref) (data "") (start 1)
                      (export "f" (func 2)) (export "m" (memory 0)) (export "t" (table 0))
                      (export "g" (global 0)) (export "e" (tag 0))
                      (func (data.drop 0) (elem.drop 0) (throw 0)))wat"));
}

TEST(ParseModule, quoted_identifiers_are_the_names_they_spell) {
  EXPECT_TRUE(
      same(R"wat((func $"a b") (func $x (call $"a\20b") (call $"\78")))wat", "(func) (func (call 0) (call 1))"));
}

TEST(ParseModule, unknown_and_doubled_names_are_errors) {
  EXPECT_EQ(error_of("(func (call $f))"), "malformed: unknown function at 1:13: $f");
  EXPECT_EQ(error_of("(func (local.get $x))"), "malformed: unknown local at 1:18: $x");
  EXPECT_EQ(error_of("(func (br $x))"), "malformed: unknown label at 1:11: $x");
  EXPECT_EQ(error_of("(func (global.get $x))"), "malformed: unknown global at 1:19: $x");
  EXPECT_EQ(error_of("(func (struct.get 0 $x))"), "malformed: unknown field at 1:21: $x");
  EXPECT_EQ(error_of("(func $f) (func $f)"), "malformed: duplicate func at 1:17: $f");
  EXPECT_EQ(error_of("(func (param $x i32) (local $x i32))"), "malformed: duplicate local at 1:29: $x");
  EXPECT_EQ(error_of("(rec (type $a (func)) (type $a (func)))"), "malformed: duplicate type at 1:29: $a");
  EXPECT_EQ(error_of("(global i32 (local.get $x))"), "malformed: unknown local at 1:24: $x");
}

TEST(ParseModule, imports_come_before_definitions) {
  for (const char* definition : {"func", "table 0 funcref", "memory 0", "global i32 (i32.const 0)", "tag"}) {
    for (const char* import :
         {"(import \"\" \"\" (func))", "(func (import \"\" \"\"))", "(memory (import \"\" \"\") 1)"}) {
      const std::string word = std::string(definition).substr(0, std::string_view(definition).find(' '));
      const std::string source = std::string("(") + definition + ")" + import;
      EXPECT_TRUE(error_of(source).starts_with("malformed: import after " + word)) << source << error_of(source);
    }
  }
}

TEST(ParseModule, inline_imports_and_exports_are_short_for_fields) {
  EXPECT_TRUE(same(R"wat((func $f (export "a") (export "b") (import "m" "f") (param i32))
                      (table (import "m" "t") i64 1 2 funcref) (memory (export "m") (import "m" "m") 1 2)
                      (global (import "m" "g") (mut i32)) (tag (import "m" "e") (param i32)))wat",
                   R"wat((import "m" "f" (func (param i32))) (import "m" "t" (table i64 1 2 funcref))
                      (import "m" "m" (memory 1 2)) (import "m" "g" (global (mut i32)))
                      (import "m" "e" (tag (param i32)))
                      (export "a" (func 0)) (export "b" (func 0)) (export "m" (memory 0)))wat"));
}

TEST(ParseModule, there_is_one_start_at_most) {
  EXPECT_EQ(error_of("(func) (start 0) (start 0)"), "malformed: multiple start sections at 1:25");
}

TEST(ParseModule, names_must_be_utf8) {
  EXPECT_EQ(error_of("(func (export \"\\ff\"))"), "malformed: malformed UTF-8 encoding at 1:15");
  EXPECT_EQ(error_of("(import \"\\80\" \"\" (func))"), "malformed: malformed UTF-8 encoding at 1:9");
  EXPECT_EQ(error_of("(import 1 \"\" (func))"), "malformed: unexpected token at 1:9: 1");
  EXPECT_EQ(error_of("(import \"\" \"\" (type))"), "malformed: unexpected token at 1:16: type");
  EXPECT_EQ(error_of("(export \"\" (type 0))"), "malformed: unexpected token at 1:13: type");
}

TEST(ParseModule, switched_off_proposals_are_unknown) {
  ParseOptions options;
  options.features.disable(wasm::Feature::simd)
      .disable(wasm::Feature::memory64)
      .disable(wasm::Feature::gc)
      .disable(wasm::Feature::threads)
      .disable(wasm::Feature::custom_page_sizes)
      .disable(wasm::Feature::reference_types);
  EXPECT_EQ(error_of("(func (v128.const i32x4 0 0 0 0))", options),
            "malformed: unknown operator at 1:8: the proposal is switched off");
  EXPECT_EQ(error_of("(func v128.not)", options), "malformed: unknown operator at 1:7: the proposal is switched off");
  EXPECT_EQ(error_of("(func (param v128))", options),
            "malformed: unknown operator at 1:14: the proposal is switched off");
  EXPECT_EQ(error_of("(func (param anyref))", options),
            "malformed: unknown operator at 1:14: the proposal is switched off");
  EXPECT_EQ(error_of("(memory i64 1)", options), "malformed: unexpected token at 1:9: the proposal is switched off");
  EXPECT_EQ(error_of("(memory 0x1_0000_0000)", options), "malformed: i32 constant out of range at 1:9: 0x1_0000_0000");
  EXPECT_EQ(error_of("(memory 1 2 shared)", options), "malformed: unexpected token at 1:13: shared");
  EXPECT_EQ(error_of("(memory 1 (pagesize 1))", options), "malformed: unexpected token at 1:11: (");
  EXPECT_TRUE(error_of("(func (drop (i32.load offset=0x1_0000_0000 (i32.const 0))))", options)
                  .starts_with("malformed: i32 constant out of range"));
  EXPECT_TRUE(error_of("(func (select (result i32) unreachable))", options).starts_with("malformed: unexpected token"));
}

TEST(ParseModule, identifiers_can_be_kept_as_names) {
  ParseOptions options;
  options.names = IdentifierNames::keep;
  const auto module = parse_module("(module $m (func $f (param $x i32) (local $y i32) (block $l)))", options);
  ASSERT_TRUE(module.has_value());
  ASSERT_EQ(module->module.customs.size(), 1U);
  const auto& custom = module->module.customs[0];
  EXPECT_EQ(module->module.text(custom.name), "name");
  EXPECT_EQ(custom.after, wasm::SectionId::code);
  const std::string_view content = module->module.text(custom.content);
  for (const char* name : {"m", "f", "x", "y", "l"}) EXPECT_NE(content.find(name), std::string_view::npos) << name;
}

TEST(Locate, an_offset_becomes_the_place_of_its_instruction) {
  const auto parsed =
      parse_module("(module\n  (func (result i32)\n    (i32.add\n      (i32.const 1)\n      (f32.const 2))))");
  ASSERT_TRUE(parsed.has_value());
  const wasm::ByteRange body = parsed->module.functions[wasm::FuncIndex(0U)].body;
  const auto place_at = [&](std::uint32_t offset) {
    return locate(*parsed, {.place = wasm::Place::at_offset(body.offset + offset)}).place;
  };
  EXPECT_EQ(place_at(0), wasm::Place::at_line(2, 3));   // the declarations of locals
  EXPECT_EQ(place_at(1), wasm::Place::at_line(4, 7));   // i32.const
  EXPECT_EQ(place_at(2), wasm::Place::at_line(4, 7));   // its immediate
  EXPECT_EQ(place_at(3), wasm::Place::at_line(5, 7));   // f32.const
  EXPECT_EQ(place_at(8), wasm::Place::at_line(3, 5));   // i32.add
  EXPECT_EQ(place_at(9), wasm::Place::at_line(5, 21));  // end: the closing parenthesis
}

TEST(Locate, other_places_stay_as_they_are) {
  const auto text = parse_module("(memory 1)");
  const auto binary = parse_module("(module binary \"\\00asm\\01\\00\\00\\00\")");
  ASSERT_TRUE(text.has_value() && binary.has_value());
  const wasm::Place at_text = wasm::Place::at_line(7, 7);
  EXPECT_EQ(locate(*text, {.place = at_text}).place, at_text);
  EXPECT_EQ(locate(*text, {}).place, wasm::Place{});
  EXPECT_EQ(locate(*binary, {.place = wasm::Place::at_offset(3)}).place, wasm::Place::at_offset(3));
}

}  // namespace
}  // namespace assay::text
