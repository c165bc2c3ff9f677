// Runs one script file in one variant, in this process.
#pragma once

#include <string>

#include "spectest/executor.hpp"
#include "variants/variants.hpp"

namespace assay::spectest {

enum class Outcome : std::uint8_t { passed, failed, crashed, timeout, unreadable };
const char* to_string(Outcome outcome);

/// Reads the file and runs its commands. `total` is told as soon as the script is parsed. Unreadable: `detail` tells
/// why.
struct FileRun {
  Outcome outcome = Outcome::passed;
  std::string detail;
  std::uint32_t commands = 0;
};
FileRun run_file(const std::string& path, const variants::Variant& variant, Observer& observer, SelfTest self_test,
                 const std::function<void(std::uint32_t commands, std::uint32_t assertions)>& told);

}  // namespace assay::spectest
