// The frame of a module: header, order and sizes of sections, custom sections, agreement between sections.
#include "binary/decode.hpp"

#include <gtest/gtest.h>

#include <string>

#include "binary/byte_modules.hpp"

namespace assay::binary {
namespace {

using namespace byte_modules;
using wasm::ErrorKind;
using wasm::Feature;
using wasm::SectionId;

void expect_malformed(const Bytes& bytes, std::string_view message, std::size_t offset, wasm::Features features = {}) {
  const auto module = decode(bytes, features);
  ASSERT_FALSE(module.has_value()) << "wanted " << message;
  EXPECT_EQ(module.error().kind, ErrorKind::malformed);
  EXPECT_EQ(module.error().message, message);
  EXPECT_EQ(module.error().place, wasm::Place::at_offset(offset)) << to_string(module.error());
}

TEST(Decode, the_header_alone_is_an_empty_module) {
  const auto module = decode(header());
  ASSERT_TRUE(module.has_value());
  EXPECT_EQ(module->bytes, header());
  EXPECT_TRUE(module->types.empty());
  EXPECT_TRUE(module->customs.empty());
}

TEST(Decode, bytes_of_others_are_copied) {
  const Bytes original = header();
  const auto module = decode_copy(original);
  ASSERT_TRUE(module.has_value());
  EXPECT_NE(module->bytes.data(), original.data());
  EXPECT_EQ(module->bytes, original);
}

TEST(Decode, a_header_cut_short_ends_unexpectedly) {
  for (std::size_t size = 0; size < 8; ++size) {
    Bytes cut = header();
    cut.resize(size);
    expect_malformed(cut, "unexpected end", size);
  }
}

TEST(Decode, every_byte_of_the_header_counts) {
  for (std::size_t i = 0; i < 8; ++i) {
    Bytes wrong = header();
    wrong[i] ^= std::byte{0x20};
    if (i < 4) {
      expect_malformed(wrong, "magic header not detected", 0);
    } else {
      expect_malformed(wrong, "unknown binary version", 4);
    }
  }
}

TEST(Decode, sections_that_do_not_exist_are_refused) {
  for (const int id : {0x0E, 0x7F, 0x80, 0xFF}) {
    expect_malformed(module({bytes({id, 0x01, 0x00})}), "malformed section id", 8);
  }
}

TEST(Decode, sections_of_switched_off_proposals_do_not_exist) {
  const Bytes tags = module({section(13, bytes({0x00}))});
  const Bytes data_count = module({section(12, bytes({0x00}))});
  EXPECT_TRUE(decode(tags).has_value());
  EXPECT_TRUE(decode(data_count).has_value());
  expect_malformed(tags, "malformed section id", 8,
                   wasm::Features().disable(Feature::exceptions).disable(Feature::legacy_exceptions));
  EXPECT_TRUE(decode(tags, wasm::Features().disable(Feature::exceptions)).has_value());
  expect_malformed(data_count, "malformed section id", 8, wasm::Features().disable(Feature::bulk_memory));
}

TEST(Decode, sections_come_once_and_in_order) {
  const Bytes empty = bytes({0x00});
  const int order[] = {1, 2, 3, 4, 5, 13, 6, 7, 9, 12, 10, 11};
  for (std::size_t i = 0; i < std::size(order); ++i) {
    for (std::size_t k = 0; k < std::size(order); ++k) {
      const Bytes first = section(static_cast<std::uint8_t>(order[i]), empty);
      const Bytes second = section(static_cast<std::uint8_t>(order[k]), empty);
      if (i < k) {
        EXPECT_TRUE(decode(module({first, second})).has_value()) << order[i] << " " << order[k];
      } else {
        expect_malformed(module({first, second}), "unexpected content after last section", 11);
      }
    }
  }
}

TEST(Decode, a_section_as_long_as_the_rest_may_not_be_longer) {
  expect_malformed(module({bytes({0x01})}), "unexpected end", 9);
  expect_malformed(module({bytes({0x01, 0x03, 0x00})}), "length out of bounds", 9);
  expect_malformed(module({bytes({0x01, 0x02, 0x00})}), "unexpected end", 10);
}

TEST(Decode, a_section_ends_where_its_content_does) {
  expect_malformed(module({bytes({0x01, 0x02, 0x00, 0x00})}), "section size mismatch", 10);
  // The content goes on in what follows.
  expect_malformed(module({bytes({0x03, 0x02, 0x02, 0x00}), section(10, bytes({0x00}))}), "section size mismatch", 10);
  expect_malformed(module({section(8, bytes({0x00, 0x00}))}), "section size mismatch", 10);
}

TEST(Decode, sizes_are_32_bit_integers) {
  EXPECT_TRUE(decode(module({bytes({0x01, 0x81, 0x80, 0x80, 0x80, 0x00, 0x00})})).has_value());
  expect_malformed(module({bytes({0x01, 0x81, 0x80, 0x80, 0x80, 0x10, 0x00})}), "integer too large", 9);
  expect_malformed(module({bytes({0x01, 0x81, 0x80, 0x80, 0x80, 0x80, 0x00, 0x00})}), "integer representation too long",
                   9);
}

TEST(Decode, custom_sections_are_kept_with_their_places) {
  const auto found = decode(module({custom("first", text("a")), section(1, bytes({0x00})), custom("second", {}),
                                    section(11, bytes({0x00})), custom("", text("z"))}));
  ASSERT_TRUE(found.has_value()) << to_string(found.error());
  ASSERT_EQ(found->customs.size(), 3U);
  EXPECT_EQ(found->text(found->customs[0].name), "first");
  EXPECT_EQ(found->text(found->customs[0].content), "a");
  EXPECT_EQ(found->customs[0].after, SectionId::custom);
  EXPECT_EQ(found->text(found->customs[1].name), "second");
  EXPECT_EQ(found->customs[1].content.size, 0U);
  EXPECT_EQ(found->customs[1].after, SectionId::type);
  EXPECT_EQ(found->text(found->customs[2].name), "");
  EXPECT_EQ(found->text(found->customs[2].content), "z");
  EXPECT_EQ(found->customs[2].after, SectionId::data);
}

TEST(Decode, a_custom_section_has_a_name_inside_it) {
  expect_malformed(module({bytes({0x00, 0x00})}), "unexpected end", 10);
  expect_malformed(module({bytes({0x00, 0x02, 0x02, 0x61, 0x62})}), "unexpected end", 12);
  expect_malformed(module({bytes({0x00, 0x02, 0x09, 0x61, 0x62})}), "length out of bounds", 10);
}

TEST(Decode, names_are_utf8) {
  expect_malformed(module({bytes({0x00, 0x02, 0x01, 0x80})}), "malformed UTF-8 encoding", 10);
  expect_malformed(module({section(7, bytes({0x01, 0x03, 0xED, 0xA0, 0x80, 0x00, 0x00}))}), "malformed UTF-8 encoding",
                   11);
  expect_malformed(module({section(2, bytes({0x01, 0x00, 0x01, 0xFF, 0x00, 0x00}))}), "malformed UTF-8 encoding", 12);
}

TEST(Decode, there_are_as_many_bodies_as_functions) {
  constexpr const char* message = "function and code section have inconsistent lengths";
  const Bytes types = section(1, bytes({0x01, 0x60, 0x00, 0x00}));
  const Bytes one = section(3, bytes({0x01, 0x00}));
  const Bytes two = section(3, bytes({0x02, 0x00, 0x00}));
  const Bytes one_body = section(10, bytes({0x01, 0x02, 0x00, 0x0B}));
  const Bytes two_bodies = section(10, bytes({0x02, 0x02, 0x00, 0x0B, 0x02, 0x00, 0x0B}));
  EXPECT_TRUE(decode(module({types, one, one_body})).has_value());
  EXPECT_TRUE(decode(module({types, two, two_bodies})).has_value());
  expect_malformed(module({types, one}), message, 18);
  expect_malformed(module({one_body}), message, 14);
  expect_malformed(module({types, two, one_body}), message, 25);
  expect_malformed(module({types, one, two_bodies}), message, 27);
  EXPECT_TRUE(decode(module({section(3, bytes({0x00}))})).has_value());
  EXPECT_TRUE(decode(module({section(10, bytes({0x00}))})).has_value());
}

TEST(Decode, the_data_count_is_the_number_of_segments) {
  constexpr const char* message = "data count and data section have inconsistent lengths";
  const Bytes segments = section(11, bytes({0x02, 0x01, 0x00, 0x01, 0x00}));
  const auto agreeing = decode(module({section(12, bytes({0x02})), segments}));
  ASSERT_TRUE(agreeing.has_value());
  EXPECT_EQ(agreeing->data_count, 2U);
  EXPECT_EQ(decode(module({segments}))->data_count, std::nullopt);
  EXPECT_TRUE(decode(module({section(12, bytes({0x00}))})).has_value());
  expect_malformed(module({section(12, bytes({0x01})), segments}), message, 18);
  expect_malformed(module({section(12, bytes({0x03})), segments}), message, 18);
  expect_malformed(module({section(12, bytes({0x01}))}), message, 11);
}

TEST(Decode, what_is_wrong_with_a_body_comes_before_what_follows_it) {
  const Bytes types = section(1, bytes({0x01, 0x60, 0x00, 0x00}));
  const Bytes one = section(3, bytes({0x01, 0x00}));
  const Bytes nonsense = bytes({0x7F});
  // A body that is well-formed leaves the later error standing.
  expect_malformed(module({types, one, section(10, bytes({0x01, 0x02, 0x00, 0x0B})), nonsense}), "malformed section id",
                   24);
  expect_malformed(module({types, one, section(10, bytes({0x01, 0x03, 0x00, 0xFF, 0x0B})), nonsense}), "illegal opcode",
                   23);
  expect_malformed(module({types, one, section(10, bytes({0x01, 0x03, 0x00, 0x0B, 0x0B})), nonsense}),
                   "section size mismatch", 22);
  expect_malformed(module({types, one, section(10, bytes({0x01, 0x03, 0x00, 0x05, 0x0B})), nonsense}),
                   "END opcode expected", 23);
  expect_malformed(
      module({types, one, section(10, bytes({0x01, 0x0A, 0x02, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0x7F, 0x01, 0x7F, 0x0B})),
              nonsense}),
      "too many locals", 22);
}

TEST(Decode, a_name_has_a_greatest_length) {
  EXPECT_TRUE(decode(module({custom(std::string(100'000, 'a'), {})})).has_value());
  const auto longer = decode(module({custom(std::string(100'001, 'a'), {})}));
  ASSERT_FALSE(longer.has_value());
  EXPECT_EQ(longer.error().kind, ErrorKind::limit);
  EXPECT_STREQ(longer.error().message, "name too long");
  EXPECT_EQ(longer.error().detail, "100001, limit 100000");
}

TEST(Decode, every_prefix_of_a_module_is_refused_or_a_module) {
  const Bytes whole = module({section(1, bytes({0x01, 0x60, 0x01, 0x7F, 0x00})), section(3, bytes({0x01, 0x00})),
                              section(5, bytes({0x01, 0x00, 0x01})), section(10, bytes({0x01, 0x02, 0x00, 0x0B})),
                              section(11, bytes({0x01, 0x00, 0x41, 0x00, 0x0B, 0x01, 0x2A}))});
  ASSERT_TRUE(decode(whole).has_value());
  std::size_t accepted = 0;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto part = decode(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)));
    if (part.has_value()) {
      ++accepted;
    } else {
      EXPECT_LE(part.error().place.offset, size);
    }
  }
  // The header, the header with types, and all but the data section; not functions without bodies.
  EXPECT_EQ(accepted, 3U);
}

}  // namespace
}  // namespace assay::binary
