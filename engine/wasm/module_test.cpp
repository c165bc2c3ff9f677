// Modules are the same when they say the same, wherever their bytes lie.
#include "wasm/module.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string_view>
#include <vector>

namespace assay::wasm {
namespace {

/// Appends bytes to a module and tells where.
ByteRange put(Module& module, std::string_view text) {
  const ByteRange range{static_cast<std::uint32_t>(module.bytes.size()), static_cast<std::uint32_t>(text.size())};
  for (const char c : text) module.bytes.push_back(static_cast<std::byte>(c));
  return range;
}

/// A module with one of everything; `padding` moves its bytes about.
Module sample(std::string_view padding = "") {
  Module module;
  put(module, padding);
  SubType type;
  type.func.params = {i32};
  module.types.push_back(type);
  module.rec_groups.push_back({TypeIndex(0U), 1});
  module.imports.push_back({put(module, "host"), put(module, "log"), ExternKind::func, 0});
  module.functions.push_back({TypeIndex(0U), {}});
  put(module, padding);
  module.functions.push_back({TypeIndex(0U), put(module, "\x00\x0B")});
  module.tables.push_back({.type = {}, .init = put(module, "init")});
  module.memories.push_back({});
  module.tags.push_back({TypeIndex(0U)});
  module.globals.push_back({{i32, Mutability::variable}, put(module, "value")});
  module.exports.push_back({put(module, "run"), ExternKind::func, 1});
  module.start = FuncIndex(1U);
  module.elements.push_back({.mode = SegmentMode::active,
                             .table = TableIndex(0U),
                             .offset = put(module, "offset"),
                             .type = funcref,
                             .uses_expressions = true,
                             .functions = {},
                             .expressions = {put(module, "item"), put(module, "item")}});
  module.elements.push_back({});
  module.elements.back().functions = {FuncIndex(0U)};
  module.data_count = 1;
  module.data.push_back({SegmentMode::active, MemoryIndex(0U), put(module, "there"), put(module, "content")});
  module.customs.push_back({put(module, "name"), put(module, "names"), SectionId::data});
  module.imported_functions = 1;
  return module;
}

TEST(SameModule, IgnoresWhereBytesLie) {
  EXPECT_TRUE(same_module(Module{}, Module{}));
  EXPECT_TRUE(same_module(sample(), sample("some padding")));
}

TEST(SameModule, SeesEveryDifference) {
  const std::vector<std::function<void(Module&)>> changes = {
      [](Module& m) { m.types[TypeIndex(0U)].func.results = {i64}; },
      [](Module& m) { m.rec_groups.push_back({TypeIndex(0U), 1}); },
      [](Module& m) { m.imports[0].module = put(m, "hose"); },
      [](Module& m) { m.imports[0].name = put(m, "lo"); },
      [](Module& m) { m.imports[0].kind = ExternKind::tag; },
      [](Module& m) { m.imports[0].index = 1; },
      [](Module& m) { m.functions[FuncIndex(1U)].body = put(m, "\x01\x0B"); },
      [](Module& m) { m.functions[FuncIndex(1U)].type = TypeIndex(1U); },
      [](Module& m) { m.tables[TableIndex(0U)].init.reset(); },
      [](Module& m) { m.tables[TableIndex(0U)].init = put(m, "fini"); },
      [](Module& m) { m.tables[TableIndex(0U)].type.limits.max = 3; },
      [](Module& m) { m.memories[MemoryIndex(0U)].sharing = Sharing::shared; },
      [](Module& m) { m.tags[TagIndex(0U)].type = TypeIndex(1U); },
      [](Module& m) { m.globals[GlobalIndex(0U)].init = put(m, "values"); },
      [](Module& m) { m.globals[GlobalIndex(0U)].type.mutability = Mutability::constant; },
      [](Module& m) { m.exports[0].name = put(m, "ran"); },
      [](Module& m) { m.exports[0].index = 0; },
      [](Module& m) { m.exports.pop_back(); },
      [](Module& m) { m.start.reset(); },
      [](Module& m) { m.elements[ElemIndex(0U)].expressions.pop_back(); },
      [](Module& m) { m.elements[ElemIndex(0U)].offset = put(m, "offend"); },
      [](Module& m) { m.elements[ElemIndex(1U)].functions[0] = FuncIndex(1U); },
      [](Module& m) { m.elements[ElemIndex(1U)].mode = SegmentMode::declarative; },
      [](Module& m) { m.data_count.reset(); },
      [](Module& m) { m.data[DataIndex(0U)].content = put(m, "Content"); },
      [](Module& m) { m.data[DataIndex(0U)].mode = SegmentMode::passive; },
      [](Module& m) { m.customs[0].content = put(m, "namer"); },
      [](Module& m) { m.customs[0].after = SectionId::custom; },
      [](Module& m) { m.customs.pop_back(); },
      [](Module& m) { m.imported_functions = 0; },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Module changed = sample();
    changes[i](changed);
    EXPECT_FALSE(same_module(sample(), changed)) << "change " << i;
    EXPECT_FALSE(same_module(changed, sample())) << "change " << i;
  }
}

}  // namespace
}  // namespace assay::wasm
