// The import and export sections. spec: binary-importsec, binary-exportsec
#include "binary/section_reader.hpp"
#include "wasm/limits.hpp"

namespace assay::binary {

using wasm::ExternKind;
using wasm::implementation_limits;

namespace {

// The kinds as both sections write them; `malformed` is the message for others.
ExternKind read_extern_kind(SectionReader& reader, const char* malformed) {
  const std::size_t start = reader.bytes.offset();
  const std::uint8_t code = reader.bytes.read_byte();
  const bool has_tags = reader.has(wasm::Feature::exceptions) || reader.has(wasm::Feature::legacy_exceptions);
  if (code > (has_tags ? 4 : 3)) {
    reader.bytes.fail(malformed, start);
    return ExternKind::func;
  }
  return static_cast<ExternKind>(code);
}

// Adds what is imported to the index space of its kind and tells its position there.
std::uint32_t read_extern_type(SectionReader& reader, wasm::Module& module, ExternKind kind) {
  switch (kind) {
    case ExternKind::func: {
      const wasm::TypeIndex type(reader.bytes.read_u32());
      ++module.imported_functions;
      return module.functions.push_back({.type = type, .body = {}}).value;
    }
    case ExternKind::table: {
      const wasm::TableType type = reader.read_table_type();
      ++module.imported_tables;
      return module.tables.push_back({.type = type, .init = {}}).value;
    }
    case ExternKind::memory: {
      const wasm::MemoryType type = reader.read_memory_type();
      ++module.imported_memories;
      return module.memories.push_back(type).value;
    }
    case ExternKind::global: {
      const wasm::GlobalType type = reader.read_global_type();
      ++module.imported_globals;
      return module.globals.push_back({.type = type, .init = {}}).value;
    }
    case ExternKind::tag: {
      const wasm::TagType type = reader.read_tag_type();
      ++module.imported_tags;
      return module.tags.push_back(type).value;
    }
  }
  return 0;
}

void check_imported(SectionReader& reader, std::size_t offset, std::size_t count, std::uint64_t limit,
                    const char* message) {
  if (count > limit) reader.fail_limit(message, offset, count, limit);
}

}  // namespace

void decode_imports(SectionReader& reader, wasm::Module& module) {
  const std::size_t start = reader.bytes.offset();
  const std::uint32_t count = reader.read_count(implementation_limits.imports, "too many imports");
  module.imports.reserve(reader.reservable(count, 4));
  for (std::uint32_t i = 0; i < count && reader.ok(); ++i) {
    wasm::Import import;
    import.module = reader.read_name();
    import.name = reader.read_name();
    import.kind = read_extern_kind(reader, "malformed import kind");
    if (!reader.ok()) return;
    import.index = read_extern_type(reader, module, import.kind);
    module.imports.push_back(import);
  }
  // Of the other kinds as many are allowed as imports, and their sections check the sum.
  check_imported(reader, start, module.tables.size(), implementation_limits.tables, "too many tables");
  check_imported(reader, start, module.memories.size(), implementation_limits.memories, "too many memories");
}

void decode_exports(SectionReader& reader, wasm::Module& module) {
  const std::uint32_t count = reader.read_count(implementation_limits.exports, "too many exports");
  module.exports.reserve(reader.reservable(count, 3));
  for (std::uint32_t i = 0; i < count && reader.ok(); ++i) {
    wasm::Export exported;
    exported.name = reader.read_name();
    exported.kind = read_extern_kind(reader, "malformed export kind");
    exported.index = reader.bytes.read_u32();
    module.exports.push_back(exported);
  }
}

}  // namespace assay::binary
