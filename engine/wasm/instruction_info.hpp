// Everything the table says, as constexpr values: the second of the two expansions of instructions.def.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "wasm/feature.hpp"
#include "wasm/immediate.hpp"
#include "wasm/meaning.hpp"
#include "wasm/opcode.hpp"
#include "wasm/signature.hpp"

namespace assay::wasm {

/// One row of the table.
struct InstructionInfo {
  Opcode opcode{};
  std::string_view text{};  ///< keyword of the text format
  std::uint8_t prefix = 0;  ///< 0x00: none
  std::uint32_t code = 0;   ///< the byte without prefix, or the u32 after it
  Immediate immediate{};
  Signature signature{};
  Meaning meaning{};
  Feature feature{};
};

inline constexpr std::size_t instruction_count = static_cast<std::size_t>(Opcode::count_);

/// The names the table's columns are written in.
namespace table {

using enum Numeric;
using namespace meanings;
using Access::f32, Access::f64, Access::v128;
using Access::s8, Access::u8_, Access::s16, Access::u16, Access::s32, Access::u32, Access::u64;
using Shape::i8x16, Shape::i16x8, Shape::i32x4, Shape::i64x2, Shape::f32x4, Shape::f64x2, Shape::v128x1;

struct Custom {};
inline constexpr Custom custom{};

consteval Signature read_signature(Custom) {
  return {.custom = true};
}
consteval Signature read_signature(const char* text) {
  return parse_signature(text);
}
consteval Meaning read_meaning(Custom) {
  return {};
}
consteval Meaning read_meaning(Meaning meaning) {
  return meaning;
}

inline constexpr std::array<InstructionInfo, instruction_count> instructions{{
// clang-format off
#define INSTRUCTION(name, text, prefix, code, immediate, signature, meaning, feature) \
  {Opcode::name, text, prefix, code, Immediate::immediate, read_signature(signature), \
   read_meaning(meaning), Feature::feature},
#include "wasm/instructions.def"
#undef INSTRUCTION
    // clang-format on
}};

}  // namespace table

/// The table, indexed by Opcode.
using table::instructions;

/// The row of an instruction; not for Opcode::count_.
constexpr const InstructionInfo& info(Opcode opcode) {
  return instructions[static_cast<std::size_t>(opcode)];
}

/// Whether signature and meaning say all there is to say about typing and execution.
constexpr bool is_plain(Opcode opcode) {
  return !info(opcode).signature.custom;
}

/// The prefixes there are, 0x00 standing for none.
inline constexpr std::array<std::uint8_t, 5> opcode_prefixes = {0x00, 0xFB, 0xFC, 0xFD, 0xFE};

/// 0xFB to 0xFE: the byte is followed by a u32 that is the code. Not for the 0x00 of `unreachable`.
constexpr bool is_opcode_prefix(std::uint8_t byte) {
  return byte >= 0xFB && byte <= 0xFE;
}

/// The instruction with this code, count_ if there is none. `prefix` 0x00: a code of one byte. Constant time.
Opcode opcode_of(std::uint8_t prefix, std::uint32_t code);

/// The instruction with this keyword, count_ if there is none. Where two share it (select and select_t, ref_test and
/// ref_test_null, ref_cast and ref_cast_null) the first; the second is the next enumerator. Constant time.
Opcode opcodes_of(std::string_view text);

}  // namespace assay::wasm
