// What is said when a call ends by a trap: where, and who had called.
#pragma once

#include <string>

#include "cli/load.hpp"
#include "runtime/store.hpp"

namespace assay::cli {

/// Prints to standard error, for each call that was under way, its function and the place it had come to: line and
/// column of a text, else the offset in the binary.
void report_backtrace(const runtime::Store& store, const LoadedModule& loaded);

}  // namespace assay::cli
