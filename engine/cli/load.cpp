// From a file to a module.
#include "cli/load.hpp"

#include <utility>

#include "binary/decode.hpp"

namespace assay::cli {

wasm::Result<text::ParsedModule> read_module(const Input& input, wasm::Features features, text::IdentifierNames names) {
  if (!input.is_binary()) return text::parse_module(input.content, {.features = features, .names = names});
  auto module = binary::decode(input.bytes(), features);
  if (!module) return std::unexpected(std::move(module.error()));
  return text::ParsedModule{.module = std::move(*module), .positions = {}};
}

wasm::Result<LoadedModule> load(embedding::Engine& engine, const std::string& path) {
  auto input = read_input(path);
  if (!input) return std::unexpected(std::move(input.error()));
  auto read = read_module(*input, engine.config().features, text::IdentifierNames::keep);
  if (!read) return std::unexpected(std::move(read.error()));
  LoadedModule loaded{.module = nullptr, .positions = read->positions};
  auto module = engine.compile(std::move(*read));
  if (!module) return std::unexpected(std::move(module.error()));
  loaded.module = std::move(*module);
  return loaded;
}

}  // namespace assay::cli
