// Vector literals.
#include "text/vector_literal.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "text/number_literal.hpp"

namespace assay::text {

namespace {

struct ShapeWord {
  Word word;
  LaneShape shape;
};

constexpr std::array<ShapeWord, 6> shape_words{{
    {Word::i8x16, LaneShape::i8x16},
    {Word::i16x8, LaneShape::i16x8},
    {Word::i32x4, LaneShape::i32x4},
    {Word::i64x2, LaneShape::i64x2},
    {Word::f32x4, LaneShape::f32x4},
    {Word::f64x2, LaneShape::f64x2},
}};

bool is_number(const Token& token) {
  return token.kind == TokenKind::integer || token.kind == TokenKind::float_;
}

std::optional<std::uint64_t> lane_bits_of(std::string_view text, LaneShape shape) {
  if (shape == LaneShape::f32x4) return f32_bits(text);
  if (shape == LaneShape::f64x2) return f64_bits(text);
  return integer_bits(text, lane_bits(shape));
}

}  // namespace

std::optional<LaneShape> shape_of(Word word) {
  const auto found = std::ranges::find(shape_words, word, &ShapeWord::word);
  if (found == shape_words.end()) return std::nullopt;
  return found->shape;
}

std::uint64_t parse_lane_literal(TokenCursor& cursor, LaneShape shape) {
  const Token& token = cursor.peek();
  if (!is_number(token) || (token.kind == TokenKind::float_ && !has_float_lanes(shape))) {
    cursor.fail_unexpected();
    return 0;
  }
  cursor.take();
  const auto bits = lane_bits_of(cursor.text(token), shape);
  if (!bits) cursor.fail("constant out of range", token, std::string(cursor.text(token)));
  return bits.value_or(0);
}

void set_lane(wasm::V128& vector, LaneShape shape, unsigned lane, std::uint64_t bits) {
  const unsigned width = lane_bits(shape);
  const unsigned position = lane * width;
  (position < 64 ? vector.lo : vector.hi) |= bits << position % 64;
}

wasm::V128 parse_v128(TokenCursor& cursor) {
  wasm::V128 vector;
  const auto shape = shape_of(cursor.peek().word());
  if (!shape) {
    cursor.fail_unexpected();
    return vector;
  }
  cursor.take();
  const unsigned expected = lane_count(*shape);
  unsigned found = 0;
  while (found <= expected && is_number(cursor.peek(found))) ++found;
  const TokenKind behind = cursor.peek(found).kind;
  const bool ends_there = behind == TokenKind::open || behind == TokenKind::close || behind == TokenKind::instruction;
  if (found > expected || (found < expected && ends_there)) {
    cursor.fail("wrong number of lane literals", cursor.peek(found));
  }
  for (unsigned lane = 0; lane < expected; ++lane) {
    set_lane(vector, *shape, lane, parse_lane_literal(cursor, *shape));
  }
  return vector;
}

}  // namespace assay::text
