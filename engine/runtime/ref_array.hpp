// A growing array of references whose growth can fail.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#include "runtime/reference.hpp"

namespace assay::runtime {

/// The elements of a table. Growth moves them; when memory is not to be had it changes nothing and says so.
class RefArray {
 public:
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] Ref* data() { return items_.get(); }
  [[nodiscard]] const Ref* data() const { return items_.get(); }
  Ref& operator[](std::size_t i) { return items_[i]; }
  const Ref& operator[](std::size_t i) const { return items_[i]; }
  Ref* begin() { return data(); }
  Ref* end() { return data() + size_; }
  [[nodiscard]] const Ref* begin() const { return data(); }
  [[nodiscard]] const Ref* end() const { return data() + size_; }

  /// Appends `count` times `value`.
  [[nodiscard]] bool append(std::uint64_t count, Ref value) {
    if (count > capacity_ - size_ && !reserve(count)) return false;
    std::fill_n(end(), static_cast<std::size_t>(count), value);
    size_ += static_cast<std::size_t>(count);
    return true;
  }

 private:
  // At least half as much again, so that growing one by one costs constant time each.
  bool reserve(std::uint64_t more) {
    if (more > SIZE_MAX / sizeof(Ref) - size_) return false;
    const std::size_t needed = size_ + static_cast<std::size_t>(more);
    const std::size_t capacity = size_ == 0 ? needed : std::max(needed, size_ + size_ / 2);
    std::unique_ptr<Ref[]> items(new (std::nothrow) Ref[capacity]);
    if (items == nullptr) return false;
    std::copy(begin(), end(), items.get());
    items_ = std::move(items);
    capacity_ = capacity;
    return true;
  }

  std::unique_ptr<Ref[]> items_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace assay::runtime
