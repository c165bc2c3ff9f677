// Locals, globals, and the instructions that take operands of any type: drop and select.
#pragma once

#include <cstdint>

#include "binary/immediates.hpp"
#include "validate/client.hpp"
#include "validate/read_indexes.hpp"
#include "validate/tell.hpp"

namespace assay::validate {

/// Reads a local's index; false after an error.
template <class R>
bool read_local(R& r, std::uint32_t& index) {
  index = r.bytes.read_u32();
  if (r.violated(index >= r.local_count())) [[unlikely]] {
    r.unknown(message::unknown_local, index, r.local_count());
    return false;
  }
  return true;
}

// spec: valid-local.get
template <class R>
void read_local_get(R& r) {
  std::uint32_t index = 0;
  if (!read_local(r, index)) return;
  const wasm::ValueType type = r.local_type(index);
  if (!type.is_defaultable() && index >= r.param_count()) [[unlikely]] {
    if (r.violated(!r.initialized().contains(index))) r.invalid(message::uninitialized_local, "local", index);
  }
  r.push_val(type, r.live() ? r.client.local_get(r, wasm::LocalIndex(index)) : typename R::Value{});
}

template <class R>
void initialize_local(R& r, std::uint32_t index, wasm::ValueType type) {
  if (!type.is_defaultable() && index >= r.param_count()) [[unlikely]]
    r.initialized().insert(index);
}

// spec: valid-local.set
template <class R>
void read_local_set(R& r) {
  std::uint32_t index = 0;
  if (!read_local(r, index)) return;
  const wasm::ValueType type = r.local_type(index);
  const auto operand = r.pop_val(type);
  if (r.live()) r.client.local_set(r, wasm::LocalIndex(index), operand.value);
  initialize_local(r, index, type);
}

// spec: valid-local.tee. What stays has the local's type, even where the operand's was more precise.
template <class R>
void read_local_tee(R& r) {
  std::uint32_t index = 0;
  if (!read_local(r, index)) return;
  const wasm::ValueType type = r.local_type(index);
  const auto operand = r.pop_val(type);
  r.push_val(type, r.live() ? r.client.local_tee(r, wasm::LocalIndex(index), operand.value) : typename R::Value{});
  initialize_local(r, index, type);
}

// spec: valid-global.get
template <class R>
void read_global_get(R& r) {
  const std::uint32_t index = r.bytes.read_u32();
  const wasm::GlobalType* global = find_global(r, wasm::GlobalIndex(index));
  if (global == nullptr) return;
  tell_and_push(r, wasm::Opcode::global_get, {.index = index, .type = global->type}, global->type);
}

// spec: valid-global.set
template <class R>
void read_global_set(R& r) {
  const std::uint32_t index = r.bytes.read_u32();
  const wasm::GlobalType* global = find_global(r, wasm::GlobalIndex(index));
  if (global == nullptr) return;
  if (r.violated(global->mutability == wasm::Mutability::constant)) [[unlikely]]
    return r.invalid(message::immutable_global);
  const auto operand = r.pop_val(global->type);
  tell(r, wasm::Opcode::global_set, {.index = index}, operand.value);
}

// spec: valid-drop
template <class R>
void read_drop(R& r) {
  const auto operand = r.pop_val();
  if (r.live()) r.client.drop(r, operand.type, operand.value);
}

// spec: valid-select, without a type: for numbers and vectors only
template <class R>
void read_select(R& r) {
  const auto condition = r.pop_val(wasm::i32);
  const auto second = r.pop_val();
  const auto first = r.pop_val();
  if (r.violated(first.type.is_reference())) return r.mismatch("a number or vector", first.type);
  if (r.violated(second.type.is_reference())) return r.mismatch("a number or vector", second.type);
  const wasm::ValueType type = first.type == wasm::bottom ? second.type : first.type;
  if (second.type != wasm::bottom) r.require_match(second.type, type);
  const auto value =
      r.live() ? r.client.select(r, type, first.value, second.value, condition.value) : typename R::Value{};
  r.push_val(type, value);
}

// spec: valid-select
template <class R>
void read_select_t(R& r) {
  const std::uint32_t count = binary::read_count(r.bytes);
  if (r.violated(r.ok() && count != 1)) [[unlikely]]
    return r.invalid(message::invalid_result_arity);
  const wasm::ValueType type = resolve(r, binary::read_value_type(r.bytes));
  if (!r.ok()) [[unlikely]]
    return;
  const auto condition = r.pop_val(wasm::i32);
  const auto second = r.pop_val(type);
  const auto first = r.pop_val(type);
  const auto value =
      r.live() ? r.client.select(r, type, first.value, second.value, condition.value) : typename R::Value{};
  r.push_val(type, value);
}

}  // namespace assay::validate
