#include "runtime/memory.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <thread>
#include <vector>

#include "runtime/relaxed_bytes.hpp"
#include "wasm/limits.hpp"

namespace assay::runtime {
namespace {

using wasm::AddressType;
using wasm::MemoryType;
using wasm::Sharing;
using wasm::Trap;

constexpr std::uint64_t page = 65536;
constexpr std::uint64_t failed = ~std::uint64_t{0};
constexpr std::uint64_t largest = ~std::uint64_t{0};

std::shared_ptr<MemoryInstance> make(MemoryType type) {
  auto memory = allocate_memory(type);
  return memory ? *memory : nullptr;
}

std::shared_ptr<MemoryInstance> make_pages(std::uint64_t min, std::optional<std::uint64_t> max = {}) {
  return make({.limits = {.min = min, .max = max}});
}

TEST(Memory, BeginsWithItsMinimumAllZero) {
  const auto memory = make_pages(2);
  ASSERT_NE(memory, nullptr);
  EXPECT_EQ(memory->size, 2 * page);
  EXPECT_EQ(memory->pages(), 2U);
  EXPECT_EQ(memory->base[0], std::byte{0});
  EXPECT_EQ(memory->base[2 * page - 1], std::byte{0});
}

TEST(Memory, GrowsInPlaceUpToItsMaximum) {
  const auto memory = make_pages(1, 3);
  std::byte* const base = memory->base;
  base[page - 1] = std::byte{5};
  EXPECT_EQ(grow(*memory, 0), 1U);
  EXPECT_EQ(grow(*memory, 2), 1U);
  EXPECT_EQ(memory->pages(), 3U);
  EXPECT_EQ(memory->base, base);
  EXPECT_EQ(memory->base[page - 1], std::byte{5});
  EXPECT_EQ(memory->base[3 * page - 1], std::byte{0});
  EXPECT_EQ(grow(*memory, 1), failed);
  EXPECT_EQ(grow(*memory, largest), failed);
  EXPECT_EQ(grow(*memory, 0), 3U);
}

TEST(Memory, WithoutAMaximumGrowthStopsAtTheLimit) {
  const auto memory = make_pages(0);
  EXPECT_EQ(grow(*memory, 65537), failed);
  EXPECT_EQ(grow(*memory, 65536), 0U);
  EXPECT_EQ(memory->size, std::uint64_t{1} << 32U);
  memory->base[(std::uint64_t{1} << 32U) - 1] = std::byte{1};
  EXPECT_EQ(grow(*memory, 1), failed);
}

TEST(Memory, A64BitMemoryIsBoundedByTheLimit) {
  const std::uint64_t limit = wasm::implementation_limits.memory64_pages;
  const auto memory = make({.limits = {.min = 0, .max = std::uint64_t{1} << 48U, .address = AddressType::i64}});
  ASSERT_NE(memory, nullptr);
  EXPECT_EQ(grow(*memory, limit + 1), failed);
  EXPECT_EQ(grow(*memory, std::uint64_t{1} << 48U), failed);
  EXPECT_EQ(grow(*memory, 1), 0U);

  const auto refused = allocate_memory({.limits = {.min = limit + 1, .max = {}, .address = AddressType::i64}});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().kind, wasm::ErrorKind::limit);
}

TEST(Memory, PagesOfOneByteGrowByBytes) {
  const auto memory = make({.limits = {.min = 3, .max = {}}, .page_size_log2 = 0});
  EXPECT_EQ(memory->size, 3U);
  EXPECT_EQ(grow(*memory, 4), 3U);
  EXPECT_EQ(memory->size, 7U);
  EXPECT_EQ(fill(*memory, 0, 1, 7), Trap::none);
  EXPECT_EQ(fill(*memory, 0, 1, 8), Trap::out_of_bounds_memory_access);
  EXPECT_EQ(memory->max_pages, UINT32_MAX) << "2^32 pages could not be told by memory.size";
  EXPECT_EQ(grow(*memory, UINT32_MAX), failed);
}

TEST(Memory, AMemoryThatCannotStayMoves) {
  const auto memory = make_pages(1, 8);
  // As if address space for one page only had been there.
  const auto reserved = memory->reserved_bytes;
  memory->reserved_bytes = page;
  for (std::uint64_t i = 0; i < page; ++i) memory->base[i] = static_cast<std::byte>(i * 7);
  EXPECT_EQ(grow(*memory, 4), 1U);
  EXPECT_LE(memory->reserved_bytes, reserved);
  EXPECT_GE(memory->reserved_bytes, 5 * page);
  for (std::uint64_t i = 0; i < page; ++i) ASSERT_EQ(memory->base[i], static_cast<std::byte>(i * 7));
  EXPECT_EQ(memory->base[page], std::byte{0});
  EXPECT_EQ(memory->base[5 * page - 1], std::byte{0});
}

TEST(Memory, FillChecksItsRangeWithoutOverflow) {
  const auto memory = make_pages(1);
  EXPECT_EQ(fill(*memory, page - 1, 9, 1), Trap::none);
  EXPECT_EQ(memory->base[page - 1], std::byte{9});
  EXPECT_EQ(fill(*memory, page, 9, 0), Trap::none);
  EXPECT_EQ(fill(*memory, page + 1, 9, 0), Trap::out_of_bounds_memory_access);
  EXPECT_EQ(fill(*memory, page - 1, 9, 2), Trap::out_of_bounds_memory_access);
  EXPECT_EQ(fill(*memory, largest, 9, 1), Trap::out_of_bounds_memory_access);
  EXPECT_EQ(fill(*memory, 1, 9, largest), Trap::out_of_bounds_memory_access);
  EXPECT_EQ(fill(*memory, largest, 9, largest), Trap::out_of_bounds_memory_access);
  EXPECT_EQ(memory->base[1], std::byte{0}) << "nothing is written when the range does not fit";
}

TEST(Memory, CopyMovesOverlappingRangesInBothDirections) {
  for (const Sharing sharing : {Sharing::unshared, Sharing::shared}) {
    const auto memory = make({.limits = {.min = 1, .max = 1}, .sharing = sharing});
    for (const std::uint64_t distance : {1U, 3U, 8U, 16U, 50U}) {
      for (const std::uint64_t count : {0U, 1U, 7U, 8U, 31U, 200U}) {
        std::vector<std::byte> model(512);
        for (std::size_t i = 0; i < model.size(); ++i) model[i] = static_cast<std::byte>(i * 31 + count);
        const std::vector<std::byte> before = model;

        std::memcpy(memory->base, before.data(), before.size());
        std::memmove(model.data() + 100 + distance, model.data() + 100, count);
        EXPECT_EQ(copy(*memory, 100 + distance, *memory, 100, count), Trap::none);
        EXPECT_EQ(std::memcmp(memory->base, model.data(), model.size()), 0) << distance << " " << count;

        std::memcpy(memory->base, before.data(), before.size());
        model = before;
        std::memmove(model.data() + 100, model.data() + 100 + distance, count);
        EXPECT_EQ(copy(*memory, 100, *memory, 100 + distance, count), Trap::none);
        EXPECT_EQ(std::memcmp(memory->base, model.data(), model.size()), 0) << distance << " " << count;
      }
    }
  }
}

TEST(Memory, CopyBetweenMemoriesChecksBoth) {
  const auto small = make_pages(1);
  const auto large = make_pages(2);
  large->base[page] = std::byte{3};
  EXPECT_EQ(copy(*small, 0, *large, page, page), Trap::none);
  EXPECT_EQ(small->base[0], std::byte{3});
  EXPECT_EQ(copy(*small, 1, *large, 0, page), Trap::out_of_bounds_memory_access);
  EXPECT_EQ(copy(*large, 0, *small, 1, page), Trap::out_of_bounds_memory_access);
  EXPECT_EQ(copy(*small, page, *large, 2 * page, 0), Trap::none);
  EXPECT_EQ(copy(*small, page + 1, *large, 0, 0), Trap::out_of_bounds_memory_access);
  EXPECT_EQ(copy(*small, 0, *large, 2 * page + 1, 0), Trap::out_of_bounds_memory_access);
  EXPECT_EQ(copy(*small, 0, *large, largest, 2), Trap::out_of_bounds_memory_access);
}

TEST(Memory, WriteChecksSourceAndDestination) {
  const auto memory = make_pages(1);
  const std::array<std::byte, 4> bytes = {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
  EXPECT_EQ(write(*memory, page - 2, bytes.data(), 2, 2, 4), Trap::none);
  EXPECT_EQ(memory->base[page - 2], std::byte{3});
  EXPECT_EQ(write(*memory, page - 2, bytes.data(), 0, 3, 4), Trap::out_of_bounds_memory_access);
  EXPECT_EQ(write(*memory, 0, bytes.data(), 2, 3, 4), Trap::out_of_bounds_memory_access);
  EXPECT_EQ(write(*memory, 0, bytes.data(), largest, 1, 4), Trap::out_of_bounds_memory_access);
  EXPECT_EQ(write(*memory, page, nullptr, 0, 0, 0), Trap::none) << "a dropped segment";
  EXPECT_EQ(write(*memory, page, nullptr, 1, 0, 0), Trap::out_of_bounds_memory_access);
}

TEST(Memory, SharedMemoriesGrowFromSeveralThreadsAtOnce) {
  const auto memory = make({.limits = {.min = 0, .max = 400}, .sharing = Sharing::shared});
  std::array<std::vector<std::uint64_t>, 4> olds;
  std::vector<std::thread> threads;
  for (auto& old : olds) {
    threads.emplace_back([&memory, &old] {
      for (int i = 0; i < 100; ++i) {
        old.push_back(grow(*memory, 1));
        memory->base[old.back() * page] = std::byte{1};
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(memory->pages(), 400U);
  std::vector<bool> seen(400);
  for (const auto& old : olds) {
    for (const std::uint64_t pages : old) {
      ASSERT_LT(pages, 400U);
      EXPECT_FALSE(seen[pages]) << "two growths tell the same old size";
      seen[pages] = true;
    }
  }
  EXPECT_EQ(grow(*memory, 1), failed);
}

TEST(Memory, ConcurrentBulkOperationsOnSharedMemoryAreNoDataRace) {
  const auto memory = make({.limits = {.min = 1, .max = 1}, .sharing = Sharing::shared});
  std::vector<std::thread> threads;
  for (std::uint8_t t = 1; t <= 3; ++t) {
    threads.emplace_back([&memory, t] {
      for (int i = 0; i < 50; ++i) {
        EXPECT_EQ(fill(*memory, 3, t, 1000), Trap::none);
        EXPECT_EQ(copy(*memory, 500, *memory, 3, 900), Trap::none);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 3; i < 1003; ++i) {
    ASSERT_GE(memory->base[i], std::byte{1});
    ASSERT_LE(memory->base[i], std::byte{3});
  }
}

}  // namespace
}  // namespace assay::runtime
