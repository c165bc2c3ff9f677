// libFuzzer: every module is invalid, or prints and parses to the same module and runs to an end. Mutants are those of
// fuzz/mutate: libFuzzer's own seldom reach a body.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "fuzz/check/check_module.hpp"
#include "fuzz/mutate/mutate_module.hpp"
#include "fuzz/stop.hpp"

using namespace assay::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  stop_at(check_module(std::as_bytes(std::span(data, size))));
  return 0;
}

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  if (seed % 16 == 0) return LLVMFuzzerMutate(data, size, most);
  const auto old = std::as_bytes(std::span(data, size));
  Bytes module(old.begin(), old.end());
  Random random(seed);
  mutate_module_once(module, old, random);
  const std::size_t kept = std::min(module.size(), most);
  std::ranges::copy(std::span(module).first(kept), std::as_writable_bytes(std::span(data, kept)).begin());
  return kept;
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* first, std::size_t first_size,
                                                 const std::uint8_t* second, std::size_t second_size, std::uint8_t* out,
                                                 std::size_t most, unsigned seed) {
  const auto old = std::as_bytes(std::span(first, first_size));
  Bytes module(old.begin(), old.end());
  Random random(seed);
  mutate_module_once(module, std::as_bytes(std::span(second, second_size)), random);
  const std::size_t kept = std::min(module.size(), most);
  std::ranges::copy(std::span(module).first(kept), std::as_writable_bytes(std::span(out, kept)).begin());
  return kept;
}
