// The campaign: workers, each with every n-th mutant, and what they leave behind in shared memory.
#include "fuzz/campaign.hpp"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <system_error>

#include "fuzz/check/check_module.hpp"
#include "fuzz/check/check_text.hpp"
#include "fuzz/mutate/mutate_module.hpp"
#include "fuzz/mutate/mutate_text.hpp"

namespace assay::fuzz {

const char* to_string(Kind kind) {
  return kind == Kind::modules ? "modules" : "texts";
}

std::string mutant(Kind kind, const Seeds& seeds, std::uint64_t seed, std::uint64_t index) {
  Random random(seed, index);
  if (kind == Kind::texts) {
    const auto texts = std::span(seeds.texts);
    const bool only_well_formed = seeds.well_formed != 0 && random.percent(75);
    return mutate_text(only_well_formed ? texts.first(seeds.well_formed) : texts, random);
  }
  // Mostly of valid modules: few mutants of others reach a body.
  const auto modules = std::span(seeds.modules);
  const bool only_valid = seeds.valid != 0 && random.percent(85);
  const Bytes bytes = mutate_module(only_valid ? modules.first(seeds.valid) : modules, random);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Verdict check(Kind kind, std::string_view input) {
  return kind == Kind::texts ? check_text(input) : check_module(std::as_bytes(std::span(input)));
}

void Tally::add(const Verdict& verdict) {
  ++checked;
  ++stages[static_cast<std::size_t>(verdict.stage)];
  if (verdict.had_bodies) ++with_bodies;
  if (verdict.ran == Ran::ended) ++ran;
  if (verdict.ran == Ran::unlinkable) ++unlinkable;
}

void Tally::add(const Tally& other) {
  checked += other.checked;
  for (std::size_t i = 0; i < stages.size(); ++i) stages[i] += other.stages[i];
  with_bodies += other.with_bodies;
  ran += other.ran;
  unlinkable += other.unlinkable;
  if (other.slowest_microseconds > slowest_microseconds) {
    slowest_microseconds = other.slowest_microseconds;
    slowest_index = other.slowest_index;
  }
  memory_peak_kib = std::max(memory_peak_kib, other.memory_peak_kib);
}

namespace {

constexpr std::uint64_t memory_growth_kib_max = std::uint64_t{1} << 20U;
constexpr double clock_seconds_per_processor_second = 30;

// Exit status of a worker that has put a finding into its slot.
constexpr int status_finding = 3;

/// What a worker tells, in memory that outlives it.
struct Slot {
  std::uint64_t current = 0;  ///< the mutant being checked
  bool done = false;
  Tally tally;
  std::array<char, 4096> finding{};
};

struct Usage {
  std::uint64_t microseconds = 0;
  std::uint64_t memory_kib = 0;
};

Usage usage() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto microseconds =
      (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1'000'000 + used.ru_utime.tv_usec + used.ru_stime.tv_usec;
  return {static_cast<std::uint64_t>(microseconds), static_cast<std::uint64_t>(used.ru_maxrss)};
}

/// The process is ended by SIGPROF or SIGALRM unless this is called again in time; 0 calls it off.
void set_alarms(double seconds) {
  const auto set = [](__itimer_which which, double value) {
    itimerval timer{};
    timer.it_value.tv_sec = static_cast<time_t>(value);
    timer.it_value.tv_usec = static_cast<suseconds_t>((value - std::floor(value)) * 1e6);
    setitimer(which, &timer, nullptr);
  };
  set(ITIMER_PROF, seconds);
  set(ITIMER_REAL, seconds * clock_seconds_per_processor_second);
}

class Campaign {
 public:
  Campaign(Kind kind, const Seeds& seeds, const CampaignOptions& options, const Check& act)
      : kind_(kind), seeds_(seeds), options_(options), act_(act) {
    const std::size_t bytes = sizeof(Slot) * options.jobs;
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    slots_ = std::span(static_cast<Slot*>(memory), options.jobs);
    for (Slot& slot : slots_) new (&slot) Slot();
  }
  ~Campaign() { munmap(slots_.data(), slots_.size_bytes()); }
  Campaign(const Campaign&) = delete;
  Campaign& operator=(const Campaign&) = delete;

  CampaignReport run() {
    std::vector<pid_t> workers(options_.jobs);
    for (unsigned i = 0; i < options_.jobs; ++i) workers[i] = start(i, options_.first + i);
    std::size_t running = workers.size();
    while (running > 0) {
      int status = 0;
      const pid_t ended = waitpid(-1, &status, 0);
      if (ended < 0) throw std::system_error(errno, std::generic_category(), "waitpid");
      const auto found = std::ranges::find(workers, ended);
      if (found == workers.end()) continue;
      const auto worker = static_cast<unsigned>(found - workers.begin());
      Slot& slot = slots_[worker];
      if (slot.done && status == 0) {
        --running;
        continue;
      }
      report_.findings.push_back({slot.current, describe(slot, status)});
      if (slot.done) {
        --running;  // it has done its part, and something was wrong at its end: a leak
      } else {
        *found = start(worker, slot.current + options_.jobs);
      }
    }
    for (const Slot& slot : slots_) report_.tally.add(slot.tally);
    std::ranges::sort(report_.findings, {}, &Finding::index);
    return std::move(report_);
  }

 private:
  pid_t start(unsigned worker, std::uint64_t index) {
    const pid_t child = fork();
    if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
    if (child == 0) {
      work(slots_[worker], index);
      // With the handlers of sanitizers and coverage.
      std::exit(0);
    }
    return child;
  }

  void work(Slot& slot, std::uint64_t index) {
    const std::uint64_t end = options_.first + options_.count;
    for (; index < end; index += options_.jobs) {
      slot.current = index;
      const Usage before = usage();
      set_alarms(options_.seconds_per_input);
      Verdict verdict = act_(kind_, mutant(kind_, seeds_, options_.seed, index));
      set_alarms(0);
      const Usage after = usage();
      slot.tally.add(verdict);
      const std::uint64_t took = after.microseconds - before.microseconds;
      if (took > slot.tally.slowest_microseconds) {
        slot.tally.slowest_microseconds = took;
        slot.tally.slowest_index = index;
      }
      slot.tally.memory_peak_kib = std::max(slot.tally.memory_peak_kib, after.memory_kib);
      if (after.memory_kib - before.memory_kib > memory_growth_kib_max) {
        verdict.finding += "took " + std::to_string((after.memory_kib - before.memory_kib) / 1024) + " MiB";
      }
      if (verdict.finding.empty()) continue;
      std::strncpy(slot.finding.data(), verdict.finding.c_str(), slot.finding.size() - 1);
      std::exit(status_finding);
    }
    slot.done = true;
  }

  static std::string describe(Slot& slot, int status) {
    if (WIFEXITED(status) && WEXITSTATUS(status) == status_finding) {
      std::string what = slot.finding.data();
      slot.finding.fill(0);
      return what;
    }
    if (WIFEXITED(status)) {
      return std::string(slot.done ? "at the end: " : "") + "exit status " + std::to_string(WEXITSTATUS(status));
    }
    const int signal = WTERMSIG(status);
    if (signal == SIGPROF || signal == SIGALRM) return "too slow";
    return strsignal(signal);
  }

  Kind kind_;
  const Seeds& seeds_;
  const CampaignOptions& options_;
  const Check& act_;
  std::span<Slot> slots_;
  CampaignReport report_;
};

}  // namespace

CampaignReport run_campaign(Kind kind, const Seeds& seeds, const CampaignOptions& options, const Check& act) {
  return Campaign(kind, seeds, options, act).run();
}

}  // namespace assay::fuzz
