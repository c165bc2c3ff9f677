// Opcodes in the binary format: read, written, and what follows them passed over. Header-only, as immediates.hpp.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "base/byte_reader.hpp"
#include "base/byte_writer.hpp"
#include "binary/immediates.hpp"
#include "wasm/feature.hpp"
#include "wasm/instruction_info.hpp"

namespace assay::binary {

/// The instructions whose opcode is one byte; Opcode::count_ for bytes that are none, prefixes among them.
inline constexpr std::array<wasm::Opcode, 256> one_byte_opcodes = [] {
  std::array<wasm::Opcode, 256> table{};
  table.fill(wasm::Opcode::count_);
  for (const wasm::InstructionInfo& row : wasm::instructions) {
    if (row.prefix == 0) table[row.code] = row.opcode;
  }
  return table;
}();

/// The next instruction's opcode. Fails with "illegal opcode" and tells Opcode::count_ if there is none; the caller
/// checks whether its proposal is switched on. spec: binary-instr
inline wasm::Opcode read_opcode(base::ByteReader& reader) {
  const std::size_t start = reader.offset();
  const std::uint8_t first = reader.read_byte();
  wasm::Opcode opcode = one_byte_opcodes[first];
  if (opcode == wasm::Opcode::count_) {
    if (wasm::is_opcode_prefix(first)) opcode = wasm::opcode_of(first, reader.read_u32());
    if (opcode == wasm::Opcode::count_) [[unlikely]]
      reader.fail(message::illegal_opcode, start);
  }
  // At the end the byte read was 0, which is an instruction, too.
  return reader.ok() ? opcode : wasm::Opcode::count_;
}

/// Whether an instruction belongs to the language as configured. `throw` came twice.
constexpr bool is_enabled(wasm::Opcode opcode, wasm::Features features) {
  return features.has(wasm::info(opcode).feature) ||
         (opcode == wasm::Opcode::throw_ && features.has(wasm::Feature::legacy_exceptions));
}

inline void write_opcode(base::ByteWriter& writer, wasm::Opcode opcode) {
  const wasm::InstructionInfo& row = wasm::info(opcode);
  if (row.prefix == 0) {
    writer.write_byte(static_cast<std::uint8_t>(row.code));
  } else {
    writer.write_byte(row.prefix);
    writer.write_u32(row.code);
  }
}

/// Reads and forgets what follows an opcode. Linear in its bytes.
inline void skip_immediate(base::ByteReader& reader, wasm::Immediate kind) {
  using wasm::Immediate;
  switch (kind) {
    case Immediate::none: return;
    case Immediate::block_type: read_block_type(reader); return;
    case Immediate::label:
    case Immediate::func:
    case Immediate::type:
    case Immediate::local:
    case Immediate::global:
    case Immediate::table:
    case Immediate::elem:
    case Immediate::memory:
    case Immediate::data:
    case Immediate::tag: reader.read_u32(); return;
    case Immediate::type_table:
    case Immediate::table_table:
    case Immediate::elem_table:
    case Immediate::memory_memory:
    case Immediate::data_memory:
    case Immediate::type_field:
    case Immediate::type_count:
    case Immediate::type_data:
    case Immediate::type_elem:
    case Immediate::type_type:
      reader.read_u32();
      reader.read_u32();
      return;
    case Immediate::label_table:
      for (std::uint64_t left = std::uint64_t{read_count(reader)} + 1; left > 0 && reader.ok(); --left) {
        reader.read_u32();
      }
      return;
    case Immediate::memarg: read_memarg(reader); return;
    case Immediate::memarg_lane:
      read_memarg(reader);
      reader.read_byte();
      return;
    case Immediate::lane: reader.read_byte(); return;
    case Immediate::shuffle:
    case Immediate::v128: reader.read_bytes(16); return;
    case Immediate::i32: reader.read_s32(); return;
    case Immediate::i64: reader.read_s64(); return;
    case Immediate::f32: reader.read_bytes(4); return;
    case Immediate::f64: reader.read_bytes(8); return;
    case Immediate::heap_type: read_heap_type(reader); return;
    case Immediate::value_types:
      for (std::uint32_t left = read_count(reader); left > 0 && reader.ok(); --left) read_value_type(reader);
      return;
    case Immediate::cast_branch: read_branch_cast(reader); return;
    case Immediate::try_table:
      read_block_type(reader);
      for (std::uint32_t left = read_count(reader); left > 0 && reader.ok(); --left) read_catch_clause(reader);
      return;
    case Immediate::zero_byte: read_zero_byte(reader); return;
    case Immediate::count_: break;
  }
  assert(false && "not a kind of immediate");
}

/// What an opcode does to the nesting of blocks.
enum class Nesting : std::uint8_t { none, opens, divides, closes };

constexpr Nesting nesting_of(wasm::Opcode opcode) {
  using wasm::Opcode;
  if (opcode == Opcode::block || opcode == Opcode::loop || opcode == Opcode::if_ || opcode == Opcode::try_ ||
      opcode == Opcode::try_table) {
    return Nesting::opens;
  }
  if (opcode == Opcode::else_ || opcode == Opcode::catch_ || opcode == Opcode::catch_all) return Nesting::divides;
  if (opcode == Opcode::end || opcode == Opcode::delegate) return Nesting::closes;
  return Nesting::none;
}

}  // namespace assay::binary
