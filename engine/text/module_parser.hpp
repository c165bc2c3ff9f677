// The parser of one module: fields in the order of the text, bodies encoded while they are read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_writer.hpp"
#include "binary/branch_hints.hpp"
#include "binary/immediates.hpp"
#include "binary/names.hpp"
#include "text/func_type_table.hpp"
#include "text/module_scope.hpp"
#include "text/name_table.hpp"
#include "text/parse.hpp"
#include "text/token_cursor.hpp"
#include "wasm/module.hpp"

namespace assay::text {

/// Parses the fields of one module. Its member functions are spread over several files by topic; each that parses
/// something leaves the cursor behind it, or at the end of the text after a failure.
class ModuleParser {
 public:
  /// `start` is the position of the first token after `(module` and an identifier, or of the first field.
  ModuleParser(const TokenList& list, std::uint32_t start, const ParseOptions& options);

  /// Parses fields up to the first token that begins none. `identifier` is the module's own, or null. Call once.
  [[nodiscard]] wasm::Result<ParsedModule> parse(const Token* identifier);

  /// Position of the first token behind the fields.
  [[nodiscard]] std::uint32_t position() const { return cursor_.position(); }

 private:
  // -- module_parser.cpp: fields
  void parse_type_definitions();
  void parse_field();
  void parse_import();
  void parse_export();
  void parse_start();
  wasm::Result<ParsedModule> finish(std::uint32_t start);

  // -- parse_types.cpp
  /// What to do with names of parameters.
  enum class ParamNames : std::uint8_t { refuse, ignore, bind };
  /// `(type x)` and an inline function type, either of which may be missing.
  struct TypeUse {
    bool has_index = false;
    std::uint32_t index = 0;
    const Token* token = nullptr;  ///< where it begins
  };

  void parse_rec_group();
  void parse_type_definition();
  wasm::SubType parse_sub_type();
  void parse_composite_type(wasm::SubType& type);
  void parse_struct_fields(wasm::SubType& type);
  wasm::FieldType parse_field_type();
  wasm::ValueType parse_value_type();
  wasm::ValueType parse_reference_type();
  wasm::HeapType parse_heap_type();
  wasm::ValueType enabled(wasm::ValueType type, const Token& token);
  wasm::Limits parse_limits();
  wasm::AddressType parse_address_type();
  wasm::TableType parse_table_type();
  wasm::MemoryType parse_memory_type();
  std::uint8_t parse_page_size();
  wasm::GlobalType parse_global_type();
  /// Parses parameters and results into inline_type_.
  void parse_inline_type(ParamNames names);
  void parse_params(ParamNames names);
  TypeUse parse_type_use_parts(ParamNames names);
  wasm::TypeIndex resolve(const TypeUse& use);
  wasm::TypeIndex parse_type_use(ParamNames names) { return resolve(parse_type_use_parts(names)); }
  binary::BlockType parse_block_type();

  // -- parse_definitions.cpp
  /// What precedes the description in a definition: identifier, inline exports, inline import.
  struct Header {
    bool is_import = false;
    wasm::Name module;
    wasm::Name name;
  };
  Header parse_header(wasm::ExternKind kind, std::uint32_t index, std::vector<binary::NamedIndex>& names);
  void add_import(wasm::ExternKind kind, std::uint32_t index, wasm::Name module, wasm::Name name, const Token& token);
  void parse_func();
  void parse_table();
  void parse_memory();
  void parse_global();
  void parse_tag();
  void parse_locals();
  void parse_local_group();
  void bind_local(const Token* identifier);

  // -- parse_segments.cpp
  void parse_elem();
  void parse_data();
  void parse_element_list(wasm::ElementSegment& segment);
  void parse_function_items(wasm::ElementSegment& segment);
  void parse_expression_items(wasm::ElementSegment& segment);
  [[nodiscard]] bool at_offset() const;
  wasm::Expression parse_offset();
  wasm::ByteRange parse_data_strings();
  wasm::Expression zero_expression(wasm::AddressType address);
  void parse_inline_elements(wasm::TableIndex table, wasm::TableType& type);
  void parse_inline_data(wasm::MemoryIndex memory, wasm::MemoryType& type);

  // -- parse_annotations.cpp
  void parse_custom();
  std::size_t parse_custom_placement();
  void parse_data_count();
  /// An identifier, if one is next, then a @name annotation.
  struct Binder {
    const Token* identifier = nullptr;
    std::optional<std::string_view> name;  ///< what the name section will say
    [[nodiscard]] bool is_anonymous() const { return identifier == nullptr && !name; }
  };
  Binder parse_binder();
  std::optional<std::string_view> parse_name_annotations();
  std::optional<std::string_view> name_for(const Token* identifier);
  void parse_branch_hint();
  void append_custom_sections();
  void place_custom_sections();

  // -- parse_body.cpp: instruction sequences
  /// Parses instructions up to a `)` that is not theirs, and appends `end`.
  wasm::Expression parse_expression();
  /// Parses one folded instruction and appends `end`.
  wasm::Expression parse_folded_expression();

