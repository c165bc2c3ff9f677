// The ways to change a text. It is cut by a lexer of its own, which takes everything, mutants of mutants too.
#include "fuzz/mutate/mutate_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace assay::fuzz {

namespace {

/// A piece of text and the space before it.
struct Piece {
  std::string space;
  std::string text;
};
using Pieces = std::vector<Piece>;

std::size_t end_of_space(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    if (std::isspace(static_cast<unsigned char>(text[at])) != 0) {
      ++at;
    } else if (text.substr(at).starts_with(";;")) {
      at = std::min(text.find('\n', at), text.size());
    } else {
      break;
    }
  }
  return at;
}

std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '"') {
      return at + 1;
    }
  }
  return text.size();
}

std::size_t end_of_piece(std::string_view text, std::size_t at) {
  const char first = text[at];
  if (first == '(' || first == ')') return at + 1;
  if (first == '"') return end_of_string(text, at);
  while (at < text.size() && text[at] != '(' && text[at] != ')' && text[at] != '"' &&
         std::isspace(static_cast<unsigned char>(text[at])) == 0) {
    ++at;
  }
  return at;
}

Pieces cut(std::string_view text) {
  Pieces pieces;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t begin = end_of_space(text, at);
    const std::size_t end = begin < text.size() ? end_of_piece(text, begin) : begin;
    pieces.push_back({std::string(text.substr(at, begin - at)), std::string(text.substr(begin, end - begin))});
    at = end;
  }
  return pieces;
}

std::string join(const Pieces& pieces) {
  std::string text;
  for (const Piece& piece : pieces) {
    text += piece.space;
    text += piece.text;
  }
  return text;
}

struct Run {
  std::size_t begin = 0;
  std::size_t end = 0;
};

Run some_run(const Pieces& pieces, Random& random) {
  const std::size_t begin = random.below(pieces.size());
  return {begin, begin + random.between(1, std::min<std::size_t>(pieces.size() - begin, 8))};
}

/// Something in parentheses, if there is.
Run some_group(const Pieces& pieces, Random& random) {
  const std::size_t start = random.below(pieces.size());
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const std::size_t begin = (start + i) % pieces.size();
    if (pieces[begin].text != "(") continue;
    std::size_t depth = 0;
    for (std::size_t end = begin; end < pieces.size(); ++end) {
      if (pieces[end].text == "(") ++depth;
      if (pieces[end].text == ")" && --depth == 0) return {begin, end + 1};
    }
  }
  return some_run(pieces, random);
}

auto at(Pieces& pieces, std::size_t position) {
  return pieces.begin() + static_cast<std::ptrdiff_t>(position);
}

void erase(Pieces& pieces, Run run) {
  pieces.erase(at(pieces, run.begin), at(pieces, run.end));
}

void insert(Pieces& pieces, std::size_t position, Pieces more) {
  if (!more.empty() && more.front().space.empty()) more.front().space = " ";
  if (position < pieces.size() && pieces[position].space.empty()) pieces[position].space = " ";
  pieces.insert(at(pieces, position), more.begin(), more.end());
}

Pieces copy(Pieces& pieces, Run run) {
  return {at(pieces, run.begin), at(pieces, run.end)};
}

std::string some_number(Random& random) {
  constexpr std::array numbers = {"0",
                                  "1",
                                  "-1",
                                  "+1",
                                  "0x0",
                                  "-0",
                                  "4294967295",
                                  "4294967296",
                                  "0xffffffff",
                                  "2147483648",
                                  "-2147483649",
                                  "18446744073709551615",
                                  "18446744073709551616",
                                  "0x8000000000000000",
                                  "1_000",
                                  "1__0",
                                  "0x_1",
                                  "_1",
                                  "00000000001",
                                  "1e400",
                                  "-1e-400",
                                  "0x1p-149",
                                  "0x1p-150",
                                  "0x1.fffffep127",
                                  "0x1.ffffffp127",
                                  "0x1.fffffffffffff8p1023",
                                  "inf",
                                  "-inf",
                                  "nan",
                                  "-nan",
                                  "nan:0x1",
                                  "nan:0x0",
                                  "nan:0x400000",
                                  "nan:0x7fffff",
                                  "nan:0x8000000000000",
                                  "nan:0xfffffffffffff",
                                  "nan:canonical",
                                  "nan:arithmetic",
                                  "0.1",
                                  "1.",
                                  ".1",
                                  "1e",
                                  "1e+",
                                  "0x1p",
                                  "0x.8p0",
                                  "3.4028235677973366e+38",
                                  "1e-45",
                                  "7.006492321624085e-46",
                                  "1.7976931348623159e308",
                                  "4.9e-324",
                                  "2.4e-324"};
  if (random.one_in(2)) return numbers[random.below(numbers.size())];
  std::string number = random.one_in(3) ? "-" : "";
  const bool hex = random.one_in(3);
  if (hex) number += "0x";
  const std::string_view digits = hex ? "0123456789abcdef" : "0123456789";
  for (std::size_t left = random.between(1, random.one_in(10) ? 400 : 12); left > 0; --left) {
    number += digits[random.below(digits.size())];
    if (random.one_in(16)) number += '_';
    if (random.one_in(16)) number += '.';
  }
  if (random.one_in(4)) number += (hex ? "p" : "e") + std::to_string(random.below(2000));
  return number;
}

