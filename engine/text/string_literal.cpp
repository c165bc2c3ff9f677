// Scanning and evaluating string literals.
#include "text/string_literal.hpp"

#include <algorithm>
#include <cassert>
#include <cstdint>

namespace assay::text {

namespace {

constexpr int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

constexpr char simple_escape(char c) {
  switch (c) {
    case 't': return '\t';
    case 'n': return '\n';
    case 'r': return '\r';
    case '"': return '"';
    case '\'': return '\'';
    case '\\': return '\\';
    default: return 0;
  }
}

struct CodePoint {
  std::uint32_t value = 0;
  std::size_t size = 0;  ///< of `{...}`; 0: malformed
};

/// Reads `{hexnum}`. spec: text-string
CodePoint read_code_point(std::string_view text, std::size_t start) {
  std::size_t at = start;
  if (at >= text.size() || text[at] != '{') return {};
  ++at;
  std::uint32_t value = 0;
  bool digit_before = false;
  for (; at < text.size(); ++at) {
    const int digit = hex_digit(text[at]);
    if (digit >= 0) {
      value = value * 16 + static_cast<std::uint32_t>(digit);
      if (value > 0x10FFFF) return {};
      digit_before = true;
    } else if (text[at] == '_' && digit_before) {
      digit_before = false;
    } else {
      break;
    }
  }
  const bool surrogate = value >= 0xD800 && value < 0xE000;
  if (!digit_before || surrogate || at >= text.size() || text[at] != '}') return {};
  return {.value = value, .size = at + 1 - start};
}

void append_utf8(std::string& value, std::uint32_t point) {
  const auto append = [&](std::uint32_t byte) { value.push_back(static_cast<char>(byte)); };
  if (point < 0x80) {
    append(point);
  } else if (point < 0x800) {
    append(0xC0U | point >> 6U);
    append(0x80U | (point & 0x3FU));
  } else if (point < 0x10000) {
    append(0xE0U | point >> 12U);
    append(0x80U | (point >> 6U & 0x3FU));
    append(0x80U | (point & 0x3FU));
  } else {
    append(0xF0U | point >> 18U);
    append(0x80U | (point >> 12U & 0x3FU));
    append(0x80U | (point >> 6U & 0x3FU));
    append(0x80U | (point & 0x3FU));
  }
}

}  // namespace

StringScan scan_string(std::string_view text, std::size_t start) {
  assert(text[start] == '"');
  StringScan scan;
  std::size_t at = start + 1;
  const auto result = [&](const char* error) {
    scan.size = at - start;
    scan.error = error;
    return scan;
  };
  while (true) {
    if (at >= text.size()) return result("unclosed string");
    const char c = text[at];
    if (c == '"') {
      ++at;
      return result(nullptr);
    }
    if (c == '\n') return result("unclosed string");
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return result("illegal control character in string literal");
    if (c != '\\') {
      ++at;
      continue;
    }
    scan.has_escapes = true;
    if (at + 1 >= text.size()) return result("unclosed string");
    const char escape = text[at + 1];
    if (simple_escape(escape) != 0) {
      at += 2;
    } else if (escape == 'u') {
      const CodePoint point = read_code_point(text, at + 2);
      if (point.size == 0) return result("illegal escape");
      at += 2 + point.size;
    } else if (hex_digit(escape) >= 0 && at + 2 < text.size() && hex_digit(text[at + 2]) >= 0) {
      at += 3;
    } else {
      return result("illegal escape");
    }
  }
}

void append_string(std::string& value, std::string_view literal) {
  assert(literal.size() >= 2);
  const std::string_view inside = literal.substr(1, literal.size() - 2);
  std::size_t at = 0;
  while (at < inside.size()) {
    const std::size_t escape = std::min(inside.find('\\', at), inside.size());
    value.append(inside.substr(at, escape - at));
    if (escape == inside.size()) return;
    const char c = inside[escape + 1];
    if (const char simple = simple_escape(c); simple != 0) {
      value.push_back(simple);
      at = escape + 2;
    } else if (c == 'u') {
      const CodePoint point = read_code_point(inside, escape + 2);
      append_utf8(value, point.value);
      at = escape + 2 + point.size;
    } else {
      value.push_back(static_cast<char>(hex_digit(c) * 16 + hex_digit(inside[escape + 2])));
      at = escape + 3;
    }
  }
}

}  // namespace assay::text
