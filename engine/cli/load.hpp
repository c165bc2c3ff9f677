// From a file to a module.
#pragma once

#include <string>

#include "cli/files.hpp"
#include "embedding/engine.hpp"
#include "text/parse.hpp"
#include "text/source_map.hpp"

namespace assay::cli {

/// A valid module and, where it came from text, the places of its parts there.
struct LoadedModule {
  embedding::ModuleHandle module;
  text::SourceMap positions;
};

/// Reads, decodes or parses, and validates. Identifiers of a text become names.
[[nodiscard]] wasm::Result<LoadedModule> load(embedding::Engine& engine, const std::string& path);

/// Decodes or parses, but does not validate.
[[nodiscard]] wasm::Result<text::ParsedModule> read_module(const Input& input, wasm::Features features,
                                                           text::IdentifierNames names);

}  // namespace assay::cli
