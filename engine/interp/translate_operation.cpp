// Translates what takes a fixed number of operands: plain instructions, memory accesses, globals, tables, objects.
#include <algorithm>

#include "interp/steps/operations.hpp"
#include "interp/translator.hpp"
#include "runtime/frame.hpp"
#include "runtime/layout.hpp"

namespace assay::interp {

using wasm::Form;
using wasm::Opcode;

namespace {

From from_of(Translator::Place place) {
  switch (place) {
    case Translator::Place::home:
    case Translator::Place::local: return From::slot;
    case Translator::Place::constant: return From::constant;
    case Translator::Place::accumulator: return From::accumulator;
  }
  return From::slot;
}

/// Types of a plain instruction's results.
wasm::ValueType type_of(wasm::Sig sig) {
  switch (sig) {
    case wasm::Sig::i32: return wasm::i32;
    case wasm::Sig::i64:
    case wasm::Sig::addr: return wasm::i64;
    case wasm::Sig::f32: return wasm::f32;
    case wasm::Sig::f64: return wasm::f64;
    case wasm::Sig::v128: return wasm::v128;
  }
  return wasm::i32;
}

bool commutes(Opcode op) {
  const wasm::Meaning& meaning = wasm::info(op).meaning;
  return meaning.form != Form::store && wasm::info(op).signature.param_count == 2 &&
         wasm::numeric_facts[meaning.numeric].commutes;
}

}  // namespace

void Translator::operation(Reader& r, Opcode op, const validate::Immediates& immediates,
                           std::span<const Value> operands, std::span<Value> results) {
  tick(r);
  if (op == Opcode::global_get) return global_get(immediates.index, results);
  if (op == Opcode::global_set) return global_set(immediates.index, operands[0]);
  if (op == Opcode::any_convert_extern || op == Opcode::extern_convert_any) {
    // The same word under another type; where it lies does not change.
    note_new_operand();
    results[0] = operands[0];
    return;
  }
  const wasm::InstructionInfo& row = wasm::info(op);
  if (operation_arity(op) >= 0) return slot_operation(op, immediates, operands, results);
  if (!wasm::accesses_memory(row.meaning)) return plain(op, immediates, operands, results);

  const wasm::MemoryType& memory = module_.memory(immediates.memarg.memory);
  const bool near = immediates.memarg.memory.value == 0 && memory.limits.address == wasm::AddressType::i32 &&
                    memory.sharing == wasm::Sharing::unshared && worth_a_handler(op, {});
  if (near) return plain(op, immediates, operands, results);
  far_access(op, immediates, operands, results);
}

/// Plain instructions and near accesses: the handler for where the operands lie, settling those that have none.
void Translator::plain(Opcode op, const validate::Immediates& immediates, std::span<const Value> given,
                       std::span<Value> results) {
  const wasm::InstructionInfo& row = wasm::info(op);
  std::array<Value, 4> operands{};
  std::ranges::copy(given, operands.begin());

  // Places of the first two, from best to worst; the others lie in slots.
  Places places;
  const auto look = [&] {
    places.first = given.empty() ? From::slot : from_of(operands[0].place);
    places.second = given.size() < 2 ? From::slot : from_of(operands[1].place);
  };
  look();
  if (places.first == From::constant && places.second != From::constant && commutes(op))
    std::swap(operands[0], operands[1]);
  look();
  if (!worth_a_handler(op, places) && places.first == From::constant) {
    settle(operands[0]);
    look();
  }
  if (!worth_a_handler(op, places) && places.second != From::slot) {
    settle(operands[1]);
    look();
  }
  if (!worth_a_handler(op, places) && places.first != From::slot) {
    settle(operands[0]);
    look();
  }
  for (std::size_t i = 2; i < given.size(); ++i) {
    if (operands[i].place != Place::local) settle(operands[i]);
  }

  // The result: in its accumulator if there is such a handler.
  if (results.size() == 1) {
    results[0] = make(Place::home, type_of(row.signature.results[0]));
    places.result = To::accumulator;
    if (!worth_a_handler(op, places)) places.result = To::slot;
    if (places.result == To::accumulator) settle_accumulator(accumulator_of(results[0].type));
  } else if (results.size() == 2) {
    fill_results(op, results);
  }
  const std::uint32_t word = emit_result(tables_.word(op, places), results.empty() ? 0 : results[0].home);
  if (results.size() == 2) out_.put(results[1].home);

  for (std::size_t i = 0; i < given.size(); ++i) {
    const Value& operand = operands[i];
    switch (i == 0 ? places.first : i == 1 ? places.second : From::slot) {
      case From::accumulator: break;
      case From::slot:
        out_.put(operand.place == Place::local ? static_cast<std::int32_t>(operand.payload) : operand.home);
        break;
      case From::constant:
        if (is_narrow(operand.type)) {
          out_.put(static_cast<std::uint32_t>(operand.payload));
        } else {
          out_.put(operand.payload);
        }
        break;
    }
  }
  if (wasm::accesses_memory(row.meaning)) out_.put(static_cast<std::uint32_t>(immediates.memarg.offset));
  if (row.meaning.form == Form::shuffle) out_.put(immediates.bytes);
  if (row.immediate == wasm::Immediate::lane) out_.put(std::uint32_t{immediates.lane});

  forget_last();
  if (results.size() != 1) return;
  if (places.result == To::accumulator) {
    hold(results[0], {.word = word,
                      .what = static_cast<std::uint16_t>(op),
                      .places = static_cast<std::uint8_t>(index_of(places)),
                      .internal = false});
  } else {
    last_ = {.word = word, .result = results[0].home};
  }
}

/// Results in their homes, side by side.
void Translator::fill_results(Opcode op, std::span<Value> results) {
  std::int32_t home = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const wasm::ValueType type = type_of(wasm::info(op).signature.results[i]);
    results[i] = make(Place::home, type);
    if (i > 0) results[i].home = home;
    home = results[i].home + static_cast<std::int32_t>(wasm::slot_count(type));
    reserve(home);
  }
}

