// Writes element and data segments, each in the shortest of its forms. spec: binary-elemsec, binary-datasec
#include "binary/encode_immediates.hpp"
#include "binary/encode_sections.hpp"

namespace assay::binary {

using wasm::SegmentMode;

namespace {

void write_element_segment(base::ByteWriter& writer, const wasm::Module& module, const wasm::ElementSegment& segment) {
  // Active segments of table 0 with the usual type need neither table nor type.
  const bool is_active = segment.mode == SegmentMode::active;
  const bool is_usual_type = !segment.uses_expressions || segment.type == wasm::funcref;
  const bool is_short = is_active && segment.table.value == 0 && is_usual_type;
  unsigned flags = segment.uses_expressions ? 4U : 0U;
  if (!is_active) flags |= 1U;
  if (segment.mode == SegmentMode::declarative || (is_active && !is_short)) flags |= 2U;
  writer.write_u32(flags);

  if (is_active) {
    if (!is_short) writer.write_u32(segment.table.value);
    writer.write_bytes(module.span(segment.offset));
  }
  if (!is_short) {
    if (segment.uses_expressions) {
      write_value_type(writer, segment.type);
    } else {
      writer.write_byte(0x00);
    }
  }
  writer.write_u32(static_cast<std::uint32_t>(segment.size()));
  for (const wasm::FuncIndex func : segment.functions) writer.write_u32(func.value);
  for (const wasm::Expression expression : segment.expressions) writer.write_bytes(module.span(expression));
}

void write_data_segment(base::ByteWriter& writer, const wasm::Module& module, const wasm::DataSegment& segment) {
  if (segment.mode != SegmentMode::active) {
    writer.write_u32(1);
  } else {
    writer.write_u32(segment.memory.value == 0 ? 0 : 2);
    if (segment.memory.value != 0) writer.write_u32(segment.memory.value);
    writer.write_bytes(module.span(segment.offset));
  }
  writer.write_u32(segment.content.size);
  writer.write_bytes(module.span(segment.content));
}

}  // namespace

void encode_elements(base::ByteWriter& writer, const wasm::Module& module) {
  writer.write_u32(static_cast<std::uint32_t>(module.elements.size()));
  for (const wasm::ElementSegment& segment : module.elements) write_element_segment(writer, module, segment);
}

void encode_data(base::ByteWriter& writer, const wasm::Module& module) {
  writer.write_u32(static_cast<std::uint32_t>(module.data.size()));
  for (const wasm::DataSegment& segment : module.data) write_data_segment(writer, module, segment);
}

}  // namespace assay::binary
