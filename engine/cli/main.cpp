// assay: runs, checks and converts WebAssembly modules.
#include <algorithm>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.hpp"

int main(int argc, char** argv) {
  using namespace assay::cli;
  CLI::App app("Runs, checks and converts WebAssembly modules, binary or text.", "assay");
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::simple);
  auto status = ExitStatus::success;
  add_run(app, status);
  add_validate(app, status);
  add_parse(app, status);
  add_print(app, status);
  add_inspect(app, status);
  add_variants(app, status);
  add_features(app, status);
  std::vector<std::string> words(argv + 1, argv + argc);
  // Before the arguments of `run` a separator may stand, which means nothing: all its other words are arguments anyway.
  if (const auto separator = std::ranges::find(words, "--"); !words.empty() && words[0] == "run") {
    if (separator != words.end()) words.erase(separator);
  }
  std::ranges::reverse(words);
  try {
    app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : static_cast<int>(ExitStatus::usage);
  }
  std::cout.flush();
  if (!std::cout) {
    std::cerr << "assay: cannot write to standard output\n";
    return static_cast<int>(ExitStatus::usage);
  }
  return static_cast<int>(status);
}
