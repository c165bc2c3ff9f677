// The printer of one module: fields, types, and the bodies of functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_reader.hpp"
#include "binary/branch_hints.hpp"
#include "binary/immediates.hpp"
#include "text/print.hpp"
#include "text/printed_names.hpp"
#include "wasm/module.hpp"
#include "wasm/opcode.hpp"

namespace assay::text {

class Printer {
 public:
  Printer(const wasm::Module& module, const PrintOptions& options);

  /// The whole module. Call once.
  [[nodiscard]] std::string run();

 private:
  // -- print.cpp: fields
  void print_types();
  void print_imports();
  void print_tables();
  void print_memories();
  void print_tags();
  void print_globals();
  void print_exports();
  void print_elements();
  void print_data();
  void print_functions();
  void print_customs();
  void find_hints();

  void begin_field(std::string_view word);
  /// Identifier if there is one, and the index as a comment.
  void print_binding(Space space, std::size_t index);
  void print_index(Space space, std::uint32_t index);
  void print_name(wasm::Name name);
  /// After a space: ` (i32.const 0)`, or ` (word ...)` for more than one instruction.
  void print_expression(wasm::Expression expression, std::string_view word);

  // -- print_types.cpp
  void print_sub_type(wasm::TypeIndex index);
  void print_field_type(const wasm::FieldType& type);
  void print_value_type(wasm::ValueType type);
  void print_heap_type(wasm::HeapType type);
  void print_results(std::span<const wasm::ValueType> results);
  void print_limits(const wasm::Limits& limits);
  void print_table_type(const wasm::TableType& type);
  void print_memory_type(const wasm::MemoryType& type);
  void print_global_type(const wasm::GlobalType& type);
  /// ` (type x)` with parameters and results behind it. Names of parameters where it is for function `func`.
  void print_type_use(wasm::TypeIndex index, std::optional<std::uint32_t> func);
  [[nodiscard]] const wasm::FuncType* func_type(wasm::TypeIndex index) const;

  // -- print_body.cpp
  void print_body(wasm::FuncIndex func, const wasm::Function& function);
  /// How many locals there are with the parameters; nothing if the declarations cannot be read or are too many.
  std::optional<std::uint32_t> print_locals(wasm::FuncIndex func, base::ByteReader& reader, std::uint32_t params);
  /// Prints up to the `end` that is the expression's own.
  void print_instructions(base::ByteReader& reader, std::string_view separator);
  void print_instruction(wasm::Opcode opcode, base::ByteReader& reader);
  void print_immediate(wasm::Opcode opcode, base::ByteReader& reader);
  void print_block_type(const binary::BlockType& type);
  void print_label(std::uint32_t depth);
  void print_local(std::uint32_t index);
  void print_memarg(wasm::Opcode opcode, const binary::MemArg& memarg);
  void print_catch(const binary::CatchClause& clause);
  void print_two(Space first, Space second, base::ByteReader& reader);
  void print_segment_use(Space segments, Space space, base::ByteReader& reader);
  void print_hint(std::size_t offset);
  void open_label();
  void new_line();

  // -- small things
  void put(std::string_view text) { out_ += text; }
  void put(std::uint64_t number) { out_ += std::to_string(number); }
  [[nodiscard]] std::string_view text_of(wasm::ByteRange range) const { return module_.text(range); }

  const wasm::Module& module_;
  PrintedIds ids_;
  std::string out_;
  std::vector<binary::BranchHint> hints_;               ///< those to be printed as annotations
  const wasm::CustomSection* hints_section_ = nullptr;  ///< the section they stand for
  std::size_t next_hint_ = 0;
  bool uses_data_count_ = false;

  // the body being printed
  std::optional<std::uint32_t> function_;
  std::uint32_t local_count_ = 0;
  std::size_t body_start_ = 0;
  std::uint32_t labels_begun_ = 0;
  std::vector<const std::string*> labels_;  ///< identifiers of the open blocks, null without
  bool lines_ = false;                      ///< whether instructions stand on lines of their own
};

}  // namespace assay::text
