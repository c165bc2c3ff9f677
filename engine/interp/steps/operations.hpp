// Steps of tables, bulk memory, references, structs, arrays and exceptions.
//
// Bytes: result slot, first index, second index, type, operand slots. What the indexes mean is the translator's choice
// in translate_operation.cpp; for fields `second` is the byte offset in the object and `type` the storage type.
// Whatever may collect saves the state first and reads its operands from their slots afterwards.
#pragma once

#include "interp/state.hpp"
#include "runtime/heap.hpp"
#include "runtime/layout.hpp"
#include "runtime/operations.hpp"
#include "runtime/store.hpp"
#include "wasm/opcode.hpp"

namespace assay::interp {

using wasm::Opcode;

inline constexpr std::size_t index_at = 4;
inline constexpr std::size_t second_at = 8;
inline constexpr std::size_t type_at = 12;
inline constexpr std::size_t operands_at = 16;

/// Popped operands of the instructions that are executed here; -1 for all others.
constexpr int operation_arity(Opcode op) {
  switch (op) {  // NOLINT: most instructions are not operations
    case Opcode::table_size:
    case Opcode::elem_drop:
    case Opcode::memory_size:
    case Opcode::data_drop:
    case Opcode::ref_func:
    case Opcode::struct_new_default:
    case Opcode::atomic_fence: return 0;
    case Opcode::table_get:
    case Opcode::memory_grow:
    case Opcode::ref_is_null:
    case Opcode::ref_as_non_null:
    case Opcode::struct_get:
    case Opcode::struct_get_s:
    case Opcode::struct_get_u:
    case Opcode::array_new_default:
    case Opcode::array_len:
    case Opcode::ref_test:
    case Opcode::ref_test_null:
    case Opcode::ref_cast:
    case Opcode::ref_cast_null:
    case Opcode::ref_i31:
    case Opcode::i31_get_s:
    case Opcode::i31_get_u:
    case Opcode::struct_new:
    case Opcode::array_new_fixed: return 1;  // the last two: the first of the operands, which stand in a row
    case Opcode::table_set:
    case Opcode::table_grow:
    case Opcode::ref_eq:
    case Opcode::struct_set:
    case Opcode::array_new:
    case Opcode::array_new_data:
    case Opcode::array_new_elem:
    case Opcode::array_get:
    case Opcode::array_get_s:
    case Opcode::array_get_u: return 2;
    case Opcode::table_fill:
    case Opcode::table_copy:
    case Opcode::table_init:
    case Opcode::memory_fill:
    case Opcode::memory_copy:
    case Opcode::memory_init:
    case Opcode::array_set: return 3;
    case Opcode::array_fill:
    case Opcode::array_init_data:
    case Opcode::array_init_elem: return 4;
    case Opcode::array_copy: return 5;
    default: return -1;
  }
}

/// Whether the step may collect, so that its operands must lie in slots that the collector is told of.
constexpr bool may_collect(Opcode op) {
  switch (op) {  // NOLINT
    case Opcode::struct_new:
    case Opcode::struct_new_default:
    case Opcode::array_new:
    case Opcode::array_new_default:
    case Opcode::array_new_fixed:
    case Opcode::array_new_data:
    case Opcode::array_new_elem: return true;
    default: return false;
  }
}

constexpr runtime::Extend extend_of(Opcode op) {
  switch (op) {  // NOLINT
    case Opcode::struct_get_s:
    case Opcode::array_get_s: return runtime::Extend::sign;
    case Opcode::struct_get_u:
    case Opcode::array_get_u: return runtime::Extend::zero;
    default: return runtime::Extend::none;
  }
}

[[gnu::always_inline]] inline Slot* operand_slot(const State& s, std::size_t i) {
  return slot(s, operands_at + 4 * i);
}
[[gnu::always_inline]] inline std::uint32_t operand_u32(const State& s, std::size_t i) {
  return read_slot<std::uint32_t>(operand_slot(s, i));
}

/// An operand that is an address or a count in units of a memory or table: 32 bits unless the thing is 64-bit.
template <class Thing>
[[gnu::always_inline]] inline std::uint64_t operand_address(const State& s, std::size_t i, const Thing& thing) {
  const std::uint64_t value = *operand_slot(s, i);
  return thing.type.limits.address == wasm::AddressType::i64 ? value : value & 0xFFFF'FFFFU;
}
template <class Thing>
[[gnu::always_inline]] inline void write_address(State& s, std::uint64_t value, const Thing& thing) {
  write_slot(slot(s, 0), thing.type.limits.address == wasm::AddressType::i64 ? value : value & 0xFFFF'FFFFU);
}

[[gnu::always_inline]] inline runtime::TableInstance& table(const State& s, std::size_t at) {
  return *s.context->tables[operand<std::uint32_t>(s, at)];
}
[[gnu::always_inline]] inline runtime::MemoryInstance& memory(const State& s, std::size_t at) {
  return *s.context->memories[operand<std::uint32_t>(s, at)];
}
[[gnu::always_inline]] inline runtime::Object* object(const State& s, std::size_t i) {
  return runtime::as_pointer<runtime::Object>(*operand_slot(s, i));
}
[[gnu::always_inline]] inline runtime::Array* array(const State& s, std::size_t i) {
  return runtime::as_pointer<runtime::Array>(*operand_slot(s, i));
}
[[gnu::always_inline]] inline const validate::CanonicalType& heap_type(const State& s) {
  return s.context->store->types().type(wasm::TypeIndex(operand<std::uint32_t>(s, index_at)));
}
[[gnu::always_inline]] inline wasm::ValueType storage_type(const State& s) {
  return operand<wasm::ValueType>(s, type_at);
}

template <class T>
[[gnu::always_inline]] inline void write_reference(State& s, const T* pointer) {
  write_slot(slot(s, 0), runtime::to_ref(pointer));
}

/// Copies with the smaller address type of the two for counts. spec: valid-memory.copy
template <class Thing>
[[gnu::always_inline]] inline std::uint64_t copy_count(const State& s, const Thing& to, const Thing& from) {
  return to.type.limits.address == wasm::AddressType::i64 ? operand_address(s, 2, from) : operand_address(s, 2, to);
}

/// What the instruction does; the pc is advanced by `operation`.
template <Opcode op>
inline Trap perform(State& s) {
  using runtime::to_ref;
  constexpr auto null = runtime::null_ref;

  // -- tables
  if constexpr (op == Opcode::table_get) {
    const auto& t = table(s, index_at);
    const std::uint64_t i = operand_address(s, 0, t);
    if (i >= t.elements.size()) return Trap::out_of_bounds_table_access;
    write_slot(slot(s, 0), t.elements[static_cast<std::size_t>(i)]);
  } else if constexpr (op == Opcode::table_set) {
    auto& t = table(s, index_at);
    const std::uint64_t i = operand_address(s, 0, t);
    if (i >= t.elements.size()) return Trap::out_of_bounds_table_access;
    t.elements[static_cast<std::size_t>(i)] = *operand_slot(s, 1);
  } else if constexpr (op == Opcode::table_size) {
    const auto& t = table(s, index_at);
    write_address(s, t.elements.size(), t);
  } else if constexpr (op == Opcode::table_grow) {
    auto& t = table(s, index_at);
    write_address(s, runtime::grow(t, *operand_slot(s, 0), operand_address(s, 1, t)), t);
  } else if constexpr (op == Opcode::table_fill) {
    auto& t = table(s, index_at);
    return runtime::fill(t, operand_address(s, 0, t), *operand_slot(s, 1), operand_address(s, 2, t));
  } else if constexpr (op == Opcode::table_copy) {
    auto& to = table(s, index_at);
    auto& from = table(s, second_at);
    return runtime::copy(to, operand_address(s, 0, to), from, operand_address(s, 1, from), copy_count(s, to, from));
  } else if constexpr (op == Opcode::table_init) {
    auto& t = table(s, index_at);
    return runtime::init(t, operand_address(s, 0, t), s.context->elements[operand<std::uint32_t>(s, second_at)],
                         operand_u32(s, 1), operand_u32(s, 2));
  } else if constexpr (op == Opcode::elem_drop) {
    s.context->elements[operand<std::uint32_t>(s, index_at)].items = {};

    // -- memories
  } else if constexpr (op == Opcode::memory_size) {
    const auto& m = memory(s, index_at);
    write_address(s, m.pages(), m);
  } else if constexpr (op == Opcode::memory_grow) {
    auto& m = memory(s, index_at);
    write_address(s, runtime::grow(m, operand_address(s, 0, m)), m);
    reload_memory(s);
  } else if constexpr (op == Opcode::memory_fill) {
    auto& m = memory(s, index_at);
    return runtime::fill(m, operand_address(s, 0, m), static_cast<std::uint8_t>(operand_u32(s, 1)),
                         operand_address(s, 2, m));
  } else if constexpr (op == Opcode::memory_copy) {
    auto& to = memory(s, index_at);
    auto& from = memory(s, second_at);
    return runtime::copy(to, operand_address(s, 0, to), from, operand_address(s, 1, from), copy_count(s, to, from));
  } else if constexpr (op == Opcode::memory_init) {
    auto& m = memory(s, index_at);
    const auto& data = s.context->data[operand<std::uint32_t>(s, second_at)];
    return runtime::write(m, operand_address(s, 0, m), data.bytes, operand_u32(s, 1), operand_u32(s, 2), data.size);
  } else if constexpr (op == Opcode::data_drop) {
    s.context->data[operand<std::uint32_t>(s, index_at)].size = 0;
  } else if constexpr (op == Opcode::atomic_fence) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);

    // -- references
  } else if constexpr (op == Opcode::ref_func) {
    write_reference(s, s.context->functions[operand<std::uint32_t>(s, index_at)]);
  } else if constexpr (op == Opcode::ref_is_null) {
    write_slot(slot(s, 0), std::uint32_t{*operand_slot(s, 0) == null});
  } else if constexpr (op == Opcode::ref_as_non_null) {
    if (*operand_slot(s, 0) == null) return Trap::null_reference;
    write_slot(slot(s, 0), *operand_slot(s, 0));
  } else if constexpr (op == Opcode::ref_eq) {
    write_slot(slot(s, 0), std::uint32_t{*operand_slot(s, 0) == *operand_slot(s, 1)});
  } else if constexpr (op == Opcode::ref_test || op == Opcode::ref_test_null) {
    write_slot(slot(s, 0),
               std::uint32_t{runtime::matches(*operand_slot(s, 0), storage_type(s), s.context->store->types())});
  } else if constexpr (op == Opcode::ref_cast || op == Opcode::ref_cast_null) {
    if (!runtime::matches(*operand_slot(s, 0), storage_type(s), s.context->store->types())) return Trap::cast_failure;
    write_slot(slot(s, 0), *operand_slot(s, 0));
  } else if constexpr (op == Opcode::ref_i31) {
    write_slot(slot(s, 0), runtime::make_i31(operand_u32(s, 0)));
  } else if constexpr (op == Opcode::i31_get_s) {
    if (*operand_slot(s, 0) == null) return Trap::null_i31_reference;
    write_slot(slot(s, 0), runtime::i31_signed(*operand_slot(s, 0)));
  } else if constexpr (op == Opcode::i31_get_u) {
    if (*operand_slot(s, 0) == null) return Trap::null_i31_reference;
    write_slot(slot(s, 0), runtime::i31_unsigned(*operand_slot(s, 0)));

    // -- structs
  } else if constexpr (op == Opcode::struct_new_default) {
    save_inside(s);
    runtime::Object* made = s.context->store->heap().allocate_struct(heap_type(s));
    if (made == nullptr) return Trap::allocation_failure;
    write_reference(s, made);
  } else if constexpr (op == Opcode::struct_new) {
    save_inside(s);
    const validate::CanonicalType& type = heap_type(s);
    runtime::Object* made = s.context->store->heap().allocate_struct(type);
    if (made == nullptr) return Trap::allocation_failure;
    const Slot* from = operand_slot(s, 0);
    for (std::uint32_t i = 0; i < type.sub.fields.size(); ++i) {
      const wasm::ValueType storage = type.sub.fields[i].storage;
      runtime::store_field(made->bytes() + runtime::field_offset(type, i), storage, from);
      from += wasm::slot_count(storage);
    }
    write_reference(s, made);
  } else if constexpr (op == Opcode::struct_get || op == Opcode::struct_get_s || op == Opcode::struct_get_u) {
    const runtime::Object* from = object(s, 0);
    if (from == nullptr) return Trap::null_structure_reference;
    runtime::load_field(from->bytes() + operand<std::uint32_t>(s, second_at), storage_type(s), extend_of(op),
                        slot(s, 0));
  } else if constexpr (op == Opcode::struct_set) {
    runtime::Object* to = object(s, 0);
    if (to == nullptr) return Trap::null_structure_reference;
    runtime::store_field(to->bytes() + operand<std::uint32_t>(s, second_at), storage_type(s), operand_slot(s, 1));

    // -- arrays
  } else if constexpr (op == Opcode::array_new || op == Opcode::array_new_default || op == Opcode::array_new_fixed) {
    save_inside(s);
    std::uint64_t length = 0;
    if constexpr (op == Opcode::array_new) length = operand_u32(s, 1);
    if constexpr (op == Opcode::array_new_default) length = operand_u32(s, 0);
    if constexpr (op == Opcode::array_new_fixed) length = operand<std::uint32_t>(s, second_at);
    runtime::Array* made = s.context->store->heap().allocate_array(heap_type(s), length);
    if (made == nullptr) return Trap::allocation_failure;
    if constexpr (op == Opcode::array_new) {
      static_cast<void>(runtime::array_fill(*made, 0, operand_slot(s, 0), length));
    }
    if constexpr (op == Opcode::array_new_fixed) {
      const wasm::ValueType storage = storage_type(s);
      const Slot* from = operand_slot(s, 0);
      for (std::uint64_t i = 0; i < length; ++i) {
        runtime::store_field(made->elements() + i * wasm::byte_size(storage), storage, from);
        from += wasm::slot_count(storage);
      }
    }
    write_reference(s, made);
  } else if constexpr (op == Opcode::array_new_data) {
    const auto& data = s.context->data[operand<std::uint32_t>(s, second_at)];
    const std::uint64_t from = operand_u32(s, 0);
    const std::uint64_t length = operand_u32(s, 1);
    if (from + length * wasm::byte_size(storage_type(s)) > data.size) return Trap::out_of_bounds_memory_access;
    save_inside(s);
    runtime::Array* made = s.context->store->heap().allocate_array(heap_type(s), length);
    if (made == nullptr) return Trap::allocation_failure;
    static_cast<void>(runtime::array_init_data(*made, 0, data, from, length));
    write_reference(s, made);
  } else if constexpr (op == Opcode::array_new_elem) {
    const auto& elements = s.context->elements[operand<std::uint32_t>(s, second_at)];
    const std::uint64_t from = operand_u32(s, 0);
    const std::uint64_t length = operand_u32(s, 1);
    if (from + length > elements.items.size()) return Trap::out_of_bounds_table_access;
    save_inside(s);
    runtime::Array* made = s.context->store->heap().allocate_array(heap_type(s), length);
    if (made == nullptr) return Trap::allocation_failure;
    static_cast<void>(runtime::array_init_elem(*made, 0, elements, from, length));
    write_reference(s, made);
  } else if constexpr (op == Opcode::array_get || op == Opcode::array_get_s || op == Opcode::array_get_u) {
    const runtime::Array* from = array(s, 0);
    if (from == nullptr) return Trap::null_array_reference;
    const std::uint32_t i = operand_u32(s, 1);
    if (i >= from->length) return Trap::out_of_bounds_array_access;
    const wasm::ValueType storage = storage_type(s);
    runtime::load_field(from->elements() + std::size_t{i} * wasm::byte_size(storage), storage, extend_of(op),
                        slot(s, 0));
  } else if constexpr (op == Opcode::array_set) {
    runtime::Array* to = array(s, 0);
    if (to == nullptr) return Trap::null_array_reference;
    const std::uint32_t i = operand_u32(s, 1);
    if (i >= to->length) return Trap::out_of_bounds_array_access;
    const wasm::ValueType storage = storage_type(s);
    runtime::store_field(to->elements() + std::size_t{i} * wasm::byte_size(storage), storage, operand_slot(s, 2));
  } else if constexpr (op == Opcode::array_len) {
    const runtime::Array* of = array(s, 0);
    if (of == nullptr) return Trap::null_array_reference;
    write_slot(slot(s, 0), static_cast<std::uint32_t>(of->length));
  } else if constexpr (op == Opcode::array_fill) {
    runtime::Array* to = array(s, 0);
    if (to == nullptr) return Trap::null_array_reference;
    return runtime::array_fill(*to, operand_u32(s, 1), operand_slot(s, 2), operand_u32(s, 3));
  } else if constexpr (op == Opcode::array_copy) {
    runtime::Array* to = array(s, 0);
    const runtime::Array* from = array(s, 2);
    if (to == nullptr || from == nullptr) return Trap::null_array_reference;
    return runtime::array_copy(*to, operand_u32(s, 1), *from, operand_u32(s, 3), operand_u32(s, 4));
  } else if constexpr (op == Opcode::array_init_data) {
    runtime::Array* to = array(s, 0);
    if (to == nullptr) return Trap::null_array_reference;
    return runtime::array_init_data(*to, operand_u32(s, 1), s.context->data[operand<std::uint32_t>(s, second_at)],
                                    operand_u32(s, 2), operand_u32(s, 3));
  } else if constexpr (op == Opcode::array_init_elem) {
    runtime::Array* to = array(s, 0);
    if (to == nullptr) return Trap::null_array_reference;
    return runtime::array_init_elem(*to, operand_u32(s, 1), s.context->elements[operand<std::uint32_t>(s, second_at)],
                                    operand_u32(s, 2), operand_u32(s, 3));
  } else {
    static_assert(op == Opcode::count_, "an instruction with an arity but without a step");
  }
  return Trap::none;
}

template <Opcode op>
[[gnu::always_inline]] inline Exit operation(State& s) {
  if (const Trap ended = perform<op>(s); ended != Trap::none) [[unlikely]]
    return trap(ended);
  s.pc += words(operands_at + 4 * static_cast<std::size_t>(operation_arity(op)));
  return Exit::next;
}

// -- exceptions. Bytes: first payload slot (or the reference's slot), tag.

inline Exit throw_step(State& s) {
  save_inside(s);
  runtime::Store& store = *s.context->store;
  const runtime::Ref made = runtime::make_exception(store, *s.context->tags[operand<std::uint32_t>(s, 4)], slot(s, 0));
  if (made == runtime::null_ref) return trap(Trap::allocation_failure);
  store.machine.exception = made;
  return Exit::exception;
}

inline Exit throw_ref_step(State& s) {
  const runtime::Ref thrown = *slot(s, 0);
  if (thrown == runtime::null_ref) return trap(Trap::null_exception_reference);
  s.context->machine->exception = thrown;
  return Exit::exception;
}

}  // namespace assay::interp
