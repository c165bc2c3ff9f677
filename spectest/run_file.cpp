// Runs one script file in one variant, in this process.
#include "spectest/run_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "spectest/suite_features.hpp"
#include "text/parse.hpp"

namespace assay::spectest {

const char* to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::passed: return "passed";
    case Outcome::failed: return "failed";
    case Outcome::crashed: return "crashed";
    case Outcome::timeout: return "timeout";
    case Outcome::unreadable: return "unreadable";
  }
  return "";
}

FileRun run_file(const std::string& path, const variants::Variant& variant, Observer& observer, SelfTest self_test,
                 const std::function<void(std::uint32_t commands, std::uint32_t assertions)>& told) {
  FileRun run;
  std::ifstream file(path, std::ios::binary);
  file.peek();  // a folder opens like a file and fails only when it is read
  std::stringstream content;
  content << file.rdbuf();
  if (!file.is_open() || file.bad()) {
    run.outcome = Outcome::unreadable;
    run.detail = std::strerror(errno);
    return run;
  }
  embedding::Config config = variant.config;
  config.features = features_of(path, config.features);
  embedding::Engine engine(config);
  auto script = text::parse_script(content.view(), {.features = config.features});
  if (!script) {
    run.outcome = Outcome::unreadable;
    run.detail = wasm::to_string(script.error());
    return run;
  }
  run.commands = static_cast<std::uint32_t>(script->commands.size());
  told(run.commands, count_assertions(script->commands));
  Executor executor(engine, observer, self_test);
  executor.run(std::span(script->commands));
  return run;
}

}  // namespace assay::spectest
