// Matching of heap types, composite types and external types.
#include "validate/subtyping.hpp"

#include <algorithm>

#include "base/enum_table.hpp"

namespace assay::validate {

using wasm::AbstractHeap;
using wasm::CompositeKind;
using wasm::HeapType;
using wasm::ValueType;

namespace {

struct HeapFacts {
  AbstractHeap top;
  std::uint32_t supers;  ///< bit for each abstract heap type it matches
};

consteval std::uint32_t set_of(auto... heaps) {
  return (0U | ... | (1U << static_cast<unsigned>(heaps)));
}

using enum AbstractHeap;
constexpr base::EnumTable<AbstractHeap, HeapFacts> heap_facts{{
    {func, {func, set_of(func)}},
    {nofunc, {func, set_of(nofunc, func)}},
    {extern_, {extern_, set_of(extern_)}},
    {noextern, {extern_, set_of(noextern, extern_)}},
    {any, {any, set_of(any)}},
    {eq, {any, set_of(eq, any)}},
    {i31, {any, set_of(i31, eq, any)}},
    {struct_, {any, set_of(struct_, eq, any)}},
    {array, {any, set_of(array, eq, any)}},
    {none, {any, set_of(none, i31, struct_, array, eq, any)}},
    {exn, {exn, set_of(exn)}},
    {noexn, {exn, set_of(noexn, exn)}},
    {bottom, {bottom, ~0U}},
}};

/// The least abstract heap type above the defined types of a kind.
AbstractHeap abstract_of(CompositeKind kind) {
  switch (kind) {
    case CompositeKind::func: return func;
    case CompositeKind::struct_: return struct_;
    case CompositeKind::array: return array;
  }
  return bottom;
}

/// The heap type below all defined types of a kind.
AbstractHeap bottom_of(CompositeKind kind) {
  return kind == CompositeKind::func ? nofunc : none;
}

bool abstract_matches(AbstractHeap sub, AbstractHeap super) {
  return (heap_facts[sub].supers >> static_cast<unsigned>(super) & 1U) != 0;
}

}  // namespace

AbstractHeap top_of(HeapType type, const TypeRegistry& types) {
  return heap_facts[type.is_index() ? abstract_of(types.type(type.index()).kind) : type.abstract()].top;
}

bool matches(HeapType sub, HeapType super, const TypeRegistry& types) {
  if (sub == super) return true;
  if (sub.is_index()) {
    if (super.is_index()) return types.is_subtype(sub.index(), super.index());
    return abstract_matches(abstract_of(types.type(sub.index()).kind), super.abstract());
  }
  if (super.is_index()) {
    return sub.abstract() == bottom || sub.abstract() == bottom_of(types.type(super.index()).kind);
  }
  return abstract_matches(sub.abstract(), super.abstract());
}

bool subtyping_detail::reference_matches(ValueType sub, ValueType super, const TypeRegistry& types) {
  return (!sub.is_nullable() || super.is_nullable()) && matches(sub.heap(), super.heap(), types);
}

bool matches(const wasm::FieldType& sub, const wasm::FieldType& super, const TypeRegistry& types) {
  if (sub.mutability != super.mutability) return false;
  if (sub.mutability == wasm::Mutability::variable) return sub.storage == super.storage;
  return matches(sub.storage, super.storage, types);
}

bool matches(const wasm::FuncType& sub, const wasm::FuncType& super, const TypeRegistry& types) {
  const auto match = [&](ValueType lower, ValueType upper) { return matches(lower, upper, types); };
  return std::ranges::equal(super.params, sub.params, match) && std::ranges::equal(sub.results, super.results, match);
}

bool composite_matches(const wasm::SubType& sub, const wasm::SubType& super, const TypeRegistry& types) {
  if (sub.kind != super.kind) return false;
  if (sub.kind == CompositeKind::func) return matches(sub.func, super.func, types);
  // A struct may have more fields than its supertype; arrays have one each.
  if (sub.fields.size() < super.fields.size()) return false;
  for (std::size_t i = 0; i < super.fields.size(); ++i) {
    if (!matches(sub.fields[i], super.fields[i], types)) return false;
  }
  return true;
}

bool matches(const wasm::Limits& provided, const wasm::Limits& required) {
  if (provided.address != required.address || provided.min < required.min) return false;
  return !required.max || (provided.max && *provided.max <= *required.max);
}

bool matches(const wasm::TableType& provided, const wasm::TableType& required) {
  return provided.element == required.element && matches(provided.limits, required.limits);
}

bool matches(const wasm::MemoryType& provided, const wasm::MemoryType& required) {
  return provided.sharing == required.sharing && provided.page_size_log2 == required.page_size_log2 &&
         matches(provided.limits, required.limits);
}

bool matches(const wasm::GlobalType& provided, const wasm::GlobalType& required, const TypeRegistry& types) {
  if (provided.mutability != required.mutability) return false;
  if (required.mutability == wasm::Mutability::variable) return provided.type == required.type;
  return matches(provided.type, required.type, types);
}

bool matches(const wasm::TagType& provided, const wasm::TagType& required) {
  return provided.type == required.type;
}

}  // namespace assay::validate