void Translator::far_access(Opcode op, const validate::Immediates& immediates, std::span<const Value> given,
                            std::span<Value> results) {
  std::array<std::int32_t, 4> slots{};
  for (std::size_t i = 0; i < given.size(); ++i) {
    Value operand = given[i];
    slots[i] = in_slot(operand);
  }
  fill_results(op, results);
  const std::uint32_t word =
      emit_result(word_of(tables_.far[static_cast<std::size_t>(op)]), results.empty() ? 0 : results[0].home);
  for (std::size_t i = 0; i < given.size(); ++i) out_.put(slots[i]);
  out_.put(immediates.memarg.memory.value).put(immediates.memarg.offset).put(std::uint32_t{immediates.lane});
  forget_last();
  if (results.size() == 1) last_ = {.word = word, .result = results[0].home};
}

void Translator::global_get(std::uint32_t global, std::span<Value> results) {
  const wasm::ValueType type = module_.global(wasm::GlobalIndex(global)).type;
  results[0] = make(Place::home, type);
  const Internal slot_handler = by_width(type, Internal::global_get32, Internal::global_get64, Internal::global_get128);
  const bool accumulator = !type.is_vector() && accumulator_of(type) == 0;
  if (!accumulator) {
    const std::uint32_t word = emit_result(tables_.word(slot_handler), results[0].home);
    out_.put(global);
    last_ = {.word = word, .result = results[0].home};
    return;
  }
  settle_accumulator(0);
  const std::uint32_t word = emit_result(
      tables_.word(is_narrow(type) ? Internal::global_get32_word : Internal::global_get64_word), results[0].home);
  out_.put(global);
  hold(results[0], {.word = word, .what = static_cast<std::uint16_t>(slot_handler), .places = 0, .internal = true});
}

void Translator::global_set(std::uint32_t global, Value value) {
  const bool accumulator = value.place == Place::accumulator && accumulator_of(value.type) == 0;
  if (accumulator) {
    emit_result(tables_.word(is_narrow(value.type) ? Internal::global_set32_word : Internal::global_set64_word), 0);
  } else {
    const std::int32_t slot = in_slot(value);
    emit_result(
        tables_.word(by_width(value.type, Internal::global_set32, Internal::global_set64, Internal::global_set128)), 0);
    out_.put(slot);
  }
  out_.put(global);
  forget_last();
}

/// Tables, bulk memory, references and objects: everything in slots. For fields the second index is the offset.
void Translator::slot_operation(Opcode op, const validate::Immediates& immediates, std::span<const Value> given,
                                std::span<Value> results) {
  std::array<Value, 5> operands{};
  std::array<std::int32_t, 5> slots{};
  for (std::size_t i = 0; i < given.size(); ++i) {
    operands[i] = given[i];
    // A collector finds operands in their homes only.
    if (may_collect(op)) {
      settle(operands[i]);
      slots[i] = operands[i].home;
    } else {
      slots[i] = in_slot(operands[i]);
    }
  }
  if (may_collect(op)) settle_accumulators();

  std::uint32_t first = immediates.index;
  std::uint32_t second = immediates.second;
  wasm::ValueType type = immediates.type;
  switch (wasm::info(op).immediate) {  // NOLINT: the others say it all already
    case wasm::Immediate::type_field: {
      const validate::CanonicalType& owner = module_.type(wasm::TypeIndex(first));
      type = owner.sub.fields[second].storage;
      second = runtime::field_offset(owner, second);
      break;
    }
    case wasm::Immediate::type:
    case wasm::Immediate::type_data:
    case wasm::Immediate::type_elem:
    case wasm::Immediate::type_type: {
      const validate::CanonicalType& owner = module_.type(wasm::TypeIndex(first));
      if (owner.kind == wasm::CompositeKind::array) type = owner.sub.fields[0].storage;
      break;
    }
    default: break;
  }

  const std::uint32_t word = out_.position();
  if (may_collect(op)) safepoint(word + 1, reader_->operands().size(), std::span(operands).first(given.size()));
  if (!results.empty())
    results[0] = fresh(op == Opcode::ref_test || op == Opcode::ref_test_null ? wasm::i32 : immediates.type);
  const std::uint32_t emitted =
      emit_result(word_of(tables_.operation[static_cast<std::size_t>(op)]), results.empty() ? 0 : results[0].home);
  out_.put(first).put(second).put(type.bits());
  for (std::size_t i = 0; i < given.size(); ++i) out_.put(slots[i]);
  forget_last();
  if (!results.empty() && !may_collect(op)) last_ = {.word = emitted, .result = results[0].home};
}

/// struct.new and array.new_fixed: operands in a row, in their homes.
void Translator::allocate(Reader& r, Opcode op, const validate::Immediates& immediates, std::uint32_t count) {
  tick(r);
  settle_top(count);
  settle_accumulators();
  const auto operands = r.operands();
  const std::int32_t first = count == 0 ? top_home() : r.top(count)[0].value.home;
  const validate::CanonicalType& owner = module_.type(wasm::TypeIndex(immediates.index));
  const wasm::ValueType storage = op == Opcode::array_new_fixed ? owner.sub.fields[0].storage : wasm::bottom;
  const std::uint32_t word = emit_result(word_of(tables_.operation[static_cast<std::size_t>(op)]), first);
  out_.put(immediates.index).put(count).put(storage.bits()).put(first);
  reserve(first + 1);
  safepoint(word + 1, operands.size(), {});
  forget_last();
}

}  // namespace assay::interp
