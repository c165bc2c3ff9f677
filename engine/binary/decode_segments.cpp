// The element, data count and data sections. spec: binary-elemsec, binary-datacountsec, binary-datasec
#include "binary/immediates.hpp"
#include "binary/section_reader.hpp"
#include "wasm/limits.hpp"

namespace assay::binary {

using wasm::Feature;
using wasm::implementation_limits;
using wasm::SegmentMode;

namespace {

// The flags of an element segment.
constexpr std::uint32_t is_not_active = 1;  // passive, or declarative with the next
constexpr std::uint32_t is_explicit = 2;    // active: table and type are written; else: declarative
constexpr std::uint32_t has_expressions = 4;

constexpr wasm::ValueType func_non_null =
    wasm::ValueType::reference(wasm::AbstractHeap::func, wasm::Nullability::non_null);

// The type of an element segment whose items are function indices.
wasm::ValueType read_element_kind(SectionReader& reader) {
  const std::size_t start = reader.bytes.offset();
  if (reader.bytes.read_byte() != 0) reader.bytes.fail("malformed element kind", start);
  return func_non_null;
}

void read_items(SectionReader& reader, wasm::ElementSegment& segment) {
  const std::uint32_t count = reader.read_count(implementation_limits.table_elements, "too many elements in a segment");
  if (segment.uses_expressions) {
    segment.expressions.reserve(reader.reservable(count, 1));
    for (std::uint32_t i = 0; i < count && reader.ok(); ++i) segment.expressions.push_back(reader.read_expression());
  } else {
    segment.functions.reserve(reader.reservable(count, 1));
    for (std::uint32_t i = 0; i < count && reader.ok(); ++i) {
      segment.functions.push_back(wasm::FuncIndex(reader.bytes.read_u32()));
    }
  }
}

wasm::ElementSegment read_element_segment(SectionReader& reader) {
  const std::size_t start = reader.bytes.offset();
  const std::uint32_t flags = reader.bytes.read_u32();
  if (flags > 7 || (flags != 0 && !reader.has(Feature::bulk_memory))) {
    reader.bytes.fail("malformed elements segment kind", start);
    return {};
  }
  wasm::ElementSegment segment;
  segment.uses_expressions = (flags & has_expressions) != 0;
  if ((flags & is_not_active) == 0) {
    segment.mode = SegmentMode::active;
    if ((flags & is_explicit) != 0) segment.table = wasm::TableIndex(reader.bytes.read_u32());
    segment.offset = reader.read_expression();
  } else {
    segment.mode = (flags & is_explicit) != 0 ? SegmentMode::declarative : SegmentMode::passive;
  }
  const bool has_type = (flags & (is_not_active | is_explicit)) != 0;
  if (!has_type) {
    segment.type = segment.uses_expressions ? wasm::funcref : func_non_null;
  } else {
    segment.type = segment.uses_expressions ? reader.read_reference_type() : read_element_kind(reader);
  }
  read_items(reader, segment);
  return segment;
}

wasm::DataSegment read_data_segment(SectionReader& reader) {
  const std::size_t start = reader.bytes.offset();
  const std::uint32_t flags = reader.bytes.read_u32();
  if (flags > 2 || (flags != 0 && !reader.has(Feature::bulk_memory))) {
    reader.bytes.fail("malformed data segment kind", start);
    return {};
  }
  wasm::DataSegment segment;
  if (flags != 1) {
    segment.mode = SegmentMode::active;
    if (flags == 2) segment.memory = wasm::MemoryIndex(reader.bytes.read_u32());
    segment.offset = reader.read_expression();
  }
  segment.content = reader.read_byte_vector();
  return segment;
}

}  // namespace

void decode_elements(SectionReader& reader, wasm::Module& module) {
  const std::uint32_t count = reader.read_count(implementation_limits.element_segments, "too many element segments");
  module.elements.reserve(reader.reservable(count, 3));
  for (std::uint32_t i = 0; i < count && reader.ok(); ++i) module.elements.push_back(read_element_segment(reader));
}

void decode_data_count(SectionReader& reader, wasm::Module& module) {
  module.data_count = reader.bytes.read_u32();
}

void decode_data(SectionReader& reader, wasm::Module& module) {
  const std::uint32_t count = reader.read_count(implementation_limits.data_segments, "too many data segments");
  module.data.reserve(reader.reservable(count, 2));
  for (std::uint32_t i = 0; i < count && reader.ok(); ++i) module.data.push_back(read_data_segment(reader));
}

}  // namespace assay::binary
