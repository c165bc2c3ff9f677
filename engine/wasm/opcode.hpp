// The instructions as an enumeration, cheap to include: the first of the two expansions of instructions.def.
#pragma once

#include <cstdint>

namespace assay::wasm {

/// One enumerator per row of the table, in the table's order. `count_` is also "no such instruction".
enum class Opcode : std::uint16_t {
#define INSTRUCTION(name, text, prefix, code, immediate, signature, meaning, feature) name,
#include "wasm/instructions.def"
#undef INSTRUCTION
  count_,
};

}  // namespace assay::wasm
