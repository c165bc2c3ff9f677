// Which instructions may stand here at all: those of proposals that are switched on, and of them only the constant ones
// in constant expressions.
#pragma once

#include <cstdint>

#include "base/byte_reader.hpp"
#include "binary/opcodes.hpp"
#include "validate/instruction_shapes.hpp"
#include "validate/messages.hpp"
#include "wasm/types.hpp"

namespace assay::validate {

/// Looks ahead at the global that a global.get in a constant expression names.
template <class R>
void check_visible_global(R& r) {
  base::ByteReader ahead = r.bytes;
  const wasm::GlobalIndex index(ahead.read_u32());
  if (!ahead.ok()) return;
  if (index.value >= r.visible_globals()) return r.unknown(message::unknown_global, index.value, r.visible_globals());
  if (r.module().global(index).mutability == wasm::Mutability::variable) {
    r.invalid(message::constant_required, "the global is mutable");
  }
}

/// spec: valid-constant
template <class R>
void check_constant(R& r, const InstructionShape& shape) {
  const bool allowed =
      shape.constness == Constness::always ||
      (shape.constness == Constness::extended && r.module().features().has(wasm::Feature::extended_const));
  if (!allowed) return r.invalid(message::constant_required);
  if (shape.opcode == wasm::Opcode::global_get) check_visible_global(r);
}

/// Whether the instruction, whose opcode is read, may stand here; if not, the error is recorded.
template <class R>
bool admits(R& r, const InstructionShape& shape) {
  if constexpr (R::checked) {
    // What is no instruction by itself is its reader's to judge.
    if (shape.opcode == wasm::Opcode::count_) return true;
    if (!binary::is_enabled(shape.opcode, r.module().features())) [[unlikely]] {
      r.malformed(binary::message::illegal_opcode, "its proposal is switched off");
    } else if (r.in_constant()) {
      check_constant(r, shape);
    }
  }
  return r.ok();
}

}  // namespace assay::validate
