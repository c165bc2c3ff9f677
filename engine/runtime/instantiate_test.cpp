#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/store.hpp"
#include "runtime/store_fixture.hpp"
#include "text/parse.hpp"
#include "validate/validate.hpp"

namespace assay::runtime {
namespace {

using wasm::ErrorKind;
using wasm::Trap;

class Instantiate : public testing::Test {
 protected:
  explicit Instantiate(StoreOptions options = {}) : fixture(options) {}

  std::shared_ptr<const validate::ValidModule> module(std::string_view text) {
    auto parsed = text::parse_module(text);
    EXPECT_TRUE(parsed.has_value()) << wasm::to_string(parsed.error());
    auto valid = validate::validate(std::move(parsed->module), fixture.types);
    EXPECT_TRUE(valid.has_value()) << wasm::to_string(valid.error());
    return std::make_shared<const validate::ValidModule>(std::move(*valid));
  }
  wasm::Result<ModuleInstance*> instantiate(std::string_view text, std::vector<ExternValue> imports = {}) {
    return fixture.store.instantiate(module(text), imports);
  }
  ModuleInstance& instance(std::string_view text, std::vector<ExternValue> imports = {}) {
    const auto made = instantiate(text, std::move(imports));
    EXPECT_TRUE(made.has_value()) << wasm::to_string(made.error());
    return **made;
  }
  static ExternValue exported(const ModuleInstance& instance, std::string_view name) {
    return extern_value(instance, *find_export(instance, name));
  }
  static Slot global(const ModuleInstance& instance, std::size_t index) { return instance.globals[index]->cell[0]; }

  StoreFixture fixture;
};

class InstantiateUnderStress : public Instantiate {
 protected:
  InstantiateUnderStress() : Instantiate({.heap = {.stress = true}}) {}
};

// -- linking

TEST_F(Instantiate, AMissingImportIsUnknown) {
  const auto made = instantiate(R"((module (import "env" "f" (func (param i32) (result i64)))))");
  ASSERT_FALSE(made.has_value());
  EXPECT_EQ(made.error().kind, ErrorKind::unlinkable);
  EXPECT_STREQ(made.error().message, "unknown import");
  EXPECT_EQ(made.error().detail, R"(import "env" "f": expected func (param i32) (result i64))");
}

TEST_F(Instantiate, AnImportOfAnotherTypeIsIncompatible) {
  const ModuleInstance& provider = instance(R"((module
    (func (export "f") (param i32)) (table (export "t") 2 4 funcref) (memory (export "m") 1 2)
    (global (export "g") i32 (i32.const 0)) (tag (export "e") (param i64))))");
  struct Case {
    const char* name;
    const char* import;
    const char* detail;  // null: it links
  };
  const Case cases[] = {
      {"f", "(func (param i32))", nullptr},
      {"f", "(func (param i64))", "expected func (param i64), found func (param i32)"},
      {"f", "(global i32)", "expected global i32, found func (param i32)"},
      {"t", "(table 2 funcref)", nullptr},
      {"t", "(table 1 4 funcref)", nullptr},
      {"t", "(table 3 funcref)", "expected table 3 (ref null func), found table 2 4 (ref null func)"},
      {"t", "(table 1 3 funcref)", "expected table 1 3 (ref null func), found table 2 4 (ref null func)"},
      {"t", "(table 2 4 externref)", "expected table 2 4 (ref null extern), found table 2 4 (ref null func)"},
      {"t", "(table i64 2 4 funcref)", "expected table i64 2 4 (ref null func), found table 2 4 (ref null func)"},
      {"m", "(memory 1)", nullptr},
      {"m", "(memory 0 2)", nullptr},
      {"m", "(memory 2)", "expected memory 2, found memory 1 2"},
      {"m", "(memory 1 2 shared)", "expected memory 1 2 shared, found memory 1 2"},
      {"m", "(memory i64 1)", "expected memory i64 1, found memory 1 2"},
      {"g", "(global i32)", nullptr},
      {"g", "(global (mut i32))", "expected global (mut i32), found global i32"},
      {"g", "(global i64)", "expected global i64, found global i32"},
      {"e", "(tag (param i64))", nullptr},
      {"e", "(tag)", "expected tag, found tag (param i64)"},
  };
  for (const Case& each : cases) {
    const std::string text = "(module (import \"m\" \"x\" " + std::string(each.import) + "))";
    const auto made = instantiate(text, {exported(provider, each.name)});
    ASSERT_EQ(made.has_value(), each.detail == nullptr) << text;
    if (made) continue;
    EXPECT_EQ(made.error().kind, ErrorKind::unlinkable);
    EXPECT_STREQ(made.error().message, "incompatible import type");
    EXPECT_EQ(made.error().detail, std::string("import \"m\" \"x\": ") + each.detail);
  }
}

TEST_F(Instantiate, ImportsMatchByThePresentSize) {
  const ModuleInstance& provider = instance(R"((module (table (export "t") 1 8 funcref) (memory (export "m") 1 8)))");
  EXPECT_FALSE(instantiate(R"((module (import "" "" (table 4 funcref))))", {exported(provider, "t")}).has_value());
  EXPECT_EQ(grow(*provider.tables[0], null_ref, 3), 1U);
  EXPECT_TRUE(instantiate(R"((module (import "" "" (table 4 funcref))))", {exported(provider, "t")}).has_value());
  EXPECT_FALSE(instantiate(R"((module (import "" "" (memory 2))))", {exported(provider, "m")}).has_value());
  EXPECT_EQ(grow(*provider.memories[0], 1), 1U);
  EXPECT_TRUE(instantiate(R"((module (import "" "" (memory 2))))", {exported(provider, "m")}).has_value());
}

TEST_F(Instantiate, FunctionsMatchByCanonicalTypeAndDeclaredSubtyping) {
  constexpr const char* types = R"(
    (type $super (sub (func (result anyref)))) (type $sub (sub $super (func (result eqref)))))";
  const ModuleInstance& provider = instance("(module " + std::string(types) + R"(
    (func (export "f") (type $sub) (ref.null eq))))");
  const auto wants = [&](const char* type) {
    const std::string text = "(module " + std::string(types) + "(import \"\" \"\" (func (type " + type + "))))";
    return instantiate(text, {exported(provider, "f")}).has_value();
  };
  EXPECT_TRUE(wants("$sub"));
  EXPECT_TRUE(wants("$super"));
  EXPECT_FALSE(instantiate(R"((module (import "" "" (func (result eqref)))))", {exported(provider, "f")}).has_value());
}

