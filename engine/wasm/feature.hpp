// The proposals the engine knows, each a switch.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/enum_table.hpp"

namespace assay::wasm {

enum class Feature : std::uint8_t {
  mvp,
  mutable_globals,
  sign_extension,
  saturating_float_to_int,
  multi_value,
  bulk_memory,
  reference_types,
  simd,
  relaxed_simd,
  extended_const,
  tail_calls,
  function_references,
  gc,
  exceptions,
  memory64,
  multi_memory,
  custom_annotations,
  branch_hinting,
  threads,
  wide_arithmetic,
  custom_page_sizes,
  legacy_exceptions,
  count_,
};

struct FeatureFacts {
  std::string_view name{};    ///< command-line and report name
  std::string_view folder{};  ///< folder of the official suite with its scripts; empty: the suite's top level
  bool on_by_default = true;
  /// The folder's scripts were written before multi-memory, memory64 and more than one table, and say so.
  bool folder_predates_release_3 = false;
};

inline constexpr base::EnumTable<Feature, FeatureFacts> feature_facts{{
    {Feature::mvp, {.name = "mvp"}},
    {Feature::mutable_globals, {.name = "mutable-globals"}},
    {Feature::sign_extension, {.name = "sign-extension"}},
    {Feature::saturating_float_to_int, {.name = "saturating-float-to-int"}},
    {Feature::multi_value, {.name = "multi-value"}},
    {Feature::bulk_memory, {.name = "bulk-memory"}},
    {Feature::reference_types, {.name = "reference-types"}},
    {Feature::simd, {.name = "simd"}},
    {Feature::relaxed_simd, {.name = "relaxed-simd"}},
    {Feature::extended_const, {.name = "extended-const"}},
    {Feature::tail_calls, {.name = "tail-calls"}},
    {Feature::function_references, {.name = "function-references"}},
    {Feature::gc, {.name = "gc"}},
    {Feature::exceptions, {.name = "exceptions"}},
    {Feature::memory64, {.name = "memory64"}},
    {Feature::multi_memory, {.name = "multi-memory"}},
    {Feature::custom_annotations, {.name = "custom-annotations", .folder = "custom"}},
    {Feature::branch_hinting, {.name = "branch-hinting", .folder = "custom"}},
    {Feature::threads, {.name = "threads", .folder = "proposals/threads", .folder_predates_release_3 = true}},
    {Feature::wide_arithmetic, {.name = "wide-arithmetic", .folder = "proposals/wide-arithmetic"}},
    {Feature::custom_page_sizes, {.name = "custom-page-sizes", .folder = "proposals/custom-page-sizes"}},
    {Feature::legacy_exceptions, {.name = "legacy-exceptions", .folder = "legacy"}},
}};

/// A set of features: a value.
class Features {
 public:
  /// Everything that is on by default.
  constexpr Features() {
    for (unsigned i = 0; i < static_cast<unsigned>(Feature::count_); ++i) {
      if (feature_facts[static_cast<Feature>(i)].on_by_default) bits_ |= 1U << i;
    }
  }
  [[nodiscard]] constexpr bool has(Feature feature) const {
    return (bits_ >> static_cast<unsigned>(feature) & 1U) != 0;
  }
  constexpr Features& enable(Feature feature) {
    bits_ |= 1U << static_cast<unsigned>(feature);
    return *this;
  }
  constexpr Features& disable(Feature feature) {
    bits_ &= ~(1U << static_cast<unsigned>(feature));
    return *this;
  }
  friend constexpr bool operator==(Features, Features) = default;

 private:
  std::uint32_t bits_ = 0;
};

}  // namespace assay::wasm
