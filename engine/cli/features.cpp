// assay features: the proposals that can be switched on and off.
#include "wasm/feature.hpp"

#include <iomanip>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"

namespace assay::cli {

namespace {

void print_json() {
  auto list = nlohmann::ordered_json::array();
  for (const wasm::FeatureFacts& facts : wasm::feature_facts) {
    list.push_back({{"name", facts.name}, {"folder", facts.folder}, {"default", facts.on_by_default}});
  }
  std::cout << list.dump(1) << "\n";
}

void print_text() {
  for (const wasm::FeatureFacts& facts : wasm::feature_facts) {
    std::cout << std::left << std::setw(26) << facts.name << (facts.on_by_default ? "on" : "off") << "\n";
  }
}

}  // namespace

void add_features(CLI::App& app, ExitStatus&) {
  CLI::App& command = *app.add_subcommand("features", "List the proposals, and which are on by default");
  auto json = std::make_shared<bool>(false);
  command.add_flag("--json", *json, R"(as [{"name", "folder", "default"}])");
  command.callback([json] { *json ? print_json() : print_text(); });
}

}  // namespace assay::cli
