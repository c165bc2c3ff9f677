// What the parsers of modules and of scripts share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "text/parse.hpp"
#include "text/token.hpp"

namespace assay::text {

/// Parses the fields of a module, which begin at position `start` and must be followed by `terminator`.
wasm::Result<ParsedModule> parse_fields(const TokenList& list, std::uint32_t start, const Token* identifier,
                                        TokenKind terminator, const ParseOptions& options);

std::vector<std::byte> bytes_of(std::string_view text);

}  // namespace assay::text
