// References: making, testing, casting and converting them.
#pragma once

#include <cstdint>

#include "validate/client.hpp"
#include "validate/read_indexes.hpp"
#include "validate/subtyping.hpp"
#include "validate/tell.hpp"

namespace assay::validate {

constexpr wasm::ValueType reference_to(wasm::HeapType heap, wasm::Nullability nullability) {
  return wasm::ValueType::reference(heap, nullability);
}

// spec: valid-ref.null
template <class R>
void read_ref_null(R& r) {
  const wasm::ValueType type = read_reference_to_heap_type(r, wasm::Nullability::nullable);
  if (!r.ok()) [[unlikely]]
    return;
  r.push_val(type, r.live() ? r.client.constant(r, type, wasm::V128{}) : typename R::Value{});
}

// spec: valid-ref.is_null
template <class R>
void read_ref_is_null(R& r) {
  const auto reference = r.pop_ref();
  tell_and_push(r, wasm::Opcode::ref_is_null, {.type = wasm::i32}, wasm::i32, reference.value);
}

// spec: valid-ref.func. A constant expression declares the function; a body must find it declared.
template <class R>
void read_ref_func(R& r) {
  const wasm::FuncIndex index(r.bytes.read_u32());
  const CanonicalType* function = find_function(r, index);
  if (function == nullptr) return;
  if (r.violated(!r.in_constant() && !r.module().is_declared(index))) [[unlikely]]
    return r.invalid(message::undeclared_reference, "function", index.value);
  const auto type = reference_to(wasm::HeapType(function->id), wasm::Nullability::non_null);
  tell_and_push(r, wasm::Opcode::ref_func, {.index = index.value, .type = type}, type);
}

// spec: valid-ref.eq
template <class R>
void read_ref_eq(R& r) {
  constexpr auto eqref = reference_to(wasm::AbstractHeap::eq, wasm::Nullability::nullable);
  const auto second = r.pop_val(eqref);
  const auto first = r.pop_val(eqref);
  tell_and_push(r, wasm::Opcode::ref_eq, {.type = wasm::i32}, wasm::i32, first.value, second.value);
}

// spec: valid-ref.as_non_null
template <class R>
void read_ref_as_non_null(R& r) {
  const auto reference = r.pop_ref();
  const wasm::ValueType type = non_null(reference.type);
  tell_and_push(r, wasm::Opcode::ref_as_non_null, {.type = type}, type, reference.value);
}

/// Reads the target of a test or cast, and pops what may be tested for it: anything of the same hierarchy.
template <class R>
typename R::Value read_cast_operand(R& r, wasm::Nullability nullability, wasm::ValueType& target) {
  target = read_reference_to_heap_type(r, nullability);
  if (!r.ok()) [[unlikely]]
    return {};
  return r.pop_val(reference_to(top_of(target.heap(), r.module().registry()), wasm::Nullability::nullable)).value;
}

// spec: valid-ref.test
template <class R>
void read_ref_test(R& r, wasm::Opcode opcode, wasm::Nullability nullability) {
  wasm::ValueType target = wasm::bottom;
  const auto reference = read_cast_operand(r, nullability, target);
  tell_and_push(r, opcode, {.type = target}, wasm::i32, reference);
}

// spec: valid-ref.cast
template <class R>
void read_ref_cast(R& r, wasm::Opcode opcode, wasm::Nullability nullability) {
  wasm::ValueType target = wasm::bottom;
  const auto reference = read_cast_operand(r, nullability, target);
  tell_and_push(r, opcode, {.type = target}, target, reference);
}

// spec: valid-ref.i31
template <class R>
void read_ref_i31(R& r) {
  constexpr auto type = reference_to(wasm::AbstractHeap::i31, wasm::Nullability::non_null);
  const auto number = r.pop_val(wasm::i32);
  tell_and_push(r, wasm::Opcode::ref_i31, {.type = type}, type, number.value);
}

// spec: valid-i31.get_sx
template <class R>
void read_i31_get(R& r, wasm::Opcode opcode) {
  const auto reference = r.pop_val(reference_to(wasm::AbstractHeap::i31, wasm::Nullability::nullable));
  tell_and_push(r, opcode, {.type = wasm::i32}, wasm::i32, reference.value);
}

// spec: valid-any.convert_extern, valid-extern.convert_any. Null stays null, and what is not stays not.
template <class R>
void read_convert(R& r, wasm::Opcode opcode, wasm::AbstractHeap from, wasm::AbstractHeap to) {
  const auto reference = r.pop_val(reference_to(from, wasm::Nullability::nullable));
  const auto nullability = reference.type.is_reference() ? reference.type.nullability() : wasm::Nullability::non_null;
  const auto type = reference_to(to, nullability);
  tell_and_push(r, opcode, {.type = type}, type, reference.value);
}

}  // namespace assay::validate
