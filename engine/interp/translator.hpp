// From a proven body to interpreter code, in one pass: a client of the reader of bodies.
//
// Problem. Wasm's operand stack would cost a store and a load per value. Heights are static, so every operand has a
// fixed slot, its *home*; the question is only which values need to be there. Idea. Operands are kept *lazily*: a
// local.get or a constant is not code but a note on the reader's operand stack, used as an operand of whatever pops it;
// a result stays in its accumulator until something else needs that accumulator. What must be in place after all is
// *settled* in its home:
//   * a note becomes a copy;
//   * an accumulator's value costs nothing: the instruction that made it has kept room for a result slot, so its
//   handler is
//     exchanged for the one that writes the slot. local.set likewise redirects the instruction just emitted.
// Invariants.
//   * At every label, branch target and call all operands below are settled and the accumulators are empty: blocks
//   settle
//     the whole stack when they begin, and what a branch carries when it is taken or the block ends.
//   * A note of a local never outlives a write to it: local.set settles such notes first.
//   * At most `lazy_max` operands are unsettled, and everything below `settled_` is settled, so that settling costs no
//   more
//     than what was pushed, and hostile bodies stay linear.
// Why it ends: one pass, branches are patched at the end. The same body gives the same code, so that reference maps and
// body offsets are found by translating again up to a word (Query) instead of being kept.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "interp/code.hpp"
#include "interp/code_writer.hpp"
#include "interp/handlers.hpp"
#include "validate/client.hpp"
#include "validate/function_reader.hpp"
#include "wasm/module.hpp"

namespace assay::interp {

class Translator {
 public:
  using Reader = validate::FunctionReader<Translator, validate::Trust::proven>;
  using Flow = validate::Flow;

  enum class Place : std::uint8_t { home, local, constant, accumulator };

  /// The instruction that left a value in an accumulator, so that it can be redirected.
  struct Producer {
    std::uint32_t word = 0;
    std::uint16_t what = 0;  ///< Opcode, or Internal: the handler that writes a slot instead
    std::uint8_t places = 0;
    bool internal = false;
    friend bool operator==(Producer, Producer) = default;
  };

  struct Value {
    Place place = Place::home;
    wasm::ValueType type{};
    std::int32_t home = 0;      ///< slot
    std::uint64_t payload = 0;  ///< local: its slot; constant: the bits; accumulator: the Producer
  };

  struct Label {
    std::uint32_t target = 0;
    std::int32_t base = 0;   ///< slot of the first parameter or result
    std::int32_t floor = 0;  ///< slot of the first operand inside: beyond `base` where a caught exception lies there
    std::uint32_t else_target = 0;
    std::uint32_t begin = 0;    ///< tries: first word of what they cover
    std::uint32_t end = 0;      ///< legacy tries, once a clause began: past its last word
    std::uint32_t clauses = 0;  ///< try_table: first of its pending clauses
  };

  /// What a second translation is asked at a word: the slots that hold references there, or the body offset of the
  /// instruction that the word belongs to.
  struct Query {
    std::uint32_t word = 0;
    std::vector<std::int32_t> reference_slots;
    std::size_t body_offset = 0;
  };

  Translator(const validate::ModuleTypes& module, const Settings& settings, Query* query = nullptr);

  /// Translates one function, whose body must be valid.
  void translate(wasm::FuncIndex func, Code& code);

