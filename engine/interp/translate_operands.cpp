// The translator's operands: homes, notes, accumulators, and how they are settled.
#include <algorithm>

#include "interp/translator.hpp"
#include "runtime/frame.hpp"

namespace assay::interp {

std::int32_t Translator::top_home() const {
  const auto operands = reader_->operands();
  const auto& frame = reader_->frame(0);
  if (operands.size() == frame.height) return frame.label.floor;
  const Value& top = operands.back().value;
  return top.home + static_cast<std::int32_t>(wasm::slot_count(top.type));
}

void Translator::reserve(std::int32_t end) {
  max_slot_ = std::max(max_slot_, end);
}

Translator::Value Translator::make(Place place, wasm::ValueType type, std::uint64_t payload) {
  const Value value{.place = place, .type = type, .home = top_home(), .payload = payload};
  reserve(value.home + static_cast<std::int32_t>(wasm::slot_count(type)));
  note_new_operand();
  return value;
}

Translator::Value Translator::fresh(wasm::ValueType type) {
  return make(Place::home, type);
}

/// `value`, made before its instruction was emitted, lies in its accumulator now.
void Translator::hold(Value& value, Producer producer) {
  value.place = Place::accumulator;
  value.payload = std::bit_cast<std::uint64_t>(producer);
  holders_[static_cast<std::size_t>(accumulator_of(value.type))] = reader_->operands().size();
  last_ = {.word = producer.word, .result = value.home};
}

/// Before an operand is pushed: keeps the invariants of `settled_`.
void Translator::note_new_operand() {
  const auto operands = reader_->operands();
  settled_ = std::min(settled_, operands.size());
  if (operands.size() - settled_ > lazy_max) settle(operands[settled_++].value);
}

std::uint64_t Translator::slot_handler(Producer producer) const {
  if (producer.internal) return tables_.word(static_cast<Internal>(producer.what));
  Places places = places_at(producer.places);
  places.result = To::slot;
  return tables_.word(static_cast<wasm::Opcode>(producer.what), places);
}

bool Translator::is_last(const Value& value) const {
  if (last_.word == unbound) return false;
  if (value.place == Place::home) return last_.result == value.home;
  return value.place == Place::accumulator && std::bit_cast<Producer>(value.payload).word == last_.word;
}

void Translator::settle(Value& value) {
  switch (value.place) {
    case Place::home: return;
    case Place::accumulator: {
      const auto producer = std::bit_cast<Producer>(value.payload);
      out_.exchange_handler(producer.word, slot_handler(producer));
      out_.patch(producer.word, 0, static_cast<std::uint32_t>(value.home));
      break;
    }
    case Place::local:
    case Place::constant: copy_to(value, value.home); break;
  }
  value.place = Place::home;
}

/// Emits what brings a value to a slot, leaving it also where it is. Redirects the instruction just emitted if it made
/// it.
void Translator::copy_to(const Value& value, std::int32_t slot) {
  if (value.place != Place::constant && value.place != Place::local && is_last(value)) {
    if (value.place == Place::accumulator)
      out_.exchange_handler(last_.word, slot_handler(std::bit_cast<Producer>(value.payload)));
    out_.patch(last_.word, 0, static_cast<std::uint32_t>(slot));
    forget_last();
    return;
  }
  switch (value.place) {
    case Place::home:
      if (value.home == slot) return;
      emit_result(tables_.word(by_width(value.type, Internal::copy32, Internal::copy64, Internal::copy128)), slot);
      out_.put(value.home);
      break;
    case Place::local:
      emit_result(tables_.word(by_width(value.type, Internal::copy32, Internal::copy64, Internal::copy128)), slot);
      out_.put(static_cast<std::int32_t>(value.payload));
      break;
    case Place::constant:
      emit_result(tables_.word(is_narrow(value.type) ? Internal::constant32 : Internal::constant64), slot);
      if (is_narrow(value.type)) {
        out_.put(static_cast<std::uint32_t>(value.payload));
      } else {
        out_.put(value.payload);
      }
      break;
    case Place::accumulator: {
      constexpr std::array<Internal, 3> copies = {Internal::copy_word, Internal::copy_single, Internal::copy_real};
      emit_result(tables_.word(copies[static_cast<std::size_t>(accumulator_of(value.type))]), slot);
      break;
    }
  }
  forget_last();
}

void Translator::settle_all() {
  const auto operands = reader_->operands();
  settled_ = std::min(settled_, operands.size());
  for (; settled_ < operands.size(); ++settled_) settle(operands[settled_].value);
}

void Translator::settle_top(std::size_t count) {
  const auto operands = reader_->operands();
  for (std::size_t i = std::max(operands.size() - count, std::min(settled_, operands.size())); i < operands.size();
       ++i) {
    settle(operands[i].value);
  }
}

void Translator::settle_accumulator(int accumulator) {
  const std::size_t holder = holders_[static_cast<std::size_t>(accumulator)];
  const auto operands = reader_->operands();
  if (holder >= operands.size()) return;
  Value& value = operands[holder].value;
  if (value.place == Place::accumulator && accumulator_of(value.type) == accumulator) settle(value);
}

void Translator::settle_accumulators() {
  for (int accumulator = 0; accumulator < 3; ++accumulator) settle_accumulator(accumulator);
}

void Translator::settle_notes_of(std::int32_t local_slot) {
  const auto operands = reader_->operands();
  for (std::size_t i = std::min(settled_, operands.size()); i < operands.size(); ++i) {
    Value& value = operands[i].value;
    if (value.place == Place::local && static_cast<std::int32_t>(value.payload) == local_slot) settle(value);
  }
}

std::int32_t Translator::in_slot(Value& value) {
  if (value.place == Place::local) return static_cast<std::int32_t>(value.payload);
  settle(value);
  return value.home;
}

std::int32_t Translator::local_slot(wasm::LocalIndex local) const {
  return local_slots_[local.value];
}

Translator::Value Translator::constant(Reader& r, wasm::ValueType type, wasm::V128 bits) {
  tick(r);
  if (!type.is_vector()) return make(Place::constant, type, bits.lo);
  const Value value = make(Place::home, type);
  const std::uint32_t word = emit_result(tables_.word(Internal::constant128), value.home);
  out_.put(bits);
  last_ = {.word = word, .result = value.home};
  return value;
}

Translator::Value Translator::local_get(Reader& r, wasm::LocalIndex local) {
  tick(r);
  return make(Place::local, r.local_type(local), static_cast<std::uint64_t>(std::int64_t{local_slot(local)}));
}

void Translator::local_set(Reader& r, wasm::LocalIndex local, Value value) {
  tick(r);
  const std::int32_t slot = local_slot(local);
  if (value.place == Place::local && static_cast<std::int32_t>(value.payload) == slot) return;
  settle_notes_of(slot);
  copy_to(value, slot);
}

Translator::Value Translator::local_tee(Reader& r, wasm::LocalIndex local, Value value) {
  local_set(r, local, value);
  note_new_operand();
  value.place = Place::local;
  value.payload = static_cast<std::uint64_t>(std::int64_t{local_slot(local)});
  return value;
}

void Translator::drop(Reader& r, wasm::ValueType, Value) {
  tick(r);
}

Translator::Value Translator::select(Reader& r, wasm::ValueType type, Value first, Value second, Value condition) {
  tick(r);
  const bool in_accumulator = condition.place == Place::accumulator;
  const std::int32_t a = in_slot(first);
  const std::int32_t b = in_slot(second);
  const Value result = fresh(type);
  const Internal handler =
      in_accumulator ? by_width(type, Internal::select32_word, Internal::select64_word, Internal::select128_word)
                     : by_width(type, Internal::select32, Internal::select64, Internal::select128);
  const std::int32_t c = in_accumulator ? 0 : in_slot(condition);
  const std::uint32_t word = emit_result(tables_.word(handler), result.home);
  out_.put(a).put(b);
  if (!in_accumulator) out_.put(c);
  last_ = {.word = word, .result = result.home};
  return result;
}

}  // namespace assay::interp
