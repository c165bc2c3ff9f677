// Which features a script of the official suite is run with.
#pragma once

#include <string_view>

#include "wasm/feature.hpp"

namespace assay::spectest {

/// By the folder the script lies in. A proposal's folder (proposals/NAME): with that proposal and no other. The folder
/// of a release, which has the folder `proposals` in it, and `custom` and `legacy` beside that: without the proposals,
/// since its scripts say what is malformed without them. Scripts from anywhere else: with everything in `features`.
wasm::Features features_of(std::string_view path, wasm::Features features);

}  // namespace assay::spectest
