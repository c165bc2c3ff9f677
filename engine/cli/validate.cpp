// assay validate: whether modules are valid.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/feature_options.hpp"
#include "cli/load.hpp"
#include "cli/report.hpp"

namespace assay::cli {

void add_validate(CLI::App& app, ExitStatus& status) {
  CLI::App& command = *app.add_subcommand("validate", "Check modules; says nothing about valid ones");
  auto files = std::make_shared<std::vector<std::string>>();
  command.add_option("FILE", *files, "modules, binary or text; - is standard input")->required();
  const auto features = add_feature_options(command);
  command.callback([&status, files, features] {
    embedding::Engine engine({.features = *features});
    for (const std::string& file : *files) {
      const auto module = load(engine, file);
      if (!module) status = std::max(status, report(name_of_input(file), module.error()));
    }
  });
}

}  // namespace assay::cli
