// What every scalar operator computes: the one definition that interpreter, constant folding and tests call.
//
//   apply<Numeric::add>(a, b)                          integers.hpp, floats.hpp
//   apply_wide<Numeric::add128>(a, a_high, b, b_high)  integers.hpp
//   convert<Numeric::trunc_s, std::uint32_t>(x)        conversions.hpp
#pragma once

#include "wasm/conversions.hpp"  // IWYU pragma: export
#include "wasm/floats.hpp"       // IWYU pragma: export
#include "wasm/integers.hpp"     // IWYU pragma: export
#include "wasm/outcome.hpp"      // IWYU pragma: export
