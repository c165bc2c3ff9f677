// Values as words: arguments read, results written.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "runtime/store.hpp"
#include "wasm/types.hpp"

namespace assay::cli {

/// The value of `type` that a word means, in the text format's notation: integers and floats of any form, 0x and up to
/// 32 digits for v128, `null` for nullable references, and a number for the host value of an externref or for an i31.
/// Nothing if it means none. May allocate in the store's heap.
[[nodiscard]] std::optional<runtime::Value> read_value(std::string_view word, wasm::ValueType type,
                                                       runtime::Store& store);

/// A value as a word or a few: integers signed, floats in the shortest form that reads back as the same bits, v128 as
/// 0x and 32 digits, the low lane last, references by what they are.
[[nodiscard]] std::string write_value(const runtime::Value& value);

/// The values, separated by spaces.
[[nodiscard]] std::string write_values(std::span<const runtime::Value> values);

}  // namespace assay::cli
