// Where the heap's cells lie: aligned blocks of cells of one size, with their marks beside them.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/size_classes.hpp"

namespace assay::runtime {

inline constexpr std::size_t block_bytes = 32768;
inline constexpr std::size_t granule_bytes = 16;

/// The head of a block. A block of the large class holds one cell, which may reach beyond block_bytes.
/// Of the cells that are not marked, those below the cursor have been handed out since the last collection, those above
/// are dead.
struct Block {
  std::uint64_t bytes = block_bytes;  ///< taken from the system
  std::uint32_t cursor = 0;           ///< first cell, by offset in the block, that sweeping has not come to
  std::uint8_t size_class = 0;
  bool is_zero = false;  ///< cells above the cursor have never been written
  std::array<std::uint64_t, block_bytes / granule_bytes / 64> marks{};

  /// The block around an object: the object's first byte lies in the first block_bytes, whatever its size.
  static Block& around(const void* object) {
    return *reinterpret_cast<Block*>(reinterpret_cast<std::uintptr_t>(object) & ~std::uintptr_t{block_bytes - 1});
  }

  [[nodiscard]] std::byte* begin() { return reinterpret_cast<std::byte*>(this); }
  [[nodiscard]] std::uint32_t cell_size() const { return cell_bytes[size_class]; }
  /// Offset of the end of the last whole cell.
  [[nodiscard]] std::uint32_t cells_end() const;

  [[nodiscard]] bool is_marked(std::size_t offset) const {
    const std::size_t granule = offset / granule_bytes;
    return (marks[granule / 64] >> granule % 64 & 1U) != 0;
  }
  /// Marks the cell at `offset` and tells whether it was not marked before.
  bool mark(std::size_t offset) {
    const std::size_t granule = offset / granule_bytes;
    const std::uint64_t bit = std::uint64_t{1} << granule % 64;
    std::uint64_t& word = marks[granule / 64];
    if ((word & bit) != 0) return false;
    word |= bit;
    return true;
  }
  [[nodiscard]] std::uint32_t marked_cells() const {
    std::uint32_t count = 0;
    for (const std::uint64_t word : marks) count += static_cast<std::uint32_t>(std::popcount(word));
    return count;
  }
};

inline constexpr std::uint32_t first_cell = (sizeof(Block) + granule_bytes - 1) / granule_bytes * granule_bytes;

inline std::uint32_t Block::cells_end() const {
  return first_cell + (std::uint32_t{block_bytes} - first_cell) / cell_size() * cell_size();
}

/// Takes blocks from the system, within a budget, and keeps some of those that come back.
class BlockSource {
 public:
  explicit BlockSource(std::size_t bytes_max) : bytes_max_(bytes_max) {}
  ~BlockSource();
  BlockSource(const BlockSource&) = delete;
  BlockSource& operator=(const BlockSource&) = delete;

  /// An empty block without marks. Null: beyond the budget, or no memory.
  Block* take(std::uint8_t size_class);
  /// A block whose only cell has `cell` bytes, all zero.
  Block* take_large(std::uint64_t cell);
  void give_back(Block& block);
  void give_back_large(Block& block);
  /// Gives the memory of returned blocks back to the system, but for `keep_bytes` of them.
  void trim(std::size_t keep_bytes);

  /// Bytes of blocks in use and of those kept.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  bool add_chunk();

  static constexpr std::size_t blocks_per_chunk = 32;

  std::size_t bytes_max_;
  std::size_t bytes_ = 0;
  std::vector<std::byte*> chunks_;
  std::vector<std::byte*> kept_;   ///< returned; counted, and not zero
  std::vector<std::byte*> fresh_;  ///< without memory behind them, so zero; not counted
};

}  // namespace assay::runtime
