// What a client is told, and in which order; checked and proven alike.
#include "validate/function_reader.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "validate/validate.hpp"
#include "validate/verdict.hpp"

namespace assay::validate {
namespace {

/// Writes down what it is told, one word an event. Values are numbered in the order they come up: v1, v2 ...; a value
/// made by fresh is called by the place it has on the stack, as @0.
class Recorder {
 public:
  struct Value {
    int number = 0;
  };
  struct Label {
    int number = 0;
  };
  using Values = std::span<const Value>;

  std::string events;

  template <class R>
  void begin(R& reader) {
    say("begin/" + std::to_string(reader.local_count()));
    height_ = [&reader] { return reader.operands().size(); };
  }
  template <class R>
  void finish(R&) {
    say("finish");
  }
  Value fresh(wasm::ValueType) { return {-1 - static_cast<int>(height_())}; }
  template <class R>
  Value constant(R&, wasm::ValueType type, wasm::V128 bits) {
    return made(to_string(type) + "." + std::to_string(bits.lo));
  }
  template <class R>
  Value local_get(R&, wasm::LocalIndex index) {
    return made("get" + std::to_string(index.value));
  }
  template <class R>
  void local_set(R&, wasm::LocalIndex index, Value value) {
    say("set" + std::to_string(index.value) + "(" + name(value) + ")");
  }
  template <class R>
  Value local_tee(R&, wasm::LocalIndex index, Value value) {
    return made("tee" + std::to_string(index.value) + "(" + name(value) + ")");
  }
  template <class R>
  void drop(R&, wasm::ValueType type, Value value) {
    say("drop/" + to_string(type) + "(" + name(value) + ")");
  }
  template <class R>
  Value select(R&, wasm::ValueType type, Value first, Value second, Value condition) {
    return made("select/" + to_string(type) + "(" + name(first) + "," + name(second) + "," + name(condition) + ")");
  }
  template <class R>
  void operation(R&, wasm::Opcode opcode, const Immediates& immediates, Values values, std::span<Value> results) {
    std::string word(wasm::info(opcode).text);
    if (immediates.index != 0 || immediates.second != 0) {
      word += "/" + std::to_string(immediates.index) + "/" + std::to_string(immediates.second);
    }
    if (immediates.memarg != binary::MemArg{}) word += "/offset" + std::to_string(immediates.memarg.offset);
    word += "(";
    for (const Value value : values) word += name(value) + ",";
    if (!values.empty()) word.pop_back();
    word += ")";
    for (Value& result : results) {
      result = {++last_};
      word += "=" + name(result);
    }
    say(word);
  }
  template <class R>
  void allocate(R& reader, wasm::Opcode opcode, const Immediates&, std::uint32_t count) {
    say(std::string(wasm::info(opcode).text) + standing(reader, count));
  }
  template <class R>
  void call(R& reader, wasm::FuncIndex index, const wasm::FuncType& type) {
    say("call" + std::to_string(index.value) + standing(reader, type.params.size()));
  }
  template <class R>
  void call_indirect(R& reader, wasm::TableIndex table, wasm::TypeIndex, const wasm::FuncType& type, Value index) {
    say("call_indirect" + std::to_string(table.value) + standing(reader, type.params.size()) + name(index));
  }
  template <class R>
  void call_ref(R& reader, wasm::TypeIndex, const wasm::FuncType& type, Value reference) {
    say("call_ref" + standing(reader, type.params.size()) + name(reference));
  }
  template <class R>
  void return_call(R& reader, wasm::FuncIndex index, const wasm::FuncType& type) {
    say("return_call" + std::to_string(index.value) + standing(reader, type.params.size()));
  }
  template <class R>
  void return_call_indirect(R& reader, wasm::TableIndex, wasm::TypeIndex, const wasm::FuncType& type, Value index) {
    say("return_call_indirect" + standing(reader, type.params.size()) + name(index));
  }
  template <class R>
  void return_call_ref(R& reader, wasm::TypeIndex, const wasm::FuncType& type, Value reference) {
    say("return_call_ref" + standing(reader, type.params.size()) + name(reference));
  }
  template <class R>
  void block(R& reader) {
    enter(reader, "block");
  }
  template <class R>
  void loop(R& reader) {
    enter(reader, "loop");
  }
  template <class R>
  void if_(R& reader, Value condition) {
    enter(reader, "if(" + name(condition) + ")");
  }
  template <class R>
  void else_(R& reader, Flow flow) {
    leave(reader, "else", flow);
  }
  template <class R>
  void end(R& reader, Flow flow) {
    leave(reader, "end", flow);
  }
  template <class R>
  void br(R& reader, std::uint32_t depth) {
    say("br" + std::to_string(depth) + standing(reader, reader.frame(depth).label_arity()));
  }
  template <class R>
  void br_if(R& reader, std::uint32_t depth, Value condition) {
    say("br_if" + std::to_string(depth) + standing(reader, reader.frame(depth).label_arity()) + name(condition));
  }
  template <class R>
  void br_table(R& reader, std::span<const std::uint32_t> depths, Value index) {
    std::string word = "br_table";
    for (const std::uint32_t depth : depths) word += "/" + std::to_string(depth);
    say(word + standing(reader, reader.frame(depths.back()).label_arity()) + name(index));
  }
  template <class R>
  void return_(R& reader) {
    say("return" + standing(reader, reader.frames().front().label_arity()));
  }
  template <class R>
  void unreachable(R&) {
    say("unreachable");
  }
  template <class R>
  Value br_on_null(R& reader, std::uint32_t depth, Value reference) {
    return made("br_on_null" + std::to_string(depth) + standing(reader, reader.frame(depth).label_arity()) +
                name(reference));
  }
  template <class R>
  void br_on_non_null(R& reader, std::uint32_t depth, Value reference) {
    say("br_on_non_null" + std::to_string(depth) + standing(reader, reader.frame(depth).label_arity() - 1) +
        name(reference));
  }
  template <class R>
  void br_on_cast(R& reader, wasm::Opcode opcode, std::uint32_t depth, wasm::ValueType target) {
    say(std::string(wasm::info(opcode).text) + std::to_string(depth) + "/" + to_string(target) +
        standing(reader, reader.frame(depth).label_arity()));
  }
  template <class R>
  void try_table(R& reader, std::span<const binary::CatchClause> clauses) {
    std::string word = "try_table";
    for (const binary::CatchClause& clause : clauses) word += "/" + std::to_string(clause.label);
    enter(reader, word);
  }
  template <class R>
  void throw_(R& reader, wasm::TagIndex tag, const wasm::FuncType& type) {
    say("throw" + std::to_string(tag.value) + standing(reader, type.params.size()));
  }
  template <class R>
  void throw_ref(R&, Value reference) {
    say("throw_ref(" + name(reference) + ")");
  }
  template <class R>
  void try_(R& reader) {
    enter(reader, "try");
  }
  template <class R>
  void catch_(R& reader, Flow flow, wasm::TagIndex tag, const wasm::FuncType&) {
    leave(reader, "catch" + std::to_string(tag.value), flow);
  }
  template <class R>
  void catch_all(R& reader, Flow flow) {
    leave(reader, "catch_all", flow);
  }
  template <class R>
  void delegate(R& reader, Flow flow, std::uint32_t depth) {
    leave(reader, "delegate" + std::to_string(depth), flow);
  }
  template <class R>
  void rethrow(R&, std::uint32_t depth) {
    say("rethrow" + std::to_string(depth));
  }

