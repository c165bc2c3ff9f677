// A place in a token list, with one sticky error.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "text/token.hpp"
#include "wasm/error.hpp"

namespace assay::text {

/// Reads tokens one after the other. The first failure is kept; afterwards the cursor stands at the end, where nothing
/// matches, so loops end by themselves and no read needs a check of its own.
class TokenCursor {
 public:
  TokenCursor(const TokenList& list, std::uint32_t start) : list_(&list), at_(start) {}

  [[nodiscard]] const Token& peek(std::uint32_t ahead = 0) const { return list_->tokens[at_ + ahead]; }
  [[nodiscard]] std::uint32_t position() const { return at_; }
  [[nodiscard]] std::string_view text(const Token& token) const { return list_->text(token); }
  [[nodiscard]] const TokenList& list() const { return *list_; }

  [[nodiscard]] bool at(TokenKind kind) const { return peek().kind == kind; }
  [[nodiscard]] bool at(Word word) const { return peek().is(word); }
  /// Whether `(` and this word are next.
  [[nodiscard]] bool at_open(Word word) const { return at(TokenKind::open) && peek(1).is(word); }

  /// Takes the next token; at the end it stays there.
  const Token& take() {
    const Token& token = peek();
    if (token.kind != TokenKind::end) ++at_;
    return token;
  }
  bool take_if(TokenKind kind) {
    if (!at(kind)) return false;
    take();
    return true;
  }
  bool take_if(Word word) {
    if (!at(word)) return false;
    take();
    return true;
  }
  /// Takes `(` and the word.
  bool take_open_if(Word word) {
    if (!at_open(word)) return false;
    at_ += 2;
    return true;
  }

  /// Takes what must be next, or fails.
  void expect(TokenKind kind) {
    if (!take_if(kind)) fail_unexpected();
  }
  void expect(Word word) {
    if (!take_if(word)) fail_unexpected();
  }
  void expect_close() { expect(TokenKind::close); }

  void move_to(std::uint32_t position) { at_ = position; }

  [[nodiscard]] bool ok() const { return !failed_; }
  [[nodiscard]] const wasm::Error& error() const { return error_; }

  /// Records a failure at a token unless one is there already, and moves to the end.
  void fail(const char* message, const Token& token, std::string detail = {},
            wasm::ErrorKind kind = wasm::ErrorKind::malformed);

  /// The next token cannot stand here: says so in the words that fit it.
  void fail_unexpected();

 private:
  const TokenList* list_;
  std::uint32_t at_;
  bool failed_ = false;
  wasm::Error error_;
};

}  // namespace assay::text
