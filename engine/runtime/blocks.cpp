// Blocks from the system.
#include "runtime/blocks.hpp"

#include <new>

#include "platform/pages.hpp"

namespace assay::runtime {

BlockSource::~BlockSource() {
  for (std::byte* chunk : chunks_) platform::release(chunk, blocks_per_chunk * block_bytes);
}

bool BlockSource::add_chunk() {
  constexpr std::size_t bytes = blocks_per_chunk * block_bytes;
  std::byte* const chunk = platform::reserve(bytes, block_bytes);
  if (chunk == nullptr) return false;
  if (!platform::commit(chunk, bytes)) {
    platform::release(chunk, bytes);
    return false;
  }
  chunks_.push_back(chunk);
  for (std::size_t i = blocks_per_chunk; i-- > 0;) fresh_.push_back(chunk + i * block_bytes);
  return true;
}

Block* BlockSource::take(std::uint8_t size_class) {
  std::byte* at = nullptr;
  const bool is_fresh = kept_.empty();
  if (is_fresh) {
    if (block_bytes > bytes_max_ - bytes_ || (fresh_.empty() && !add_chunk())) return nullptr;
    at = fresh_.back();
    fresh_.pop_back();
    bytes_ += block_bytes;
  } else {
    at = kept_.back();
    kept_.pop_back();
  }
  auto* const block = new (at) Block;
  block->size_class = size_class;
  block->cursor = first_cell;
  block->is_zero = is_fresh;
  return block;
}

Block* BlockSource::take_large(std::uint64_t cell) {
  if (cell > bytes_max_) return nullptr;
  const std::size_t bytes = platform::round_to_pages(first_cell + static_cast<std::size_t>(cell));
  if (bytes > bytes_max_ - bytes_) trim(0);
  if (bytes > bytes_max_ - bytes_) return nullptr;
  std::byte* const at = platform::reserve(bytes, block_bytes);
  if (at == nullptr) return nullptr;
  if (!platform::commit(at, bytes)) {
    platform::release(at, bytes);
    return nullptr;
  }
  bytes_ += bytes;
  auto* const block = new (at) Block;
  block->bytes = bytes;
  block->size_class = large_class;
  return block;
}

void BlockSource::give_back(Block& block) {
  kept_.push_back(block.begin());
}

void BlockSource::give_back_large(Block& block) {
  const auto bytes = static_cast<std::size_t>(block.bytes);
  bytes_ -= bytes;
  platform::release(block.begin(), bytes);
}

void BlockSource::trim(std::size_t keep_bytes) {
  while (kept_.size() * block_bytes > keep_bytes) {
    platform::discard(kept_.back(), block_bytes);
    fresh_.push_back(kept_.back());
    kept_.pop_back();
    bytes_ -= block_bytes;
  }
}

}  // namespace assay::runtime
