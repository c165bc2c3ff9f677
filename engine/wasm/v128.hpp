// A vector value, and its views as lanes.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace assay::wasm {

/// 128 bits; lane 0 is the least significant of `lo`. spec: syntax-vectype
struct V128 {
  std::uint64_t lo = 0;
  std::uint64_t hi = 0;
  friend constexpr bool operator==(V128, V128) = default;
};

/// Lanes of type T, lane 0 first.
template <class T>
using Lanes = std::array<T, sizeof(V128) / sizeof(T)>;

static_assert(std::endian::native == std::endian::little, "lanes are views of the bytes of a V128");

template <class T>
constexpr Lanes<T> lanes_of(V128 vector) {
  return std::bit_cast<Lanes<T>>(vector);
}

template <class T>
constexpr V128 vector_of(const Lanes<T>& lanes) {
  return std::bit_cast<V128>(lanes);
}

}  // namespace assay::wasm
