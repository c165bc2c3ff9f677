#include "text/lexer.hpp"

#include <gtest/gtest.h>

#include <string>

namespace assay::text {
namespace {

/// Kinds and texts of all tokens: "( word:func id:$f )".
std::string tokens_of(std::string_view source) {
  const auto list = tokenize(source);
  if (!list) return list.error().message;
  std::string result;
  for (std::uint32_t i = 0; i < list->end(); ++i) {
    const Token& token = list->tokens[i];
    if (!result.empty()) result += ' ';
    switch (token.kind) {
      case TokenKind::end: result += "END"; continue;
      case TokenKind::open: result += '('; continue;
      case TokenKind::close: result += ')'; continue;
      case TokenKind::error: result += std::string("error:") + list->errors[token.link]; continue;
      case TokenKind::annotation: result += "annotation:"; break;
      case TokenKind::word: result += "word:"; break;
      case TokenKind::instruction: result += "instruction:"; break;
      case TokenKind::identifier: result += "id:"; break;
      case TokenKind::string: result += "string:"; break;
      case TokenKind::integer: result += "int:"; break;
      case TokenKind::float_: result += "float:"; break;
      case TokenKind::offset_equals: result += "offset:"; break;
      case TokenKind::align_equals: result += "align:"; break;
      case TokenKind::unknown: result += "unknown:"; break;
    }
    result += list->text(token);
  }
  return result;
}

TEST(Lexer, words_instructions_numbers_and_names_are_told_apart) {
  EXPECT_EQ(tokens_of("(func $f i32.add 1 -2.5 \"s\")"),
            "( word:func id:$f instruction:i32.add int:1 float:-2.5 string:\"s\" )");
  EXPECT_EQ(tokens_of("offset=1_0 align=0x8 nan:canonical nan:0x1"),
            "offset:offset=1_0 align:align=0x8 word:nan:canonical float:nan:0x1");
  EXPECT_EQ(tokens_of("offset=-1 align= offset=1.5 i32.foo"),
            "unknown:offset=-1 unknown:align= unknown:offset=1.5 unknown:i32.foo");
}

TEST(Lexer, tokens_that_touch_are_one_unknown_token) {
  EXPECT_EQ(tokens_of("\"a\"\"b\""), "unknown:\"a\"\"b\"");
  EXPECT_EQ(tokens_of("0$x a\"b\" $\"l\"0"), "unknown:0$x unknown:a\"b\" unknown:$\"l\"0");
  EXPECT_EQ(tokens_of("nop(nop)nop"), "instruction:nop ( instruction:nop ) instruction:nop");
  EXPECT_EQ(tokens_of(", ; [ ] { }"), "unknown:, unknown:; unknown:[ unknown:] unknown:{ unknown:}");
}

TEST(Lexer, comments_end_with_the_line_or_their_match) {
  EXPECT_EQ(tokens_of("nop;; nop\nnop"), "instruction:nop instruction:nop");
  EXPECT_EQ(tokens_of(";; a\rnop"), "instruction:nop");
  EXPECT_EQ(tokens_of("(; (; ;; ;) nop ;)nop(;;)"), "instruction:nop");
  EXPECT_EQ(tokens_of("(;) ;)nop"), "instruction:nop");
  EXPECT_EQ(tokens_of("nop (; (; ;)"), "instruction:nop error:unclosed comment");
  EXPECT_EQ(tokens_of(";;"), "");
}

TEST(Lexer, identifiers_may_be_strings) {
  EXPECT_EQ(tokens_of("$\"a b\" $a!"), "id:$\"a b\" id:$a!");
  EXPECT_EQ(tokens_of("$"), "error:empty identifier");
  EXPECT_EQ(tokens_of("$\"\""), "error:empty identifier");
  EXPECT_EQ(tokens_of("$\"a\tb\""), "error:empty identifier error:unclosed string");
  EXPECT_EQ(tokens_of("$\"\\ff\""), "error:malformed UTF-8 encoding");
}

TEST(Lexer, annotations_without_meaning_vanish) {
  EXPECT_EQ(tokens_of("((@a \"x\" ( ; } ) 0x (@) (@ b)) nop)"), "( instruction:nop )");
  EXPECT_EQ(tokens_of("(@name \"x\")"), "annotation:(@name string:\"x\" )");
  EXPECT_EQ(tokens_of("(@\"custom\" \"x\")"), "annotation:(@\"custom\" string:\"x\" )");
  EXPECT_EQ(tokens_of("(@a (@name \"x\"))"), "");
}

TEST(Lexer, faults_inside_annotations_remain) {
  EXPECT_EQ(tokens_of("nop (@a \x01 \x02) nop"), "instruction:nop error:illegal character instruction:nop");
  EXPECT_EQ(tokens_of("(@a (b)"), "error:unclosed annotation");
  EXPECT_EQ(tokens_of("(@name (b)"), "error:unclosed annotation");
  EXPECT_EQ(tokens_of("(@a \""), "error:unclosed string");
  EXPECT_EQ(tokens_of("(@)"), "error:empty annotation id )");
  EXPECT_EQ(tokens_of("(@\"\\ff\")"), "error:malformed UTF-8 encoding )");
}

TEST(Lexer, illegal_characters_are_one_fault_each) {
  EXPECT_EQ(tokens_of("\x7F"), "error:illegal character");
  EXPECT_EQ(tokens_of("\xC3\xA9nop"), "error:illegal character instruction:nop");
}

TEST(Lexer, parentheses_know_their_match) {
  const auto list = tokenize("(a (b) c) (");
  ASSERT_TRUE(list.has_value());
  EXPECT_EQ(list->tokens[0].link, 6U);
  EXPECT_EQ(list->tokens[2].link, 4U);
  EXPECT_EQ(list->tokens[7].link, list->end());
}

TEST(Lexer, a_text_must_be_utf8) {
  const auto list = tokenize("nop\n ;; \xC3\xA9\xFF");
  ASSERT_FALSE(list.has_value());
  EXPECT_STREQ(list.error().message, "malformed UTF-8 encoding");
  EXPECT_EQ(list.error().place, wasm::Place::at_line(2, 7));
}

TEST(Lexer, every_word_is_found_by_its_spelling) {
  for (unsigned i = 0; i < static_cast<unsigned>(Word::count_); ++i) {
    const Word word = static_cast<Word>(i);
    EXPECT_EQ(word_of(word_texts[word]), word) << word_texts[word];
  }
  EXPECT_EQ(word_of("modul"), Word::count_);
}

TEST(LineColumn, lines_and_columns_count_from_one) {
  const std::vector<std::uint32_t> starts{0, 3, 4};
  EXPECT_EQ(place_of(starts, 0).line, 1U);
  EXPECT_EQ(place_of(starts, 2).column, 3U);
  EXPECT_EQ(place_of(starts, 3).line, 2U);
  EXPECT_EQ(place_of(starts, 9).line, 3U);
  EXPECT_EQ(place_of(starts, 9).column, 6U);
}

}  // namespace
}  // namespace assay::text
