// Tables, casts, fields, arrays and atomic waits.
#include "runtime/operations.hpp"

#include <algorithm>
#include <cstring>

#include "runtime/layout.hpp"
#include "runtime/store.hpp"

namespace assay::runtime {

using wasm::AbstractHeap;
using wasm::Trap;
using wasm::ValueKind;
using wasm::ValueType;

namespace {

/// Whether [at, at + count) lies below `size`.
bool fits(std::uint64_t at, std::uint64_t count, std::uint64_t size) {
  return count <= size && at <= size - count;
}

template <class T>
T load(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

/// As an i32 in a slot.
template <class T>
std::uint64_t sign_extended(const std::byte* at) {
  const std::int32_t extended = load<T>(at);
  return static_cast<std::uint32_t>(extended);
}

template <class T>
void store(std::byte* at, std::uint64_t value) {
  const T narrow = static_cast<T>(value);
  std::memcpy(at, &narrow, sizeof narrow);
}

/// The storage type of an array's elements.
ValueType element_type(const Array& array) {
  return array.type()->sub.fields.front().storage;
}

}  // namespace

// -- tables

std::uint64_t grow(TableInstance& table, Ref value, std::uint64_t delta) {
  const std::uint64_t old = table.elements.size();
  if (delta > table.max - old || !table.elements.append(delta, value)) return ~std::uint64_t{0};
  return old;
}

Trap fill(TableInstance& table, std::uint64_t at, Ref value, std::uint64_t count) {
  if (!fits(at, count, table.elements.size())) return Trap::out_of_bounds_table_access;
  std::fill_n(table.elements.data() + at, count, value);
  return Trap::none;
}

Trap copy(TableInstance& to, std::uint64_t at, TableInstance& from, std::uint64_t source, std::uint64_t count) {
  if (!fits(at, count, to.elements.size()) || !fits(source, count, from.elements.size())) {
    return Trap::out_of_bounds_table_access;
  }
  if (count == 0) return Trap::none;
  std::memmove(to.elements.data() + at, from.elements.data() + source, static_cast<std::size_t>(count) * sizeof(Ref));
  return Trap::none;
}

Trap init(TableInstance& table, std::uint64_t at, const ElementInstance& segment, std::uint64_t source,
          std::uint64_t count) {
  if (!fits(at, count, table.elements.size()) || !fits(source, count, segment.items.size())) {
    return Trap::out_of_bounds_table_access;
  }
  std::copy_n(segment.items.data() + source, count, table.elements.data() + at);
  return Trap::none;
}

// -- casts

bool matches(Ref ref, ValueType type, const validate::TypeRegistry& types) {
  if (ref == null_ref) return type.is_nullable();
  const wasm::HeapType heap = type.heap();
  if (!heap.is_index()) {
    const auto is_kind = [ref](ObjectKind kind) { return !is_i31(ref) && as_pointer<Object>(ref)->kind() == kind; };
    switch (heap.abstract()) {
      case AbstractHeap::func:
      case AbstractHeap::extern_:
      case AbstractHeap::any:
      case AbstractHeap::exn: return true;
      case AbstractHeap::eq: return is_i31(ref) || is_kind(ObjectKind::struct_) || is_kind(ObjectKind::array);
      case AbstractHeap::i31: return is_i31(ref);
      case AbstractHeap::struct_: return is_kind(ObjectKind::struct_);
      case AbstractHeap::array: return is_kind(ObjectKind::array);
      case AbstractHeap::nofunc:
      case AbstractHeap::noextern:
      case AbstractHeap::none:
      case AbstractHeap::noexn:
      case AbstractHeap::bottom:
      case AbstractHeap::count_: return false;
    }
    return false;
  }
  if (is_i31(ref)) return false;
  const auto* const object = as_pointer<Object>(ref);
  const validate::CanonicalType* found = nullptr;
  switch (object->kind()) {
    case ObjectKind::struct_:
    case ObjectKind::array: found = object->type(); break;
    case ObjectKind::function: found = as_pointer<FuncInstance>(ref)->type; break;
    case ObjectKind::host:
    case ObjectKind::exception: return false;
  }
  if (found->id == heap.index()) return true;
  const std::uint32_t depth = types.type(heap.index()).depth;
  return depth < found->depth && found->display[depth] == heap.index();
}

// -- structs and arrays

void load_field(const std::byte* at, ValueType storage, Extend extend, Slot* to) {
  switch (storage.kind()) {
    case ValueKind::i8: *to = extend == Extend::sign ? sign_extended<std::int8_t>(at) : load<std::uint8_t>(at); return;
    case ValueKind::i16:
      *to = extend == Extend::sign ? sign_extended<std::int16_t>(at) : load<std::uint16_t>(at);
      return;
    case ValueKind::i32:
    case ValueKind::f32: *to = load<std::uint32_t>(at); return;
    case ValueKind::i64:
    case ValueKind::f64:
    case ValueKind::ref: *to = load<std::uint64_t>(at); return;
    case ValueKind::v128: std::memcpy(to, at, 16); return;
    case ValueKind::bottom: return;
  }
}

void store_field(std::byte* at, ValueType storage, const Slot* from) {
  switch (storage.kind()) {
    case ValueKind::i8: store<std::uint8_t>(at, *from); return;
    case ValueKind::i16: store<std::uint16_t>(at, *from); return;
    case ValueKind::i32:
    case ValueKind::f32: store<std::uint32_t>(at, *from); return;
    case ValueKind::i64:
    case ValueKind::f64:
    case ValueKind::ref: store<std::uint64_t>(at, *from); return;
    case ValueKind::v128: std::memcpy(at, from, 16); return;
    case ValueKind::bottom: return;
  }
}

Trap array_fill(Array& array, std::uint64_t at, const Slot* value, std::uint64_t count) {
  if (!fits(at, count, array.length)) return Trap::out_of_bounds_array_access;
  const ValueType storage = element_type(array);
  const std::uint32_t width = wasm::byte_size(storage);
  std::byte* element = array.elements() + at * width;
  if (width == 1) {
    std::memset(element, static_cast<int>(*value & 0xFFU), static_cast<std::size_t>(count));
    return Trap::none;
  }
  for (std::uint64_t i = 0; i < count; ++i, element += width) store_field(element, storage, value);
  return Trap::none;
}

Trap array_copy(Array& to, std::uint64_t at, const Array& from, std::uint64_t source, std::uint64_t count) {
  if (!fits(at, count, to.length) || !fits(source, count, from.length)) return Trap::out_of_bounds_array_access;
  const std::uint32_t width = wasm::byte_size(element_type(to));
  std::memmove(to.elements() + at * width, from.elements() + source * width, static_cast<std::size_t>(count * width));
  return Trap::none;
}

Trap array_init_data(Array& array, std::uint64_t at, const DataInstance& segment, std::uint64_t source,
                     std::uint64_t count) {
  if (!fits(at, count, array.length)) return Trap::out_of_bounds_array_access;
  const std::uint32_t width = wasm::byte_size(element_type(array));
  // The count is below 2^32 now, so the product does not overflow.
  if (!fits(source, count * width, segment.size)) return Trap::out_of_bounds_memory_access;
  if (count == 0) return Trap::none;
  std::memcpy(array.elements() + at * width, segment.bytes + source, static_cast<std::size_t>(count * width));
  return Trap::none;
}

Trap array_init_elem(Array& array, std::uint64_t at, const ElementInstance& segment, std::uint64_t source,
                     std::uint64_t count) {
  if (!fits(at, count, array.length)) return Trap::out_of_bounds_array_access;
  if (!fits(source, count, segment.items.size())) return Trap::out_of_bounds_table_access;
  if (count == 0) return Trap::none;
  std::memcpy(array.elements() + at * sizeof(Ref), segment.items.data() + source,
              static_cast<std::size_t>(count) * sizeof(Ref));
  return Trap::none;
}

NewArray array_new(Store& store, const validate::CanonicalType& type, const Slot* init, std::uint64_t length) {
  Array* const array = store.heap().allocate_array(type, length);
  if (array == nullptr) return {.trap = Trap::allocation_failure};
  if (init != nullptr) array_fill(*array, 0, init, length);
  return {.array = array};
}

NewArray array_new_data(Store& store, const validate::CanonicalType& type, const DataInstance& segment,
                        std::uint64_t source, std::uint64_t length) {
  const std::uint32_t width = wasm::byte_size(type.sub.fields.front().storage);
  if (length > UINT32_MAX || !fits(source, length * width, segment.size)) {
    return {.trap = Trap::out_of_bounds_memory_access};
  }
  const NewArray made = array_new(store, type, nullptr, length);
  if (made.array != nullptr) array_init_data(*made.array, 0, segment, source, length);
  return made;
}

NewArray array_new_elem(Store& store, const validate::CanonicalType& type, const ElementInstance& segment,
                        std::uint64_t source, std::uint64_t length) {
  if (!fits(source, length, segment.items.size())) return {.trap = Trap::out_of_bounds_table_access};
  const NewArray made = array_new(store, type, nullptr, length);
  if (made.array != nullptr) array_init_elem(*made.array, 0, segment, source, length);
  return made;
}

Ref make_exception(Store& store, TagInstance& tag, const Slot* slots) {
  ExceptionObject* const exception = store.heap().allocate_exception(tag);
  if (exception == nullptr) return null_ref;
  std::copy_n(slots, exception->slot_count, exception->slots());
  return to_ref(exception);
}

// -- atomics

namespace {

std::uint32_t code_of(platform::WaitOutcome outcome) {
  switch (outcome) {
    case platform::WaitOutcome::woken: return 0;
    case platform::WaitOutcome::different: return 1;
    case platform::WaitOutcome::timed_out: return 2;
  }
  return 0;
}

}  // namespace

std::uint32_t atomic_wait32(MemoryInstance& memory, std::uint64_t address, std::uint32_t expected,
                            std::int64_t timeout) {
  const auto* cell = reinterpret_cast<const std::uint32_t*>(memory.base + address);
  return code_of(memory.waiters->wait(cell, expected, timeout));
}

std::uint32_t atomic_wait64(MemoryInstance& memory, std::uint64_t address, std::uint64_t expected,
                            std::int64_t timeout) {
  const auto* cell = reinterpret_cast<const std::uint64_t*>(memory.base + address);
  return code_of(memory.waiters->wait(cell, expected, timeout));
}

std::uint32_t atomic_notify(MemoryInstance& memory, std::uint64_t address, std::uint32_t count) {
  // Nobody can wait on an unshared memory.
  return memory.is_shared() ? memory.waiters->notify(memory.base + address, count) : 0;
}

}  // namespace assay::runtime
