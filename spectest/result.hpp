// What running a script comes to.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace assay::spectest {

/// A command that went otherwise than the script says.
struct Failure {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string command;  ///< the script's word: assert_return, invoke, module ...
  std::string message;  ///< one line
  std::string got;
  std::string expected;
};

struct Counts {
  std::uint32_t total = 0;
  std::uint32_t passed = 0;
  std::uint32_t failed = 0;
};

}  // namespace assay::spectest
