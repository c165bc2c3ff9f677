// What mutants are made from: the modules and texts of the official suite, or of our own scripts, and corpus/seeds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "fuzz/mutate/fields.hpp"

namespace assay::fuzz {

/// Where scripts were looked for and found.
struct ScriptFiles {
  std::vector<std::string> paths;  ///< sorted
  std::string origin;              ///< in words
  bool official = false;
};

/// The official suite's scripts, looked for where scripts/suite.py does, but without downloading: in `suite` unless it
/// is empty, in the environment's ASSAY_SUITE, in ../shared/testsuite beside `root`, in what was downloaded to
/// build/suite. Else the scripts in spectest/cases. `root` is the checkout.
ScriptFiles find_scripts(const std::string& root, const std::string& suite = {});

struct Seeds {
  std::vector<Bytes> modules;      ///< valid ones, then others
  std::size_t valid = 0;           ///< how many of them are valid
  std::vector<std::string> texts;  ///< modules that are well-formed, then others, assertions among them
  std::size_t well_formed = 0;     ///< how many of them are the former
  std::size_t too_large = 0;       ///< left out: how many modules and texts
};

/// The modules of scripts and of the files in corpus/seeds, and their texts, each once.
Seeds load_seeds(const std::string& root, const ScriptFiles& scripts);

/// A file's content; nothing if it cannot be read.
std::string read_file(const std::string& path);

/// The files in a folder with one of these endings, sorted. None if there is no such folder.
std::vector<std::string> files_in(const std::string& folder, std::initializer_list<const char*> endings);

}  // namespace assay::fuzz
