#include "text/string_literal.hpp"

#include <gtest/gtest.h>

namespace assay::text {
namespace {

std::string value_of(std::string_view literal) {
  const StringScan scan = scan_string(literal, 0);
  EXPECT_EQ(scan.error, nullptr) << literal;
  EXPECT_EQ(scan.size, literal.size());
  std::string value;
  append_string(value, literal);
  return value;
}

std::string error_of(std::string_view text) {
  const char* error = scan_string(text, 0).error;
  return error == nullptr ? "" : error;
}

TEST(StringLiteral, plain_text_is_its_own_value) {
  EXPECT_EQ(value_of(R"("")"), "");
  EXPECT_EQ(value_of(R"("a b;;(;c")"), "a b;;(;c");
  EXPECT_EQ(value_of("\"\xC3\xA9\""), "\xC3\xA9");
}

TEST(StringLiteral, escapes_stand_for_bytes) {
  EXPECT_EQ(value_of(R"("\t\n\r\"\'\\")"), "\t\n\r\"'\\");
  EXPECT_EQ(value_of(R"("\00\fF")"), std::string("\0\xFF", 2));
}

TEST(StringLiteral, code_points_become_utf8) {
  EXPECT_EQ(value_of(R"("\u{41}\u{e9}\u{20AC}\u{1F600}")"), "A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
  EXPECT_EQ(value_of(R"("\u{0_0_41}")"), "A");
}

TEST(StringLiteral, a_string_must_end_on_its_line) {
  EXPECT_EQ(error_of("\"abc"), "unclosed string");
  EXPECT_EQ(error_of("\"abc\\"), "unclosed string");
  EXPECT_EQ(error_of("\"abc\n\""), "unclosed string");
}

TEST(StringLiteral, control_characters_must_be_escaped) {
  EXPECT_EQ(error_of("\"a\tb\""), "illegal control character in string literal");
  EXPECT_EQ(error_of("\"a\x7F\""), "illegal control character in string literal");
}

TEST(StringLiteral, unknown_escapes_are_refused) {
  for (const char* text : {R"("\q")", R"("\0")", R"("\0g")", R"("\u")", R"("\u{}")", R"("\u{g}")", R"("\u{_1}")",
                           R"("\u{1_}")", R"("\u{1__2}")", R"("\u{d800}")", R"("\u{dfff}")", R"("\u{110000}")",
                           R"("\u{ffffffffffffffff}")", R"("\u{41")"}) {
    EXPECT_EQ(error_of(text), "illegal escape") << text;
  }
}

}  // namespace
}  // namespace assay::text
