// The name section, read, found in, written, and refused.
#include "binary/names.hpp"

#include <gtest/gtest.h>

#include "binary/byte_modules.hpp"
#include "binary/custom_sections.hpp"
#include "binary/decode.hpp"

namespace assay::binary {
namespace {

using namespace byte_modules;

wasm::Module module_with_names(const Bytes& content) {
  auto module = decode(byte_modules::module({custom("name", content)}));
  EXPECT_TRUE(module.has_value());
  return std::move(*module);
}

void expect_malformed(const Bytes& content, std::string_view message) {
  const wasm::Module module = module_with_names(content);
  const auto names = decode_names(module);
  ASSERT_FALSE(names.has_value()) << "wanted " << message;
  EXPECT_EQ(names.error().kind, wasm::ErrorKind::malformed);
  EXPECT_EQ(names.error().message, message);
  EXPECT_GE(names.error().place.offset, 15U);
}

TEST(Names, without_a_section_there_are_none) {
  const auto names = decode_names(wasm::Module{});
  ASSERT_TRUE(names.has_value());
  EXPECT_EQ(*names, NameMap{});
}

TEST(Names, every_subsection_comes_back) {
  NameMap names;
  names.module = "module";
  names.functions = {{0, "f"}, {300, "g"}};
  names.locals = {{0, 0, "a"}, {0, 1, "b"}, {7, 2, "c"}};
  names.labels = {{1, 0, "l"}};
  names.types = {{0, "t"}};
  names.tables = {{1, "table"}};
  names.memories = {{2, "memory"}};
  names.globals = {{3, "global"}};
  names.elements = {{4, "elem"}};
  names.data = {{5, "data"}};
  names.fields = {{6, 1, "x"}, {6, 2, "y"}};
  names.tags = {{7, ""}};
  const wasm::Module module = module_with_names(encode_names(names));
  const auto found = decode_names(module);
  ASSERT_TRUE(found.has_value()) << to_string(found.error());
  EXPECT_EQ(*found, names);
}

TEST(Names, a_name_is_found_by_its_index) {
  const std::vector<NamedIndex> functions = {{0, "f"}, {300, "g"}};
  EXPECT_EQ(find_name(functions, 300), "g");
  EXPECT_EQ(find_name(functions, 299), std::nullopt);
  EXPECT_EQ(find_name(functions, 301), std::nullopt);
  const std::vector<NamedInner> locals = {{0, 1, "a"}, {2, 0, "b"}};
  EXPECT_EQ(find_name(locals, 2, 0), "b");
  EXPECT_EQ(find_name(locals, 0, 0), std::nullopt);
}

TEST(Names, unknown_subsections_are_passed_over) {
  const wasm::Module module = module_with_names(bytes({0x0C, 0x02, 0xFF, 0xFF, 0x00, 0x02, 0x01, 'm', 0x7F, 0x00}));
  const auto names = decode_names(module);
  ASSERT_TRUE(names.has_value());
  EXPECT_EQ(names->module, "m");
}

TEST(Names, out_of_order_and_repeated_names_are_put_in_order) {
  const wasm::Module module =
      module_with_names(bytes({0x01, 0x0A, 0x03, 0x05, 0x01, 'e', 0x02, 0x01, 'b', 0x05, 0x01, 'x',  // 5 twice
                               0x01, 0x07, 0x02, 0x02, 0x01, 'y', 0x01, 0x01, 'a'}));
  const auto names = decode_names(module);
  ASSERT_TRUE(names.has_value()) << to_string(names.error());
  EXPECT_EQ(names->functions, (std::vector<NamedIndex>{{1, "a"}, {2, "b"}, {5, "e"}}));
}

TEST(Names, what_cannot_be_read_is_an_error_of_the_names_alone) {
  expect_malformed(bytes({0x01}), "unexpected end");
  expect_malformed(bytes({0x01, 0x05, 0x00}), "length out of bounds");
  expect_malformed(bytes({0x00, 0x02, 0x01, 0xFF}), "malformed UTF-8 encoding");
  expect_malformed(bytes({0x01, 0x01, 0x09}), "length out of bounds");
  expect_malformed(bytes({0x01, 0x03, 0x01, 0x00, 0x05}), "length out of bounds");
  expect_malformed(bytes({0x01, 0x02, 0x00, 0x00}), "section size mismatch");
  expect_malformed(bytes({0x02, 0x03, 0x01, 0x00, 0x09}), "length out of bounds");
}

TEST(Names, counts_without_names_cost_nothing) {
  base::ByteWriter content;
  for (int i = 0; i < 1000; ++i) {
    content.write_byte(0x02);
    content.write_bytes(bytes({0x05, 0x04, 0x00, 0x00, 0x00, 0x00}));
  }
  const wasm::Module module = module_with_names(content.take());
  const auto names = decode_names(module);
  EXPECT_FALSE(names.has_value());
}

}  // namespace
}  // namespace assay::binary
