// The lexer: one pass, no allocation per token, parentheses matched on the way.
#include "text/lexer.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

#include "base/utf8.hpp"
#include "text/number_literal.hpp"
#include "text/string_literal.hpp"
#include "wasm/instruction_info.hpp"

namespace assay::text {

namespace {

enum class CharClass : std::uint8_t { illegal, space, identifier, quote, open, close, semicolon, punctuation };

// spec: text-space, text-idchar, text-reserved
constexpr std::array<CharClass, 256> char_classes = [] {
  std::array<CharClass, 256> classes{};
  const auto set = [&](std::string_view characters, CharClass value) {
    for (const char c : characters) classes[static_cast<unsigned char>(c)] = value;
  };
  set(" \t\n\r", CharClass::space);
  set("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", CharClass::identifier);
  set("!#$%&'*+-./:<=>?@\\^_`|~", CharClass::identifier);
  set("\"", CharClass::quote);
  set("(", CharClass::open);
  set(")", CharClass::close);
  set(";", CharClass::semicolon);
  set(",[]{}", CharClass::punctuation);
  return classes;
}();

constexpr const char* malformed_utf8 = "malformed UTF-8 encoding";

std::vector<std::uint32_t> find_lines(std::string_view source) {
  std::vector<std::uint32_t> starts{0};
  for (std::size_t at = source.find('\n'); at != std::string_view::npos; at = source.find('\n', at + 1)) {
    starts.push_back(static_cast<std::uint32_t>(at + 1));
  }
  return starts;
}

/// Offset of the first byte that does not begin a well-formed character. For texts that are known to have one.
std::size_t first_malformed(std::string_view source) {
  std::size_t at = 0;
  while (at < source.size()) {
    std::size_t size = 1;
    while (size <= 4 && !base::is_utf8(source.substr(at, size))) ++size;
    if (size > 4) break;
    at += size;
  }
  return at;
}

std::optional<AnnotationKind> annotation_of(std::string_view id) {
  if (id == "name") return AnnotationKind::name;
  if (id == "custom") return AnnotationKind::custom;
  if (id == "metadata.code.branch_hint") return AnnotationKind::branch_hint;
  if (id == "data_count") return AnnotationKind::data_count;
  return std::nullopt;
}

class Lexer {
 public:
  explicit Lexer(TokenList& list) : list_(list), source_(list.source) {}

  void run() {
    list_.tokens.reserve(source_.size() / 5 + 8);
    while (at_ < source_.size()) step();
    close_annotations_at_end();
    const auto end = static_cast<std::uint32_t>(list_.tokens.size());
    for (const Open& open : opens_) list_.tokens[open.token].link = end;
    for (std::size_t i = 0; i < TokenList::padding; ++i) {
      list_.tokens.push_back({.begin = static_cast<std::uint32_t>(source_.size())});
    }
  }

 private:
  /// An open parenthesis that waits for its match.
  struct Open {
    std::uint32_t token = 0;
    enum class Kind : std::uint8_t { plain, kept_annotation, dropped_annotation } kind = Kind::plain;
  };

  [[nodiscard]] CharClass class_at(std::size_t at) const {
    return char_classes[static_cast<unsigned char>(source_[at])];
  }

  void step() {
    switch (class_at(at_)) {
      case CharClass::space: ++at_; break;
      case CharClass::identifier:
      case CharClass::quote: run_of_characters(); break;
      case CharClass::open: open(); break;
      case CharClass::close: close(); break;
      case CharClass::semicolon:
        if (source_.substr(at_).starts_with(";;")) {
          at_ = std::min(source_.find_first_of("\n\r", at_), source_.size());
        } else {
          push(TokenKind::unknown, 1);
        }
        break;
      case CharClass::punctuation: push(TokenKind::unknown, 1); break;
      case CharClass::illegal: illegal_character(); break;
    }
  }

  /// Appends a token that begins here, and goes behind it.
  Token& push(TokenKind kind, std::size_t size) {
    Token& token = list_.tokens.emplace_back();
    token.begin = static_cast<std::uint32_t>(at_);
    token.size = static_cast<std::uint32_t>(size);
    token.kind = kind;
    at_ += size;
    return token;
  }

  void fail(const char* message, std::size_t size) {
    const auto index = static_cast<std::uint32_t>(list_.errors.size());
    list_.errors.push_back(message);
    push(TokenKind::error, size).link = index;
  }

