// spectest: runs the scripts of the test suite.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>

#include "spectest/emit_json.hpp"
#include "spectest/worker.hpp"

namespace {

using namespace assay;
using namespace assay::spectest;
using nlohmann::ordered_json;

ordered_json variants_json() {
  ordered_json list = ordered_json::array();
  for (const variants::Variant& variant : variants::variants()) {
    const auto reason = variants::reason_not_to_run(variant);
    list.push_back({{"name", variant.name}, {"runs", reason.empty()}, {"reason", reason}});
  }
  return list;
}

ordered_json build_json() {
#if defined(__clang__)
  const std::string compiler = "clang " __clang_version__;
#else
  const std::string compiler = "g++ " __VERSION__;
#endif
#if defined(__x86_64__)
  const char* machine = "x86_64";
#elif defined(__aarch64__)
  const char* machine = "aarch64";
#else
  const char* machine = "other";
#endif
  return {{"compiler", compiler}, {"preset", ASSAY_PRESET}, {"machine", machine}};
}

ordered_json to_json(const Job& job, const JobResult& result) {
  ordered_json failures = ordered_json::array();
  for (const Failure& failure : result.failures) {
    failures.push_back({{"line", failure.line},
                        {"column", failure.column},
                        {"command", failure.command},
                        {"message", failure.message},
                        {"got", failure.got},
                        {"expected", failure.expected}});
  }
  const Counts& counts = result.assertions;
  return {{"file", job.file},
          {"variant", job.variant->name},
          {"outcome", to_string(result.outcome)},
          {"detail", result.detail},
          {"milliseconds", result.milliseconds},
          {"commands", result.commands},
          {"assertions",
           {{"total", counts.total},
            {"passed", counts.passed},
            {"failed", counts.failed},
            {"not_run", counts.total - counts.passed - counts.failed}}},
          {"failures", std::move(failures)}};
}

void print_failures(const Job& job, const JobResult& result) {
  if (result.outcome == Outcome::unreadable) std::cerr << job.file << ": " << result.detail << "\n";
  for (const Failure& failure : result.failures) {
    std::cerr << job.file << ":" << failure.line << ":" << failure.column << ": [" << job.variant->name << "] "
              << failure.command << ": " << failure.message << "\n";
    if (!failure.got.empty()) std::cerr << "  got       " << failure.got << "\n";
    if (!failure.expected.empty()) std::cerr << "  expected  " << failure.expected << "\n";
  }
}

/// Translates the scripts instead of running them.
int emit_all(const std::vector<std::string>& files, const std::string& folder) {
  int status = 0;
  for (const std::string& file : files) {
    const auto done = emit_json(file, folder);
    if (done) continue;
    std::cerr << file << ": " << wasm::to_string(done.error()) << "\n";
    status = 1;
  }
  return status;
}

int run(int argc, char** argv) {
  CLI::App app("Runs WebAssembly test scripts (.wast), each in a process of its own.");
  std::vector<std::string> names;
  std::vector<std::string> files;
  std::string json_file;
  WorkOptions options;
  options.workers = std::max(1U, std::thread::hardware_concurrency());
  bool quiet = false;
  bool self = false;
  bool here = false;
  std::string emit_folder;
  app.add_option("--variant", names, "a variant to run in; may be given several times (default: all that run)")
      ->allow_extra_args(false);
  app.add_option("--jobs", options.workers, "processes at a time")->check(CLI::Range(1, 256));
  app.add_option("--timeout", options.timeout_seconds, "seconds for one script")->check(CLI::Range(0.001, 86400.0));
  app.add_option("--json", json_file, "write results to this file");
  app.add_flag("--quiet", quiet, "say nothing but failures");
  app.add_flag("--self", self, "provide the imports with which scripts test the runner itself");
  app.add_flag("--in-process", here, "run everything in this process, on one thread");
  app.add_option("--emit-json", emit_folder, "translate the scripts into this folder instead of running them");
  app.add_option("FILE", files, "scripts")->required();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (!emit_folder.empty()) return emit_all(files, emit_folder);
  options.self_test = self ? SelfTest::on : SelfTest::off;

  std::vector<const variants::Variant*> chosen;
  for (const std::string& name : names) {
    const variants::Variant* variant = variants::find(name);
    if (variant == nullptr) {
      std::cerr << "spectest: no variant named " << name << "\n";
      return 2;
    }
    if (const auto reason = variants::reason_not_to_run(*variant); !reason.empty()) {
      std::cerr << "spectest: " << name << " does not run in this build: " << reason << "\n";
      return 2;
    }
    chosen.push_back(variant);
  }
  if (names.empty()) {
    for (const variants::Variant& variant : variants::variants()) {
      if (variants::reason_not_to_run(variant).empty()) chosen.push_back(&variant);
    }
  }

  std::vector<Job> jobs;
  for (const std::string& file : files) {
    for (const variants::Variant* variant : chosen) jobs.push_back({file, variant});
  }
  std::size_t finished = 0;
  std::uint64_t passed = 0;
  std::uint64_t failed = 0;
  bool all_passed = true;
  const bool terminal = isatty(STDERR_FILENO) != 0;
  const auto done = [&](std::size_t index, const JobResult& result) {
    ++finished;
    passed += result.assertions.passed;
    failed += result.assertions.total - result.assertions.passed;
    if (result.outcome != Outcome::passed) all_passed = false;
    if (!quiet) {
      std::cerr << (terminal ? "\r\033[K" : "") << "[" << finished << "/" << jobs.size() << "] "
                << jobs[index].variant->name << " " << jobs[index].file << ": " << to_string(result.outcome) << ", "
                << result.assertions.passed << "/" << result.assertions.total
                << (terminal && result.outcome == Outcome::passed ? "" : "\n") << std::flush;
    }
    print_failures(jobs[index], result);
  };
  const auto results = here ? run_here(jobs, options, done) : run_in_workers(jobs, options, done);
  if (!quiet) {
    std::cerr << (terminal ? "\r\033[K" : "");
    std::cout << passed << " passed, " << failed << " failed\n";
  }

  if (!json_file.empty()) {
    ordered_json list = ordered_json::array();
    for (std::size_t i = 0; i < jobs.size(); ++i) list.push_back(to_json(jobs[i], results[i]));
    const ordered_json report = {{"format", 1},
                                 {"engine", "assay"},
                                 {"build", build_json()},
                                 {"variants", variants_json()},
                                 {"files", std::move(list)}};
    std::ofstream out(json_file, std::ios::binary);
    out << report.dump(1, ' ', false, ordered_json::error_handler_t::replace) << "\n";
    out.close();
    if (!out) {
      std::cerr << "spectest: cannot write " << json_file << "\n";
      return 2;
    }
  }
  return all_passed ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "spectest: " << error.what() << "\n";
    return 2;
  }
}
