// Rules for the types of what a module defines and imports. Index spaces hold imports and definitions alike.
#include <cstdint>
#include <string>

#include "validate/messages.hpp"
#include "validate/module_rules.hpp"

namespace assay::validate {

using wasm::AddressType;
using wasm::CompositeKind;
using wasm::ErrorKind;
using wasm::Feature;

namespace {

wasm::Result<void> check_value(const wasm::Module& module, wasm::ValueType type) {
  if (!type.is_reference() || !type.heap().is_index() || module.types.contains(type.heap().index())) return {};
  return unknown(message::unknown_type, type.heap().index().value, module.types.size());
}

wasm::Result<void> check_function_type(const wasm::Module& module, wasm::TypeIndex index) {
  if (!module.types.contains(index)) return unknown(message::unknown_type, index.value, module.types.size());
  if (module.types[index].kind != CompositeKind::func) {
    return refusal(ErrorKind::invalid, message::not_a_function_type, "type " + std::to_string(index.value));
  }
  return {};
}

// spec: valid-limits. `most` is the greatest size; `message` says so.
wasm::Result<void> check_sizes(const wasm::Limits& limits, std::uint64_t most, const char* message) {
  if (limits.min > most) return refusal(ErrorKind::invalid, message, "minimum " + std::to_string(limits.min));
  if (!limits.max) return {};
  if (*limits.max > most) return refusal(ErrorKind::invalid, message, "maximum " + std::to_string(*limits.max));
  if (limits.min > *limits.max) return refusal(ErrorKind::invalid, message::min_above_max);
  return {};
}

// spec: valid-tabletype
wasm::Result<void> check_table(const wasm::Module& module, const wasm::TableType& table) {
  if (auto checked = check_value(module, table.element); !checked) return checked;
  const std::uint64_t most = table.limits.address == AddressType::i32 ? UINT32_MAX : UINT64_MAX;
  return check_sizes(table.limits, most, message::table_too_large);
}

// spec: valid-memtype
wasm::Result<void> check_memory(const wasm::MemoryType& memory, wasm::Features features) {
  const bool small_pages = memory.page_size_log2 == 0 && features.has(Feature::custom_page_sizes);
  if (!small_pages && memory.page_size_log2 != 16) {
    return refusal(ErrorKind::invalid, message::invalid_page_size,
                   "2^" + std::to_string(unsigned{memory.page_size_log2}) + " bytes");
  }
  const bool wide = memory.limits.address == AddressType::i64;
  std::uint64_t most = wide ? UINT64_MAX : UINT32_MAX;
  const char* message = wide ? message::memory64_bytes_too_large : message::memory_bytes_too_large;
  if (!small_pages) {
    most = (wide ? std::uint64_t{1} << 48U : std::uint64_t{1} << 16U);
    message = wide ? message::memory64_too_large : message::memory_too_large;
  }
  if (auto checked = check_sizes(memory.limits, most, message); !checked) return checked;
  if (memory.sharing == wasm::Sharing::shared && !memory.limits.max) {
    return refusal(ErrorKind::invalid, message::shared_without_max);
  }
  return {};
}

// spec: valid-tagtype
wasm::Result<void> check_tag(const wasm::Module& module, wasm::TagType tag) {
  if (auto checked = check_function_type(module, tag.type); !checked) return checked;
  if (!module.types[tag.type].func.results.empty()) {
    return refusal(ErrorKind::invalid, message::non_empty_tag_result);
  }
  return {};
}

}  // namespace

wasm::Result<void> check_definitions(const wasm::Module& module, wasm::Features features) {
  for (const wasm::Function& function : module.functions) {
    if (auto checked = check_function_type(module, function.type); !checked) return checked;
  }
  if (module.tables.size() > 1 && !features.has(Feature::reference_types)) {
    return refusal(ErrorKind::invalid, message::multiple_tables);
  }
  for (const wasm::Table& table : module.tables) {
    if (auto checked = check_table(module, table.type); !checked) return checked;
  }
  if (module.memories.size() > 1 && !features.has(Feature::multi_memory)) {
    return refusal(ErrorKind::invalid, message::multiple_memories);
  }
  for (const wasm::MemoryType& memory : module.memories) {
    if (auto checked = check_memory(memory, features); !checked) return checked;
  }
  for (const wasm::Global& global : module.globals) {
    if (auto checked = check_value(module, global.type.type); !checked) return checked;
  }
  for (const wasm::TagType& tag : module.tags) {
    if (auto checked = check_tag(module, tag); !checked) return checked;
  }
  for (const wasm::ElementSegment& segment : module.elements) {
    if (auto checked = check_value(module, segment.type); !checked) return checked;
  }
  return {};
}

}  // namespace assay::validate
