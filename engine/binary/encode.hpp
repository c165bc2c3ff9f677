// From a Module to the bytes of a binary module.
#pragma once

#include <cstddef>
#include <vector>

#include "wasm/module.hpp"

namespace assay::binary {

/// Encodes a module in canonical form: shortest integers, shortest form of every segment and type, sections without
/// content left out unless a custom section says that it follows one, custom sections byte for byte at their places.
/// decode(encode(m)) is the same module as m. Needs ranges that lie in m.bytes; m need not be valid. Linear.
/// A custom section that follows an absent start or data count section keeps its position but not its neighbour.
[[nodiscard]] std::vector<std::byte> encode(const wasm::Module& module);

}  // namespace assay::binary