  // -- the client of the reader: see validate/client.hpp
  void begin(Reader& r);
  void finish(Reader& r);
  Value fresh(wasm::ValueType type);
  Value constant(Reader& r, wasm::ValueType type, wasm::V128 bits);
  Value local_get(Reader& r, wasm::LocalIndex local);
  void local_set(Reader& r, wasm::LocalIndex local, Value value);
  Value local_tee(Reader& r, wasm::LocalIndex local, Value value);
  void drop(Reader& r, wasm::ValueType type, Value value);
  Value select(Reader& r, wasm::ValueType type, Value first, Value second, Value condition);
  void operation(Reader& r, wasm::Opcode op, const validate::Immediates& immediates, std::span<const Value> operands,
                 std::span<Value> results);
  void allocate(Reader& r, wasm::Opcode op, const validate::Immediates& immediates, std::uint32_t count);
  void call(Reader& r, wasm::FuncIndex func, const wasm::FuncType& type);
  void call_indirect(Reader& r, wasm::TableIndex table, wasm::TypeIndex id, const wasm::FuncType& type, Value index);
  void call_ref(Reader& r, wasm::TypeIndex id, const wasm::FuncType& type, Value reference);
  void return_call(Reader& r, wasm::FuncIndex func, const wasm::FuncType& type);
  void return_call_indirect(Reader& r, wasm::TableIndex table, wasm::TypeIndex id, const wasm::FuncType& type,
                            Value index);
  void return_call_ref(Reader& r, wasm::TypeIndex id, const wasm::FuncType& type, Value reference);
  void block(Reader& r);
  void loop(Reader& r);
  void if_(Reader& r, Value condition);
  void else_(Reader& r, Flow flow);
  void end(Reader& r, Flow flow);
  void br(Reader& r, std::uint32_t depth);
  void br_if(Reader& r, std::uint32_t depth, Value condition);
  void br_table(Reader& r, std::span<const std::uint32_t> depths, Value index);
  void return_(Reader& r);
  void unreachable(Reader& r);
  Value br_on_null(Reader& r, std::uint32_t depth, Value reference);
  void br_on_non_null(Reader& r, std::uint32_t depth, Value reference);
  void br_on_cast(Reader& r, wasm::Opcode op, std::uint32_t depth, wasm::ValueType target);
  void try_table(Reader& r, std::span<const binary::CatchClause> clauses);
  void throw_(Reader& r, wasm::TagIndex tag, const wasm::FuncType& type);
  void throw_ref(Reader& r, Value reference);
  void try_(Reader& r);
  void catch_(Reader& r, Flow flow, wasm::TagIndex tag, const wasm::FuncType& type);
  void catch_all(Reader& r, Flow flow);
  void delegate(Reader& r, Flow flow, std::uint32_t depth);
  void rethrow(Reader& r, std::uint32_t depth);

 private:
  static constexpr std::size_t lazy_max = 16;
  static constexpr std::uint32_t unbound = ~0U;

  /// The last instruction, while its result slot may still be exchanged.
  struct Last {
    std::uint32_t word = unbound;
    std::int32_t result = 0;
  };
  struct Fixup {
    std::uint32_t word;     ///< of the branching instruction
    std::uint32_t operand;  ///< number of the distance among its operands
    std::uint32_t target;
  };
  /// A clause of a try_table: where its payload goes on, emitted after the body.
  struct Clause {
    HandlerEntry entry;
    std::uint32_t target = unbound;  ///< label; unbound: returns
    std::int32_t base = 0;
    std::uint32_t slots = 0;
    std::size_t handler = 0;  ///< its entry, once the body has ended
  };

  // -- operands (translate_operands.cpp)
  [[nodiscard]] std::int32_t top_home() const;
  void reserve(std::int32_t end);
  Value make(Place place, wasm::ValueType type, std::uint64_t payload = 0);
  void hold(Value& value, Producer producer);
  void note_new_operand();
  void settle(Value& value);
  void settle_all();
  void settle_top(std::size_t count);
  void settle_accumulator(int accumulator);
  void settle_accumulators();
  void settle_notes_of(std::int32_t local_slot);
  std::int32_t in_slot(Value& value);  ///< the slot to read it from, settling it when it is nowhere
  void copy_to(const Value& value, std::int32_t slot);
  [[nodiscard]] bool is_last(const Value& value) const;
  [[nodiscard]] std::uint64_t slot_handler(Producer producer) const;
  [[nodiscard]] std::int32_t local_slot(wasm::LocalIndex local) const;

