// Computes layouts.
#include "runtime/layout.hpp"

#include <algorithm>

#include "runtime/size_classes.hpp"

namespace assay::runtime {

using wasm::AbstractHeap;
using wasm::ValueType;

Tracing tracing_of(ValueType storage) {
  if (!storage.is_reference()) return Tracing::skipped;
  if (storage.heap().is_index()) return Tracing::followed;
  switch (storage.heap().abstract()) {
    case AbstractHeap::func:
    case AbstractHeap::nofunc:
    case AbstractHeap::noextern:
    case AbstractHeap::i31:
    case AbstractHeap::none:
    case AbstractHeap::noexn:
    case AbstractHeap::bottom:
    case AbstractHeap::count_: return Tracing::skipped;
    case AbstractHeap::extern_:
    case AbstractHeap::any:
    case AbstractHeap::eq:
    case AbstractHeap::struct_:
    case AbstractHeap::array:
    case AbstractHeap::exn: return Tracing::followed;
  }
  return Tracing::followed;
}

Layout::Layout(const validate::CanonicalType& type) {
  const std::vector<wasm::FieldType>& fields = type.sub.fields;
  if (type.kind == wasm::CompositeKind::array) {
    element_bytes = wasm::byte_size(fields.front().storage);
    elements = tracing_of(fields.front().storage);
    return;
  }
  std::uint32_t at = struct_header_bytes;
  offsets.reserve(fields.size());
  for (const wasm::FieldType& field : fields) {
    const std::uint32_t width = wasm::byte_size(field.storage);
    const std::uint32_t alignment = std::min(width, 8U);
    at = (at + alignment - 1) & ~(alignment - 1);
    offsets.push_back(at);
    if (tracing_of(field.storage) == Tracing::followed) followed.push_back(at);
    at += width;
  }
  object_bytes = (at + 7U) & ~7U;
  size_class = size_class_of(object_bytes);
}

const Layout& make_layout(const validate::CanonicalType& type) {
  return static_cast<const Layout&>(*type.layout.attach(new Layout(type)));
}

}  // namespace assay::runtime
