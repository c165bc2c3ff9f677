// Binary modules written by hand, for the tests of this room.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "base/byte_writer.hpp"

namespace assay::binary::byte_modules {

using Bytes = std::vector<std::byte>;

inline Bytes bytes(std::initializer_list<int> values) {
  Bytes result;
  for (const int value : values) result.push_back(static_cast<std::byte>(value));
  return result;
}

inline Bytes text(std::string_view text) {
  base::ByteWriter writer;
  writer.write_text(text);
  return writer.take();
}

inline Bytes join(std::initializer_list<Bytes> parts) {
  Bytes result;
  for (const Bytes& part : parts) result.insert(result.end(), part.begin(), part.end());
  return result;
}

/// `count` as LEB128, then that many times `item`.
inline Bytes repeat(std::uint32_t count, const Bytes& item) {
  base::ByteWriter writer;
  writer.write_u32(count);
  Bytes result = writer.take();
  const std::size_t start = result.size();
  const std::size_t end = start + count * item.size();
  if (start == end) return result;
  result.reserve(end);
  result.insert(result.end(), item.begin(), item.end());
  while (result.size() < end) {
    const std::size_t more = std::min(result.size() - start, end - result.size());
    result.resize(result.size() + more);
    std::copy_n(result.begin() + static_cast<std::ptrdiff_t>(start), more,
                result.end() - static_cast<std::ptrdiff_t>(more));
  }
  return result;
}

inline Bytes name(std::string_view text) {
  base::ByteWriter writer;
  writer.write_name(text);
  return writer.take();
}

inline Bytes section(std::uint8_t id, const Bytes& content) {
  base::ByteWriter writer;
  writer.write_byte(id);
  writer.write_u32(static_cast<std::uint32_t>(content.size()));
  writer.write_bytes(content);
  return writer.take();
}

inline Bytes custom(std::string_view section_name, const Bytes& content) {
  return section(0, join({name(section_name), content}));
}

inline Bytes header() {
  return bytes({0x00, 0x61, 0x73, 0x6D, 0x01, 0x00, 0x00, 0x00});
}

inline Bytes module(std::initializer_list<Bytes> sections) {
  return join({header(), join(sections)});
}

}  // namespace assay::binary::byte_modules
