// What instructions do to tables, segments, references and objects, once for every tier.
#pragma once

#include <cstdint>

#include "runtime/instances.hpp"
#include "runtime/object.hpp"
#include "runtime/value.hpp"
#include "wasm/trap.hpp"

namespace assay::runtime {

class Store;

// -- tables. spec: exec-table.grow ...
/// Old size, or -1 (all ones).
std::uint64_t grow(TableInstance& table, Ref value, std::uint64_t delta);
wasm::Trap fill(TableInstance& table, std::uint64_t at, Ref value, std::uint64_t count);
wasm::Trap copy(TableInstance& to, std::uint64_t at, TableInstance& from, std::uint64_t source, std::uint64_t count);
wasm::Trap init(TableInstance& table, std::uint64_t at, const ElementInstance& segment, std::uint64_t source,
                std::uint64_t count);

// -- casts. `type` is the target with canonical indexes; constant time. spec: exec-ref.test
bool matches(Ref ref, wasm::ValueType type, const validate::TypeRegistry& types);

// -- structs and arrays. A field is read as its slots: packed ones extended as `access` says.
enum class Extend : std::uint8_t { none, sign, zero };
void load_field(const std::byte* at, wasm::ValueType storage, Extend extend, Slot* to);
void store_field(std::byte* at, wasm::ValueType storage, const Slot* from);

wasm::Trap array_fill(Array& array, std::uint64_t at, const Slot* value, std::uint64_t count);
wasm::Trap array_copy(Array& to, std::uint64_t at, const Array& from, std::uint64_t source, std::uint64_t count);
/// array.new_data, array.init_data: `source` in bytes. Out of bounds of the segment is a memory trap, as in the spec.
wasm::Trap array_init_data(Array& array, std::uint64_t at, const DataInstance& segment, std::uint64_t source,
                           std::uint64_t count);
wasm::Trap array_init_elem(Array& array, std::uint64_t at, const ElementInstance& segment, std::uint64_t source,
                           std::uint64_t count);

/// A new array, or why there is none: out of bounds of a segment (found before anything is allocated), or a full heap.
/// As with Heap::allocate_array, collections may happen, and references among the arguments must lie in roots: `init`
/// is read after the allocation. spec: exec-array.new, exec-array.new_data, exec-array.new_elem
struct NewArray {
  Array* array = nullptr;
  wasm::Trap trap = wasm::Trap::none;
};
/// Every element as the value at `init`; without it, the default value.
NewArray array_new(Store& store, const validate::CanonicalType& type, const Slot* init, std::uint64_t length);
NewArray array_new_data(Store& store, const validate::CanonicalType& type, const DataInstance& segment,
                        std::uint64_t source, std::uint64_t length);
NewArray array_new_elem(Store& store, const validate::CanonicalType& type, const ElementInstance& segment,
                        std::uint64_t source, std::uint64_t length);

// -- atomics. spec (threads): exec-memory.atomic.wait. Timeout in nanoseconds, negative: for ever.
/// 0 woken, 1 value differed, 2 timed out; the caller has checked bounds, alignment and sharing.
std::uint32_t atomic_wait32(MemoryInstance& memory, std::uint64_t address, std::uint32_t expected,
                            std::int64_t timeout);
std::uint32_t atomic_wait64(MemoryInstance& memory, std::uint64_t address, std::uint64_t expected,
                            std::int64_t timeout);
std::uint32_t atomic_notify(MemoryInstance& memory, std::uint64_t address, std::uint32_t count);

}  // namespace assay::runtime
