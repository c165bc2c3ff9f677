// Evaluates constant expressions while the one reader of bodies reads them.
#pragma once

#include <span>

#include "runtime/store.hpp"
#include "validate/client.hpp"
#include "validate/operand_stack.hpp"
#include "wasm/opcode.hpp"
#include "wasm/trap.hpp"
#include "wasm/types.hpp"
#include "wasm/v128.hpp"

namespace assay::runtime {

/// A client of the reader whose values are values: bits as runtime::Value has them. Objects that the expression
/// allocates may provoke a collection, for which the operands at hand are roots.
/// spec: valid-constant
class ConstantEvaluator : public validate::NoClient {
 public:
  using Value = wasm::V128;
  using Values = std::span<const Value>;

  /// Evaluates for `instance`, whose functions and earlier globals exist.
  ConstantEvaluator(Store& store, const ModuleInstance& instance);

  /// The value of the expression read last. It is a root only until the next one is read.
  [[nodiscard]] Value result() const { return result_; }
  /// Trap::allocation_failure, sticky, when the heap was full; results are then null.
  [[nodiscard]] wasm::Trap trap() const { return trap_; }

  // -- what the reader tells

  Value fresh(wasm::ValueType) { return fresh_; }
  template <class R>
  Value constant(R&, wasm::ValueType, Value bits) {
    return bits;
  }
  template <class R>
  void operation(R& reader, wasm::Opcode op, const validate::Immediates& immediates, Values operands,
                 std::span<Value> results) {
    standing_ = reader.operands();
    popped_ = operands.empty() ? Value{} : operands[0];
    results[0] = evaluate_operation(op, immediates, operands);
    standing_ = {};
    popped_ = {};
  }
  template <class R>
  void allocate(R& reader, wasm::Opcode op, const validate::Immediates& immediates, std::uint32_t count) {
    standing_ = reader.operands();
    fresh_ = allocate_from(op, immediates, standing_.last(count));
    standing_ = {};
  }
  template <class R>
  void end(R& reader, validate::Flow) {
    result_ = reader.top(1)[0].value;
    fresh_ = result_;
  }

  // Not in constant expressions.
  template <class R>
  Value local_get(R&, wasm::LocalIndex) {
    return {};
  }
  template <class R>
  Value local_tee(R&, wasm::LocalIndex, Value) {
    return {};
  }
  template <class R>
  Value select(R&, wasm::ValueType, Value, Value, Value) {
    return {};
  }
  template <class R>
  Value br_on_null(R&, std::uint32_t, Value) {
    return {};
  }
  template <class R>
  void local_set(R&, wasm::LocalIndex, Value) {}
  template <class R>
  void drop(R&, wasm::ValueType, Value) {}
  template <class R>
  void call_indirect(R&, wasm::TableIndex, wasm::TypeIndex, const wasm::FuncType&, Value) {}
  template <class R>
  void call_ref(R&, wasm::TypeIndex, const wasm::FuncType&, Value) {}
  template <class R>
  void return_call_indirect(R&, wasm::TableIndex, wasm::TypeIndex, const wasm::FuncType&, Value) {}
  template <class R>
  void return_call_ref(R&, wasm::TypeIndex, const wasm::FuncType&, Value) {}
  template <class R>
  void if_(R&, Value) {}
  template <class R>
  void br_if(R&, std::uint32_t, Value) {}
  template <class R>
  void br_table(R&, std::span<const std::uint32_t>, Value) {}
  template <class R>
  void br_on_non_null(R&, std::uint32_t, Value) {}
  template <class R>
  void throw_ref(R&, Value) {}

 private:
  using Operand = validate::Operand<Value>;

  Value evaluate_operation(wasm::Opcode op, const validate::Immediates& immediates, Values operands);
  Value allocate_from(wasm::Opcode op, const validate::Immediates& immediates, std::span<const Operand> operands);
  Value new_array(const validate::CanonicalType& type, std::uint64_t length, const Slot* init);
  /// The reference to what was allocated; for null the trap is kept.
  Value reference_to(const Object* object);
  void visit(ReferenceVisitor visitor);

  Store& store_;
  const ModuleInstance& instance_;
  wasm::Trap trap_ = wasm::Trap::none;
  Value result_{};
  Value fresh_{};
  std::span<Operand> standing_;
  Value popped_{};  ///< the initial value of an array.new, beside a length
  bool popped_is_reference_ = false;
  TemporaryRoots roots_;
};

}  // namespace assay::runtime
