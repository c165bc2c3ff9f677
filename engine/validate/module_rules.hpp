// The rules for the parts of a module, in the order they are applied; each a function that tells the first fault.
#pragma once

#include <cstddef>
#include <string>

#include "validate/module_types.hpp"
#include "wasm/error.hpp"
#include "wasm/limits.hpp"
#include "wasm/module.hpp"

namespace assay::validate {

// Before anything is canonical: these see the module as it is written.

/// How many of each there are.
wasm::Result<void> check_limits(const wasm::Module& module, const wasm::ImplementationLimits& limits);
/// Indexes inside types, number and depth of supertypes: what canonicalization asks for.
wasm::Result<void> check_type_indexes(const wasm::Module& module, const wasm::ImplementationLimits& limits);
/// Types of functions, tables, memories, globals, tags and element segments, imported ones included.
wasm::Result<void> check_definitions(const wasm::Module& module, wasm::Features features);

// With canonical types.

/// Declared supertypes. spec: valid-subtype
wasm::Result<void> check_supertypes(const ModuleTypes& types);
/// Names, indexes, each name once; declares exported functions. spec: valid-export
wasm::Result<void> check_exports(ModuleTypes& types);
/// spec: valid-start
wasm::Result<void> check_start(const ModuleTypes& types);
/// Initial values and offsets of globals, tables, element and data segments; declares the functions they mention.
/// spec: valid-global, valid-table, valid-elem, valid-data
wasm::Result<void> check_initializers(ModuleTypes& types);
/// spec: valid-func
wasm::Result<void> check_bodies(const ModuleTypes& types);

/// A fault that has no place of its own.
std::unexpected<wasm::Error> refusal(wasm::ErrorKind kind, const char* message, std::string detail = {});
/// "index 7, of 3".
std::unexpected<wasm::Error> unknown(const char* message, std::size_t index, std::size_t count);

}  // namespace assay::validate
