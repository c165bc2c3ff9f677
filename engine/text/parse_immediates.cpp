// What follows the keyword of an instruction: one case per kind of immediate.
#include <array>
#include <bit>
#include <cassert>
#include <limits>
#include <string>

#include "binary/encode_immediates.hpp"
#include "binary/opcodes.hpp"
#include "text/literal_tokens.hpp"
#include "text/module_parser.hpp"
#include "text/number_literal.hpp"
#include "text/vector_literal.hpp"
#include "wasm/instruction_info.hpp"

namespace assay::text {

using wasm::Immediate;
using wasm::Opcode;

namespace {

constexpr std::array<const char*, space_count> unknowns = {
    "unknown type",   "unknown function", "unknown table",        "unknown memory",
    "unknown global", "unknown tag",      "unknown elem segment", "unknown data segment",
};

constexpr std::uint64_t u32_max = std::numeric_limits<std::uint32_t>::max();
constexpr const char* lane_out_of_range = "i8 constant out of range";
constexpr const char* u32_out_of_range = "i32 constant out of range";

}  // namespace

void ModuleParser::parse_plain(Opcode opcode, base::ByteWriter& out) {
  // Where the keyword alone does not tell the opcode, the immediate does.
  if (opcode == Opcode::select) return parse_select(out);
  if (opcode == Opcode::ref_test || opcode == Opcode::ref_cast) return parse_reference_cast(opcode, out);
  binary::write_opcode(out, opcode);
  switch (wasm::info(opcode).immediate) {
    case Immediate::none: return;
    case Immediate::label: return out.write_u32(parse_label());
    case Immediate::label_table: return parse_label_table(out);
    case Immediate::func: return out.write_u32(parse_index(Space::func));
    case Immediate::type: return out.write_u32(parse_index(Space::type));
    case Immediate::type_table: return parse_call_indirect(out);
    case Immediate::local: return out.write_u32(parse_local_index());
    case Immediate::global: return out.write_u32(parse_index(Space::global));
    case Immediate::table: return out.write_u32(parse_index_or_zero(Space::table));
    case Immediate::table_table: return parse_both_or_neither(Space::table, out);
    case Immediate::elem_table: return parse_segment_use(Space::elem, Space::table, out);
    case Immediate::elem: return out.write_u32(parse_index(Space::elem));
    case Immediate::memory: return out.write_u32(parse_index_or_zero(Space::memory));
    case Immediate::memory_memory: return parse_both_or_neither(Space::memory, out);
    case Immediate::data_memory: return parse_segment_use(Space::data, Space::memory, out);
    case Immediate::data: return out.write_u32(parse_data_index());
    case Immediate::memarg: return binary::write_memarg(out, parse_memarg(opcode));
    case Immediate::memarg_lane: binary::write_memarg(out, parse_memarg(opcode)); return out.write_byte(parse_lane());
    case Immediate::lane: return out.write_byte(parse_lane());
    case Immediate::shuffle: return parse_shuffle(out);
    case Immediate::i32: return out.write_s32(static_cast<std::int32_t>(parse_integer(cursor_, 32)));
    case Immediate::i64: return out.write_s64(static_cast<std::int64_t>(parse_integer(cursor_, 64)));
    case Immediate::f32: return out.write_fixed(parse_f32(cursor_));
    case Immediate::f64: return out.write_fixed(parse_f64(cursor_));
    case Immediate::v128: return binary::write_v128(out, parse_v128(cursor_));
    case Immediate::heap_type: return binary::write_heap_type(out, parse_heap_type());
    case Immediate::cast_branch: return parse_branch_cast(out);
    case Immediate::type_field: {
      const std::uint32_t type = parse_index(Space::type);
      out.write_u32(type);
      return out.write_u32(parse_field_index(type));
    }
    case Immediate::type_count: out.write_u32(parse_index(Space::type)); return out.write_u32(parse_u32(cursor_));
    case Immediate::type_data: out.write_u32(parse_index(Space::type)); return out.write_u32(parse_data_index());
    case Immediate::type_elem: out.write_u32(parse_index(Space::type)); return out.write_u32(parse_index(Space::elem));
    case Immediate::type_type: out.write_u32(parse_index(Space::type)); return out.write_u32(parse_index(Space::type));
    case Immediate::tag: return out.write_u32(parse_index(Space::tag));
    case Immediate::zero_byte: return out.write_byte(0);
    case Immediate::block_type:
    case Immediate::try_table:
    case Immediate::value_types:
    case Immediate::count_: break;
  }
  assert(false && "an instruction that is parsed elsewhere");
}

// -- indices. spec: text-index

std::uint32_t ModuleParser::parse_index(Space space) {
  const Token& token = cursor_.peek();
  if (token.kind == TokenKind::integer) return parse_u32(cursor_);
  if (token.kind != TokenKind::identifier) {
    cursor_.fail_unexpected();
    return 0;
  }
  cursor_.take();
  const std::uint32_t index = scope_.find(space, id_of(token));
  if (index != NameTable::absent) return index;
  cursor_.fail(unknowns[static_cast<std::size_t>(space)], token, std::string(cursor_.text(token)));
  return 0;
}

std::uint32_t ModuleParser::parse_data_index() {
  if (function_) uses_data_count_ = true;
  return parse_index(Space::data);
}

std::uint32_t ModuleParser::parse_local_index() {
  const Token& token = cursor_.peek();
  if (token.kind != TokenKind::identifier) return parse_u32(cursor_);
  cursor_.take();
  const std::uint32_t index = function_ ? locals_.find(id_of(token)) : NameTable::absent;
  if (index != NameTable::absent) return index;
  cursor_.fail("unknown local", token, std::string(cursor_.text(token)));
  return 0;
}

std::uint32_t ModuleParser::parse_label() {
  const Token& token = cursor_.peek();
  if (token.kind != TokenKind::identifier) return parse_u32(cursor_);
  cursor_.take();
  const std::uint32_t position = label_table_.find(id_of(token));
  if (position != NameTable::absent) return static_cast<std::uint32_t>(labels_.size()) - 1 - position;
  cursor_.fail("unknown label", token, std::string(cursor_.text(token)));
  return 0;
}

std::uint32_t ModuleParser::parse_field_index(std::uint32_t type) {
  const Token& token = cursor_.peek();
  if (token.kind != TokenKind::identifier) return parse_u32(cursor_);
  cursor_.take();
  const std::uint32_t index = type < field_names_.size() ? field_names_[type].find(id_of(token)) : NameTable::absent;
  if (index != NameTable::absent) return index;
  cursor_.fail("unknown field", token, std::string(cursor_.text(token)));
  return 0;
}

void ModuleParser::parse_label_table(base::ByteWriter& out) {
  label_list_.clear();
  do label_list_.push_back(parse_label());
  while (at_index());
  binary::write_label_table(out, label_list_);
}

// `x y`, or nothing for 0 0.
void ModuleParser::parse_both_or_neither(Space space, base::ByteWriter& out) {
  const bool both = at_index();
  out.write_u32(both ? parse_index(space) : 0);
  out.write_u32(both ? parse_index(space) : 0);
}

// `x? segment`; the binary format has the segment first.
void ModuleParser::parse_segment_use(Space segments, Space space, base::ByteWriter& out) {
  const Token& second = cursor_.peek(1);
  const bool both = at_index() && (second.kind == TokenKind::identifier || second.kind == TokenKind::integer);
  const std::uint32_t index = both ? parse_index(space) : 0;
  out.write_u32(segments == Space::data ? parse_data_index() : parse_index(segments));
  out.write_u32(index);
}

// -- numbers

std::uint8_t ModuleParser::parse_lane() {
  return static_cast<std::uint8_t>(parse_unsigned(cursor_, 0xFF, lane_out_of_range));
}

// spec: text-v128-shuffle
void ModuleParser::parse_shuffle(base::ByteWriter& out) {
  for (unsigned i = 0; i < 16; ++i) {
    const Token& token = cursor_.peek();
    if (token.kind == TokenKind::open || token.kind == TokenKind::close || token.kind == TokenKind::instruction) {
      return cursor_.fail("invalid lane length", token);
    }
    const bool is_signed = token.kind == TokenKind::integer && token.marked;
    if (token.kind == TokenKind::float_ || is_signed) return cursor_.fail(lane_out_of_range, token);
    out.write_byte(parse_lane());
  }
  if (cursor_.at(TokenKind::integer)) cursor_.fail("invalid lane length", cursor_.peek());
}

// -- memory accesses. spec: text-memarg

binary::MemArg ModuleParser::parse_memarg(Opcode opcode) {
  const wasm::InstructionInfo& row = wasm::info(opcode);
  binary::MemArg memarg;
  // A number may be the lane, if that is all there is.
  const TokenKind second = cursor_.peek(1).kind;
  const bool is_lane = row.immediate == Immediate::memarg_lane && cursor_.at(TokenKind::integer) &&
                       second != TokenKind::integer && second != TokenKind::offset_equals &&
                       second != TokenKind::align_equals;
  if (!is_lane) memarg.memory = wasm::MemoryIndex(parse_index_or_zero(Space::memory));
  if (cursor_.at(TokenKind::offset_equals)) {
    const bool wide = has(wasm::Feature::memory64);
    memarg.offset = parse_assigned(wide ? std::numeric_limits<std::uint64_t>::max() : u32_max,
                                   wide ? "i64 constant out of range" : u32_out_of_range);
  }
  memarg.align_log2 = static_cast<std::uint32_t>(std::countr_zero(wasm::memory_bytes(row.meaning)));
  if (cursor_.at(TokenKind::align_equals)) {
    const Token& token = cursor_.peek();
    constexpr const char* message = "alignment must be a power of two";
    const std::uint64_t align = parse_assigned(std::numeric_limits<std::uint64_t>::max(), message);
    if (!std::has_single_bit(align)) cursor_.fail(message, token, std::string(cursor_.text(token)));
    memarg.align_log2 = static_cast<std::uint32_t>(std::countr_zero(align)) & 63U;
  }
  return memarg;
}

// The number of `offset=n` or `align=n`.
std::uint64_t ModuleParser::parse_assigned(std::uint64_t most, const char* message) {
  const Token& token = cursor_.take();
  std::string_view number = cursor_.text(token);
  number.remove_prefix(number.find('=') + 1);
  const auto value = unsigned_value(number, most);
  if (!value) cursor_.fail(message, token, std::string(cursor_.text(token)));
  return value.value_or(0);
}

// -- types

// `select`, or `select (result type*)*`. spec: text-select
void ModuleParser::parse_select(base::ByteWriter& out) {
  if (!cursor_.at_open(Word::result)) return binary::write_opcode(out, Opcode::select);
  const Token& token = cursor_.peek();
  if (!binary::is_enabled(Opcode::select_t, options_.features)) {
    return cursor_.fail("unexpected token", token, "the proposal is switched off");
  }
  type_list_.clear();
  while (cursor_.take_open_if(Word::result)) {
    while (cursor_.ok() && !cursor_.at(TokenKind::close)) type_list_.push_back(parse_value_type());
    cursor_.expect_close();
  }
  binary::write_opcode(out, Opcode::select_t);
  binary::write_value_types(out, type_list_);
}

// ref.test and ref.cast have an opcode for either nullability.
void ModuleParser::parse_reference_cast(Opcode opcode, base::ByteWriter& out) {
  const wasm::ValueType type = parse_reference_type();
  if (opcode == Opcode::ref_test) {
    binary::write_opcode(out, type.is_nullable() ? Opcode::ref_test_null : Opcode::ref_test);
  } else {
    binary::write_opcode(out, type.is_nullable() ? Opcode::ref_cast_null : Opcode::ref_cast);
  }
  binary::write_heap_type(out, type.heap());
}

void ModuleParser::parse_branch_cast(base::ByteWriter& out) {
  binary::BranchCast cast;
  cast.label = parse_label();
  cast.source = parse_reference_type();
  cast.target = parse_reference_type();
  binary::write_branch_cast(out, cast);
}

// spec: text-call_indirect
void ModuleParser::parse_call_indirect(base::ByteWriter& out) {
  const std::uint32_t table = parse_index_or_zero(Space::table);
  out.write_u32(parse_type_use(ParamNames::refuse).value);
  out.write_u32(table);
}

}  // namespace assay::text
