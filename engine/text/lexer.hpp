// From characters to tokens.
#pragma once

#include <string_view>

#include "text/token.hpp"
#include "wasm/error.hpp"

namespace assay::text {

/// Cuts a whole text into tokens, in linear time. Fails only for a text that is not UTF-8 or too large; everything else
/// that is wrong becomes a token of kind error at its place, so that what stands before it is judged first.
/// Annotations without a meaning for us are checked and dropped. spec: text-lexical
wasm::Result<TokenList> tokenize(std::string_view source);

}  // namespace assay::text
