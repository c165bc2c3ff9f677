// Verdicts on bodies: what the official suite leaves out, and faults that other engines had.
#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "validate/function_reader.hpp"
#include "validate/verdict.hpp"

namespace assay::validate {
namespace {

/// A module with one function of type [] -> [], whose body (locals, instructions, end) is given as bytes, in the
/// surroundings of `fields`. More of the module's bytes follow.
wasm::Module module_of_bytes(std::initializer_list<unsigned> body, std::string_view fields = {},
                             std::initializer_list<unsigned> beyond = {}) {
  wasm::Module module = parse("(module (func)" + std::string(fields) + ")");
  module.functions[wasm::FuncIndex(module.imported_functions)].body = {
      .offset = static_cast<std::uint32_t>(module.bytes.size()), .size = static_cast<std::uint32_t>(body.size())};
  for (const unsigned byte : body) module.bytes.push_back(static_cast<std::byte>(byte));
  for (const unsigned byte : beyond) module.bytes.push_back(static_cast<std::byte>(byte));
  return module;
}

std::string verdict_of_bytes(std::initializer_list<unsigned> body, std::string_view fields = {},
                             std::initializer_list<unsigned> beyond = {}) {
  return verdict(module_of_bytes(body, fields, beyond));
}

// -- what is malformed inside a body

TEST(Body, EndsWithItsEnd) {
  EXPECT_EQ(verdict_of_bytes({0, 0x0B}), "valid");
  EXPECT_EQ(verdict_of_bytes({0}), "malformed: unexpected end of section or function");
  EXPECT_EQ(verdict_of_bytes({0, 0x02, 0x40, 0x0B}), "malformed: unexpected end of section or function");
  EXPECT_EQ(verdict_of_bytes({0, 0x0B, 0x01}), "malformed: section size mismatch: instructions after the final end");
  // What follows is read on, as the specification's reader does.
  EXPECT_EQ(verdict_of_bytes({0}, {}, {0x0B}), "malformed: section size mismatch: the body's end lies beyond it");
  EXPECT_EQ(verdict_of_bytes({0}, {}, {0x02, 0x40, 0x0B}), "malformed: unexpected end of section or function");
  EXPECT_EQ(verdict_of_bytes({0}, {}, {0x05}), "malformed: END opcode expected");
  EXPECT_EQ(verdict_of_bytes({0}, {}, {0xFF}), "malformed: illegal opcode");
  EXPECT_EQ(verdict_of_bytes({}), "malformed: unexpected end");
}

TEST(Body, HasKnownOpcodes) {
  for (const unsigned byte : {0x16U, 0x1DU, 0x27U, 0xC5U, 0xF3U, 0xFFU}) {
    EXPECT_EQ(verdict_of_bytes({0, byte, 0x0B}), "malformed: illegal opcode");
  }
  for (const unsigned prefix : {0xFBU, 0xFCU, 0xFDU, 0xFEU}) {
    EXPECT_EQ(verdict_of_bytes({0, prefix, 0xFF, 0x7F, 0x0B}), "malformed: illegal opcode");
    EXPECT_EQ(verdict_of_bytes({0, prefix}), "malformed: unexpected end");
  }
}

TEST(Body, HasElseAndCatchInTheirBlocksOnly) {
  EXPECT_EQ(verdict_of_bytes({0, 0x05, 0x0B}), "malformed: END opcode expected: else without if");
  EXPECT_EQ(verdict_of_bytes({0, 0x02, 0x40, 0x05, 0x0B, 0x0B}), "malformed: END opcode expected: else without if");
  // In unreachable code too, and in a try.
  EXPECT_EQ(verdict_of_bytes({0, 0x06, 0x40, 0x00, 0x05, 0x0B, 0x0B}),
            "malformed: END opcode expected: else without if");
  // A second else.
  EXPECT_EQ(verdict_of_bytes({0, 0x41, 0, 0x04, 0x40, 0x05, 0x05, 0x0B, 0x0B}),
            "malformed: END opcode expected: else without if");
  EXPECT_EQ(verdict_of_bytes({0, 0x19, 0x0B}), "malformed: END opcode expected: catch without try");
  EXPECT_EQ(verdict_of_bytes({0, 0x06, 0x40, 0x19, 0x19, 0x0B, 0x0B}),
            "malformed: END opcode expected: catch without try");
  EXPECT_EQ(verdict_of_bytes({0, 0x06, 0x40, 0x19, 0x07, 0, 0x0B, 0x0B}, "(tag)"),
            "malformed: END opcode expected: catch without try");
  EXPECT_EQ(verdict_of_bytes({0, 0x18, 0x00, 0x0B}), "malformed: END opcode expected: delegate without try");
  EXPECT_EQ(verdict_of_bytes({0, 0x06, 0x40, 0x19, 0x18, 0x00, 0x0B}),
            "malformed: END opcode expected: delegate without try");
}

TEST(Body, HasAsManyLocalsAs32BitsCount) {
  EXPECT_EQ(verdict_of_bytes({2, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0x7F, 1, 0x7E, 0x0B}), "malformed: too many locals");
  EXPECT_EQ(verdict_of_bytes({1, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0x7F, 0x0B}),
            "limit: too many locals: 4294967295, limit 50000");
  EXPECT_EQ(verdict_of_bytes({3, 1, 0x7F, 0x0B}), "malformed: unexpected end");
  EXPECT_EQ(verdict_of_bytes({1, 1, 0x63, 5, 0x0B}), "invalid: unknown type: index 5, of 1");
}

TEST(Body, HasAllTheLabelsThatABrTableAnnounces) {
  EXPECT_EQ(verdict_of_bytes({0, 0x41, 0, 0x0E, 0xFC, 0xFF, 0xFF, 0xFF, 0x0F, 0, 0x0B}),
            "malformed: length out of bounds");
  EXPECT_EQ(verdict_of_bytes({0, 0x41, 0, 0x0E, 2, 0, 0, 0x0B}), "invalid: unknown label: index 11, of 1");
  EXPECT_EQ(verdict_of_bytes({0, 0x41, 0, 0x0E, 2, 0, 0}), "malformed: unexpected end");
}

TEST(Body, ReadsOverlongIndexes) {
  EXPECT_EQ(verdict_of_bytes({0, 0x41, 0x00, 0x11, 0x00, 0x80, 0x80, 0x00, 0x0B}, "(table 1 funcref)"), "valid");
  std::string tables;
  for (int i = 0; i < 200; ++i) tables += "(table 1 funcref)";
  EXPECT_EQ(verdict_of_bytes({0, 0x41, 0x00, 0x11, 0x00, 0xC7, 0x01, 0x0B}, tables), "valid");
  EXPECT_EQ(verdict_of_bytes({0, 0x41, 0x00, 0x11, 0x00, 0xC8, 0x01, 0x0B}, tables),
            "invalid: unknown table: index 200, of 200");
  EXPECT_EQ(verdict_of_bytes({0, 0x20, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00, 0x0B}),
            "malformed: integer representation too long");
}

TEST(Body, HasBlockTypesThatAreFunctionTypes) {
  EXPECT_EQ(verdict_of_bytes({0, 0x02, 0x00, 0x0B, 0x0B}), "valid");
  EXPECT_EQ(verdict_of_bytes({0, 0x02, 0x01, 0x0B, 0x0B}), "invalid: unknown type: index 1, of 1");
  EXPECT_EQ(verdict_of_bytes({0, 0x02, 0x01, 0x0B, 0x0B}, "(type (func)) (type (struct))"),
            "invalid: type mismatch: not a function type: type 1");
}

TEST(Body, NeedsADataCountForDataIndexes) {
  wasm::Module module = module_of_bytes({0, 0xFC, 0x09, 0x00, 0x0B}, "(data \"a\")");
  module.data_count.reset();
  EXPECT_EQ(verdict(std::move(module)), "malformed: data count section required");
  EXPECT_EQ(verdict_of_body("(data.drop 1)", "(data \"a\")"), "invalid: unknown data segment: index 1, of 1");
  EXPECT_EQ(verdict_of_body("(elem.drop 1)", "(elem func)"), "invalid: unknown elem segment: index 1, of 1");
}

TEST(Body, TellsTheOffsetOfTheInstruction) {
  TypeRegistry registry;
  wasm::Module module = module_of_bytes({0, 0x01, 0x43, 0, 0, 0, 0, 0x45, 0x1A, 0x0B});
  const std::size_t start = module.functions[wasm::FuncIndex(0U)].body.offset;
  ModuleTypes types(std::move(module), registry, {}, {});
  types.canonicalize_types();
  types.canonicalize_definitions();
  NoClient client;
  FunctionReader<NoClient, Trust::checked> reader(types, client);
  const auto read = reader.read(wasm::FuncIndex(0U));
  ASSERT_FALSE(read.has_value());
  EXPECT_EQ(read.error().place, wasm::Place::at_offset(start + 7));
  EXPECT_EQ(read.error().detail, "expected i32, found f32");
}

// -- typing

TEST(Typing, SelectWithATypeGivesThatType) {
  const std::string types = "(type $s (sub (struct))) (type $t (sub $s (struct)))";
  EXPECT_EQ(verdict_of_body("(param (ref $t)) (result (ref $s))"
                            "(select (result (ref $s)) (local.get 0) (local.get 0) (i32.const 0))",
                            types),
            "valid");
  EXPECT_EQ(verdict_of_body("(param (ref $t)) (result (ref $t))"
                            "(select (result (ref $s)) (local.get 0) (local.get 0) (i32.const 0))",
                            types),
            "invalid: type mismatch: expected (ref 1), found (ref 0)");
  // In unreachable code as well: not the bottom type.
  EXPECT_EQ(verdict_of_body("(result i32) unreachable (select (result i64) (i32.const 0))").substr(0, 22),
            "invalid: type mismatch");
  EXPECT_EQ(verdict_of_body("(param anyref) (drop (select (local.get 0) (local.get 0) (i32.const 0)))"),
            "invalid: type mismatch: expected a number or vector, found (ref null any)");
}

TEST(Typing, BrIfGivesOperandsTheLabelsTypes) {
  EXPECT_EQ(verdict_of_body("(param i32) (result i32) (br_if 0 (i32.const 1) (local.get 0)) (local.tee 0)"), "valid");
  EXPECT_EQ(verdict_of_body("(param (ref i31)) (result (ref any)) (local anyref)"
                            "(block (result anyref) (br_if 0 (local.get 0) (i32.const 0)) (drop (i31.get_s)) "
                            "(local.get 1)) (unreachable)"),
            "invalid: type mismatch: expected (ref null i31), found (ref null any)");
}

TEST(Typing, LocalTeeGivesTheLocalsType) {
  EXPECT_EQ(verdict_of_body("(param (ref i31)) (local anyref) (drop (i31.get_s (local.tee 1 (local.get 0))))"),
            "invalid: type mismatch: expected (ref null i31), found (ref null any)");
}

TEST(Typing, BrTableInUnreachableCodeReadsItsLabels) {
  EXPECT_EQ(verdict_of_body("(result i32) (unreachable) (br_table 0 0 0 0 0) (i32.const 1)"), "valid");
  EXPECT_EQ(verdict_of_body("(block (result i32) (unreachable) (br_table 0 1 0)) (drop)"),
            "invalid: type mismatch: labels of br_table differ in number of operands");
  EXPECT_EQ(verdict_of_body("(block (result i32) (block (result f32) (unreachable) (br_table 0 1 1)) (drop) "
                            "(i32.const 1)) (drop)"),
            "valid");
  EXPECT_EQ(verdict_of_body("(block (result i32) (block (result f32) (unreachable) (f32.const 1)"
                            "(br_table 0 1 1 (i32.const 0))) (drop) (i32.const 1)) (drop)"),
            "invalid: type mismatch: expected i32, found f32");
}

TEST(Typing, OfUnreachableCodeStillChecksWhatIsThere) {
  EXPECT_EQ(verdict_of_body("(unreachable) (i32.add (i64.const 0)) (drop)"),
            "invalid: type mismatch: expected i32, found i64");
  EXPECT_EQ(verdict_of_body("(unreachable) (drop) (drop) (i32.eqz) (drop)"), "valid");
  EXPECT_EQ(verdict_of_body("(unreachable) (i32.const 0)"),
            "invalid: type mismatch: 1 operands too many at the end of the block");
  EXPECT_EQ(verdict_of_body("(unreachable) (block (drop))"),
            "invalid: type mismatch: expected an operand, found nothing");
  EXPECT_EQ(verdict_of_body("(unreachable) (ref.as_non_null) (i32.eqz) (drop)"),
            "invalid: type mismatch: expected i32, found (ref bottom)");
  EXPECT_EQ(verdict_of_body("(unreachable) (br_on_null 0) (i31.get_u) (drop)"), "valid");
}

TEST(Typing, OfBlocksKeepsToTheirFloor) {
  EXPECT_EQ(verdict_of_body("(i32.const 1) (block (drop))"),
            "invalid: type mismatch: expected an operand, found nothing");
  EXPECT_EQ(verdict_of_body("(i32.const 1) (if (then (i32.const 2)))"),
            "invalid: type mismatch: 1 operands too many at the end of the block");
  EXPECT_EQ(verdict_of_body("(result i32) (if (result i32) (i32.const 1) (then (i32.const 2)))"),
            "invalid: type mismatch: if without else has other results than parameters");
  EXPECT_EQ(verdict_of_body("(result i64) (i32.const 1)"), "invalid: type mismatch: expected i64, found i32");
}

TEST(Typing, OfLocalsWithoutDefaultFollowsTheBlocks) {
  EXPECT_EQ(verdict_of_body("(param (ref any)) (local (ref any)) (local.set 1 (local.get 0)) (drop (local.get 1))"),
            "valid");
  EXPECT_EQ(verdict_of_body("(local (ref any)) (drop (local.get 0))"), "invalid: uninitialized local: local 0");
  EXPECT_EQ(verdict_of_body("(param (ref any)) (local (ref any)) (block (local.set 1 (local.get 0)))"
                            "(drop (local.get 1))"),
            "invalid: uninitialized local: local 1");
  EXPECT_EQ(verdict_of_body("(param (ref any)) (local (ref any)) (if (i32.const 1) (then (local.set 1 (local.get 0)))"
                            "(else (drop (local.get 1))))"),
            "invalid: uninitialized local: local 1");
  EXPECT_EQ(verdict_of_body("(param (ref any)) (local (ref any)) (drop (local.tee 1 (local.get 0)))"
                            "(block (drop (local.get 1)))"),
            "valid");
  EXPECT_EQ(verdict_of_body("(local anyref i32) (drop (local.get 0)) (drop (local.get 1))"), "valid");
  EXPECT_EQ(verdict_of_body("(local.set 3 (i32.const 1))"), "invalid: unknown local: index 3, of 0");
}

TEST(Typing, OfFieldsDistinguishesPackedOnes) {
  const std::string types = "(type $s (struct (field i8) (field (mut i32)) (field i64)))";
  EXPECT_EQ(verdict_of_body("(param (ref $s)) (drop (struct.get_s $s 0 (local.get 0)))"
                            "(drop (struct.get $s 1 (local.get 0)))",
                            types),
            "valid");
  EXPECT_EQ(verdict_of_body("(param (ref $s)) (drop (struct.get $s 0 (local.get 0)))", types),
            "invalid: type mismatch: packed field without sign extension");
  EXPECT_EQ(verdict_of_body("(param (ref $s)) (drop (struct.get_u $s 1 (local.get 0)))", types),
            "invalid: type mismatch: sign extension of a field that is not packed");
  EXPECT_EQ(verdict_of_body("(param (ref $s)) (struct.set $s 2 (local.get 0) (i64.const 0))", types),
            "invalid: immutable field");
  EXPECT_EQ(verdict_of_body("(param (ref $s)) (drop (struct.get $s 3 (local.get 0)))", types),
            "invalid: unknown field: index 3, of 3");
  EXPECT_EQ(verdict_of_body("(drop (struct.new_default $s))", types + "(type $t (struct (field (ref $s))))"), "valid");
  EXPECT_EQ(verdict_of_body("(drop (struct.new_default $t))", types + "(type $t (struct (field (ref $s))))"),
            "invalid: type mismatch: field type is not defaultable");
}

TEST(Typing, OfTypeUsesChecksTheirKind) {
  const std::string types = "(type $f (func)) (type $s (struct)) (type $a (array i8))";
  EXPECT_EQ(verdict_of_body("(drop (struct.new_default 0))", types),
            "invalid: type mismatch: not a structure type: type 0");
  EXPECT_EQ(verdict_of_body("(drop (array.new_default 1 (i32.const 1)))", types),
            "invalid: type mismatch: not an array type: type 1");
  EXPECT_EQ(verdict_of_body("(call_ref 2 (unreachable))", types),
            "invalid: type mismatch: not a function type: type 2");
  EXPECT_EQ(verdict_of_body("(call_ref 9 (unreachable))", types), "invalid: unknown type: index 9, of 3");
}

TEST(Typing, OfMemoryAccessesChecksTheirImmediates) {
  EXPECT_EQ(verdict_of_body("(drop (i32.load align=8 (i32.const 0)))", "(memory 1)"),
            "invalid: alignment must not be larger than natural");
  EXPECT_EQ(verdict_of_body("(drop (i32.load (i32.const 0)))"), "invalid: unknown memory: index 0, of 0");
  EXPECT_EQ(verdict_of_body("(drop (i32.load offset=4294967295 (i32.const 0)))", "(memory 1)"), "valid");
  EXPECT_EQ(verdict_of_body("(drop (i32.load offset=4294967296 (i32.const 0)))", "(memory 1)"),
            "invalid: offset out of range");
  EXPECT_EQ(verdict_of_body("(drop (i32.load offset=4294967296 (i64.const 0)))", "(memory i64 1)"), "valid");
  EXPECT_EQ(verdict_of_body("(drop (i32.load (i32.const 0)))", "(memory i64 1)"),
            "invalid: type mismatch: expected i64, found i32");
  EXPECT_EQ(verdict_of_bytes({0, 0x41, 0, 0xFE, 0x10, 0x00, 0x00, 0x1A, 0x0B}, "(memory 1)"),
            "invalid: atomic alignment must be natural");
  EXPECT_EQ(verdict_of_body("(drop (i8x16.extract_lane_s 16 (v128.const i64x2 0 0)))"),
            "invalid: invalid lane index: index 16, of 16");
  EXPECT_EQ(verdict_of_bytes({0, 0xFE, 0x03, 0x01, 0x0B}), "malformed: zero byte expected");
}

TEST(Typing, OfCopiesTakesTheNarrowerLength) {
  const std::string memories = "(memory 1) (memory i64 1)";
  EXPECT_EQ(verdict_of_body("(memory.copy 0 1 (i32.const 0) (i64.const 0) (i32.const 0))", memories), "valid");
  EXPECT_EQ(verdict_of_body("(memory.copy 1 0 (i64.const 0) (i32.const 0) (i32.const 0))", memories), "valid");
  EXPECT_EQ(verdict_of_body("(memory.copy 1 1 (i64.const 0) (i64.const 0) (i64.const 0))", memories), "valid");
  EXPECT_EQ(verdict_of_body("(memory.copy 1 0 (i64.const 0) (i32.const 0) (i64.const 0))", memories),
            "invalid: type mismatch: expected i32, found i64");
  EXPECT_EQ(verdict_of_body("(table.copy 0 1 (i32.const 0) (i32.const 0) (i32.const 0))",
                            "(table 1 funcref) (table 1 externref)"),
            "invalid: type mismatch: expected (ref null func), found (ref null extern)");
}

TEST(Typing, OfTailCallsChecksTheirResults) {
  EXPECT_EQ(verdict_of_body("(result i64) (return_call 0)", "(func (result i32) (i32.const 0))"),
            "invalid: type mismatch: expected i64, found i32");
  EXPECT_EQ(verdict_of_body("(result i64 i64) (return_call 0)", "(func (result i64) (i64.const 0))"),
            "invalid: type mismatch: the function called has another number of results");
  EXPECT_EQ(verdict_of_body("(result anyref) (return_call 0)", "(func (result (ref i31)) (unreachable))"), "valid");
}

TEST(Typing, OfCallIndirectNeedsATableOfFunctions) {
  EXPECT_EQ(verdict_of_body("(call_indirect (i32.const 0))", "(table 1 externref)"),
            "invalid: type mismatch: expected a table of functions, found (ref null extern)");
  EXPECT_EQ(verdict_of_body("(call_indirect (i64.const 0))", "(table i64 1 funcref)"), "valid");
}

TEST(Typing, OfCastsStaysInTheHierarchy) {
  EXPECT_EQ(verdict_of_body("(param anyref) (drop (ref.cast (ref i31) (local.get 0)))"), "valid");
  EXPECT_EQ(verdict_of_body("(param externref) (drop (ref.test (ref i31) (local.get 0)))"),
            "invalid: type mismatch: expected (ref null any), found (ref null extern)");
  EXPECT_EQ(verdict_of_body("(param funcref) (drop (ref.cast (ref nofunc) (local.get 0)))"), "valid");
  EXPECT_EQ(verdict_of_body("(param anyref) (block (result anyref) (br_on_cast 0 i31ref anyref (local.get 0))) (drop)"),
            "invalid: type mismatch: expected (ref null i31), found (ref null any)");
}

TEST(Typing, OfConversionsKeepsNullability) {
  EXPECT_EQ(verdict_of_body("(param (ref extern)) (result (ref any)) (any.convert_extern (local.get 0))"), "valid");
  EXPECT_EQ(verdict_of_body("(param externref) (result (ref any)) (any.convert_extern (local.get 0))"),
            "invalid: type mismatch: expected (ref any), found (ref null any)");
}

TEST(Typing, OfCatchClausesChecksTheirLabels) {
  EXPECT_EQ(verdict_of_body("(block (result i32 (ref exn)) (try_table (catch_ref 0 0)) (unreachable)) (drop) (drop)",
                            "(tag (param i32))"),
            "valid");
  EXPECT_EQ(verdict_of_body("(try_table (catch 0 0))", "(tag (param i32))"),
            "invalid: type mismatch: the label takes another number of operands than the clause carries");
  EXPECT_EQ(verdict_of_body("(try_table (catch_all 2))"), "invalid: unknown label: index 2, of 1");
  EXPECT_EQ(verdict_of_body("(try_table (catch 3 0))"), "invalid: unknown tag: index 3, of 0");
}

TEST(Typing, NamesTypesByTheModulesIndexes) {
  EXPECT_EQ(verdict_of_body("(param (ref 2)) (result (ref 1)) (local.get 0)",
                            "(type (struct)) (type (struct (field i32))) (type (struct (field i64)))"),
            "invalid: type mismatch: expected (ref 1), found (ref 2)");
}

// -- hostile shapes

std::string repeated(int count, const std::string& part) {
  std::string result;
  for (int i = 0; i < count; ++i) result += part;
  return result;
}

TEST(HostileBody, MayNestAsDeepAsItIsLong) {
  wasm::Module module = module_of_bytes({});
  std::vector<std::byte> body{std::byte{0}};
  constexpr int depth = 1'000'000;
  for (int i = 0; i < depth; ++i) body.insert(body.end(), {std::byte{0x02}, std::byte{0x40}});
  for (int i = 0; i <= depth; ++i) body.push_back(std::byte{0x0B});
  module.functions[wasm::FuncIndex(0U)].body.size = static_cast<std::uint32_t>(body.size());
  module.bytes.insert(module.bytes.end(), body.begin(), body.end());
  EXPECT_EQ(verdict(std::move(module)), "valid");
}

TEST(HostileBody, CannotMakeManySmallBodiesCostManyLocalsEach) {
  // Fifty thousand locals in each of twenty thousand bodies: a thousand million, were they written down.
  wasm::Module module = parse("(module (func (param i32)))");
  std::vector<std::byte> body;
  for (const unsigned byte : {1U, 0xCFU, 0x86U, 0x03U, 0x7BU, 0x20U, 0xCFU, 0x86U, 0x03U, 0x1AU, 0x0BU}) {
    body.push_back(static_cast<std::byte>(byte));
  }
  wasm::Function function = module.functions.back();
  function.body = {.offset = static_cast<std::uint32_t>(module.bytes.size()),
                   .size = static_cast<std::uint32_t>(body.size())};
  module.bytes.insert(module.bytes.end(), body.begin(), body.end());
  for (int i = 0; i < 20'000; ++i) module.functions.push_back(function);
  EXPECT_EQ(verdict(std::move(module)), "valid");
}

TEST(HostileBody, CannotFillMemoryWithResultsOfCalls) {
  const std::string results = repeated(1'000, "i32 ");
  const std::string fields = "(func (result " + results + ") (unreachable))";
  EXPECT_EQ(verdict_of_body(repeated(1'000, "call 0 ") + " unreachable", fields), "valid");
  EXPECT_EQ(verdict_of_body(repeated(1'001, "call 0 ") + " unreachable", fields),
            "limit: too many operands: 1001000, limit 1000000");
}

TEST(HostileBody, ChecksALabelOnceHoweverOftenATableNamesIt) {
  // A thousand operands for each of a hundred thousand labels would be seen.
  const std::string types = "(type (func (result " + repeated(1'000, "i32 ") + ")))";
  EXPECT_EQ(verdict_of_body("(block (type 0) " + repeated(1'000, "i32.const 0 ") + "(br_table " +
                                repeated(100'000, "0 ") + "(i32.const 0))) (unreachable)",
                            types),
            "valid");
}

}  // namespace
}  // namespace assay::validate
