// Whether what is provided fits what a module imports.
#pragma once

#include <optional>
#include <span>

#include "runtime/instances.hpp"
#include "validate/module_types.hpp"
#include "wasm/error.hpp"

namespace assay::runtime {

/// Nothing when every import is provided for, in order, by a value of a matching type; else the first that is not:
/// unlinkable, "unknown import" or "incompatible import type", with module, field and the types in the detail. What is
/// left over is a usage error. spec: match-externtype
std::optional<wasm::Error> check_imports(const validate::ModuleTypes& module, std::span<const ExternValue> provided);

}  // namespace assay::runtime
