// Looking up places.
#include "text/source_map.hpp"

#include <algorithm>

namespace assay::text {

void SourceMap::set_lines(const std::vector<std::uint32_t>& line_starts, std::uint32_t source_begin,
                          std::uint32_t source_end) {
  const auto first = std::upper_bound(line_starts.begin(), line_starts.end(), source_begin) - 1;
  const auto last = std::upper_bound(first, line_starts.end(), source_end);
  line_starts_.assign(first, last);
  lines_before_ = static_cast<std::uint32_t>(first - line_starts.begin());
}

LineColumn SourceMap::find(std::size_t offset) const {
  const auto after = std::upper_bound(entries_.begin(), entries_.end(), offset,
                                      [](std::size_t o, const Entry& entry) { return o < entry.offset; });
  LineColumn place = place_of(line_starts_, after == entries_.begin() ? line_starts_[0] : (after - 1)->source_offset);
  place.line += lines_before_;
  return place;
}

}  // namespace assay::text
