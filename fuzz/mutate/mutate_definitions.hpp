// Edits of everything that is not in bodies: types, imports, limits, exports, segments.
#pragma once

#include "fuzz/random.hpp"
#include "wasm/module.hpp"

namespace assay::fuzz {

/// Changes one definition in one way; the module may be invalid afterwards but can be encoded.
void mutate_definitions(wasm::Module& module, Random& random);

}  // namespace assay::fuzz
