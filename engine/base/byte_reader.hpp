// Reads the primitive values of the binary format from a span of bytes, with one sticky error.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace assay::base {

/// A cursor over bytes. The first failure is kept; afterwards every read returns zero and the cursor stands at the end,
/// so loops run `while (reader.ok())` and no read needs a check of its own.
/// Offsets are relative to `origin` (the module's first byte), so that a reader over a part reports true places.
class ByteReader {
 public:
  ByteReader() = default;
  explicit ByteReader(std::span<const std::byte> bytes, std::size_t origin = 0)
      : begin_(bytes.data()), at_(bytes.data()), end_(bytes.data() + bytes.size()), origin_(origin) {}

  [[nodiscard]] bool ok() const { return message_ == nullptr; }
  [[nodiscard]] bool at_end() const { return at_ == end_; }
  [[nodiscard]] std::size_t remaining() const { return static_cast<std::size_t>(end_ - at_); }
  /// Offset of the next byte, in the module.
  [[nodiscard]] std::size_t offset() const { return offset_of(at_); }
  /// The next byte's address: the cheapest way to remember a place. `offset_of` makes an offset of it.
  [[nodiscard]] const std::byte* position() const { return at_; }
  [[nodiscard]] std::size_t offset_of(const std::byte* position) const {
    return origin_ + static_cast<std::size_t>(position - begin_);
  }
  /// The first failure: static message and offset. Null while ok.
  [[nodiscard]] const char* message() const { return message_; }
  [[nodiscard]] std::size_t error_offset() const { return error_offset_; }

  /// Records a failure at `offset` unless one is there already, and moves to the end.
  void fail(const char* message, std::size_t offset) {
    if (message_ == nullptr) {
      message_ = message;
      error_offset_ = offset;
    }
    at_ = end_;
  }
  void fail(const char* message) { fail(message, offset()); }

  std::uint8_t read_byte() {
    if (at_ == end_) [[unlikely]] {
      fail(unexpected_end);
      return 0;
    }
    return static_cast<std::uint8_t>(*at_++);
  }

  /// The next byte without taking it; -1 at the end.
  [[nodiscard]] int peek_byte() const { return at_ == end_ ? -1 : static_cast<int>(*at_); }

  std::span<const std::byte> read_bytes(std::size_t count) {
    if (count > remaining()) [[unlikely]] {
      fail(unexpected_end, origin_ + static_cast<std::size_t>(end_ - begin_));
      return {};
    }
    const std::span<const std::byte> result(at_, count);
    at_ += count;
    return result;
  }

  /// Fixed-width little-endian value.
  template <class T>
  T read_fixed() {
    const auto bytes = read_bytes(sizeof(T));
    T value{};
    if (!bytes.empty()) std::memcpy(&value, bytes.data(), sizeof(T));
    return value;
  }

  // Integers of one byte, by far the most, are read in place.
  std::uint32_t read_u32() {
    if (is_short()) [[likely]]
      return static_cast<std::uint8_t>(*at_++);
    return static_cast<std::uint32_t>(read_unsigned<32>());
  }
  std::uint64_t read_u64() {
    if (is_short()) [[likely]]
      return static_cast<std::uint8_t>(*at_++);
    return read_unsigned<64>();
  }
  std::int32_t read_s32() { return is_short() ? read_short() : static_cast<std::int32_t>(read_signed<32>()); }
  std::int64_t read_s33() { return is_short() ? read_short() : read_signed<33>(); }
  std::int64_t read_s64() { return is_short() ? read_short() : read_signed<64>(); }

  static constexpr const char* unexpected_end = "unexpected end";
  static constexpr const char* too_long = "integer representation too long";
  static constexpr const char* too_large = "integer too large";

 private:
  [[nodiscard]] bool is_short() const { return at_ != end_ && (static_cast<std::uint8_t>(*at_) & 0x80U) == 0; }
  /// A signed integer of one byte: seven bits.
  std::int32_t read_short() {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::uint8_t>(*at_++)) << 25U) >> 25U;
  }

  // spec: binary-int. At most ceil(bits / 7) bytes; unused bits of the last byte must be zero (or the sign).
  template <unsigned bits>
  std::uint64_t read_unsigned() {
    const std::size_t start = offset();
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      if (at_ == end_) [[unlikely]] {
        fail(unexpected_end);
        return 0;
      }
      const auto byte = static_cast<std::uint8_t>(*at_++);
      const unsigned left = bits - shift;
      if (left < 7 && (byte & 0x80U) == 0 && (byte >> left) != 0) [[unlikely]] {
        fail(too_large, start);
        return 0;
      }
      value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
      if ((byte & 0x80U) == 0) return value;
      if (left <= 7) [[unlikely]] {
        fail(too_long, start);
        return 0;
      }
    }
  }

  template <unsigned bits>
  std::int64_t read_signed() {
    const std::size_t start = offset();
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      if (at_ == end_) [[unlikely]] {
        fail(unexpected_end);
        return 0;
      }
      const auto byte = static_cast<std::uint8_t>(*at_++);
      const unsigned left = bits - shift;
      if ((byte & 0x80U) == 0 && left < 7) {
        // The bits above the sign bit must repeat it.
        const unsigned top = (byte & 0x7FU) >> (left - 1);
        const unsigned ones = 0x7FU >> (left - 1);
        if (top != 0 && top != ones) [[unlikely]] {
          fail(too_large, start);
          return 0;
        }
      }
      value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
      if ((byte & 0x80U) == 0) {
        const unsigned used = shift + 7;
        if (used < 64 && (byte & 0x40U) != 0) value |= ~std::uint64_t{0} << used;
        return static_cast<std::int64_t>(value);
      }
      if (left <= 7) [[unlikely]] {
        fail(too_long, start);
        return 0;
      }
    }
  }

  const std::byte* begin_ = nullptr;
  const std::byte* at_ = nullptr;
  const std::byte* end_ = nullptr;
  std::size_t origin_ = 0;
  const char* message_ = nullptr;
  std::size_t error_offset_ = 0;
};

}  // namespace assay::base
