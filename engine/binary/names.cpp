// Reading, finding and writing names.
#include "binary/names.hpp"

#include <algorithm>
#include <utility>

#include "base/byte_reader.hpp"
#include "base/byte_writer.hpp"
#include "base/utf8.hpp"
#include "binary/custom_sections.hpp"
#include "binary/immediates.hpp"

namespace assay::binary {

namespace {

enum class Subsection : std::uint8_t {
  module = 0,
  function = 1,
  local = 2,
  label = 3,
  type = 4,
  table = 5,
  memory = 6,
  global = 7,
  element = 8,
  data = 9,
  field = 10,
  tag = 11,
};

// The shortest entry: an index and an empty name.
constexpr std::size_t least_entry_bytes = 2;

std::string_view read_name(base::ByteReader& reader) {
  const std::size_t start = reader.offset();
  const std::uint32_t size = read_count(reader);
  const auto bytes = reader.read_bytes(size);
  const std::string_view name(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!base::is_utf8(name)) reader.fail("malformed UTF-8 encoding", start);
  return name;
}

// spec: binary-namemap
void read_name_map(base::ByteReader& reader, std::vector<NamedIndex>& names) {
  const std::uint32_t count = read_count(reader);
  if (names.empty()) names.reserve(std::min<std::size_t>(count, reader.remaining() / least_entry_bytes));
  for (std::uint32_t i = 0; i < count && reader.ok(); ++i) {
    const std::uint32_t index = reader.read_u32();
    const std::string_view name = read_name(reader);
    if (reader.ok()) names.push_back({.index = index, .name = name});
  }
}

// spec: binary-indirectnamemap
void read_indirect_name_map(base::ByteReader& reader, std::vector<NamedInner>& names) {
  const std::uint32_t outer_count = read_count(reader);
  for (std::uint32_t i = 0; i < outer_count && reader.ok(); ++i) {
    const std::uint32_t outer = reader.read_u32();
    const std::uint32_t count = read_count(reader);
    for (std::uint32_t k = 0; k < count && reader.ok(); ++k) {
      const std::uint32_t index = reader.read_u32();
      const std::string_view name = read_name(reader);
      if (reader.ok()) names.push_back({.outer = outer, .index = index, .name = name});
    }
  }
}

void read_content(base::ByteReader& reader, Subsection id, NameMap& names) {
  switch (id) {
    case Subsection::module: {
      const std::string_view name = read_name(reader);
      if (!names.module) names.module = name;
      return;
    }
    case Subsection::function: return read_name_map(reader, names.functions);
    case Subsection::local: return read_indirect_name_map(reader, names.locals);
    case Subsection::label: return read_indirect_name_map(reader, names.labels);
    case Subsection::type: return read_name_map(reader, names.types);
    case Subsection::table: return read_name_map(reader, names.tables);
    case Subsection::memory: return read_name_map(reader, names.memories);
    case Subsection::global: return read_name_map(reader, names.globals);
    case Subsection::element: return read_name_map(reader, names.elements);
    case Subsection::data: return read_name_map(reader, names.data);
    case Subsection::field: return read_indirect_name_map(reader, names.fields);
    case Subsection::tag: return read_name_map(reader, names.tags);
  }
}

constexpr auto key_of(const NamedIndex& name) {
  return name.index;
}
constexpr auto key_of(const NamedInner& name) {
  return std::pair(name.outer, name.index);
}

// Ascending, the first of equals kept: all names lie in one section, so the first is the one at the lowest address.
template <class T>
void put_in_order(std::vector<T>& names) {
  const auto less = [](const T& a, const T& b) {
    return std::pair(key_of(a), a.name.data()) < std::pair(key_of(b), b.name.data());
  };
  const auto equal = [](const T& a, const T& b) { return key_of(a) == key_of(b); };
  if (!std::ranges::is_sorted(names, less)) std::ranges::sort(names, less);
  const auto doubles = std::ranges::unique(names, equal);
  names.erase(doubles.begin(), doubles.end());
}

// Calls `visit` with every list, in the order of the subsections.
template <class Map, class Visit>
void visit_lists(Map& names, Visit visit) {
  visit(Subsection::function, names.functions);
  visit(Subsection::local, names.locals);
  visit(Subsection::label, names.labels);
  visit(Subsection::type, names.types);
  visit(Subsection::table, names.tables);
  visit(Subsection::memory, names.memories);
  visit(Subsection::global, names.globals);
  visit(Subsection::element, names.elements);
  visit(Subsection::data, names.data);
  visit(Subsection::field, names.fields);
  visit(Subsection::tag, names.tags);
}

void write_name_map(base::ByteWriter& writer, std::span<const NamedIndex> names) {
  writer.write_u32(static_cast<std::uint32_t>(names.size()));
  for (const NamedIndex& name : names) {
    writer.write_u32(name.index);
    writer.write_name(name.name);
  }
}

void write_name_map(base::ByteWriter& writer, std::span<const NamedInner> names) {
  const auto end_of_run = [names](std::size_t first) {
    std::size_t end = first;
    while (end < names.size() && names[end].outer == names[first].outer) ++end;
    return end;
  };
  std::uint32_t runs = 0;
  for (std::size_t first = 0; first < names.size(); first = end_of_run(first)) ++runs;
  writer.write_u32(runs);
  for (std::size_t first = 0; first < names.size();) {
    const std::size_t end = end_of_run(first);
    writer.write_u32(names[first].outer);
    writer.write_u32(static_cast<std::uint32_t>(end - first));
    for (; first < end; ++first) {
      writer.write_u32(names[first].index);
      writer.write_name(names[first].name);
    }
  }
}

template <class Key>
const auto* find_key(auto names, Key key) {
  const auto found = std::ranges::lower_bound(names, key, {}, [](const auto& name) { return key_of(name); });
  return found != names.end() && key_of(*found) == key ? &*found : nullptr;
}

}  // namespace

std::optional<std::string_view> find_name(std::span<const NamedIndex> names, std::uint32_t index) {
  const NamedIndex* found = find_key(names, index);
  return found == nullptr ? std::nullopt : std::optional(found->name);
}

std::optional<std::string_view> find_name(std::span<const NamedInner> names, std::uint32_t outer, std::uint32_t index) {
  const NamedInner* found = find_key(names, std::pair(outer, index));
  return found == nullptr ? std::nullopt : std::optional(found->name);
}

wasm::Result<NameMap> decode_names(const wasm::Module& module) {
  NameMap names;
  const wasm::CustomSection* section = find_custom(module, name_section);
  if (section == nullptr) return names;
  base::ByteReader reader(module.span(section->content), section->content.offset);
  while (reader.ok() && !reader.at_end()) {
    const std::uint8_t id = reader.read_byte();
    const std::uint32_t size = read_count(reader);
    const std::size_t start = reader.offset();
    base::ByteReader content(reader.read_bytes(size), start);
    if (!reader.ok() || id > static_cast<std::uint8_t>(Subsection::tag)) continue;
    read_content(content, static_cast<Subsection>(id), names);
    if (!content.ok()) {
      reader.fail(content.message(), content.error_offset());
    } else if (!content.at_end()) {
      reader.fail(message::section_size_mismatch, content.offset());
    }
  }
  if (!reader.ok()) {
    return std::unexpected(wasm::Error{.kind = wasm::ErrorKind::malformed,
                                       .place = wasm::Place::at_offset(reader.error_offset()),
                                       .message = reader.message(),
                                       .detail = "in the name section"});
  }
  visit_lists(names, [](Subsection, auto& list) { put_in_order(list); });
  return names;
}

std::vector<std::byte> encode_names(const NameMap& names) {
  base::ByteWriter writer;
  if (names.module) {
    writer.write_byte(static_cast<std::uint8_t>(Subsection::module));
    const std::size_t start = writer.size();
    writer.write_name(*names.module);
    writer.insert_size(start);
  }
  visit_lists(names, [&writer](Subsection id, const auto& list) {
    if (list.empty()) return;
    writer.write_byte(static_cast<std::uint8_t>(id));
    const std::size_t start = writer.size();
    write_name_map(writer, std::span(list));
    writer.insert_size(start);
  });
  return writer.take();
}

}  // namespace assay::binary
