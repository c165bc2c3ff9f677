// Every row of the table is read: a module for each, with that one instruction in unreachable code.
#include <gtest/gtest.h>

#include <cstddef>
#include <initializer_list>
#include <string>
#include <vector>

#include "base/byte_writer.hpp"
#include "binary/opcodes.hpp"
#include "validate/instruction_shapes.hpp"
#include "validate/verdict.hpp"
#include "wasm/instruction_info.hpp"

namespace assay::validate {
namespace {

using wasm::Immediate;
using wasm::Opcode;

// One of everything. Types: 0 function, 1 structure, 2 packed structure, 3 array, 4 packed array, 5 array of functions.
constexpr const char* surroundings =
    "(module (type (func)) (type (struct (field (mut i32)))) (type (struct (field (mut i8))))"
    "(type (array (mut i32))) (type (array (mut i8))) (type (array (mut funcref)))"
    "(func (type 0)) (table 1 funcref) (memory 1) (global (mut i32) (i32.const 0)) (tag (type 0))"
    "(elem declare func 0) (data \"a\"))";

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// A type that the instruction accepts.
std::uint8_t type_for(const wasm::InstructionInfo& row) {
  const bool packed = has(row.text, "get_s") || has(row.text, "get_u");
  if (has(row.text, "struct")) return packed ? 2 : 1;
  if (has(row.text, "elem")) return 5;
  if (has(row.text, "array")) return packed ? 4 : 3;
  return 0;
}

/// What follows the opcode, and for blocks their end.
std::vector<std::uint8_t> immediate_for(const wasm::InstructionInfo& row) {
  const std::uint8_t type = type_for(row);
  const auto align = static_cast<std::uint8_t>(shape_of(row.opcode).alignment_log2);
  switch (row.immediate) {
    case Immediate::none: return {};
    case Immediate::block_type: return {0x40, 0x0B};
    case Immediate::label:
    case Immediate::func:
    case Immediate::local:
    case Immediate::global:
    case Immediate::table:
    case Immediate::elem:
    case Immediate::memory:
    case Immediate::data:
    case Immediate::tag:
    case Immediate::lane:
    case Immediate::i32:
    case Immediate::i64:
    case Immediate::zero_byte: return {0};
    case Immediate::label_table:
    case Immediate::table_table:
    case Immediate::elem_table:
    case Immediate::memory_memory:
    case Immediate::data_memory: return {0, 0};
    case Immediate::type: return {type};
    case Immediate::type_table:
    case Immediate::type_field:
    case Immediate::type_count:
    case Immediate::type_data:
    case Immediate::type_elem: return {type, 0};
    case Immediate::type_type: return {type, type};
    case Immediate::memarg: return {align, 0};
    case Immediate::memarg_lane: return {align, 0, 0};
    case Immediate::f32: return std::vector<std::uint8_t>(4);
    case Immediate::f64: return std::vector<std::uint8_t>(8);
    case Immediate::shuffle:
    case Immediate::v128: return std::vector<std::uint8_t>(16);
    case Immediate::heap_type: return {0x6E};
    case Immediate::value_types: return {1, 0x7F};
    case Immediate::cast_branch: return {3, 0, 0x6E, 0x6E};
    case Immediate::try_table: return {0x40, 0, 0x0B};
    case Immediate::count_: break;
  }
  return {};
}

/// What must stand before the instruction, and after it.
struct Frame {
  std::vector<std::uint8_t> before;
  std::vector<std::uint8_t> after;
};

Frame frame_for(Opcode opcode) {
  if (opcode == Opcode::else_) return {{0x04, 0x40}, {0x0B}};
  if (opcode == Opcode::catch_ || opcode == Opcode::catch_all) return {{0x06, 0x40}, {0x0B}};
  if (opcode == Opcode::delegate) return {{0x06, 0x40}, {}};
  if (opcode == Opcode::rethrow) return {{0x06, 0x40, 0x19}, {0x0B}};
  if (opcode == Opcode::end) return {{0x02, 0x40}, {}};
  return {};
}

wasm::Module module_with(const wasm::InstructionInfo& row, wasm::Features* features = nullptr) {
  base::ByteWriter writer;
  const auto bytes = [&](const std::vector<std::uint8_t>& list) {
    for (const std::uint8_t byte : list) writer.write_byte(byte);
  };
  const Frame frame = frame_for(row.opcode);
  // A local; then a block with an anyref as its result, unreachable inside.
  bytes({1, 1, 0x7F, 0x02, 0x6E, 0x00});
  bytes(frame.before);
  binary::write_opcode(writer, row.opcode);
  bytes(immediate_for(row));
  bytes(frame.after);
  bytes({0x00, 0x0B, 0x1A, 0x0B});
  if (features != nullptr) features->disable(row.feature);

  wasm::Module module = parse(surroundings);
  module.data_count = 1;
  const std::vector<std::byte> body(writer.bytes().begin(), writer.bytes().end());
  module.functions[wasm::FuncIndex(0U)].body = {.offset = static_cast<std::uint32_t>(module.bytes.size()),
                                                .size = static_cast<std::uint32_t>(body.size())};
  module.bytes.insert(module.bytes.end(), body.begin(), body.end());
  return module;
}

TEST(EveryInstruction, IsRead) {
  for (const wasm::InstructionInfo& row : wasm::instructions) {
    EXPECT_EQ(verdict(module_with(row)), "valid") << row.text;
  }
}

TEST(EveryInstruction, OfASwitchedOffProposalIsAnIllegalOpcode) {
  for (const wasm::InstructionInfo& row : wasm::instructions) {
    // Without these the surroundings or the block are not valid, either.
    if (row.feature == wasm::Feature::mvp || row.feature == wasm::Feature::gc) continue;
    wasm::Features features;
    wasm::Module module = module_with(row, &features);
    // The legacy proposal has throw, too.
    if (row.opcode == Opcode::throw_) features.disable(wasm::Feature::legacy_exceptions);
    if (row.opcode == Opcode::rethrow) continue;  // after a catch, which is refused first
    EXPECT_EQ(verdict(std::move(module), features), "malformed: illegal opcode: its proposal is switched off")
        << row.text;
  }
}

TEST(EveryInstruction, IsRefusedWhereItsBytesEnd) {
  for (const wasm::InstructionInfo& row : wasm::instructions) {
    if (row.immediate == Immediate::none) continue;
    wasm::Module module = module_with(row);
    // Without the last byte of the immediate and everything after.
    const Frame frame = frame_for(row.opcode);
    wasm::ByteRange& body = module.functions[wasm::FuncIndex(0U)].body;
    const std::size_t block_end = row.immediate == Immediate::block_type || row.immediate == Immediate::try_table;
    const auto cut = static_cast<std::uint32_t>(4 + frame.after.size() + block_end + 1);
    body.size -= cut;
    module.bytes.resize(module.bytes.size() - cut);
    EXPECT_EQ(verdict(std::move(module)).substr(0, 25), "malformed: unexpected end") << row.text;
  }
}

}  // namespace
}  // namespace assay::validate
