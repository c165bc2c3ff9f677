// LEB128 at its edges, sticky errors, true offsets.
#include "base/byte_reader.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

namespace assay::base {
namespace {

std::vector<std::byte> bytes(std::initializer_list<int> values) {
  std::vector<std::byte> result;
  for (const int value : values) result.push_back(static_cast<std::byte>(value));
  return result;
}

struct Reading {
  std::int64_t value = 0;
  std::size_t taken = 0;
  std::string message{};
  friend bool operator==(const Reading&, const Reading&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Reading& reading) {
    return out << reading.value << " after " << reading.taken << ' ' << reading.message;
  }
};

template <class Read>
Reading read(std::initializer_list<int> values, Read method) {
  const auto data = bytes(values);
  ByteReader reader(data);
  const auto value = static_cast<std::int64_t>((reader.*method)());
  if (!reader.ok()) return {value, reader.error_offset(), reader.message()};
  return {value, reader.offset(), ""};
}

constexpr const char* ends = ByteReader::unexpected_end;
constexpr const char* long_ = ByteReader::too_long;
constexpr const char* large = ByteReader::too_large;

TEST(ByteReader, ReadsU32) {
  const auto u32 = &ByteReader::read_u32;
  EXPECT_EQ(read({0x00}, u32), (Reading{0, 1}));
  EXPECT_EQ(read({0x7F}, u32), (Reading{127, 1}));
  EXPECT_EQ(read({0x80, 0x01}, u32), (Reading{128, 2}));
  EXPECT_EQ(read({0xE5, 0x8E, 0x26}, u32), (Reading{624485, 3}));
  EXPECT_EQ(read({0xFF, 0xFF, 0xFF, 0xFF, 0x0F}, u32), (Reading{0xFFFF'FFFF, 5}));
  EXPECT_EQ(read({0x80, 0x80, 0x80, 0x80, 0x00}, u32), (Reading{0, 5}));  // not the shortest form, allowed
}

TEST(ByteReader, RefusesMalformedU32) {
  const auto u32 = &ByteReader::read_u32;
  EXPECT_EQ(read({}, u32), (Reading{0, 0, ends}));
  EXPECT_EQ(read({0x80}, u32), (Reading{0, 1, ends}));
  EXPECT_EQ(read({0xFF, 0xFF, 0xFF, 0xFF, 0x1F}, u32), (Reading{0, 0, large}));
  EXPECT_EQ(read({0x80, 0x80, 0x80, 0x80, 0x10}, u32), (Reading{0, 0, large}));
  EXPECT_EQ(read({0x80, 0x80, 0x80, 0x80, 0x80, 0x00}, u32), (Reading{0, 0, long_}));
  EXPECT_EQ(read({0x80, 0x80, 0x80, 0x80, 0x80}, u32), (Reading{0, 0, long_}));
}

TEST(ByteReader, ReadsU64) {
  const auto u64 = &ByteReader::read_u64;
  EXPECT_EQ(read({0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01}, u64), (Reading{-1, 10}));
  EXPECT_EQ(read({0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02}, u64), (Reading{0, 0, large}));
  EXPECT_EQ(read({0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00}, u64), (Reading{0, 0, long_}));
}

TEST(ByteReader, ReadsS32) {
  const auto s32 = &ByteReader::read_s32;
  EXPECT_EQ(read({0x3F}, s32), (Reading{63, 1}));
  EXPECT_EQ(read({0x40}, s32), (Reading{-64, 1}));
  EXPECT_EQ(read({0x7F}, s32), (Reading{-1, 1}));
  EXPECT_EQ(read({0xC0, 0x00}, s32), (Reading{64, 2}));
  EXPECT_EQ(read({0xFF, 0xFF, 0xFF, 0xFF, 0x07}, s32), (Reading{std::numeric_limits<std::int32_t>::max(), 5}));
  EXPECT_EQ(read({0x80, 0x80, 0x80, 0x80, 0x78}, s32), (Reading{std::numeric_limits<std::int32_t>::min(), 5}));
  EXPECT_EQ(read({0xFF, 0xFF, 0xFF, 0xFF, 0x7F}, s32), (Reading{-1, 5}));
}

TEST(ByteReader, RefusesS32WhoseUnusedBitsAreNotTheSign) {
  const auto s32 = &ByteReader::read_s32;
  EXPECT_EQ(read({0xFF, 0xFF, 0xFF, 0xFF, 0x0F}, s32), (Reading{0, 0, large}));
  EXPECT_EQ(read({0x80, 0x80, 0x80, 0x80, 0x70}, s32), (Reading{0, 0, large}));
  EXPECT_EQ(read({0xFF, 0xFF, 0xFF, 0xFF, 0x4F}, s32), (Reading{0, 0, large}));
  EXPECT_EQ(read({0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F}, s32), (Reading{0, 0, long_}));
  EXPECT_EQ(read({0xFF, 0xFF}, s32), (Reading{0, 2, ends}));
}

TEST(ByteReader, ReadsS33) {
  const auto s33 = &ByteReader::read_s33;
  EXPECT_EQ(read({0x40}, s33), (Reading{-64, 1}));
  EXPECT_EQ(read({0xFF, 0xFF, 0xFF, 0xFF, 0x0F}, s33), (Reading{0xFFFF'FFFF, 5}));
  EXPECT_EQ(read({0x80, 0x80, 0x80, 0x80, 0x70}, s33), (Reading{-0x1'0000'0000, 5}));
  EXPECT_EQ(read({0xFF, 0xFF, 0xFF, 0xFF, 0x1F}, s33), (Reading{0, 0, large}));
}

TEST(ByteReader, ReadsS64) {
  const auto s64 = &ByteReader::read_s64;
  EXPECT_EQ(read({0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7F}, s64),
            (Reading{std::numeric_limits<std::int64_t>::min(), 10}));
  EXPECT_EQ(read({0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00}, s64),
            (Reading{std::numeric_limits<std::int64_t>::max(), 10}));
  EXPECT_EQ(read({0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01}, s64), (Reading{0, 0, large}));
  EXPECT_EQ(read({0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7E}, s64), (Reading{0, 0, large}));
}

TEST(ByteReader, ReadsFixedWidthLittleEndian) {
  const auto data = bytes({0x78, 0x56, 0x34, 0x12, 0xFF});
  ByteReader reader(data);
  EXPECT_EQ(reader.read_fixed<std::uint32_t>(), 0x1234'5678U);
  EXPECT_EQ(reader.read_fixed<std::uint16_t>(), 0U);
  EXPECT_STREQ(reader.message(), ends);
}

TEST(ByteReader, KeepsItsFirstErrorAndStandsAtTheEnd) {
  const auto data = bytes({1, 2, 3, 4});
  ByteReader reader(data, 100);
  EXPECT_EQ(reader.read_byte(), 1);
  reader.fail("first");
  reader.fail("second");
  EXPECT_FALSE(reader.ok());
  EXPECT_TRUE(reader.at_end());
  EXPECT_STREQ(reader.message(), "first");
  EXPECT_EQ(reader.error_offset(), 101U);
  EXPECT_EQ(reader.read_u32(), 0U);
  EXPECT_EQ(reader.peek_byte(), -1);
  EXPECT_TRUE(reader.read_bytes(1).empty());
  EXPECT_STREQ(reader.message(), "first");
}

TEST(ByteReader, TellsOffsetsFromItsOrigin) {
  const auto data = bytes({9, 8, 7});
  ByteReader reader(data, 40);
  EXPECT_EQ(reader.peek_byte(), 9);
  EXPECT_EQ(reader.read_bytes(2).size(), 2U);
  EXPECT_EQ(reader.offset(), 42U);
  EXPECT_EQ(reader.remaining(), 1U);
  EXPECT_TRUE(reader.read_bytes(2).empty());
  EXPECT_EQ(reader.error_offset(), 43U);  // the end is what was not expected
}

}  // namespace
}  // namespace assay::base
