// Values as literals that the lexer reads back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay::text {

/// The shortest decimal that means these bits; NaNs with their payload.
std::string f32_text(std::uint32_t bits);
std::string f64_text(std::uint64_t bits);

/// What may stand in a string unescaped.
enum class Unescaped : std::uint8_t {
  ascii,  ///< printable ASCII
  utf8,   ///< and any character beyond ASCII: for texts that are UTF-8
};

/// Appends a string literal with this value.
void append_literal(std::string& out, std::string_view value, Unescaped unescaped);

/// `$name`, quoted if need be. `name` is UTF-8 and not empty.
std::string identifier_text(std::string_view name);

}  // namespace assay::text
