#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "text/parse.hpp"

namespace assay::text {
namespace {

std::string hex_of(std::span<const std::byte> bytes) {
  std::string text;
  for (const std::byte byte : bytes) {
    char digits[4];
    std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned>(byte));
    if (!text.empty()) text += ' ';
    text += digits;
  }
  return text;
}

/// The body of the first function that the module defines, in hexadecimal.
std::string body_of(std::string_view source) {
  const auto parsed = parse_module(source);
  if (!parsed) return to_string(parsed.error());
  const wasm::Module& module = parsed->module;
  return hex_of(module.span(module.functions[wasm::FuncIndex(std::size_t{module.imported_functions})].body));
}

/// The instructions of a function without locals, their final `end` left out.
std::string code_of(std::string_view instructions, std::string_view fields = "") {
  const std::string body = body_of("(func " + std::string(instructions) + ")" + std::string(fields));
  if (!body.starts_with("00 ")) return body;
  if (body == "00 0b") return "";
  return body.substr(3, body.size() - 6);
}

TEST(Body, folded_operands_come_first) {
  EXPECT_EQ(code_of("(drop (i32.add (i32.const 1) (i32.const 2)))"), "41 01 41 02 6a 1a");
  EXPECT_EQ(code_of("i32.const 1 (drop) (nop)nop"), "41 01 1a 01 01");
  EXPECT_EQ(code_of("(br_table 0 0 (i32.const 7))"), "41 07 0e 01 00 00");
}

TEST(Body, folded_and_flat_blocks_are_the_same) {
  EXPECT_EQ(code_of("(block (result i32) (i32.const 1)) drop"), code_of("block (result i32) i32.const 1 end drop"));
  EXPECT_EQ(code_of("(loop $l (br $l))"), code_of("loop $l br $l end $l"));
  EXPECT_EQ(code_of("(if (i32.const 1) (then nop) (else (nop) unreachable))"),
            code_of("i32.const 1 if nop else nop unreachable end"));
  EXPECT_EQ(code_of("(if (then))"), code_of("if end"));
  EXPECT_EQ(code_of("(if (i32.const 0) (i32.const 1) (then) (else))"), "41 00 41 01 04 40 05 0b");
  EXPECT_EQ(code_of("(block loop block end end)"), "02 40 03 40 02 40 0b 0b 0b");
}

TEST(Body, labels_count_from_the_innermost_block) {
  EXPECT_EQ(code_of("block $a block $b block $a br $a br $b end br $a end end"),
            "02 40 02 40 02 40 0c 00 0c 01 0b 0c 01 0b 0b");
  EXPECT_EQ(code_of("(block $a (if $b (i32.const 0) (then (br $a) (br $b)) (else (br $b))))"),
            "02 40 41 00 04 40 0c 01 0c 00 05 0c 00 0b 0b");
  EXPECT_EQ(code_of("(block $a (if $b (br $a (i32.const 0)) (then)))"), "02 40 41 00 0c 00 04 40 0b 0b");
}

TEST(Body, labels_may_be_repeated_and_must_match) {
  EXPECT_EQ(code_of("i32.const 0 if $a else $a end $a"), "41 00 04 40 05 0b");
  EXPECT_EQ(code_of("block $a end $b"), "malformed: mismatching label at 1:20: $b");
  EXPECT_EQ(code_of("block end $b"), "malformed: mismatching label at 1:17: $b");
  EXPECT_EQ(code_of("i32.const 0 if $a else $b end"), "malformed: mismatching label at 1:30: $b");
  EXPECT_EQ(code_of("block $a end br $a"), "malformed: unknown label at 1:23: $a");
}

TEST(Body, block_types_are_short_unless_a_type_is_named) {
  EXPECT_EQ(code_of("(block)"), "02 40 0b");
  EXPECT_EQ(code_of("(block (result funcref) unreachable) drop"), "02 70 00 0b 1a");
  EXPECT_EQ(code_of("(block (type 0))"), "02 00 0b");
  EXPECT_EQ(code_of("(block (result i32 i64) unreachable) unreachable"), "02 01 00 0b 00");
  EXPECT_EQ(code_of("i32.const 1 (block (param i32) drop)"), "41 01 02 01 1a 0b");
}

TEST(Body, the_clauses_of_try_table_count_labels_from_outside) {
  const std::string expected = "02 40 1f 40 04 00 00 00 01 00 01 02 00 03 01 08 00 0b 0b";
  EXPECT_EQ(
      code_of("(block $l (try_table $l (catch $e $l) (catch_ref $e 1) (catch_all $l) (catch_all_ref 1) (throw $e)))",
              "(tag $e)"),
      expected);
  EXPECT_EQ(code_of("block $l try_table (catch 0 $l) (catch_ref 0 1) (catch_all 0) (catch_all_ref 1) throw 0 end end",
                    "(tag)"),
            expected);
  EXPECT_EQ(code_of("(try_table (catch))"), "malformed: unexpected token at 1:24: )");
}

TEST(Body, legacy_try_is_folded_and_flat) {
  EXPECT_EQ(code_of("(try (do nop) (catch $e drop) (catch $e) (catch_all (rethrow 0)))", "(tag $e (param i32))"),
            code_of("try nop catch $e drop catch $e catch_all rethrow 0 end", "(tag $e (param i32))"));
  EXPECT_EQ(code_of("(try (do))"), "06 40 0b");
  EXPECT_EQ(code_of("(block $l (try $l (do) (delegate $l)))"), "02 40 06 40 18 00 0b");
  EXPECT_EQ(code_of("block $l try $l delegate $l end"), "02 40 06 40 18 00 0b");
  EXPECT_EQ(code_of("(try (do) (catch_all) (catch_all))"), "malformed: unexpected token at 1:30: catch_all");
  EXPECT_EQ(code_of("(try (do) (catch_all) (delegate 0))"), "malformed: unexpected token at 1:30: delegate");
  EXPECT_EQ(code_of("(try (catch_all))"), "malformed: unexpected token at 1:13: catch_all");
  EXPECT_EQ(code_of("(try)"), "malformed: unexpected token at 1:11: )");
  EXPECT_EQ(code_of("(try (do) (nop))"), "malformed: unexpected token at 1:18: nop");
  EXPECT_EQ(code_of("(try (do) (delegate 0) (nop))"), "malformed: unexpected token at 1:31: nop");
  EXPECT_EQ(code_of("(try (do) nop)"), "malformed: unexpected token at 1:17: nop");
}

TEST(Body, structure_out_of_place_is_unexpected) {
  for (const char* code : {"end",
                           "else",
                           "(end)",
                           "(else)",
                           "(then)",
                           "(do)",
                           "(catch_all)",
                           "catch_all",
                           "delegate 0",
                           "(delegate 0)",
                           "block",
                           "block else end",
                           "(block end)",
                           "(if nop (then))",
                           "(if (then nop)",
                           "(if (then) (then))",
                           "(if (then) (else) (else))",
                           "(if (then) nop)",
                           "(if (then) (nop))",
                           "(if (then) (else) (nop))",
                           "(try (nop))",
                           "(if (i32.const 0))",
                           "block)",
                           "(if)",
                           "(if (else))",
                           "(drop nop)",
                           "try catch_all catch_all end",
                           "try catch_all delegate 0",
                           "block delegate 0",
                           "(block (param))nop)",
                           "(local i32)(param i32)",
                           "nop (local i32)",
                           "(i32.const 1) 2",
                           "nop $x",
                           "\"x\"",
                           "(then",
                           "1.5",
                           "offset=1",
                           "align=1",
                           "(i32.add i32.const 1)"}) {
    EXPECT_NE(code_of(code).find("malformed: unexpected token"), std::string::npos) << code << " " << code_of(code);
  }
}

TEST(Body, locals_of_one_type_are_joined_unless_divided) {
  EXPECT_EQ(body_of("(func (param i32) (local $a i32) (local i32 i64) (local $b i64) (local.get $b))"),
            "02 02 7f 02 7e 20 04 0b");
  EXPECT_EQ(body_of("(func (local i32) (local) (local i32) (local i64) (local))"), "03 01 7f 01 7f 01 7e 0b");
}

TEST(Body, locals_follow_the_parameters_of_a_named_type) {
  EXPECT_EQ(body_of("(type (func (param i32 i32))) (func (type 0) (local $x i64) (drop (local.get $x)))"),
            "01 01 7e 20 02 1a 0b");
  EXPECT_EQ(
      body_of("(func (param $p i32) (param i32) (param $q i32) (local.get $q) drop (local.set $p (i32.const 1)))"),
      "00 20 02 1a 41 01 21 00 0b");
}

TEST(Immediates, integers_are_shortest) {
  EXPECT_EQ(code_of("i32.const -1 i32.const 0xffffffff i32.const 64 i64.const -64"), "41 7f 41 7f 41 c0 00 42 40");
  EXPECT_EQ(code_of("i64.const 0x8000000000000000"), "42 80 80 80 80 80 80 80 80 80 7f");
  EXPECT_EQ(code_of("i32.const nan"), "malformed: unexpected token at 1:17: nan");
}

TEST(Immediates, floats_are_their_bits) {
  EXPECT_EQ(code_of("f32.const 1 f64.const -0x1p0"), "43 00 00 80 3f 44 00 00 00 00 00 00 f0 bf");
  EXPECT_EQ(code_of("f32.const nan:canonical"), "malformed: unexpected token at 1:17: nan:canonical");
}

TEST(Immediates, vectors_have_a_shape_and_all_lanes) {
  EXPECT_EQ(code_of("v128.const i32x4 1 -1 0x7f 0"), "fd 0c 01 00 00 00 ff ff ff ff 7f 00 00 00 00 00 00 00");
  EXPECT_EQ(code_of("v128.const i8x16 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 -1"),
            "fd 0c 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e ff");
  EXPECT_EQ(code_of("v128.const f64x2 1 inf"), "fd 0c 00 00 00 00 00 00 f0 3f 00 00 00 00 00 00 f0 7f");
  EXPECT_EQ(code_of("v128.const i16x8 0 0 0 0 0 0 0"), "malformed: wrong number of lane literals at 1:37");
  EXPECT_EQ(code_of("v128.const i64x2 0 0 0"), "malformed: wrong number of lane literals at 1:29");
  EXPECT_EQ(code_of("v128.const i64x2 0 0.0"), "malformed: unexpected token at 1:26: 0.0");
  EXPECT_EQ(code_of("v128.const 0 0"), "malformed: unexpected token at 1:18: 0");
  EXPECT_EQ(code_of("v128.const i8x16 256 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"),
            "malformed: constant out of range at 1:24: 256");
}

TEST(Immediates, lanes_are_bytes) {
  EXPECT_EQ(code_of("i8x16.extract_lane_s 0xff"), "fd 15 ff");
  EXPECT_EQ(code_of("i8x16.extract_lane_s 256"), "malformed: i8 constant out of range at 1:28: 256");
  EXPECT_EQ(code_of("i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 31"),
            "fd 0d 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 1f");
  EXPECT_EQ(code_of("i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14"), "malformed: invalid lane length at 1:55");
  EXPECT_EQ(code_of("i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16"),
            "malformed: invalid lane length at 1:59");
  EXPECT_EQ(code_of("i8x16.shuffle 0 -1"), "malformed: i8 constant out of range at 1:23");
  EXPECT_EQ(code_of("i8x16.shuffle 0 1.5"), "malformed: i8 constant out of range at 1:23");
  EXPECT_EQ(code_of("i8x16.shuffle x"), "malformed: unknown operator at 1:21: x");
}

TEST(Immediates, memory_accesses_have_memory_offset_and_alignment) {
  EXPECT_EQ(
      code_of("i32.load i32.load offset=1 align=1 i64.load8_u 1 i64.store $m offset=2", "(memory 0) (memory $m 0)"),
      "28 02 00 28 00 01 31 40 01 00 37 43 01 02");
  EXPECT_EQ(code_of("v128.load8_lane 3 v128.load8_lane 1 3 v128.load16_lane offset=1 3 v128.store32_lane 1 align=1 0"),
            "fd 54 00 00 03 fd 54 40 01 00 03 fd 55 01 01 03 fd 5a 40 01 00 00");
  EXPECT_EQ(code_of("v128.load8x8_s"), "fd 01 03 00");
  EXPECT_EQ(code_of("i32.load offset=0xffff_ffff_ffff_ffff align=0x8000_0000_0000_0000"),
            "28 3f ff ff ff ff ff ff ff ff ff 01");
  EXPECT_EQ(code_of("i32.load align=3"), "malformed: alignment must be a power of two at 1:16: align=3");
  EXPECT_EQ(code_of("i32.load align=0"), "malformed: alignment must be a power of two at 1:16: align=0");
  EXPECT_EQ(code_of("i32.load align=0x1_0000_0000_0000_0000"),
            "malformed: alignment must be a power of two at 1:16: align=0x1_0000_0000_0000_0000");
  EXPECT_EQ(code_of("i32.load align=1 offset=1"), "malformed: unexpected token at 1:24: offset=1");
  EXPECT_EQ(code_of("i32.load offset=0x1_0000_0000_0000_0000"),
            "malformed: i64 constant out of range at 1:16: offset=0x1_0000_0000_0000_0000");
  EXPECT_EQ(
      code_of("memory.size memory.grow 1 memory.fill 1 memory.copy memory.copy 1 2 memory.init 3 memory.init 1 3"),
      "3f 00 40 01 fc 0b 01 fc 0a 00 00 fc 0a 01 02 fc 08 03 00 fc 08 03 01");
  EXPECT_EQ(code_of("atomic.fence memory.atomic.notify i64.atomic.rmw32.add_u"), "fe 03 00 fe 00 02 00 fe 24 02 00");
}

TEST(Immediates, tables_may_be_left_out) {
  EXPECT_EQ(code_of("table.get table.get 1 table.copy table.copy 1 2 table.init 3 table.init 1 3 elem.drop 3"),
            "25 00 25 01 fc 0e 00 00 fc 0e 01 02 fc 0c 03 00 fc 0c 03 01 fc 0d 03");
  EXPECT_EQ(code_of("call_indirect call_indirect 1 (param i32) return_call_indirect $t (type 0)",
                    "(table 0 funcref) (table $t 0 funcref)"),
            "11 00 00 11 01 01 13 00 01");
  EXPECT_EQ(code_of("table.copy 1"), "malformed: unexpected token at 1:19: )");
}

TEST(Immediates, references_and_casts_name_types) {
  EXPECT_EQ(code_of("ref.null func ref.null $t ref.test (ref $t) ref.test anyref ref.cast (ref i31) ref.cast nullref",
                    "(type $t (func))"),
            "d0 70 d0 00 fb 14 00 fb 15 6e fb 16 6c fb 17 71");
  EXPECT_EQ(code_of("br_on_cast 0 anyref (ref i31) br_on_cast_fail 0 (ref eq) (ref null $t)", "(type $t (struct))"),
            "fb 18 01 00 6e 6c fb 19 02 00 6d 00");
  EXPECT_EQ(code_of("ref.func 0 call_ref 0 return_call_ref 0 br_on_null 0"), "d2 00 14 00 15 00 d5 00");
}

TEST(Immediates, structures_and_arrays_name_fields_and_segments) {
  const char* fields =
      "(type $s (struct (field i32) (field $x i32))) (type $a (array i32)) (data $d) (elem $e funcref)";
  EXPECT_EQ(code_of("struct.new $s struct.get $s $x struct.set $s 0", fields), "fb 00 00 fb 02 00 01 fb 05 00 00");
  EXPECT_EQ(code_of("array.new_fixed $a 300 array.new_data $a $d array.init_elem $a $e array.copy $a $a", fields),
            "fb 08 01 ac 02 fb 09 01 00 fb 13 01 00 fb 11 01 01");
  EXPECT_EQ(code_of("struct.get $a $x", fields), "malformed: unknown field at 1:21: $x");
}

TEST(Immediates, select_may_list_its_types) {
  EXPECT_EQ(code_of("select select (result i32) select (result) (select (result i32) (result i64))"),
            "1b 1c 01 7f 1c 00 1c 02 7f 7e");
}

TEST(Immediates, indices_are_32_bits_wide) {
  EXPECT_EQ(code_of("call 4294967295"), "10 ff ff ff ff 0f");
  EXPECT_EQ(code_of("call 4294967296"), "malformed: i32 constant out of range at 1:12: 4294967296");
  EXPECT_EQ(code_of("call -1"), "malformed: unexpected token at 1:12: -1");
  EXPECT_EQ(code_of("call"), "malformed: unexpected token at 1:11: )");
  EXPECT_EQ(code_of("br_table"), "malformed: unexpected token at 1:15: )");
}

TEST(Nesting, a_hundred_thousand_levels_need_no_native_stack) {
  constexpr std::size_t levels = 100'000;
  const auto nested = [&](std::string_view open, std::string_view core, std::string_view close) {
    std::string text = "(func ";
    for (std::size_t i = 0; i < levels; ++i) text += open;
    text += core;
    for (std::size_t i = 0; i < levels; ++i) text += close;
    return text + ")";
  };
  for (const std::string& text :
       {nested("(block ", "nop", ")"), nested("block ", "nop ", "end "), nested("(i32.eqz ", "", ")"),
        nested("(if (i32.const 0) (then ", "", "))"), nested("(if ", "(i32.const 0)", "(then))"),
        nested("(try (do ", "", "))"), nested("block $l br $l ", "", "end $l ")}) {
    const auto module = parse_module(text);
    EXPECT_TRUE(module.has_value()) << to_string(module.error());
  }
  EXPECT_FALSE(parse_module(nested("(block ", "", "")).has_value());
  EXPECT_FALSE(parse_module(nested("(", "", ")")).has_value());
  EXPECT_TRUE(parse_module("(@a " + std::string(levels, '(') + std::string(levels, ')') + ")").has_value());
}

}  // namespace
}  // namespace assay::text
