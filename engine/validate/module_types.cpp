// Canonicalizing what a module says about types.
#include "validate/module_types.hpp"

#include <utility>

namespace assay::validate {

using wasm::TypeIndex;

ModuleTypes::ModuleTypes(wasm::Module module, TypeRegistry& registry, wasm::Features features,
                         wasm::ImplementationLimits limits)
    : module_(std::move(module)),
      registry_(registry),
      features_(features),
      limits_(limits),
      declared_(module_.functions.size()) {}

ModuleTypes::~ModuleTypes() {
  // As many ids as were canonicalized: none where validation ended before.
  std::vector<TypeIndex> groups;
  for (const wasm::RecGroup& group : module_.rec_groups) {
    if (group.count != 0 && ids_.contains(group.first)) groups.push_back(ids_[group.first]);
  }
  registry_.release(groups);
}

void ModuleTypes::canonicalize_types() {
  ids_ = registry_.intern(module_.types, module_.rec_groups);
}

void ModuleTypes::canonicalize_definitions() {
  functions_.reserve(module_.functions.size());
  for (const wasm::Function& function : module_.functions) functions_.push_back(&type(canonical(function.type)));
  tables_.reserve(module_.tables.size());
  for (const wasm::Table& table : module_.tables) {
    tables_.push_back({.element = canonical(table.type.element), .limits = table.type.limits});
  }
  globals_.reserve(module_.globals.size());
  for (const wasm::Global& global : module_.globals) {
    globals_.push_back({.type = canonical(global.type.type), .mutability = global.type.mutability});
  }
  tags_.reserve(module_.tags.size());
  for (const wasm::TagType& tag : module_.tags) tags_.push_back(&type(canonical(tag.type)));
  elements_.reserve(module_.elements.size());
  for (const wasm::ElementSegment& segment : module_.elements) elements_.push_back(canonical(segment.type));
}

std::string ModuleTypes::describe(wasm::ValueType canonical) const {
  if (!canonical.is_reference() || !canonical.heap().is_index()) return wasm::to_string(canonical);
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    if (ids_[TypeIndex(i)] != canonical.heap().index()) continue;
    return wasm::to_string(wasm::ValueType::reference(wasm::HeapType(TypeIndex(i)), canonical.nullability()));
  }
  return wasm::to_string(canonical);
}

}  // namespace assay::validate
