// What must hold for every text.
#pragma once

#include <string_view>

#include "fuzz/check/verdict.hpp"

namespace assay::fuzz {

/// Parses a text, as a module and as a script: an error at a line and column of it, or a module, for which everything
/// holds that check_module says.
Verdict check_text(std::string_view text);

}  // namespace assay::fuzz
