// The machine's float control word: what wasm's arithmetic relies on, kept apart from what the host has set.
#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace assay::platform {

/// The control bits: rounding, flushing of denormals, exception masks; without the bits that record what happened.
inline std::uint64_t read_float_control() {
#if defined(__x86_64__)
  return _mm_getcsr() & ~0x3FU;
#elif defined(__aarch64__)
  std::uint64_t control = 0;
  asm volatile("mrs %0, fpcr" : "=r"(control));
  return control;
#else
  return 0;
#endif
}

inline void write_float_control(std::uint64_t control) {
#if defined(__x86_64__)
  _mm_setcsr(static_cast<std::uint32_t>(control));
#elif defined(__aarch64__)
  asm volatile("msr fpcr, %0" : : "r"(control));
#else
  static_cast<void>(control);
#endif
}

/// Rounding to nearest, denormals kept, nothing raised: what wasm means.
#if defined(__x86_64__)
inline constexpr std::uint64_t wasm_float_control = 0x1F80;
#else
inline constexpr std::uint64_t wasm_float_control = 0;
#endif

/// Sets wasm's control word unless it is there already.
inline void ensure_wasm_float_control() {
  if (read_float_control() != wasm_float_control) [[unlikely]]
    write_float_control(wasm_float_control);
}

/// Wasm's float control for the length of a block; the host's comes back at its end.
class [[nodiscard]] FloatControlScope {
 public:
  FloatControlScope() : before_(read_float_control()) {
    if (before_ != wasm_float_control) write_float_control(wasm_float_control);
  }
  ~FloatControlScope() {
    if (read_float_control() != before_) write_float_control(before_);
  }
  FloatControlScope(const FloatControlScope&) = delete;
  FloatControlScope& operator=(const FloatControlScope&) = delete;

 private:
  std::uint64_t before_;
};

}  // namespace assay::platform
