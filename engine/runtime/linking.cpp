// Matching of imports with the store's values.
#include "runtime/linking.hpp"

#include <string>

#include "validate/subtyping.hpp"

namespace assay::runtime {

using wasm::ExternKind;

namespace {

// -- the types of values that may have grown

wasm::TableType present_type(const TableInstance& table) {
  wasm::TableType type = table.type;
  type.limits.min = table.elements.size();
  return type;
}

wasm::MemoryType present_type(const MemoryInstance& memory) {
  wasm::MemoryType type = memory.type;
  type.limits.min = memory.pages();
  return type;
}

// -- types in words

std::string describe(const wasm::FuncType& type) {
  std::string text = "func";
  const auto list = [&text](const char* word, const std::vector<wasm::ValueType>& types) {
    if (types.empty()) return;
    text += std::string(" (") + word;
    for (const wasm::ValueType each : types) text += " " + to_string(each);
    text += ")";
  };
  list("param", type.params);
  list("result", type.results);
  return text;
}

std::string describe(const wasm::Limits& limits) {
  std::string text = limits.address == wasm::AddressType::i64 ? "i64 " : "";
  text += std::to_string(limits.min);
  if (limits.max) text += " " + std::to_string(*limits.max);
  return text;
}

std::string describe(const wasm::TableType& type) {
  return "table " + describe(type.limits) + " " + to_string(type.element);
}

std::string describe(const wasm::MemoryType& type) {
  std::string text = "memory " + describe(type.limits);
  if (type.sharing == wasm::Sharing::shared) text += " shared";
  if (type.page_size_log2 != 16) text += " (pagesize " + std::to_string(std::uint64_t{1} << type.page_size_log2) + ")";
  return text;
}

std::string describe(const wasm::GlobalType& type) {
  const std::string value = to_string(type.type);
  return type.mutability == wasm::Mutability::variable ? "global (mut " + value + ")" : "global " + value;
}

std::string describe_tag(const wasm::FuncType& type) {
  return "tag" + describe(type).substr(4);
}

std::string describe(const ExternValue& value) {
  switch (value.kind) {
    case ExternKind::func: return describe(value.func->func_type());
    case ExternKind::table: return describe(present_type(*value.table));
    case ExternKind::memory: return describe(present_type(*value.memory));
    case ExternKind::global: return describe(value.global->type);
    case ExternKind::tag: return describe_tag(value.tag->type->sub.func);
  }
  return "";
}

std::string describe(const validate::ModuleTypes& module, const wasm::Import& import) {
  switch (import.kind) {
    case ExternKind::func: return describe(module.signature(wasm::FuncIndex(import.index)));
    case ExternKind::table: return describe(module.table(wasm::TableIndex(import.index)));
    case ExternKind::memory: return describe(module.memory(wasm::MemoryIndex(import.index)));
    case ExternKind::global: return describe(module.global(wasm::GlobalIndex(import.index)));
    case ExternKind::tag: return describe_tag(module.tag(wasm::TagIndex(import.index)).sub.func);
  }
  return "";
}

// -- matching

bool accepts(const validate::ModuleTypes& module, const wasm::Import& import, const ExternValue& value) {
  if (import.kind != value.kind) return false;
  const validate::TypeRegistry& types = module.registry();
  switch (import.kind) {
    case ExternKind::func:
      return validate::function_matches(value.func->type->id, module.function(wasm::FuncIndex(import.index)).id, types);
    case ExternKind::table:
      return validate::matches(present_type(*value.table), module.table(wasm::TableIndex(import.index)));
    case ExternKind::memory:
      return validate::matches(present_type(*value.memory), module.memory(wasm::MemoryIndex(import.index)));
    case ExternKind::global:
      return validate::matches(value.global->type, module.global(wasm::GlobalIndex(import.index)), types);
    case ExternKind::tag: return value.tag->type->id == module.tag(wasm::TagIndex(import.index)).id;
  }
  return false;
}

wasm::Error unlinkable(const validate::ModuleTypes& types, const wasm::Import& import, const char* message,
                       const std::string& found) {
  const wasm::Module& module = types.module();
  std::string detail = "import \"";
  detail += module.text(import.module);
  detail += "\" \"";
  detail += module.text(import.name);
  detail += "\": expected " + describe(types, import) + found;
  return {.kind = wasm::ErrorKind::unlinkable, .message = message, .detail = std::move(detail)};
}

}  // namespace

std::optional<wasm::Error> check_imports(const validate::ModuleTypes& module, std::span<const ExternValue> provided) {
  const std::vector<wasm::Import>& imports = module.module().imports;
  for (std::size_t i = 0; i < imports.size(); ++i) {
    if (i >= provided.size()) return unlinkable(module, imports[i], "unknown import", "");
    if (accepts(module, imports[i], provided[i])) continue;
    return unlinkable(module, imports[i], "incompatible import type", ", found " + describe(provided[i]));
  }
  if (provided.size() > imports.size()) {
    return wasm::Error{.kind = wasm::ErrorKind::usage, .message = "more imports than the module asks for"};
  }
  return std::nullopt;
}

}  // namespace assay::runtime
