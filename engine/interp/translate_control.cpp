// Translates blocks, branches, calls and exceptions.
#include <algorithm>

#include "interp/translator.hpp"
#include "runtime/frame.hpp"

namespace assay::interp {

using validate::FrameKind;
using wasm::Opcode;

namespace {

std::uint32_t slots_of(std::span<const wasm::ValueType> types) {
  std::uint32_t count = 0;
  for (const wasm::ValueType type : types) count += wasm::slot_count(type);
  return count;
}

}  // namespace

// -- labels

std::uint32_t Translator::new_target() {
  targets_.push_back(unbound);
  return static_cast<std::uint32_t>(targets_.size() - 1);
}

void Translator::bind(std::uint32_t target) {
  targets_[target] = out_.position();
  forget_last();
  end_run();
}

bool Translator::is_function(Reader& r, std::uint32_t depth) const {
  return r.frame(depth).kind == FrameKind::function;
}

/// At the beginning of every block: everything below is settled, parameters included.
void Translator::enter_block(Reader& r) {
  settle_all();
  settle_accumulators();
  auto& frame = r.frame(0);
  std::int32_t base = 0;
  const auto operands = r.operands();
  if (operands.size() > frame.height) {
    base = operands[frame.height].value.home;
  } else {
    const auto& outer = r.frame(1);
    base = operands.size() == outer.height
               ? outer.label.floor
               : operands.back().value.home + static_cast<std::int32_t>(wasm::slot_count(operands.back().value.type));
  }
  frame.label = {.target = new_target(), .base = base, .floor = base, .begin = out_.position()};
  reserve(base + static_cast<std::int32_t>(slots_of(frame.results())));
}

void Translator::block(Reader& r) {
  enter_block(r);
}

void Translator::loop(Reader& r) {
  enter_block(r);
  bind(r.frame(0).label.target);
}

void Translator::if_(Reader& r, Value condition) {
  tick(r);
  enter_block(r);
  auto& label = r.frame(0).label;
  label.else_target = new_target();
  fix(emit_condition(condition, Sense::when_false), 0, label.else_target);
  end_run();
}

/// The results of a block's part that ends: settled, and moved down over a caught exception.
void Translator::settle_results(Reader& r) {
  const auto& frame = r.frame(0);
  settle_top(frame.results().size());
  settle_accumulators();
  const std::uint32_t slots = slots_of(frame.results());
  if (frame.label.floor == frame.label.base || slots == 0) return;
  emit(Internal::copy_range);
  out_.put(frame.label.base).put(frame.label.floor).put(slots);
}

void Translator::jump_to_end(Reader& r) {
  const std::uint32_t word = emit(Internal::branch);
  out_.put(std::uint32_t{0});
  fix(word, 0, r.frame(0).label.target);
}

void Translator::else_(Reader& r, Flow flow) {
  if (flow == Flow::reachable) {
    settle_results(r);
    jump_to_end(r);
  }
  bind(r.frame(0).label.else_target);
}

void Translator::end(Reader& r, Flow flow) {
  auto& frame = r.frame(0);
  if (frame.kind == FrameKind::function) {
    if (flow == Flow::reachable) return_(r);
    return;
  }
  if (flow == Flow::reachable) settle_results(r);
  if (frame.kind == FrameKind::try_table) {
    for (std::size_t i = frame.label.clauses; i < clauses_.size(); ++i) {
      clauses_[i].entry.begin = frame.label.begin;
      clauses_[i].entry.end = out_.position();
      clauses_[i].entry.level = static_cast<std::uint32_t>(r.frames().size() - 1);
      // The entry stands among the others now, innermost first; its target follows the body.
      handlers_.push_back(clauses_[i].entry);
      finished_clauses_.push_back(clauses_[i]);
      finished_clauses_.back().handler = handlers_.size() - 1;
    }
    clauses_.resize(frame.label.clauses);
  }
  if (frame.kind == FrameKind::if_) bind(frame.label.else_target);
  if (frame.kind != FrameKind::loop) bind(frame.label.target);
}

// -- branches

/// Whether a taken branch does more than go somewhere: move what it carries, or return. Settles what it carries if not.
bool Translator::branch_needs_code(Reader& r, std::uint32_t depth, std::size_t arity) {
  if (is_function(r, depth)) return true;
  if (arity > 0 && r.top(arity)[0].value.home != r.frame(depth).label.base) return true;
  settle_top(arity);
  return false;
}

/// The code of a taken branch. Does not change what is known of the operands, so it may stand in a path of its own.
void Translator::jump(Reader& r, std::uint32_t depth, std::size_t arity) {
  const auto standing = r.top(arity);
  if (is_function(r, depth)) {
    emit_return(r, arity);
    return;
  }
  const std::int32_t base = r.frame(depth).label.base;
  if (arity == 1) {
    copy_to(standing[0].value, base);
  } else if (arity > 1 && standing[0].value.home != base) {
    std::uint32_t slots = 0;
    for (const auto& operand : standing) slots += wasm::slot_count(operand.value.type);
    emit(Internal::copy_range);
    out_.put(base).put(standing[0].value.home).put(slots);
  }
  const std::uint32_t word = emit(Internal::branch);
  out_.put(std::uint32_t{0});
  fix(word, 0, r.frame(depth).label.target);
}

void Translator::br(Reader& r, std::uint32_t depth) {
  tick(r);
  const std::size_t arity = r.frame(depth).label_arity();
  if (arity > 1) settle_top(arity);
  jump(r, depth, arity);
  end_run();
}

/// A branch on a condition; its distance is the first operand. A comparison just emitted becomes the branch.
std::uint32_t Translator::emit_condition(Value condition, Sense sense) {
  if (condition.place == Place::accumulator && is_last(condition)) {
    const auto producer = std::bit_cast<Producer>(condition.payload);
    if (!producer.internal) {
      Places places = places_at(producer.places);
      places.result = To::slot;
      const Handler fused = tables_.compare_branch[producer.what][index_of(places)][static_cast<std::size_t>(sense)];
      if (word_of(fused) != 0) {
        out_.exchange_handler(producer.word, word_of(fused));
        forget_last();
        return producer.word;
      }
    }
  }
  if (condition.place == Place::accumulator) {
    const std::uint32_t word =
        emit(sense == Sense::when_true ? Internal::branch_if_word : Internal::branch_unless_word);
    out_.put(std::uint32_t{0});
    return word;
  }
  const std::int32_t slot = in_slot(condition);
  const std::uint32_t word = emit(sense == Sense::when_true ? Internal::branch_if : Internal::branch_unless);
  out_.put(std::uint32_t{0}).put(slot);
  return word;
}

void Translator::br_if(Reader& r, std::uint32_t depth, Value condition) {
  tick(r);
  const std::size_t arity = r.frame(depth).label_arity();
  if (!branch_needs_code(r, depth, arity)) {
    fix(emit_condition(condition, Sense::when_true), 0, r.frame(depth).label.target);
    end_run();
    return;
  }
  // Both ways read what the branch carries. An accumulator's producer could later be told to write elsewhere, and the
  // taken way would read what it never got.
  if (arity > 1 || (arity == 1 && r.top(1)[0].value.place == Place::accumulator)) settle_top(arity);
  const std::uint32_t skip = new_target();
  fix(emit_condition(condition, Sense::when_false), 0, skip);
  jump(r, depth, arity);
  bind(skip);
}

void Translator::br_table(Reader& r, std::span<const std::uint32_t> depths, Value index) {
  tick(r);
  const std::size_t arity = r.frame(depths.back()).label_arity();
  settle_top(arity);
  settle_accumulators();
  const bool in_accumulator = index.place == Place::accumulator;
  const std::int32_t slot = in_accumulator ? 0 : in_slot(index);
  const std::uint32_t word = emit(in_accumulator ? Internal::branch_table_word : Internal::branch_table);
  out_.put(static_cast<std::uint32_t>(depths.size() - 1));
  if (!in_accumulator) out_.put(slot);

  // Depths that need code get it once each, after the table.
  table_stubs_.resize(std::max(table_stubs_.size(), r.frames().size()), unbound);
  std::vector<std::uint32_t> stubs;
  std::uint32_t operand = in_accumulator ? 1 : 2;
  for (const std::uint32_t depth : depths) {
    std::uint32_t target = r.frame(depth).label.target;
    if (branch_needs_code(r, depth, arity)) {
      if (table_stubs_[depth] == unbound) {
        table_stubs_[depth] = new_target();
        stubs.push_back(depth);
      }
      target = table_stubs_[depth];
    }
    fix(word, operand++, target);
    out_.put(std::uint32_t{0});
  }
  for (const std::uint32_t depth : stubs) {
    bind(table_stubs_[depth]);
    table_stubs_[depth] = unbound;
    jump(r, depth, arity);
  }
  forget_last();
  end_run();
}

/// A branch that a handler of references decides: `taken` branches, `skipped` branches otherwise; what follows the
/// distance is the same for both.
void Translator::branch_when(Reader& r, std::uint32_t depth, std::size_t arity, Internal taken, Internal skipped,
                             std::initializer_list<std::uint32_t> operands) {
  const bool needs_code = branch_needs_code(r, depth, arity);
  const std::uint32_t word = emit(needs_code ? skipped : taken);
  out_.put(std::uint32_t{0});
  for (const std::uint32_t operand : operands) out_.put(operand);
  if (!needs_code) {
    fix(word, 0, r.frame(depth).label.target);
    end_run();
    return;
  }
  const std::uint32_t skip = new_target();
  fix(word, 0, skip);
  jump(r, depth, arity);
  bind(skip);
}

Translator::Value Translator::br_on_null(Reader& r, std::uint32_t depth, Value reference) {
  tick(r);
  const std::size_t arity = r.frame(depth).label_arity();
  settle_top(arity);
  const auto slot = static_cast<std::uint32_t>(in_slot(reference));
  branch_when(r, depth, arity, Internal::branch_on_null, Internal::branch_on_non_null, {slot});
  note_new_operand();
  return reference;
}

void Translator::br_on_non_null(Reader& r, std::uint32_t depth, Value reference) {
  tick(r);
  // The reference, popped, is the last of what the branch carries: it must lie above the others.
  const std::size_t standing = r.frame(depth).label_arity() - 1;
  settle_top(standing);
  settle(reference);
  const std::int32_t first = standing == 0 ? reference.home : r.top(standing)[0].value.home;
  const auto& label = r.frame(depth).label;
  if (!is_function(r, depth) && first == label.base) {
    const std::uint32_t word = emit(Internal::branch_on_non_null);
    out_.put(std::uint32_t{0}).put(reference.home);
    fix(word, 0, label.target);
    end_run();
    return;
  }
  const std::uint32_t skip = new_target();
  const std::uint32_t word = emit(Internal::branch_on_null);
  out_.put(std::uint32_t{0}).put(reference.home);
  fix(word, 0, skip);
  const auto slots = static_cast<std::uint32_t>(reference.home + 1 - first);
  if (is_function(r, depth)) {
    emit(Internal::return_range);
    out_.put(param_slots_).put(first).put(slots);
  } else {
    emit(Internal::copy_range);
    out_.put(label.base).put(first).put(slots);
    const std::uint32_t jump_word = emit(Internal::branch);
    out_.put(std::uint32_t{0});
    fix(jump_word, 0, label.target);
  }
  bind(skip);
}

void Translator::br_on_cast(Reader& r, Opcode op, std::uint32_t depth, wasm::ValueType target) {
  tick(r);
  const std::size_t arity = r.frame(depth).label_arity();
  settle_top(arity);
  const auto slot = static_cast<std::uint32_t>(r.top(1)[0].value.home);
  const bool fail = op == Opcode::br_on_cast_fail;
  branch_when(r, depth, arity, fail ? Internal::branch_on_cast_fail : Internal::branch_on_cast,
              fail ? Internal::branch_on_cast : Internal::branch_on_cast_fail, {slot, target.bits()});
}

void Translator::unreachable(Reader& r) {
  tick(r);
  emit(Internal::unreachable);
  end_run();
}

// -- calls and returns

void Translator::return_(Reader& r) {
  tick(r);
  const std::size_t arity = r.frames()[0].results().size();
  if (arity > 1) settle_top(arity);
  emit_return(r, arity);
  end_run();
}

/// Returns with the standing results: in a row in their homes when there are several.
void Translator::emit_return(Reader& r, std::size_t arity) {
  const auto standing = r.top(arity);
  if (arity == 0) {
    emit(Internal::return_nothing);
    out_.put(param_slots_);
    return;
  }
  if (arity > 1) {
    emit(Internal::return_range);
    out_.put(param_slots_).put(standing[0].value.home).put(result_slots_);
    return;
  }
  Value result = standing[0].value;
  if (result.place == Place::accumulator) {
    constexpr std::array<Internal, 3> handlers = {Internal::return_word, Internal::return_single,
                                                  Internal::return_real};
    emit(handlers[static_cast<std::size_t>(accumulator_of(result.type))]);
    out_.put(param_slots_);
    return;
  }
  if (result.place == Place::constant) {
    copy_to(result, result.home);
    result.place = Place::home;
  }
  const std::int32_t slot = in_slot(result);
  emit(by_width(result.type, Internal::return32, Internal::return64, Internal::return128));
  out_.put(param_slots_).put(slot);
}

/// Arguments in their homes, accumulators empty: the callee's frame begins after the arguments.
std::int32_t Translator::prepare_call(std::size_t arguments) {
  settle_top(arguments);
  settle_accumulators();
  return top_home();
}

/// After a call was emitted: the collector may find this frame waiting there.
void Translator::finish_call(Reader& r, std::size_t arguments) {
  forget_last();
  safepoint(out_.position(), r.operands().size() - arguments, {});
  end_run();
}

void Translator::call(Reader& r, wasm::FuncIndex func, const wasm::FuncType& type) {
  tick(r);
  const std::int32_t frame = prepare_call(type.params.size());
  emit(Internal::call);
  out_.put(frame).put(func.value);
  finish_call(r, type.params.size());
}

void Translator::call_indirect(Reader& r, wasm::TableIndex table, wasm::TypeIndex id, const wasm::FuncType& type,
                               Value index) {
  tick(r);
  const std::int32_t slot = in_slot(index);
  const std::int32_t frame = prepare_call(type.params.size());
  emit(Internal::call_indirect);
  out_.put(frame).put(slot).put(table.value).put(id.value);
  finish_call(r, type.params.size());
}

void Translator::call_ref(Reader& r, wasm::TypeIndex, const wasm::FuncType& type, Value reference) {
  tick(r);
  const std::int32_t slot = in_slot(reference);
  const std::int32_t frame = prepare_call(type.params.size());
  emit(Internal::call_ref);
  out_.put(frame).put(slot);
  finish_call(r, type.params.size());
}

/// Where the arguments of a tail call begin, and how many slots they take.
void Translator::put_tail(Reader& r, const wasm::FuncType& type) {
  const std::size_t count = type.params.size();
  out_.put(param_slots_).put(count == 0 ? first_operand_ : r.top(count)[0].value.home).put(slots_of(type.params));
}

void Translator::return_call(Reader& r, wasm::FuncIndex func, const wasm::FuncType& type) {
  tick(r);
  prepare_call(type.params.size());
  emit(Internal::return_call);
  put_tail(r, type);
  out_.put(func.value);
  end_run();
}

void Translator::return_call_indirect(Reader& r, wasm::TableIndex table, wasm::TypeIndex id, const wasm::FuncType& type,
                                      Value index) {
  tick(r);
  const std::int32_t slot = in_slot(index);
  prepare_call(type.params.size());
  emit(Internal::return_call_indirect);
  put_tail(r, type);
  out_.put(slot).put(table.value).put(id.value);
  end_run();
}

void Translator::return_call_ref(Reader& r, wasm::TypeIndex, const wasm::FuncType& type, Value reference) {
  tick(r);
  const std::int32_t slot = in_slot(reference);
  prepare_call(type.params.size());
  emit(Internal::return_call_ref);
  put_tail(r, type);
  out_.put(slot);
  end_run();
}

// -- exceptions

void Translator::try_table(Reader& r, std::span<const binary::CatchClause> clauses) {
  enter_block(r);
  auto& label = r.frame(0).label;
  label.clauses = static_cast<std::uint32_t>(clauses_.size());
  for (const binary::CatchClause& clause : clauses) {
    using Kind = binary::CatchClause::Kind;
    Clause pending;
    pending.entry.kind = clause.has_tag() ? HandlerEntry::Kind::tag : HandlerEntry::Kind::all;
    pending.entry.tag = clause.tag.value;
    const bool has_reference = clause.kind == Kind::catch_ref || clause.kind == Kind::catch_all_ref;
    pending.entry.reference = has_reference ? HandlerEntry::Reference::last : HandlerEntry::Reference::none;
    pending.entry.slot = label.base;
    pending.slots = has_reference ? 1 : 0;
    if (clause.has_tag()) pending.slots += slots_of(module_.tag(clause.tag).sub.func.params);
    reserve(label.base + static_cast<std::int32_t>(pending.slots));
    const auto& target = r.frame(clause.label + 1);
    if (target.kind != FrameKind::function) {
      pending.target = target.label.target;
      pending.base = target.label.base;
    }
    clauses_.push_back(pending);
  }
}

/// The ways on from caught exceptions, after the body: each moves its payload to where the label wants it.
void Translator::emit_clauses() {
  for (const Clause& clause : finished_clauses_) {
    handlers_[clause.handler].target = out_.position();
    end_run();
    if (clause.target == unbound) {
      emit(Internal::return_range);
      out_.put(param_slots_).put(clause.entry.slot).put(clause.slots);
      continue;
    }
    if (clause.slots > 0 && clause.base != clause.entry.slot) {
      emit(Internal::copy_range);
      out_.put(clause.base).put(clause.entry.slot).put(clause.slots);
    }
    const std::uint32_t word = emit(Internal::branch);
    out_.put(std::uint32_t{0});
    fix(word, 0, clause.target);
  }
}

void Translator::throw_(Reader& r, wasm::TagIndex tag, const wasm::FuncType& type) {
  tick(r);
  const std::size_t count = type.params.size();
  settle_top(count);
  settle_accumulators();
  const std::int32_t payload = count == 0 ? top_home() : r.top(count)[0].value.home;
  const std::uint32_t word = emit(Internal::throw_);
  out_.put(payload).put(tag.value);
  safepoint(word + 1, r.operands().size(), {});
  end_run();
}

void Translator::throw_ref(Reader& r, Value reference) {
  tick(r);
  const std::int32_t slot = in_slot(reference);
  emit(Internal::throw_ref);
  out_.put(slot);
  end_run();
}

void Translator::try_(Reader& r) {
  enter_block(r);
}

/// A legacy clause begins. The caught exception lies at the block's base for rethrow, the payload above it.
void Translator::begin_clause(Reader& r, Flow flow, HandlerEntry entry) {
  auto& label = r.frame(0).label;
  const bool first = label.floor == label.base;
  if (flow == Flow::reachable) settle_results(r);
  if (first) label.end = out_.position();
  if (flow == Flow::reachable) jump_to_end(r);
  label.floor = label.base + 1;
  entry.reference = HandlerEntry::Reference::first;
  entry.begin = label.begin;
  entry.end = label.end;
  entry.level = static_cast<std::uint32_t>(r.frames().size() - 1);
  entry.target = out_.position();
  entry.slot = label.base;
  handlers_.push_back(entry);
  reserve(label.floor);
  forget_last();
  end_run();
}

void Translator::catch_(Reader& r, Flow flow, wasm::TagIndex tag, const wasm::FuncType&) {
  begin_clause(r, flow, {.kind = HandlerEntry::Kind::tag, .tag = tag.value});
}

void Translator::catch_all(Reader& r, Flow flow) {
  begin_clause(r, flow, {.kind = HandlerEntry::Kind::all});
}

void Translator::delegate(Reader& r, Flow flow, std::uint32_t depth) {
  auto& frame = r.frame(0);
  if (flow == Flow::reachable) settle_results(r);
  const auto level = static_cast<std::uint32_t>(r.frames().size() - 1);
  handlers_.push_back({.kind = HandlerEntry::Kind::delegate,
                       .begin = frame.label.begin,
                       .end = out_.position(),
                       .level = level,
                       .target = level - 1 - depth});
  bind(frame.label.target);
}

void Translator::rethrow(Reader& r, std::uint32_t depth) {
  tick(r);
  settle_accumulators();
  emit(Internal::throw_ref);
  out_.put(r.frame(depth).label.base);
  end_run();
}

}  // namespace assay::interp
