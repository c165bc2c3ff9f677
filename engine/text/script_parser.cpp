// Scripts: commands, actions, arguments and expected results. spec (test suite): the grammar of scripts
#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "binary/immediates.hpp"
#include "text/lexer.hpp"
#include "text/literal_tokens.hpp"
#include "text/module_form.hpp"
#include "text/string_literal.hpp"
#include "text/token_cursor.hpp"
#include "text/type_words.hpp"
#include "text/vector_literal.hpp"

namespace assay::text {

namespace {

using wasm::Opcode;
using Kind = Command::Kind;

class ScriptParser {
 public:
  ScriptParser(const TokenList& list, const ParseOptions& options) : cursor_(list, 0), options_(options) {}

  wasm::Result<Script> parse() {
    Script script;
    if (at_field()) {
      script.commands.push_back(inline_module());
      return script;
    }
    parse_commands(script.commands);
    if (cursor_.ok() && !cursor_.at(TokenKind::end)) cursor_.fail_unexpected();
    if (!cursor_.ok()) return std::unexpected(cursor_.error());
    return script;
  }

 private:
  static constexpr unsigned depth_max = 50;  ///< of threads and scripts in one another

  // -- commands

  void parse_commands(std::vector<Command>& commands) {
    if (depth_ >= depth_max) return cursor_.fail("commands are nested too deeply", cursor_.peek());
    ++depth_;
    while (cursor_.ok() && cursor_.at(TokenKind::open)) commands.push_back(parse_command());
    --depth_;
  }

  Command parse_command() {
    Command command;
    const std::uint32_t open = cursor_.position();
    const LineColumn place = place_of(cursor_.list().line_starts, cursor_.take().begin);
    command.line = place.line;
    command.column = place.column;
    if (cursor_.at(Word::module)) {
      cursor_.move_to(open);
      parse_module_command(command);
      return command;
    }
    struct Parse {
      Word word;
      Kind kind;
      void (ScriptParser::*parse)(Command&);
    };
    static constexpr std::array<Parse, 17> parsers{{
        {Word::register_, Kind::register_, &ScriptParser::parse_register},
        {Word::invoke, Kind::action, &ScriptParser::parse_action_command},
        {Word::get, Kind::action, &ScriptParser::parse_action_command},
        {Word::assert_return, Kind::assert_return, &ScriptParser::parse_assert_return},
        {Word::assert_trap, Kind::assert_trap, &ScriptParser::parse_assert_action},
        {Word::assert_exhaustion, Kind::assert_exhaustion, &ScriptParser::parse_assert_action},
        {Word::assert_exception, Kind::assert_exception, &ScriptParser::parse_assert_exception},
        {Word::assert_malformed, Kind::assert_malformed, &ScriptParser::parse_assert_module},
        {Word::assert_malformed_custom, Kind::assert_malformed_custom, &ScriptParser::parse_assert_module},
        {Word::assert_invalid, Kind::assert_invalid, &ScriptParser::parse_assert_module},
        {Word::assert_invalid_custom, Kind::assert_invalid_custom, &ScriptParser::parse_assert_module},
        {Word::assert_unlinkable, Kind::assert_unlinkable, &ScriptParser::parse_assert_module},
        {Word::thread, Kind::thread, &ScriptParser::parse_thread},
        {Word::wait, Kind::wait, &ScriptParser::parse_wait},
        {Word::input, Kind::input, &ScriptParser::parse_input},
        {Word::output, Kind::output, &ScriptParser::parse_output},
        {Word::script, Kind::script, &ScriptParser::parse_script},
    }};
    const auto found = std::ranges::find(parsers, cursor_.peek().word(), &Parse::word);
    if (found == parsers.end()) {
      cursor_.fail_unexpected();
      return command;
    }
    cursor_.take();
    command.kind = found->kind;
    (this->*found->parse)(command);
    cursor_.expect_close();
    return command;
  }

  // (register "name" $instance?)
  void parse_register(Command& command) {
    command.name = parse_string(cursor_);
    command.target = parse_identifier();
  }

  // invoke and get stand for themselves.
  void parse_action_command(Command& command) {
    cursor_.move_to(cursor_.position() - 1);
    command.action = parse_action_inside();
  }

