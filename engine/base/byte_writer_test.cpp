// What the writer writes, the reader reads; and nothing is longer than it must be.
#include "base/byte_writer.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <limits>

#include "base/byte_reader.hpp"

namespace assay::base {
namespace {

// Every power of two, its neighbours, and their negatives.
std::vector<std::uint64_t> interesting_integers() {
  std::vector<std::uint64_t> values;
  for (unsigned bit = 0; bit < 64; ++bit) {
    const std::uint64_t power = std::uint64_t{1} << bit;
    for (const std::uint64_t value : {power - 1, power, power + 1}) {
      values.push_back(value);
      values.push_back(~value);
    }
  }
  return values;
}

TEST(ByteWriter, unsigned_integers_come_back_in_the_fewest_bytes) {
  for (const std::uint64_t value : interesting_integers()) {
    ByteWriter writer;
    writer.write_u64(value);
    const auto bits = static_cast<std::size_t>(std::bit_width(value | 1));
    EXPECT_EQ(writer.size(), (bits + 6) / 7);
    ByteReader reader(writer.bytes());
    EXPECT_EQ(reader.read_u64(), value);
    EXPECT_TRUE(reader.ok() && reader.at_end());
    if (value <= std::numeric_limits<std::uint32_t>::max()) {
      ByteReader narrow(writer.bytes());
      EXPECT_EQ(narrow.read_u32(), value);
      EXPECT_TRUE(narrow.ok() && narrow.at_end());
    }
  }
}

TEST(ByteWriter, signed_integers_come_back_in_the_fewest_bytes) {
  for (const std::uint64_t bits : interesting_integers()) {
    const auto value = static_cast<std::int64_t>(bits);
    ByteWriter writer;
    writer.write_s64(value);
    const auto magnitude = static_cast<std::uint64_t>(value < 0 ? ~value : value);
    EXPECT_EQ(writer.size(), static_cast<std::size_t>(std::bit_width(magnitude)) / 7 + 1);
    ByteReader reader(writer.bytes());
    EXPECT_EQ(reader.read_s64(), value);
    EXPECT_TRUE(reader.ok() && reader.at_end());
    if (value == static_cast<std::int32_t>(value)) {
      ByteReader narrow(writer.bytes());
      EXPECT_EQ(narrow.read_s32(), value);
      EXPECT_TRUE(narrow.ok() && narrow.at_end());
    }
    if (value >= -(std::int64_t{1} << 32) && value < std::int64_t{1} << 32) {
      ByteWriter odd;
      odd.write_s33(value);
      ByteReader odd_reader(odd.bytes());
      EXPECT_EQ(odd_reader.read_s33(), value);
      EXPECT_TRUE(odd_reader.ok() && odd_reader.at_end());
    }
  }
}

TEST(ByteWriter, fixed_values_are_little_endian) {
  ByteWriter writer;
  writer.write_fixed(std::uint32_t{0x04030201});
  writer.write_fixed(1.0);
  ASSERT_EQ(writer.size(), 12U);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(writer.bytes()[i], static_cast<std::byte>(i + 1));
  ByteReader reader(writer.bytes());
  EXPECT_EQ(reader.read_fixed<std::uint32_t>(), 0x04030201U);
  EXPECT_EQ(reader.read_fixed<double>(), 1.0);
}

TEST(ByteWriter, a_size_goes_before_what_it_measures) {
  ByteWriter writer;
  writer.write_byte(0xAA);
  const std::size_t start = writer.size();
  writer.write_name("name");
  for (int i = 0; i < 200; ++i) writer.write_byte(0xBB);
  writer.insert_size(start);
  ByteReader reader(writer.bytes());
  EXPECT_EQ(reader.read_byte(), 0xAA);
  EXPECT_EQ(reader.read_u32(), 205U);
  EXPECT_EQ(reader.remaining(), 205U);
  EXPECT_EQ(reader.read_u32(), 4U);
}

TEST(ByteWriter, taken_bytes_leave_it_empty) {
  ByteWriter writer(std::vector<std::byte>(3));
  writer.write_byte(1);
  EXPECT_EQ(writer.take().size(), 4U);
  EXPECT_EQ(writer.size(), 0U);
}

}  // namespace
}  // namespace assay::base
