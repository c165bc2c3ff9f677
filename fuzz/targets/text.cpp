// libFuzzer: every text is an error at a place in it, or modules for which all holds.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/check/check_text.hpp"
#include "fuzz/stop.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay::fuzz;
  stop_at(check_text({reinterpret_cast<const char*>(data), size}));
  return 0;
}
