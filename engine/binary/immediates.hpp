// Reads what follows an opcode: indexes, types, memory arguments, clauses. Header-only, because every reader of bodies
// does this for every instruction. Errors stay in the ByteReader; after one, harmless values come back.
#pragma once

#include <cstdint>

#include "base/byte_reader.hpp"
#include "wasm/feature.hpp"
#include "wasm/types.hpp"
#include "wasm/v128.hpp"

namespace assay::binary {

/// How a memory is accessed. spec: binary-memarg
struct MemArg {
  std::uint32_t align_log2 = 0;  ///< at most 63; the validator compares it with the natural alignment
  wasm::MemoryIndex memory;      ///< 0 unless written explicitly
  std::uint64_t offset = 0;      ///< any 64-bit value; the validator refuses what a 32-bit memory cannot have
  friend bool operator==(const MemArg&, const MemArg&) = default;
};

/// What a block takes and leaves. spec: binary-blocktype
struct BlockType {
  enum class Kind : std::uint8_t { empty, value, index } kind = Kind::empty;
  wasm::ValueType value{};  ///< Kind::value: the one result
  wasm::TypeIndex index;    ///< Kind::index: a function type
  friend bool operator==(const BlockType&, const BlockType&) = default;
};

/// A handler of try_table. The values are the binary format's. spec: binary-catch
struct CatchClause {
  enum class Kind : std::uint8_t { catch_ = 0, catch_ref = 1, catch_all = 2, catch_all_ref = 3 } kind = Kind::catch_all;
  wasm::TagIndex tag;       ///< catch_ and catch_ref
  std::uint32_t label = 0;  ///< depth counted from outside the try_table
  [[nodiscard]] constexpr bool has_tag() const { return kind == Kind::catch_ || kind == Kind::catch_ref; }
  friend bool operator==(const CatchClause&, const CatchClause&) = default;
};

/// br_on_cast and br_on_cast_fail. spec: binary-castop
struct BranchCast {
  std::uint32_t label = 0;
  wasm::ValueType source{};
  wasm::ValueType target{};
  friend bool operator==(const BranchCast&, const BranchCast&) = default;
};

/// A run of locals of one type. spec: binary-local
struct LocalDeclaration {
  std::uint32_t count = 0;
  wasm::ValueType type{};
  friend bool operator==(const LocalDeclaration&, const LocalDeclaration&) = default;
};

/// The messages of the suite for what is not in the format.
namespace message {
inline constexpr const char* length_out_of_bounds = "length out of bounds";
inline constexpr const char* malformed_heap_type = "malformed heap type";
inline constexpr const char* malformed_reference_type = "malformed reference type";
inline constexpr const char* malformed_storage_type = "malformed storage type";
inline constexpr const char* malformed_memop_flags = "malformed memop flags";
inline constexpr const char* malformed_catch_clause = "malformed catch clause";
inline constexpr const char* malformed_cast_flags = "malformed br_on_cast flags";
inline constexpr const char* zero_byte_expected = "zero byte expected";
inline constexpr const char* end_expected = "END opcode expected";
inline constexpr const char* illegal_opcode = "illegal opcode";
inline constexpr const char* section_size_mismatch = "section size mismatch";
inline constexpr const char* too_many_locals = "too many locals";
}  // namespace message

/// The length of a vector whose items take at least one byte each: never more than there are bytes.
/// Items follow; nothing is allocated.
inline std::uint32_t read_count(base::ByteReader& reader) {
  const std::size_t start = reader.offset();
  const std::size_t remaining = reader.remaining();
  const std::uint32_t count = reader.read_u32();
  if (count > remaining) [[unlikely]] {
    reader.fail(message::length_out_of_bounds, start);
    return 0;
  }
  return count;
}

/// The abstract heap type written as the byte `code`; AbstractHeap::bottom if there is none.
constexpr wasm::AbstractHeap abstract_heap(std::uint8_t code) {
  using wasm::AbstractHeap;
  switch (code) {
    case 0x74: return AbstractHeap::noexn;
    case 0x73: return AbstractHeap::nofunc;
    case 0x72: return AbstractHeap::noextern;
    case 0x71: return AbstractHeap::none;
    case 0x70: return AbstractHeap::func;
    case 0x6F: return AbstractHeap::extern_;
    case 0x6E: return AbstractHeap::any;
    case 0x6D: return AbstractHeap::eq;
    case 0x6C: return AbstractHeap::i31;
    case 0x6B: return AbstractHeap::struct_;
    case 0x6A: return AbstractHeap::array;
    case 0x69: return AbstractHeap::exn;
    default: return AbstractHeap::bottom;
  }
}

/// A type index as far as HeapType can hold it: beyond, the greatest one, which no module defines.
constexpr wasm::HeapType heap_type_at(std::uint64_t index) {
  const std::uint64_t most = wasm::HeapType::index_max;
  return wasm::HeapType(wasm::TypeIndex(static_cast<std::uint32_t>(index < most ? index : most)));
}

/// spec: binary-heaptype
inline wasm::HeapType read_heap_type(base::ByteReader& reader) {
  const std::size_t start = reader.offset();
  const int first = reader.peek_byte();
  if (first >= 0x40 && first < 0x80) {
    const auto heap = abstract_heap(reader.read_byte());
    if (heap == wasm::AbstractHeap::bottom) [[unlikely]] {
      reader.fail(message::malformed_heap_type, start);
      return wasm::AbstractHeap::func;
    }
    return heap;
  }
  const std::int64_t index = reader.read_s33();
  if (index < 0) [[unlikely]] {
    // The abstract types are one byte each.
    reader.fail(base::ByteReader::too_long, start);
    return wasm::AbstractHeap::func;
  }
  return heap_type_at(static_cast<std::uint64_t>(index));
}

/// Reads any type that may stand where values do, packed ones excluded; `malformed` is the message for anything else.
inline wasm::ValueType read_type(base::ByteReader& reader, const char* malformed) {
  using wasm::Nullability;
  using wasm::ValueType;
  const std::size_t start = reader.offset();
  const std::uint8_t code = reader.read_byte();
  switch (code) {
    case 0x7F: return wasm::i32;
    case 0x7E: return wasm::i64;
    case 0x7D: return wasm::f32;
    case 0x7C: return wasm::f64;
    case 0x7B: return wasm::v128;
    case 0x64: return ValueType::reference(read_heap_type(reader), Nullability::non_null);
    case 0x63: return ValueType::reference(read_heap_type(reader), Nullability::nullable);
    default: break;
  }
  const auto heap = abstract_heap(code);
  if (heap != wasm::AbstractHeap::bottom) return ValueType::reference(heap, Nullability::nullable);
  reader.fail((code & 0x80U) != 0 ? base::ByteReader::too_long : malformed, start);
  return wasm::i32;
}

/// spec: binary-valtype
inline wasm::ValueType read_value_type(base::ByteReader& reader) {
  return read_type(reader, message::malformed_reference_type);
}

/// spec: binary-reftype
inline wasm::ValueType read_reference_type(base::ByteReader& reader) {
  const std::size_t start = reader.offset();
  const wasm::ValueType type = read_type(reader, message::malformed_reference_type);
  if (!type.is_reference()) [[unlikely]] {
    reader.fail(message::malformed_reference_type, start);
    return wasm::funcref;
  }
  return type;
}

/// The proposal that brought a type. Bodies and sections both ask, so that a switched-off type is malformed everywhere.
constexpr wasm::Feature feature_of(wasm::ValueType type) {
  using wasm::AbstractHeap;
  using wasm::Feature;
  if (type.is_vector()) return Feature::simd;
  if (type.is_packed()) return Feature::gc;
  if (!type.is_reference()) return Feature::mvp;
  if (type.heap().is_index()) return Feature::function_references;
  switch (type.heap().abstract()) {
    case AbstractHeap::func:  // the element type of tables from the beginning
      return type.is_nullable() ? Feature::mvp : Feature::function_references;
    case AbstractHeap::extern_: return type.is_nullable() ? Feature::reference_types : Feature::function_references;
    case AbstractHeap::exn:
    case AbstractHeap::noexn: return Feature::exceptions;
    case AbstractHeap::nofunc:
    case AbstractHeap::noextern:
    case AbstractHeap::any:
    case AbstractHeap::eq:
    case AbstractHeap::i31:
    case AbstractHeap::struct_:
    case AbstractHeap::array:
    case AbstractHeap::none: return Feature::gc;
    case AbstractHeap::bottom:
    case AbstractHeap::count_: break;
  }
  return Feature::mvp;
}

/// spec: binary-blocktype
inline BlockType read_block_type(base::ByteReader& reader) {
  const int first = reader.peek_byte();
  if (first == 0x40) {
    reader.read_byte();
    return {};
  }
  if (first >= 0x40 && first < 0x80)
    return {.kind = BlockType::Kind::value, .value = read_value_type(reader), .index = {}};
  const std::size_t start = reader.offset();
  const std::int64_t index = reader.read_s33();
  if (index < 0) [[unlikely]] {
    reader.fail(base::ByteReader::too_long, start);
    return {};
  }
  return {.kind = BlockType::Kind::index, .value = {}, .index = wasm::TypeIndex(static_cast<std::uint32_t>(index))};
}

/// spec: binary-memarg. Flags from 64 to 127 say that a memory index follows them.
inline MemArg read_memarg(base::ByteReader& reader) {
  const std::size_t start = reader.offset();
  const std::uint32_t flags = reader.read_u32();
  if (flags >= 0x80) [[unlikely]] {
    reader.fail(message::malformed_memop_flags, start);
    return {};
  }
  MemArg memarg{.align_log2 = flags & 0x3FU, .memory = {}, .offset = 0};
  if ((flags & 0x40U) != 0) memarg.memory = wasm::MemoryIndex(reader.read_u32());
  memarg.offset = reader.read_u64();
  return memarg;
}

/// spec: binary-catch
inline CatchClause read_catch_clause(base::ByteReader& reader) {
  const std::size_t start = reader.offset();
  const std::uint8_t kind = reader.read_byte();
  if (kind > 3) [[unlikely]] {
    reader.fail(message::malformed_catch_clause, start);
    return {};
  }
  CatchClause clause{.kind = static_cast<CatchClause::Kind>(kind), .tag = {}, .label = 0};
  if (clause.has_tag()) clause.tag = wasm::TagIndex(reader.read_u32());
  clause.label = reader.read_u32();
  return clause;
}

/// Flags, label, and the two heap types whose nullability the flags tell.
inline BranchCast read_branch_cast(base::ByteReader& reader) {
  using wasm::Nullability;
  const std::size_t start = reader.offset();
  const std::uint8_t flags = reader.read_byte();
  if (flags > 3) [[unlikely]] {
    reader.fail(message::malformed_cast_flags, start);
    return {};
  }
  BranchCast cast;
  cast.label = reader.read_u32();
  const wasm::HeapType source = read_heap_type(reader);
  const wasm::HeapType target = read_heap_type(reader);
  cast.source = wasm::ValueType::reference(source, (flags & 1U) != 0 ? Nullability::nullable : Nullability::non_null);
  cast.target = wasm::ValueType::reference(target, (flags & 2U) != 0 ? Nullability::nullable : Nullability::non_null);
  return cast;
}

/// The byte after atomic.fence, and where the format keeps a place for later.
inline void read_zero_byte(base::ByteReader& reader) {
  const std::size_t start = reader.offset();
  if (reader.read_byte() != 0) reader.fail(message::zero_byte_expected, start);
}

/// Sixteen bytes, the first the least significant.
inline wasm::V128 read_v128(base::ByteReader& reader) {
  return reader.read_fixed<wasm::V128>();
}

/// spec: binary-local
inline LocalDeclaration read_local_declaration(base::ByteReader& reader) {
  LocalDeclaration declaration;
  declaration.count = reader.read_u32();
  declaration.type = read_value_type(reader);
  return declaration;
}

}  // namespace assay::binary