  void illegal_character() {
    std::size_t size = 1;
    while (at_ + size < source_.size() && (static_cast<unsigned char>(source_[at_ + size]) & 0xC0U) == 0x80) ++size;
    fail("illegal character", size);
  }

  void open() {
    if (at_ + 1 < source_.size() && source_[at_ + 1] == ';') {
      block_comment();
    } else if (at_ + 1 < source_.size() && source_[at_ + 1] == '@') {
      annotation();
    } else {
      opens_.push_back({.token = static_cast<std::uint32_t>(list_.tokens.size())});
      push(TokenKind::open, 1);
    }
  }

  // spec: text-comment
  void block_comment() {
    std::size_t depth = 0;
    std::size_t at = at_;
    do {
      at = source_.find(';', at);
      if (at == std::string_view::npos) return fail("unclosed comment", source_.size() - at_);
      if (at > at_ && source_[at - 1] == '(') {
        ++depth;
        ++at;  // the semicolon of `(;)` does not close
      } else if (at + 1 < source_.size() && source_[at + 1] == ')') {
        --depth;
        at += 2;
      } else {
        ++at;
      }
    } while (depth != 0);
    at_ = at;
  }

  // spec: text-annot
  void annotation() {
    const std::size_t id_start = at_ + 2;
    std::size_t id_end = id_start;
    std::string quoted;
    std::string_view id;
    if (id_start < source_.size() && source_[id_start] == '"') {
      const StringScan scan = scan_string(source_, id_start);
      if (scan.error == nullptr) {
        id_end = id_start + scan.size;
        append_string(quoted, source_.substr(id_start, scan.size));
        if (!base::is_utf8(quoted)) return fail(malformed_utf8, id_end - at_);
        id = quoted;
      }
    } else {
      while (id_end < source_.size() && class_at(id_end) == CharClass::identifier) ++id_end;
      id = source_.substr(id_start, id_end - id_start);
    }
    if (id.empty() && annotation_depth_ == 0) return fail("empty annotation id", 2);
    if (id.empty()) {
      // Inside an annotation anything in balanced parentheses will do.
      opens_.push_back({.token = static_cast<std::uint32_t>(list_.tokens.size())});
      push(TokenKind::open, 1);
      return;
    }
    ++annotation_depth_;
    const auto kind = annotation_of(id);
    opens_.push_back({.token = static_cast<std::uint32_t>(list_.tokens.size()),
                      .kind = kind ? Open::Kind::kept_annotation : Open::Kind::dropped_annotation});
    push(TokenKind::annotation, id_end - at_).value = kind ? static_cast<std::uint16_t>(*kind) : std::uint16_t{0};
  }

  void close() {
    const auto index = static_cast<std::uint32_t>(list_.tokens.size());
    push(TokenKind::close, 1);
    if (opens_.empty()) return;
    const Open open = opens_.back();
    opens_.pop_back();
    if (open.kind != Open::Kind::plain) --annotation_depth_;
    list_.tokens[open.token].link = index;
    if (open.kind == Open::Kind::dropped_annotation) drop(open.token, nullptr);
  }

  /// Removes the tokens from `first` on, but for the first fault among them, or else the fault `message` if given.
  void drop(std::uint32_t first, const char* message) {
    auto& tokens = list_.tokens;
    const auto begin = tokens.begin() + static_cast<std::ptrdiff_t>(first);
    const auto fault = std::find_if(begin, tokens.end(), [](const Token& t) { return t.kind == TokenKind::error; });
    if (fault != tokens.end()) {
      *begin = *fault;
      tokens.resize(first + 1);
    } else if (message != nullptr) {
      begin->kind = TokenKind::error;
      begin->link = static_cast<std::uint32_t>(list_.errors.size());
      list_.errors.push_back(message);
      tokens.resize(first + 1);
    } else {
      tokens.resize(first);
    }
  }

  void close_annotations_at_end() {
    const auto unclosed =
        std::find_if(opens_.begin(), opens_.end(), [](Open o) { return o.kind != Open::Kind::plain; });
    if (unclosed == opens_.end()) return;
    drop(unclosed->token, "unclosed annotation");
    opens_.erase(unclosed, opens_.end());
  }

