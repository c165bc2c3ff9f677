// assay print: from the binary format to text.
#include "text/print.hpp"

#include <memory>
#include <string>

#include "cli/commands.hpp"
#include "cli/feature_options.hpp"
#include "cli/load.hpp"
#include "cli/report.hpp"

namespace assay::cli {

namespace {

struct Options {
  std::string file;
  std::string out = "-";
  bool no_names = false;
};

ExitStatus print(const Options& options, wasm::Features features) {
  const auto input = read_input(options.file);
  if (!input) return report(name_of_input(options.file), input.error());
  const auto read = read_module(*input, features, text::IdentifierNames::keep);
  if (!read) return report(input->name, read.error());
  const auto names = options.no_names ? text::PrintedNames::ignore : text::PrintedNames::use;
  const auto written = write_output(options.out, text::print(read->module, {.names = names}));
  return written ? ExitStatus::success : report(options.out, written.error());
}

}  // namespace

void add_print(CLI::App& app, ExitStatus& status) {
  CLI::App& command = *app.add_subcommand("print", "Convert a module to text, without validating it");
  auto options = std::make_shared<Options>();
  command.add_option("FILE", options->file, "a binary module (or text, to write it anew); - is standard input")
      ->required();
  command.add_option("-o,--output", options->out, "where to write; by default standard output")->type_name("FILE");
  command.add_flag("--no-names", options->no_names, "do not make identifiers of the name section");
  const auto features = add_feature_options(command);
  command.callback([&status, options, features] { status = print(*options, *features); });
}

}  // namespace assay::cli
