#include "platform/pages.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace assay::platform {
namespace {

TEST(Pages, RoundsUpToWholePages) {
  EXPECT_EQ(round_to_pages(0), 0U);
  EXPECT_EQ(round_to_pages(1), page_bytes());
  EXPECT_EQ(round_to_pages(page_bytes()), page_bytes());
  EXPECT_EQ(round_to_pages(page_bytes() + 1), 2 * page_bytes());
}

TEST(Pages, CommittedPagesAreZeroAndKeepWhatIsWritten) {
  const std::size_t bytes = 8 * page_bytes();
  std::byte* const base = reserve(bytes);
  ASSERT_NE(base, nullptr);
  ASSERT_TRUE(commit(base, page_bytes()));
  EXPECT_EQ(base[0], std::byte{0});
  base[page_bytes() - 1] = std::byte{7};
  ASSERT_TRUE(commit(base + page_bytes(), page_bytes()));
  EXPECT_EQ(base[page_bytes() - 1], std::byte{7});
  EXPECT_EQ(base[2 * page_bytes() - 1], std::byte{0});
  release(base, bytes);
}

TEST(Pages, DiscardedPagesReadAsZeroAgain) {
  std::byte* const base = reserve(page_bytes());
  ASSERT_NE(base, nullptr);
  ASSERT_TRUE(commit(base, page_bytes()));
  base[3] = std::byte{9};
  discard(base, page_bytes());
  EXPECT_EQ(base[3], std::byte{0});
  release(base, page_bytes());
}

TEST(Pages, ReservationsStartWhereAsked) {
  for (const std::size_t alignment : {std::size_t{1} << 15U, std::size_t{1} << 20U, std::size_t{1} << 24U}) {
    std::byte* const base = reserve(3 * page_bytes(), alignment);
    ASSERT_NE(base, nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(base) % alignment, 0U);
    ASSERT_TRUE(commit(base, 3 * page_bytes()));
    base[3 * page_bytes() - 1] = std::byte{1};
    release(base, 3 * page_bytes());
  }
}

TEST(Pages, AnImpossibleReservationIsNull) {
  EXPECT_EQ(reserve(SIZE_MAX), nullptr);
  EXPECT_EQ(reserve(SIZE_MAX / 2), nullptr);
  EXPECT_EQ(reserve(0), nullptr);
}

}  // namespace
}  // namespace assay::platform