  /// The longest run of identifier characters and strings: one token. spec: text-token
  void run_of_characters() {
    const std::size_t start = at_;
    std::size_t end = at_;
    std::size_t strings = 0;
    bool escapes = false;
    while (end < source_.size()) {
      const CharClass here = class_at(end);
      if (here == CharClass::identifier) {
        ++end;
      } else if (here == CharClass::quote) {
        const StringScan scan = scan_string(source_, end);
        if (scan.error != nullptr) {
          const bool is_name = end == start + 1 && source_[start] == '$';
          return fail(is_name ? "empty identifier" : scan.error, end + scan.size - start);
        }
        ++strings;
        escapes = escapes || scan.has_escapes;
        end += scan.size;
      } else {
        break;
      }
    }
    const std::string_view text = source_.substr(start, end - start);
    if (text[0] == '$') {
      identifier(text, strings);
    } else if (strings != 0) {
      // Exactly one string from the first character to the last is a string.
      const bool whole = strings == 1 && text.front() == '"' && text.back() == '"';
      push(whole ? TokenKind::string : TokenKind::unknown, text.size()).marked = escapes;
    } else {
      keyword_or_number(text);
    }
  }

  // spec: text-id
  void identifier(std::string_view text, std::size_t strings) {
    if (text.size() == 1 || text == "$\"\"") return fail("empty identifier", text.size());
    if (strings == 0) {
      push(TokenKind::identifier, text.size());
      return;
    }
    if (strings != 1 || text[1] != '"' || text.back() != '"') {
      push(TokenKind::unknown, text.size());
      return;
    }
    std::string value;
    append_string(value, text.substr(1));
    if (!base::is_utf8(value)) return fail(malformed_utf8, text.size());
    push(TokenKind::identifier, text.size()).marked = true;
  }

  void keyword_or_number(std::string_view text) {
    const char first = text[0];
    if (first >= 'a' && first <= 'z') {
      if (const wasm::Opcode opcode = wasm::opcodes_of(text); opcode != wasm::Opcode::count_) {
        push(TokenKind::instruction, text.size()).value = static_cast<std::uint16_t>(opcode);
        return;
      }
      if (const Word word = word_of(text); word != Word::count_) {
        push(TokenKind::word, text.size()).value = static_cast<std::uint16_t>(word);
        return;
      }
      if (is_unsigned_after("offset=", text)) {
        push(TokenKind::offset_equals, text.size());
        return;
      }
      if (is_unsigned_after("align=", text)) {
        push(TokenKind::align_equals, text.size());
        return;
      }
    }
    const NumberForm form = number_form(text);
    const TokenKind kind = form == NumberForm::integer  ? TokenKind::integer
                           : form == NumberForm::float_ ? TokenKind::float_
                                                        : TokenKind::unknown;
    push(kind, text.size()).marked = first == '+' || first == '-';
  }

  static bool is_unsigned_after(std::string_view prefix, std::string_view text) {
    if (!text.starts_with(prefix) || text.size() == prefix.size()) return false;
    text.remove_prefix(prefix.size());
    return text[0] >= '0' && text[0] <= '9' && number_form(text) == NumberForm::integer;
  }

  TokenList& list_;
  std::string_view source_;
  std::size_t at_ = 0;
  std::vector<Open> opens_;
  std::size_t annotation_depth_ = 0;  ///< how many of opens_ are annotations
};

}  // namespace

LineColumn place_of(const std::vector<std::uint32_t>& line_starts, std::uint32_t offset) {
  assert(!line_starts.empty());
  const auto after = std::upper_bound(line_starts.begin(), line_starts.end(), offset);
  const auto line = static_cast<std::uint32_t>(after - line_starts.begin());
  if (line == 0) return {};
  return {.line = line, .column = offset - *(after - 1) + 1};
}

wasm::Result<TokenList> tokenize(std::string_view source) {
  // Offsets are 32 bits wide, and what is made from a text is hardly ever longer than it.
  constexpr std::size_t most = std::size_t{1} << 30U;
  if (source.size() > most) {
    return std::unexpected(wasm::Error{.kind = wasm::ErrorKind::limit, .message = "text is too long"});
  }
  TokenList list;
  list.source = source;
  list.line_starts = find_lines(source);
  if (!base::is_utf8(source)) {
    const LineColumn place = place_of(list.line_starts, static_cast<std::uint32_t>(first_malformed(source)));
    return std::unexpected(
        wasm::Error{.place = wasm::Place::at_line(place.line, place.column), .message = malformed_utf8});
  }
  Lexer(list).run();
  return list;
}

}  // namespace assay::text
