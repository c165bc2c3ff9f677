// Element and data segments, on their own or inside a table or memory.
#include <limits>
#include <utility>

#include "binary/encode_immediates.hpp"
#include "binary/opcodes.hpp"
#include "text/literal_tokens.hpp"
#include "text/module_parser.hpp"

namespace assay::text {

namespace {

constexpr wasm::ValueType func_non_null =
    wasm::ValueType::reference(wasm::AbstractHeap::func, wasm::Nullability::non_null);

}  // namespace

// `(offset ...)`, or one folded instruction.
bool ModuleParser::at_offset() const {
  return cursor_.at_open(Word::offset) ||
         (cursor_.at(TokenKind::open) && cursor_.peek(1).kind == TokenKind::instruction);
}

wasm::Expression ModuleParser::parse_offset() {
  if (!cursor_.take_open_if(Word::offset)) return parse_folded_expression();
  const wasm::Expression expression = parse_expression();
  cursor_.expect_close();
  return expression;
}

// spec: text-elem
void ModuleParser::parse_elem() {
  const Binder binder = parse_binder();
  if (binder.name) {
    names_.elements.push_back({.index = static_cast<std::uint32_t>(module_.elements.size()), .name = *binder.name});
  }
  wasm::ElementSegment segment;
  const bool has_table = cursor_.at_open(Word::table) || at_index();
  if (cursor_.take_if(Word::declare)) {
    segment.mode = wasm::SegmentMode::declarative;
  } else if (has_table || at_offset()) {
    segment.mode = wasm::SegmentMode::active;
    if (cursor_.take_open_if(Word::table)) {
      segment.table = wasm::TableIndex(parse_index(Space::table));
      cursor_.expect_close();
    } else if (has_table) {
      segment.table = wasm::TableIndex(parse_index(Space::table));
    }
    if (!at_offset()) return cursor_.fail_unexpected();
    segment.offset = parse_offset();
  }
  // Without a kind the items are functions, as before there were other references.
  const bool bare = segment.mode == wasm::SegmentMode::active && (at_index() || cursor_.at(TokenKind::close));
  if (bare) {
    segment.type = func_non_null;
    parse_function_items(segment);
  } else {
    parse_element_list(segment);
  }
  module_.elements.push_back(std::move(segment));
}

// spec: text-elemlist
void ModuleParser::parse_element_list(wasm::ElementSegment& segment) {
  if (cursor_.take_if(Word::func)) {
    segment.type = func_non_null;
    parse_function_items(segment);
  } else {
    segment.type = parse_reference_type();
    parse_expression_items(segment);
  }
}

void ModuleParser::parse_function_items(wasm::ElementSegment& segment) {
  while (at_index()) segment.functions.push_back(wasm::FuncIndex(parse_index(Space::func)));
}

void ModuleParser::parse_expression_items(wasm::ElementSegment& segment) {
  segment.uses_expressions = true;
  while (cursor_.at(TokenKind::open)) {
    if (cursor_.take_open_if(Word::item)) {
      segment.expressions.push_back(parse_expression());
      cursor_.expect_close();
    } else {
      segment.expressions.push_back(parse_folded_expression());
    }
  }
}

wasm::Expression ModuleParser::zero_expression(wasm::AddressType address) {
  const std::uint32_t start = here();
  binary::write_opcode(out_, address == wasm::AddressType::i64 ? wasm::Opcode::i64_const : wasm::Opcode::i32_const);
  out_.write_u32(0);
  binary::write_opcode(out_, wasm::Opcode::end);
  return range_from(start);
}

// `(elem item*)` in a table, which it is just as large as. spec: text-table-abbrev
void ModuleParser::parse_inline_elements(wasm::TableIndex table, wasm::TableType& type) {
  if (!cursor_.take_open_if(Word::elem)) return cursor_.fail_unexpected();
  wasm::ElementSegment segment;
  segment.mode = wasm::SegmentMode::active;
  segment.table = table;
  segment.offset = zero_expression(type.limits.address);
  if (cursor_.at(TokenKind::open)) {
    segment.type = type.element;
    parse_expression_items(segment);
  } else if (type.element == wasm::funcref || type.element == func_non_null) {
    segment.type = func_non_null;
    parse_function_items(segment);
  } else {
    // Functions of a more precise type than the list of their indices would have.
    segment.type = type.element;
    segment.uses_expressions = true;
    while (at_index()) {
      const std::uint32_t start = here();
      binary::write_opcode(out_, wasm::Opcode::ref_func);
      out_.write_u32(parse_index(Space::func));
      binary::write_opcode(out_, wasm::Opcode::end);
      segment.expressions.push_back(range_from(start));
    }
  }
  cursor_.expect_close();
  type.limits.min = segment.size();
  type.limits.max = segment.size();
  module_.elements.push_back(std::move(segment));
}

// spec: text-data
void ModuleParser::parse_data() {
  const Binder binder = parse_binder();
  if (binder.name) {
    names_.data.push_back({.index = static_cast<std::uint32_t>(module_.data.size()), .name = *binder.name});
  }
  wasm::DataSegment segment;
  const bool has_memory = cursor_.at_open(Word::memory) || at_index();
  if (has_memory || at_offset()) {
    segment.mode = wasm::SegmentMode::active;
    if (cursor_.take_open_if(Word::memory)) {
      segment.memory = wasm::MemoryIndex(parse_index(Space::memory));
      cursor_.expect_close();
    } else if (has_memory) {
      segment.memory = wasm::MemoryIndex(parse_index(Space::memory));
    }
    if (!at_offset()) return cursor_.fail_unexpected();
    segment.offset = parse_offset();
  }
  segment.content = parse_data_strings();
  module_.data.push_back(segment);
}

// spec: text-datastring
wasm::ByteRange ModuleParser::parse_data_strings() {
  const std::uint32_t start = here();
  text_.clear();
  append_strings(cursor_, text_);
  out_.write_text(text_);
  return range_from(start);
}

// `(data string*)` in a memory, which is just large enough for it. spec: text-mem-abbrev
void ModuleParser::parse_inline_data(wasm::MemoryIndex memory, wasm::MemoryType& type) {
  type.page_size_log2 = parse_page_size();
  if (!cursor_.take_open_if(Word::data)) return cursor_.fail_unexpected();
  wasm::DataSegment segment;
  segment.mode = wasm::SegmentMode::active;
  segment.memory = memory;
  segment.offset = zero_expression(type.limits.address);
  segment.content = parse_data_strings();
  cursor_.expect_close();
  const std::uint64_t bytes = segment.content.size;
  const unsigned shift = type.page_size_log2;
  const std::uint64_t remainder = bytes & (shift >= 32 ? bytes : (std::uint64_t{1} << shift) - 1);
  const std::uint64_t pages = (shift >= 32 ? 0 : bytes >> shift) + (remainder != 0 ? 1 : 0);
  type.limits.min = pages;
  type.limits.max = pages;
  module_.data.push_back(segment);
}

}  // namespace assay::text
