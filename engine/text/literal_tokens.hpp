// Literals where the grammar wants one: a token is taken and its value told, or the cursor fails.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "text/token_cursor.hpp"

namespace assay::text {

/// An unsigned integer of at most `most`; `message` if it is greater. spec: text-int
std::uint64_t parse_unsigned(TokenCursor& cursor, std::uint64_t most, const char* message);
std::uint32_t parse_u32(TokenCursor& cursor);

/// The bits of an integer, signed or not, of 32 or 64 bits.
std::uint64_t parse_integer(TokenCursor& cursor, unsigned width);

/// The bits of a float; integers will do. spec: text-float
std::uint32_t parse_f32(TokenCursor& cursor);
std::uint64_t parse_f64(TokenCursor& cursor);

/// Appends the values of all strings that are next, if any. Not necessarily UTF-8. spec: text-datastring
void append_strings(TokenCursor& cursor, std::string& value);

/// The value of one string. Not necessarily UTF-8.
std::string parse_string(TokenCursor& cursor);

}  // namespace assay::text