std::string some_escape(Random& random) {
  constexpr std::array escapes = {"\\00",
                                  "\\ff",
                                  "\\n",
                                  "\\\"",
                                  "\\\\",
                                  "\\u{0}",
                                  "\\u{10ffff}",
                                  "\\u{110000}",
                                  "\\u{d800}",
                                  "\\u{}",
                                  "\\u{1_0}",
                                  "\\x",
                                  "\\u{ffffffffffffffff}",
                                  "\\8",
                                  "\\g0",
                                  "\xC3\xA9",
                                  "\xF0\x9F\x98\x80",
                                  "\xED\xA0\x80",
                                  "\xFF",
                                  "\n",
                                  "\t",
                                  "\x7F"};
  return escapes[random.below(escapes.size())];
}

std::string some_word(Random& random) {
  constexpr std::array words = {"i32",
                                "i64",
                                "f32",
                                "f64",
                                "v128",
                                "funcref",
                                "externref",
                                "anyref",
                                "(ref null 0)",
                                "(ref func)",
                                "i31ref",
                                "(mut i32)",
                                "$x",
                                "$\"y\"",
                                "$",
                                "nop",
                                "drop",
                                "end",
                                "else",
                                "block",
                                "loop",
                                "if",
                                "(then)",
                                "(else)",
                                "br_table",
                                "offset=",
                                "offset=0x10",
                                "align=8",
                                "align=3",
                                "(type 0)",
                                "(param i32)",
                                "(result i64 f32)",
                                "(local i32 i64)",
                                "(import \"a\" \"b\")",
                                "(export \"e\")",
                                "(offset (i32.const 0))",
                                "(item ref.null func)",
                                "shared",
                                "(pagesize 1)",
                                "(pagesize 65536)",
                                "i8x16",
                                "f64x2",
                                "declare",
                                "(rec)",
                                "(sub final 0 (func))",
                                "(start 0)",
                                "(@custom \"x\" (before first) \"y\")",
                                "(@name \"n\")",
                                "(@a (b \"c\") )",
                                "(@metadata.code.branch_hint \"\\00\")",
                                "(;c(;d;);)",
                                "(;",
                                ";;",
                                ";)",
                                "(@",
                                "\"",
                                "v128.const i32x4 0 1 2 3",
                                "(module)",
                                "(module quote \"(func)\")",
                                "(module binary \"\\00asm\\01\\00\\00\\00\")",
                                "(memory 1)",
                                "(data \"x\")",
                                "(table 1 funcref)",
                                "(elem func 0)",
                                "(tag)",
                                "try_table",
                                "(catch 0 0)",
                                "catch_all",
                                "delegate",
                                "(either)",
                                "ref.extern",
                                "(ref.host 1)",
                                "definition",
                                "instance"};
  return words[random.below(words.size())];
}

void change_string(std::string& text, Random& random) {
  const std::size_t at = random.between(1, std::max<std::size_t>(text.size() - 1, 1));
  switch (random.below(4)) {
    case 0: text.insert(std::min(at, text.size()), some_escape(random)); return;
    case 1:
      if (text.size() > 2) text.erase(std::min(at, text.size() - 2), 1);
      return;
    case 2: text = "\"\""; return;
    default: text.insert(std::min(at, text.size()), text.substr(1, random.below(20))); return;
  }
}