TEST_F(Instantiate, TagsMatchByTheirOwnTypeAlsoInARecursionGroup) {
  constexpr const char* types = R"((rec (type $t (func (param i32))) (type (struct))))";
  const ModuleInstance& provider = instance("(module " + std::string(types) + R"((tag (export "e") (type $t))))");
  EXPECT_TRUE(
      instantiate("(module " + std::string(types) + R"((import "" "" (tag (type $t)))))", {exported(provider, "e")})
          .has_value());
  EXPECT_FALSE(instantiate(R"((module (import "" "" (tag (param i32)))))", {exported(provider, "e")}).has_value());
}

TEST_F(Instantiate, MoreImportsThanAskedForAreAMistakeOfTheCaller) {
  const ModuleInstance& provider = instance(R"((module (memory (export "m") 1)))");
  const auto made = instantiate("(module)", {exported(provider, "m")});
  ASSERT_FALSE(made.has_value());
  EXPECT_EQ(made.error().kind, ErrorKind::usage);
}

// -- constant expressions

TEST_F(Instantiate, GlobalsHaveTheValuesOfTheirExpressions) {
  const ModuleInstance& provider = instance(R"((module (global (export "g") i64 (i64.const 40))))");
  const ModuleInstance& made = instance(R"((module
    (import "" "" (global $imported i64))
    (global i32 (i32.const -1))
    (global i64 (i64.add (global.get $imported) (i64.const 2)))
    (global $f f32 (f32.const -0))
    (global f32 (global.get $f))
    (global v128 (v128.const i64x2 1 2))
    (global funcref (ref.func $f))
    (global externref (ref.null extern))
    (global i32 (i32.sub (i32.mul (i32.const 6) (i32.const 7)) (i32.const 43)))
    (func $f)))",
                                        {exported(provider, "g")});
  EXPECT_EQ(global(made, 1), 0xFFFF'FFFFU);
  EXPECT_EQ(global(made, 2), 42U);
  EXPECT_EQ(global(made, 3), 0x8000'0000U);
  EXPECT_EQ(global(made, 4), 0x8000'0000U);
  EXPECT_EQ(made.globals[5]->cell[0], 1U);
  EXPECT_EQ(made.globals[5]->cell[1], 2U);
  EXPECT_EQ(global(made, 6), to_ref(made.functions[0]));
  EXPECT_EQ(global(made, 7), null_ref);
  EXPECT_EQ(global(made, 8), 0xFFFF'FFFFU);
  EXPECT_EQ(made.global_cells[1], made.globals[1]->cell);
}

constexpr const char* gc_module = R"((module
  (type $pair (struct (field i8) (field anyref)))
  (type $list (array (mut anyref)))
  (type $bytes (array i16))
  (global $a (ref $pair) (struct.new $pair (i32.const 300) (ref.i31 (i32.const 5))))
  (global $b (ref $list) (array.new_fixed $list 3
    (struct.new $pair (i32.const 1) (global.get $a))
    (struct.new $pair (i32.const 2) (array.new $bytes (i32.const 0x12345) (i32.const 3)))
    (struct.new_default $pair)))
  (global $c (ref $list) (array.new $list (struct.new $pair (i32.const 3) (ref.null none)) (i32.const 2)))
  (global $d (ref $list) (array.new_default $list (i32.const 4)))
  (global $e externref (extern.convert_any (struct.new $pair (i32.const 9) (any.convert_extern (ref.null extern)))))))";

void check_gc_module(const ModuleInstance& made) {
  const auto element = [](Ref array, std::size_t index) {
    return reinterpret_cast<const Ref*>(as_pointer<Array>(array)->elements())[index];
  };
  const Ref a = made.globals[0]->cell[0];
  const validate::CanonicalType& pair = *as_pointer<Object>(a)->type();
  EXPECT_EQ(field_ref(a, pair, 0), 300U & 0xFFU);
  EXPECT_EQ(field_ref(a, pair, 1), make_i31(5));
  const Ref b = made.globals[1]->cell[0];
  ASSERT_EQ(as_pointer<Array>(b)->length, 3U);
  EXPECT_EQ(field_ref(element(b, 0), pair, 0), 1U);
  EXPECT_EQ(field_ref(element(b, 0), pair, 1), a);
  EXPECT_EQ(field_ref(element(b, 1), pair, 0), 2U);
  const auto* bytes = as_pointer<Array>(field_ref(element(b, 1), pair, 1));
  ASSERT_EQ(bytes->length, 3U);
  EXPECT_EQ(bytes->elements()[4], std::byte{0x45});
  EXPECT_EQ(bytes->elements()[5], std::byte{0x23});
  EXPECT_EQ(field_ref(element(b, 2), pair, 1), null_ref);
  const Ref c = made.globals[2]->cell[0];
  EXPECT_EQ(element(c, 0), element(c, 1));
  EXPECT_EQ(field_ref(element(c, 0), pair, 0), 3U);
  EXPECT_EQ(as_pointer<Array>(made.globals[3]->cell[0])->length, 4U);
  EXPECT_EQ(field_ref(made.globals[4]->cell[0], pair, 0), 9U);
}

TEST_F(Instantiate, ConstantExpressionsAllocateObjects) {
  const ModuleInstance& made = instance(gc_module);
  check_gc_module(made);
  fixture.store.heap().collect();
  EXPECT_EQ(fixture.store.heap().counts().freed_objects, 0U);
  check_gc_module(made);
}

TEST_F(InstantiateUnderStress, OperandsOfConstantExpressionsAreRoots) {
  const ModuleInstance& made = instance(gc_module);
  check_gc_module(made);
  EXPECT_GE(fixture.store.heap().counts().collections, 10U);
  EXPECT_EQ(fixture.store.heap().counts().freed_objects, 0U);
}

TEST_F(InstantiateUnderStress, ItemsOfSegmentsAreRootsUntilTheyAreDropped) {
  const ModuleInstance& made = instance(R"((module
    (type $s (struct (field i32)))
    (elem (ref $s) (struct.new $s (i32.const 1)) (struct.new $s (i32.const 2)))
    (table 1 (ref $s) (struct.new $s (i32.const 3)))))");
  fixture.store.heap().collect();
  EXPECT_EQ(fixture.store.heap().counts().freed_objects, 0U);
  const validate::CanonicalType& type = *as_pointer<Object>(made.elements[0].items[0])->type();
  EXPECT_EQ(field_ref(made.elements[0].items[0], type, 0), 1U);
  EXPECT_EQ(field_ref(made.elements[0].items[1], type, 0), 2U);
  EXPECT_EQ(field_ref(made.tables[0]->elements[0], type, 0), 3U);
  made.context.elements[0].items.clear();
  fixture.store.heap().collect();
  EXPECT_EQ(fixture.store.heap().counts().freed_objects, 2U);
}

