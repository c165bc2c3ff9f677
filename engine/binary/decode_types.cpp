// The type section: function, structure and array types in recursion groups. spec: binary-typesec
#include <algorithm>

#include "binary/immediates.hpp"
#include "binary/section_reader.hpp"
#include "wasm/limits.hpp"

namespace assay::binary {

using wasm::implementation_limits;

namespace {

constexpr std::uint8_t code_rec = 0x4E;
constexpr std::uint8_t code_sub_final = 0x4F;
constexpr std::uint8_t code_sub = 0x50;
constexpr std::uint8_t code_array = 0x5E;
constexpr std::uint8_t code_struct = 0x5F;
constexpr std::uint8_t code_func = 0x60;

// The shortest group: an empty one, or a structure without fields.
constexpr std::size_t least_group_bytes = 2;

void read_result_type(SectionReader& reader, std::vector<wasm::ValueType>& types, std::uint32_t limit,
                      const char* message) {
  const std::uint32_t count = reader.read_count(limit, message);
  types.reserve(reader.reservable(count, 1));
  for (std::uint32_t i = 0; i < count && reader.ok(); ++i) types.push_back(reader.read_value_type());
}

wasm::FieldType read_field_type(SectionReader& reader) {
  wasm::FieldType field;
  field.storage = reader.read_storage_type();
  field.mutability = reader.read_mutability();
  return field;
}

void fail_definition(SectionReader& reader, std::uint8_t code, std::size_t offset) {
  reader.bytes.fail((code & 0x80U) != 0 ? base::ByteReader::too_long : "malformed definition type", offset);
}

// spec: binary-comptype
void read_composite_type(SectionReader& reader, wasm::SubType& type) {
  const std::size_t start = reader.bytes.offset();
  const std::uint8_t code = reader.bytes.read_byte();
  if (!reader.ok()) return;
  if (code == code_func) {
    type.kind = wasm::CompositeKind::func;
    read_result_type(reader, type.func.params, implementation_limits.params, "too many parameters");
    read_result_type(reader, type.func.results, implementation_limits.results, "too many results");
    return;
  }
  if (!reader.has(wasm::Feature::gc)) return fail_definition(reader, code, start);
  if (code == code_struct) {
    type.kind = wasm::CompositeKind::struct_;
    const std::uint32_t count = reader.read_count(implementation_limits.struct_fields, "too many fields");
    type.fields.reserve(reader.reservable(count, 2));
    for (std::uint32_t i = 0; i < count && reader.ok(); ++i) type.fields.push_back(read_field_type(reader));
    return;
  }
  if (code == code_array) {
    type.kind = wasm::CompositeKind::array;
    type.fields.push_back(read_field_type(reader));
    return;
  }
  fail_definition(reader, code, start);
}

// spec: binary-subtype
wasm::SubType read_sub_type(SectionReader& reader) {
  wasm::SubType type;
  const int code = reader.bytes.peek_byte();
  if (reader.has(wasm::Feature::gc) && (code == code_sub || code == code_sub_final)) {
    reader.bytes.read_byte();
    type.final = code == code_sub_final;
    const std::uint32_t count = read_count(reader.bytes);
    type.supertypes.reserve(reader.reservable(count, 1));
    for (std::uint32_t i = 0; i < count && reader.ok(); ++i) {
      type.supertypes.push_back(wasm::TypeIndex(reader.bytes.read_u32()));
    }
  }
  read_composite_type(reader, type);
  return type;
}

// How many types a group announces: 1 unless it is a recursion group.
std::uint32_t read_group_count(SectionReader& reader) {
  if (!reader.has(wasm::Feature::gc) || reader.bytes.peek_byte() != code_rec) return 1;
  reader.bytes.read_byte();
  return reader.read_count(implementation_limits.rec_group_types, "too many types in a recursion group");
}

// How many types the groups hold, as far as they can be read. Looks ahead with a reader of its own, so that the list
// of types, the largest thing a small module can ask for, is allocated once and without slack.
std::size_t count_types(SectionReader reader, std::uint32_t groups) {
  std::size_t types = 0;
  for (std::uint32_t i = 0; i < groups && reader.ok(); ++i) {
    const std::uint32_t count = read_group_count(reader);
    for (std::uint32_t k = 0; k < count && reader.ok(); ++k, ++types) read_sub_type(reader);
  }
  return types;
}

}  // namespace

void decode_types(SectionReader& reader, wasm::Module& module) {
  const std::uint32_t groups = reader.read_count(implementation_limits.rec_groups, "too many recursion groups");
  module.rec_groups.reserve(reader.reservable(groups, least_group_bytes));
  module.types.reserve(std::min<std::size_t>(count_types(reader, groups), implementation_limits.types));
  for (std::uint32_t i = 0; i < groups && reader.ok(); ++i) {
    const std::size_t start = reader.bytes.offset();
    const std::uint32_t count = read_group_count(reader);
    const std::size_t types = module.types.size() + std::size_t{count};
    if (types > implementation_limits.types) {
      return reader.fail_limit("too many types", start, types, implementation_limits.types);
    }
    module.rec_groups.push_back({.first = wasm::TypeIndex(module.types.size()), .count = count});
    for (std::uint32_t k = 0; k < count && reader.ok(); ++k) module.types.push_back(read_sub_type(reader));
  }
}

}  // namespace assay::binary
