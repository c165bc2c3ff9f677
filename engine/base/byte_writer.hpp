// Appends the primitive values of the binary format to a growing sequence of bytes; integers in their shortest form.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::base {

/// The counterpart of ByteReader. Owns its bytes until they are taken.
class ByteWriter {
 public:
  ByteWriter() = default;
  /// Continues after `bytes`.
  explicit ByteWriter(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}

  [[nodiscard]] std::size_t size() const { return bytes_.size(); }
  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }
  /// Hands the bytes over and leaves the writer empty.
  [[nodiscard]] std::vector<std::byte> take() { return std::exchange(bytes_, {}); }
  void reserve(std::size_t size) { bytes_.reserve(size); }

  void write_byte(std::uint8_t byte) { bytes_.push_back(static_cast<std::byte>(byte)); }
  void write_bytes(std::span<const std::byte> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
  void write_text(std::string_view text) { write_bytes(std::as_bytes(std::span(text.data(), text.size()))); }

  /// Fixed-width little-endian value.
  template <class T>
  void write_fixed(T value) {
    std::array<std::byte, sizeof(T)> parts;
    std::memcpy(parts.data(), &value, sizeof(T));
    write_bytes(parts);
  }

  void write_u32(std::uint32_t value) { write_u64(value); }
  void write_u64(std::uint64_t value) {
    while (value >= 0x80) {
      write_byte(static_cast<std::uint8_t>(value | 0x80U));
      value >>= 7U;
    }
    write_byte(static_cast<std::uint8_t>(value));
  }

  void write_s32(std::int32_t value) { write_s64(value); }
  void write_s33(std::int64_t value) {
    assert(value >= -(std::int64_t{1} << 32) && value < std::int64_t{1} << 32);
    write_s64(value);
  }
  void write_s64(std::int64_t value) {
    // Done when what remains repeats the sign bit of the last group.
    while (value < -0x40 || value >= 0x40) {
      write_byte(static_cast<std::uint8_t>(value & 0x7F) | 0x80U);
      value >>= 7;
    }
    write_byte(static_cast<std::uint8_t>(value & 0x7F));
  }

  /// spec: binary-name
  void write_name(std::string_view name) {
    write_u32(static_cast<std::uint32_t>(name.size()));
    write_text(name);
  }

  /// Puts the number of bytes written since `start` (an earlier size()) before them. Costs one move of those bytes.
  void insert_size(std::size_t start) {
    ByteWriter length;
    length.write_u32(static_cast<std::uint32_t>(bytes_.size() - start));
    bytes_.insert(bytes_.begin() + static_cast<std::ptrdiff_t>(start), length.bytes_.begin(), length.bytes_.end());
  }

 private:
  std::vector<std::byte> bytes_;
};

}  // namespace assay::base
