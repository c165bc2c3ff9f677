// Writes what follows an opcode, in the canonical form: the counterpart of immediates.hpp.
#pragma once

#include <cassert>
#include <cstdint>
#include <span>

#include "base/byte_writer.hpp"
#include "binary/immediates.hpp"

namespace assay::binary {

/// The byte of an abstract heap type. spec: binary-absheaptype
constexpr std::uint8_t code_of(wasm::AbstractHeap heap) {
  using wasm::AbstractHeap;
  switch (heap) {
    case AbstractHeap::noexn: return 0x74;
    case AbstractHeap::nofunc: return 0x73;
    case AbstractHeap::noextern: return 0x72;
    case AbstractHeap::none: return 0x71;
    case AbstractHeap::func: return 0x70;
    case AbstractHeap::extern_: return 0x6F;
    case AbstractHeap::any: return 0x6E;
    case AbstractHeap::eq: return 0x6D;
    case AbstractHeap::i31: return 0x6C;
    case AbstractHeap::struct_: return 0x6B;
    case AbstractHeap::array: return 0x6A;
    case AbstractHeap::exn: return 0x69;
    case AbstractHeap::bottom:
    case AbstractHeap::count_: break;
  }
  assert(false && "a heap type without a binary form");
  return 0;
}

inline void write_heap_type(base::ByteWriter& writer, wasm::HeapType type) {
  if (type.is_index()) {
    writer.write_s33(type.index().value);
  } else {
    writer.write_byte(code_of(type.abstract()));
  }
}

/// Value types, and the packed types of fields. Nullable abstract references take their one-byte form.
inline void write_value_type(base::ByteWriter& writer, wasm::ValueType type) {
  using wasm::ValueKind;
  switch (type.kind()) {
    case ValueKind::i32: return writer.write_byte(0x7F);
    case ValueKind::i64: return writer.write_byte(0x7E);
    case ValueKind::f32: return writer.write_byte(0x7D);
    case ValueKind::f64: return writer.write_byte(0x7C);
    case ValueKind::v128: return writer.write_byte(0x7B);
    case ValueKind::i8: return writer.write_byte(0x78);
    case ValueKind::i16: return writer.write_byte(0x77);
    case ValueKind::ref: break;
    case ValueKind::bottom: assert(false && "a type without a binary form"); return;
  }
  if (!type.is_nullable()) {
    writer.write_byte(0x64);
  } else if (type.heap().is_index()) {
    writer.write_byte(0x63);
  }
  write_heap_type(writer, type.heap());
}

inline void write_block_type(base::ByteWriter& writer, const BlockType& type) {
  switch (type.kind) {
    case BlockType::Kind::empty: return writer.write_byte(0x40);
    case BlockType::Kind::value: return write_value_type(writer, type.value);
    case BlockType::Kind::index: return writer.write_s33(type.index.value);
  }
}

/// `align_log2` at most 63. The memory index is written where it is not 0.
inline void write_memarg(base::ByteWriter& writer, const MemArg& memarg) {
  assert(memarg.align_log2 < 0x40);
  if (memarg.memory.value == 0) {
    writer.write_u32(memarg.align_log2);
  } else {
    writer.write_u32(memarg.align_log2 | 0x40U);
    writer.write_u32(memarg.memory.value);
  }
  writer.write_u64(memarg.offset);
}

inline void write_catch_clause(base::ByteWriter& writer, const CatchClause& clause) {
  writer.write_byte(static_cast<std::uint8_t>(clause.kind));
  if (clause.has_tag()) writer.write_u32(clause.tag.value);
  writer.write_u32(clause.label);
}

inline void write_branch_cast(base::ByteWriter& writer, const BranchCast& cast) {
  const unsigned flags = (cast.source.is_nullable() ? 1U : 0U) | (cast.target.is_nullable() ? 2U : 0U);
  writer.write_byte(static_cast<std::uint8_t>(flags));
  writer.write_u32(cast.label);
  write_heap_type(writer, cast.source.heap());
  write_heap_type(writer, cast.target.heap());
}

/// The labels of br_table: how many besides the default, these, the default. `labels` includes the default, last.
inline void write_label_table(base::ByteWriter& writer, std::span<const std::uint32_t> labels) {
  assert(!labels.empty());
  writer.write_u32(static_cast<std::uint32_t>(labels.size() - 1));
  for (const std::uint32_t label : labels) writer.write_u32(label);
}

/// A counted list of types, as select with types has it.
inline void write_value_types(base::ByteWriter& writer, std::span<const wasm::ValueType> types) {
  writer.write_u32(static_cast<std::uint32_t>(types.size()));
  for (const wasm::ValueType type : types) write_value_type(writer, type);
}

inline void write_v128(base::ByteWriter& writer, const wasm::V128& value) {
  writer.write_fixed(value);
}

inline void write_local_declaration(base::ByteWriter& writer, const LocalDeclaration& declaration) {
  writer.write_u32(declaration.count);
  write_value_type(writer, declaration.type);
}

}  // namespace assay::binary
