// Structures and arrays.
#pragma once

#include <cstddef>
#include <cstdint>

#include "validate/client.hpp"
#include "validate/read_indexes.hpp"
#include "validate/read_references.hpp"
#include "validate/subtyping.hpp"
#include "validate/tell.hpp"

namespace assay::validate {

// -- types and fields

template <class R>
const CanonicalType* read_struct_type(R& r) {
  const wasm::TypeIndex index(r.bytes.read_u32());
  return find_type(r, index, wasm::CompositeKind::struct_, message::not_a_structure_type);
}

template <class R>
const CanonicalType* read_array_type(R& r) {
  const wasm::TypeIndex index(r.bytes.read_u32());
  return find_type(r, index, wasm::CompositeKind::array, message::not_an_array_type);
}

inline const wasm::FieldType& element_of(const CanonicalType& array) {
  return array.sub.fields.front();
}

/// The reference an allocation gives.
inline wasm::ValueType allocated(const CanonicalType& type) {
  return reference_to(wasm::HeapType(type.id), wasm::Nullability::non_null);
}
/// The reference an access takes.
inline wasm::ValueType accessed(const CanonicalType& type) {
  return reference_to(wasm::HeapType(type.id), wasm::Nullability::nullable);
}

enum class Extension : std::uint8_t { none, sign_or_zero };

/// Packed fields are read with an extension, others without.
template <class R>
void check_extension(R& r, const wasm::FieldType& field, Extension extension) {
  const bool packed = field.storage.is_packed();
  if (r.violated(packed && extension == Extension::none)) r.invalid(message::field_packed);
  if (r.violated(!packed && extension != Extension::none)) r.invalid(message::field_not_packed);
}

template <class R>
void check_defaultable(R& r, const CanonicalType& type) {
  if (r.violated(!type.defaultable)) r.invalid(message::field_not_defaultable);
}

template <class R>
void check_mutable(R& r, const wasm::FieldType& field, const char* message) {
  if (r.violated(field.mutability == wasm::Mutability::constant)) r.invalid(message);
}

// -- structures

// spec: valid-struct.new
template <class R>
void read_struct_new(R& r) {
  const CanonicalType* type = read_struct_type(r);
  if (type == nullptr) return;
  const auto& fields = type->sub.fields;
  r.expect_top(fields.size(), [&](std::size_t i) { return unpacked(fields[i].storage); });
  const auto count = static_cast<std::uint32_t>(fields.size());
  const auto result = allocated(*type);
  if (r.live()) {
    r.client.allocate(r, wasm::Opcode::struct_new, Immediates{.index = type->id.value, .type = result}, count);
  }
  r.drop_top(count);
  r.push_fresh(result);
}

// spec: valid-struct.new_default
template <class R>
void read_struct_new_default(R& r) {
  const CanonicalType* type = read_struct_type(r);
  if (type == nullptr) return;
  check_defaultable(r, *type);
  const auto result = allocated(*type);
  tell_and_push(r, wasm::Opcode::struct_new_default, {.index = type->id.value, .type = result}, result);
}

/// Reads a field's index; null after an error.
template <class R>
const wasm::FieldType* read_field(R& r, const CanonicalType* type, std::uint32_t& index) {
  index = r.bytes.read_u32();
  if (type == nullptr) return nullptr;
  const auto& fields = type->sub.fields;
  if (r.violated(index >= fields.size())) [[unlikely]] {
    r.unknown(message::unknown_field, index, fields.size());
    return nullptr;
  }
  return &fields[index];
}

// spec: valid-struct.get
template <class R>
void read_struct_get(R& r, wasm::Opcode opcode, Extension extension) {
  const CanonicalType* type = read_struct_type(r);
  std::uint32_t index = 0;
  const wasm::FieldType* field = read_field(r, type, index);
  if (field == nullptr) return;
  check_extension(r, *field, extension);
  const auto structure = r.pop_val(accessed(*type));
  const wasm::ValueType result = unpacked(field->storage);
  tell_and_push(r, opcode, {.index = type->id.value, .second = index, .type = result}, result, structure.value);
}

// spec: valid-struct.set
template <class R>
void read_struct_set(R& r) {
  const CanonicalType* type = read_struct_type(r);
  std::uint32_t index = 0;
  const wasm::FieldType* field = read_field(r, type, index);
  if (field == nullptr) return;
  check_mutable(r, *field, message::immutable_field);
  const auto value = r.pop_val(unpacked(field->storage));
  const auto structure = r.pop_val(accessed(*type));
  tell(r, wasm::Opcode::struct_set, {.index = type->id.value, .second = index}, structure.value, value.value);
}

// -- arrays

// spec: valid-array.new
template <class R>
void read_array_new(R& r) {
  const CanonicalType* type = read_array_type(r);
  if (type == nullptr) return;
  const auto length = r.pop_val(wasm::i32);
  const auto value = r.pop_val(unpacked(element_of(*type).storage));
  const auto result = allocated(*type);
  tell_and_push(r, wasm::Opcode::array_new, {.index = type->id.value, .type = result}, result, value.value,
                length.value);
}

// spec: valid-array.new_default
template <class R>
void read_array_new_default(R& r) {
  const CanonicalType* type = read_array_type(r);
  if (type == nullptr) return;
  check_defaultable(r, *type);
  const auto length = r.pop_val(wasm::i32);
  const auto result = allocated(*type);
  tell_and_push(r, wasm::Opcode::array_new_default, {.index = type->id.value, .type = result}, result, length.value);
}

// spec: valid-array.new_fixed
template <class R>
void read_array_new_fixed(R& r) {
  const CanonicalType* type = read_array_type(r);
  const std::uint32_t count = r.bytes.read_u32();
  if (type == nullptr) return;
  if (r.violated(count > r.module().limits().array_new_fixed)) [[unlikely]]
    return r.beyond_limit("too many elements in array.new_fixed", count, r.module().limits().array_new_fixed);
  const wasm::ValueType element = unpacked(element_of(*type).storage);
  r.expect_top(count, [&](std::size_t) { return element; });
  const auto result = allocated(*type);
  if (r.live()) {
    const Immediates immediates{.index = type->id.value, .second = count, .type = result};
    r.client.allocate(r, wasm::Opcode::array_new_fixed, immediates, count);
  }
  r.drop_top(count);
  r.push_fresh(result);
}

/// Arrays made of bytes have elements of numbers or vectors.
template <class R>
void check_numeric(R& r, const CanonicalType& array) {
  if (r.violated(element_of(array).storage.is_reference())) r.invalid(message::array_not_numeric);
}

// spec: valid-array.new_data
template <class R>
void read_array_new_data(R& r) {
  const CanonicalType* type = read_array_type(r);
  const wasm::DataIndex segment(r.bytes.read_u32());
  if (type == nullptr || !has_data(r, segment)) return;
  check_numeric(r, *type);
  const auto length = r.pop_val(wasm::i32);
  const auto start = r.pop_val(wasm::i32);
  const auto result = allocated(*type);
  tell_and_push(r, wasm::Opcode::array_new_data, {.index = type->id.value, .second = segment.value, .type = result},
                result, start.value, length.value);
}

// spec: valid-array.new_elem
template <class R>
void read_array_new_elem(R& r) {
  const CanonicalType* type = read_array_type(r);
  const wasm::ElemIndex segment(r.bytes.read_u32());
  if (type == nullptr || !has_elem(r, segment)) return;
  r.require_match(r.module().element(segment), element_of(*type).storage);
  const auto length = r.pop_val(wasm::i32);
  const auto start = r.pop_val(wasm::i32);
  const auto result = allocated(*type);
  tell_and_push(r, wasm::Opcode::array_new_elem, {.index = type->id.value, .second = segment.value, .type = result},
                result, start.value, length.value);
}

// spec: valid-array.get
template <class R>
void read_array_get(R& r, wasm::Opcode opcode, Extension extension) {
  const CanonicalType* type = read_array_type(r);
  if (type == nullptr) return;
  check_extension(r, element_of(*type), extension);
  const auto index = r.pop_val(wasm::i32);
  const auto array = r.pop_val(accessed(*type));
  const wasm::ValueType result = unpacked(element_of(*type).storage);
  tell_and_push(r, opcode, {.index = type->id.value, .type = result}, result, array.value, index.value);
}

// spec: valid-array.set
template <class R>
void read_array_set(R& r) {
  const CanonicalType* type = read_array_type(r);
  if (type == nullptr) return;
  check_mutable(r, element_of(*type), message::immutable_array);
  const auto value = r.pop_val(unpacked(element_of(*type).storage));
  const auto index = r.pop_val(wasm::i32);
  const auto array = r.pop_val(accessed(*type));
  tell(r, wasm::Opcode::array_set, {.index = type->id.value}, array.value, index.value, value.value);
}

// spec: valid-array.len
template <class R>
void read_array_len(R& r) {
  const auto array = r.pop_val(reference_to(wasm::AbstractHeap::array, wasm::Nullability::nullable));
  tell_and_push(r, wasm::Opcode::array_len, {.type = wasm::i32}, wasm::i32, array.value);
}

// spec: valid-array.fill
template <class R>
void read_array_fill(R& r) {
  const CanonicalType* type = read_array_type(r);
  if (type == nullptr) return;
  check_mutable(r, element_of(*type), message::immutable_array);
  const auto count = r.pop_val(wasm::i32);
  const auto value = r.pop_val(unpacked(element_of(*type).storage));
  const auto index = r.pop_val(wasm::i32);
  const auto array = r.pop_val(accessed(*type));
  tell(r, wasm::Opcode::array_fill, {.index = type->id.value}, array.value, index.value, value.value, count.value);
}

// spec: valid-array.copy
template <class R>
void read_array_copy(R& r) {
  const CanonicalType* to = read_array_type(r);
  const CanonicalType* from = read_array_type(r);
  if (to == nullptr || from == nullptr) return;
  check_mutable(r, element_of(*to), message::immutable_array);
  if constexpr (R::checked) {
    const wasm::ValueType source = element_of(*from).storage;
    if (!matches(source, element_of(*to).storage, r.module().registry())) r.invalid(message::arrays_differ);
  }
  const auto count = r.pop_val(wasm::i32);
  const auto from_index = r.pop_val(wasm::i32);
  const auto from_array = r.pop_val(accessed(*from));
  const auto to_index = r.pop_val(wasm::i32);
  const auto to_array = r.pop_val(accessed(*to));
  tell(r, wasm::Opcode::array_copy, {.index = to->id.value, .second = from->id.value}, to_array.value, to_index.value,
       from_array.value, from_index.value, count.value);
}

/// The operands that array.init_data and array.init_elem have in common.
template <class R>
void read_array_init(R& r, wasm::Opcode opcode, const CanonicalType& type, std::uint32_t segment) {
  const auto count = r.pop_val(wasm::i32);
  const auto source = r.pop_val(wasm::i32);
  const auto index = r.pop_val(wasm::i32);
  const auto array = r.pop_val(accessed(type));
  tell(r, opcode, {.index = type.id.value, .second = segment}, array.value, index.value, source.value, count.value);
}

// spec: valid-array.init_data
template <class R>
void read_array_init_data(R& r) {
  const CanonicalType* type = read_array_type(r);
  const wasm::DataIndex segment(r.bytes.read_u32());
  if (type == nullptr || !has_data(r, segment)) return;
  check_mutable(r, element_of(*type), message::immutable_array);
  check_numeric(r, *type);
  read_array_init(r, wasm::Opcode::array_init_data, *type, segment.value);
}

// spec: valid-array.init_elem
template <class R>
void read_array_init_elem(R& r) {
  const CanonicalType* type = read_array_type(r);
  const wasm::ElemIndex segment(r.bytes.read_u32());
  if (type == nullptr || !has_elem(r, segment)) return;
  check_mutable(r, element_of(*type), message::immutable_array);
  r.require_match(r.module().element(segment), element_of(*type).storage);
  read_array_init(r, wasm::Opcode::array_init_elem, *type, segment.value);
}

}  // namespace assay::validate
