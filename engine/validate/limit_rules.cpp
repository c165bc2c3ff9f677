// Implementation limits that the decoder applies to binaries, for modules of any origin.
#include <array>
#include <cstdint>
#include <string>

#include "validate/module_rules.hpp"

namespace assay::validate {

namespace {

/// Something counted, and how many there may be.
struct Count {
  const char* message;
  std::uint64_t found;
  std::uint64_t limit;
};

wasm::Result<void> check_count(const Count& count) {
  if (count.found <= count.limit) return {};
  return refusal(wasm::ErrorKind::limit, count.message,
                 std::to_string(count.found) + ", limit " + std::to_string(count.limit));
}

wasm::Result<void> check_type(const wasm::SubType& type, const wasm::ImplementationLimits& limits) {
  if (auto checked = check_count({"too many parameters", type.func.params.size(), limits.params}); !checked) {
    return checked;
  }
  if (auto checked = check_count({"too many results", type.func.results.size(), limits.results}); !checked) {
    return checked;
  }
  return check_count({"too many fields", type.fields.size(), limits.struct_fields});
}

}  // namespace

wasm::Result<void> check_limits(const wasm::Module& module, const wasm::ImplementationLimits& limits) {
  const std::array counts = {
      Count{"module too long", module.bytes.size(), limits.module_bytes},
      Count{"too many types", module.types.size(), limits.types},
      Count{"too many recursion groups", module.rec_groups.size(), limits.rec_groups},
      Count{"too many imports", module.imports.size(), limits.imports},
      Count{"too many functions", module.functions.size(), limits.functions},
      Count{"too many tables", module.tables.size(), limits.tables},
      Count{"too many memories", module.memories.size(), limits.memories},
      Count{"too many globals", module.globals.size(), limits.globals},
      Count{"too many tags", module.tags.size(), limits.tags},
      Count{"too many exports", module.exports.size(), limits.exports},
      Count{"too many element segments", module.elements.size(), limits.element_segments},
      Count{"too many data segments", module.data.size(), limits.data_segments},
  };
  for (const Count& count : counts) {
    if (auto checked = check_count(count); !checked) return checked;
  }
  for (const wasm::RecGroup& group : module.rec_groups) {
    const Count count{"too many types in a recursion group", group.count, limits.rec_group_types};
    if (auto checked = check_count(count); !checked) return checked;
  }
  for (const wasm::SubType& type : module.types) {
    if (auto checked = check_type(type, limits); !checked) return checked;
  }
  for (const wasm::ElementSegment& segment : module.elements) {
    const Count count{"too many elements in a segment", segment.size(), limits.table_elements};
    if (auto checked = check_count(count); !checked) return checked;
  }
  return {};
}

}  // namespace assay::validate
