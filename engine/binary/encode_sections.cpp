// Writes imports, exports, functions and what stands in one index space each.
#include "binary/encode_sections.hpp"

#include "binary/encode_immediates.hpp"

namespace assay::binary {

namespace {

void write_count(base::ByteWriter& writer, std::size_t count) {
  writer.write_u32(static_cast<std::uint32_t>(count));
}

// spec: binary-limits
void write_limits(base::ByteWriter& writer, const wasm::Limits& limits, unsigned more_flags) {
  const unsigned flags = (limits.max ? 1U : 0U) | (limits.address == wasm::AddressType::i64 ? 4U : 0U) | more_flags;
  writer.write_byte(static_cast<std::uint8_t>(flags));
  writer.write_u64(limits.min);
  if (limits.max) writer.write_u64(*limits.max);
}

void write_table_type(base::ByteWriter& writer, const wasm::TableType& type) {
  write_value_type(writer, type.element);
  write_limits(writer, type.limits, 0);
}

void write_memory_type(base::ByteWriter& writer, const wasm::MemoryType& type) {
  constexpr std::uint8_t usual_page_size_log2 = 16;
  const bool has_page_size = type.page_size_log2 != usual_page_size_log2;
  write_limits(writer, type.limits, (type.sharing == wasm::Sharing::shared ? 2U : 0U) | (has_page_size ? 8U : 0U));
  if (has_page_size) writer.write_u32(type.page_size_log2);
}

void write_global_type(base::ByteWriter& writer, const wasm::GlobalType& type) {
  write_value_type(writer, type.type);
  writer.write_byte(type.mutability == wasm::Mutability::variable ? 1 : 0);
}

void write_tag_type(base::ByteWriter& writer, const wasm::TagType& type) {
  writer.write_byte(0);
  writer.write_u32(type.type.value);
}

void write_extern_type(base::ByteWriter& writer, const wasm::Module& module, const wasm::Import& import) {
  switch (import.kind) {
    case wasm::ExternKind::func: return writer.write_u32(module.functions[wasm::FuncIndex(import.index)].type.value);
    case wasm::ExternKind::table: return write_table_type(writer, module.tables[wasm::TableIndex(import.index)].type);
    case wasm::ExternKind::memory: return write_memory_type(writer, module.memories[wasm::MemoryIndex(import.index)]);
    case wasm::ExternKind::global:
      return write_global_type(writer, module.globals[wasm::GlobalIndex(import.index)].type);
    case wasm::ExternKind::tag: return write_tag_type(writer, module.tags[wasm::TagIndex(import.index)]);
  }
}

}  // namespace

void encode_imports(base::ByteWriter& writer, const wasm::Module& module) {
  write_count(writer, module.imports.size());
  for (const wasm::Import& import : module.imports) {
    writer.write_name(module.text(import.module));
    writer.write_name(module.text(import.name));
    writer.write_byte(static_cast<std::uint8_t>(import.kind));
    write_extern_type(writer, module, import);
  }
}

void encode_exports(base::ByteWriter& writer, const wasm::Module& module) {
  write_count(writer, module.exports.size());
  for (const wasm::Export& exported : module.exports) {
    writer.write_name(module.text(exported.name));
    writer.write_byte(static_cast<std::uint8_t>(exported.kind));
    writer.write_u32(exported.index);
  }
}

void encode_functions(base::ByteWriter& writer, const wasm::Module& module) {
  write_count(writer, module.functions.size() - module.imported_functions);
  for (std::size_t i = module.imported_functions; i < module.functions.size(); ++i) {
    writer.write_u32(module.functions[wasm::FuncIndex(i)].type.value);
  }
}

void encode_code(base::ByteWriter& writer, const wasm::Module& module) {
  write_count(writer, module.functions.size() - module.imported_functions);
  for (std::size_t i = module.imported_functions; i < module.functions.size(); ++i) {
    const wasm::ByteRange body = module.functions[wasm::FuncIndex(i)].body;
    writer.write_u32(body.size);
    writer.write_bytes(module.span(body));
  }
}

void encode_tables(base::ByteWriter& writer, const wasm::Module& module) {
  write_count(writer, module.tables.size() - module.imported_tables);
  for (std::size_t i = module.imported_tables; i < module.tables.size(); ++i) {
    const wasm::Table& table = module.tables[wasm::TableIndex(i)];
    if (table.init) {
      writer.write_byte(0x40);
      writer.write_byte(0x00);
    }
    write_table_type(writer, table.type);
    if (table.init) writer.write_bytes(module.span(*table.init));
  }
}

void encode_memories(base::ByteWriter& writer, const wasm::Module& module) {
  write_count(writer, module.memories.size() - module.imported_memories);
  for (std::size_t i = module.imported_memories; i < module.memories.size(); ++i) {
    write_memory_type(writer, module.memories[wasm::MemoryIndex(i)]);
  }
}

void encode_tags(base::ByteWriter& writer, const wasm::Module& module) {
  write_count(writer, module.tags.size() - module.imported_tags);
  for (std::size_t i = module.imported_tags; i < module.tags.size(); ++i) {
    write_tag_type(writer, module.tags[wasm::TagIndex(i)]);
  }
}

void encode_globals(base::ByteWriter& writer, const wasm::Module& module) {
  write_count(writer, module.globals.size() - module.imported_globals);
  for (std::size_t i = module.imported_globals; i < module.globals.size(); ++i) {
    const wasm::Global& global = module.globals[wasm::GlobalIndex(i)];
    write_global_type(writer, global.type);
    writer.write_bytes(module.span(global.init));
  }
}

}  // namespace assay::binary