  void parse_assert_return(Command& command) {
    command.action = parse_action();
    while (cursor_.at(TokenKind::open)) command.expected.push_back(parse_result(Nesting::outer));
  }

  void parse_assert_action(Command& command) {
    if (command.kind == Kind::assert_trap && cursor_.at_open(Word::module)) {
      parse_script_module(command);
    } else {
      command.action = parse_action();
    }
    command.message = parse_string(cursor_);
  }

  void parse_assert_exception(Command& command) { command.action = parse_action(); }

  void parse_assert_module(Command& command) {
    if (!cursor_.at_open(Word::module)) return cursor_.fail_unexpected();
    parse_script_module(command);
    command.message = parse_string(cursor_);
  }

  // (thread $name (shared (module $m))* command*)
  void parse_thread(Command& command) {
    command.name = parse_identifier();
    while (cursor_.take_open_if(Word::shared)) {
      if (!cursor_.take_open_if(Word::module)) return cursor_.fail_unexpected();
      command.shared.push_back(parse_identifier());
      cursor_.expect_close();
      cursor_.expect_close();
    }
    parse_commands(command.commands);
  }

  void parse_wait(Command& command) { command.target = parse_identifier(); }

  void parse_input(Command& command) {
    command.name = parse_identifier();
    command.message = parse_string(cursor_);
  }

  void parse_output(Command& command) {
    command.name = parse_identifier();
    if (cursor_.at(TokenKind::string)) command.message = parse_string(cursor_);
  }

  void parse_script(Command& command) {
    command.name = parse_identifier();
    parse_commands(command.commands);
  }

  /// The name of an identifier, if one is next; else empty.
  std::string parse_identifier() {
    if (!cursor_.at(TokenKind::identifier)) return {};
    const Token& token = cursor_.take();
    const std::string_view text = cursor_.text(token).substr(1);
    if (!token.marked) return std::string(text);
    std::string name;
    append_string(name, text);
    return name;
  }

  // -- modules

  [[nodiscard]] bool at_field() const {
    static constexpr std::array fields{Word::type,   Word::rec,     Word::import, Word::func, Word::table, Word::memory,
                                       Word::global, Word::export_, Word::start,  Word::elem, Word::data,  Word::tag};
    if (cursor_.at(TokenKind::annotation)) return true;
    return cursor_.at(TokenKind::open) && std::ranges::find(fields, cursor_.peek(1).word()) != fields.end();
  }

  Command inline_module() {
    Command command;
    const LineColumn place = place_of(cursor_.list().line_starts, cursor_.peek().begin);
    command.line = place.line;
    command.column = place.column;
    command.module.emplace();
    command.module->parsed = parse_fields(cursor_.list(), cursor_.position(), nullptr, TokenKind::end, options_);
    return command;
  }

  void parse_module_command(Command& command) {
    command.kind = Kind::module;
    if (cursor_.peek(2).is(Word::instance)) {
      // (module instance $name? $definition?)
      cursor_.take();
      cursor_.take();
      cursor_.take();
      command.kind = Kind::module_instance;
      command.name = parse_identifier();
      command.target = parse_identifier();
      return cursor_.expect_close();
    }
    parse_script_module(command);
  }

  // (module definition? $name? ...): the cursor ends behind it, whatever is wrong inside.
  void parse_script_module(Command& command) {
    const TokenList& list = cursor_.list();
    const std::uint32_t close = cursor_.peek().link;
    cursor_.take();
    cursor_.take();
    if (cursor_.take_if(Word::definition) && command.kind == Kind::module) command.kind = Kind::module_definition;
    const Token* identifier = cursor_.at(TokenKind::identifier) ? &cursor_.peek() : nullptr;
    const std::string name = parse_identifier();
    if (command.kind == Kind::module || command.kind == Kind::module_definition) command.name = name;
    ScriptModule& module = command.module.emplace();
    if (cursor_.take_if(Word::binary)) {
      module.form = ScriptModule::Form::binary;
      std::string text;
      append_strings(cursor_, text);
      module.bytes = bytes_of(text);
    } else if (cursor_.take_if(Word::quote)) {
      module.form = ScriptModule::Form::quote;
      append_strings(cursor_, module.text);
    } else {
      module.parsed = parse_fields(list, cursor_.position(), identifier, TokenKind::close, options_);
      if (cursor_.ok()) cursor_.move_to(std::min(close, list.end()));
    }
    cursor_.expect_close();
  }