class InstantiateInASmallHeap : public Instantiate {
 protected:
  InstantiateInASmallHeap() : Instantiate({.heap = {.bytes_max = 1U << 20U}}) {}
};

TEST_F(InstantiateInASmallHeap, AConstantThatDoesNotFitIsATrap) {
  const auto made = instantiate(R"((module (type $a (array i64))
    (global (ref $a) (array.new_default $a (i32.const 1000000)))))");
  ASSERT_FALSE(made.has_value());
  EXPECT_EQ(made.error().kind, ErrorKind::trap);
  EXPECT_STREQ(made.error().message, "allocation size too large");
}

// -- segments

TEST_F(Instantiate, ActiveSegmentsAreWrittenAndDropped) {
  const ModuleInstance& made = instance(R"((module
    (table $t 4 funcref) (memory 1)
    (elem (table $t) (i32.const 1) func $f $g) (elem declare func $f) (elem func $g)
    (data (i32.const 65533) "abc") (data "xyz")
    (func $f) (func $g)))");
  const RefArray& table = made.tables[0]->elements;
  EXPECT_EQ(table[0], null_ref);
  EXPECT_EQ(table[1], to_ref(made.functions[0]));
  EXPECT_EQ(table[2], to_ref(made.functions[1]));
  EXPECT_EQ(made.elements[0].items.size(), 0U);
  EXPECT_EQ(made.elements[1].items.size(), 0U);
  EXPECT_EQ(made.elements[2].items.size(), 1U);
  EXPECT_EQ(made.memories[0]->base[65535], std::byte{'c'});
  EXPECT_EQ(made.data[0].size, 0U);
  EXPECT_EQ(made.data[1].size, 3U);
}

