// Asks the processor for the features of the baseline.
#include "platform/cpu.hpp"

namespace assay::platform {

const char* missing_cpu_feature() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("sse3") == 0) return "sse3";
  if (__builtin_cpu_supports("ssse3") == 0) return "ssse3";
  if (__builtin_cpu_supports("sse4.1") == 0) return "sse4.1";
  if (__builtin_cpu_supports("sse4.2") == 0) return "sse4.2";
  if (__builtin_cpu_supports("popcnt") == 0) return "popcnt";
#endif
  return nullptr;
}

}  // namespace assay::platform
