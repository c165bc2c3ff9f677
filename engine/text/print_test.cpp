#include "text/print.hpp"

#include <gtest/gtest.h>

#include <string>

#include "binary/custom_sections.hpp"
#include "binary/decode.hpp"
#include "text/parse.hpp"
#include "wasm/instruction_info.hpp"

namespace assay::text {
namespace {

wasm::Module parse(std::string_view source, const ParseOptions& options = {}) {
  auto module = parse_module(source, options);
  EXPECT_TRUE(module.has_value()) << source << ": " << (module ? "" : to_string(module.error()));
  return module ? std::move(module->module) : wasm::Module{};
}

/// Printed and parsed again it is the same module, with and without names.
void expect_round_trip(const wasm::Module& module) {
  for (const PrintedNames names : {PrintedNames::use, PrintedNames::ignore}) {
    const std::string text = print(module, {.names = names});
    const auto again = parse_module(text);
    ASSERT_TRUE(again.has_value()) << to_string(again.error()) << "\n" << text;
    EXPECT_TRUE(same_module(module, again->module)) << text << "\nbecame\n" << print(again->module);
  }
}

wasm::Module with_names(std::string_view source) {
  ParseOptions options;
  options.names = IdentifierNames::keep;
  return parse(source, options);
}

TEST(Print, a_module_reads_well) {
  EXPECT_EQ(print(parse(R"wat(
      (func $f (export "f") (param i32) (result i32) (local i64)
        (block $out (loop $again (br_if $again (local.get 0)) (br_if $out (i32.const 1))))
        (if (result i32) (local.get 0) (then (f32.const 0.5) drop (i32.const 1)) (else (i32.const -2))))
      (memory 1) (data (i32.const 8) "hi\00"))wat")),
            R"wat((module
  (type (;0;) (func (param i32) (result i32)))
  (memory (;0;) 1)
  (export "f" (func 0))
  (func (;0;) (type 0) (param i32) (result i32)
    (local i64)
    block ;; @1
      loop ;; @2
        local.get 0
        br_if 0 (;@2;)
        i32.const 1
        br_if 1 (;@1;)
      end
    end
    local.get 0
    if (result i32) ;; @1
      f32.const 0.5
      drop
      i32.const 1
    else
      i32.const -2
    end)
  (data (;0;) (i32.const 8) "hi\00"))
)wat");
}

TEST(Print, names_become_identifiers) {
  const std::string text = print(with_names(R"wat((module
      (type $t (struct (field $x i32)))
      (func $"a b" (param $p i32) (param i32) (local $l i64)
        (block $b (br $b)) (drop (struct.get $t $x (struct.new $t (local.get $p)))))
      (start $"a b")))wat"));
  EXPECT_TRUE(text.starts_with(R"wat((module
  (type $t (;0;) (struct (field $x i32)))
  (type (;1;) (func (param i32 i32)))
  (start $"a b")
  (func $"a b" (;0;) (type 1) (param $p i32) (param i32)
    (local $l i64)
    block $b
      br $b
    end
    local.get $p
    struct.new $t
    struct.get $t $x
    drop)
  (@custom "name" (after code) ")wat"))
      << text;
}

TEST(Print, doubled_and_impossible_names_are_left_out) {
  const std::string text =
      print(parse("(func (@name \"f\")) (func (@name \"f\")) (func (@name \"\")) (func call 0 call 1)"));
  EXPECT_NE(text.find("(func $f (;0;)"), std::string::npos);
  EXPECT_NE(text.find("(func (;1;)"), std::string::npos);
  EXPECT_NE(text.find("call $f\n    call 1"), std::string::npos);
}

TEST(Print, every_kind_of_field_round_trips) {
  expect_round_trip(with_names(R"wat((module $m
    (rec (type $a (sub (struct (field i8) (field $f (mut (ref null $b)))))) (type $b (sub final $a (struct (field i8) (field (mut (ref null $b)))))))
    (type (array (mut i16))) (rec) (type $f (func (param i32 v128 (ref any)) (result funcref externref)))
    (import "a" "\"\\\00" (func $i (type $f))) (import "" "t" (table i64 1 2 anyref)) (import "" "m" (memory i64 0 1 shared))
    (import "" "g" (global (mut f64))) (import "" "e" (tag (param i32)))
    (func $g (type $f) unreachable) (table $t 1 (ref func) (ref.func $g)) (memory 1 (pagesize 1)) (tag $e)
    (global $g (mut (ref null $a)) (ref.null $b)) (global i32 (i32.add (i32.const 1) (i32.const 2)))
    (export "x" (func $g)) (export "t" (table 1)) (export "m" (memory 1)) (export "g" (global 0)) (export "e" (tag 1))
    (start $i)
    (elem (table 1) (offset i32.const 1 i32.const 1 i32.add) func $g $i) (elem declare func $g) (elem func)
    (elem anyref (ref.null any) (item i32.const 1 ref.i31)) (elem (i64.const 0) (ref $f) (ref.func $g)) (elem declare funcref)
    (data (memory 1) (i32.const 0) "abc\n\ff") (data "") (data $d (i64.const 0) "x")
    (@custom "x" (before first) "1") (@custom "y" (after import) "\00\22") (@custom "z" (after elem)) (@custom "w")))wat"));
}

TEST(Print, every_kind_of_instruction_round_trips) {
  expect_round_trip(with_names(R"wat((module
    (type $s (struct (field $x i32) (field $y (mut i32)))) (type $a (array i8)) (type $f (func (param i32) (result i32)))
    (table 1 funcref) (table $t 1 funcref) (memory 1) (memory $m 1) (tag $e (param i32)) (data $d "") (elem $l funcref)
    (func $f (param $p i32) (result i32) (local $v v128) (local i32)
      (block $a (block $b (br_table $a $b 0 2 (local.get $p))) (br $a))
      (try_table $c (catch $e 0) (catch_ref 0 0) (catch_all 0) (catch_all_ref 0) (throw $e (i32.const 1)))
      (try $d (do (nop)) (catch $e (drop)) (catch_all (rethrow $d)))
      (block $o (try $o (do) (delegate $o)))
      (drop (call_indirect $t (type $f) (i32.const 0) (i32.const 0))) (drop (call_indirect (param i32) (result i32) (i32.const 0) (i32.const 0)))
      (if $i (type 3) (i32.const 0) (then (br $i)) (else))
      (i32.const 1) (loop $l (param i32) (result i32 i32) (i32.const 1)) drop drop
      (drop (select (i32.const 0) (i32.const 1) (i32.const 2))) (drop (select (result i32) (i32.const 0) (i32.const 1) (i32.const 2)))
      unreachable
      (i32.store $m offset=5 align=1) i64.load32_u 0 offset=0xffffffffffffffff v128.load8_lane 1 7 v128.store64_lane offset=3 1
      memory.size $m memory.copy memory.copy 1 0 memory.init $d memory.init $m $d data.drop $d memory.fill 1
      table.get $t table.copy table.copy $t 0 table.init $l table.init $t $l elem.drop $l table.size table.size 1
      (i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 31) (v128.const i32x4 0 -1 0x7fffffff 5) i8x16.extract_lane_s 15
      i32.const -2147483648 i64.const -9223372036854775808 f32.const nan:0x200000 f64.const -inf f32.const -0 f64.const 1e300
      ref.null $s ref.null extern ref.func $f ref.test (ref $s) ref.test (ref null i31) ref.cast anyref
      br_on_cast 0 anyref (ref $s) br_on_cast_fail 0 (ref null eq) nullref br_on_null 0 br_on_non_null 0
      struct.new $s struct.get $s $x struct.set $s $y array.new_fixed $a 3 array.new_data $a $d array.new_elem 0 $l
      array.init_data $a $d array.copy $a $a call_ref $f return_call_ref $f return_call $f return_call_indirect (type $f)
      atomic.fence memory.atomic.wait32 offset=4 i64.atomic.rmw8.cmpxchg_u i64.add128 throw_ref
      select (result) select (result i32 i64) global.get 3 local.tee 99 call 1000)))wat"));
}

TEST(Print, every_row_of_the_table_has_its_keyword_back) {
  for (const wasm::InstructionInfo& row : wasm::instructions) {
    if (row.immediate != wasm::Immediate::none || row.signature.custom) continue;
    const wasm::Module module = parse("(func " + std::string(row.text) + ")");
    EXPECT_NE(print(module).find("\n    " + std::string(row.text)), std::string::npos) << row.text;
    expect_round_trip(module);
  }
}

TEST(Print, divided_declarations_of_locals_stay_divided) {
  expect_round_trip(parse("(func (local i32) (local) (local i32 i32) (local i64) (local) (local i64))"));
  expect_round_trip(with_names("(func (param i32) (local $a i32) (local i32) (local) (local $b i32) (local i64))"));
}

TEST(Print, an_idle_data_count_is_kept) {
  const wasm::Module module = parse("(@data_count) (data \"a\")");
  EXPECT_NE(print(module).find("(@data_count)"), std::string::npos);
  expect_round_trip(module);
  expect_round_trip(parse("(data \"a\") (func (data.drop 0))"));
}

constexpr std::string_view hinted = R"wat((func (param i32)
    (@metadata.code.branch_hint "\01") (if (local.get 0) (then)) (br_if 0 (local.get 0))
    local.get 0 (@metadata.code.branch_hint "\00") br_if 0) (@custom "x" (after func)))wat";

TEST(Print, branch_hints_stand_at_their_instructions) {
  const wasm::Module module = parse(hinted);
  const std::string text = print(module);
  EXPECT_NE(text.find("(@metadata.code.branch_hint \"\\01\")\n    if"), std::string::npos) << text;
  EXPECT_NE(text.find("(@metadata.code.branch_hint \"\\00\")\n    br_if"), std::string::npos) << text;
  EXPECT_EQ(text.find("@custom \"metadata"), std::string::npos) << text;
  expect_round_trip(module);
}

TEST(Print, branch_hints_that_annotations_cannot_say_are_a_plain_section) {
  const auto is_plain = [](const wasm::Module& module) {
    return print(module).find("@custom \"metadata.code.branch_hint\"") != std::string::npos;
  };
  wasm::Module elsewhere = parse(hinted);
  elsewhere.customs.back().after = wasm::SectionId::type;
  std::swap(elsewhere.customs[0], elsewhere.customs[1]);
  EXPECT_TRUE(is_plain(elsewhere));
  expect_round_trip(elsewhere);

  wasm::Module not_last = parse(hinted);
  std::swap(not_last.customs[0], not_last.customs[1]);
  EXPECT_TRUE(is_plain(not_last));
  expect_round_trip(not_last);

  const wasm::Module nonsense = parse("(func) (@custom \"metadata.code.branch_hint\" (after func) \"\\ff\")");
  EXPECT_TRUE(is_plain(nonsense));
  expect_round_trip(nonsense);

  const wasm::Module no_target =
      parse("(func nop) (@custom \"metadata.code.branch_hint\" (after func) \"\\01\\00\\01\\01\\01\\01\")");
  EXPECT_TRUE(is_plain(no_target));
  expect_round_trip(no_target);
}

/// A module with one function of the given body, which need not be one.
wasm::Module with_body(std::string_view hex_escapes) {
  return parse("(module binary \"\\00asm\\01\\00\\00\\00\\01\\04\\01\\60\\00\\00\\03\\02\\01\\00\" \"" +
               std::string(hex_escapes) + "\")");
}

TEST(Print, what_cannot_be_decoded_becomes_a_comment) {
  const std::string locals = print(with_body("\\0a\\0a\\01\\08\\01\\ff\\ff\\ff\\ff\\0f\\7f\\0b"));
  EXPECT_NE(locals.find("(; the locals cannot be printed ;)"), std::string::npos) << locals;
  const std::string index = print(with_body("\\0a\\07\\01\\05\\00\\28\\02\\80\\0b"));
  EXPECT_NE(index.find("(; cannot be decoded at"), std::string::npos) << index;
  EXPECT_TRUE(parse_module(index).has_value());
}

TEST(Print, modules_that_do_not_validate_are_printed_too) {
  expect_round_trip(parse("(type (struct)) (func (type 0) (local $x i32) local.get 0) (func (type 9) br 3)"));
  expect_round_trip(with_names("(type (struct)) (func (type 0) (local $x i32) local.get $x)"));
  expect_round_trip(parse("(global i32) (global i32 block i32.const 1 end) (export \"\" (func 7)) (start 8)"));
  expect_round_trip(parse("(elem (table 4) (i32.const 0) func 9) (data (memory 3) (offset) \"\")"));
}

TEST(Print, deep_nesting_is_linear) {
  std::string text = "(func ";
  for (int i = 0; i < 50'000; ++i) text += "block ";
  for (int i = 0; i < 50'000; ++i) text += "end ";
  const wasm::Module module = parse(text + ")");
  EXPECT_LT(print(module).size(), 50'000U * 250);
  expect_round_trip(module);
}

}  // namespace
}  // namespace assay::text
