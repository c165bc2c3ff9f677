// Which place of a text each part of Module::bytes came from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "text/token.hpp"

namespace assay::text {

/// Places by offset in Module::bytes. Independent of the text once made.
class SourceMap {
 public:
  /// What is written at `offset` of Module::bytes and after it came from `source_offset` of the text. Offsets in
  /// Module::bytes never descend.
  void add(std::size_t offset, std::uint32_t source_offset) {
    entries_.push_back({.offset = static_cast<std::uint32_t>(offset), .source_offset = source_offset});
  }

  [[nodiscard]] bool empty() const { return entries_.empty(); }

  /// Keeps the lines from `source_begin` to `source_end`, of those of the whole text.
  void set_lines(const std::vector<std::uint32_t>& line_starts, std::uint32_t source_begin, std::uint32_t source_end);

  /// Where the part that an offset of Module::bytes lies in begins; the first line where nothing is known.
  /// Logarithmic.
  [[nodiscard]] LineColumn find(std::size_t offset) const;

 private:
  struct Entry {
    std::uint32_t offset = 0;
    std::uint32_t source_offset = 0;
  };

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> line_starts_{0};  ///< of the kept lines
  std::uint32_t lines_before_ = 0;             ///< how many lines stand before the kept ones
};

}  // namespace assay::text
