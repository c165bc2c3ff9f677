// The one order in which sections may stand, and which proposal each came with.
#pragma once

#include <array>
#include <cstddef>

#include "wasm/feature.hpp"
#include "wasm/module.hpp"

namespace assay::binary {

/// Every section but custom ones, in the order of a module. spec: binary-module
inline constexpr std::array section_order{
    wasm::SectionId::type,   wasm::SectionId::import,  wasm::SectionId::function,   wasm::SectionId::table,
    wasm::SectionId::memory, wasm::SectionId::tag,     wasm::SectionId::global,     wasm::SectionId::export_,
    wasm::SectionId::start,  wasm::SectionId::element, wasm::SectionId::data_count, wasm::SectionId::code,
    wasm::SectionId::data,
};

/// Position in the order; section_order.size() for custom sections.
constexpr std::size_t place_of(wasm::SectionId id) {
  std::size_t place = 0;
  while (place < section_order.size() && section_order[place] != id) ++place;
  return place;
}

/// Whether a module may have the section.
constexpr bool is_enabled(wasm::SectionId id, wasm::Features features) {
  using wasm::Feature;
  if (id == wasm::SectionId::tag) return features.has(Feature::exceptions) || features.has(Feature::legacy_exceptions);
  if (id == wasm::SectionId::data_count) return features.has(Feature::bulk_memory);
  return true;
}

/// The eight bytes every module begins with.
inline constexpr std::array magic{std::byte{0x00}, std::byte{0x61}, std::byte{0x73}, std::byte{0x6D}};
inline constexpr std::array version{std::byte{0x01}, std::byte{0x00}, std::byte{0x00}, std::byte{0x00}};

}  // namespace assay::binary
