// The ways to change a definition.
#include "fuzz/mutate/mutate_definitions.hpp"

#include <array>

#include "base/byte_reader.hpp"
#include "base/byte_writer.hpp"
#include "binary/immediates.hpp"
#include "fuzz/mutate/fields.hpp"
#include "fuzz/mutate/mutate_body.hpp"

namespace assay::fuzz {

namespace {

using wasm::Module;

wasm::ValueType some_type(Random& random) {
  base::ByteWriter writer;
  write_changed(writer, FieldKind::value_type, {}, random);
  base::ByteReader reader(writer.bytes());
  return binary::read_value_type(reader);
}

wasm::ValueType some_reference(Random& random) {
  for (;;) {
    const wasm::ValueType type = some_type(random);
    if (type.is_reference()) return type;
  }
}

std::uint32_t some_index(Random& random, std::size_t count) {
  return static_cast<std::uint32_t>(random.one_in(12) ? interesting(random) : random.below(count + 1));
}

void change_types(std::vector<wasm::ValueType>& types, Random& random) {
  if (types.empty() || random.one_in(3)) {
    types.push_back(some_type(random));
  } else if (random.one_in(2)) {
    types.erase(types.begin() + static_cast<std::ptrdiff_t>(random.below(types.size())));
  } else {
    random.pick(types) = some_type(random);
  }
}

void change_sub_type(wasm::SubType& type, std::size_t count, Random& random) {
  switch (random.below(6)) {
    case 0: type.final = !type.final; return;
    case 1:
      if (type.supertypes.empty()) {
        type.supertypes.push_back(wasm::TypeIndex(some_index(random, count)));
      } else {
        type.supertypes.clear();
      }
      return;
    default: break;
  }
  switch (type.kind) {
    case wasm::CompositeKind::func:
      return change_types(random.one_in(2) ? type.func.params : type.func.results, random);
    case wasm::CompositeKind::struct_:
    case wasm::CompositeKind::array: {
      if (type.kind == wasm::CompositeKind::struct_ && (type.fields.empty() || random.one_in(3))) {
        type.fields.push_back({.storage = some_type(random)});
        return;
      }
      wasm::FieldType& field = random.pick(type.fields);
      switch (random.below(3)) {
        case 0:
          field.mutability =
              field.mutability == wasm::Mutability::constant ? wasm::Mutability::variable : wasm::Mutability::constant;
          return;
        case 1: field.storage = random.one_in(2) ? wasm::ValueKind::i8 : wasm::ValueKind::i16; return;
        default: field.storage = some_type(random); return;
      }
    }
  }
}

void change_groups(Module& module, Random& random) {
  auto& groups = module.rec_groups;
  if (groups.size() > 1 && random.one_in(2)) {  // join two
    const std::size_t which = random.below(groups.size() - 1);
    groups[which].count += groups[which + 1].count;
    groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(which) + 1);
    return;
  }
  wasm::RecGroup& group = random.pick(groups);
  if (group.count < 2) return;
  const auto first = static_cast<std::uint32_t>(random.between(1, group.count - 1));
  const wasm::RecGroup rest{.first = wasm::TypeIndex(group.first.value + first), .count = group.count - first};
  group.count = first;
  groups.insert(groups.begin() + (&group - groups.data()) + 1, rest);
}

void change_limits(wasm::Limits& limits, Random& random) {
  switch (random.below(5)) {
    case 0: limits.min = random.below(4); return;
    case 1: limits.min = interesting(random); return;
    case 2: limits.max = random.below(8); return;
    case 3: limits.max.reset(); return;
    default:
      limits.address = limits.address == wasm::AddressType::i32 ? wasm::AddressType::i64 : wasm::AddressType::i32;
      return;
  }
}

void change_memory(wasm::MemoryType& memory, Random& random) {
  switch (random.below(5)) {
    case 0:
      memory.sharing = memory.sharing == wasm::Sharing::shared ? wasm::Sharing::unshared : wasm::Sharing::shared;
      return;
    case 1: memory.page_size_log2 = random.one_in(2) ? 0 : 16; return;
    default: return change_limits(memory.limits, random);
  }
}

void change_export(Module& module, Random& random) {
  auto& exports = module.exports;
  if (exports.empty() || random.one_in(2)) {
    // A new one, under a name that is there already: an import's or another export's, or the empty one.
    wasm::Name name{};
    if (!module.imports.empty()) name = random.pick(module.imports).name;
    exports.push_back({.name = name,
                       .kind = static_cast<wasm::ExternKind>(random.below(5)),
                       .index = some_index(random, module.functions.size())});
    return;
  }
  wasm::Export& chosen = random.pick(exports);
  switch (random.below(3)) {
    case 0: chosen.kind = static_cast<wasm::ExternKind>(random.below(5)); return;
    case 1: chosen.index = some_index(random, module.functions.size()); return;
    default: chosen.name = random.pick(exports).name; return;
  }
}

void change_element(Module& module, Random& random) {
  wasm::ElementSegment& chosen = module.elements[wasm::ElemIndex(random.below(module.elements.size()))];
  switch (random.below(5)) {
    case 0:
      // A segment that becomes active needs an offset.
      if (chosen.mode == wasm::SegmentMode::active) {
        chosen.mode = random.one_in(2) ? wasm::SegmentMode::passive : wasm::SegmentMode::declarative;
      }
      return;
    case 1: chosen.table = wasm::TableIndex(some_index(random, module.tables.size())); return;
    case 2:
      if (chosen.uses_expressions) chosen.type = some_reference(random);
      return;
    default:
      if (chosen.uses_expressions) {
        if (!chosen.expressions.empty()) chosen.expressions.push_back(random.pick(chosen.expressions));
      } else {
        chosen.functions.push_back(wasm::FuncIndex(some_index(random, module.functions.size())));
      }
      return;
  }
}

void change_data(Module& module, Random& random) {
  wasm::DataSegment& chosen = module.data[wasm::DataIndex(random.below(module.data.size()))];
  switch (random.below(3)) {
    case 0:
      if (chosen.mode == wasm::SegmentMode::active) chosen.mode = wasm::SegmentMode::passive;
      return;
    case 1: chosen.memory = wasm::MemoryIndex(some_index(random, module.memories.size())); return;
    default:
      chosen.content.size = static_cast<std::uint32_t>(random.below(std::size_t{chosen.content.size} + 1));
      return;
  }
}

/// Rewrites one expression of a global, table or segment, at the end of the bytes.
void change_expression(Module& module, Random& random) {
  std::vector<wasm::Expression*> all;
  for (auto& global : module.globals) {
    if (global.init.size != 0) all.push_back(&global.init);
  }
  for (auto& table : module.tables) {
    if (table.init) all.push_back(&*table.init);
  }
  for (auto& segment : module.elements) {
    if (segment.mode == wasm::SegmentMode::active) all.push_back(&segment.offset);
    for (auto& item : segment.expressions) all.push_back(&item);
  }
  for (auto& segment : module.data) {
    if (segment.mode == wasm::SegmentMode::active) all.push_back(&segment.offset);
  }
  if (all.empty()) return;
  wasm::Expression& chosen = *random.pick(all);
  const auto old = module.span(chosen);
  const auto other = module.span(*random.pick(all));
  Bytes changed(old.begin(), old.end());
  const Bytes donor = [&] {
    Bytes body = {std::byte{0}};
    body.insert(body.end(), other.begin(), other.end());
    return body;
  }();
  mutate_expression(changed, donor, random);
  chosen = {.offset = static_cast<std::uint32_t>(module.bytes.size()),
            .size = static_cast<std::uint32_t>(changed.size())};
  module.bytes.insert(module.bytes.end(), changed.begin(), changed.end());
}

}  // namespace

