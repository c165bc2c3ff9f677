// The state of the validation algorithm and its elementary moves, under the names of the specification's appendix.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "validate/client.hpp"
#include "validate/control_stack.hpp"
#include "validate/locals.hpp"
#include "validate/messages.hpp"
#include "validate/module_types.hpp"
#include "validate/operand_stack.hpp"
#include "validate/reader_errors.hpp"
#include "validate/subtyping.hpp"
#include "wasm/types.hpp"

namespace assay::validate {

/// Whether a body is checked, or was checked before: then what would be an error is an assertion.
enum class Trust : std::uint8_t { checked, proven };

/// More operands than this, which only calls and blocks with many results could push, are too many.
inline constexpr std::size_t operands_max = 1'000'000;

/// What the readers of the instructions work on, and what a client may look at.
///
/// Two ways to be in unreachable code: `Control::unreachable` is the specification's, and makes the innermost frame's
/// stack polymorphic; live() is false from there to the end of the outermost such frame, and the client hears nothing.
///
/// spec: algo-valid
template <class ClientType, Trust trust>
class ReaderState : public ReaderErrors {
 public:
  using Client = ClientType;
  using Value = typename Client::Value;
  using Label = typename Client::Label;
  using Operand = validate::Operand<Value>;
  using Control = validate::Control<Label>;
  using ValueTypes = std::span<const wasm::ValueType>;
  static constexpr bool checked = trust == Trust::checked;

  ReaderState(const ModuleTypes& module, Client& told) : ReaderErrors(module), client(told) {}

  Client& client;

  // -- what a client may ask

  /// The operand stack, bottom first.
  [[nodiscard]] std::span<Operand> operands() { return stack_.all(); }
  /// The last `count` operands, which must stand above the innermost frame's height.
  [[nodiscard]] std::span<Operand> top(std::size_t count) { return stack_.top(count); }
  /// The frame at a label depth; 0 is the innermost.
  [[nodiscard]] Control& frame(std::size_t depth) { return frames_[frames_.size() - 1 - depth]; }
  /// All frames, outermost (the function) first.
  [[nodiscard]] std::span<Control> frames() { return frames_; }
  [[nodiscard]] wasm::ValueType local_type(wasm::LocalIndex index) const { return locals_[index.value]; }
  [[nodiscard]] wasm::ValueType local_type(std::uint32_t index) const { return locals_[index]; }
  /// Locals, parameters included.
  [[nodiscard]] std::uint32_t local_count() const { return locals_.count(); }
  [[nodiscard]] std::uint32_t param_count() const { return param_count_; }
  /// Whether a constant expression is read, not a body.
  [[nodiscard]] bool in_constant() const { return in_constant_; }
  /// How many globals a constant expression may get.
  [[nodiscard]] std::uint32_t visible_globals() const { return visible_globals_; }

  // -- checks

  /// Whether a rule is broken. A proven body breaks none.
  [[nodiscard]] static bool violated(bool broken) {
    if constexpr (checked) return broken;
    assert(!broken);
    return false;
  }

  void require_match(wasm::ValueType found, wasm::ValueType expected) {
    if constexpr (checked) {
      if (found != expected && !matches(found, expected, module().registry())) [[unlikely]]
        mismatch(expected, found);
    } else {
      assert(matches(found, expected, module().registry()));
    }
  }

  // -- operands

  void push_val(wasm::ValueType type, Value value = {}) { stack_.push({type, value}); }

  Operand pop_val() {
    if (stack_.at_floor()) [[unlikely]]
      return pop_nothing(wasm::bottom);
    return stack_.pop();
  }

  Operand pop_val(wasm::ValueType expected) {
    if (stack_.at_floor()) [[unlikely]]
      return pop_nothing(expected);
    const Operand operand = stack_.pop();
    require_match(operand.type, expected);
    return operand;
  }

  /// Whether the last `count` operands are of just these types, the usual case of popping.
  template <std::size_t count, class TypeAt>
  [[nodiscard]] bool top_is_exactly(const TypeAt& type_at) const {
    if (stack_.available() < count) [[unlikely]]
      return false;
    bool same = true;
    for (std::size_t i = 0; i < count; ++i) same = same && stack_.top(count)[i].type == type_at(i);
    return same;
  }
  void drop_exactly(std::size_t count) { stack_.drop(count); }

  /// An operand of any reference type; of the bottom type in unreachable code.
  Operand pop_ref() {
    const Operand operand = pop_val();
    if (violated(!operand.type.is_reference() && operand.type != wasm::bottom)) mismatch("a reference", operand.type);
    return operand;
  }