  // -- actions

  Action parse_action() {
    cursor_.expect(TokenKind::open);
    Action action = parse_action_inside();
    cursor_.expect_close();
    return action;
  }

  // invoke $instance? "name" argument*, or get $instance? "name"
  Action parse_action_inside() {
    Action action;
    const bool is_get = cursor_.take_if(Word::get);
    if (!is_get) cursor_.expect(Word::invoke);
    action.kind = is_get ? Action::Kind::get : Action::Kind::invoke;
    action.instance = parse_identifier();
    action.name = parse_string(cursor_);
    while (!is_get && cursor_.at(TokenKind::open)) action.arguments.push_back(parse_constant());
    return action;
  }

  std::uint64_t parse_host() {
    return parse_unsigned(cursor_, std::numeric_limits<std::uint32_t>::max(), "i32 constant out of range");
  }

  Constant parse_constant() {
    Constant constant;
    cursor_.expect(TokenKind::open);
    const Token& token = cursor_.peek();
    if (cursor_.take_if(Word::ref_extern)) {
      constant = {.kind = Constant::Kind::extern_host, .type = wasm::externref, .bits = {.lo = parse_host()}};
    } else if (cursor_.take_if(Word::ref_host)) {
      constant = {.kind = Constant::Kind::any_host, .type = wasm::anyref, .bits = {.lo = parse_host()}};
    } else if (token.is(Opcode::ref_null)) {
      cursor_.take();
      constant = {.kind = Constant::Kind::null, .type = parse_null_type(), .bits = {}};
    } else if (token.is(Opcode::v128_const)) {
      cursor_.take();
      constant = {.type = wasm::v128, .bits = parse_v128(cursor_)};
    } else {
      constant.type = parse_number_type();
      constant.bits.lo = parse_number(constant.type);
    }
    cursor_.expect_close();
    return constant;
  }

  wasm::ValueType parse_null_type() {
    const auto heap = heap_type_of(cursor_.peek().word());
    if (heap) {
      cursor_.take();
    } else if (!cursor_.at(TokenKind::integer)) {
      cursor_.fail_unexpected();
      return wasm::anyref;
    }
    const wasm::HeapType type = heap ? *heap : binary::heap_type_at(parse_u32(cursor_));
    return wasm::ValueType::reference(type, wasm::Nullability::nullable);
  }

  /// Takes `i32.const` and its like.
  wasm::ValueType parse_number_type() {
    const Opcode opcode = cursor_.peek().opcode();
    wasm::ValueType type = wasm::i32;
    if (opcode == Opcode::i64_const) {
      type = wasm::i64;
    } else if (opcode == Opcode::f32_const) {
      type = wasm::f32;
    } else if (opcode == Opcode::f64_const) {
      type = wasm::f64;
    } else if (opcode != Opcode::i32_const) {
      cursor_.fail_unexpected();
    }
    cursor_.take();
    return type;
  }

  std::uint64_t parse_number(wasm::ValueType type) {
    if (type == wasm::i32) return parse_integer(cursor_, 32);
    if (type == wasm::i64) return parse_integer(cursor_, 64);
    if (type == wasm::f32) return parse_f32(cursor_);
    return parse_f64(cursor_);
  }

  // -- expected results

  enum class Nesting : std::uint8_t { outer, inside_either };

  ResultPattern parse_result(Nesting nesting) {
    ResultPattern pattern;
    cursor_.expect(TokenKind::open);
    if (nesting == Nesting::outer && cursor_.take_if(Word::either)) {
      pattern.kind = ResultPattern::Kind::either;
      while (cursor_.at(TokenKind::open)) pattern.alternatives.push_back(parse_result(Nesting::inside_either));
    } else if (cursor_.peek().is(Opcode::v128_const)) {
      cursor_.take();
      parse_vector_pattern(pattern);
    } else if (!parse_reference_pattern(pattern)) {
      pattern.type = parse_number_type();
      const bool is_float = pattern.type == wasm::f32 || pattern.type == wasm::f64;
      if (!is_float || !parse_nan(pattern.number)) pattern.number.bits = parse_number(pattern.type);
    }
    cursor_.expect_close();
    return pattern;
  }

