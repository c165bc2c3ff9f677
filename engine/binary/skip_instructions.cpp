// Finds the end of expressions and bodies by counting blocks.
#include "binary/opcodes.hpp"
#include "binary/section_reader.hpp"

namespace assay::binary {

void skip_expression(base::ByteReader& reader, wasm::Features features) {
  std::uint64_t depth = 0;
  while (reader.ok()) {
    const std::size_t start = reader.offset();
    const wasm::Opcode opcode = read_opcode(reader);
    if (!reader.ok()) return;
    if (!is_enabled(opcode, features)) return reader.fail(message::illegal_opcode, start);
    skip_immediate(reader, wasm::info(opcode).immediate);
    switch (nesting_of(opcode)) {
      case Nesting::none: break;
      case Nesting::opens: ++depth; break;
      case Nesting::divides:
        if (depth == 0) return reader.fail(message::end_expected, start);
        break;
      case Nesting::closes:
        if (depth == 0) {
          if (opcode != wasm::Opcode::end) reader.fail(message::end_expected, start);
          return;
        }
        --depth;
        break;
    }
  }
}

void skip_body(base::ByteReader& reader, std::size_t size, wasm::Features features) {
  const std::size_t start = reader.offset();
  std::uint64_t locals = 0;
  for (std::uint32_t left = read_count(reader); left > 0 && reader.ok(); --left) {
    locals += read_local_declaration(reader).count;
  }
  if (locals > UINT32_MAX) reader.fail(message::too_many_locals, start);
  skip_expression(reader, features);
  if (reader.ok() && reader.offset() != start + size) reader.fail(message::section_size_mismatch, start);
}

}  // namespace assay::binary