TEST_F(Instantiate, ElementsComeBeforeDataAndWhatWasWrittenStays) {
  const ModuleInstance& provider = instance(R"((module (table (export "t") 2 funcref) (memory (export "m") 1)))");
  const std::vector<ExternValue> imports = {exported(provider, "t"), exported(provider, "m")};
  const auto bad_data = instantiate(R"((module (import "" "t" (table 2 funcref)) (import "" "m" (memory 1))
    (data (i32.const 0) "a") (data (i32.const 65536) "b") (elem (i32.const 0) func $f) (func $f)))",
                                    imports);
  ASSERT_FALSE(bad_data.has_value());
  EXPECT_EQ(bad_data.error().kind, ErrorKind::trap);
  EXPECT_STREQ(bad_data.error().message, "out of bounds memory access");
  EXPECT_NE(provider.tables[0]->elements[0], null_ref);
  EXPECT_EQ(provider.memories[0]->base[0], std::byte{'a'});
  const auto* kept = as_pointer<FuncInstance>(provider.tables[0]->elements[0]);
  EXPECT_EQ(kept->func_type(), wasm::FuncType{}) << "functions of a failed instance live on";

  const auto bad_elements = instantiate(R"((module (import "" "t" (table 2 funcref)) (import "" "m" (memory 1))
    (data (i32.const 1) "c") (elem (i32.const 2) func $f) (func $f)))",
                                        imports);
  ASSERT_FALSE(bad_elements.has_value());
  EXPECT_STREQ(bad_elements.error().message, "out of bounds table access");
  EXPECT_EQ(provider.memories[0]->base[1], std::byte{0});
}

TEST_F(Instantiate, OffsetsOf64BitTablesAndMemoriesAreNotCut) {
  EXPECT_FALSE(instantiate(R"((module (memory i64 1) (data (i64.const 0x100000000) "a")))").has_value());
  EXPECT_FALSE(
      instantiate(R"((module (table i64 1 funcref) (elem (i64.const 0x100000000) func $f) (func $f)))").has_value());
  EXPECT_FALSE(instantiate(R"((module (memory 1) (data (i32.const -1) "a")))").has_value());
}

