// Instruction sequences, flat and folded, encoded as they are read. Nesting is kept in frames_, not on the native
// stack.
//
// A folded instruction comes before its operands in the text and after them in the binary: its bytes wait in pending_
// until its parenthesis closes. Blocks need not wait; an `if` waits until `(then`.
#include <cassert>
#include <utility>

#include "binary/encode_immediates.hpp"
#include "binary/opcodes.hpp"
#include "text/module_parser.hpp"

namespace assay::text {

using wasm::Opcode;

namespace {

bool begins_block(Opcode opcode) {
  return opcode == Opcode::block || opcode == Opcode::loop || opcode == Opcode::try_table;
}

}  // namespace

wasm::Expression ModuleParser::parse_expression() {
  const std::uint32_t start = here();
  positions_.add(start, cursor_.peek().begin);
  parse_sequence();
  positions_.add(out_.size(), cursor_.peek().begin);
  binary::write_opcode(out_, Opcode::end);
  return range_from(start);
}

wasm::Expression ModuleParser::parse_folded_expression() {
  const std::uint32_t start = here();
  positions_.add(start, cursor_.peek().begin);
  frames_.clear();
  push_frame({});
  if (!cursor_.at(TokenKind::open)) cursor_.fail_unexpected();
  do step();
  while (cursor_.ok() && frames_.size() > 1);
  binary::write_opcode(out_, Opcode::end);
  return range_from(start);
}

// spec: text-instrs
void ModuleParser::parse_sequence() {
  frames_.clear();
  labels_.clear();
  push_frame({});
  while (cursor_.ok() && !(frames_.size() == 1 && cursor_.at(TokenKind::close))) step();
  if (hint_.token != nullptr) (void)take_hint(Opcode::nop);
}

void ModuleParser::step() {
  switch (cursor_.peek().kind) {
    case TokenKind::open: return open_folded();
    case TokenKind::close: return close_folded();
    case TokenKind::instruction: return flat_instruction();
    case TokenKind::annotation: return parse_branch_hint();
    case TokenKind::end:
    case TokenKind::word:
    case TokenKind::identifier:
    case TokenKind::string:
    case TokenKind::integer:
    case TokenKind::float_:
    case TokenKind::offset_equals:
    case TokenKind::align_equals:
    case TokenKind::unknown:
    case TokenKind::error: return cursor_.fail_unexpected();
  }
}

// -- folded instructions. spec: text-foldedinstr

void ModuleParser::open_folded() {
  const std::uint32_t source_offset = cursor_.take().begin;
  const Token& token = cursor_.peek();
  if (token.is(Word::then)) return folded_then();
  if (token.is(Word::do_)) return folded_do();
  const Opcode opcode = token.opcode();
  if (opcode == Opcode::count_) return cursor_.fail_unexpected();
  if (opcode == Opcode::else_) return folded_else();
  if (opcode == Opcode::catch_ || opcode == Opcode::catch_all) return folded_catch(opcode);
  if (opcode == Opcode::delegate) return folded_delegate();
  switch (top()) {
    case FrameKind::if_then:
    case FrameKind::if_else:
    case FrameKind::try_begin:
    case FrameKind::try_do:
    case FrameKind::try_catch:
    case FrameKind::try_catch_all:
    case FrameKind::try_delegate: return cursor_.fail_unexpected();
    case FrameKind::sequence:
    case FrameKind::plain:
    case FrameKind::block:
    case FrameKind::if_condition:
    case FrameKind::arm:
    case FrameKind::flat_block:
    case FrameKind::flat_if:
    case FrameKind::flat_else:
    case FrameKind::flat_try:
    case FrameKind::flat_catch:
    case FrameKind::flat_catch_all: break;
  }
  if (opcode == Opcode::end || !binary::is_enabled(opcode, options_.features)) return flat_instruction();
  cursor_.take();
  if (begins_block(opcode)) return begin_block(opcode, FrameKind::block, source_offset);
  if (opcode == Opcode::try_) return begin_block(opcode, FrameKind::try_begin, source_offset);
  if (opcode == Opcode::if_) return folded_if(source_offset);
  folded_plain(opcode, source_offset);
}

void ModuleParser::close_folded() {
  const Frame frame = frames_.back();
  switch (frame.kind) {
    case FrameKind::plain: flush(frame); break;
    case FrameKind::block:
    case FrameKind::if_then:
    case FrameKind::if_else:
    case FrameKind::try_do:
    case FrameKind::try_catch:
    case FrameKind::try_catch_all:
      positions_.add(out_.size(), cursor_.peek().begin);
      binary::write_opcode(out_, Opcode::end);
      pop_label();
      break;
    case FrameKind::try_delegate:
    case FrameKind::arm: break;
    case FrameKind::sequence:
    case FrameKind::if_condition:
    case FrameKind::try_begin:
    case FrameKind::flat_block:
    case FrameKind::flat_if:
    case FrameKind::flat_else:
    case FrameKind::flat_try:
    case FrameKind::flat_catch:
    case FrameKind::flat_catch_all: return cursor_.fail_unexpected();
  }
  if (hint_.token != nullptr) (void)take_hint(Opcode::nop);
  frames_.pop_back();
  cursor_.take();
}

void ModuleParser::folded_plain(Opcode opcode, std::uint32_t source_offset) {
  Frame frame{.kind = FrameKind::plain, .source_offset = source_offset, .pending_start = pending_.size()};
  frame.hint = take_hint(opcode);
  parse_plain(opcode, pending_);
  if (cursor_.take_if(TokenKind::close)) {
    flush(frame);
  } else {
    push_frame(frame);
  }
}

// Moves the bytes of an instruction whose operands are complete to the body.
void ModuleParser::flush(const Frame& frame) {
  positions_.add(out_.size(), frame.source_offset);
  record_hint(frame.hint);
  out_.write_bytes(pending_.bytes().subspan(frame.pending_start));
  std::vector<std::byte> rest = pending_.take();
  rest.resize(frame.pending_start);
  pending_ = base::ByteWriter(std::move(rest));
}

void ModuleParser::folded_if(std::uint32_t source_offset) {
  Frame frame{.kind = FrameKind::if_condition, .source_offset = source_offset, .pending_start = pending_.size()};
  frame.hint = take_hint(Opcode::if_);
  const Binder binder = parse_binder();
  frame.label = binder.identifier;
  frame.label_name = binder.name;
  const binary::BlockType type = parse_block_type();
  if (!cursor_.ok()) return;
  binary::write_opcode(pending_, Opcode::if_);
  binary::write_block_type(pending_, type);
  push_frame(frame);
}

void ModuleParser::folded_then() {
  if (top() != FrameKind::if_condition) return cursor_.fail_unexpected();
  cursor_.take();
  Frame& frame = frames_.back();
  flush(frame);
  push_label(frame.label, frame.label_name);
  frame.kind = FrameKind::if_then;
  push_frame({.kind = FrameKind::arm});
}

void ModuleParser::folded_else() {
  if (top() != FrameKind::if_then) return cursor_.fail_unexpected();
  positions_.add(out_.size(), cursor_.take().begin);
  binary::write_opcode(out_, Opcode::else_);
  frames_.back().kind = FrameKind::if_else;
  push_frame({.kind = FrameKind::arm});
}

void ModuleParser::folded_do() {
  if (top() != FrameKind::try_begin) return cursor_.fail_unexpected();
  cursor_.take();
  frames_.back().kind = FrameKind::try_do;
  push_frame({.kind = FrameKind::arm});
}

void ModuleParser::folded_catch(Opcode opcode) {
  if (top() != FrameKind::try_do && top() != FrameKind::try_catch) return cursor_.fail_unexpected();
  positions_.add(out_.size(), cursor_.take().begin);
  const bool all = opcode == Opcode::catch_all;
  parse_plain(opcode, out_);
  if (!cursor_.ok()) return;
  frames_.back().kind = all ? FrameKind::try_catch_all : FrameKind::try_catch;
  push_frame({.kind = FrameKind::arm});
}

// The label counts from outside the try.
void ModuleParser::folded_delegate() {
  if (top() != FrameKind::try_do) return cursor_.fail_unexpected();
  positions_.add(out_.size(), cursor_.take().begin);
  pop_label();
  parse_plain(Opcode::delegate, out_);
  cursor_.expect_close();
  if (cursor_.ok()) frames_.back().kind = FrameKind::try_delegate;
}

// -- flat instructions. spec: text-instr

void ModuleParser::flat_instruction() {
  const Token& token = cursor_.peek();
  const Opcode opcode = token.opcode();
  switch (top()) {
    case FrameKind::plain:
    case FrameKind::if_condition:
    case FrameKind::if_then:
    case FrameKind::if_else:
    case FrameKind::try_begin:
    case FrameKind::try_do:
    case FrameKind::try_catch:
    case FrameKind::try_catch_all:
    case FrameKind::try_delegate: return cursor_.fail_unexpected();
    case FrameKind::sequence:
    case FrameKind::block:
    case FrameKind::arm:
    case FrameKind::flat_block:
    case FrameKind::flat_if:
    case FrameKind::flat_else:
    case FrameKind::flat_try:
    case FrameKind::flat_catch:
    case FrameKind::flat_catch_all: break;
  }
  if (!binary::is_enabled(opcode, options_.features)) {
    return cursor_.fail("unknown operator", token, "the proposal is switched off");
  }
  if (opcode == Opcode::else_) return flat_else();
  if (opcode == Opcode::end) return flat_end();
  if (opcode == Opcode::catch_ || opcode == Opcode::catch_all) return flat_catch(opcode);
  if (opcode == Opcode::delegate) return flat_delegate();
  cursor_.take();
  if (begins_block(opcode)) return begin_block(opcode, FrameKind::flat_block, token.begin);
  if (opcode == Opcode::if_) return begin_block(opcode, FrameKind::flat_if, token.begin);
  if (opcode == Opcode::try_) return begin_block(opcode, FrameKind::flat_try, token.begin);
  const Hint hint = take_hint(opcode);
  positions_.add(out_.size(), token.begin);
  record_hint(hint);
  parse_plain(opcode, out_);
}

void ModuleParser::flat_else() {
  if (top() != FrameKind::flat_if) return cursor_.fail_unexpected();
  positions_.add(out_.size(), cursor_.take().begin);
  (void)take_hint(Opcode::else_);
  check_label();
  binary::write_opcode(out_, Opcode::else_);
  frames_.back().kind = FrameKind::flat_else;
}

void ModuleParser::flat_catch(Opcode opcode) {
  if (top() != FrameKind::flat_try && top() != FrameKind::flat_catch) return cursor_.fail_unexpected();
  positions_.add(out_.size(), cursor_.take().begin);
  (void)take_hint(opcode);
  parse_plain(opcode, out_);
  if (!cursor_.ok()) return;
  frames_.back().kind = opcode == Opcode::catch_all ? FrameKind::flat_catch_all : FrameKind::flat_catch;
}

void ModuleParser::flat_end() {
  switch (top()) {
    case FrameKind::flat_block:
    case FrameKind::flat_if:
    case FrameKind::flat_else:
    case FrameKind::flat_try:
    case FrameKind::flat_catch:
    case FrameKind::flat_catch_all: break;
    case FrameKind::sequence:
    case FrameKind::plain:
    case FrameKind::block:
    case FrameKind::if_condition:
    case FrameKind::if_then:
    case FrameKind::if_else:
    case FrameKind::try_begin:
    case FrameKind::try_do:
    case FrameKind::try_catch:
    case FrameKind::try_catch_all:
    case FrameKind::try_delegate:
    case FrameKind::arm: return cursor_.fail_unexpected();
  }
  positions_.add(out_.size(), cursor_.take().begin);
  (void)take_hint(Opcode::end);
  check_label();
  binary::write_opcode(out_, Opcode::end);
  if (!cursor_.ok()) return;
  pop_label();
  frames_.pop_back();
}

// The label counts from outside the try.
void ModuleParser::flat_delegate() {
  if (top() != FrameKind::flat_try) return cursor_.fail_unexpected();
  positions_.add(out_.size(), cursor_.take().begin);
  (void)take_hint(Opcode::delegate);
  pop_label();
  parse_plain(Opcode::delegate, out_);
  if (cursor_.ok()) frames_.pop_back();
}

// An identifier after `else` or `end` must be the block's.
void ModuleParser::check_label() {
  if (!cursor_.at(TokenKind::identifier)) return;
  const Token& token = cursor_.take();
  const std::string_view name = id_of(token);
  if (labels_.back().name != name) cursor_.fail("mismatching label", token, std::string(cursor_.text(token)));
}

// -- blocks

// Label, block type, and the clauses of try_table, in either form.
void ModuleParser::begin_block(Opcode opcode, FrameKind kind, std::uint32_t source_offset) {
  const Hint hint = take_hint(opcode);
  positions_.add(out_.size(), source_offset);
  record_hint(hint);
  const Binder binder = parse_binder();
  const binary::BlockType type = parse_block_type();
  if (!cursor_.ok()) return;
  binary::write_opcode(out_, opcode);
  binary::write_block_type(out_, type);
  // Labels of clauses count from outside the try_table.
  if (opcode == Opcode::try_table) parse_clauses();
  push_label(binder.identifier, binder.name);
  push_frame({.kind = kind, .source_offset = source_offset});
}

void ModuleParser::parse_clauses() {
  clauses_.clear();
  while (cursor_.at(TokenKind::open)) {
    const Token& word = cursor_.peek(1);
    using Kind = binary::CatchClause::Kind;
    binary::CatchClause clause;
    if (word.is(Opcode::catch_)) {
      clause.kind = Kind::catch_;
    } else if (word.is(Opcode::catch_all)) {
      clause.kind = Kind::catch_all;
    } else if (word.is(Word::catch_ref)) {
      clause.kind = Kind::catch_ref;
    } else if (word.is(Word::catch_all_ref)) {
      clause.kind = Kind::catch_all_ref;
    } else {
      break;
    }
    cursor_.take();
    cursor_.take();
    if (clause.has_tag()) clause.tag = wasm::TagIndex(parse_index(Space::tag));
    clause.label = parse_label();
    cursor_.expect_close();
    clauses_.push_back(clause);
  }
  out_.write_u32(static_cast<std::uint32_t>(clauses_.size()));
  for (const binary::CatchClause& clause : clauses_) binary::write_catch_clause(out_, clause);
}

void ModuleParser::push_label(const Token* identifier, std::optional<std::string_view> name) {
  if (name && function_) {
    names_.labels.push_back({.outer = function_->value, .index = labels_begun_, .name = *name});
  }
  ++labels_begun_;
  Label label;
  if (identifier != nullptr) {
    label.name = id_of(*identifier);
    std::uint32_t& innermost = label_table_[label.name];
    label.shadowed = innermost;
    innermost = static_cast<std::uint32_t>(labels_.size());
  }
  labels_.push_back(label);
}

void ModuleParser::pop_label() {
  const Label& label = labels_.back();
  if (!label.name.empty()) label_table_[label.name] = label.shadowed;
  labels_.pop_back();
}

// -- hints

// The hint for the instruction that begins, which must be one that hints are for.
ModuleParser::Hint ModuleParser::take_hint(Opcode opcode) {
  const Hint hint = std::exchange(hint_, {});
  if (hint.token != nullptr && opcode != Opcode::if_ && opcode != Opcode::br_if) {
    cursor_.fail("@metadata.code.branch_hint annotation: invalid target", *hint.token, {}, wasm::ErrorKind::invalid);
  }
  return hint;
}

// Its instruction is about to be written.
void ModuleParser::record_hint(const Hint& hint) {
  if (hint.token == nullptr) return;
  hints_.push_back({.func = *function_, .offset = here() - body_start_, .likelihood = hint.likelihood});
}

}  // namespace assay::text
