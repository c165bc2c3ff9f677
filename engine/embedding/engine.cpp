// The engine: what modules share.
#include "embedding/engine.hpp"

#include "binary/decode.hpp"
#include "interp/interpreter.hpp"

namespace assay::embedding {

Engine::Engine(const Config& config) : config_(config), tier_(interp::make_tier(config_.interpreter)) {}

namespace {

wasm::Result<ModuleHandle> share(wasm::Result<validate::ValidModule> valid) {
  if (!valid) return std::unexpected(std::move(valid.error()));
  return std::make_shared<const validate::ValidModule>(std::move(*valid));
}

}  // namespace

wasm::Result<ModuleHandle> Engine::compile(std::vector<std::byte> bytes) {
  auto module = binary::decode(std::move(bytes), config_.features);
  if (!module) return std::unexpected(std::move(module.error()));
  return share(validate::validate(std::move(*module), types_, config_.features));
}

wasm::Result<ModuleHandle> Engine::compile(text::ParsedModule parsed) {
  auto valid = share(validate::validate(std::move(parsed.module), types_, config_.features));
  if (!valid) return std::unexpected(text::locate(parsed, std::move(valid.error())));
  return valid;
}

wasm::Result<ModuleHandle> Engine::compile(std::string_view text) {
  auto parsed = text::parse_module(text, {.features = config_.features});
  if (!parsed) return std::unexpected(std::move(parsed.error()));
  return compile(std::move(*parsed));
}

std::unique_ptr<runtime::Store> Engine::make_store() {
  return std::make_unique<runtime::Store>(types_, tier_, config_.store);
}

}  // namespace assay::embedding
