// Runs scripts in processes of their own.
//
// A worker tells its parent by two ways: a shared page with what is being done and how much is done, written without a
// system call before every command, so that it is true even after a crash; and a pipe with a line of JSON per failure.
#include "spectest/worker.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <new>
#include <nlohmann/json.hpp>
#include <thread>

namespace assay::spectest {

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// What parent and worker share.
struct Page {
  std::atomic<std::uint32_t> commands;
  std::atomic<std::uint32_t> total;
  std::atomic<std::uint32_t> passed;
  std::atomic<std::uint32_t> failed;
  std::atomic<std::uint32_t> line;
  std::atomic<std::uint32_t> column;
  std::atomic<const char*> word;  ///< of a string literal: at the same address in parent and worker
  std::atomic<bool> finished;
};

bool is_assertion(std::string_view word) {
  return word.starts_with("assert");
}

nlohmann::json to_json(const Failure& failure) {
  return {{"line", failure.line},       {"column", failure.column}, {"command", failure.command},
          {"message", failure.message}, {"got", failure.got},       {"expected", failure.expected}};
}

Failure failure_of(const nlohmann::json& json) {
  return {.line = json["line"],
          .column = json["column"],
          .command = json["command"],
          .message = json["message"],
          .got = json["got"],
          .expected = json["expected"]};
}

/// Tells the parent.
class TellingObserver : public Observer {
 public:
  TellingObserver(Page& page, int pipe) : page_(page), pipe_(pipe) {}

  void begin(const text::Command& command) override {
    page_.line.store(command.line, std::memory_order_relaxed);
    page_.column.store(command.column, std::memory_order_relaxed);
    page_.word.store(word_of(command), std::memory_order_relaxed);
  }
  void pass() override { page_.passed.fetch_add(1, std::memory_order_relaxed); }
  void fail(const text::Command&, Failure failure) override {
    if (is_assertion(failure.command)) page_.failed.fetch_add(1, std::memory_order_relaxed);
    // Results may hold any bytes; what is not UTF-8 is replaced.
    tell(to_json(failure));
  }
  void tell(const nlohmann::json& json) {
    const std::string line = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    const std::lock_guard lock(mutex_);
    for (std::size_t at = 0; at < line.size();) {
      const ssize_t written = write(pipe_, line.data() + at, line.size() - at);
      if (written <= 0) return;
      at += static_cast<std::size_t>(written);
    }
  }

 private:
  Page& page_;
  int pipe_;
  std::mutex mutex_;
};

/// Keeps everything in memory.
class KeepingObserver : public Observer {
 public:
  explicit KeepingObserver(JobResult& result) : result_(result) {}
  void begin(const text::Command&) override {}
  void pass() override {
    const std::lock_guard lock(mutex_);
    ++result_.assertions.passed;
  }
  void fail(const text::Command&, Failure failure) override {
    const std::lock_guard lock(mutex_);
    if (is_assertion(failure.command)) ++result_.assertions.failed;
    result_.failures.push_back(std::move(failure));
  }

 private:
  JobResult& result_;
  std::mutex mutex_;
};

void sort_failures(JobResult& result) {
  std::ranges::sort(result.failures, {},
                    [](const Failure& failure) { return std::pair(failure.line, failure.column); });
}

/// A running worker.
struct Worker {
  std::size_t job = 0;
  pid_t process = 0;
  int pipe = -1;
  Page* page = nullptr;
  Clock::time_point begin;
  std::string text;
  bool timed_out = false;
};

Worker start(const Job& job, std::size_t index, const WorkOptions& options) {
  Worker worker;
  worker.job = index;
  worker.begin = Clock::now();
  void* shared = mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) throw std::bad_alloc();
  worker.page = new (shared) Page{};
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::bad_alloc();
  worker.process = fork();
  if (worker.process < 0) throw std::bad_alloc();
  if (worker.process == 0) {
    // A script may hang: nobody else would end it if the parent went away.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close(ends[0]);
    TellingObserver observer(*worker.page, ends[1]);
    const FileRun run = run_file(job.file, *job.variant, observer, options.self_test,
                                 [&](std::uint32_t commands, std::uint32_t assertions) {
                                   worker.page->commands = commands;
                                   worker.page->total = assertions;
                                 });
    if (run.outcome == Outcome::unreadable) observer.tell({{"unreadable", run.detail}});
    worker.page->finished = true;
    // exit, not _exit: sanitizers report and profiles are written at exit.
    std::exit(0);
  }
  close(ends[1]);
  worker.pipe = ends[0];
  return worker;
}

