// The frame of an encoded module: header, sections in order, custom sections between them.
#include "binary/encode.hpp"

#include <algorithm>
#include <array>

#include "base/byte_writer.hpp"
#include "binary/encode_sections.hpp"
#include "binary/section_order.hpp"

namespace assay::binary {

using wasm::SectionId;

namespace {

// Whether a section has something to say.
bool has_content(const wasm::Module& module, SectionId id) {
  switch (id) {
    case SectionId::type: return !module.rec_groups.empty();
    case SectionId::import: return !module.imports.empty();
    case SectionId::function:
    case SectionId::code: return module.functions.size() > module.imported_functions;
    case SectionId::table: return module.tables.size() > module.imported_tables;
    case SectionId::memory: return module.memories.size() > module.imported_memories;
    case SectionId::tag: return module.tags.size() > module.imported_tags;
    case SectionId::global: return module.globals.size() > module.imported_globals;
    case SectionId::export_: return !module.exports.empty();
    case SectionId::start: return module.start.has_value();
    case SectionId::element: return !module.elements.empty();
    case SectionId::data_count: return module.data_count.has_value();
    case SectionId::data: return !module.data.empty();
    case SectionId::custom: break;
  }
  return false;
}

// A section of a vector may be written empty; these two say one thing or do not exist.
bool can_be_empty(SectionId id) {
  return id != SectionId::start && id != SectionId::data_count;
}

void encode_content(base::ByteWriter& writer, const wasm::Module& module, SectionId id) {
  switch (id) {
    case SectionId::type: return encode_types(writer, module);
    case SectionId::import: return encode_imports(writer, module);
    case SectionId::function: return encode_functions(writer, module);
    case SectionId::table: return encode_tables(writer, module);
    case SectionId::memory: return encode_memories(writer, module);
    case SectionId::tag: return encode_tags(writer, module);
    case SectionId::global: return encode_globals(writer, module);
    case SectionId::export_: return encode_exports(writer, module);
    case SectionId::start: return writer.write_u32(module.start->value);
    case SectionId::element: return encode_elements(writer, module);
    case SectionId::data_count: return writer.write_u32(*module.data_count);
    case SectionId::code: return encode_code(writer, module);
    case SectionId::data: return encode_data(writer, module);
    case SectionId::custom: break;
  }
}

void encode_customs(base::ByteWriter& writer, const wasm::Module& module, SectionId after) {
  for (const wasm::CustomSection& custom : module.customs) {
    if (custom.after != after) continue;
    writer.write_byte(static_cast<std::uint8_t>(SectionId::custom));
    const std::size_t start = writer.size();
    writer.write_name(module.text(custom.name));
    writer.write_bytes(module.span(custom.content));
    writer.insert_size(start);
  }
}

bool is_followed_by_custom(const wasm::Module& module, SectionId id) {
  return std::ranges::any_of(module.customs, [id](const wasm::CustomSection& custom) { return custom.after == id; });
}

}  // namespace

std::vector<std::byte> encode(const wasm::Module& module) {
  base::ByteWriter writer;
  writer.reserve(module.bytes.size() + magic.size() + version.size());
  writer.write_bytes(magic);
  writer.write_bytes(version);
  encode_customs(writer, module, SectionId::custom);
  for (const SectionId id : section_order) {
    if (has_content(module, id) || (can_be_empty(id) && is_followed_by_custom(module, id))) {
      writer.write_byte(static_cast<std::uint8_t>(id));
      const std::size_t start = writer.size();
      encode_content(writer, module, id);
      writer.insert_size(start);
    }
    encode_customs(writer, module, id);
  }
  return writer.take();
}

}  // namespace assay::binary
