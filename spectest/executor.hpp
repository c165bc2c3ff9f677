// Runs the commands of a script in an engine.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "embedding/engine.hpp"
#include "embedding/imports.hpp"
#include "spectest/result.hpp"
#include "text/script.hpp"

namespace assay::spectest {

/// The commands that count as assertions, those inside threads included.
std::uint32_t count_assertions(std::span<const text::Command> commands);

/// The script's word for a command: a literal.
const char* word_of(const text::Command& command);

/// Whoever runs a script is told how it goes; from several threads where the script has threads.
class Observer {
 public:
  virtual ~Observer() = default;
  /// The main thread is about to do this.
  virtual void begin(const text::Command& command) = 0;
  virtual void pass() = 0;
  /// `counts`: the command is an assertion.
  virtual void fail(const text::Command& command, Failure failure) = 0;
};

enum class SelfTest : bool { off, on };

/// What a script can see: instances by name, and what is registered for import. One store, one thread.
class Executor {
 public:
  Executor(embedding::Engine& engine, Observer& observer, SelfTest self_test = SelfTest::off);
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  void run(std::span<text::Command> commands);

 private:
  using Exports = embedding::Exports;
  using Values = std::vector<runtime::Value>;

  void run(text::Command& command);
  void check(text::Command& command);
  void fail(const text::Command& command, std::string message, std::string got = {}, std::string expected = {});
  /// An assertion that expects an error: of this kind, with the command's message.
  void expect_error(const text::Command& command, const wasm::Error* error,
                    std::initializer_list<wasm::ErrorKind> kinds);

  wasm::Result<embedding::ModuleHandle> compile(text::ScriptModule& module);
  wasm::Result<Exports> instantiate(const embedding::ModuleHandle& module);
  void define(const std::string& name, Exports exports);
  const Exports* find_instance(const std::string& name) const;
  wasm::Result<Values> perform(const text::Action& action);
  runtime::Value value_of(const text::Constant& constant);
  void start_thread(text::Command& command);
  void join_thread(const std::string& name);
  void make_host_module();

  embedding::Engine& engine_;
  Observer& observer_;
  SelfTest self_test_;
  bool is_thread_ = false;
  std::unique_ptr<runtime::Store> store_;
  std::map<std::string, embedding::ModuleHandle> definitions_;
  embedding::ModuleHandle latest_definition_;
  std::map<std::string, Exports> instances_;
  embedding::Imports registered_;
  std::map<std::uint64_t, runtime::Handle> host_values_;
  std::map<std::string, std::thread> threads_;
};

}  // namespace assay::spectest