void mutate_definitions(Module& module, Random& random) {
  for (int tries = 0; tries < 8; ++tries) {
    switch (random.below(14)) {
      case 0:
      case 1:
        if (module.types.empty()) break;
        return change_sub_type(module.types[wasm::TypeIndex(random.below(module.types.size()))], module.types.size(),
                               random);
      case 2:
        if (module.rec_groups.empty()) break;
        return change_groups(module, random);
      case 3:
        if (module.functions.empty()) break;
        module.functions[wasm::FuncIndex(random.below(module.functions.size()))].type =
            wasm::TypeIndex(some_index(random, module.types.size()));
        return;
      case 4: {
        if (module.tables.empty()) break;
        wasm::TableType& type = module.tables[wasm::TableIndex(random.below(module.tables.size()))].type;
        if (random.one_in(3)) {
          type.element = some_reference(random);
        } else {
          change_limits(type.limits, random);
        }
        return;
      }
      case 5:
        if (module.memories.empty() || random.one_in(5)) {
          if (module.memories.size() < 4) module.memories.push_back({.limits = {.min = 1, .max = 2}});
          return;
        }
        return change_memory(module.memories[wasm::MemoryIndex(random.below(module.memories.size()))], random);
      case 6: {
        if (module.globals.empty()) break;
        wasm::GlobalType& type = module.globals[wasm::GlobalIndex(random.below(module.globals.size()))].type;
        if (random.one_in(3)) {
          type.type = some_type(random);
        } else {
          type.mutability =
              type.mutability == wasm::Mutability::constant ? wasm::Mutability::variable : wasm::Mutability::constant;
        }
        return;
      }
      case 7: return change_export(module, random);
      case 8:
        if (module.start) {
          module.start.reset();
        } else {
          module.start = wasm::FuncIndex(some_index(random, module.functions.size()));
        }
        return;
      case 9:
        if (module.elements.empty()) break;
        return change_element(module, random);
      case 10:
        if (module.data.empty()) break;
        return change_data(module, random);
      case 11:
        module.data_count =
            random.one_in(4) ? some_index(random, module.data.size()) : static_cast<std::uint32_t>(module.data.size());
        return;
      case 12:
        if (module.tags.empty() || random.one_in(4)) {
          module.tags.push_back({wasm::TypeIndex(some_index(random, module.types.size()))});
        } else {
          module.tags[wasm::TagIndex(random.below(module.tags.size()))].type =
              wasm::TypeIndex(some_index(random, module.types.size()));
        }
        return;
      default: return change_expression(module, random);
    }
  }
}

}  // namespace assay::fuzz
