// The doors of the text format: modules and scripts.
#pragma once

#include <cstdint>
#include <string_view>

#include "text/script.hpp"
#include "text/source_map.hpp"
#include "wasm/error.hpp"
#include "wasm/feature.hpp"
#include "wasm/module.hpp"

namespace assay::text {

/// Whether identifiers become a name section. Names given by @name annotations always do.
enum class IdentifierNames : std::uint8_t { forget, keep };

struct ParseOptions {
  /// Instructions, types and limits of other proposals are refused. Without memory64, sizes are 32 bits wide.
  wasm::Features features{};
  IdentifierNames names = IdentifierNames::forget;
};

/// Parses one module: `(module ...)` with or without identifier, also its binary and quote forms, or its fields alone.
/// Errors: malformed with line and column and the suite's message; inside a quote form, line and column count within
/// the quoted text; inside a binary form, they are the form's and the detail tells the byte. The module is not
/// validated; unknown names are errors here, unknown indices are not. Linear in the text's size; nesting is limited by
/// memory only. spec: text-module
[[nodiscard]] wasm::Result<ParsedModule> parse_module(std::string_view source, const ParseOptions& options = {});

/// Parses a script, or the fields of one module as a script with one command. What is wrong inside a module stays with
/// that command (ScriptModule::parsed); anything else is an error here. Keeps nothing of the text. Linear.
[[nodiscard]] wasm::Result<Script> parse_script(std::string_view source, const ParseOptions& options = {});

/// Parses the text of a `(module quote ...)`. Lines and columns count within that text.
[[nodiscard]] wasm::Result<ParsedModule> parse_quoted(const ScriptModule& module, const ParseOptions& options = {});

/// The error with line and column in place of its offset in Module::bytes, where it has one.
[[nodiscard]] wasm::Error locate(const ParsedModule& module, wasm::Error error);

}  // namespace assay::text
