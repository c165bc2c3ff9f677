// Mutants of texts: from a corpus of texts and random numbers to a text.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "fuzz/random.hpp"

namespace assay::fuzz {

/// A text made from one of `corpus` by a few edits of tokens, parentheses, numbers, strings or characters, and with
/// parts of others. The same corpus and random numbers give the same text. Linear in the sizes of the texts chosen.
std::string mutate_text(std::span<const std::string> corpus, Random& random);

}  // namespace assay::fuzz
