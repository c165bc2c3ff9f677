#include "validate/module_rules.hpp"

#include <gtest/gtest.h>

#include <string>

#include "validate/verdict.hpp"

namespace assay::validate {
namespace {

using wasm::Feature;
using wasm::Features;

// -- types

TEST(Types, MayMentionTheirOwnGroupAndEarlierOnes) {
  EXPECT_EQ(verdict("(module (type (func)) (rec (type (struct (field (ref 0) (ref 2)))) (type (array (ref null 1)))))"),
            "valid");
  EXPECT_EQ(verdict("(module (type (func (param (ref 1)))) (type (func)))"), "invalid: unknown type: index 1, of 1");
  EXPECT_EQ(verdict("(module (type (func (result (ref 7)))))"), "invalid: unknown type: index 7, of 1");
  EXPECT_EQ(verdict("(module (type (array (ref 7))))"), "invalid: unknown type: index 7, of 1");
}

TEST(Types, MatchTheirSupertype) {
  EXPECT_EQ(verdict("(module (type (sub (struct (field i32)))) (type (sub 0 (struct (field i32) (field i64)))))"),
            "valid");
  EXPECT_EQ(verdict("(module (type (sub (struct (field i32)))) (type (sub 0 (struct (field i64)))))"),
            "invalid: sub type does not match its super type: type 1");
  EXPECT_EQ(verdict("(module (type (sub (struct))) (type (sub 0 (array i32))))"),
            "invalid: sub type does not match its super type: type 1");
  EXPECT_EQ(verdict("(module (type (struct)) (type (sub 0 (struct))))"),
            "invalid: sub type does not match its super type: type 1, whose super type is final");
}

TEST(Types, HaveMutableFieldsOfEqualTypesInSubtypes) {
  const std::string types = "(type $a (sub (struct))) (type $b (sub $a (struct (field i32))))";
  EXPECT_EQ(
      verdict("(module " + types + "(type (sub (struct (field (ref $a))))) (type (sub 2 (struct (field (ref $b))))))"),
      "valid");
  EXPECT_EQ(verdict("(module " + types +
                    "(type (sub (struct (field (mut (ref $a)))))) (type (sub 2 (struct (field (mut (ref $b)))))))"),
            "invalid: sub type does not match its super type: type 3");
  EXPECT_EQ(verdict("(module (type (sub (struct (field i8)))) (type (sub 0 (struct (field i16)))))"),
            "invalid: sub type does not match its super type: type 1");
}

TEST(Types, ComeAfterTheirSupertypesEvenInAGroup) {
  EXPECT_EQ(verdict("(module (rec (type (sub 1 (struct))) (type (sub (struct)))))"),
            "invalid: unknown type: index 1, of 0");
  EXPECT_EQ(verdict("(module (type (sub 0 (struct))))"), "invalid: unknown type: index 0, of 0");
}

TEST(Types, HaveOneSupertypeAtMost) {
  wasm::Module module = parse("(module (type (sub (struct))) (type (sub 0 (struct))))");
  module.types.back().supertypes.emplace_back(0U);
  EXPECT_EQ(verdict(std::move(module)), "invalid: sub type does not match its super type: type 1 has several");
}

TEST(Types, AreSixtyThreeSubtypesDeepAtMost) {
  std::string types = "(type (sub (struct)))";
  for (int depth = 1; depth <= 63; ++depth) types += "(type (sub " + std::to_string(depth - 1) + " (struct)))";
  EXPECT_EQ(verdict("(module " + types + ")"), "valid");
  EXPECT_EQ(verdict("(module " + types + "(type (sub 63 (struct))))"), "limit: subtyping too deep: type 64");
}

TEST(Types, WithoutMembersOfTheirOwnAreAnEmptyGroup) {
  EXPECT_EQ(verdict("(module (rec) (type (func)) (rec))"), "valid");
}

// -- what a module defines and imports

TEST(Functions, HaveFunctionTypes) {
  EXPECT_EQ(verdict("(module (func (type 3)))"), "invalid: unknown type: index 3, of 0");
  EXPECT_EQ(verdict("(module (import \"\" \"\" (func (type 3))))"), "invalid: unknown type: index 3, of 0");
  wasm::Module module = parse("(module (type (struct)) (type (func)) (func (type 1)))");
  module.functions.back().type = wasm::TypeIndex(0U);
  EXPECT_EQ(verdict(std::move(module)), "invalid: type mismatch: not a function type: type 0");
}

TEST(Tables, HaveSizesInOrderAndInRange) {
  EXPECT_EQ(verdict("(module (table 1 1 funcref) (table i64 0 0xffffffffffffffff externref))"), "valid");
  EXPECT_EQ(verdict("(module (table 2 1 funcref))"), "invalid: size minimum must not be greater than maximum");
  EXPECT_EQ(verdict("(module (table 0 0xffffffff funcref))"), "valid");
  EXPECT_EQ(verdict("(module (table 0 0x100000000 funcref))"),
            "invalid: table size must be at most 2^32-1: maximum 4294967296");
  EXPECT_EQ(verdict("(module (import \"\" \"\" (table 0x100000000 funcref)))"),
            "invalid: table size must be at most 2^32-1: minimum 4294967296");
  EXPECT_EQ(verdict("(module (table 0 (ref null 3)))"), "invalid: unknown type: index 3, of 0");
}

TEST(Tables, NeedAnInitialValueWhereNullIsNone) {
  EXPECT_EQ(verdict("(module (func $f) (table 1 (ref func) (ref.func $f)))"), "valid");
  EXPECT_EQ(verdict("(module (table 1 (ref func)))"),
            "invalid: type mismatch: table of (ref func) without an initial value");
  EXPECT_EQ(verdict("(module (import \"\" \"\" (table 1 (ref func))))"), "valid");
  EXPECT_EQ(verdict("(module (table 1 funcref (ref.null extern)))"),
            "invalid: type mismatch: expected (ref null func), found (ref null extern)");
}

TEST(Memories, HaveSizesInOrderAndInRange) {
  EXPECT_EQ(verdict("(module (memory 65536) (memory 0 65536) (memory i64 0x1000000000000))"), "valid");
  EXPECT_EQ(verdict("(module (memory 65537))"),
            "invalid: memory size must be at most 65536 pages (4GiB): minimum 65537");
  EXPECT_EQ(verdict("(module (memory 0 65537))"),
            "invalid: memory size must be at most 65536 pages (4GiB): maximum 65537");
  EXPECT_EQ(verdict("(module (memory i64 0x1000000000001))"),
            "invalid: memory size must be at most 2^48 pages (2^64 bytes): minimum 281474976710657");
  EXPECT_EQ(verdict("(module (memory 2 1))"), "invalid: size minimum must not be greater than maximum");
}

TEST(Memories, HavePagesOfOneByteOr64KiB) {
  EXPECT_EQ(verdict("(module (memory 0xffffffff (pagesize 1)) (memory 1 (pagesize 65536)))"), "valid");
  EXPECT_EQ(verdict("(module (memory i64 0xffffffffffffffff (pagesize 1)))"), "valid");
  EXPECT_EQ(verdict("(module (memory 0x100000000 (pagesize 1)))"),
            "invalid: memory size must be at most 2^32-1 pages of one byte: minimum 4294967296");
  EXPECT_EQ(verdict("(module (memory 0 (pagesize 512)))"), "invalid: invalid custom page size: 2^9 bytes");
  EXPECT_EQ(verdict("(module (memory 0 (pagesize 1)))", Features().disable(Feature::custom_page_sizes)),
            "invalid: invalid custom page size: 2^0 bytes");
}

TEST(Memories, HaveAMaximumWhereTheyAreShared) {
  EXPECT_EQ(verdict("(module (memory 1 2 shared))"), "valid");
  EXPECT_EQ(verdict("(module (memory 1 shared))"), "invalid: shared memory must have maximum");
}

TEST(Memories, AreOneWithoutMultiMemory) {
  const Features features = Features().disable(Feature::multi_memory);
  EXPECT_EQ(verdict("(module (memory 1))", features), "valid");
  EXPECT_EQ(verdict("(module (import \"\" \"\" (memory 1)) (memory 1))", features), "invalid: multiple memories");
}

TEST(Tables, AreOneWithoutReferenceTypes) {
  const Features features = Features().disable(Feature::reference_types);
  EXPECT_EQ(verdict("(module (table 1 funcref))", features), "valid");
  EXPECT_EQ(verdict("(module (table 1 funcref) (table 1 funcref))", features), "invalid: multiple tables");
}

TEST(Tags, HaveNoResults) {
  EXPECT_EQ(verdict("(module (tag (param i32)))"), "valid");
  EXPECT_EQ(verdict("(module (tag (result i32)))"), "invalid: non-empty tag result type");
  EXPECT_EQ(verdict("(module (import \"\" \"\" (tag (type 1))))"), "invalid: unknown type: index 1, of 0");
}

// -- exports and start

TEST(Exports, NameWhatThereIs) {
  EXPECT_EQ(verdict("(module (func) (table 1 funcref) (memory 1) (global i32 (i32.const 0)) (tag)"
                    "(export \"a\" (func 0)) (export \"b\" (table 0)) (export \"c\" (memory 0))"
                    "(export \"d\" (global 0)) (export \"\" (tag 0)))"),
            "valid");
  EXPECT_EQ(verdict("(module (export \"a\" (func 0)))"), "invalid: unknown function: index 0, of 0");
  EXPECT_EQ(verdict("(module (export \"a\" (table 0)))"), "invalid: unknown table: index 0, of 0");
  EXPECT_EQ(verdict("(module (export \"a\" (memory 0)))"), "invalid: unknown memory: index 0, of 0");
  EXPECT_EQ(verdict("(module (export \"a\" (global 0)))"), "invalid: unknown global: index 0, of 0");
  EXPECT_EQ(verdict("(module (export \"a\" (tag 0)))"), "invalid: unknown tag: index 0, of 0");
}

TEST(Exports, HaveEachNameOnce) {
  EXPECT_EQ(verdict("(module (func) (memory 1) (export \"a\" (func 0)) (export \"a\" (memory 0)))"),
            "invalid: duplicate export name: a");
}

TEST(Start, TakesAndGivesNothing) {
  EXPECT_EQ(verdict("(module (func) (start 0))"), "valid");
  EXPECT_EQ(verdict("(module (start 0))"), "invalid: unknown function: index 0, of 0");
  EXPECT_EQ(verdict("(module (func (param i32)) (start 0))"),
            "invalid: start function must have no parameters and no results");
  EXPECT_EQ(verdict("(module (func (result i32) i32.const 0) (start 0))"),
            "invalid: start function must have no parameters and no results");
}

// -- initializers

TEST(Globals, SeeImmutableGlobalsBeforeThem) {
  EXPECT_EQ(verdict("(module (global i32 (i32.const 1)) (global i32 (global.get 0)))"), "valid");
  EXPECT_EQ(verdict("(module (global i32 (global.get 0)))"), "invalid: unknown global: index 0, of 0");
  EXPECT_EQ(verdict("(module (global i32 (global.get 1)) (global i32 (i32.const 1)))"),
            "invalid: unknown global: index 1, of 0");
  EXPECT_EQ(verdict("(module (global (mut i32) (i32.const 1)) (global i32 (global.get 0)))"),
            "invalid: constant expression required: the global is mutable");
  EXPECT_EQ(verdict("(module (global (ref 4) (ref.null 4)))"), "invalid: unknown type: index 4, of 0");
}

TEST(Globals, SeeImportedGlobalsOnlyWithoutGc) {
  const Features features = Features().disable(Feature::gc);
  EXPECT_EQ(verdict("(module (import \"\" \"\" (global i32)) (global i32 (global.get 0)))", features), "valid");
  EXPECT_EQ(verdict("(module (global i32 (i32.const 1)) (global i32 (global.get 0)))", features),
            "invalid: unknown global: index 0, of 0");
}

TEST(Tables, SeeImportedGlobalsOnly) {
  EXPECT_EQ(verdict("(module (import \"\" \"\" (global funcref)) (table 1 funcref (global.get 0)))"), "valid");
  EXPECT_EQ(verdict("(module (global funcref (ref.null func)) (table 1 funcref (global.get 0)))"),
            "invalid: unknown global: index 0, of 0");
}

TEST(ConstantExpressions, HaveConstantInstructionsOnly) {
  EXPECT_EQ(verdict("(module (global i32 (i32.add (i32.const 1) (i32.mul (i32.const 2) (i32.const 3)))))"), "valid");
  EXPECT_EQ(verdict("(module (global i32 (i32.div_s (i32.const 1) (i32.const 2))))"),
            "invalid: constant expression required");
  EXPECT_EQ(verdict("(module (global i32 (i32.add (i32.const 1) (i32.const 2))))",
                    Features().disable(Feature::extended_const)),
            "invalid: constant expression required");
  EXPECT_EQ(verdict("(module (global i32 (block (result i32) (i32.const 1))))"),
            "invalid: constant expression required");
  EXPECT_EQ(verdict("(module (func $f (result i32) i32.const 1) (global i32 (call $f)))"),
            "invalid: constant expression required");
}

TEST(ConstantExpressions, AllocateObjects) {
  EXPECT_EQ(verdict("(module (type $s (struct (field i32 i64))) (type $a (array i8))"
                    "(global (ref $s) (struct.new $s (i32.const 1) (i64.const 2)))"
                    "(global (ref $s) (struct.new_default $s))"
                    "(global (ref $a) (array.new $a (i32.const 1) (i32.const 2)))"
                    "(global (ref $a) (array.new_default $a (i32.const 2)))"
                    "(global (ref $a) (array.new_fixed $a 2 (i32.const 2) (i32.const 3)))"
                    "(global anyref (ref.i31 (i32.const 1)))"
                    "(global externref (extern.convert_any (global.get 5)))"
                    "(global anyref (any.convert_extern (global.get 6))))"),
            "valid");
  EXPECT_EQ(verdict("(module (type $a (array i8)) (data \"abc\")"
                    "(global (ref $a) (array.new_data $a 0 (i32.const 0) (i32.const 1))))"),
            "invalid: constant expression required");
}

TEST(ConstantExpressions, GiveOneValueOfTheirType) {
  EXPECT_EQ(verdict("(module (global i32))"), "invalid: type mismatch: expected i32, found nothing");
  EXPECT_EQ(verdict("(module (global i32 (i64.const 1)))"), "invalid: type mismatch: expected i32, found i64");
  EXPECT_EQ(verdict("(module (global i32 (i32.const 1) (i32.const 1)))"),
            "invalid: type mismatch: 1 operands too many at the end of the block");
}

TEST(ElementSegments, FitTheirTable) {
  EXPECT_EQ(
      verdict("(module (table 1 funcref) (func $f) (elem (i32.const 0) $f) (elem declare func $f) (elem func $f))"),
      "valid");
  EXPECT_EQ(verdict("(module (func $f) (elem (i32.const 0) $f))"), "invalid: unknown table: index 0, of 0");
  EXPECT_EQ(verdict("(module (table 1 externref) (func $f) (elem (i32.const 0) $f))"),
            "invalid: type mismatch: expected elements (ref null extern), found (ref func)");
  EXPECT_EQ(verdict("(module (table i64 1 funcref) (func $f) (elem (i32.const 0) $f))"),
            "invalid: type mismatch: expected i64, found i32");
  EXPECT_EQ(verdict("(module (table i64 1 funcref) (func $f) (elem (i64.const 0) $f))"), "valid");
}

TEST(ElementSegments, HoldWhatTheySay) {
  EXPECT_EQ(verdict("(module (elem func 3))"), "invalid: unknown function: index 3, of 0");
  EXPECT_EQ(verdict("(module (elem funcref (ref.func 3)))"), "invalid: unknown function: index 3, of 0");
  EXPECT_EQ(verdict("(module (elem externref (ref.null func)))"),
            "invalid: type mismatch: expected (ref null extern), found (ref null func)");
  EXPECT_EQ(verdict("(module (elem (ref null 9) (ref.null func)))"), "invalid: unknown type: index 9, of 0");
  EXPECT_EQ(verdict("(module (type $t (func)) (func $f (type $t)) (elem (ref $t) (ref.func $f)))"), "valid");
}

TEST(DataSegments, HaveAMemory) {
  EXPECT_EQ(verdict("(module (memory 1) (data (i32.const 0) \"a\"))"), "valid");
  EXPECT_EQ(verdict("(module (data \"a\"))"), "valid");
  EXPECT_EQ(verdict("(module (data (i32.const 0) \"a\"))"), "invalid: unknown memory: index 0, of 0");
  EXPECT_EQ(verdict("(module (memory i64 1) (data (i32.const 0) \"a\"))"),
            "invalid: type mismatch: expected i64, found i32");
}

// -- declared functions

TEST(FunctionReferences, AreDeclaredOutsideOfBodies) {
  const std::string body = "(func (drop (ref.func 0)))";
  EXPECT_EQ(verdict("(module " + body + ")"), "invalid: undeclared function reference: function 0");
  for (const char* declaration : {"(export \"f\" (func 0))", "(elem declare func 0)", "(elem func 0)",
                                  "(elem funcref (ref.func 0))", "(table 1 funcref) (elem (i32.const 0) 0)",
                                  "(global funcref (ref.func 0))", "(table 1 funcref (ref.func 0))"}) {
    EXPECT_EQ(verdict("(module " + body + declaration + ")"), "valid") << declaration;
  }
  EXPECT_EQ(verdict("(module " + body + "(start 0))"), "invalid: undeclared function reference: function 0");
}

TEST(FunctionReferences, OfAnyIndexStandInConstantExpressions) {
  std::string functions;
  for (int i = 0; i < 200; ++i) functions += "(func)";
  for (const int index : {0, 63, 64, 127, 128, 199}) {
    EXPECT_EQ(verdict("(module " + functions + "(global funcref (ref.func " + std::to_string(index) + ")))"), "valid");
  }
  EXPECT_EQ(verdict("(module " + functions + "(global funcref (ref.func 200)))"),
            "invalid: unknown function: index 200, of 200");
}

// -- limits

/// A module with `count` of something, and the limits that say how many there may be.
struct LimitCase {
  const char* message;
  std::string (*fields)(int count);
  void (*set)(wasm::ImplementationLimits& limits);
};

std::string repeated(int count, const std::string& field) {
  std::string result;
  for (int i = 0; i < count; ++i) result += field;
  return result;
}

const LimitCase limit_cases[] = {
    {"too many types", [](int n) { return repeated(n, "(type (func))"); }, [](auto& l) { l.types = 5; }},
    {"too many recursion groups", [](int n) { return repeated(n, "(type (func))"); },
     [](auto& l) { l.rec_groups = 5; }},
    {"too many types in a recursion group", [](int n) { return "(rec " + repeated(n, "(type (func))") + ")"; },
     [](auto& l) { l.rec_group_types = 5; }},
    {"too many parameters", [](int n) { return "(type (func (param " + repeated(n, "i32 ") + ")))"; },
     [](auto& l) { l.params = 5; }},
    {"too many results", [](int n) { return "(type (func (result " + repeated(n, "i32 ") + ")))"; },
     [](auto& l) { l.results = 5; }},
    {"too many fields", [](int n) { return "(type (struct (field " + repeated(n, "i32 ") + ")))"; },
     [](auto& l) { l.struct_fields = 5; }},
    {"too many imports", [](int n) { return repeated(n, "(import \"\" \"\" (memory 0))"); },
     [](auto& l) { l.imports = 5; }},
    {"too many functions", [](int n) { return "(import \"\" \"\" (func))" + repeated(n - 1, "(func)"); },
     [](auto& l) { l.functions = 5; }},
    {"too many tables", [](int n) { return repeated(n, "(table 0 funcref)"); }, [](auto& l) { l.tables = 5; }},
    {"too many memories", [](int n) { return repeated(n, "(memory 0)"); }, [](auto& l) { l.memories = 5; }},
    {"too many globals", [](int n) { return repeated(n, "(global i32 (i32.const 0))"); },
     [](auto& l) { l.globals = 5; }},
    {"too many tags", [](int n) { return repeated(n, "(tag)"); }, [](auto& l) { l.tags = 5; }},
    {"too many exports",
     [](int n) {
       std::string fields = "(memory 0)";
       for (int i = 0; i < n; ++i) fields += "(export \"" + std::to_string(i) + "\" (memory 0))";
       return fields;
     },
     [](auto& l) { l.exports = 5; }},
    {"too many element segments", [](int n) { return repeated(n, "(elem func)"); },
     [](auto& l) { l.element_segments = 5; }},
    {"too many elements in a segment", [](int n) { return "(func) (elem func " + repeated(n, "0 ") + ")"; },
     [](auto& l) { l.table_elements = 5; }},
    {"too many data segments", [](int n) { return repeated(n, "(data)"); }, [](auto& l) { l.data_segments = 5; }},
    {"too many locals", [](int n) { return "(func (param i32) (local " + repeated(n - 1, "i32 ") + "))"; },
     [](auto& l) { l.locals = 5; }},
    {"too many labels in br_table",
     [](int n) { return "(func (br_table " + repeated(n + 1, "0 ") + "(i32.const 0)))"; },
     [](auto& l) { l.br_table_labels = 5; }},
    {"too many catch clauses in try_table",
     [](int n) { return "(func (try_table " + repeated(n, "(catch_all 0)") + "))"; },
     [](auto& l) { l.try_table_catches = 5; }},
    {"too many elements in array.new_fixed",
     [](int n) {
       return "(type (array i32)) (func (drop (array.new_fixed 0 " + std::to_string(n) + repeated(n, "(i32.const 0)") +
              ")))";
     },
     [](auto& l) { l.array_new_fixed = 5; }},
    // A body of n bytes has one for the count of its locals and one for its end.
    {"function body too long", [](int n) { return "(func " + repeated(n - 2, "nop ") + ")"; },
     [](auto& l) { l.function_bytes = 5; }},
};

TEST(Limits, AreKeptAtTheLimitAndOneAbove) {
  for (const LimitCase& limit_case : limit_cases) {
    wasm::ImplementationLimits limits;
    limit_case.set(limits);
    EXPECT_EQ(verdict("(module " + limit_case.fields(5) + ")", {}, limits), "valid") << limit_case.message;
    EXPECT_EQ(verdict("(module " + limit_case.fields(6) + ")", {}, limits),
              std::string("limit: ") + limit_case.message + ": 6, limit 5");
  }
}

TEST(Limits, AreThoseOfTheJsApi) {
  const auto body = [](const std::string& locals) { return verdict_of_body(locals); };
  EXPECT_EQ(body("(local " + repeated(50'000, "i32 ") + ")"), "valid");
  EXPECT_EQ(body("(local " + repeated(50'001, "i32 ") + ")"), "limit: too many locals: 50001, limit 50000");
  EXPECT_EQ(verdict("(module (type (func (param " + repeated(1'000, "i32 ") + ") (result " + repeated(1'000, "i32 ") +
                    "))))"),
            "valid");
  EXPECT_EQ(verdict("(module (type (func (param " + repeated(1'001, "i32 ") + "))))"),
            "limit: too many parameters: 1001, limit 1000");
  EXPECT_EQ(verdict("(module (type (func (result " + repeated(1'001, "i32 ") + "))))"),
            "limit: too many results: 1001, limit 1000");
  EXPECT_EQ(verdict("(module (type (struct (field " + repeated(10'000, "i8 ") + "))))"), "valid");
  EXPECT_EQ(verdict("(module (type (struct (field " + repeated(10'001, "i8 ") + "))))"),
            "limit: too many fields: 10001, limit 10000");
  EXPECT_EQ(verdict("(module " + repeated(100, "(memory 0)") + ")"), "valid");
  EXPECT_EQ(verdict("(module " + repeated(101, "(memory 0)") + ")"), "limit: too many memories: 101, limit 100");
}

}  // namespace
}  // namespace assay::validate
