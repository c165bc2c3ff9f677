// Which features a script of the official suite is run with.
#include "spectest/suite_features.hpp"

#include <filesystem>
#include <string>

namespace assay::spectest {

using wasm::Feature;

namespace {

bool lies_in(std::string_view folder, std::string_view part) {
  return folder == part || (folder.ends_with(part) && folder[folder.size() - part.size() - 1] == '/');
}

/// Whether the folder belongs to a release or a proposal of the suite.
bool is_suite(const std::filesystem::path& folder) {
  std::error_code ignored;
  return std::filesystem::is_directory(folder / "proposals", ignored) ||
         std::filesystem::is_directory(folder.parent_path() / "proposals", ignored) ||
         folder.parent_path().filename() == "proposals";
}

template <class Do>
void for_each_feature(const Do& act) {
  for (unsigned i = 0; i < static_cast<unsigned>(Feature::count_); ++i) act(static_cast<Feature>(i));
}

}  // namespace

wasm::Features features_of(std::string_view path, wasm::Features features) {
  const std::filesystem::path folder = std::filesystem::absolute(path).lexically_normal().parent_path();
  if (!is_suite(folder)) return features;
  const std::string name = folder.generic_string();
  const wasm::Features given = features;
  for_each_feature([&](Feature feature) {
    if (wasm::feature_facts[feature].folder.starts_with("proposals/")) features.disable(feature);
  });
  for_each_feature([&](Feature feature) {
    const wasm::FeatureFacts& facts = wasm::feature_facts[feature];
    if (facts.folder.empty() || !lies_in(name, facts.folder) || !given.has(feature)) return;
    features.enable(feature);
    if (facts.folder_predates_release_3) {
      features.disable(Feature::multi_memory).disable(Feature::memory64).disable(Feature::reference_types);
    }
  });
  return features;
}

}  // namespace assay::spectest
