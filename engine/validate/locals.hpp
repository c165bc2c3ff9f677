// The types of a body's locals, and which of them have a value yet.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "wasm/types.hpp"

namespace assay::validate {

/// Types of locals as runs. The first ones also stand in a plain array, as many as the body's length justifies: a body
/// of ten bytes can declare 50,000 locals, and a million such bodies fit a module.
class LocalTypes {
 public:
  /// Forgets all. At most `flat` locals will stand in the array.
  void clear(std::size_t flat) {
    flat_max_ = flat;
    flat_.clear();
    runs_.clear();
    count_ = 0;
  }

  void append(std::uint32_t count, wasm::ValueType type) {
    if (count == 0) return;
    const std::size_t room = flat_max_ - std::min(flat_max_, flat_.size());
    flat_.insert(flat_.end(), std::min<std::size_t>(room, count), type);
    count_ += count;
    runs_.push_back({count_, type});
  }

  [[nodiscard]] std::uint32_t count() const { return count_; }

  /// The type of a local that exists.
  [[nodiscard]] wasm::ValueType operator[](std::uint32_t index) const {
    if (index < flat_.size()) [[likely]]
      return flat_[index];
    return find(index);
  }

 private:
  struct Run {
    std::uint32_t end;  ///< past the last local
    wasm::ValueType type;
  };

  [[nodiscard]] wasm::ValueType find(std::uint32_t index) const {
    assert(index < count_);
    return std::ranges::upper_bound(runs_, index, {}, &Run::end)->type;
  }

  std::size_t flat_max_ = 0;
  std::uint32_t count_ = 0;
  std::vector<wasm::ValueType> flat_;
  std::vector<Run> runs_;
};

/// Which locals of types without a default value have been set, on every path to here. A block's settings are undone at
/// its end. Constant time each. spec: valid-local.set, the appendix's `inits`
class InitializedLocals {
 public:
  /// Forgets all.
  void clear() {
    undo_.clear();
    if (++epoch_ == 0) {
      stamps_.assign(stamps_.size(), 0);
      epoch_ = 1;
    }
  }

  [[nodiscard]] bool contains(std::uint32_t local) const { return local < stamps_.size() && stamps_[local] == epoch_; }

  void insert(std::uint32_t local) {
    if (contains(local)) return;
    if (local >= stamps_.size()) stamps_.resize(local + 1);
    stamps_[local] = epoch_;
    undo_.push_back(local);
  }

  [[nodiscard]] std::uint32_t height() const { return static_cast<std::uint32_t>(undo_.size()); }

  /// Forgets what was inserted after height() was `height`.
  void reset(std::uint32_t height) {
    while (undo_.size() > height) {
      stamps_[undo_.back()] = 0;
      undo_.pop_back();
    }
  }

 private:
  std::uint32_t epoch_ = 1;
  std::vector<std::uint32_t> stamps_;  ///< a local is in the set where its stamp is the present body's epoch
  std::vector<std::uint32_t> undo_;
};

}  // namespace assay::validate
