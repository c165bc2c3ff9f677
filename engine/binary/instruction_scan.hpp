// Walks a body's instructions without checking it: for dumps, mutators, and hints that name offsets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/byte_reader.hpp"
#include "wasm/module.hpp"
#include "wasm/opcode.hpp"

namespace assay::binary {

/// One instruction of a body; offsets count from the module's first byte.
struct ScannedInstruction {
  wasm::Opcode opcode = wasm::Opcode::count_;
  std::size_t offset = 0;            ///< of the opcode
  std::size_t immediate_offset = 0;  ///< of what follows the opcode
  std::size_t end = 0;               ///< of the next instruction
};

/// A pass over the instructions of one body, its local declarations passed over first. Linear, allocates nothing.
class InstructionScan {
 public:
  InstructionScan(const wasm::Module& module, wasm::ByteRange body);
  /// Over bytes that begin at `origin` of something larger.
  InstructionScan(std::span<const std::byte> body, std::size_t origin);

  /// The next instruction; nothing at the end of the bytes or at the first error.
  std::optional<ScannedInstruction> next();

  /// Where the first instruction stands.
  [[nodiscard]] std::size_t first_instruction() const { return first_; }
  /// Whether everything so far could be read; the reader has the message and the offset.
  [[nodiscard]] bool ok() const { return reader_.ok(); }
  [[nodiscard]] const base::ByteReader& reader() const { return reader_; }

 private:
  base::ByteReader reader_;
  std::size_t first_ = 0;
};

}  // namespace assay::binary
