// What follows an opcode, cut into fields: each can be rewritten or changed without knowing the instruction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/byte_reader.hpp"
#include "base/byte_writer.hpp"
#include "fuzz/random.hpp"
#include "wasm/immediate.hpp"

namespace assay::fuzz {

using Bytes = std::vector<std::byte>;

enum class FieldKind : std::uint8_t {
  index,  ///< u32: of anything, a label's depth included
  count,  ///< u32: how many of the fields that follow
  s32,
  s64,
  byte,
  raw,  ///< bytes of a fixed number
  block_type,
  heap_type,
  value_type,
  memarg,
  catch_clause,
  branch_cast,
};

/// One field: the bytes from `begin` to `end` of what it was read from.
struct Field {
  FieldKind kind = FieldKind::index;
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Cuts an immediate that begins where the reader stands; offsets are the reader's. Stops at the first error.
std::vector<Field> cut_immediate(base::ByteReader& reader, wasm::Immediate kind);

/// Writes a field in its shortest form. `bytes` begin with it and must be readable.
void write_shortest(base::ByteWriter& writer, FieldKind kind, std::span<const std::byte> bytes);

/// Writes some other value of the same kind: near the old one, or one that is interesting, or in a form too long.
void write_changed(base::ByteWriter& writer, FieldKind kind, std::span<const std::byte> bytes, Random& random);

/// An integer that programs often get wrong: small, a power of two or one beside it, rarely anything.
std::uint64_t interesting(Random& random);

/// An unsigned LEB128 with `more` bytes than it needs.
void write_padded(base::ByteWriter& writer, std::uint64_t value, unsigned more);

}  // namespace assay::fuzz