  bool parse_nan(NumberPattern& number) {
    if (cursor_.take_if(Word::nan_canonical)) {
      number.kind = NumberPattern::Kind::nan_canonical;
      return true;
    }
    if (cursor_.take_if(Word::nan_arithmetic)) {
      number.kind = NumberPattern::Kind::nan_arithmetic;
      return true;
    }
    return false;
  }

  void parse_vector_pattern(ResultPattern& pattern) {
    pattern.kind = ResultPattern::Kind::vector;
    pattern.type = wasm::v128;
    const auto shape = shape_of(cursor_.peek().word());
    if (!shape) return cursor_.fail_unexpected();
    cursor_.take();
    pattern.shape = *shape;
    pattern.lanes.resize(lane_count(*shape));
    for (NumberPattern& lane : pattern.lanes) {
      if (!has_float_lanes(*shape) || !parse_nan(lane)) lane.bits = parse_lane_literal(cursor_, *shape);
    }
  }

  /// Takes `ref.func` and its like, if one is next.
  bool parse_reference_pattern(ResultPattern& pattern) {
    using PatternKind = ResultPattern::Kind;
    struct Plain {
      Word word;
      Opcode opcode;
      PatternKind kind;
      wasm::AbstractHeap heap;
    };
    // Some of these are instructions, too.
    constexpr Word no_word = Word::count_;
    constexpr Opcode no_opcode = Opcode::count_;
    static constexpr std::array<Plain, 7> plain{{
        {Word::ref_any, no_opcode, PatternKind::any, wasm::AbstractHeap::any},
        {Word::ref_struct, no_opcode, PatternKind::struct_, wasm::AbstractHeap::struct_},
        {Word::ref_array, no_opcode, PatternKind::array, wasm::AbstractHeap::array},
        {Word::ref_exn, no_opcode, PatternKind::exn, wasm::AbstractHeap::exn},
        {no_word, Opcode::ref_eq, PatternKind::eq, wasm::AbstractHeap::eq},
        {no_word, Opcode::ref_i31, PatternKind::i31, wasm::AbstractHeap::i31},
        {no_word, Opcode::ref_func, PatternKind::func, wasm::AbstractHeap::func},
    }};
    const Token& token = cursor_.peek();
    const auto non_null = [](wasm::AbstractHeap heap) {
      return wasm::ValueType::reference(heap, wasm::Nullability::non_null);
    };
    const auto found = std::ranges::find_if(
        plain, [&](const Plain& p) { return p.word == no_word ? token.is(p.opcode) : token.is(p.word); });
    if (found != plain.end()) {
      cursor_.take();
      pattern.kind = found->kind;
      pattern.type = non_null(found->heap);
      if (found->kind == PatternKind::func && cursor_.at(TokenKind::integer)) parse_u32(cursor_);
    } else if (token.is(Word::ref_extern) || token.is(Word::ref_host)) {
      cursor_.take();
      const bool is_extern = token.is(Word::ref_extern);
      pattern.kind = is_extern ? PatternKind::extern_ : PatternKind::any_host;
      pattern.type = non_null(is_extern ? wasm::AbstractHeap::extern_ : wasm::AbstractHeap::any);
      pattern.has_host = !is_extern || cursor_.at(TokenKind::integer);
      if (pattern.has_host) pattern.host = parse_host();
    } else if (token.is(Opcode::ref_null)) {
      cursor_.take();
      pattern.kind = PatternKind::null;
      pattern.has_type = !cursor_.at(TokenKind::close);
      if (pattern.has_type) pattern.type = parse_null_type();
    } else {
      return false;
    }
    return true;
  }

  TokenCursor cursor_;
  ParseOptions options_;
  unsigned depth_ = 0;
};

}  // namespace

wasm::Result<Script> parse_script(std::string_view source, const ParseOptions& options) {
  const wasm::Result<TokenList> list = tokenize(source);
  if (!list) return std::unexpected(list.error());
  return ScriptParser(*list, options).parse();
}

}  // namespace assay::text
