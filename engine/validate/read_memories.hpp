// Memories beyond loads and stores: size, grow, fill, copy, init, and data segments.
#pragma once

#include <cstdint>

#include "validate/client.hpp"
#include "validate/read_indexes.hpp"
#include "validate/read_tables.hpp"
#include "validate/tell.hpp"

namespace assay::validate {

// spec: valid-memory.size
template <class R>
void read_memory_size(R& r) {
  const std::uint32_t index = r.bytes.read_u32();
  const wasm::MemoryType* memory = find_memory(r, wasm::MemoryIndex(index));
  if (memory == nullptr) return;
  const wasm::ValueType address = value_type(memory->limits.address);
  tell_and_push(r, wasm::Opcode::memory_size, {.index = index, .type = address}, address);
}

// spec: valid-memory.grow
template <class R>
void read_memory_grow(R& r) {
  const std::uint32_t index = r.bytes.read_u32();
  const wasm::MemoryType* memory = find_memory(r, wasm::MemoryIndex(index));
  if (memory == nullptr) return;
  const wasm::ValueType address = value_type(memory->limits.address);
  const auto pages = r.pop_val(address);
  tell_and_push(r, wasm::Opcode::memory_grow, {.index = index, .type = address}, address, pages.value);
}

// spec: valid-memory.fill
template <class R>
void read_memory_fill(R& r) {
  const std::uint32_t index = r.bytes.read_u32();
  const wasm::MemoryType* memory = find_memory(r, wasm::MemoryIndex(index));
  if (memory == nullptr) return;
  const wasm::ValueType address = value_type(memory->limits.address);
  const auto count = r.pop_val(address);
  const auto byte = r.pop_val(wasm::i32);
  const auto at = r.pop_val(address);
  tell(r, wasm::Opcode::memory_fill, {.index = index}, at.value, byte.value, count.value);
}

// spec: valid-memory.copy
template <class R>
void read_memory_copy(R& r) {
  const std::uint32_t to_index = r.bytes.read_u32();
  const std::uint32_t from_index = r.bytes.read_u32();
  const wasm::MemoryType* to = find_memory(r, wasm::MemoryIndex(to_index));
  const wasm::MemoryType* from = to == nullptr ? nullptr : find_memory(r, wasm::MemoryIndex(from_index));
  if (from == nullptr) return;
  const auto count = r.pop_val(narrower(to->limits.address, from->limits.address));
  const auto source = r.pop_val(value_type(from->limits.address));
  const auto destination = r.pop_val(value_type(to->limits.address));
  tell(r, wasm::Opcode::memory_copy, {.index = to_index, .second = from_index}, destination.value, source.value,
       count.value);
}

// spec: valid-memory.init
template <class R>
void read_memory_init(R& r) {
  const wasm::DataIndex segment(r.bytes.read_u32());
  const std::uint32_t index = r.bytes.read_u32();
  const wasm::MemoryType* memory = find_memory(r, wasm::MemoryIndex(index));
  if (memory == nullptr || !has_data(r, segment)) return;
  const auto count = r.pop_val(wasm::i32);
  const auto source = r.pop_val(wasm::i32);
  const auto destination = r.pop_val(value_type(memory->limits.address));
  tell(r, wasm::Opcode::memory_init, {.index = index, .second = segment.value}, destination.value, source.value,
       count.value);
}

// spec: valid-data.drop
template <class R>
void read_data_drop(R& r) {
  const wasm::DataIndex segment(r.bytes.read_u32());
  if (has_data(r, segment)) tell(r, wasm::Opcode::data_drop, {.index = segment.value});
}

}  // namespace assay::validate
