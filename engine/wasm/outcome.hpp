// The result of an operator that may trap.
#pragma once

#include "wasm/trap.hpp"

namespace assay::wasm {

/// A value, or why there is none.
template <class T>
struct Outcome {
  T value{};
  Trap trap = Trap::none;

  constexpr Outcome(T result) : value(result) {}  // NOLINT: implicit by design
  explicit constexpr Outcome(Trap reason) : trap(reason) {}
  friend constexpr bool operator==(const Outcome&, const Outcome&) = default;
};

}  // namespace assay::wasm
