// What is wrong with a token that cannot stand where it does.
#include "text/token_cursor.hpp"

#include <utility>

namespace assay::text {

namespace {

const char* misplaced(AnnotationKind kind) {
  switch (kind) {
    case AnnotationKind::name: return "misplaced @name annotation";
    case AnnotationKind::custom: return "misplaced @custom annotation";
    case AnnotationKind::branch_hint: return "@metadata.code.branch_hint annotation: not in a function";
    case AnnotationKind::data_count: return "misplaced @data_count annotation";
  }
  return "";
}

/// Enough of a token to recognize it, whole characters only.
std::string excerpt(std::string_view text) {
  constexpr std::size_t most = 40;
  if (text.size() <= most) return std::string(text);
  std::size_t size = most;
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80) --size;
  return std::string(text.substr(0, size)) + "...";
}

}  // namespace

void TokenCursor::fail(const char* message, const Token& token, std::string detail, wasm::ErrorKind kind) {
  if (!failed_) {
    failed_ = true;
    const LineColumn place = place_of(list_->line_starts, token.begin);
    error_ = {.kind = kind,
              .place = wasm::Place::at_line(place.line, place.column),
              .message = message,
              .detail = std::move(detail)};
  }
  at_ = list_->end();
}

void TokenCursor::fail_unexpected() {
  const Token& token = peek();
  switch (token.kind) {
    case TokenKind::error: return fail(list_->errors[token.link], token);
    case TokenKind::unknown: return fail("unknown operator", token, excerpt(text(token)));
    case TokenKind::annotation: return fail(misplaced(token.annotation()), token);
    case TokenKind::end: return fail("unexpected token", token, "end of text");
    case TokenKind::open:
    case TokenKind::close:
    case TokenKind::word:
    case TokenKind::instruction:
    case TokenKind::identifier:
    case TokenKind::string:
    case TokenKind::integer:
    case TokenKind::float_:
    case TokenKind::offset_equals:
    case TokenKind::align_equals: return fail("unexpected token", token, excerpt(text(token)));
  }
}

}  // namespace assay::text
