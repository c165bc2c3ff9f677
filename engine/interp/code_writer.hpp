// Writes instruction words: a handler, then operands of four or eight bytes, padded to whole words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "wasm/v128.hpp"

namespace assay::interp {

class CodeWriter {
 public:
  /// Begins an instruction and tells its word.
  std::uint32_t begin(std::uint64_t handler) {
    const std::uint32_t at = position();
    words_.push_back(handler);
    half_ = false;
    return at;
  }
  CodeWriter& put(std::uint32_t value) {
    if (half_) {
      words_.back() |= std::uint64_t{value} << 32U;
    } else {
      words_.push_back(value);
    }
    half_ = !half_;
    return *this;
  }
  CodeWriter& put(std::int32_t value) { return put(static_cast<std::uint32_t>(value)); }
  CodeWriter& put(std::uint64_t value) {
    return put(static_cast<std::uint32_t>(value)).put(static_cast<std::uint32_t>(value >> 32U));
  }
  CodeWriter& put(wasm::V128 value) { return put(value.lo).put(value.hi); }

  /// The word at which the next instruction begins.
  [[nodiscard]] std::uint32_t position() const { return static_cast<std::uint32_t>(words_.size()); }

  void exchange_handler(std::uint32_t word, std::uint64_t handler) { words_[word] = handler; }
  /// Replaces the operand of four bytes that is number `i` of the instruction.
  void patch(std::uint32_t word, std::uint32_t i, std::uint32_t value) {
    std::uint64_t& at = words_[word + 1 + i / 2];
    at = i % 2 == 0 ? (at & 0xFFFF'FFFF'0000'0000U) | value : (at & 0xFFFF'FFFFU) | std::uint64_t{value} << 32U;
  }

  [[nodiscard]] std::vector<std::uint64_t> take() { return std::move(words_); }

 private:
  std::vector<std::uint64_t> words_;
  bool half_ = false;
};

}  // namespace assay::interp
