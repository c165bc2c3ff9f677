// What is known about a module when its code is read: the types of everything it defines and imports, canonical.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/index.hpp"
#include "validate/canonical_types.hpp"
#include "wasm/feature.hpp"
#include "wasm/limits.hpp"
#include "wasm/module.hpp"
#include "wasm/types.hpp"

namespace assay::validate {

/// The context C of the specification's rules, for a whole module. It owns the module, and one reference on each of the
/// module's recursion groups, until it is destroyed; neither moves. spec: context
///
/// Types as the module writes them have indexes into its type section; types told by this class are canonical.
class ModuleTypes {
 public:
  ModuleTypes(wasm::Module module, TypeRegistry& registry, wasm::Features features, wasm::ImplementationLimits limits);
  ~ModuleTypes();
  ModuleTypes(const ModuleTypes&) = delete;
  ModuleTypes& operator=(const ModuleTypes&) = delete;

  [[nodiscard]] const wasm::Module& module() const { return module_; }
  [[nodiscard]] TypeRegistry& registry() const { return registry_; }
  [[nodiscard]] wasm::Features features() const { return features_; }
  [[nodiscard]] const wasm::ImplementationLimits& limits() const { return limits_; }

  // From the module's indexes to canonical types. The module's index must exist.
  [[nodiscard]] bool has(wasm::TypeIndex index) const { return ids_.contains(index); }
  [[nodiscard]] wasm::TypeIndex canonical(wasm::TypeIndex index) const { return ids_[index]; }
  [[nodiscard]] wasm::HeapType canonical(wasm::HeapType type) const {
    return type.is_index() ? wasm::HeapType(ids_[type.index()]) : type;
  }
  [[nodiscard]] wasm::ValueType canonical(wasm::ValueType type) const {
    if (!type.is_reference() || !type.heap().is_index()) return type;
    return wasm::ValueType::reference(canonical(type.heap()), type.nullability());
  }
  /// The defined type with this canonical id.
  [[nodiscard]] const CanonicalType& type(wasm::TypeIndex id) const { return registry_.type(id); }

  // Types of what the module has, in its index spaces.
  [[nodiscard]] const CanonicalType& function(wasm::FuncIndex index) const { return *functions_[index]; }
  [[nodiscard]] const wasm::FuncType& signature(wasm::FuncIndex index) const { return functions_[index]->sub.func; }
  [[nodiscard]] const wasm::TableType& table(wasm::TableIndex index) const { return tables_[index]; }
  [[nodiscard]] const wasm::MemoryType& memory(wasm::MemoryIndex index) const { return module_.memories[index]; }
  [[nodiscard]] const wasm::GlobalType& global(wasm::GlobalIndex index) const { return globals_[index]; }
  [[nodiscard]] const CanonicalType& tag(wasm::TagIndex index) const { return *tags_[index]; }
  [[nodiscard]] wasm::ValueType element(wasm::ElemIndex index) const { return elements_[index]; }

  /// Whether the function occurs outside of bodies, so that ref.func may name it. spec: context (refs)
  [[nodiscard]] bool is_declared(wasm::FuncIndex index) const { return declared_[index.value]; }

  /// A canonical type in the words of the text format, with the module's own indexes. Linear: for messages.
  [[nodiscard]] std::string describe(wasm::ValueType canonical) const;

  // For validate() alone, in this order.
  void canonicalize_types();
  void canonicalize_definitions();
  void declare(wasm::FuncIndex index) { declared_[index.value] = true; }

 private:
  wasm::Module module_;
  TypeRegistry& registry_;
  wasm::Features features_;
  wasm::ImplementationLimits limits_;
  base::IndexedVector<wasm::TypeIndex, wasm::TypeIndex> ids_;
  base::IndexedVector<wasm::FuncIndex, const CanonicalType*> functions_;
  base::IndexedVector<wasm::TableIndex, wasm::TableType> tables_;
  base::IndexedVector<wasm::GlobalIndex, wasm::GlobalType> globals_;
  base::IndexedVector<wasm::TagIndex, const CanonicalType*> tags_;
  base::IndexedVector<wasm::ElemIndex, wasm::ValueType> elements_;
  std::vector<bool> declared_;
};

}  // namespace assay::validate
