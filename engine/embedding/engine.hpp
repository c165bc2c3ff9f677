// The engine: what modules share. From bytes or text to a module in a store.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "embedding/config.hpp"
#include "runtime/store.hpp"
#include "text/parse.hpp"
#include "validate/validate.hpp"
#include "wasm/error.hpp"

namespace assay::embedding {

/// A validated module, shared by whoever instantiates it, in any store of its engine and from any thread.
using ModuleHandle = std::shared_ptr<const validate::ValidModule>;

/// Owns the canonical types and the choice of tier. Outlives its modules and stores; shared freely between threads.
class Engine {
 public:
  /// The dispatch of the config must be available in this build (interp::is_available).
  explicit Engine(const Config& config);
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// Decodes and validates a binary. Errors: malformed, invalid, limit, with byte offsets. spec: embed-module-decode,
  /// embed-module-validate
  wasm::Result<ModuleHandle> compile(std::vector<std::byte> bytes);
  /// Parses and validates text. Errors carry lines and columns. spec: embed-module-parse
  wasm::Result<ModuleHandle> compile(std::string_view text);
  /// Validates what has been parsed already.
  wasm::Result<ModuleHandle> compile(text::ParsedModule parsed);

  /// A new store, for one thread at a time. spec: embed-store-init
  [[nodiscard]] std::unique_ptr<runtime::Store> make_store();

  [[nodiscard]] const Config& config() const { return config_; }
  [[nodiscard]] validate::TypeRegistry& types() { return types_; }

 private:
  Config config_;
  validate::TypeRegistry types_;
  runtime::Tier tier_;
};

}  // namespace assay::embedding
