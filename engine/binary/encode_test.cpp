// Modules written in canonical form, which decode to what they were.
#include "binary/encode.hpp"

#include <gtest/gtest.h>

#include "binary/byte_modules.hpp"
#include "binary/custom_sections.hpp"
#include "binary/decode.hpp"

namespace assay::binary {
namespace {

using namespace byte_modules;

// Every section, every form in it that is canonical.
Bytes everything() {
  return module({
      custom("before", text("all")),
      section(1, bytes({0x05, 0x60, 0x02, 0x7F, 0x64, 0x70, 0x01, 0x7B, 0x4E, 0x02, 0x50, 0x00,
                        0x5F, 0x02, 0x78, 0x01, 0x63, 0x02, 0x00, 0x4F, 0x01, 0x01, 0x5F, 0x02,
                        0x78, 0x01, 0x6E, 0x00, 0x5E, 0x77, 0x01, 0x4E, 0x00, 0x60, 0x00, 0x00})),
      section(2,
              join({bytes({0x05}), name("m"), name("f"), bytes({0x00, 0x04}), name("m"), name("t"),
                    bytes({0x01, 0x6F, 0x01, 0x00, 0x02}), name("m"), name("y"), bytes({0x02, 0x03, 0x01, 0x02}),
                    name("m"), name("g"), bytes({0x03, 0x7E, 0x01}), name("m"), name("e"), bytes({0x04, 0x00, 0x04})})),
      section(3, bytes({0x02, 0x04, 0x04})),
      section(4, bytes({0x02, 0x70, 0x05, 0x01, 0x02, 0x40, 0x00, 0x64, 0x70, 0x00, 0x01, 0xD2, 0x01, 0x0B})),
      section(5, bytes({0x02, 0x00, 0x01, 0x0D, 0x80, 0x01, 0x80, 0x02, 0x00})),
      section(13, bytes({0x01, 0x00, 0x04})),
      section(6, bytes({0x01, 0x7F, 0x01, 0x41, 0x2A, 0x0B})),
      custom("middle", {}),
      section(7, join({bytes({0x02}), name("a"), bytes({0x00, 0x00}), name(""), bytes({0x04, 0x01})})),
      section(8, bytes({0x01})),
      section(9, bytes({0x08, 0x00, 0x41, 0x00, 0x0B, 0x01, 0x00, 0x01, 0x00, 0x01, 0x00, 0x02, 0x01, 0x41, 0x00,
                        0x0B, 0x00, 0x01, 0x00, 0x03, 0x00, 0x00, 0x04, 0x41, 0x00, 0x0B, 0x01, 0xD2, 0x00, 0x0B,
                        0x05, 0x6F, 0x00, 0x06, 0x00, 0x41, 0x00, 0x0B, 0x64, 0x70, 0x00, 0x07, 0x70, 0x00})),
      section(12, bytes({0x03})),
      section(10, bytes({0x02, 0x02, 0x00, 0x0B, 0x04, 0x01, 0x01, 0x7F, 0x0B})),
      section(11, bytes({0x03, 0x00, 0x41, 0x00, 0x0B, 0x01, 'a', 0x01, 0x02, 'b', 'c', 0x02, 0x01, 0x42, 0x00, 0x0B,
                         0x00})),
      custom("after", text("all")),
      custom("after", text("all")),
  });
}

wasm::Module decoded(const Bytes& bytes) {
  auto module = decode(bytes);
  EXPECT_TRUE(module.has_value()) << to_string(module.error());
  return module ? std::move(*module) : wasm::Module{};
}

TEST(Encode, canonical_bytes_come_back_as_they_were) {
  const Bytes bytes = everything();
  const wasm::Module module = decoded(bytes);
  EXPECT_EQ(encode(module), bytes);
}

TEST(Encode, the_empty_module_is_its_header) {
  EXPECT_EQ(encode(wasm::Module{}), header());
}

TEST(Encode, other_forms_become_canonical_and_say_the_same) {
  const std::pair<Bytes, Bytes> rows[] = {
      // Long integers.
      {bytes({0x01, 0x86, 0x00, 0x81, 0x00, 0x60, 0x00, 0x80, 0x00}), section(1, bytes({0x01, 0x60, 0x00, 0x00}))},
      // A group of one, and a final type without supertypes.
      {section(1, bytes({0x01, 0x4E, 0x01, 0x4F, 0x00, 0x5F, 0x00})), section(1, bytes({0x01, 0x5F, 0x00}))},
      // Nullable abstract references in two bytes.
      {section(1, bytes({0x01, 0x60, 0x01, 0x63, 0x70, 0x00})), section(1, bytes({0x01, 0x60, 0x01, 0x70, 0x00}))},
      // The default page size, written.
      {section(5, bytes({0x01, 0x08, 0x01, 0x10})), section(5, bytes({0x01, 0x00, 0x01}))},
      // Table 0 and memory 0, written.
      {section(9, bytes({0x01, 0x02, 0x00, 0x41, 0x00, 0x0B, 0x00, 0x00})),
       section(9, bytes({0x01, 0x00, 0x41, 0x00, 0x0B, 0x00}))},
      {section(9, bytes({0x01, 0x06, 0x00, 0x41, 0x00, 0x0B, 0x70, 0x00})),
       section(9, bytes({0x01, 0x04, 0x41, 0x00, 0x0B, 0x00}))},
      {section(11, bytes({0x01, 0x02, 0x00, 0x41, 0x00, 0x0B, 0x00})),
       section(11, bytes({0x01, 0x00, 0x41, 0x00, 0x0B, 0x00}))},
      // Sections without anything in them.
      {join({section(1, bytes({0x00})), section(9, bytes({0x00}))}), {}},
  };
  for (const auto& [given, canonical] : rows) {
    const wasm::Module module = decoded(byte_modules::module({given}));
    const Bytes encoded = encode(module);
    EXPECT_EQ(encoded, byte_modules::module({canonical}));
    EXPECT_TRUE(same_module(module, decoded(encoded)));
  }
}

TEST(Encode, an_empty_section_stays_when_a_custom_one_follows_it) {
  const Bytes bytes =
      module({section(1, byte_modules::bytes({0x00})), custom("a", {}), section(10, byte_modules::bytes({0x00})),
              custom("b", {}), section(11, byte_modules::bytes({0x00})), custom("c", {})});
  EXPECT_EQ(encode(decoded(bytes)), bytes);
}

TEST(Encode, a_custom_section_after_an_absent_start_keeps_its_position) {
  wasm::Module module = decoded(byte_modules::module({section(7, bytes({0x00}))}));
  append_custom(module, "late", text("x"), wasm::SectionId::start);
  append_custom(module, "early", text("y"), wasm::SectionId::custom);
  EXPECT_EQ(encode(module), byte_modules::module({custom("early", text("y")), custom("late", text("x"))}));
}

TEST(Encode, modules_that_differ_are_not_the_same) {
  const Bytes bytes = everything();
  const wasm::Module module = decoded(bytes);
  EXPECT_TRUE(same_module(module, decoded(bytes)));
  // Every byte says something: whatever still decodes with one byte changed is another module.
  std::size_t compared = 0;
  for (std::size_t i = 8; i < bytes.size(); ++i) {
    Bytes changed = bytes;
    changed[i] ^= std::byte{0x01};
    const auto other = decode(changed);
    if (!other) continue;
    ++compared;
    EXPECT_FALSE(same_module(module, *other)) << "byte " << i;
    EXPECT_TRUE(same_module(*other, decoded(encode(*other)))) << "byte " << i;
  }
  EXPECT_GT(compared, 50U);
}

TEST(CustomSections, the_first_of_a_name_is_found) {
  wasm::Module module =
      decoded(byte_modules::module({custom("a", text("1")), custom("b", text("2")), custom("a", text("3"))}));
  ASSERT_NE(find_custom(module, "a"), nullptr);
  EXPECT_EQ(module.text(find_custom(module, "a")->content), "1");
  EXPECT_EQ(find_custom(module, "c"), nullptr);
  append_custom(module, "c", text("4"), wasm::SectionId::data);
  EXPECT_EQ(module.text(find_custom(module, "c")->content), "4");
}

}  // namespace
}  // namespace assay::binary
