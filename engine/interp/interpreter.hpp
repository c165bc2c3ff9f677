// The interpreter as a tier.
#pragma once

#include "interp/settings.hpp"
#include "runtime/store.hpp"

namespace assay::interp {

/// A tier with these settings, which must outlive it and every store that uses it. The dispatch must be available.
runtime::Tier make_tier(const Settings& settings);

}  // namespace assay::interp
