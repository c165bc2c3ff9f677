// From a binary module's bytes to a Module.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "wasm/error.hpp"
#include "wasm/feature.hpp"
#include "wasm/module.hpp"

namespace assay::binary {

/// Decodes a module and keeps its bytes (Module::bytes). Bodies and expressions remain ranges of them: what is wrong
/// inside a body is found by the validator, what is wrong with an expression's extent here.
/// Errors: malformed, with the suite's message and the byte offset; limit, beyond wasm::implementation_limits.
/// Linear in time; takes at most 64 bytes of memory per byte of input. spec: binary-module
[[nodiscard]] wasm::Result<wasm::Module> decode(std::vector<std::byte> bytes, wasm::Features features = {});

/// The same for bytes that belong to someone else: copies them.
[[nodiscard]] wasm::Result<wasm::Module> decode_copy(std::span<const std::byte> bytes, wasm::Features features = {});

}  // namespace assay::binary
