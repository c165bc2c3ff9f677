// --enable and --disable: which proposals a command works with.
#include "cli/feature_options.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace assay::cli {

namespace {

std::optional<wasm::Feature> find_feature(const std::string& name) {
  for (unsigned i = 0; i < static_cast<unsigned>(wasm::Feature::count_); ++i) {
    const auto feature = static_cast<wasm::Feature>(i);
    if (wasm::feature_facts[feature].name == name) return feature;
  }
  return std::nullopt;
}

std::function<void(const std::vector<std::string>&)> for_each_named(const std::function<void(wasm::Feature)>& act) {
  return [act](const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      const auto feature = find_feature(name);
      if (!feature) throw CLI::ValidationError("no feature named " + name + "; see `assay features`");
      act(*feature);
    }
  };
}

}  // namespace

std::shared_ptr<wasm::Features> add_feature_options(CLI::App& command) {
  auto features = std::make_shared<wasm::Features>();
  const auto enable = [features](wasm::Feature feature) { features->enable(feature); };
  const auto disable = [features](wasm::Feature feature) { features->disable(feature); };
  const auto add = [&command](const char* option, const auto& act, const char* help) {
    command.add_option_function<std::vector<std::string>>(option, for_each_named(act), help)
        ->type_name("FEATURE")
        ->allow_extra_args(false);
  };
  add("--enable", enable, "switch a feature on; may be given several times");
  add("--disable", disable, "switch a feature off; may be given several times");
  return features;
}

}  // namespace assay::cli
