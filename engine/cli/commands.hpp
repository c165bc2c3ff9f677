// The commands, one file each. Every one adds itself to the command line and, when it is the one given, does its work
// while that is parsed and says how it ended.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/exit_status.hpp"

namespace assay::cli {

void add_run(CLI::App& app, ExitStatus& status);
void add_validate(CLI::App& app, ExitStatus& status);
void add_parse(CLI::App& app, ExitStatus& status);
void add_print(CLI::App& app, ExitStatus& status);
void add_inspect(CLI::App& app, ExitStatus& status);
void add_variants(CLI::App& app, ExitStatus& status);
void add_features(CLI::App& app, ExitStatus& status);

}  // namespace assay::cli
