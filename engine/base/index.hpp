// Strong indexes: an index into one kind of list cannot be used for another.
#pragma once

#include <cassert>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace assay::base {

/// A 32-bit position in the list named by `Tag`. Comparable and hashable; there is no arithmetic across kinds.
template <class Tag>
struct Index {
  std::uint32_t value = 0;

  constexpr Index() = default;
  explicit constexpr Index(std::uint32_t v) : value(v) {}
  explicit constexpr Index(std::size_t v) : value(static_cast<std::uint32_t>(v)) { assert(v <= UINT32_MAX); }

  friend constexpr auto operator<=>(Index, Index) = default;
};

/// A vector that accepts only the index made for it.
template <class I, class T>
class IndexedVector {
 public:
  IndexedVector() = default;
  explicit IndexedVector(std::vector<T> items) : items_(std::move(items)) {}

  [[nodiscard]] const T& operator[](I index) const {
    assert(index.value < items_.size());
    return items_[index.value];
  }
  [[nodiscard]] T& operator[](I index) {
    assert(index.value < items_.size());
    return items_[index.value];
  }
  [[nodiscard]] bool contains(I index) const { return index.value < items_.size(); }
  [[nodiscard]] std::size_t size() const { return items_.size(); }
  [[nodiscard]] bool empty() const { return items_.empty(); }
  void reserve(std::size_t count) { items_.reserve(count); }
  void resize(std::size_t count) { items_.resize(count); }

  /// Appends and tells the new item's index.
  I push_back(T item) {
    items_.push_back(std::move(item));
    return I(items_.size() - 1);
  }
  [[nodiscard]] T& back() { return items_.back(); }
  [[nodiscard]] const T& back() const { return items_.back(); }

  auto begin() { return items_.begin(); }
  auto end() { return items_.end(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }

  friend bool operator==(const IndexedVector&, const IndexedVector&) = default;

 private:
  std::vector<T> items_;
};

}  // namespace assay::base

template <class Tag>
struct std::hash<assay::base::Index<Tag>> {
  std::size_t operator()(assay::base::Index<Tag> index) const noexcept { return index.value; }
};
