// Tables: get, set, size, grow, fill, copy, init, and element segments.
#pragma once

#include <cstdint>

#include "validate/client.hpp"
#include "validate/read_indexes.hpp"
#include "validate/tell.hpp"

namespace assay::validate {

/// The type of a length where both sides count with their own address types: the narrower. spec: aux-minat
inline wasm::ValueType narrower(wasm::AddressType a, wasm::AddressType b) {
  return a == wasm::AddressType::i64 && b == wasm::AddressType::i64 ? wasm::i64 : wasm::i32;
}

// spec: valid-table.get
template <class R>
void read_table_get(R& r) {
  const std::uint32_t index = r.bytes.read_u32();
  const wasm::TableType* table = find_table(r, wasm::TableIndex(index));
  if (table == nullptr) return;
  const auto at = r.pop_val(value_type(table->limits.address));
  tell_and_push(r, wasm::Opcode::table_get, {.index = index, .type = table->element}, table->element, at.value);
}

// spec: valid-table.set
template <class R>
void read_table_set(R& r) {
  const std::uint32_t index = r.bytes.read_u32();
  const wasm::TableType* table = find_table(r, wasm::TableIndex(index));
  if (table == nullptr) return;
  const auto reference = r.pop_val(table->element);
  const auto at = r.pop_val(value_type(table->limits.address));
  tell(r, wasm::Opcode::table_set, {.index = index}, at.value, reference.value);
}

// spec: valid-table.size
template <class R>
void read_table_size(R& r) {
  const std::uint32_t index = r.bytes.read_u32();
  const wasm::TableType* table = find_table(r, wasm::TableIndex(index));
  if (table == nullptr) return;
  const wasm::ValueType address = value_type(table->limits.address);
  tell_and_push(r, wasm::Opcode::table_size, {.index = index, .type = address}, address);
}

// spec: valid-table.grow
template <class R>
void read_table_grow(R& r) {
  const std::uint32_t index = r.bytes.read_u32();
  const wasm::TableType* table = find_table(r, wasm::TableIndex(index));
  if (table == nullptr) return;
  const wasm::ValueType address = value_type(table->limits.address);
  const auto count = r.pop_val(address);
  const auto reference = r.pop_val(table->element);
  tell_and_push(r, wasm::Opcode::table_grow, {.index = index, .type = address}, address, reference.value, count.value);
}

// spec: valid-table.fill
template <class R>
void read_table_fill(R& r) {
  const std::uint32_t index = r.bytes.read_u32();
  const wasm::TableType* table = find_table(r, wasm::TableIndex(index));
  if (table == nullptr) return;
  const wasm::ValueType address = value_type(table->limits.address);
  const auto count = r.pop_val(address);
  const auto reference = r.pop_val(table->element);
  const auto at = r.pop_val(address);
  tell(r, wasm::Opcode::table_fill, {.index = index}, at.value, reference.value, count.value);
}

// spec: valid-table.copy
template <class R>
void read_table_copy(R& r) {
  const std::uint32_t to_index = r.bytes.read_u32();
  const std::uint32_t from_index = r.bytes.read_u32();
  const wasm::TableType* to = find_table(r, wasm::TableIndex(to_index));
  const wasm::TableType* from = to == nullptr ? nullptr : find_table(r, wasm::TableIndex(from_index));
  if (from == nullptr) return;
  r.require_match(from->element, to->element);
  const auto count = r.pop_val(narrower(to->limits.address, from->limits.address));
  const auto source = r.pop_val(value_type(from->limits.address));
  const auto destination = r.pop_val(value_type(to->limits.address));
  tell(r, wasm::Opcode::table_copy, {.index = to_index, .second = from_index}, destination.value, source.value,
       count.value);
}

// spec: valid-table.init
template <class R>
void read_table_init(R& r) {
  const wasm::ElemIndex segment(r.bytes.read_u32());
  const std::uint32_t index = r.bytes.read_u32();
  const wasm::TableType* table = find_table(r, wasm::TableIndex(index));
  if (table == nullptr || !has_elem(r, segment)) return;
  r.require_match(r.module().element(segment), table->element);
  const auto count = r.pop_val(wasm::i32);
  const auto source = r.pop_val(wasm::i32);
  const auto destination = r.pop_val(value_type(table->limits.address));
  tell(r, wasm::Opcode::table_init, {.index = index, .second = segment.value}, destination.value, source.value,
       count.value);
}

// spec: valid-elem.drop
template <class R>
void read_elem_drop(R& r) {
  const wasm::ElemIndex segment(r.bytes.read_u32());
  if (has_elem(r, segment)) tell(r, wasm::Opcode::elem_drop, {.index = segment.value});
}

}  // namespace assay::validate
