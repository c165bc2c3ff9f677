// Runs scripts in processes of their own, so that a crash or a hang in one hides nothing of the others.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "spectest/result.hpp"
#include "spectest/run_file.hpp"

namespace assay::spectest {

struct Job {
  std::string file;
  const variants::Variant* variant = nullptr;
};

struct JobResult {
  Outcome outcome = Outcome::passed;
  std::string detail;
  double milliseconds = 0;
  std::uint32_t commands = 0;
  Counts assertions;
  std::vector<Failure> failures;  ///< by line, then column
};

struct WorkOptions {
  unsigned workers = 1;
  double timeout_seconds = 120;
  SelfTest self_test = SelfTest::off;
};

/// Runs every job, at most `workers` at once, each in a process of its own; `done` is called as each ends. Results are
/// in the order of the jobs.
std::vector<JobResult> run_in_workers(const std::vector<Job>& jobs, const WorkOptions& options,
                                      const std::function<void(std::size_t job, const JobResult& result)>& done);

/// Runs every job in this process, one after the other.
std::vector<JobResult> run_here(const std::vector<Job>& jobs, const WorkOptions& options,
                                const std::function<void(std::size_t job, const JobResult& result)>& done);

}  // namespace assay::spectest
