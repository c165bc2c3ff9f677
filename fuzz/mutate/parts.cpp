// Cuts modules and bodies, and puts them together again.
#include "fuzz/mutate/parts.hpp"

#include "base/byte_reader.hpp"
#include "base/byte_writer.hpp"
#include "binary/encode_immediates.hpp"
#include "binary/instruction_scan.hpp"
#include "binary/opcodes.hpp"
#include "binary/section_order.hpp"

namespace assay::fuzz {

using base::ByteReader;
using base::ByteWriter;

namespace {

Bytes copy(std::span<const std::byte> bytes) {
  return {bytes.begin(), bytes.end()};
}

std::optional<std::vector<Bytes>> cut_code_section(std::span<const std::byte> content) {
  ByteReader reader(content);
  std::vector<Bytes> bodies;
  for (std::uint32_t left = binary::read_count(reader); left > 0 && reader.ok(); --left) {
    bodies.push_back(copy(reader.read_bytes(reader.read_u32())));
  }
  if (!reader.ok() || !reader.at_end()) return std::nullopt;
  return bodies;
}

void write_bodies(ByteWriter& writer, const std::vector<Bytes>& bodies) {
  writer.write_u32(static_cast<std::uint32_t>(bodies.size()));
  for (const Bytes& body : bodies) {
    writer.write_u32(static_cast<std::uint32_t>(body.size()));
    writer.write_bytes(body);
  }
}

void cut_instructions(BodyParts& parts, std::span<const std::byte> bytes, std::size_t begin) {
  ByteReader reader(bytes.subspan(begin), begin);
  std::size_t done = begin;
  while (reader.ok() && !reader.at_end()) {
    const wasm::Opcode opcode = binary::read_opcode(reader);
    if (!reader.ok()) break;
    binary::skip_immediate(reader, wasm::info(opcode).immediate);
    if (!reader.ok()) break;
    parts.instructions.push_back({opcode, copy(bytes.subspan(done, reader.offset() - done))});
    done = reader.offset();
  }
  parts.rest = copy(bytes.subspan(done));
}

}  // namespace

ModuleParts cut_module(std::span<const std::byte> bytes) {
  ModuleParts parts;
  ByteReader reader(bytes);
  reader.read_bytes(binary::magic.size() + binary::version.size());
  while (reader.ok() && !reader.at_end()) {
    Section section{.id = reader.read_byte(), .content = copy(reader.read_bytes(reader.read_u32()))};
    if (!reader.ok()) break;
    if (section.is(wasm::SectionId::code) && !parts.has_bodies) {
      if (auto bodies = cut_code_section(section.content)) {
        parts.bodies = std::move(*bodies);
        parts.has_bodies = true;
        section.content.clear();
      }
    }
    parts.sections.push_back(std::move(section));
  }
  return parts;
}

Bytes join_module(const ModuleParts& parts) {
  ByteWriter writer;
  writer.write_bytes(binary::magic);
  writer.write_bytes(binary::version);
  bool bodies_written = !parts.has_bodies;
  for (const Section& section : parts.sections) {
    writer.write_byte(section.id);
    const std::size_t start = writer.size();
    if (section.is(wasm::SectionId::code) && section.content.empty() && !bodies_written) {
      write_bodies(writer, parts.bodies);
      bodies_written = true;
    } else {
      writer.write_bytes(section.content);
    }
    writer.insert_size(start);
  }
  return writer.take();
}

BodyParts cut_body(std::span<const std::byte> body) {
  BodyParts parts;
  const binary::InstructionScan scan(body, 0);
  if (!scan.ok()) {
    parts.rest = copy(body);
    return parts;
  }
  parts.locals = copy(body.first(scan.first_instruction()));
  cut_instructions(parts, body, scan.first_instruction());
  return parts;
}

BodyParts cut_expression(std::span<const std::byte> expression) {
  BodyParts parts;
  cut_instructions(parts, expression, 0);
  return parts;
}

Bytes join_body(const BodyParts& parts) {
  Bytes bytes = parts.locals;
  for (const Instruction& instruction : parts.instructions) {
    bytes.insert(bytes.end(), instruction.bytes.begin(), instruction.bytes.end());
  }
  bytes.insert(bytes.end(), parts.rest.begin(), parts.rest.end());
  return bytes;
}

Instruction make_instruction(wasm::Opcode opcode, std::span<const std::byte> immediates) {
  ByteWriter writer;
  binary::write_opcode(writer, opcode);
  writer.write_bytes(immediates);
  return {opcode, writer.take()};
}

std::span<const std::byte> immediates_of(const Instruction& instruction) {
  ByteReader reader(instruction.bytes);
  binary::read_opcode(reader);
  return std::span(instruction.bytes).subspan(reader.offset());
}

namespace {

/// Appends bodies and expressions in their shortest form to a module's bytes, and tells where they lie then.
class Shortener {
 public:
  explicit Shortener(wasm::Module& module) : module_(module), writer_(std::move(module.bytes)) {}

