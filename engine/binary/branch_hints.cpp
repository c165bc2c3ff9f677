// Reading, checking and writing branch hints.
#include "binary/branch_hints.hpp"

#include <algorithm>
#include <optional>

#include "base/byte_reader.hpp"
#include "base/byte_writer.hpp"
#include "binary/custom_sections.hpp"
#include "binary/immediates.hpp"
#include "binary/instruction_scan.hpp"

namespace assay::binary {

namespace {

wasm::Error at(wasm::ErrorKind kind, std::size_t offset, const char* message) {
  return {.kind = kind,
          .place = wasm::Place::at_offset(offset),
          .message = message,
          .detail = "in the branch hint section"};
}

// The hints of one function.
void read_function_hints(base::ByteReader& reader, wasm::FuncIndex func, std::vector<BranchHint>& hints) {
  const std::uint32_t count = read_count(reader);
  const std::size_t first = hints.size();
  for (std::uint32_t i = 0; i < count && reader.ok(); ++i) {
    const std::size_t start = reader.offset();
    BranchHint hint{.func = func, .offset = reader.read_u32(), .likelihood = Likelihood::unlikely};
    if (reader.read_u32() != 1) reader.fail("malformed hint size", start);
    const std::uint8_t value = reader.read_byte();
    if (value > 1) reader.fail("malformed hint value", start);
    if (hints.size() > first && hints.back().offset >= hint.offset) reader.fail("hints out of order", start);
    if (!reader.ok()) return;
    hint.likelihood = static_cast<Likelihood>(value);
    hints.push_back(hint);
  }
}

}  // namespace

wasm::Result<std::vector<BranchHint>> decode_branch_hints(const wasm::Module& module) {
  std::vector<BranchHint> hints;
  const wasm::CustomSection* section = find_custom(module, branch_hint_section);
  if (section == nullptr) return hints;
  base::ByteReader reader(module.span(section->content), section->content.offset);
  const std::uint32_t count = read_count(reader);
  std::optional<wasm::FuncIndex> last;
  for (std::uint32_t i = 0; i < count && reader.ok(); ++i) {
    const std::size_t start = reader.offset();
    const wasm::FuncIndex func(reader.read_u32());
    if (last && func <= *last) reader.fail("functions out of order", start);
    last = func;
    read_function_hints(reader, func, hints);
  }
  if (reader.ok() && !reader.at_end()) reader.fail(message::section_size_mismatch);
  if (!reader.ok()) {
    return std::unexpected(at(wasm::ErrorKind::malformed, reader.error_offset(), reader.message()));
  }
  return hints;
}

wasm::Result<void> check_branch_hints(const wasm::Module& module, std::span<const BranchHint> hints) {
  constexpr const char* invalid_target = "@metadata.code.branch_hint annotation: invalid target";
  for (std::size_t i = 0; i < hints.size();) {
    const wasm::FuncIndex func = hints[i].func;
    if (!module.functions.contains(func) || module.is_imported(func)) {
      return std::unexpected(
          at(wasm::ErrorKind::invalid, 0, "@metadata.code.branch_hint annotation: unknown function"));
    }
    const wasm::ByteRange body = module.functions[func].body;
    InstructionScan scan(module, body);
    for (; i < hints.size() && hints[i].func == func; ++i) {
      const std::size_t target = std::size_t{body.offset} + hints[i].offset;
      auto instruction = scan.next();
      while (instruction && instruction->offset < target) instruction = scan.next();
      const bool is_branch = instruction && instruction->offset == target &&
                             (instruction->opcode == wasm::Opcode::if_ || instruction->opcode == wasm::Opcode::br_if);
      if (!is_branch) {
        const std::size_t end = std::size_t{body.offset} + body.size;
        return std::unexpected(at(wasm::ErrorKind::invalid, std::min(target, end), invalid_target));
      }
    }
  }
  return {};
}

std::vector<std::byte> encode_branch_hints(std::span<const BranchHint> hints) {
  const auto end_of_run = [hints](std::size_t first) {
    std::size_t end = first;
    while (end < hints.size() && hints[end].func == hints[first].func) ++end;
    return end;
  };
  std::uint32_t runs = 0;
  for (std::size_t first = 0; first < hints.size(); first = end_of_run(first)) ++runs;
  base::ByteWriter writer;
  writer.write_u32(runs);
  for (std::size_t first = 0; first < hints.size();) {
    const std::size_t end = end_of_run(first);
    writer.write_u32(hints[first].func.value);
    writer.write_u32(static_cast<std::uint32_t>(end - first));
    for (; first < end; ++first) {
      writer.write_u32(hints[first].offset);
      writer.write_u32(1);
      writer.write_byte(static_cast<std::uint8_t>(hints[first].likelihood));
    }
  }
  return writer.take();
}

}  // namespace assay::binary