  /// Pushes what the client has at its own place.
  void push_fresh(wasm::ValueType type) { push_val(type, live_ ? client.fresh(type) : Value{}); }
  void push_fresh(ValueTypes types) {
    for (const wasm::ValueType type : types) push_fresh(type);
    if (stack_.size() > operands_max && types.size() > 1) [[unlikely]]
      beyond_limit("too many operands", stack_.size(), operands_max);
  }

  /// pop_vals that leaves the operands standing; `type_at` tells their types, bottom first. Those that unreachable code
  /// lacks are of any type.
  template <class TypeAt>
  void expect_top(std::size_t count, const TypeAt& type_at) {
    const std::size_t available = stack_.available();
    std::size_t missing = 0;
    if (available < count) [[unlikely]] {
      missing = count - available;
      if (violated(!frames_.back().unreachable)) return mismatch_empty(type_at(missing - 1));
    }
    const std::span<const Operand> standing = stack_.top(count - missing);
    for (std::size_t i = standing.size(); i-- > 0;) require_match(standing[i].type, type_at(missing + i));
  }
  void expect_top(ValueTypes types) {
    expect_top(types.size(), [&](std::size_t i) { return types[i]; });
  }

  /// push_vals after expect_top of the same types: the operands are now known as of these types.
  void retype_top(ValueTypes types) {
    if (stack_.available() < types.size()) [[unlikely]] {
      drop_top(types.size());
      for (const wasm::ValueType type : types) push_val(type);
      return;
    }
    const std::span<Operand> standing = stack_.top(types.size());
    for (std::size_t i = 0; i < types.size(); ++i) standing[i].type = types[i];
  }

  /// Removes operands that were told while standing.
  void drop_top(std::size_t count) {
    const std::size_t available = stack_.available();
    stack_.cut(stack_.size() - (count < available ? count : available));
  }

  // -- control

  /// Enters a block whose parameters are on the stack, checked and retyped.
  void push_ctrl(FrameKind kind, const BlockSignature& signature) {
    const std::size_t height = stack_.size() - signature.params().size();
    frames_.push_back({.kind = kind,
                       .told = live_,
                       .height = static_cast<std::uint32_t>(height),
                       .init_height = initialized_.height(),
                       .signature = signature});
    stack_.set_floor(height);
  }

  /// Checks that exactly the innermost block's results are on the stack, and leaves them standing.
  void expect_results() {
    const ValueTypes results = frames_.back().results();
    expect_top(results);
    if (violated(ok() && stack_.available() > results.size())) too_many(stack_.available() - results.size());
  }

  /// Whether the present point can be reached, as a client is told at the end of a block.
  [[nodiscard]] Flow flow() const { return live_ ? Flow::reachable : Flow::unreachable; }

  /// Begins another part of the innermost frame, as else and catch do: with what was there when it was entered.
  void restart_frame(FrameKind kind) {
    Control& control = frames_.back();
    control.kind = kind;
    control.unreachable = false;
    live_ = control.told;
    stack_.cut(control.height);
    initialized_.reset(control.init_height);
  }

  /// Leaves the innermost frame. Its results are not on the stack afterwards.
  void pop_ctrl() {
    stack_.cut(frames_.back().height);
    initialized_.reset(frames_.back().init_height);
    frames_.pop_back();
    if (frames_.empty()) return;
    const Control& outer = frames_.back();
    live_ = outer.told && !outer.unreachable;
    stack_.set_floor(outer.height);
  }

  /// The rest of the innermost block cannot be reached.
  void unreachable() {
    Control& control = frames_.back();
    stack_.cut(control.height);
    control.unreachable = true;
    live_ = false;
  }

  /// The frame a branch names; null after "unknown label".
  Control* label(std::uint32_t depth) {
    if (violated(depth >= frames_.size())) [[unlikely]] {
      unknown(message::unknown_label, depth, frames_.size());
      return nullptr;
    }
    return &frame(depth);
  }

 protected:
  Operand pop_nothing(wasm::ValueType expected) {
    if (violated(!frames_.back().unreachable)) mismatch_empty(expected);
    return {};
  }

  OperandStack<Value> stack_;
  std::vector<Control> frames_;
  LocalTypes locals_;
  std::uint32_t param_count_ = 0;
  bool in_constant_ = false;
  std::uint32_t visible_globals_ = 0;

 public:
  // -- what the readers of some instructions need

  InitializedLocals& initialized() { return initialized_; }
  /// A number that no frame has as its stamp.
  std::uint32_t next_stamp() { return ++last_stamp_; }
  std::vector<std::uint32_t>& labels() { return labels_; }
  std::vector<binary::CatchClause>& clauses() { return clauses_; }

 protected:
  InitializedLocals initialized_;
  std::uint32_t last_stamp_ = 0;
  std::vector<std::uint32_t> labels_;         // of the br_table being read; kept for their memory
  std::vector<binary::CatchClause> clauses_;  // of the try_table being read
};

}  // namespace assay::validate
