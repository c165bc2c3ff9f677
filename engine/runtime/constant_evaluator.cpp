// What each constant instruction gives.
#include "runtime/constant_evaluator.hpp"

#include <array>
#include <cassert>

#include "runtime/layout.hpp"
#include "runtime/operations.hpp"
#include "wasm/evaluate.hpp"

namespace assay::runtime {

using wasm::Opcode;

ConstantEvaluator::ConstantEvaluator(Store& store, const ModuleInstance& instance)
    : store_(store), instance_(instance), roots_(store, this, [](void* self, ReferenceVisitor visitor) {
        static_cast<ConstantEvaluator*>(self)->visit(visitor);
      }) {}

void ConstantEvaluator::visit(ReferenceVisitor visitor) {
  for (Operand& operand : standing_) {
    if (operand.type.is_reference()) visitor(&operand.value.lo);
  }
  if (popped_is_reference_) visitor(&popped_.lo);
}

ConstantEvaluator::Value ConstantEvaluator::reference_to(const Object* object) {
  if (object == nullptr) trap_ = wasm::Trap::allocation_failure;
  return {to_ref(object), 0};
}

ConstantEvaluator::Value ConstantEvaluator::evaluate_operation(Opcode op, const validate::Immediates& immediates,
                                                               Values operands) {
  const auto defined_type = [&]() -> const validate::CanonicalType& {
    return store_.types().type(wasm::TypeIndex(immediates.index));
  };
  if (wasm::is_pure(op)) return wasm::evaluate(op, operands, immediates.bytes).results[0];
  if (op == Opcode::global_get) {
    const GlobalInstance& global = *instance_.globals[immediates.index];
    return load_value(global.cell, global.type.type).bits;
  }
  if (op == Opcode::ref_func) return {to_ref(instance_.functions[immediates.index]), 0};
  if (op == Opcode::ref_i31) return {make_i31(static_cast<std::uint32_t>(operands[0].lo)), 0};
  if (op == Opcode::any_convert_extern || op == Opcode::extern_convert_any) return operands[0];
  if (op == Opcode::struct_new_default) return reference_to(store_.heap().allocate_struct(defined_type()));
  if (op == Opcode::array_new_default) return new_array(defined_type(), operands[0].lo, nullptr);
  assert(op == Opcode::array_new);
  popped_is_reference_ = defined_type().sub.fields.front().storage.is_reference();
  const Value array = new_array(defined_type(), operands[1].lo, &popped_.lo);
  popped_is_reference_ = false;
  return array;
}

ConstantEvaluator::Value ConstantEvaluator::new_array(const validate::CanonicalType& type, std::uint64_t length,
                                                      const Slot* init) {
  return reference_to(array_new(store_, type, init, length & UINT32_MAX).array);
}

ConstantEvaluator::Value ConstantEvaluator::allocate_from(Opcode op, const validate::Immediates& immediates,
                                                          std::span<const Operand> operands) {
  const validate::CanonicalType& type = store_.types().type(wasm::TypeIndex(immediates.index));
  const auto store_operand = [](std::byte* at, wasm::ValueType storage, const Operand& operand) {
    const std::array<Slot, 2> slots = {operand.value.lo, operand.value.hi};
    store_field(at, storage, slots.data());
  };
  if (op == Opcode::struct_new) {
    Object* const object = store_.heap().allocate_struct(type);
    if (object == nullptr) return reference_to(nullptr);
    const Layout& layout = layout_of(type);
    for (std::size_t i = 0; i < operands.size(); ++i) {
      store_operand(object->bytes() + layout.offsets[i], type.sub.fields[i].storage, operands[i]);
    }
    return reference_to(object);
  }
  assert(op == Opcode::array_new_fixed);
  Array* const array = store_.heap().allocate_array(type, operands.size());
  if (array == nullptr) return reference_to(nullptr);
  const std::uint32_t width = layout_of(type).element_bytes;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    store_operand(array->elements() + i * width, type.sub.fields.front().storage, operands[i]);
  }
  return reference_to(array);
}

}  // namespace assay::runtime
