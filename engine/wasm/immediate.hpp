// The kinds of immediate: what follows an opcode in the binary format.
#pragma once

#include <cstdint>

namespace assay::wasm {

/// Each kind with its layout; u32 and its like are LEB128, `x` an index (u32). Decoder, encoder, text parser, printer
/// and generator have one case per kind. spec: binary-instr
enum class Immediate : std::uint8_t {
  none,           ///< nothing
  block_type,     ///< block type: s33, negative for 0x40 (empty) and value types, else a type index
  label,          ///< label depth x: br, br_if, br_on_null, br_on_non_null, rethrow, delegate
  label_table,    ///< u32 count, that many label depths x, then the default's: br_table
  func,           ///< function index x
  type,           ///< type index x
  type_table,     ///< type index x, then table index x: call_indirect, return_call_indirect
  local,          ///< local index x
  global,         ///< global index x
  table,          ///< table index x
  table_table,    ///< destination's table index x, then the source's: table.copy
  elem_table,     ///< element segment index x, then table index x: table.init
  elem,           ///< element segment index x: elem.drop
  memory,         ///< memory index x: memory.size, memory.grow, memory.fill
  memory_memory,  ///< destination's memory index x, then the source's: memory.copy
  data_memory,    ///< data segment index x, then memory index x: memory.init
  data,           ///< data segment index x: data.drop
  memarg,         ///< u32 log2 of the alignment (with 0x40: a memory index x follows), then u64 offset
  memarg_lane,    ///< memarg, then a lane byte
  lane,           ///< a lane byte
  shuffle,        ///< 16 lane bytes: i8x16.shuffle
  i32,            ///< s32
  i64,            ///< s64
  f32,            ///< 4 bytes, little endian
  f64,            ///< 8 bytes, little endian
  v128,           ///< 16 bytes, little endian
  heap_type,      ///< heap type: s33, negative for abstract heap types, else a type index
  value_types,    ///< u32 count, that many value types: select_t
  cast_branch,    ///< flags byte (1: source nullable, 2: target nullable), label x, source and target heap types
  try_table,      ///< block type, u32 count, that many clauses: kind byte, tag x (kinds 0 and 1), label x
  type_field,     ///< struct type index x, then field index x
  type_count,     ///< array type index x, then u32 element count: array.new_fixed
  type_data,      ///< array type index x, then data segment index x
  type_elem,      ///< array type index x, then element segment index x
  type_type,      ///< destination's array type index x, then the source's: array.copy
  tag,            ///< tag index x: throw, catch
  zero_byte,      ///< a byte that is zero: atomic.fence
  count_,         ///< not a kind: how many there are
};

}  // namespace assay::wasm
