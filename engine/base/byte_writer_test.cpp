// What is written is the shortest form, and reads back as itself.
#include "base/byte_writer.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "base/byte_reader.hpp"

namespace assay::base {
namespace {

TEST(ByteWriter, WritesUnsignedIntegersThatReadBack) {
  for (unsigned shift = 0; shift < 64; ++shift) {
    for (const std::uint64_t value : {(std::uint64_t{1} << shift) - 1, std::uint64_t{1} << shift}) {
      ByteWriter writer;
      writer.write_u64(value);
      ByteReader reader(writer.bytes());
      EXPECT_EQ(reader.read_u64(), value);
      EXPECT_TRUE(reader.ok() && reader.at_end());
      std::size_t expected = 1;
      for (std::uint64_t rest = value; rest > 127; rest /= 128) ++expected;
      EXPECT_EQ(writer.size(), expected) << value;
    }
  }
}

TEST(ByteWriter, WritesSignedIntegersThatReadBack) {
  for (unsigned shift = 0; shift < 63; ++shift) {
    const std::int64_t power = std::int64_t{1} << shift;
    for (const std::int64_t value : {power, power - 1, -power, -power - 1}) {
      ByteWriter writer;
      writer.write_s64(value);
      ByteReader reader(writer.bytes());
      EXPECT_EQ(reader.read_s64(), value);
      EXPECT_TRUE(reader.ok() && reader.at_end());
      std::size_t expected = 1;
      for (std::int64_t rest = value; rest < -64 || rest > 63; rest >>= 7) ++expected;
      EXPECT_EQ(writer.size(), expected) << value;
    }
  }
  ByteWriter writer;
  writer.write_s64(std::numeric_limits<std::int64_t>::min());
  writer.write_s32(std::numeric_limits<std::int32_t>::min());
  writer.write_s33(0xFFFF'FFFF);
  ByteReader reader(writer.bytes());
  EXPECT_EQ(reader.read_s64(), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(reader.read_s32(), std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(reader.read_s33(), 0xFFFF'FFFF);
  EXPECT_TRUE(reader.ok() && reader.at_end());
}

TEST(ByteWriter, PutsASizeBeforeWhatWasWritten) {
  ByteWriter writer;
  writer.write_byte(7);
  const std::size_t start = writer.size();
  for (int i = 0; i < 200; ++i) writer.write_byte(1);
  writer.insert_size(start);
  ByteReader reader(writer.bytes());
  EXPECT_EQ(reader.read_byte(), 7);
  EXPECT_EQ(reader.read_u32(), 200U);
  EXPECT_EQ(reader.remaining(), 200U);
}

TEST(ByteWriter, WritesNamesWithTheirLength) {
  ByteWriter writer;
  writer.write_name("run");
  writer.write_fixed(std::uint16_t{0x0102});
  const std::vector<std::byte> expected = {std::byte{3},   std::byte{'r'}, std::byte{'u'},
                                           std::byte{'n'}, std::byte{2},   std::byte{1}};
  EXPECT_EQ(writer.take(), expected);
  EXPECT_EQ(writer.size(), 0U);
}

}  // namespace
}  // namespace assay::base
