// Indexes of different kinds do not mix.
#include "base/index.hpp"

#include <gtest/gtest.h>

#include <concepts>
#include <string>
#include <unordered_set>

namespace assay::base {
namespace {

using ShelfIndex = Index<struct ShelfTag>;
using BookIndex = Index<struct BookTag>;
using Shelf = IndexedVector<BookIndex, std::string>;

template <class List, class I>
concept IndexableBy = requires(List list, I index) { list[index]; };

static_assert(IndexableBy<Shelf, BookIndex>);
static_assert(!IndexableBy<Shelf, ShelfIndex>);
static_assert(!IndexableBy<Shelf, unsigned>);
static_assert(!std::convertible_to<unsigned, BookIndex>);
static_assert(!std::equality_comparable_with<BookIndex, ShelfIndex>);
static_assert(sizeof(BookIndex) == 4);
static_assert(BookIndex(1U) < BookIndex(2U));

TEST(IndexedVector, TellsTheIndexOfWhatIsAppended) {
  Shelf shelf;
  EXPECT_TRUE(shelf.empty());
  const BookIndex first = shelf.push_back("Ulysses");
  const BookIndex second = shelf.push_back("Emma");
  EXPECT_EQ(shelf[first], "Ulysses");
  EXPECT_EQ(shelf[second], "Emma");
  EXPECT_EQ(shelf.back(), "Emma");
  EXPECT_EQ(shelf.size(), 2U);
}

TEST(IndexedVector, ContainsIndexesBelowItsSize) {
  Shelf shelf;
  shelf.resize(3);
  EXPECT_TRUE(shelf.contains(BookIndex(2U)));
  EXPECT_FALSE(shelf.contains(BookIndex(3U)));
  EXPECT_FALSE(shelf.contains(BookIndex(0xFFFF'FFFFU)));
}

TEST(Index, CanBeHashed) {
  const std::unordered_set<BookIndex> set = {BookIndex(1U), BookIndex(1U), BookIndex(2U)};
  EXPECT_EQ(set.size(), 2U);
}

}  // namespace
}  // namespace assay::base
