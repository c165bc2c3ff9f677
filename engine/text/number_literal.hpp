// Number literals: their grammar and their exact values.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace assay::text {

enum class NumberForm : std::uint8_t { none, integer, float_ };

/// Whether a run of characters is a number, and which kind; `none` for anything else.
/// spec: text-int, text-float
NumberForm number_form(std::string_view text);

/// The value of a well-formed unsigned integer, if at most `most`.
std::optional<std::uint64_t> unsigned_value(std::string_view text, std::uint64_t most);

/// The two's complement bits of a well-formed integer, signed or not, if they fit `width` bits (8, 16, 32 or 64);
/// higher bits are zero.
std::optional<std::uint64_t> integer_bits(std::string_view text, unsigned width);

/// The bits of a well-formed number, integers included, rounded to nearest, ties to even; nothing if that is infinite
/// or if the payload of a NaN does not fit. Linear. spec: text-float, aux-ieee
std::optional<std::uint32_t> f32_bits(std::string_view text);
std::optional<std::uint64_t> f64_bits(std::string_view text);

}  // namespace assay::text
