// The sections that add to one index space each: tables, memories, tags, globals; and the start section.
// spec: binary-tablesec, binary-memsec, binary-tagsec, binary-globalsec, binary-startsec
#include "binary/immediates.hpp"
#include "binary/section_reader.hpp"
#include "wasm/limits.hpp"

namespace assay::binary {

using wasm::implementation_limits;

namespace {

constexpr int code_table_with_init = 0x40;

}  // namespace

void decode_tables(SectionReader& reader, wasm::Module& module) {
  const std::uint32_t count = reader.read_count(implementation_limits.tables, "too many tables", module.tables.size());
  module.tables.reserve(module.tables.size() + reader.reservable(count, 3));
  for (std::uint32_t i = 0; i < count && reader.ok(); ++i) {
    wasm::Table table;
    const bool has_init =
        reader.has(wasm::Feature::function_references) && reader.bytes.peek_byte() == code_table_with_init;
    if (has_init) {
      reader.bytes.read_byte();
      read_zero_byte(reader.bytes);
    }
    table.type = reader.read_table_type();
    if (has_init) table.init = reader.read_expression();
    module.tables.push_back(table);
  }
}

void decode_memories(SectionReader& reader, wasm::Module& module) {
  const std::uint32_t count =
      reader.read_count(implementation_limits.memories, "too many memories", module.memories.size());
  for (std::uint32_t i = 0; i < count && reader.ok(); ++i) module.memories.push_back(reader.read_memory_type());
}

void decode_tags(SectionReader& reader, wasm::Module& module) {
  const std::uint32_t count = reader.read_count(implementation_limits.tags, "too many tags", module.tags.size());
  module.tags.reserve(module.tags.size() + reader.reservable(count, 2));
  for (std::uint32_t i = 0; i < count && reader.ok(); ++i) module.tags.push_back(reader.read_tag_type());
}

void decode_globals(SectionReader& reader, wasm::Module& module) {
  const std::uint32_t count =
      reader.read_count(implementation_limits.globals, "too many globals", module.globals.size());
  module.globals.reserve(module.globals.size() + reader.reservable(count, 3));
  for (std::uint32_t i = 0; i < count && reader.ok(); ++i) {
    wasm::Global global;
    global.type = reader.read_global_type();
    global.init = reader.read_expression();
    module.globals.push_back(global);
  }
}

void decode_start(SectionReader& reader, wasm::Module& module) {
  module.start = wasm::FuncIndex(reader.bytes.read_u32());
}

}  // namespace assay::binary
