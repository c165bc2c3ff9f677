// Types as text.
#include "text/printer.hpp"
#include "text/type_words.hpp"

namespace assay::text {

const wasm::FuncType* Printer::func_type(wasm::TypeIndex index) const {
  if (!module_.types.contains(index)) return nullptr;
  const wasm::SubType& type = module_.types[index];
  return type.kind == wasm::CompositeKind::func ? &type.func : nullptr;
}

void Printer::print_heap_type(wasm::HeapType type) {
  if (type.is_index()) {
    print_index(Space::type, type.index().value);
  } else {
    put(to_string(type.abstract()));
  }
}

void Printer::print_value_type(wasm::ValueType type) {
  if (type.is_reference() && type.heap().is_index()) {
    put(type.is_nullable() ? "(ref null " : "(ref ");
    print_heap_type(type.heap());
    put(")");
  } else if (type.is_reference() && type.is_nullable()) {
    put(nullable_reference_word(type.heap().abstract()));
  } else {
    put(to_string(type));
  }
}

void Printer::print_results(std::span<const wasm::ValueType> results) {
  if (results.empty()) return;
  put(" (result");
  for (const wasm::ValueType result : results) {
    put(" ");
    print_value_type(result);
  }
  put(")");
}

void Printer::print_field_type(const wasm::FieldType& type) {
  if (type.mutability == wasm::Mutability::variable) put("(mut ");
  print_value_type(type.storage);
  if (type.mutability == wasm::Mutability::variable) put(")");
}

void Printer::print_sub_type(wasm::TypeIndex index) {
  const wasm::SubType& type = module_.types[index];
  const bool plain = type.final && type.supertypes.empty();
  if (!plain) {
    put(type.final ? "(sub final " : "(sub ");
    for (const wasm::TypeIndex super : type.supertypes) {
      print_index(Space::type, super.value);
      put(" ");
    }
  }
  switch (type.kind) {
    case wasm::CompositeKind::func:
      put("(func");
      if (!type.func.params.empty()) {
        put(" (param");
        for (const wasm::ValueType param : type.func.params) {
          put(" ");
          print_value_type(param);
        }
        put(")");
      }
      print_results(type.func.results);
      break;
    case wasm::CompositeKind::struct_:
      put("(struct");
      for (std::size_t i = 0; i < type.fields.size(); ++i) {
        put(" (field ");
        if (const std::string* id = ids_.find_field(index.value, static_cast<std::uint32_t>(i))) {
          put(*id);
          put(" ");
        }
        print_field_type(type.fields[i]);
        put(")");
      }
      break;
    case wasm::CompositeKind::array:
      put("(array ");
      print_field_type(type.fields[0]);
      break;
  }
  put(plain ? ")" : "))");
}

void Printer::print_limits(const wasm::Limits& limits) {
  if (limits.address == wasm::AddressType::i64) put(" i64");
  put(" ");
  put(limits.min);
  if (limits.max) {
    put(" ");
    put(*limits.max);
  }
}

void Printer::print_table_type(const wasm::TableType& type) {
  print_limits(type.limits);
  put(" ");
  print_value_type(type.element);
}

void Printer::print_memory_type(const wasm::MemoryType& type) {
  print_limits(type.limits);
  if (type.sharing == wasm::Sharing::shared) put(" shared");
  if (type.page_size_log2 != 16 && type.page_size_log2 < 64) {
    put(" (pagesize ");
    put(std::uint64_t{1} << type.page_size_log2);
    put(")");
  }
}

void Printer::print_global_type(const wasm::GlobalType& type) {
  put(" ");
  if (type.mutability == wasm::Mutability::variable) put("(mut ");
  print_value_type(type.type);
  if (type.mutability == wasm::Mutability::variable) put(")");
}

void Printer::print_type_use(wasm::TypeIndex index, std::optional<std::uint32_t> func) {
  put(" (type ");
  print_index(Space::type, index.value);
  put(")");
  const wasm::FuncType* type = func_type(index);
  if (type == nullptr) return;
  bool open = false;  // in a run of parameters without names
  for (std::size_t i = 0; i < type->params.size(); ++i) {
    const std::string* id = func ? ids_.find_local(*func, static_cast<std::uint32_t>(i)) : nullptr;
    if (id != nullptr) {
      put(open ? ") (param " : " (param ");
      put(*id);
    } else if (!open) {
      put(" (param");
    }
    put(" ");
    print_value_type(type->params[i]);
    if (id != nullptr) put(")");
    open = id == nullptr;
  }
  if (open) put(")");
  print_results(type->results);
}

}  // namespace assay::text
