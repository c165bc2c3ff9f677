// Random numbers that a seed repeats, on every machine.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

namespace assay::fuzz {

/// The generator splitmix64: a counter, mixed. Values with different seeds and streams have nothing to do with each
/// other.
class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0) : state_(mix(seed) ^ mix(~stream)) {}

  std::uint64_t next() {
    state_ += 0x9E37'79B9'7F4A'7C15U;
    return mix(state_);
  }
  /// From 0 to `end` - 1; `end` is not 0.
  std::size_t below(std::size_t end) {
    assert(end != 0);
    return static_cast<std::size_t>(next() % end);
  }
  /// From `least` to `most`.
  std::size_t between(std::size_t least, std::size_t most) { return least + below(most - least + 1); }
  bool one_in(std::size_t count) { return below(count) == 0; }
  bool percent(unsigned share) { return below(100) < share; }
  std::uint8_t byte() { return static_cast<std::uint8_t>(next()); }

  template <class Range>
  auto& pick(Range& items) {
    return items[below(items.size())];
  }

 private:
  static std::uint64_t mix(std::uint64_t value) {
    value = (value ^ (value >> 30U)) * 0xBF58'476D'1CE4'E5B9U;
    value = (value ^ (value >> 27U)) * 0x94D0'49BB'1331'11EBU;
    return value ^ (value >> 31U);
  }

  std::uint64_t state_;
};

}  // namespace assay::fuzz
