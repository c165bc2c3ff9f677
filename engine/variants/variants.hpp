// The named configurations that everything is tested in: the only place where their names stand.
#pragma once

#include <span>
#include <string_view>

#include "embedding/config.hpp"

namespace assay::variants {

struct Variant {
  std::string_view name;
  std::string_view purpose;
  embedding::Config config;
};

/// All variants, in the order of reports.
std::span<const Variant> variants();

/// The variant of that name, or null.
const Variant* find(std::string_view name);

/// Why the variant cannot run in this build; empty where it runs.
std::string_view reason_not_to_run(const Variant& variant);

}  // namespace assay::variants
