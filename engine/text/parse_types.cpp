// Types: values, heap types, definitions, limits, and uses of function types.
#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "text/literal_tokens.hpp"
#include "text/module_parser.hpp"
#include "text/type_words.hpp"

namespace assay::text {

using wasm::Feature;
using wasm::Nullability;
using wasm::ValueType;

// spec: text-typedef. All definitions are parsed before everything else, because a later field may use them by shape.
void ModuleParser::parse_type_definitions() {
  const std::uint32_t start = cursor_.position();
  field_names_.resize(scope_.type_count());
  while (cursor_.ok() && (cursor_.at(TokenKind::open) || cursor_.at(TokenKind::annotation))) {
    const Token& open = cursor_.peek();
    if (cursor_.at_open(Word::rec)) {
      parse_rec_group();
    } else if (cursor_.at_open(Word::type)) {
      const auto first = static_cast<std::uint32_t>(module_.types.size());
      parse_type_definition();
      module_.rec_groups.push_back({.first = wasm::TypeIndex(first), .count = 1});
    } else {
      const std::uint32_t end = cursor_.list().end();
      cursor_.move_to(open.link < end ? open.link + 1 : end);
    }
  }
  if (!cursor_.ok()) return;
  cursor_.move_to(start);
  for (const wasm::RecGroup& group : module_.rec_groups) {
    if (group.count != 1) continue;
    const wasm::SubType& type = module_.types[group.first];
    if (type.kind == wasm::CompositeKind::func && type.final && type.supertypes.empty()) {
      func_types_.insert(module_.types, group.first);
    }
  }
}

void ModuleParser::parse_rec_group() {
  cursor_.take();
  cursor_.take();
  const auto first = static_cast<std::uint32_t>(module_.types.size());
  while (cursor_.at_open(Word::type)) parse_type_definition();
  cursor_.expect_close();
  const auto count = static_cast<std::uint32_t>(module_.types.size()) - first;
  module_.rec_groups.push_back({.first = wasm::TypeIndex(first), .count = count});
}

// (type $id? sub-type)
void ModuleParser::parse_type_definition() {
  cursor_.take();
  cursor_.take();
  const auto index = static_cast<std::uint32_t>(module_.types.size());
  const Binder binder = parse_binder();
  if (binder.name) names_.types.push_back({.index = index, .name = *binder.name});
  wasm::SubType type = parse_sub_type();
  cursor_.expect_close();
  module_.types.push_back(std::move(type));
}

// spec: text-subtype
wasm::SubType ModuleParser::parse_sub_type() {
  wasm::SubType type;
  if (!cursor_.take_open_if(Word::sub)) {
    parse_composite_type(type);
    return type;
  }
  type.final = cursor_.take_if(Word::final);
  while (at_index()) type.supertypes.push_back(wasm::TypeIndex(parse_index(Space::type)));
  parse_composite_type(type);
  cursor_.expect_close();
  return type;
}

// spec: text-comptype
void ModuleParser::parse_composite_type(wasm::SubType& type) {
  if (cursor_.take_open_if(Word::func)) {
    type.kind = wasm::CompositeKind::func;
    parse_inline_type(ParamNames::ignore);
    type.func = inline_type_;
  } else if (cursor_.take_open_if(Word::struct_)) {
    type.kind = wasm::CompositeKind::struct_;
    parse_struct_fields(type);
  } else if (cursor_.take_open_if(Word::array)) {
    type.kind = wasm::CompositeKind::array;
    type.fields.push_back(parse_field_type());
  } else {
    if (cursor_.at(TokenKind::open)) cursor_.take();
    return cursor_.fail_unexpected();
  }
  cursor_.expect_close();
}

void ModuleParser::parse_struct_fields(wasm::SubType& type) {
  const std::size_t index = module_.types.size();
  while (cursor_.take_open_if(Word::field)) {
    const Binder binder = parse_binder();
    if (binder.is_anonymous()) {
      while (cursor_.ok() && !cursor_.at(TokenKind::close)) type.fields.push_back(parse_field_type());
    } else {
      const auto field = static_cast<std::uint32_t>(type.fields.size());
      if (binder.identifier != nullptr) {
        std::uint32_t& value = field_names_[index][id_of(*binder.identifier)];
        if (value != NameTable::absent) {
          return cursor_.fail("duplicate field", *binder.identifier, std::string(cursor_.text(*binder.identifier)));
        }
        value = field;
      }
      if (binder.name) {
        names_.fields.push_back({.outer = static_cast<std::uint32_t>(index), .index = field, .name = *binder.name});
      }
      type.fields.push_back(parse_field_type());
    }
    cursor_.expect_close();
  }
}

// spec: text-fieldtype
wasm::FieldType ModuleParser::parse_field_type() {
  const bool variable = cursor_.take_open_if(Word::mut);
  wasm::FieldType type;
  type.mutability = variable ? wasm::Mutability::variable : wasm::Mutability::constant;
  if (cursor_.take_if(Word::i8)) {
    type.storage = wasm::ValueKind::i8;
  } else if (cursor_.take_if(Word::i16)) {
    type.storage = wasm::ValueKind::i16;
  } else {
    type.storage = parse_value_type();
  }
  if (variable) cursor_.expect_close();
  return type;
}

ValueType ModuleParser::enabled(ValueType type, const Token& token) {
  if (!has(binary::feature_of(type))) cursor_.fail("unknown operator", token, "the proposal is switched off");
  return type;
}

// spec: text-valtype
ValueType ModuleParser::parse_value_type() {
  const Token& token = cursor_.peek();
  if (const auto type = value_type_of(token.word())) {
    cursor_.take();
    return enabled(*type, token);
  }
  if (cursor_.at_open(Word::ref)) return parse_reference_type();
  cursor_.fail_unexpected();
  return wasm::i32;
}

// spec: text-reftype
ValueType ModuleParser::parse_reference_type() {
  const Token& token = cursor_.peek();
  if (cursor_.take_open_if(Word::ref)) {
    const Nullability nullability = cursor_.take_if(Word::null) ? Nullability::nullable : Nullability::non_null;
    const ValueType type = ValueType::reference(parse_heap_type(), nullability);
    cursor_.expect_close();
    return enabled(type, token);
  }
  const auto type = value_type_of(token.word());
  if (!type || !type->is_reference()) {
    cursor_.fail_unexpected();
    return wasm::funcref;
  }
  cursor_.take();
  return enabled(*type, token);
}

// spec: text-heaptype
wasm::HeapType ModuleParser::parse_heap_type() {
  if (const auto heap = heap_type_of(cursor_.peek().word())) {
    cursor_.take();
    return *heap;
  }
  if (!at_index()) {
    cursor_.fail_unexpected();
    return wasm::AbstractHeap::func;
  }
  return binary::heap_type_at(parse_index(Space::type));
}

wasm::AddressType ModuleParser::parse_address_type() {
  const Token& token = cursor_.peek();
  if (cursor_.take_if(Word::i64)) {
    if (!has(Feature::memory64)) cursor_.fail("unexpected token", token, "the proposal is switched off");
    return wasm::AddressType::i64;
  }
  cursor_.take_if(Word::i32);
  return wasm::AddressType::i32;
}

// spec: text-limits. With 64-bit addresses in the language, too large a size is a matter of validation.
wasm::Limits ModuleParser::parse_limits() {
  const bool wide = has(Feature::memory64);
  const std::uint64_t most =
      wide ? std::numeric_limits<std::uint64_t>::max() : std::numeric_limits<std::uint32_t>::max();
  const char* message = wide ? "i64 constant out of range" : "i32 constant out of range";
  wasm::Limits limits;
  limits.min = parse_unsigned(cursor_, most, message);
  if (cursor_.at(TokenKind::integer)) limits.max = parse_unsigned(cursor_, most, message);
  return limits;
}

// spec: text-tabletype
wasm::TableType ModuleParser::parse_table_type() {
  const wasm::AddressType address = parse_address_type();
  wasm::TableType type;
  type.limits = parse_limits();
  type.limits.address = address;
  type.element = parse_reference_type();
  return type;
}

// spec: text-memtype
wasm::MemoryType ModuleParser::parse_memory_type() {
  const wasm::AddressType address = parse_address_type();
  wasm::MemoryType type;
  type.limits = parse_limits();
  type.limits.address = address;
  if (has(Feature::threads) && cursor_.take_if(Word::shared)) type.sharing = wasm::Sharing::shared;
  type.page_size_log2 = parse_page_size();
  return type;
}

// `(pagesize n)`, or nothing. Which powers of two are page sizes is a matter of validation.
std::uint8_t ModuleParser::parse_page_size() {
  if (!has(Feature::custom_page_sizes) || !cursor_.take_open_if(Word::pagesize)) return 16;
  const Token& token = cursor_.peek();
  const std::uint64_t bytes =
      parse_unsigned(cursor_, std::numeric_limits<std::uint64_t>::max(), "invalid custom page size");
  if (!std::has_single_bit(bytes)) {
    cursor_.fail("invalid custom page size", token, "not a power of two");
    return 16;
  }
  cursor_.expect_close();
  return static_cast<std::uint8_t>(std::countr_zero(bytes));
}

// spec: text-globaltype
wasm::GlobalType ModuleParser::parse_global_type() {
  wasm::GlobalType type;
  if (cursor_.take_open_if(Word::mut)) {
    type.mutability = wasm::Mutability::variable;
    type.type = parse_value_type();
    cursor_.expect_close();
  } else {
    type.type = parse_value_type();
  }
  return type;
}

void ModuleParser::parse_inline_type(ParamNames names) {
  inline_type_.params.clear();
  inline_type_.results.clear();
  while (cursor_.take_open_if(Word::param)) parse_params(names);
  while (cursor_.take_open_if(Word::result)) {
    while (cursor_.ok() && !cursor_.at(TokenKind::close)) inline_type_.results.push_back(parse_value_type());
    cursor_.expect_close();
  }
  if (cursor_.at_open(Word::param) || cursor_.at_open(Word::type)) {
    cursor_.take();
    cursor_.fail_unexpected();
  }
}

// `$name type)` or `type*)`
void ModuleParser::parse_params(ParamNames names) {
  const Binder binder = names == ParamNames::refuse ? Binder{} : parse_binder();
  if (!binder.is_anonymous()) {
    const auto index = static_cast<std::uint32_t>(inline_type_.params.size());
    if (names == ParamNames::bind) {
      local_count_ = index;
      bind_local(binder.identifier);
      if (binder.name) {
        names_.locals.push_back({.outer = function_->value, .index = index, .name = *binder.name});
      }
    }
    inline_type_.params.push_back(parse_value_type());
  } else {
    while (cursor_.ok() && !cursor_.at(TokenKind::close)) inline_type_.params.push_back(parse_value_type());
  }
  cursor_.expect_close();
}

ModuleParser::TypeUse ModuleParser::parse_type_use_parts(ParamNames names) {
  TypeUse use;
  use.token = &cursor_.peek();
  if (cursor_.take_open_if(Word::type)) {
    use.has_index = true;
    use.index = parse_index(Space::type);
    cursor_.expect_close();
  }
  parse_inline_type(names);
  return use;
}

// spec: text-typeuse. Types that are used by shape but not defined are appended in the order of their uses.
wasm::TypeIndex ModuleParser::resolve(const TypeUse& use) {
  const wasm::TypeIndex index(use.index);
  const bool has_inline_type = !inline_type_.params.empty() || !inline_type_.results.empty();
  if (use.has_index) {
    if (!has_inline_type || !cursor_.ok()) return index;
    if (!module_.types.contains(index)) {
      cursor_.fail("unknown type", *use.token);
    } else if (const wasm::SubType& type = module_.types[index];
               type.kind != wasm::CompositeKind::func || type.func != inline_type_) {
      cursor_.fail("inline function type", *use.token, "differs from the type that is named");
    }
    return index;
  }
  if (const auto found = func_types_.find(module_.types, inline_type_)) return *found;
  wasm::SubType type;
  type.func = inline_type_;
  const wasm::TypeIndex added = module_.types.push_back(std::move(type));
  module_.rec_groups.push_back({.first = added, .count = 1});
  func_types_.insert(module_.types, added);
  return added;
}

// spec: text-blocktype
binary::BlockType ModuleParser::parse_block_type() {
  using Kind = binary::BlockType::Kind;
  const TypeUse use = parse_type_use_parts(ParamNames::refuse);
  if (!use.has_index && inline_type_.params.empty()) {
    if (inline_type_.results.empty()) return {};
    if (inline_type_.results.size() == 1) return {.kind = Kind::value, .value = inline_type_.results[0], .index = {}};
  }
  return {.kind = Kind::index, .value = {}, .index = resolve(use)};
}

}  // namespace assay::text
