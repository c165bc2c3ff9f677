// Indexes and types in immediates: read, looked up, refused when there is nothing there.
#pragma once

#include <cstdint>

#include "binary/immediates.hpp"
#include "validate/control_stack.hpp"
#include "validate/messages.hpp"
#include "validate/module_types.hpp"
#include "wasm/types.hpp"

namespace assay::validate {

// Each find tells what there is at an index; null after "unknown ...".

template <class R>
const CanonicalType* find_type(R& r, wasm::TypeIndex index) {
  if (r.violated(!r.module().has(index))) [[unlikely]] {
    r.unknown(message::unknown_type, index.value, r.module().module().types.size());
    return nullptr;
  }
  return &r.module().type(r.module().canonical(index));
}

/// As find_type, of one kind; `message` says what it is not.
template <class R>
const CanonicalType* find_type(R& r, wasm::TypeIndex index, wasm::CompositeKind kind, const char* message) {
  const CanonicalType* type = find_type(r, index);
  if (type != nullptr && r.violated(type->kind != kind)) [[unlikely]] {
    r.invalid(message, "type", index.value);
    return nullptr;
  }
  return type;
}

template <class R>
const CanonicalType* find_function_type(R& r, wasm::TypeIndex index) {
  return find_type(r, index, wasm::CompositeKind::func, message::not_a_function_type);
}

template <class R>
const CanonicalType* find_function(R& r, wasm::FuncIndex index) {
  const auto& functions = r.module().module().functions;
  if (r.violated(!functions.contains(index))) [[unlikely]] {
    r.unknown(message::unknown_function, index.value, functions.size());
    return nullptr;
  }
  return &r.module().function(index);
}

template <class R>
const wasm::TableType* find_table(R& r, wasm::TableIndex index) {
  const auto& tables = r.module().module().tables;
  if (r.violated(!tables.contains(index))) [[unlikely]] {
    r.unknown(message::unknown_table, index.value, tables.size());
    return nullptr;
  }
  return &r.module().table(index);
}

template <class R>
const wasm::MemoryType* find_memory(R& r, wasm::MemoryIndex index) {
  const auto& memories = r.module().module().memories;
  if (r.violated(!memories.contains(index))) [[unlikely]] {
    r.unknown(message::unknown_memory, index.value, memories.size());
    return nullptr;
  }
  return &r.module().memory(index);
}

template <class R>
const wasm::GlobalType* find_global(R& r, wasm::GlobalIndex index) {
  const auto& globals = r.module().module().globals;
  if (r.violated(!globals.contains(index))) [[unlikely]] {
    r.unknown(message::unknown_global, index.value, globals.size());
    return nullptr;
  }
  return &r.module().global(index);
}

template <class R>
const CanonicalType* find_tag(R& r, wasm::TagIndex index) {
  const auto& tags = r.module().module().tags;
  if (r.violated(!tags.contains(index))) [[unlikely]] {
    r.unknown(message::unknown_tag, index.value, tags.size());
    return nullptr;
  }
  return &r.module().tag(index);
}

/// Whether there is such an element segment.
template <class R>
bool has_elem(R& r, wasm::ElemIndex index) {
  const auto& elements = r.module().module().elements;
  if (r.violated(!elements.contains(index))) [[unlikely]] {
    r.unknown(message::unknown_elem_segment, index.value, elements.size());
    return false;
  }
  return true;
}

/// Whether there is such a data segment. One pass over a binary module does not know yet, hence the data count section,
/// without which the module is malformed.
template <class R>
bool has_data(R& r, wasm::DataIndex index) {
  const wasm::Module& module = r.module().module();
  if (r.violated(!module.data_count)) [[unlikely]] {
    r.malformed(message::data_count_required);
    return false;
  }
  if (r.violated(!module.data.contains(index))) [[unlikely]] {
    r.unknown(message::unknown_data_segment, index.value, module.data.size());
    return false;
  }
  return true;
}

/// A type as written becomes a canonical one; bottom after an error.
template <class R>
wasm::ValueType resolve(R& r, wasm::ValueType written) {
  if (!r.ok()) return wasm::bottom;
  if (r.violated(!r.module().features().has(binary::feature_of(written)))) [[unlikely]] {
    r.malformed(binary::message::malformed_reference_type);
    return wasm::bottom;
  }
  if (!written.is_reference() || !written.heap().is_index()) return written;
  if (find_type(r, written.heap().index()) == nullptr) return wasm::bottom;
  return r.module().canonical(written);
}

/// Reads a heap type and gives the canonical reference type to it; bottom after an error.
template <class R>
wasm::ValueType read_reference_to_heap_type(R& r, wasm::Nullability nullability) {
  const wasm::HeapType heap = binary::read_heap_type(r.bytes);
  return resolve(r, wasm::ValueType::reference(heap, nullability));
}

/// spec: valid-blocktype
template <class R>
BlockSignature read_block_signature(R& r) {
  const binary::BlockType written = binary::read_block_type(r.bytes);
  BlockSignature signature;
  switch (written.kind) {
    case binary::BlockType::Kind::empty: break;
    case binary::BlockType::Kind::value: signature.single = resolve(r, written.value); break;
    case binary::BlockType::Kind::index:
      if (!r.ok()) break;
      if (r.violated(!r.module().features().has(wasm::Feature::multi_value))) [[unlikely]] {
        r.malformed("malformed block type");
      } else if (const CanonicalType* type = find_function_type(r, written.index); type != nullptr) {
        signature.type = &type->sub.func;
      }
      break;
  }
  return signature;
}

}  // namespace assay::validate