  enum class FrameKind : std::uint8_t {
    sequence,       ///< the outermost
    plain,          ///< folded: operands
    block,          ///< folded: block, loop, try_table
    if_condition,   ///< folded: operands before `(then`
    if_then,        ///< folded: after `(then ...)`
    if_else,        ///< folded: after `(else ...)`
    try_begin,      ///< folded: before `(do`
    try_do,         ///< folded: after `(do ...)`
    try_catch,      ///< folded: after `(catch ...)`
    try_catch_all,  ///< folded: after `(catch_all ...)`
    try_delegate,   ///< folded: after `(delegate ...)`
    arm,            ///< folded: instructions of then, else, do, catch, catch_all
    flat_block,     ///< flat: block, loop, try_table
    flat_if,
    flat_else,
    flat_try,
    flat_catch,
    flat_catch_all,
  };
  struct Hint {
    const Token* token = nullptr;
    binary::Likelihood likelihood{};
  };
  struct Frame {
    FrameKind kind = FrameKind::sequence;
    std::uint32_t source_offset = 0;  ///< of the instruction
    std::size_t pending_start = 0;    ///< plain, if_condition: where its bytes begin in pending_
    const Token* label = nullptr;     ///< if_condition: identifier of the label to come
    std::optional<std::string_view> label_name{};
    Hint hint{};
  };
  void parse_sequence();
  void step();
  void open_folded();
  void close_folded();
  void flat_instruction();
  void flat_else();
  void flat_catch(wasm::Opcode opcode);
  void flat_end();
  void flat_delegate();
  void begin_block(wasm::Opcode opcode, FrameKind kind, std::uint32_t source_offset);
  void folded_if(std::uint32_t source_offset);
  void folded_then();
  void folded_else();
  void folded_do();
  void folded_catch(wasm::Opcode opcode);
  void folded_delegate();
  void folded_plain(wasm::Opcode opcode, std::uint32_t source_offset);
  void flush(const Frame& frame);
  void push_frame(Frame frame) { frames_.push_back(frame); }
  [[nodiscard]] FrameKind top() const { return frames_.back().kind; }
  void check_label();
  [[nodiscard]] Hint take_hint(wasm::Opcode opcode);
  void record_hint(const Hint& hint);
  void push_label(const Token* identifier, std::optional<std::string_view> name);
  void pop_label();
  void parse_clauses();

  // -- parse_immediates.cpp
  /// Parses what follows the keyword of an instruction that structures nothing, and appends opcode and immediate.
  void parse_plain(wasm::Opcode opcode, base::ByteWriter& out);
  [[nodiscard]] bool at_index() const {
    const Token& token = cursor_.peek();
    return token.kind == TokenKind::identifier || (token.kind == TokenKind::integer && !token.marked);
  }
  std::uint32_t parse_index(Space space);
  std::uint32_t parse_index_or_zero(Space space) { return at_index() ? parse_index(space) : 0; }
  std::uint32_t parse_data_index();
  std::uint32_t parse_local_index();
  std::uint32_t parse_label();
  std::uint32_t parse_field_index(std::uint32_t type);
  void parse_label_table(base::ByteWriter& out);
  void parse_both_or_neither(Space space, base::ByteWriter& out);
  void parse_segment_use(Space segments, Space space, base::ByteWriter& out);
  std::uint8_t parse_lane();
  void parse_shuffle(base::ByteWriter& out);
  binary::MemArg parse_memarg(wasm::Opcode opcode);
  std::uint64_t parse_assigned(std::uint64_t most, const char* message);
  void parse_select(base::ByteWriter& out);
  void parse_reference_cast(wasm::Opcode opcode, base::ByteWriter& out);
  void parse_branch_cast(base::ByteWriter& out);
  void parse_call_indirect(base::ByteWriter& out);

  // -- small things
  std::string_view id_of(const Token& identifier) { return scope_.name_of(cursor_, identifier); }
  /// Parses a string that is a name, and writes it to the module's bytes.
  wasm::Name parse_name();
  [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(out_.size()); }
  [[nodiscard]] wasm::ByteRange range_from(std::uint32_t start) const { return {start, here() - start}; }
  [[nodiscard]] bool has(wasm::Feature feature) const { return options_.features.has(feature); }

  TokenCursor cursor_;
  ParseOptions options_;
  ModuleScope scope_;
  wasm::Module module_;
  base::ByteWriter out_;  ///< becomes module_.bytes
  SourceMap positions_;

  // types
  std::vector<NameTable> field_names_;  ///< by type index, as far as there are any
  FuncTypeTable func_types_;
  wasm::FuncType inline_type_;

  // the function being parsed
  NameTable locals_;
  std::uint32_t local_count_ = 0;
  std::vector<wasm::ValueType> local_types_;
  std::vector<binary::LocalDeclaration> local_runs_;
  std::optional<wasm::FuncIndex> function_;  ///< none in other expressions
  std::uint32_t body_start_ = 0;

  // the expression being parsed
  struct Label {
    std::string_view name;
    std::uint32_t shadowed = NameTable::absent;
  };
  std::vector<Frame> frames_;
  std::vector<Label> labels_;
  NameTable label_table_;  ///< the innermost label of a name, as position in labels_
  std::uint32_t labels_begun_ = 0;
  base::ByteWriter pending_;  ///< folded instructions whose operands are being parsed, outermost first
  std::vector<std::uint32_t> label_list_;
  std::vector<wasm::ValueType> type_list_;
  std::vector<binary::CatchClause> clauses_;
  Hint hint_;  ///< for the next instruction
  bool uses_data_count_ = false;

  // custom sections
  struct PlacedCustom {
    std::size_t place = 0;  ///< twice the section's place in the order: before it; one more: after it
    std::size_t order = 0;  ///< of its being written
    wasm::CustomSection section;
  };
  std::vector<PlacedCustom> customs_;
  binary::NameMap names_;
  std::vector<binary::BranchHint> hints_;
  std::string text_;  ///< scratch
};

}  // namespace assay::text
