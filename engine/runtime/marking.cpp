// Marks objects through the layouts of their types.
#include "runtime/marking.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "runtime/blocks.hpp"
#include "runtime/instances.hpp"
#include "runtime/layout.hpp"

namespace assay::runtime {

namespace {

/// Elements of an array looked at in one go.
constexpr std::uint64_t array_piece = 512;

Ref load_ref(const std::byte* at) {
  Ref ref = null_ref;
  std::memcpy(&ref, at, sizeof ref);
  return ref;
}

}  // namespace

void Marker::show(Ref ref) {
  if (ref == null_ref || is_i31(ref)) return;
  auto* const object = as_pointer<Object>(ref);
  assert(object->word != static_cast<std::uintptr_t>(poison));  // a root was forgotten
  if (object->kind() == ObjectKind::function) return;
  Block& block = Block::around(object);
  if (block.mark(static_cast<std::size_t>(object->bytes() - block.begin()))) work_.push_back({object, 0});
}

void Marker::finish() {
  while (!work_.empty()) {
    const Item item = work_.back();
    work_.pop_back();
    scan(item);
  }
}

void Marker::scan(Item item) {
  switch (item.object->kind()) {
    case ObjectKind::struct_:
      for (const std::uint32_t offset : layout_of(*item.object->type()).followed) {
        show(load_ref(item.object->bytes() + offset));
      }
      return;
    case ObjectKind::array: scan_array(static_cast<Array&>(*item.object), item.from); return;
    case ObjectKind::exception: scan_exception(static_cast<ExceptionObject&>(*item.object)); return;
    case ObjectKind::host:
    case ObjectKind::function: return;
  }
}

void Marker::scan_array(Array& array, std::uint64_t from) {
  if (layout_of(*array.type()).elements == Tracing::skipped) return;
  const std::uint64_t end = std::min(array.length, from + array_piece);
  if (end < array.length) work_.push_back({&array, end});
  for (std::uint64_t i = from; i < end; ++i) show(load_ref(array.elements() + i * sizeof(Ref)));
}

void Marker::scan_exception(ExceptionObject& exception) {
  const std::uint64_t* slot = exception.slots();
  for (const wasm::ValueType param : exception.tag->type->sub.func.params) {
    if (tracing_of(param) == Tracing::followed) show(*slot);
    slot += wasm::slot_count(param);
  }
}

}  // namespace assay::runtime
