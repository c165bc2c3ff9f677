// The proof that a module is valid, and the only way to it.
#pragma once

#include <memory>
#include <utility>

#include "validate/canonical_types.hpp"
#include "validate/module_types.hpp"
#include "wasm/error.hpp"
#include "wasm/feature.hpp"
#include "wasm/limits.hpp"
#include "wasm/module.hpp"

namespace assay::validate {

/// A module that validate() has accepted: whoever holds one need not check again. Owns the module and references on its
/// canonical types; the registry must outlive it.
class ValidModule {
 public:
  ValidModule(ValidModule&&) = default;
  ValidModule& operator=(ValidModule&&) = default;

  [[nodiscard]] const wasm::Module& module() const { return types_->module(); }
  /// The canonical types of all it defines and imports; what FunctionReader takes.
  [[nodiscard]] const ModuleTypes& types() const { return *types_; }
  /// The canonical id of a type of the module.
  [[nodiscard]] wasm::TypeIndex canonical(wasm::TypeIndex index) const { return types_->canonical(index); }

 private:
  explicit ValidModule(std::unique_ptr<const ModuleTypes> types) : types_(std::move(types)) {}
  friend wasm::Result<ValidModule> validate(wasm::Module module, TypeRegistry& registry, wasm::Features features,
                                            const wasm::ImplementationLimits& limits);

  std::unique_ptr<const ModuleTypes> types_;
};

/// Checks a module, bodies included. Errors: invalid or malformed with the suite's message, limit beyond `limits`; the
/// place is an offset into Module::bytes where there is one. Linear in the module's size, apart from the arity of what
/// calls and branches carry. spec: valid-module
[[nodiscard]] wasm::Result<ValidModule> validate(
    wasm::Module module, TypeRegistry& registry, wasm::Features features = {},
    const wasm::ImplementationLimits& limits = wasm::implementation_limits);

}  // namespace assay::validate
