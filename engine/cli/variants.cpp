// assay variants: the named configurations, and which of them this build runs.
#include "variants/variants.hpp"

#include <iomanip>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"

namespace assay::cli {

namespace {

void print_json() {
  auto list = nlohmann::ordered_json::array();
  for (const variants::Variant& variant : variants::variants()) {
    const auto reason = variants::reason_not_to_run(variant);
    list.push_back({{"name", variant.name}, {"runs", reason.empty()}, {"reason", reason}});
  }
  std::cout << list.dump(1) << "\n";
}

void print_text() {
  for (const variants::Variant& variant : variants::variants()) {
    const auto reason = variants::reason_not_to_run(variant);
    std::cout << std::left << std::setw(18) << variant.name << variant.purpose;
    if (!reason.empty()) std::cout << " (does not run in this build: " << reason << ")";
    std::cout << "\n";
  }
}

}  // namespace

void add_variants(CLI::App& app, ExitStatus&) {
  CLI::App& command = *app.add_subcommand("variants", "List the named configurations");
  auto json = std::make_shared<bool>(false);
  command.add_flag("--json", *json, R"(as [{"name", "runs", "reason"}])");
  command.callback([json] { *json ? print_json() : print_text(); });
}

}  // namespace assay::cli
