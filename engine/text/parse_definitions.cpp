// Functions, tables, memories, globals and tags.
#include <utility>

#include "binary/encode_immediates.hpp"
#include "text/module_parser.hpp"

namespace assay::text {

ModuleParser::Header ModuleParser::parse_header(wasm::ExternKind kind, std::uint32_t index,
                                                std::vector<binary::NamedIndex>& names) {
  const Binder binder = parse_binder();
  if (binder.name) names.push_back({.index = index, .name = *binder.name});
  Header header;
  while (cursor_.take_open_if(Word::export_)) {
    module_.exports.push_back({.name = parse_name(), .kind = kind, .index = index});
    cursor_.expect_close();
  }
  const Token& token = cursor_.peek();
  if (cursor_.take_open_if(Word::import)) {
    header.is_import = true;
    header.module = parse_name();
    header.name = parse_name();
    cursor_.expect_close();
    add_import(kind, index, header.module, header.name, token);
  }
  return header;
}

// spec: text-func
void ModuleParser::parse_func() {
  const auto index = static_cast<std::uint32_t>(module_.functions.size());
  const Header header = parse_header(wasm::ExternKind::func, index, names_.functions);
  if (header.is_import) {
    module_.functions.push_back({.type = parse_type_use(ParamNames::ignore), .body = {}});
    return;
  }
  function_ = wasm::FuncIndex(index);
  locals_.clear();
  labels_begun_ = 0;
  const wasm::TypeIndex type = parse_type_use(ParamNames::bind);
  const bool is_func = module_.types.contains(type) && module_.types[type].kind == wasm::CompositeKind::func;
  local_count_ = is_func ? static_cast<std::uint32_t>(module_.types[type].func.params.size()) : 0;
  body_start_ = here();
  parse_locals();
  const wasm::Expression code = parse_expression();
  module_.functions.push_back({.type = type, .body = {body_start_, code.offset + code.size - body_start_}});
  function_.reset();
}

// spec: text-local. A run of one type becomes one declaration, wherever parentheses stand; but an empty `(local)`
// divides it, so that a module whose declarations are not joined can be written down.
void ModuleParser::parse_locals() {
  local_types_.clear();
  local_runs_.clear();
  bool divided = true;
  while (cursor_.take_open_if(Word::local)) {
    const std::size_t before = local_types_.size();
    parse_local_group();
    if (local_types_.size() == before) divided = true;
    for (std::size_t i = before; i < local_types_.size(); ++i) {
      if (divided || local_types_[i] != local_types_[i - 1]) local_runs_.push_back({.type = local_types_[i]});
      ++local_runs_.back().count;
      divided = false;
    }
  }
  out_.write_u32(static_cast<std::uint32_t>(local_runs_.size()));
  for (const binary::LocalDeclaration& run : local_runs_) binary::write_local_declaration(out_, run);
}

// `$name type)` or `type*)`
void ModuleParser::parse_local_group() {
  const Binder binder = parse_binder();
  if (!binder.is_anonymous()) {
    if (binder.name) {
      names_.locals.push_back({.outer = function_->value, .index = local_count_, .name = *binder.name});
    }
    bind_local(binder.identifier);
    local_types_.push_back(parse_value_type());
    ++local_count_;
  } else {
    while (cursor_.ok() && !cursor_.at(TokenKind::close)) {
      local_types_.push_back(parse_value_type());
      ++local_count_;
    }
  }
  cursor_.expect_close();
}

// Gives the local at local_count_ its name.
void ModuleParser::bind_local(const Token* identifier) {
  if (identifier == nullptr) return;
  std::uint32_t& value = locals_[id_of(*identifier)];
  if (value != NameTable::absent) {
    return cursor_.fail("duplicate local", *identifier, std::string(cursor_.text(*identifier)));
  }
  value = local_count_;
}

// spec: text-table
void ModuleParser::parse_table() {
  const auto index = static_cast<std::uint32_t>(module_.tables.size());
  const Header header = parse_header(wasm::ExternKind::table, index, names_.tables);
  if (header.is_import) {
    module_.tables.push_back({.type = parse_table_type(), .init = {}});
    return;
  }
  wasm::Table table;
  const wasm::AddressType address = parse_address_type();
  table.type.limits.address = address;
  if (!cursor_.at(TokenKind::integer)) {
    table.type.element = parse_reference_type();
    parse_inline_elements(wasm::TableIndex(index), table.type);
  } else {
    table.type = parse_table_type();
    table.type.limits.address = address;
    if (!cursor_.at(TokenKind::close)) table.init = parse_expression();
  }
  module_.tables.push_back(table);
}

// spec: text-mem
void ModuleParser::parse_memory() {
  const auto index = static_cast<std::uint32_t>(module_.memories.size());
  const Header header = parse_header(wasm::ExternKind::memory, index, names_.memories);
  if (header.is_import) {
    module_.memories.push_back(parse_memory_type());
    return;
  }
  const wasm::AddressType address = parse_address_type();
  wasm::MemoryType type;
  if (cursor_.at_open(Word::data) || cursor_.at_open(Word::pagesize)) {
    type.limits.address = address;
    parse_inline_data(wasm::MemoryIndex(index), type);
  } else {
    if (!cursor_.at(TokenKind::integer)) return cursor_.fail_unexpected();
    type = parse_memory_type();
    type.limits.address = address;
  }
  module_.memories.push_back(type);
}

// spec: text-global
void ModuleParser::parse_global() {
  const auto index = static_cast<std::uint32_t>(module_.globals.size());
  const Header header = parse_header(wasm::ExternKind::global, index, names_.globals);
  wasm::Global global;
  global.type = parse_global_type();
  if (!header.is_import) global.init = parse_expression();
  module_.globals.push_back(global);
}

// spec: text-tag
void ModuleParser::parse_tag() {
  const auto index = static_cast<std::uint32_t>(module_.tags.size());
  parse_header(wasm::ExternKind::tag, index, names_.tags);
  module_.tags.push_back({.type = parse_type_use(ParamNames::ignore)});
}

}  // namespace assay::text
