// Errors, as one line on standard error that editors can follow.
#pragma once

#include <string_view>

#include "cli/exit_status.hpp"
#include "wasm/error.hpp"

namespace assay::cli {

/// Prints `NAME:LINE:COLUMN: kind: message: detail`, or `NAME: byte 0x2a: ...`, and tells the status that goes with it.
ExitStatus report(std::string_view name, const wasm::Error& error);

}  // namespace assay::cli
