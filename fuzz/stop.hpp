// How a fuzz target says that it has found something.
#pragma once

#include <cstdio>
#include <cstdlib>

#include "fuzz/check/verdict.hpp"

namespace assay::fuzz {

/// Ends the process, with words, where the verdict has a finding.
inline void stop_at(const Verdict& verdict) {
  if (verdict.finding.empty()) return;
  std::fprintf(stderr, "FINDING %s\n", verdict.finding.c_str());
  std::abort();
}

}  // namespace assay::fuzz
