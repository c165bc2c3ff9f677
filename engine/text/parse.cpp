// One module, in any of its forms.
#include "text/parse.hpp"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "binary/decode.hpp"
#include "text/lexer.hpp"
#include "text/literal_tokens.hpp"
#include "text/module_form.hpp"
#include "text/module_parser.hpp"

namespace assay::text {

wasm::Result<ParsedModule> parse_fields(const TokenList& list, std::uint32_t start, const Token* identifier,
                                        TokenKind terminator, const ParseOptions& options) {
  ModuleParser parser(list, start, options);
  wasm::Result<ParsedModule> module = parser.parse(identifier);
  if (!module) return module;
  TokenCursor rest(list, parser.position());
  if (!rest.at(terminator)) rest.fail_unexpected();
  if (!rest.ok()) return std::unexpected(rest.error());
  return module;
}

std::vector<std::byte> bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  return {bytes.begin(), bytes.end()};
}

namespace {

/// Text that was parsed: a module, or the strings of its quote form.
struct Unquoted {
  std::optional<ParsedModule> module;
  std::string quoted;
};

/// An error in the bytes that strings spell, at the module's word `binary`.
wasm::Error error_in_binary(TokenCursor& cursor, const Token& word, const wasm::Error& error) {
  std::string detail = "byte " + std::to_string(error.place.offset) + " of the binary";
  if (!error.detail.empty()) detail += ": " + error.detail;
  cursor.fail(error.message, word, std::move(detail), error.kind);
  return cursor.error();
}

wasm::Result<Unquoted> parse_joined(TokenCursor& cursor, const ParseOptions& options) {
  const Token& word = cursor.peek();
  const bool is_binary = cursor.take_if(Word::binary);
  if (!is_binary) cursor.expect(Word::quote);
  Unquoted result;
  append_strings(cursor, result.quoted);
  cursor.expect_close();
  if (cursor.ok() && !cursor.at(TokenKind::end)) cursor.fail_unexpected();
  if (!cursor.ok()) return std::unexpected(cursor.error());
  if (is_binary) {
    wasm::Result<wasm::Module> module = binary::decode(bytes_of(result.quoted), options.features);
    if (!module) return std::unexpected(error_in_binary(cursor, word, module.error()));
    result.module = ParsedModule{.module = std::move(*module), .positions = {}};
  }
  return result;
}

wasm::Result<Unquoted> parse_tokens(const TokenList& list, const ParseOptions& options) {
  TokenCursor cursor(list, 0);
  const bool has_head = cursor.at_open(Word::module);
  const std::uint32_t close = cursor.peek().link;
  const Token* identifier = nullptr;
  if (has_head) {
    cursor.take();
    cursor.take();
    if (cursor.at(TokenKind::identifier)) identifier = &cursor.take();
    if (cursor.at(Word::binary) || cursor.at(Word::quote)) return parse_joined(cursor, options);
  }
  const TokenKind terminator = has_head ? TokenKind::close : TokenKind::end;
  wasm::Result<ParsedModule> module = parse_fields(list, cursor.position(), identifier, terminator, options);
  if (!module) return std::unexpected(std::move(module.error()));
  if (has_head) {
    cursor.move_to(close + 1);
    if (!cursor.at(TokenKind::end)) cursor.fail_unexpected();
    if (!cursor.ok()) return std::unexpected(cursor.error());
  }
  return Unquoted{.module = std::move(*module), .quoted = {}};
}

}  // namespace

wasm::Result<ParsedModule> parse_module(std::string_view source, const ParseOptions& options) {
  // A quoted module may quote again; each is shorter than the one before.
  std::string text;
  while (true) {
    const wasm::Result<TokenList> list = tokenize(source);
    if (!list) return std::unexpected(list.error());
    wasm::Result<Unquoted> result = parse_tokens(*list, options);
    if (!result) return std::unexpected(std::move(result.error()));
    if (result->module) return std::move(*result->module);
    text = std::move(result->quoted);
    source = text;
  }
}

wasm::Result<ParsedModule> parse_quoted(const ScriptModule& module, const ParseOptions& options) {
  return parse_module(module.text, options);
}

wasm::Error locate(const ParsedModule& module, wasm::Error error) {
  if (error.place.form != wasm::Place::Form::bytes || module.positions.empty()) return error;
  const LineColumn place = module.positions.find(error.place.offset);
  error.place = wasm::Place::at_line(place.line, place.column);
  return error;
}

}  // namespace assay::text
