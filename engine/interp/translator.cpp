// The translator's frame: from a function's index to its Code, and the questions a second translation answers.
#include "interp/translator.hpp"

#include <algorithm>

#include "runtime/frame.hpp"

namespace assay::interp {

Translator::Translator(const validate::ModuleTypes& module, const Settings& settings, Query* query)
    : module_(module), tables_(handler_tables(settings.dispatch)), settings_(settings), query_(query) {}

void Translator::translate(wasm::FuncIndex func, Code& code) {
  Reader reader(module_, *this);
  reader_ = &reader;
  const auto read = reader.read(func);
  assert(read.has_value());
  static_cast<void>(read);
  code.kind = runtime::CodeKind::interpreted;
  code.func = func;
  code.param_slots = param_slots_;
  code.result_slots = result_slots_;
  code.local_slots = static_cast<std::uint32_t>(first_operand_) - runtime::header_slots;
  code.frame_slots = static_cast<std::uint32_t>(std::max(max_slot_, first_operand_));
  code.instructions = out_.take();
  code.handlers = std::move(handlers_);
}

void Translator::begin(Reader& r) {
  // Parameters end where the frame begins; the other locals follow the header.
  for (std::uint32_t i = 0; i < r.param_count(); ++i) param_slots_ += wasm::slot_count(r.local_type(i));
  std::int32_t slot = -static_cast<std::int32_t>(param_slots_);
  local_slots_.reserve(r.local_count());
  for (std::uint32_t i = 0; i < r.local_count(); ++i) {
    if (i == r.param_count()) slot = static_cast<std::int32_t>(runtime::header_slots);
    local_slots_.push_back(slot);
    slot += static_cast<std::int32_t>(wasm::slot_count(r.local_type(i)));
  }
  first_operand_ = r.local_count() == r.param_count() ? static_cast<std::int32_t>(runtime::header_slots) : slot;
  max_slot_ = first_operand_;
  for (const wasm::ValueType type : r.frame(0).results()) result_slots_ += wasm::slot_count(type);
  r.frame(0).label = {.target = new_target(), .base = first_operand_, .floor = first_operand_};
}

void Translator::finish(Reader&) {
  emit_clauses();
  for (const Fixup& fixup : fixups_) {
    assert(targets_[fixup.target] != unbound);
    out_.patch(fixup.word, fixup.operand, targets_[fixup.target] - fixup.word);
  }
  // Running off the end is a bug of ours; the last word makes it one that shows.
  emit(Internal::unreachable);
}

std::uint32_t Translator::emit(Internal internal) {
  forget_last();
  return out_.begin(tables_.word(internal));
}

std::uint32_t Translator::emit_result(std::uint64_t handler, std::int32_t result) {
  assert(handler != 0);
  const std::uint32_t word = out_.begin(handler);
  out_.put(result);
  return word;
}

/// Before every instruction: keeps the body offset that a query asks for, and counts for metering.
void Translator::tick(Reader& r) {
  if (query_ != nullptr && out_.position() <= query_->word) query_->body_offset = r.offset();
  if (settings_.metering == Metering::off) return;
  if (charge_word_ == unbound) {
    charge_word_ = emit(Internal::charge);
    charge_ = 0;
    out_.put(charge_);
  }
  out_.patch(charge_word_, 0, ++charge_);
}

/// The collector may look at the frame while it is at `word`: answers a query for it. Live references are the locals,
/// the operands that are settled, `operands` besides, and exceptions caught by legacy clauses.
void Translator::safepoint(std::uint32_t word, std::size_t standing, std::span<const Value> operands) {
  if (query_ == nullptr || query_->word != word) return;
  auto& slots = query_->reference_slots;
  slots.clear();
  for (std::uint32_t i = 0; i < reader_->local_count(); ++i) {
    if (reader_->local_type(i).is_reference()) slots.push_back(local_slots_[i]);
  }
  const auto visit = [&slots](const Value& value) {
    if (value.place == Place::home && value.type.is_reference()) slots.push_back(value.home);
  };
  for (const auto& operand : reader_->operands().first(standing)) visit(operand.value);
  for (const Value& operand : operands) visit(operand);
  for (const auto& frame : reader_->frames()) {
    if (frame.label.floor != frame.label.base) slots.push_back(frame.label.base);
  }
}

}  // namespace assay::interp
