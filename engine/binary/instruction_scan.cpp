// The walk over a body.
#include "binary/instruction_scan.hpp"

#include "binary/opcodes.hpp"

namespace assay::binary {

InstructionScan::InstructionScan(const wasm::Module& module, wasm::ByteRange body)
    : InstructionScan(module.span(body), body.offset) {}

InstructionScan::InstructionScan(std::span<const std::byte> body, std::size_t origin) : reader_(body, origin) {
  for (std::uint32_t left = read_count(reader_); left > 0 && reader_.ok(); --left) read_local_declaration(reader_);
  first_ = reader_.offset();
}

std::optional<ScannedInstruction> InstructionScan::next() {
  if (!reader_.ok() || reader_.at_end()) return std::nullopt;
  ScannedInstruction instruction;
  instruction.offset = reader_.offset();
  instruction.opcode = read_opcode(reader_);
  if (!reader_.ok()) return std::nullopt;
  instruction.immediate_offset = reader_.offset();
  skip_immediate(reader_, wasm::info(instruction.opcode).immediate);
  if (!reader_.ok()) return std::nullopt;
  instruction.end = reader_.offset();
  return instruction;
}

}  // namespace assay::binary
