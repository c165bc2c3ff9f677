// The operand stack of the validation algorithm: types with what the client knows of the values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "wasm/types.hpp"

namespace assay::validate {

template <class Value>
struct Operand {
  wasm::ValueType type = wasm::bottom;
  [[no_unique_address]] Value value{};
};

/// A stack with a floor: the height of the innermost control frame, below which nothing may be popped.
/// Its memory is kept from one body to the next.
template <class Value>
class OperandStack {
 public:
  using Item = Operand<Value>;

  OperandStack() : items_(64) { clear(); }
  OperandStack(const OperandStack&) = delete;
  OperandStack& operator=(const OperandStack&) = delete;

  void clear() {
    top_ = floor_ = items_.data();
    limit_ = items_.data() + items_.size();
  }

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(top_ - items_.data()); }
  /// Operands above the floor.
  [[nodiscard]] std::size_t available() const { return static_cast<std::size_t>(top_ - floor_); }
  [[nodiscard]] bool at_floor() const { return top_ == floor_; }
  [[nodiscard]] std::span<Item> all() { return {items_.data(), top_}; }
  [[nodiscard]] std::span<Item> top(std::size_t count) { return {top_ - count, count}; }
  [[nodiscard]] std::span<const Item> top(std::size_t count) const { return {top_ - count, count}; }

  void push(Item item) {
    if (top_ == limit_) [[unlikely]]
      grow();
    *top_++ = item;
  }
  /// Not at the floor.
  Item pop() { return *--top_; }

  /// As many are above the floor.
  void drop(std::size_t count) { top_ -= count; }

  void set_floor(std::size_t height) { floor_ = items_.data() + height; }
  void cut(std::size_t height) { top_ = items_.data() + height; }

 private:
  void grow() {
    const std::size_t height = size();
    const auto floor = static_cast<std::size_t>(floor_ - items_.data());
    items_.resize(items_.size() * 2);
    cut(height);
    set_floor(floor);
    limit_ = items_.data() + items_.size();
  }

  std::vector<Item> items_;
  Item* top_ = nullptr;
  Item* floor_ = nullptr;
  Item* limit_ = nullptr;
};

}  // namespace assay::validate
