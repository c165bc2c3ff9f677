// assay parse: from text to the binary format.
#include <unistd.h>

#include <memory>
#include <string>

#include "binary/encode.hpp"
#include "cli/commands.hpp"
#include "cli/feature_options.hpp"
#include "cli/load.hpp"
#include "cli/report.hpp"

namespace assay::cli {

namespace {

struct Options {
  std::string file;
  std::string out = "-";
  bool names = false;
};

ExitStatus parse(const Options& options, wasm::Features features) {
  if (options.out == "-" && isatty(STDOUT_FILENO) != 0) {
    return report("assay parse", {.kind = wasm::ErrorKind::usage,
                                  .message = "a binary module is nothing for a terminal",
                                  .detail = "name a file with -o, or -o /dev/stdout"});
  }
  const auto input = read_input(options.file);
  if (!input) return report(name_of_input(options.file), input.error());
  const auto names = options.names ? text::IdentifierNames::keep : text::IdentifierNames::forget;
  const auto parsed = read_module(*input, features, names);
  if (!parsed) return report(input->name, parsed.error());
  const auto bytes = binary::encode(parsed->module);
  const auto written = write_output(options.out, as_text(bytes));
  return written ? ExitStatus::success : report(options.out, written.error());
}

}  // namespace

void add_parse(CLI::App& app, ExitStatus& status) {
  CLI::App& command = *app.add_subcommand("parse", "Convert a module to the binary format, without validating it");
  auto options = std::make_shared<Options>();
  command.add_option("FILE", options->file, "a module as text (or binary, to encode it anew); - is standard input")
      ->required();
  command.add_option("-o,--output", options->out, "where to write; by default standard output")->type_name("FILE");
  command.add_flag("--names", options->names, "keep identifiers, as a name section");
  const auto features = add_feature_options(command);
  command.callback([&status, options, features] { status = parse(*options, *features); });
}

}  // namespace assay::cli
