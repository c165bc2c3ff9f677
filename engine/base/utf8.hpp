// UTF-8 well-formedness, as names in both formats need it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace assay::base {

/// Whether `text` is well-formed UTF-8: shortest form, no surrogates, at most U+10FFFF. Linear.
/// spec: binary-utf8
constexpr bool is_utf8(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    const auto lead = static_cast<std::uint8_t>(text[i]);
    if (lead < 0x80) {
      ++i;
      continue;
    }
    std::size_t more = 0;
    std::uint32_t point = 0;
    std::uint32_t least = 0;
    if ((lead & 0xE0U) == 0xC0) {
      more = 1;
      point = lead & 0x1FU;
      least = 0x80;
    } else if ((lead & 0xF0U) == 0xE0) {
      more = 2;
      point = lead & 0x0FU;
      least = 0x800;
    } else if ((lead & 0xF8U) == 0xF0) {
      more = 3;
      point = lead & 0x07U;
      least = 0x10000;
    } else {
      return false;
    }
    if (text.size() - i <= more) return false;
    for (std::size_t k = 1; k <= more; ++k) {
      const auto next = static_cast<std::uint8_t>(text[i + k]);
      if ((next & 0xC0U) != 0x80) return false;
      point = point << 6 | (next & 0x3FU);
    }
    if (point < least || point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) return false;
    i += more + 1;
  }
  return true;
}

}  // namespace assay::base
