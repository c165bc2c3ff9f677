// What modules import, by name: the host modules of a store, and how a module's imports are found among them.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "runtime/store.hpp"
#include "wasm/module.hpp"

namespace assay::embedding {

/// The exports of one module, or what a host provides as one.
using Exports = std::map<std::string, runtime::ExternValue, std::less<>>;
/// Modules by the name under which they can be imported from.
using Imports = std::map<std::string, Exports, std::less<>>;

/// An instance's exports by name. spec: embed-instance-export
[[nodiscard]] Exports exports_of(const runtime::ModuleInstance& instance);

/// What the module imports, in its order; or that something is missing (unlinkable: "unknown import", the detail naming
/// it). Types are checked by Store::instantiate.
[[nodiscard]] wasm::Result<std::vector<runtime::ExternValue>> resolve_imports(const wasm::Module& module,
                                                                              const Imports& imports);

/// Gets the values that a script's `print` function was called with.
using Print = std::function<void(std::span<const runtime::Value>)>;

/// The module `spectest` that the scripts of the official suite import from, as the reference interpreter has it:
/// print functions, constant globals, two tables, and memories of one page.
[[nodiscard]] Exports make_spectest_module(runtime::Store& store, const Print& print);

}  // namespace assay::embedding
