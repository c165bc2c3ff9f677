// The words for sections in the placement of @custom annotations.
#pragma once

#include <array>
#include <string_view>

#include "wasm/module.hpp"

namespace assay::text {

struct SectionWord {
  std::string_view word;
  wasm::SectionId section;
};

/// These mean nothing elsewhere, so the lexer does not know them all. spec: text-customannot
inline constexpr std::array<SectionWord, 13> section_words{{
    {"type", wasm::SectionId::type},
    {"import", wasm::SectionId::import},
    {"func", wasm::SectionId::function},
    {"table", wasm::SectionId::table},
    {"memory", wasm::SectionId::memory},
    {"tag", wasm::SectionId::tag},
    {"global", wasm::SectionId::global},
    {"export", wasm::SectionId::export_},
    {"start", wasm::SectionId::start},
    {"elem", wasm::SectionId::element},
    {"datacount", wasm::SectionId::data_count},
    {"code", wasm::SectionId::code},
    {"data", wasm::SectionId::data},
}};

}  // namespace assay::text
