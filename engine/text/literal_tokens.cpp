// Literals where the grammar wants one.
#include "text/literal_tokens.hpp"

#include <limits>
#include <optional>

#include "text/number_literal.hpp"
#include "text/string_literal.hpp"

namespace assay::text {

namespace {

constexpr const char* out_of_range = "constant out of range";

template <class Value>
Value take_value(TokenCursor& cursor, const std::optional<Value>& value, const char* message) {
  const Token& token = cursor.take();
  if (!value) cursor.fail(message, token, std::string(cursor.text(token)));
  return value.value_or(0);
}

template <class Bits>
Bits parse_float(TokenCursor& cursor, std::optional<Bits> (*convert)(std::string_view)) {
  if (!cursor.at(TokenKind::float_) && !cursor.at(TokenKind::integer)) {
    cursor.fail_unexpected();
    return 0;
  }
  return take_value(cursor, convert(cursor.text(cursor.peek())), out_of_range);
}

}  // namespace

std::uint64_t parse_unsigned(TokenCursor& cursor, std::uint64_t most, const char* message) {
  const Token& token = cursor.peek();
  if (token.kind != TokenKind::integer || token.marked) {
    cursor.fail_unexpected();
    return 0;
  }
  return take_value(cursor, unsigned_value(cursor.text(token), most), message);
}

std::uint32_t parse_u32(TokenCursor& cursor) {
  return static_cast<std::uint32_t>(
      parse_unsigned(cursor, std::numeric_limits<std::uint32_t>::max(), "i32 constant out of range"));
}

std::uint64_t parse_integer(TokenCursor& cursor, unsigned width) {
  if (!cursor.at(TokenKind::integer)) {
    cursor.fail_unexpected();
    return 0;
  }
  return take_value(cursor, integer_bits(cursor.text(cursor.peek()), width), out_of_range);
}

std::uint32_t parse_f32(TokenCursor& cursor) {
  return parse_float(cursor, f32_bits);
}

std::uint64_t parse_f64(TokenCursor& cursor) {
  return parse_float(cursor, f64_bits);
}

void append_strings(TokenCursor& cursor, std::string& value) {
  while (cursor.at(TokenKind::string)) {
    const Token& token = cursor.take();
    const std::string_view literal = cursor.text(token);
    if (token.marked) {
      append_string(value, literal);
    } else {
      value.append(literal.substr(1, literal.size() - 2));
    }
  }
}

std::string parse_string(TokenCursor& cursor) {
  std::string value;
  if (!cursor.at(TokenKind::string)) {
    cursor.fail_unexpected();
    return value;
  }
  append_string(value, cursor.text(cursor.take()));
  return value;
}

}  // namespace assay::text
