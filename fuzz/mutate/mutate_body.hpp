// Edits inside one body: instructions spliced, exchanged, moved, their immediates changed.
#pragma once

#include "fuzz/mutate/parts.hpp"
#include "fuzz/random.hpp"

namespace assay::fuzz {

/// Changes a body in one way. `donor` is a body of some module to take instructions from.
void mutate_body(Bytes& body, std::span<const std::byte> donor, Random& random);

/// Changes an expression's bytes likewise.
void mutate_expression(Bytes& expression, std::span<const std::byte> donor, Random& random);

}  // namespace assay::fuzz
