// Mutants of binary modules: from a corpus of modules and random numbers to bytes.
#pragma once

#include <span>

#include "fuzz/mutate/fields.hpp"
#include "fuzz/random.hpp"

namespace assay::fuzz {

/// A module made from one of `corpus` by a few edits, most of them inside bodies, and with parts of others. Sizes and
/// counts are made to agree afterwards, but for a small share whose bytes are then damaged regardless. The same corpus
/// and random numbers give the same bytes. Linear in the sizes of the modules chosen.
Bytes mutate_module(std::span<const Bytes> corpus, Random& random);

/// Changes a module likewise, with parts of `donor`.
void mutate_module_once(Bytes& module, std::span<const std::byte> donor, Random& random);

}  // namespace assay::fuzz
