// Translates a script for engines that read no text: commands as JSON, modules as binary files beside it.
#pragma once

#include <string>

#include "wasm/error.hpp"

namespace assay::spectest {

/// Writes `folder/STEM.json` and `folder/STEM.N.wasm`, the stem being that of the script's file name. The form is that
/// of wabt's wast2json, extended as spectest/README.md says. A module that cannot be parsed has a file name that ends
/// in
/// `.wat`, and no file. Nothing is validated. Errors: an unreadable script, or a file that cannot be written.
[[nodiscard]] wasm::Result<void> emit_json(const std::string& script, const std::string& folder);

}  // namespace assay::spectest
