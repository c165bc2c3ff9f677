// A plain instruction as a function of its operands: the table's meaning joined to the numerics.
//
// C++ types of operands and results follow the signature: i32 is std::uint32_t, i64 std::uint64_t, f32 float,
// f64 double, v128 V128. An instruction that can trap gives Outcome<T>, wide arithmetic gives Halves.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "wasm/instruction_info.hpp"
#include "wasm/lanes.hpp"
#include "wasm/numerics.hpp"
#include "wasm/v128.hpp"

namespace assay::wasm {

namespace operand_types {

template <Sig sig>
constexpr auto value_of() {
  static_assert(sig != Sig::addr, "addresses have the type of their memory");
  if constexpr (sig == Sig::i32)
    return std::uint32_t{};
  else if constexpr (sig == Sig::i64)
    return std::uint64_t{};
  else if constexpr (sig == Sig::f32)
    return float{};
  else if constexpr (sig == Sig::f64)
    return double{};
  else if constexpr (sig == Sig::v128)
    return V128{};
}

}  // namespace operand_types

/// The C++ type of an operand.
template <Sig sig>
using Operand = decltype(operand_types::value_of<sig>());

/// The C++ type of an instruction's first result (of the value in its Outcome).
template <Opcode op>
using ResultOf = Operand<info(op).signature.results[0]>;

/// Whether evaluate gives an Outcome.
template <Opcode op>
inline constexpr bool can_trap = numeric_facts[info(op).meaning.numeric].traps;

/// Whether evaluate knows the instruction: plain, and not about memory.
constexpr bool is_pure(Opcode op) {
  return is_plain(op) && info(op).meaning.form < Form::load;
}

/// Evaluates the instruction. Lane instructions take their immediate last: a std::uint8_t below the number of lanes,
/// for shuffle a V128 of lanes below 32; constants take the constant. constexpr except for square roots and rounding.
template <Opcode op, class... Operands>
constexpr auto evaluate(Operands... operands) {
  static_assert(is_pure(op), "only plain instructions that leave memory alone are functions of their operands");
  constexpr Meaning meaning = info(op).meaning;
  constexpr Numeric numeric = meaning.numeric;
  constexpr Shape shape = meaning.shape;
  constexpr Form form = meaning.form;
  if constexpr (form == Form::constant) {
    return (operands, ...);
  } else if constexpr (form == Form::unary || form == Form::binary) {
    return apply<numeric>(operands...);
  } else if constexpr (form == Form::test || form == Form::compare) {
    return apply<numeric>(operands...) ? std::uint32_t{1} : std::uint32_t{0};
  } else if constexpr (form == Form::convert) {
    return convert<numeric, ResultOf<op>>(operands...);
  } else if constexpr (form == Form::wide) {
    return apply_wide<numeric>(operands...);
  } else if constexpr (form == Form::lanes) {
    return apply_lanes<shape, numeric>(operands...);
  } else if constexpr (form == Form::lane_test) {
    return test_lanes<shape, numeric>(operands...);
  } else if constexpr (form == Form::lane_shift) {
    return shift_lanes<shape, numeric>(operands...);
  } else if constexpr (form == Form::splat) {
    return [](auto value) { return splat<shape>(static_cast<Lane<shape>>(value)); }(operands...);
  } else if constexpr (form == Form::extract_lane) {
    const Lane<shape> lane = extract_lane<shape>(operands...);
    if constexpr (numeric == Numeric::none)
      return lane;
    else
      return convert<numeric, ResultOf<op>>(lane);
  } else if constexpr (form == Form::replace_lane) {
    return [](V128 vector, auto value, std::uint8_t lane) {
      return replace_lane<shape>(vector, static_cast<Lane<shape>>(value), lane);
    }(operands...);
  } else if constexpr (form == Form::shuffle) {
    return shuffle(operands...);
  }
}

/// Results of an instruction chosen at run time, as bits: numbers in `lo`, extended by zeros.
struct Evaluation {
  std::array<V128, 2> results{};
  Trap trap = Trap::none;
  friend bool operator==(const Evaluation&, const Evaluation&) = default;
};

/// The same for an instruction chosen at run time; `op` must be pure, operands as many as its signature says, as bits.
/// `immediate` is the lane (in lo), the shuffle's lanes, or the constant.
Evaluation evaluate(Opcode op, std::span<const V128> operands, V128 immediate = {});

}  // namespace assay::wasm
