// --enable and --disable: which proposals a command works with.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>

#include "wasm/feature.hpp"

namespace assay::cli {

/// Adds the two options. The features are those by default until the command line has been parsed.
std::shared_ptr<wasm::Features> add_feature_options(CLI::App& command);

}  // namespace assay::cli