 private:
  static std::string name(Value value) {
    return value.number < 0 ? "@" + std::to_string(-value.number - 1) : "v" + std::to_string(value.number);
  }
  void say(const std::string& word) {
    if (!events.empty()) events += ' ';
    events += word;
  }
  Value made(const std::string& word) {
    const Value value{++last_};
    say(word + "=" + name(value));
    return value;
  }
  template <class R>
  static std::string standing(R& reader, std::size_t count) {
    std::string word = "[";
    for (const auto& operand : reader.top(count)) word += name(operand.value) + ",";
    if (count != 0) word.pop_back();
    return word + "]";
  }
  // Labels are numbered; the end must find the label that the beginning left.
  template <class R>
  void enter(R& reader, const std::string& word) {
    reader.frame(0).label.number = ++last_label_;
    say(word + "#" + std::to_string(last_label_) + standing(reader, reader.frame(0).params().size()));
  }
  template <class R>
  void leave(R& reader, const std::string& word, Flow flow) {
    const std::string label = "#" + std::to_string(reader.frame(0).label.number);
    if (flow == Flow::unreachable) return say(word + label + "-");
    say(word + label + standing(reader, reader.frame(0).results().size()));
  }

  int last_ = 0;
  int last_label_ = 0;
  std::function<std::size_t()> height_;
};

TypeRegistry& registry() {
  static TypeRegistry instance;
  return instance;
}

template <Trust trust>
std::string record(const ValidModule& module, wasm::FuncIndex func) {
  Recorder recorder;
  FunctionReader<Recorder, trust> reader(module.types(), recorder);
  const auto read = reader.read(func);
  EXPECT_TRUE(read.has_value()) << wasm::to_string(read.error());
  return recorder.events;
}

/// What is told of the last function of a module.
std::string events_of(std::string_view fields) {
  auto module = validate(parse("(module " + std::string(fields) + ")"), registry());
  EXPECT_TRUE(module.has_value()) << wasm::to_string(module.error());
  const wasm::FuncIndex last(module->module().functions.size() - 1);
  const std::string checked = record<Trust::checked>(*module, last);
  EXPECT_EQ(record<Trust::proven>(*module, last), checked);
  // Without the frame of every record.
  const std::string_view whole = checked;
  const auto from = whole.find(' ') + 1;
  return std::string(whole.substr(from, whole.rfind(' ') - from));
}

TEST(FunctionReader, TellsOperandsAndResults) {
  EXPECT_EQ(events_of("(func (param i32 i64) (result i32) (i32.add (local.get 0) (i32.wrap_i64 (local.get 1))))"),
            "get0=v1 get1=v2 i32.wrap_i64(v2)=v3 i32.add(v1,v3)=v4 end#0[v4]");
}

TEST(FunctionReader, TellsTheBordersOfABody) {
  auto module = validate(parse("(module (func (param i32) (local i64 f32)))"), registry());
  EXPECT_EQ(record<Trust::checked>(*module, wasm::FuncIndex(0U)), "begin/3 end#0[] finish");
}

TEST(FunctionReader, TellsConstantsByTheirBits) {
  EXPECT_EQ(events_of("(func (drop (i32.const -1)) (drop (i64.const -1)) (drop (f32.const 1)) (drop (ref.null func)))"),
            "i32.4294967295=v1 drop/i32(v1) i64.18446744073709551615=v2 drop/i64(v2) f32.1065353216=v3 drop/f32(v3) "
            "(ref null func).0=v4 drop/(ref null func)(v4) end#0[]");
}

TEST(FunctionReader, TellsVariables) {
  EXPECT_EQ(events_of("(func (param i32) (local.set 0 (local.tee 0 (local.get 0))))"),
            "get0=v1 tee0(v1)=v2 set0(v2) end#0[]");
  EXPECT_EQ(events_of("(global i32 (i32.const 0)) (global $g (mut i32) (i32.const 0))"
                      "(func (global.set $g (global.get $g)))"),
            "global.get/1/0()=v1 global.set/1/0(v1) end#0[]");
}

TEST(FunctionReader, TellsSelect) {
  EXPECT_EQ(events_of("(func (param i32 i64 i64) (drop (select (local.get 1) (local.get 2) (local.get 0))))"),
            "get1=v1 get2=v2 get0=v3 select/i64(v1,v2,v3)=v4 drop/i64(v4) end#0[]");
}

TEST(FunctionReader, TellsMemoryAccesses) {
  EXPECT_EQ(
      events_of("(memory 1) (func (param i32) (i32.store offset=8 (local.get 0) (i32.load offset=4 (local.get 0))))"),
      "get0=v1 get0=v2 i32.load/offset4(v2)=v3 i32.store/offset8(v1,v3) end#0[]");
}

TEST(FunctionReader, TellsDestinationBeforeSource) {
  EXPECT_EQ(events_of("(memory 1) (memory 1) (data) (data \"a\") (func (param i32)"
                      "(memory.copy 1 0 (local.get 0) (local.get 0) (local.get 0))"
                      "(memory.init 0 1 (local.get 0) (local.get 0) (local.get 0)) (data.drop 1))"),
            "get0=v1 get0=v2 get0=v3 memory.copy/1/0(v1,v2,v3) get0=v4 get0=v5 get0=v6 memory.init/0/1(v4,v5,v6) "
            "data.drop/1/0() end#0[]");
}

TEST(FunctionReader, TellsStandingArgumentsOfCallsAndMakesResultsFresh) {
  EXPECT_EQ(events_of("(func $f (param i32 i32) (result i64 i64) (i64.const 0) (i64.const 0))"
                      "(func (param i32) (result i64) (call $f (local.get 0) (local.get 0)) (i64.sub))"),
            "get0=v1 get0=v2 call0[v1,v2] i64.sub(@0,@1)=v3 end#0[v3]");
}

TEST(FunctionReader, TellsCallsThroughTablesAndReferences) {
  EXPECT_EQ(
      events_of("(type $t (func (param i32))) (table 1 funcref) (func (param i32) (param (ref $t))"
                "(call_indirect (type $t) (local.get 0) (local.get 0)) (call_ref $t (local.get 0) (local.get 1)))"),
      "get0=v1 get0=v2 call_indirect0[v1]v2 get0=v3 get1=v4 call_ref[v3]v4 end#0[]");
}

TEST(FunctionReader, TellsTailCallsAndNothingAfterThem) {
  EXPECT_EQ(events_of("(func $f (param i32)) (func (param i32) (return_call $f (local.get 0)) (drop (i32.const 1)))"),
            "get0=v1 return_call0[v1] end#0-");
  EXPECT_EQ(events_of("(type $t (func (param i32))) (table 1 funcref) (func (param i32)"
                      "(return_call_indirect (type $t) (local.get 0) (local.get 0)))"),
            "get0=v1 get0=v2 return_call_indirect[v1]v2 end#0-");
  EXPECT_EQ(events_of("(type $t (func (param i32))) (func (param i32 (ref $t))"
                      "(return_call_ref $t (local.get 0) (local.get 1)))"),
            "get0=v1 get1=v2 return_call_ref[v1]v2 end#0-");
}

TEST(FunctionReader, KeepsTheValuesOfABlocksParametersAndMakesItsResultsFresh) {
  EXPECT_EQ(events_of("(func (param i32) (result i32) (local.get 0)"
                      "(block (param i32) (result i32) (i32.eqz)) (i32.eqz))"),
            "get0=v1 block#1[v1] i32.eqz(v1)=v2 end#1[v2] i32.eqz(@0)=v3 end#0[v3]");
}

TEST(FunctionReader, BringsAnIfsParametersBackAtElse) {
  EXPECT_EQ(events_of("(func (param i32 i64) (result i64) (local.get 1)"
                      "(if (param i64) (result i64) (local.get 0) (then) (else (i64.clz))))"),
            "get1=v1 get0=v2 if(v2)#1[v1] else#1[v1] i64.clz(@0)=v3 end#1[v3] end#0[@0]");
}

TEST(FunctionReader, TellsTheEndOfAnIfWithoutElse) {
  EXPECT_EQ(events_of("(func (param i32) (if (local.get 0) (then nop)))"), "get0=v1 if(v1)#1[] end#1[] end#0[]");
}

TEST(FunctionReader, TellsBranchesWithStandingOperands) {
  EXPECT_EQ(
      events_of("(func (param i32) (result i32) (block (result i32) (local.get 0) (br_if 1 (local.get 0)) (br 0)))"),
      "block#1[] get0=v1 get0=v2 br_if1[v1]v2 br0[v1] end#1- end#0[@0]");
  EXPECT_EQ(events_of("(func (param i32) (loop (br_if 0 (local.get 0))))"),
            "loop#1[] get0=v1 br_if0[]v1 end#1[] end#0[]");
  EXPECT_EQ(events_of("(func (param i32) (result i32) (block (result i32) (local.get 0)"
                      "(br_table 0 1 0 1 (local.get 0))))"),
            "block#1[] get0=v1 get0=v2 br_table/0/1/0/1[v1]v2 end#1- end#0[@0]");
  EXPECT_EQ(events_of("(func (result i32) (i32.const 1) (return (i32.const 2)))"),
            "i32.1=v1 i32.2=v2 return[v2] end#0-");
}

TEST(FunctionReader, IsSilentInUnreachableCodeButTellsTheEndOfTheBlockAroundIt) {
  EXPECT_EQ(
      events_of("(func (result i32) (block (unreachable) (block (br 0)) (if (then) (else)) (drop)) (i32.const 1))"),
      "block#1[] unreachable end#1- i32.1=v1 end#0[v1]");
}

TEST(FunctionReader, TellsTheElseOfAnIfWhoseFirstArmDoesNotEnd) {
  EXPECT_EQ(events_of("(func (param i32) (if (local.get 0) (then (return)) (else (nop))))"),
            "get0=v1 if(v1)#1[] return[] else#1- end#1[] end#0[]");
}

TEST(FunctionReader, TellsBranchesOnReferences) {
  EXPECT_EQ(events_of("(func (param anyref) (block (br_on_null 0 (local.get 0)) (drop)))"),
            "block#1[] get0=v1 br_on_null0[]v1=v2 drop/(ref any)(v2) end#1[] end#0[]");
  EXPECT_EQ(events_of("(func (param anyref) (result anyref) (block (result (ref any)) (br_on_non_null 0 (local.get 0))"
                      "(unreachable)))"),
            "block#1[] get0=v1 br_on_non_null0[]v1 unreachable end#1- end#0[@0]");
  EXPECT_EQ(events_of("(func (param anyref) (result i31ref) (block (result i31ref) (i32.const 7)"
                      "(br_on_cast 0 anyref (ref i31) (local.get 0)) (drop) (drop) (unreachable)))"),
            "block#1[] i32.7=v1 get0=v2 br_on_cast0/(ref i31)[v2] drop/(ref null any)(v2) drop/i32(v1) unreachable "
            "end#1- end#0[@0]");
  EXPECT_EQ(events_of("(func (param anyref) (result anyref) (block (result anyref)"
                      "(br_on_cast_fail 0 anyref (ref null i31) (local.get 0))))"),
            "block#1[] get0=v1 br_on_cast_fail0/(ref null i31)[v1] end#1[v1] end#0[@0]");
}

TEST(FunctionReader, TellsAllocationsWithStandingOperands) {
  EXPECT_EQ(events_of("(type $s (struct (field i32 i8))) (type $a (array i32)) (func (param i32)"
                      "(drop (struct.new $s (local.get 0) (local.get 0)))"
                      "(drop (array.new_fixed $a 1 (local.get 0))) (drop (array.new_fixed $a 0)))")
                .substr(0, 33),
            "get0=v1 get0=v2 struct.new[v1,v2]");
}

TEST(FunctionReader, TellsExceptions) {
  EXPECT_EQ(events_of("(tag (param i32)) (func (result i32) (block (result i32)"
                      "(try_table (result i32) (catch 0 0) (i32.const 1) (throw 0))))"),
            "block#1[] try_table/0#2[] i32.1=v1 throw0[v1] end#2- end#1[@0] end#0[@0]");
  EXPECT_EQ(events_of("(func (param exnref) (throw_ref (local.get 0)))"), "get0=v1 throw_ref(v1) end#0-");
}

TEST(FunctionReader, TellsLegacyExceptions) {
  EXPECT_EQ(events_of("(tag (param i64)) (func (try (do (nop)) (catch 0 (drop)) (catch_all (rethrow 0))))"),
            "try#1[] catch0#1[] drop/i64(@0) catch_all#1[] rethrow0 end#1- end#0[]");
  EXPECT_EQ(events_of("(func (result i32) (block (result i32) (try (result i32) (do (i32.const 1)) (delegate 0))))"),
            "block#1[] try#2[] i32.1=v1 delegate0#2[v1] end#1[@0] end#0[@0]");
}

TEST(FunctionReader, TellsCanonicalTypes) {
  // The same type under two indexes.
  auto module = validate(parse("(module (type (array i32)) (type $f (func)) (type $s (struct)) (type $t (struct))"
                               "(func (drop (struct.new_default $t))))"),
                         registry());
  const auto id = module->canonical(wasm::TypeIndex(3U));
  EXPECT_EQ(id, module->canonical(wasm::TypeIndex(2U)));
  const std::string word = "struct.new_default/" + std::to_string(id.value) + "/0()=v1";
  EXPECT_NE(record<Trust::proven>(*module, wasm::FuncIndex(0U)).find(word), std::string::npos);
}

TEST(FunctionReader, TellsConstantExpressions) {
  auto module = validate(parse("(module (global i32 (i32.add (i32.const 3) (i32.const 4))))"), registry());
  Recorder recorder;
  FunctionReader<Recorder, Trust::proven> reader(module->types(), recorder);
  const auto& global = module->module().globals[wasm::GlobalIndex(0U)];
  EXPECT_TRUE(reader.read_constant(global.init, wasm::i32).has_value());
  EXPECT_EQ(recorder.events, "begin/0 i32.3=v1 i32.4=v2 i32.add(v1,v2)=v3 end#0[v3] finish");
}

TEST(FunctionReader, ReadsOneBodyAfterAnother) {
  auto module = validate(parse("(module (func (param i32) (local.get 0) (block (unreachable)) (drop)) (func (nop)))"),
                         registry());
  Recorder recorder;
  FunctionReader<Recorder, Trust::checked> reader(module->types(), recorder);
  for (int round = 0; round < 2; ++round) {
    EXPECT_TRUE(reader.read(wasm::FuncIndex(0U)).has_value());
    recorder.events.clear();
    EXPECT_TRUE(reader.read(wasm::FuncIndex(1U)).has_value());
    EXPECT_EQ(recorder.events, "begin/0 end#0[] finish");
  }
}

TEST(FunctionReader, CallsNobodyAfterAnError) {
  // Not through validate(), which would refuse it.
  auto valid = validate(parse("(module (func $f (param i32)) (func (call $f (i32.const 1))))"), registry());
  wasm::Module module = valid->module();
  // The constant becomes one of 64 bits, and the call finds no i32.
  for (std::byte& byte : module.bytes) {
    if (byte == std::byte{0x41}) byte = std::byte{0x42};
  }
  ModuleTypes types(std::move(module), registry(), {}, {});
  types.canonicalize_types();
  types.canonicalize_definitions();
  Recorder recorder;
  FunctionReader<Recorder, Trust::checked> reader(types, recorder);
  const auto read = reader.read(wasm::FuncIndex(1U));
  ASSERT_FALSE(read.has_value());
  EXPECT_STREQ(read.error().message, "type mismatch");
  EXPECT_EQ(recorder.events, "begin/0 i64.1=v1");
}

}  // namespace
}  // namespace assay::validate