JobResult finish(Worker& worker, int status) {
  JobResult result;
  const Page& page = *worker.page;
  result.milliseconds = milliseconds_since(worker.begin);
  result.commands = page.commands;
  for (std::size_t at = 0; at < worker.text.size();) {
    const std::size_t end = worker.text.find('\n', at);
    if (end == std::string::npos) break;
    const auto json = nlohmann::json::parse(worker.text.substr(at, end - at), nullptr, false);
    at = end + 1;
    if (json.is_discarded()) continue;
    if (json.contains("unreadable")) {
      result.outcome = Outcome::unreadable;
      result.detail = json["unreadable"];
    } else {
      result.failures.push_back(failure_of(json));
    }
  }
  result.assertions = {.total = page.total, .passed = page.passed, .failed = page.failed};
  const bool ended_well = page.finished && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (!ended_well) {
    result.outcome = worker.timed_out ? Outcome::timeout : Outcome::crashed;
    result.detail = worker.timed_out      ? "still running when its time was over"
                    : WIFSIGNALED(status) ? strsignal(WTERMSIG(status))
                                          : "exit status " + std::to_string(WEXITSTATUS(status));
    const char* word = page.word.load();
    if (word != nullptr) {
      result.failures.push_back({.line = page.line,
                                 .column = page.column,
                                 .command = word,
                                 .message = worker.timed_out ? "did not end" : "crashed",
                                 .got = result.detail,
                                 .expected = {}});
      if (is_assertion(word)) ++result.assertions.failed;
    }
  } else if (result.outcome != Outcome::unreadable && !result.failures.empty()) {
    result.outcome = Outcome::failed;
  }
  sort_failures(result);
  munmap(worker.page, sizeof(Page));
  close(worker.pipe);
  return result;
}

}  // namespace

std::vector<JobResult> run_in_workers(const std::vector<Job>& jobs, const WorkOptions& options,
                                      const std::function<void(std::size_t job, const JobResult& result)>& done) {
  std::vector<JobResult> results(jobs.size());
  std::vector<Worker> running;
  std::size_t next = 0;
  while (next < jobs.size() || !running.empty()) {
    while (next < jobs.size() && running.size() < options.workers) {
      running.push_back(start(jobs[next], next, options));
      ++next;
    }
    std::vector<pollfd> polled;
    for (const Worker& worker : running) polled.push_back({.fd = worker.pipe, .events = POLLIN, .revents = 0});
    poll(polled.data(), polled.size(), 50);
    for (std::size_t i = running.size(); i-- > 0;) {
      Worker& worker = running[i];
      if (polled[i].revents != 0) {
        std::array<char, 65536> buffer;
        const ssize_t count = read(worker.pipe, buffer.data(), buffer.size());
        if (count > 0) {
          worker.text.append(buffer.data(), static_cast<std::size_t>(count));
          continue;
        }
        // The pipe is closed: the process has ended, or is about to.
        int status = 0;
        waitpid(worker.process, &status, 0);
        results[worker.job] = finish(worker, status);
        done(worker.job, results[worker.job]);
        running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
        continue;
      }
      if (!worker.timed_out && milliseconds_since(worker.begin) > options.timeout_seconds * 1000) {
        worker.timed_out = true;
        kill(worker.process, SIGKILL);
      }
    }
  }
  return results;
}

std::vector<JobResult> run_here(const std::vector<Job>& jobs, const WorkOptions& options,
                                const std::function<void(std::size_t job, const JobResult& result)>& done) {
  std::vector<JobResult> results(jobs.size());
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    JobResult& result = results[i];
    const auto begin = Clock::now();
    KeepingObserver observer(result);
    const FileRun run =
        run_file(jobs[i].file, *jobs[i].variant, observer, options.self_test,
                 [&](std::uint32_t, std::uint32_t assertions) { result.assertions.total = assertions; });
    result.outcome = run.outcome == Outcome::passed && !result.failures.empty() ? Outcome::failed : run.outcome;
    result.detail = run.detail;
    result.commands = run.commands;
    result.milliseconds = milliseconds_since(begin);
    sort_failures(result);
    done(i, result);
  }
  return results;
}

}  // namespace assay::spectest
