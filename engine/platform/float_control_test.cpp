#include "platform/float_control.hpp"

#include <gtest/gtest.h>

namespace assay::platform {
namespace {

#if defined(__x86_64__)
constexpr std::uint64_t flush_denormals = 0x8000;
constexpr std::uint64_t upward = 0x4000;
constexpr std::uint64_t downward = 0x2000;
#else
constexpr std::uint64_t flush_denormals = std::uint64_t{1} << 24U;
constexpr std::uint64_t upward = std::uint64_t{1} << 22U;
constexpr std::uint64_t downward = std::uint64_t{2} << 22U;
#endif

volatile double one = 1.0;
volatile double three = 3.0;
volatile double smallest_normal = 2.2250738585072014e-308;

/// Not inlined, so that the division is made when it is asked for.
[[gnu::noinline]] double third() {
  return one / three;
}

TEST(FloatControl, TheHostsRoundingIsSetAsideAndComesBack) {
  const double nearest = third();
  const std::uint64_t before = read_float_control();
  write_float_control(before | upward);
  const double larger = third();
  EXPECT_NE(larger, nearest);
  {
    const FloatControlScope scope;
    EXPECT_EQ(third(), nearest);
    write_float_control(before | downward);  // as a careless host function may
    ensure_wasm_float_control();
    EXPECT_EQ(third(), nearest);
  }
  EXPECT_EQ(read_float_control(), before | upward);
  EXPECT_EQ(third(), larger);
  write_float_control(before);
}

TEST(FloatControl, DenormalsAreKept) {
  const std::uint64_t before = read_float_control();
  write_float_control(before | flush_denormals);
  EXPECT_EQ(smallest_normal / 2, 0.0);
  {
    const FloatControlScope scope;
    EXPECT_NE(smallest_normal / 2, 0.0);
  }
  EXPECT_EQ(read_float_control(), before | flush_denormals);
  write_float_control(before);
}

}  // namespace
}  // namespace assay::platform
