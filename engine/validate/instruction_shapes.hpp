// What the reader needs to know of each instruction, dense, computed from the one table.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "wasm/instruction_info.hpp"
#include "wasm/types.hpp"

namespace assay::validate {

/// Where an instruction may occur in constant expressions. spec: valid-constant
enum class Constness : std::uint8_t { never, always, extended };

/// Which function reads an instruction: custom ones have one each, numbered as their Opcode, plain ones one for each
/// group.
using Reading = std::uint16_t;

constexpr Reading reading_of(wasm::Opcode opcode) {
  return static_cast<Reading>(opcode);
}
inline constexpr Reading plain_unary = wasm::instruction_count;       ///< no immediate, 1 operand, 1 result
inline constexpr Reading plain_binary = wasm::instruction_count + 1;  ///< no immediate, 2 operands, 1 result
inline constexpr Reading plain_load = wasm::instruction_count + 2;    ///< memarg, 1 operand, 1 result
inline constexpr Reading plain_store = wasm::instruction_count + 3;   ///< memarg, 2 operands, no result
inline constexpr Reading plain_constant = wasm::instruction_count + 4;
inline constexpr Reading plain_other = wasm::instruction_count + 5;
/// Not an instruction by itself: a prefix, or no opcode at all.
inline constexpr Reading prefixed = wasm::instruction_count + 6;

/// Small, so that the rows a body uses stay in the first cache.
struct InstructionShape {
  Reading reading = prefixed;
  wasm::Opcode opcode = wasm::Opcode::count_;
  bool takes_address = false;  ///< the first operand is an address of the memory accessed (written here as i32)
  bool atomic = false;
  wasm::Immediate immediate{};
  wasm::Feature feature{};
  Constness constness = Constness::always;
  std::uint8_t alignment_log2 = 0;  ///< natural alignment of a memory access
  std::uint8_t lanes = 0;           ///< lane immediates are below this
  std::uint8_t param_count = 0;
  std::uint8_t result_count = 0;
  std::array<wasm::ValueKind, 4> params{};
  std::array<wasm::ValueKind, 2> results{};
};

namespace shape_detail {

consteval wasm::ValueKind kind_of(wasm::Sig sig) {
  using enum wasm::ValueKind;
  switch (sig) {
    case wasm::Sig::i32:
    case wasm::Sig::addr: return i32;
    case wasm::Sig::i64: return i64;
    case wasm::Sig::f32: return f32;
    case wasm::Sig::f64: return f64;
    case wasm::Sig::v128: return v128;
  }
  return bottom;
}

consteval std::uint8_t lanes_of(const wasm::Meaning& meaning) {
  using wasm::Form;
  const Form form = meaning.form;
  if (form == Form::shuffle) return 32;
  if (form == Form::extract_lane || form == Form::replace_lane) {
    return static_cast<std::uint8_t>(wasm::lane_count(meaning.shape));
  }
  if (form == Form::load_lane || form == Form::store_lane) {
    return static_cast<std::uint8_t>(16 / wasm::access_bytes(meaning.access));
  }
  return 0;
}

consteval Constness constness_of(wasm::Opcode opcode) {
  using enum wasm::Opcode;
  constexpr std::array always = {
      i32_const,         i64_const,       f32_const, f64_const,          v128_const,         ref_null,
      ref_func,          global_get,      end,       struct_new,         struct_new_default, array_new,
      array_new_default, array_new_fixed, ref_i31,   any_convert_extern, extern_convert_any};
  constexpr std::array extended = {i32_add, i32_sub, i32_mul, i64_add, i64_sub, i64_mul};
  if (std::ranges::find(always, opcode) != always.end()) return Constness::always;
  return std::ranges::find(extended, opcode) != extended.end() ? Constness::extended : Constness::never;
}

consteval Reading reading_of(const wasm::InstructionInfo& row) {
  if (row.signature.custom) return validate::reading_of(row.opcode);
  if (row.meaning.form == wasm::Form::constant) return plain_constant;
  const unsigned params = row.signature.param_count;
  const unsigned results = row.signature.result_count;
  if (row.immediate == wasm::Immediate::none && results == 1 && params == 1) return plain_unary;
  if (row.immediate == wasm::Immediate::none && results == 1 && params == 2) return plain_binary;
  if (row.immediate == wasm::Immediate::memarg && results == 1 && params == 1) return plain_load;
  if (row.immediate == wasm::Immediate::memarg && results == 0 && params == 2) return plain_store;
  return plain_other;
}

consteval InstructionShape shape_of(const wasm::InstructionInfo& row) {
  InstructionShape shape;
  shape.reading = reading_of(row);
  shape.opcode = row.opcode;
  shape.atomic = wasm::is_atomic(row.meaning);
  shape.immediate = row.immediate;
  shape.feature = row.feature;
  shape.constness = constness_of(row.opcode);
  if (const unsigned bytes = wasm::memory_bytes(row.meaning); bytes != 0) {
    shape.alignment_log2 = static_cast<std::uint8_t>(std::countr_zero(bytes));
  }
  shape.lanes = lanes_of(row.meaning);
  shape.param_count = row.signature.param_count;
  shape.result_count = row.signature.result_count;
  for (std::size_t i = 0; i < shape.param_count; ++i) {
    if (row.signature.params[i] == wasm::Sig::addr) {
      assert(i == 0);
      shape.takes_address = true;
    }
    shape.params[i] = kind_of(row.signature.params[i]);
  }
  for (std::size_t i = 0; i < shape.result_count; ++i) shape.results[i] = kind_of(row.signature.results[i]);
  return shape;
}

}  // namespace shape_detail

/// Indexed by Opcode.
inline constexpr auto instruction_shapes = []() consteval {
  std::array<InstructionShape, wasm::instruction_count> shapes{};
  for (const wasm::InstructionInfo& row : wasm::instructions) {
    shapes[static_cast<std::size_t>(row.opcode)] = shape_detail::shape_of(row);
  }
  return shapes;
}();

/// The same by the first byte of the opcode; `prefixed` where it takes more than one byte, or is none.
inline constexpr auto one_byte_shapes = []() consteval {
  std::array<InstructionShape, 256> shapes{};
  for (const wasm::InstructionInfo& row : wasm::instructions) {
    if (row.prefix == 0) shapes[row.code] = shape_detail::shape_of(row);
  }
  return shapes;
}();

constexpr const InstructionShape& shape_of(wasm::Opcode opcode) {
  return instruction_shapes[static_cast<std::size_t>(opcode)];
}

static_assert(sizeof(InstructionShape) <= 24);

}  // namespace assay::validate
