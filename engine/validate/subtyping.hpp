// When one type may stand where another is expected. All types here are canonical.
#pragma once

#include <array>
#include <cstdint>

#include "validate/canonical_types.hpp"
#include "wasm/types.hpp"

namespace assay::validate {

/// The four hierarchies of heap types, named by their tops; `bottom` lies in all.
wasm::AbstractHeap top_of(wasm::HeapType type, const TypeRegistry& types);

/// spec: match-heaptype. Constant time.
bool matches(wasm::HeapType sub, wasm::HeapType super, const TypeRegistry& types);

namespace subtyping_detail {
bool reference_matches(wasm::ValueType sub, wasm::ValueType super, const TypeRegistry& types);
}

/// spec: match-valtype. The bottom type matches all. Constant time.
inline bool matches(wasm::ValueType sub, wasm::ValueType super, const TypeRegistry& types) {
  if (sub == super) return true;
  if (sub.is_reference() && super.is_reference()) return subtyping_detail::reference_matches(sub, super, types);
  return sub == wasm::bottom;
}

/// The type without null. What unreachable code has there, of any type, is a reference at least.
inline wasm::ValueType non_null(wasm::ValueType reference) {
  const wasm::HeapType heap = reference.is_reference() ? reference.heap() : wasm::AbstractHeap::bottom;
  return wasm::ValueType::reference(heap, wasm::Nullability::non_null);
}
/// The reference type with null.
inline wasm::ValueType nullable(wasm::ValueType reference) {
  return wasm::ValueType::reference(reference.heap(), wasm::Nullability::nullable);
}

/// The type of the references in `from` that are not in `to`. spec: aux-reftypediff
inline wasm::ValueType difference(wasm::ValueType from, wasm::ValueType to) {
  return wasm::ValueType::reference(from.heap(), to.is_nullable() ? wasm::Nullability::non_null : from.nullability());
}

/// spec: match-fieldtype. Mutable fields match only when equal.
bool matches(const wasm::FieldType& sub, const wasm::FieldType& super, const TypeRegistry& types);
/// spec: match-functype. Parameters the other way round.
bool matches(const wasm::FuncType& sub, const wasm::FuncType& super, const TypeRegistry& types);
/// spec: match-comptype. The composite types alone: finality and declared supertypes are not looked at.
bool composite_matches(const wasm::SubType& sub, const wasm::SubType& super, const TypeRegistry& types);

// What an import accepts. spec: match-externtype

/// The provided limits must lie inside the required ones.
bool matches(const wasm::Limits& provided, const wasm::Limits& required);
bool matches(const wasm::TableType& provided, const wasm::TableType& required);
bool matches(const wasm::MemoryType& provided, const wasm::MemoryType& required);
bool matches(const wasm::GlobalType& provided, const wasm::GlobalType& required, const TypeRegistry& types);
bool matches(const wasm::TagType& provided, const wasm::TagType& required);
/// Functions by the canonical ids of their types.
inline bool function_matches(wasm::TypeIndex provided, wasm::TypeIndex required, const TypeRegistry& types) {
  return types.is_subtype(provided, required);
}

}  // namespace assay::validate
