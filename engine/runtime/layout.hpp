// How the objects of a defined type lie in the heap: computed once per canonical type, shared by all stores.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/object.hpp"
#include "validate/attachment.hpp"
#include "validate/canonical_types.hpp"
#include "wasm/types.hpp"

namespace assay::runtime {

/// Whether the collector must follow a field.
enum class Tracing : std::uint8_t { skipped, followed };

/// Fields lie in the order of their declaration, each at a multiple of its width but at most of 8, so that the fields
/// of a supertype lie where the subtype has them. `wasm::byte_size` is a field's width.
class Layout final : public validate::Attachment {
 public:
  explicit Layout(const validate::CanonicalType& type);

  // Structs.
  std::uint64_t object_bytes = 0;       ///< with the header, a multiple of 8
  std::vector<std::uint32_t> offsets;   ///< of each field, from the object's first byte
  std::vector<std::uint32_t> followed;  ///< offsets of the fields with references to objects

  // Arrays.
  std::uint32_t element_bytes = 0;
  Tracing elements = Tracing::skipped;

  std::uint8_t size_class = 0;  ///< of a struct's cells; see heap.hpp
};

/// Whether fields of this type may hold references to objects of the heap. A defined type is followed even if it is a
/// function's: the collector meets functions elsewhere too and tells them by their first word.
Tracing tracing_of(wasm::ValueType storage);

const Layout& make_layout(const validate::CanonicalType& type);

/// The layout of a struct or array type. Constant time after the first call; safe from several threads.
inline const Layout& layout_of(const validate::CanonicalType& type) {
  const auto* layout = static_cast<const Layout*>(type.layout.get());
  return layout != nullptr ? *layout : make_layout(type);
}

/// Where a struct's field lies, from the object's first byte.
inline std::uint32_t field_offset(const validate::CanonicalType& type, std::uint32_t field) {
  return layout_of(type).offsets[field];
}

}  // namespace assay::runtime
