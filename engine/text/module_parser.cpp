// The fields of a module, imports, exports and start.
#include "text/module_parser.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <utility>

#include "base/utf8.hpp"
#include "text/string_literal.hpp"

namespace assay::text {

namespace {

struct ExternWord {
  Word word;
  wasm::ExternKind kind;
  Space space;
};

constexpr std::array<ExternWord, 5> extern_words{{
    {Word::func, wasm::ExternKind::func, Space::func},
    {Word::table, wasm::ExternKind::table, Space::table},
    {Word::memory, wasm::ExternKind::memory, Space::memory},
    {Word::global, wasm::ExternKind::global, Space::global},
    {Word::tag, wasm::ExternKind::tag, Space::tag},
}};

}  // namespace

ModuleParser::ModuleParser(const TokenList& list, std::uint32_t start, const ParseOptions& options)
    : cursor_(list, start), options_(options) {}

// spec: text-module
wasm::Result<ParsedModule> ModuleParser::parse(const Token* identifier) {
  const std::uint32_t start = cursor_.position();
  names_.module = name_for(identifier);
  bool has_module_name = false;
  while (cursor_.at(TokenKind::annotation) && cursor_.peek().annotation() == AnnotationKind::name) {
    if (has_module_name) cursor_.fail("@name annotation: multiple module", cursor_.peek());
    has_module_name = true;
    names_.module = parse_name_annotations();
  }
  scope_.scan_fields(cursor_);
  parse_type_definitions();
  while (cursor_.ok() && (cursor_.at(TokenKind::open) || cursor_.at(TokenKind::annotation))) parse_field();
  return finish(start);
}

void ModuleParser::parse_field() {
  const Token& first = cursor_.peek();
  positions_.add(out_.size(), first.begin);
  if (first.kind == TokenKind::annotation) {
    switch (first.annotation()) {
      case AnnotationKind::custom: return parse_custom();
      case AnnotationKind::data_count: return parse_data_count();
      case AnnotationKind::name:
      case AnnotationKind::branch_hint: return cursor_.fail_unexpected();
    }
  }
  using Parse = void (ModuleParser::*)();
  struct Field {
    Word word;
    Parse parse;
  };
  static constexpr std::array<Field, 10> fields{{
      {Word::func, &ModuleParser::parse_func},
      {Word::import, &ModuleParser::parse_import},
      {Word::export_, &ModuleParser::parse_export},
      {Word::global, &ModuleParser::parse_global},
      {Word::memory, &ModuleParser::parse_memory},
      {Word::table, &ModuleParser::parse_table},
      {Word::elem, &ModuleParser::parse_elem},
      {Word::data, &ModuleParser::parse_data},
      {Word::tag, &ModuleParser::parse_tag},
      {Word::start, &ModuleParser::parse_start},
  }};
  const Word word = cursor_.peek(1).word();
  if (word == Word::type || word == Word::rec) {
    // Parsed before.
    assert(first.link < cursor_.list().end());
    return cursor_.move_to(first.link + 1);
  }
  cursor_.take();
  const auto field = std::ranges::find(fields, word, &Field::word);
  if (field == fields.end()) return cursor_.fail_unexpected();
  cursor_.take();
  (this->*field->parse)();
  cursor_.expect_close();
}

// spec: text-import
void ModuleParser::parse_import() {
  const Token& token = cursor_.peek();
  const wasm::Name module = parse_name();
  const wasm::Name name = parse_name();
  cursor_.expect(TokenKind::open);
  const auto found = std::ranges::find(extern_words, cursor_.peek().word(), &ExternWord::word);
  if (found == extern_words.end()) return cursor_.fail_unexpected();
  cursor_.take();
  const auto bind = [&](std::vector<binary::NamedIndex>& names, std::size_t index) {
    const Binder binder = parse_binder();
    if (binder.name) names.push_back({.index = static_cast<std::uint32_t>(index), .name = *binder.name});
    add_import(found->kind, static_cast<std::uint32_t>(index), module, name, token);
  };
  switch (found->kind) {
    case wasm::ExternKind::func:
      bind(names_.functions, module_.functions.size());
      module_.functions.push_back({.type = parse_type_use(ParamNames::ignore), .body = {}});
      break;
    case wasm::ExternKind::table:
      bind(names_.tables, module_.tables.size());
      module_.tables.push_back({.type = parse_table_type(), .init = {}});
      break;
    case wasm::ExternKind::memory:
      bind(names_.memories, module_.memories.size());
      module_.memories.push_back(parse_memory_type());
      break;
    case wasm::ExternKind::global:
      bind(names_.globals, module_.globals.size());
      module_.globals.push_back({.type = parse_global_type(), .init = {}});
      break;
    case wasm::ExternKind::tag:
      bind(names_.tags, module_.tags.size());
      module_.tags.push_back({.type = parse_type_use(ParamNames::ignore)});
      break;
  }
  cursor_.expect_close();
}

// Records an import that is about to be defined. spec: text-module: imports must precede definitions
void ModuleParser::add_import(wasm::ExternKind kind, std::uint32_t index, wasm::Name module, wasm::Name name,
                              const Token& token) {
  if (module_.functions.size() > module_.imported_functions) return cursor_.fail("import after function", token);
  if (module_.tables.size() > module_.imported_tables) return cursor_.fail("import after table", token);
  if (module_.memories.size() > module_.imported_memories) return cursor_.fail("import after memory", token);
  if (module_.globals.size() > module_.imported_globals) return cursor_.fail("import after global", token);
  if (module_.tags.size() > module_.imported_tags) return cursor_.fail("import after tag", token);
  module_.imports.push_back({.module = module, .name = name, .kind = kind, .index = index});
  switch (kind) {
    case wasm::ExternKind::func: ++module_.imported_functions; break;
    case wasm::ExternKind::table: ++module_.imported_tables; break;
    case wasm::ExternKind::memory: ++module_.imported_memories; break;
    case wasm::ExternKind::global: ++module_.imported_globals; break;
    case wasm::ExternKind::tag: ++module_.imported_tags; break;
  }
}

// spec: text-export
void ModuleParser::parse_export() {
  const wasm::Name name = parse_name();
  cursor_.expect(TokenKind::open);
  const auto found = std::ranges::find(extern_words, cursor_.peek().word(), &ExternWord::word);
  if (found == extern_words.end()) return cursor_.fail_unexpected();
  cursor_.take();
  module_.exports.push_back({.name = name, .kind = found->kind, .index = parse_index(found->space)});
  cursor_.expect_close();
}

// spec: text-start
void ModuleParser::parse_start() {
  if (module_.start) return cursor_.fail("multiple start sections", cursor_.peek());
  module_.start = wasm::FuncIndex(parse_index(Space::func));
}

// spec: text-name
wasm::Name ModuleParser::parse_name() {
  const Token& token = cursor_.peek();
  if (token.kind != TokenKind::string) {
    cursor_.fail_unexpected();
    return {};
  }
  cursor_.take();
  const std::uint32_t start = here();
  const std::string_view literal = cursor_.text(token);
  if (token.marked) {
    text_.clear();
    append_string(text_, literal);
    if (!base::is_utf8(text_)) cursor_.fail("malformed UTF-8 encoding", token);
    out_.write_text(text_);
  } else {
    out_.write_text(literal.substr(1, literal.size() - 2));
  }
  return range_from(start);
}

wasm::Result<ParsedModule> ModuleParser::finish(std::uint32_t start) {
  if (cursor_.ok()) {
    const auto data_count = static_cast<std::uint32_t>(module_.data.size());
    if (uses_data_count_) module_.data_count = data_count;
    append_custom_sections();
  }
  if (!cursor_.ok()) return std::unexpected(cursor_.error());
  ParsedModule result{.module = std::move(module_), .positions = std::move(positions_)};
  result.module.bytes = out_.take();
  const std::vector<Token>& tokens = cursor_.list().tokens;
  result.positions.set_lines(cursor_.list().line_starts, tokens[start].begin, tokens[cursor_.position()].begin);
  return result;
}

}  // namespace assay::text
