// What the lexer cuts a text into.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "text/words.hpp"
#include "wasm/opcode.hpp"

namespace assay::text {

enum class TokenKind : std::uint8_t {
  end,            ///< after the last token, more than once, so that looking ahead needs no check
  open,           ///< `(`
  close,          ///< `)`
  annotation,     ///< `(@name`, `(@custom` ...: the ones that mean something to us (see AnnotationKind)
  word,           ///< a keyword of words.hpp
  instruction,    ///< a keyword of the instruction table
  identifier,     ///< `$name`, or `$"name"`
  string,         ///< well-formed, quotes included
  integer,        ///< well-formed, of any size
  float_,         ///< well-formed and not an integer
  offset_equals,  ///< `offset=` with a well-formed unsigned integer
  align_equals,   ///< `align=` likewise
  unknown,        ///< any other run of characters that belong together: an unknown operator
  error,          ///< not a token; the message is in TokenList::errors
};

/// Annotations that are not dropped.
enum class AnnotationKind : std::uint8_t { name, custom, branch_hint, data_count };

/// 16 bytes. Its text is source.substr(begin, size).
struct Token {
  std::uint32_t begin = 0;
  std::uint32_t size = 0;
  /// open, annotation: position in the list of the matching `)`, or of the end if there is none; error: position in
  /// TokenList::errors.
  std::uint32_t link = 0;
  TokenKind kind = TokenKind::end;
  /// integer and float_: has a sign; string and identifier: has escapes or quotes, so that its value is not its text.
  bool marked = false;
  /// word: a Word; instruction: an Opcode; annotation: an AnnotationKind.
  std::uint16_t value = 0;

  [[nodiscard]] bool is(Word word) const {
    return kind == TokenKind::word && value == static_cast<std::uint16_t>(word);
  }
  [[nodiscard]] bool is(wasm::Opcode opcode) const {
    return kind == TokenKind::instruction && value == static_cast<std::uint16_t>(opcode);
  }
  [[nodiscard]] Word word() const { return kind == TokenKind::word ? static_cast<Word>(value) : Word::count_; }
  [[nodiscard]] wasm::Opcode opcode() const {
    return kind == TokenKind::instruction ? static_cast<wasm::Opcode>(value) : wasm::Opcode::count_;
  }
  [[nodiscard]] AnnotationKind annotation() const { return static_cast<AnnotationKind>(value); }
};

/// All tokens of a text and where its lines begin. Borrows the text.
struct TokenList {
  std::string_view source;
  std::vector<Token> tokens;               ///< ends with `padding` tokens of kind end
  std::vector<std::uint32_t> line_starts;  ///< offset of each line's first byte; the first is 0
  std::vector<const char*> errors;

  static constexpr std::size_t padding = 4;

  [[nodiscard]] std::string_view text(const Token& token) const { return source.substr(token.begin, token.size); }
  /// Position of the first token of kind end.
  [[nodiscard]] std::uint32_t end() const { return static_cast<std::uint32_t>(tokens.size() - padding); }
};

/// Line and column, both from 1, the column in bytes.
struct LineColumn {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

/// Where an offset lies. Logarithmic in the number of lines.
LineColumn place_of(const std::vector<std::uint32_t>& line_starts, std::uint32_t offset);

}  // namespace assay::text
