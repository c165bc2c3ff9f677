// Which names can be identifiers.
#include "text/printed_names.hpp"

#include <algorithm>
#include <string_view>

#include "text/literal_text.hpp"
#include "text/name_table.hpp"

namespace assay::text {

namespace {

constexpr std::uint64_t key_of(std::uint32_t outer, std::uint32_t index) {
  return std::uint64_t{outer} << 32U | index;
}

/// Whether a name is not yet in the table; it is afterwards.
bool claim(NameTable& taken, std::string_view name) {
  if (name.empty()) return false;
  std::uint32_t& value = taken[name];
  if (value != NameTable::absent) return false;
  value = 0;
  return true;
}

}  // namespace

PrintedIds::PrintedIds(const wasm::Module& module) {
  const wasm::Result<binary::NameMap> names = binary::decode_names(module);
  if (!names) return;
  const auto set = [&](Space space, std::span<const binary::NamedIndex> list, std::size_t count) {
    spaces_[static_cast<std::size_t>(space)] = unique_ids(list, count);
  };
  set(Space::type, names->types, module.types.size());
  set(Space::func, names->functions, module.functions.size());
  set(Space::table, names->tables, module.tables.size());
  set(Space::memory, names->memories, module.memories.size());
  set(Space::global, names->globals, module.globals.size());
  set(Space::tag, names->tags, module.tags.size());
  set(Space::elem, names->elements, module.elements.size());
  set(Space::data, names->data, module.data.size());
  locals_ = unique_ids(names->locals);
  labels_ = unique_ids(names->labels);
  fields_ = unique_ids(names->fields);
}

PrintedIds::Ids PrintedIds::unique_ids(std::span<const binary::NamedIndex> names, std::size_t count) {
  Ids ids;
  NameTable taken;
  for (const binary::NamedIndex& named : names) {
    if (named.index < count && claim(taken, named.name)) {
      ids.push_back({.key = named.index, .text = identifier_text(named.name)});
    }
  }
  return ids;
}

PrintedIds::Ids PrintedIds::unique_ids(std::span<const binary::NamedInner> names) {
  Ids ids;
  NameTable taken;
  std::uint32_t outer = 0;
  for (const binary::NamedInner& named : names) {
    if (named.outer != outer) taken.clear();
    outer = named.outer;
    if (claim(taken, named.name)) {
      ids.push_back({.key = key_of(named.outer, named.index), .text = identifier_text(named.name)});
    }
  }
  return ids;
}

const std::string* PrintedIds::find(const Ids& ids, std::uint64_t key) {
  const auto found = std::ranges::lower_bound(ids, key, {}, &Id::key);
  return found != ids.end() && found->key == key ? &found->text : nullptr;
}

const std::string* PrintedIds::find(Space space, std::uint32_t index) const {
  return find(spaces_[static_cast<std::size_t>(space)], index);
}

const std::string* PrintedIds::find_local(std::uint32_t func, std::uint32_t index) const {
  return find(locals_, key_of(func, index));
}

const std::string* PrintedIds::find_label(std::uint32_t func, std::uint32_t index) const {
  return find(labels_, key_of(func, index));
}

const std::string* PrintedIds::find_field(std::uint32_t type, std::uint32_t index) const {
  return find(fields_, key_of(type, index));
}

}  // namespace assay::text
