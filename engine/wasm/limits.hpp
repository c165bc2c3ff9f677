// Implementation limits, once: those of the JS API's appendix, each tested at the limit and one above.
#pragma once

#include <cstdint>

namespace assay::wasm {

/// spec (JS API): "Implementation-defined Limits". A module beyond one is refused with ErrorKind::limit.
struct ImplementationLimits {
  std::uint64_t module_bytes = 1'073'741'824;
  std::uint32_t types = 1'000'000;
  std::uint32_t rec_groups = 1'000'000;
  std::uint32_t rec_group_types = 1'000'000;
  std::uint32_t subtype_depth = 63;
  std::uint32_t functions = 1'000'000;
  std::uint32_t imports = 1'000'000;
  std::uint32_t exports = 1'000'000;
  std::uint32_t globals = 1'000'000;
  std::uint32_t tags = 1'000'000;
  std::uint32_t data_segments = 100'000;
  std::uint32_t tables = 100'000;
  std::uint32_t memories = 100;
  std::uint32_t table_elements = 10'000'000;
  std::uint32_t element_segments = 10'000'000;
  std::uint32_t params = 1'000;
  std::uint32_t results = 1'000;
  std::uint32_t function_bytes = 7'654'321;
  std::uint32_t locals = 50'000;
  std::uint32_t struct_fields = 10'000;
  std::uint32_t array_new_fixed = 10'000;
  std::uint32_t br_table_labels = 1'000'000;
  std::uint32_t try_table_catches = 10'000;
  std::uint64_t memory32_pages = 65'536;   ///< of 64 KiB
  std::uint64_t memory64_pages = 262'144;  ///< of 64 KiB: 16 GiB
  std::uint32_t name_bytes = 100'000;
};

inline constexpr ImplementationLimits implementation_limits{};

}  // namespace assay::wasm
