// Writes the type section. spec: binary-typesec
#include "binary/encode_immediates.hpp"
#include "binary/encode_sections.hpp"

namespace assay::binary {

namespace {

void write_field_type(base::ByteWriter& writer, const wasm::FieldType& field) {
  write_value_type(writer, field.storage);
  writer.write_byte(field.mutability == wasm::Mutability::variable ? 1 : 0);
}

void write_composite_type(base::ByteWriter& writer, const wasm::SubType& type) {
  switch (type.kind) {
    case wasm::CompositeKind::func:
      writer.write_byte(0x60);
      write_value_types(writer, type.func.params);
      write_value_types(writer, type.func.results);
      return;
    case wasm::CompositeKind::struct_:
      writer.write_byte(0x5F);
      writer.write_u32(static_cast<std::uint32_t>(type.fields.size()));
      for (const wasm::FieldType& field : type.fields) write_field_type(writer, field);
      return;
    case wasm::CompositeKind::array:
      writer.write_byte(0x5E);
      write_field_type(writer, type.fields.front());
      return;
  }
}

void write_sub_type(base::ByteWriter& writer, const wasm::SubType& type) {
  if (!type.final || !type.supertypes.empty()) {
    writer.write_byte(type.final ? 0x4F : 0x50);
    writer.write_u32(static_cast<std::uint32_t>(type.supertypes.size()));
    for (const wasm::TypeIndex supertype : type.supertypes) writer.write_u32(supertype.value);
  }
  write_composite_type(writer, type);
}

}  // namespace

void encode_types(base::ByteWriter& writer, const wasm::Module& module) {
  writer.write_u32(static_cast<std::uint32_t>(module.rec_groups.size()));
  for (const wasm::RecGroup& group : module.rec_groups) {
    if (group.count != 1) {
      writer.write_byte(0x4E);
      writer.write_u32(group.count);
    }
    for (std::uint32_t i = 0; i < group.count; ++i) {
      write_sub_type(writer, module.types[wasm::TypeIndex(group.first.value + i)]);
    }
  }
}

}  // namespace assay::binary