  // -- emission
  std::uint32_t emit(Internal internal);
  std::uint32_t emit_result(std::uint64_t handler, std::int32_t result);
  void forget_last() { last_ = {}; }
  void tick(Reader& r);
  void end_run() { charge_word_ = unbound; }
  void safepoint(std::uint32_t word, std::size_t standing_below, std::span<const Value> operands);

  // -- plain instructions and accesses (translate_operation.cpp)
  void plain(wasm::Opcode op, const validate::Immediates& immediates, std::span<const Value> operands,
             std::span<Value> results);
  void far_access(wasm::Opcode op, const validate::Immediates& immediates, std::span<const Value> operands,
                  std::span<Value> results);
  void global_get(std::uint32_t global, std::span<Value> results);
  void global_set(std::uint32_t global, Value value);
  void slot_operation(wasm::Opcode op, const validate::Immediates& immediates, std::span<const Value> operands,
                      std::span<Value> results);
  void fill_results(wasm::Opcode op, std::span<Value> results);

  // -- control (translate_control.cpp)
  std::uint32_t new_target();
  void bind(std::uint32_t target);
  void fix(std::uint32_t word, std::uint32_t operand, std::uint32_t target) {
    fixups_.push_back({word, operand, target});
  }
  void enter_block(Reader& r);
  [[nodiscard]] bool is_function(Reader& r, std::uint32_t depth) const;
  [[nodiscard]] bool branch_needs_code(Reader& r, std::uint32_t depth, std::size_t arity);
  void jump(Reader& r, std::uint32_t depth, std::size_t arity);
  std::uint32_t emit_condition(Value condition, Sense sense);
  void emit_return(Reader& r, std::size_t arity);
  void settle_results(Reader& r);
  void jump_to_end(Reader& r);
  void branch_when(Reader& r, std::uint32_t depth, std::size_t arity, Internal taken, Internal skipped,
                   std::initializer_list<std::uint32_t> operands);
  std::int32_t prepare_call(std::size_t arguments);
  void finish_call(Reader& r, std::size_t arguments);
  void put_tail(Reader& r, const wasm::FuncType& type);
  void begin_clause(Reader& r, Flow flow, HandlerEntry entry);
  void emit_clauses();

  const validate::ModuleTypes& module_;
  const HandlerTables& tables_;
  Settings settings_;
  Query* query_;
  Reader* reader_ = nullptr;

  CodeWriter out_;
  Last last_;
  std::array<std::size_t, 3> holders_{};  ///< operand that an accumulator may hold; checked against the operand itself
  std::size_t settled_ = 0;               ///< operands known to be settled, from the bottom
  std::vector<std::int32_t> local_slots_;
  std::int32_t first_operand_ = 0;
  std::int32_t max_slot_ = 0;
  std::uint32_t param_slots_ = 0;
  std::uint32_t result_slots_ = 0;
  std::vector<std::uint32_t> targets_;  ///< word of each label
  std::vector<Fixup> fixups_;
  std::vector<HandlerEntry> handlers_;
  std::vector<Clause> clauses_;  ///< pending: of the try_tables being translated
  std::vector<Clause> finished_clauses_;
  std::vector<std::uint32_t> table_stubs_;  ///< br_table: target of the code that a depth needs
  std::uint32_t charge_word_ = unbound;
  std::uint32_t charge_ = 0;
};

/// Accumulators: 0 integers and references, 1 f32, 2 f64.
constexpr int accumulator_of(wasm::ValueType type) {
  return type == wasm::f32 ? 1 : type == wasm::f64 ? 2 : 0;
}

/// Whether a value of this type is copied as 32 bits.
constexpr bool is_narrow(wasm::ValueType type) {
  return type == wasm::i32 || type == wasm::f32;
}

/// The handler for a type's width: 32 bits, 64 bits, vector.
constexpr Internal by_width(wasm::ValueType type, Internal narrow, Internal word, Internal vector) {
  if (type.is_vector()) return vector;
  return is_narrow(type) ? narrow : word;
}

}  // namespace assay::interp
