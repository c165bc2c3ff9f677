// The pass over a module's fields that finds out what their identifiers mean.
#include "text/module_scope.hpp"

#include <algorithm>
#include <utility>

#include "text/string_literal.hpp"

namespace assay::text {

namespace {

constexpr std::array<const char*, space_count> duplicates = {
    "duplicate type",   "duplicate func", "duplicate table", "duplicate memory",
    "duplicate global", "duplicate tag",  "duplicate elem",  "duplicate data",
};

struct DefiningWord {
  Word word;
  Space space;
};

/// The words of fields, and of descriptions of imports, that define something.
constexpr std::array<DefiningWord, space_count> defining_words{{
    {Word::type, Space::type},
    {Word::func, Space::func},
    {Word::table, Space::table},
    {Word::memory, Space::memory},
    {Word::global, Space::global},
    {Word::tag, Space::tag},
    {Word::elem, Space::elem},
    {Word::data, Space::data},
}};

}  // namespace

std::string_view ModuleScope::name_of(const TokenCursor& cursor, const Token& identifier) {
  const std::string_view text = cursor.text(identifier).substr(1);
  if (!identifier.marked) return text;
  std::string value;
  append_string(value, text);
  return keep(std::move(value));
}

void ModuleScope::scan_fields(TokenCursor& cursor) {
  const std::uint32_t start = cursor.position();
  while (cursor.ok()) {
    const Token& token = cursor.peek();
    if (token.kind != TokenKind::open && token.kind != TokenKind::annotation) break;
    const std::uint32_t open = cursor.position();
    if (token.kind == TokenKind::open) scan_field(cursor, open);
    const std::uint32_t end = cursor.list().end();
    if (cursor.ok()) cursor.move_to(token.link < end ? token.link + 1 : end);
  }
  if (cursor.ok()) cursor.move_to(start);
}

void ModuleScope::scan_field(TokenCursor& cursor, std::uint32_t open) {
  const auto& tokens = cursor.list().tokens;
  std::uint32_t at = open + 1;
  if (tokens[at].is(Word::rec)) return scan_rec(cursor, open);
  if (tokens[at].is(Word::import)) {
    // (import "module" "name" (func $f ...))
    for (++at; tokens[at].kind == TokenKind::string; ++at) {
    }
    if (tokens[at].kind != TokenKind::open) return;
    ++at;
  }
  const Word word = tokens[at].word();
  const auto defines = std::ranges::find(defining_words, word, &DefiningWord::word);
  if (defines == defining_words.end()) return;
  bind(cursor, defines->space, tokens[at + 1]);
  if (word == Word::table) scan_inline_segment(cursor, open, Word::elem, Space::elem);
  if (word == Word::memory) scan_inline_segment(cursor, open, Word::data, Space::data);
}

void ModuleScope::scan_rec(TokenCursor& cursor, std::uint32_t open) {
  const auto& tokens = cursor.list().tokens;
  const std::uint32_t end = tokens[open].link;
  std::uint32_t at = open + 2;
  while (at < end && cursor.ok()) {
    if (tokens[at].kind == TokenKind::open && tokens[at + 1].is(Word::type)) bind(cursor, Space::type, tokens[at + 2]);
    const bool nested = tokens[at].kind == TokenKind::open || tokens[at].kind == TokenKind::annotation;
    at = nested ? tokens[at].link + 1 : at + 1;
  }
}

void ModuleScope::bind(TokenCursor& cursor, Space space, const Token& identifier) {
  const auto position = static_cast<std::size_t>(space);
  const std::uint32_t index = counts_[position]++;
  if (identifier.kind != TokenKind::identifier) return;
  std::uint32_t& value = names_[position][name_of(cursor, identifier)];
  if (value != NameTable::absent) {
    cursor.fail(duplicates[position], identifier, std::string(cursor.text(identifier)));
  } else {
    value = index;
  }
}

// A table with elements and a memory with data define a segment, too.
void ModuleScope::scan_inline_segment(const TokenCursor& cursor, std::uint32_t open, Word word, Space space) {
  const auto& tokens = cursor.list().tokens;
  const std::uint32_t end = tokens[open].link;
  std::uint32_t at = open + 1;
  while (at < end) {
    if (tokens[at].kind == TokenKind::open && tokens[at + 1].is(word)) {
      ++counts_[static_cast<std::size_t>(space)];
      return;
    }
    const bool nested = tokens[at].kind == TokenKind::open || tokens[at].kind == TokenKind::annotation;
    at = nested ? tokens[at].link + 1 : at + 1;
  }
}

}  // namespace assay::text
