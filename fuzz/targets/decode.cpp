// libFuzzer: every sequence of bytes is an error or a module that encodes to the same module.
#include <cstddef>
#include <cstdint>
#include <span>

#include "fuzz/check/check_module.hpp"
#include "fuzz/stop.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay::fuzz;
  stop_at(check_module(std::as_bytes(std::span(data, size)), Depth::decode));
  return 0;
}