  wasm::ByteRange expression(wasm::Expression range) {
    const std::size_t start = writer_.size();
    const Bytes old = copy(writer_.bytes().subspan(range.offset, range.size));
    write_instructions(cut_expression(old));
    return range_from(start);
  }

  wasm::ByteRange body(wasm::ByteRange range) {
    const std::size_t start = writer_.size();
    const Bytes old = copy(writer_.bytes().subspan(range.offset, range.size));
    const BodyParts parts = cut_body(old);
    write_locals(parts.locals);
    write_instructions(parts);
    return range_from(start);
  }

  void finish() { module_.bytes = writer_.take(); }

 private:
  wasm::ByteRange range_from(std::size_t start) const {
    return {.offset = static_cast<std::uint32_t>(start), .size = static_cast<std::uint32_t>(writer_.size() - start)};
  }

  void write_locals(std::span<const std::byte> declarations) {
    ByteReader reader(declarations);
    std::vector<binary::LocalDeclaration> kept;
    for (std::uint32_t left = reader.read_u32(); left > 0; --left) {
      const auto declaration = binary::read_local_declaration(reader);
      if (declaration.count != 0) kept.push_back(declaration);
    }
    writer_.write_u32(static_cast<std::uint32_t>(kept.size()));
    for (const auto& declaration : kept) binary::write_local_declaration(writer_, declaration);
  }

  void write_instructions(const BodyParts& parts) {
    for (const Instruction& instruction : parts.instructions) {
      binary::write_opcode(writer_, instruction.opcode);
      const auto immediates = immediates_of(instruction);
      ByteReader reader(immediates);
      for (const Field& field : cut_immediate(reader, wasm::info(instruction.opcode).immediate)) {
        write_shortest(writer_, field.kind, immediates.subspan(field.begin, field.end - field.begin));
      }
    }
    writer_.write_bytes(parts.rest);
  }

  wasm::Module& module_;
  ByteWriter writer_;
};

}  // namespace

wasm::Module in_shortest_form(const wasm::Module& module) {
  wasm::Module result = module;
  Shortener shortener(result);
  for (wasm::Function& function : result.functions) {
    if (function.body.size != 0) function.body = shortener.body(function.body);
  }
  for (wasm::Table& table : result.tables) {
    if (table.init) table.init = shortener.expression(*table.init);
  }
  for (wasm::Global& global : result.globals) {
    if (global.init.size != 0) global.init = shortener.expression(global.init);
  }
  for (wasm::ElementSegment& segment : result.elements) {
    if (segment.mode == wasm::SegmentMode::active) segment.offset = shortener.expression(segment.offset);
    for (wasm::Expression& item : segment.expressions) item = shortener.expression(item);
  }
  for (wasm::DataSegment& segment : result.data) {
    if (segment.mode == wasm::SegmentMode::active) segment.offset = shortener.expression(segment.offset);
  }
  shortener.finish();
  return result;
}

}  // namespace assay::fuzz
