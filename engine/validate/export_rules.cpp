// Rules for exports and the start function.
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "validate/messages.hpp"
#include "validate/module_rules.hpp"

namespace assay::validate {

using wasm::ErrorKind;
using wasm::ExternKind;

namespace {

struct IndexSpace {
  const char* unknown;
  std::size_t size;
};

IndexSpace index_space(const wasm::Module& module, ExternKind kind) {
  switch (kind) {
    case ExternKind::func: return {message::unknown_function, module.functions.size()};
    case ExternKind::table: return {message::unknown_table, module.tables.size()};
    case ExternKind::memory: return {message::unknown_memory, module.memories.size()};
    case ExternKind::global: return {message::unknown_global, module.globals.size()};
    case ExternKind::tag: return {message::unknown_tag, module.tags.size()};
  }
  return {message::unknown_function, 0};
}

// By sorting, since input can be made to collide in a hash table.
wasm::Result<void> check_names(const wasm::Module& module) {
  std::vector<wasm::Name> names;
  names.reserve(module.exports.size());
  for (const wasm::Export& exported : module.exports) names.push_back(exported.name);
  const auto text = [&](wasm::Name name) { return module.text(name); };
  std::ranges::sort(names, {}, text);
  const auto twice = std::ranges::adjacent_find(names, {}, text);
  if (twice == names.end()) return {};
  return std::unexpected(wasm::Error{.kind = ErrorKind::invalid,
                                     .place = wasm::Place::at_offset(twice->offset),
                                     .message = message::duplicate_export,
                                     .detail = std::string(module.text(*twice))});
}

}  // namespace

wasm::Result<void> check_exports(ModuleTypes& types) {
  const wasm::Module& module = types.module();
  for (const wasm::Export& exported : module.exports) {
    const IndexSpace space = index_space(module, exported.kind);
    if (exported.index >= space.size) return unknown(space.unknown, exported.index, space.size);
    if (exported.kind == ExternKind::func) types.declare(wasm::FuncIndex(exported.index));
  }
  return check_names(module);
}

wasm::Result<void> check_start(const ModuleTypes& types) {
  const wasm::Module& module = types.module();
  if (!module.start) return {};
  if (!module.functions.contains(*module.start)) {
    return unknown(message::unknown_function, module.start->value, module.functions.size());
  }
  const wasm::FuncType& type = types.signature(*module.start);
  if (!type.params.empty() || !type.results.empty()) return refusal(ErrorKind::invalid, message::start_function);
  return {};
}

}  // namespace assay::validate
