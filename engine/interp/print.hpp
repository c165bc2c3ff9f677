// Translated code as text, for goldens and for people. The same for both dispatches.
#pragma once

#include <string>

#include "interp/code.hpp"

namespace assay::interp {

/// One line per instruction: its word, its handler's name, a branch's target after `->`, where the result goes before
/// `<-`, and the operands. `[n]` is a slot counted from the frame (parameters below 0), `word`, `single` and `real` are
/// the accumulators. Then the handler entries.
std::string print(const Code& code);

}  // namespace assay::interp
