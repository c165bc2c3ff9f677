// assay inspect: what a module holds.
#include <iostream>
#include <memory>
#include <string>

#include "cli/commands.hpp"
#include "cli/feature_options.hpp"
#include "cli/load.hpp"
#include "cli/report.hpp"

namespace assay::cli {

namespace {

ExitStatus inspect(const std::string& file, wasm::Features features) {
  const auto input = read_input(file);
  if (!input) return report(file, input.error());
  const auto read = read_module(*input, features, text::IdentifierNames::keep);
  if (!read) return report(input->name, read.error());
  const wasm::Module& module = read->module;
  const auto line = [](const char* what, std::size_t count, std::size_t imported) {
    std::cout << what << ": " << count;
    if (imported > 0) std::cout << ", " << imported << " imported";
    std::cout << '\n';
  };
  line("types", module.types.size(), 0);
  line("functions", module.functions.size(), module.imported_functions);
  line("tables", module.tables.size(), module.imported_tables);
  line("memories", module.memories.size(), module.imported_memories);
  line("tags", module.tags.size(), module.imported_tags);
  line("globals", module.globals.size(), module.imported_globals);
  line("element segments", module.elements.size(), 0);
  line("data segments", module.data.size(), 0);
  for (const wasm::Import& import : module.imports) {
    std::cout << "import " << wasm::to_string(import.kind) << " " << module.text(import.module) << "."
              << module.text(import.name) << '\n';
  }
  for (const wasm::Export& exported : module.exports) {
    std::cout << "export " << wasm::to_string(exported.kind) << " " << exported.index << " "
              << module.text(exported.name) << '\n';
  }
  if (module.start) std::cout << "start " << module.start->value << '\n';
  for (const wasm::CustomSection& custom : module.customs) {
    std::cout << "custom section " << module.text(custom.name) << ": " << custom.content.size << " bytes\n";
  }
  return ExitStatus::success;
}

}  // namespace

void add_inspect(CLI::App& app, ExitStatus& status) {
  CLI::App& command = *app.add_subcommand("inspect", "Say what a module holds, without validating it");
  auto file = std::make_shared<std::string>();
  command.add_option("FILE", *file, "a module, binary or text; - is standard input")->required();
  const auto features = add_feature_options(command);
  command.callback([&status, file, features] { status = inspect(*file, *features); });
}

}  // namespace assay::cli
