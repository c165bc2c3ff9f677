// How the command ends.
#pragma once

namespace assay::cli {

enum class ExitStatus : int {
  success = 0,
  failure = 1,  ///< the input is bad, or what ran trapped
  usage = 2,    ///< the command line is wrong, or a file cannot be read or written
};

}  // namespace assay::cli
