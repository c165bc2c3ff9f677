// The parts that several sections have in common.
#include "binary/section_reader.hpp"

#include <string>

#include "base/utf8.hpp"
#include "binary/immediates.hpp"
#include "wasm/limits.hpp"

namespace assay::binary {

using wasm::Feature;
using wasm::implementation_limits;

void SectionReader::fail_limit(const char* message, std::size_t offset, std::uint64_t found, std::uint64_t limit) {
  if (!ok()) return;
  beyond_limit_ = true;
  detail_ = std::to_string(found) + ", limit " + std::to_string(limit);
  bytes.fail(message, offset);
}

std::uint32_t SectionReader::read_count(std::uint64_t limit, const char* message) {
  return read_count(limit, message, 0);
}

std::uint32_t SectionReader::read_count(std::uint64_t limit, const char* message, std::size_t present) {
  const std::size_t start = bytes.offset();
  const std::uint32_t count = binary::read_count(bytes);
  if (present + std::uint64_t{count} > limit) {
    fail_limit(message, start, present + std::uint64_t{count}, limit);
    return 0;
  }
  return count;
}

wasm::ByteRange SectionReader::read_range(std::size_t size) {
  const std::size_t start = bytes.offset();
  bytes.read_bytes(size);
  if (!ok()) return {};
  return {.offset = static_cast<std::uint32_t>(start), .size = static_cast<std::uint32_t>(size)};
}

wasm::ByteRange SectionReader::read_byte_vector() {
  const std::uint32_t size = binary::read_count(bytes);
  return read_range(size);
}

wasm::Name SectionReader::read_name() {
  const std::size_t start = bytes.offset();
  const std::uint32_t size = binary::read_count(bytes);
  const std::size_t text_start = bytes.offset();
  const auto text = bytes.read_bytes(size);
  if (!ok()) return {};
  if (!base::is_utf8({reinterpret_cast<const char*>(text.data()), text.size()})) {
    bytes.fail("malformed UTF-8 encoding", start);
    return {};
  }
  if (size > implementation_limits.name_bytes) {
    fail_limit("name too long", start, size, implementation_limits.name_bytes);
    return {};
  }
  return {.offset = static_cast<std::uint32_t>(text_start), .size = size};
}

wasm::Expression SectionReader::read_expression() {
  const std::size_t start = bytes.offset();
  skip_expression(bytes, features_);
  if (!ok()) return {};
  return {.offset = static_cast<std::uint32_t>(start), .size = static_cast<std::uint32_t>(bytes.offset() - start)};
}

wasm::ValueType SectionReader::refuse_unless_enabled(wasm::ValueType type, std::size_t offset) {
  if (ok() && !has(feature_of(type))) bytes.fail(message::malformed_reference_type, offset);
  return type;
}

wasm::ValueType SectionReader::read_value_type() {
  const std::size_t start = bytes.offset();
  return refuse_unless_enabled(binary::read_value_type(bytes), start);
}

wasm::ValueType SectionReader::read_reference_type() {
  const std::size_t start = bytes.offset();
  const wasm::ValueType type = binary::read_reference_type(bytes);
  // A table of functions is as old as the language.
  return type == wasm::funcref ? type : refuse_unless_enabled(type, start);
}

wasm::ValueType SectionReader::read_storage_type() {
  const std::size_t start = bytes.offset();
  switch (bytes.peek_byte()) {
    case 0x78: bytes.read_byte(); return wasm::ValueKind::i8;
    case 0x77: bytes.read_byte(); return wasm::ValueKind::i16;
    default: return refuse_unless_enabled(read_type(bytes, message::malformed_storage_type), start);
  }
}

wasm::Mutability SectionReader::read_mutability() {
  const std::size_t start = bytes.offset();
  const std::uint8_t code = bytes.read_byte();
  if (code > 1) bytes.fail("malformed mutability", start);
  return code == 1 ? wasm::Mutability::variable : wasm::Mutability::constant;
}

// The flags of limits: a maximum follows, shared, 64-bit, a page size follows.
namespace {
constexpr unsigned has_max = 1;
constexpr unsigned is_shared = 2;
constexpr unsigned is_64 = 4;
constexpr unsigned has_page_size = 8;
constexpr const char* malformed_limits = "malformed limits flags";
}  // namespace

// spec: binary-limits
wasm::Limits SectionReader::read_limits(std::uint8_t flags) {
  wasm::Limits limits;
  if ((flags & is_64) != 0) limits.address = wasm::AddressType::i64;
  // Both widths of address have 64-bit sizes here; what is too much for the 32-bit ones does not validate.
  limits.min = bytes.read_u64();
  if ((flags & has_max) != 0) limits.max = bytes.read_u64();
  return limits;
}

wasm::TableType SectionReader::read_table_type() {
  wasm::TableType type;
  type.element = read_reference_type();
  const std::size_t start = bytes.offset();
  const std::uint8_t flags = bytes.read_byte();
  const unsigned known = has_max | (has(Feature::memory64) ? is_64 : 0U);
  if ((flags & ~known) != 0) bytes.fail(malformed_limits, start);
  type.limits = read_limits(flags);
  return type;
}

wasm::MemoryType SectionReader::read_memory_type() {
  wasm::MemoryType type;
  const std::size_t start = bytes.offset();
  const std::uint8_t flags = bytes.read_byte();
  const unsigned known = has_max | (has(Feature::threads) ? is_shared : 0U) | (has(Feature::memory64) ? is_64 : 0U) |
                         (has(Feature::custom_page_sizes) ? has_page_size : 0U);
  if ((flags & ~known) != 0) bytes.fail(malformed_limits, start);
  type.limits = read_limits(flags);
  if ((flags & is_shared) != 0) type.sharing = wasm::Sharing::shared;
  if ((flags & has_page_size) != 0) {
    const std::size_t size_start = bytes.offset();
    const std::uint32_t page_size_log2 = bytes.read_u32();
    if (page_size_log2 >= 64) bytes.fail("invalid custom page size", size_start);
    type.page_size_log2 = static_cast<std::uint8_t>(page_size_log2);
  }
  return type;
}

// spec: binary-globaltype
wasm::GlobalType SectionReader::read_global_type() {
  wasm::GlobalType type;
  type.type = read_value_type();
  type.mutability = read_mutability();
  return type;
}

// spec: binary-tagtype
wasm::TagType SectionReader::read_tag_type() {
  read_zero_byte(bytes);
  return {.type = wasm::TypeIndex(bytes.read_u32())};
}

wasm::Error SectionReader::take_error() {
  return {.kind = beyond_limit_ ? wasm::ErrorKind::limit : wasm::ErrorKind::malformed,
          .place = wasm::Place::at_offset(bytes.error_offset()),
          .message = bytes.message(),
          .detail = std::move(detail_)};
}

}  // namespace assay::binary