TEST_F(Instantiate, SizesBeyondTheLimitsAreRefused) {
  const auto memory = instantiate("(module (memory i64 0x1000000000000))");
  ASSERT_FALSE(memory.has_value());
  EXPECT_EQ(memory.error().kind, ErrorKind::limit);
  const auto table = instantiate("(module (table 0xffffffff funcref))");
  ASSERT_FALSE(table.has_value());
  EXPECT_EQ(table.error().kind, ErrorKind::limit);
}

TEST_F(Instantiate, TheStartFunctionRunsLast) {
  int calls = 0;
  FuncInstance& host =
      fixture.store.allocate_host_function({}, [&calls](Store&, InstanceContext*, Slot*) -> HostOutcome {
        return {.trap = ++calls == 1 ? Trap::none : Trap::unreachable};
      });
  constexpr const char* text = R"((module (import "" "f" (func $f)) (memory 1) (data (i32.const 0) "a") (start $f)))";
  EXPECT_TRUE(instantiate(text, {ExternValue(host)}).has_value());
  EXPECT_EQ(calls, 1);
  const auto trapped = instantiate(text, {ExternValue(host)});
  ASSERT_FALSE(trapped.has_value());
  EXPECT_EQ(trapped.error().kind, ErrorKind::trap);
  EXPECT_STREQ(trapped.error().message, "unreachable");
}

// -- the instance

TEST_F(Instantiate, TheContextPointsToEverything) {
  const ModuleInstance& made = instance(R"((module
    (memory 1) (memory 2) (table 1 funcref) (global i32 (i32.const 1)) (tag) (func) (data "a") (elem func 0)))");
  const InstanceContext& context = made.context;
  EXPECT_EQ(context.memory, made.memories[0]);
  EXPECT_EQ(context.memories[1]->pages(), 2U);
  EXPECT_EQ(context.tables[0], made.tables[0]);
  EXPECT_EQ(context.globals[0], made.globals[0]->cell);
  EXPECT_EQ(context.tags[0], made.tags[0]);
  EXPECT_EQ(context.functions[0]->context, &context);
  EXPECT_EQ(context.data[0].size, 1U);
  EXPECT_EQ(context.elements[0].items.size(), 1U);
  EXPECT_EQ(context.instance, &made);
  EXPECT_EQ(context.store, &fixture.store);
  EXPECT_EQ(context.machine, &fixture.store.machine);
  EXPECT_EQ(instance("(module)").context.memory->size, 0U);
}

TEST_F(Instantiate, ExportsAreFoundByName) {
  const ModuleInstance& made = instance(R"((module (func (export "f")) (global (export "") i32 (i32.const 1))))");
  ASSERT_NE(find_export(made, "f"), nullptr);
  EXPECT_EQ(exported(made, "f").func, made.functions[0]);
  EXPECT_EQ(exported(made, "").global, made.globals[0]);
  EXPECT_EQ(find_export(made, "g"), nullptr);
}

TEST_F(Instantiate, SharedMemoriesOutliveTheirStore) {
  std::shared_ptr<MemoryInstance> memory;
  {
    StoreFixture other;
    memory = other.store.share(
        other.store.adopt_memory(*allocate_memory({.limits = {.min = 1, .max = 2}, .sharing = wasm::Sharing::shared})));
  }
  ASSERT_NE(memory, nullptr);
  const ModuleInstance& made = instance(R"((module (import "" "" (memory 1 2 shared)) (data (i32.const 3) "q")))",
                                        {ExternValue(fixture.store.adopt_memory(memory))});
  EXPECT_EQ(memory->base[3], std::byte{'q'});
  EXPECT_EQ(fixture.store.share(*made.memories[0]), memory);
}

TEST_F(Instantiate, AStoreGivesItsTypesBack) {
  const auto before = fixture.types.counters().live_types;
  {
    auto other = std::make_unique<Store>(fixture.types, Tier{}, StoreOptions{});
    other->allocate_host_function({.params = {wasm::i32, wasm::f32}, .results = {wasm::f64}}, {});
    other->allocate_tag(wasm::FuncType{.params = {wasm::i32, wasm::f32, wasm::f32}, .results = {}});
    EXPECT_EQ(fixture.types.counters().live_types, before + 2);
  }
  EXPECT_EQ(fixture.types.counters().live_types, before);
}

}  // namespace
}  // namespace assay::runtime
