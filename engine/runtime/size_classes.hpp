// The sizes of the heap's cells.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace assay::runtime {

/// Cells come in multiples of 16 bytes, fine at first, then about four sizes per doubling; the last sizes divide a
/// block into five, four and three. Larger objects have blocks of their own.
inline constexpr std::array<std::uint16_t, 36> cell_bytes = {
    16,  32,  48,  64,  80,  96,   112,  128,  144,  160,  176,  192,  208,  224,  240,  256,  320,  384,
    448, 512, 640, 768, 896, 1024, 1280, 1536, 1792, 2048, 2560, 3072, 3584, 4032, 5376, 6448, 8064, 10752};
inline constexpr std::uint8_t size_class_count = cell_bytes.size();
/// Stands for objects beyond the largest cell.
inline constexpr std::uint8_t large_class = size_class_count;
inline constexpr std::size_t small_bytes_max = cell_bytes.back();

namespace size_classes_detail {
/// The class for each number of 16-byte granules.
consteval auto make_classes() {
  std::array<std::uint8_t, small_bytes_max / 16 + 1> classes{};
  std::uint8_t size_class = 0;
  for (std::size_t granules = 0; granules < classes.size(); ++granules) {
    while (cell_bytes[size_class] < granules * 16) ++size_class;
    classes[granules] = size_class;
  }
  return classes;
}
inline constexpr auto classes = make_classes();
}  // namespace size_classes_detail

/// The smallest class that holds `bytes`, or large_class.
constexpr std::uint8_t size_class_of(std::uint64_t bytes) {
  return bytes > small_bytes_max ? large_class
                                 : size_classes_detail::classes[static_cast<std::size_t>(bytes + 15) / 16];
}

}  // namespace assay::runtime
