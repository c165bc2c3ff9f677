// Values on the command line: arguments in, results out.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runtime/store.hpp"

namespace assay::cli {

/// An argument of the given type in the words of the text format: integers of either sign in decimal or hexadecimal,
/// floats, a v128 as 0x and up to 32 digits, `null` for nullable references. Nothing if it is none.
[[nodiscard]] std::optional<runtime::Value> parse_value(std::string_view word, wasm::ValueType type);

/// A result: integers as signed decimals, floats so that they parse back to the same bits, v128 in hexadecimal,
/// references in words.
[[nodiscard]] std::string print_value(const runtime::Value& value);

}  // namespace assay::cli