/// A character that is a mistake, or nearly.
void change_characters(std::string& text, Random& random) {
  constexpr std::string_view likely = "()\";$@=.,_-+ \n\t0x1e{}\\\x7F\x80\xC2\xEF\xBB\xBF";
  if (text.empty()) return;
  const std::size_t at = random.below(text.size());
  const char character = random.one_in(4) ? static_cast<char>(random.byte()) : likely[random.below(likely.size())];
  switch (random.below(4)) {
    case 0: text[at] = character; return;
    case 1: text.insert(at, 1, character); return;
    case 2: text.erase(at, random.between(1, 4)); return;
    default: text.insert(at, random.between(1, 60), character); return;
  }
}

bool is_number(const Piece& piece) {
  return !piece.text.empty() && (std::isdigit(static_cast<unsigned char>(piece.text[0])) != 0 ||
                                 ((piece.text[0] == '-' || piece.text[0] == '+') && piece.text.size() > 1));
}

bool is_string(const Piece& piece) {
  return piece.text.starts_with('"');
}

bool is_word(const Piece& piece) {
  return !piece.text.empty() && std::islower(static_cast<unsigned char>(piece.text[0])) != 0;
}

/// A piece of which `is` is true, or null.
template <class Pieces, class Is>
auto* find_piece(Pieces& pieces, const Is& is, Random& random) {
  const std::size_t start = random.below(pieces.size());
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    auto& piece = pieces[(start + i) % pieces.size()];
    if (is(piece)) return &piece;
  }
  return static_cast<decltype(&pieces[0])>(nullptr);
}

void change_pieces(Pieces& pieces, Pieces& donor, Random& random) {
  if (pieces.empty()) pieces.push_back({"", some_word(random)});
  if (donor.empty()) donor.push_back({"", some_word(random)});
  switch (random.below(16)) {
    case 0: return erase(pieces, some_run(pieces, random));
    case 1: return erase(pieces, some_group(pieces, random));
    case 2: {
      const Run run = random.one_in(2) ? some_run(pieces, random) : some_group(pieces, random);
      return insert(pieces, run.end, copy(pieces, run));
    }
    case 3: return std::swap(random.pick(pieces).text, random.pick(pieces).text);
    case 4: {  // splice
      const Run run = random.one_in(2) ? some_run(donor, random) : some_group(donor, random);
      return insert(pieces, random.below(pieces.size() + 1), copy(donor, run));
    }
    case 5: {  // exchange a group for a donor's
      const Run run = some_group(pieces, random);
      erase(pieces, run);
      return insert(pieces, run.begin, copy(donor, some_group(donor, random)));
    }
    case 6: {  // move
      const Run run = some_group(pieces, random);
      Pieces moved = copy(pieces, run);
      erase(pieces, run);
      return insert(pieces, random.below(pieces.size() + 1), std::move(moved));
    }
    case 7:
    case 8:
      if (Piece* number = find_piece(pieces, is_number, random)) number->text = some_number(random);
      return;
    case 9:
      if (Piece* string = find_piece(pieces, is_string, random)) change_string(string->text, random);
      return;
    case 10: return insert(pieces, random.below(pieces.size() + 1), {{" ", random.one_in(2) ? "(" : ")"}});
    case 11:
    case 12: {  // one word for another, of this text or the donor's
      Piece* word = find_piece(pieces, is_word, random);
      const Piece* other = find_piece(random.one_in(2) ? pieces : donor, is_word, random);
      if (word != nullptr && other != nullptr) word->text = std::string(other->text);
      return;
    }
    case 13: random.pick(pieces).text = some_word(random); return;
    case 14: return insert(pieces, random.below(pieces.size() + 1), {{" ", some_word(random)}});
    default: random.pick(pieces).space = random.one_in(3) ? "" : "(;x;)"; return;
  }
}

}  // namespace

std::string mutate_text(std::span<const std::string> corpus, Random& random) {
  Pieces pieces = cut(random.pick(corpus));
  std::size_t edits = 1;
  while (edits < 6 && random.one_in(3)) ++edits;
  for (; edits > 0; --edits) {
    Pieces donor = cut(random.pick(corpus));
    change_pieces(pieces, donor, random);
  }
  std::string text = join(pieces);
  if (random.percent(12)) change_characters(text, random);
  if (random.percent(3)) text.resize(random.below(text.size() + 1));
  return text;
}

}  // namespace assay::fuzz
