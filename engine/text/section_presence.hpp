// Which sections a module has when it is encoded.
#pragma once

#include "wasm/module.hpp"

namespace assay::text {

/// Whether the module has something for this section. Not for custom sections.
bool is_present(const wasm::Module& module, wasm::SectionId id);

/// Whether the section can stand in a module without content.
constexpr bool can_be_empty(wasm::SectionId id) {
  return id != wasm::SectionId::start && id != wasm::SectionId::data_count;
}

}  // namespace assay::text
