// What must hold for every sequence of bytes.
#pragma once

#include <cstddef>
#include <span>

#include "fuzz/check/verdict.hpp"
#include "wasm/module.hpp"

namespace assay::fuzz {

enum class Depth : std::uint8_t {
  decode,    ///< decoding and encoding only
  validate,  ///< and validation, printing and parsing
  run,       ///< and translation and running
};

/// Decodes bytes: an error at a place inside them, or a module that encodes to the same module. Validates it: an error
/// at a place inside, or a module that prints and parses to the same, and
/// runs to an end. With some features only, it is valid only if it is with all.
Verdict check_module(std::span<const std::byte> bytes, Depth depth = Depth::run);

}  // namespace assay::fuzz
