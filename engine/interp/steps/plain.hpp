// Steps of the plain instructions that do not touch memory: read operands, evaluate the row's meaning, write the
// result.
//
// Operand bytes: result slots (4 each, at least one), then the operands in order, then lanes.
#pragma once

#include <cstddef>
#include <utility>

#include "interp/state.hpp"
#include "wasm/evaluate.hpp"
#include "wasm/instruction_info.hpp"

namespace assay::interp {

using wasm::Form;
using wasm::Opcode;
using wasm::Sig;

/// The C++ type that carries a signature's type; addresses by themselves are carried as 64 bits.
template <Sig sig>
struct CarrierOf;
template <>
struct CarrierOf<Sig::i32> {
  using type = std::uint32_t;
};
template <>
struct CarrierOf<Sig::i64> {
  using type = std::uint64_t;
};
template <>
struct CarrierOf<Sig::f32> {
  using type = float;
};
template <>
struct CarrierOf<Sig::f64> {
  using type = double;
};
template <>
struct CarrierOf<Sig::v128> {
  using type = V128;
};
template <>
struct CarrierOf<Sig::addr> {
  using type = std::uint64_t;
};

template <Opcode op, std::size_t i>
using Param = typename CarrierOf<wasm::info(op).signature.params[i]>::type;
template <Opcode op>
using ResultOf = typename CarrierOf<wasm::info(op).signature.results[0]>::type;

/// Which lane immediate the instruction carries, as bytes of operand.
template <Opcode op>
inline constexpr std::size_t lane_bytes = wasm::info(op).meaning.form == Form::shuffle        ? 16
                                          : wasm::info(op).immediate == wasm::Immediate::lane ? 4
                                                                                              : 0;

/// Where operand `i` begins, given where the first two lie.
template <Opcode op, From first, From second, std::size_t i>
constexpr std::size_t operand_offset() {
  constexpr std::size_t results = wasm::info(op).signature.result_count;
  std::size_t at = result_bytes * (results == 0 ? 1 : results);
  if constexpr (i >= 1) at += operand_bytes<Param<op, 0>, first>;
  if constexpr (i >= 2) at += operand_bytes<Param<op, 1>, second>;
  if constexpr (i >= 3) at += 4 * (i - 2);
  return at;
}

template <Opcode op, From first, From second>
constexpr std::size_t plain_bytes() {
  constexpr std::size_t count = wasm::info(op).signature.param_count;
  return operand_offset<op, first, second, count>() + lane_bytes<op>;
}

template <Opcode op, From first, From second, std::size_t i>
[[gnu::always_inline]] inline auto read_param(const State& s) {
  constexpr From from = i == 0 ? first : i == 1 ? second : From::slot;
  return read<Param<op, i>, from>(s, operand_offset<op, first, second, i>());
}

template <Opcode op, From first, From second, std::size_t... i>
[[gnu::always_inline]] inline auto evaluate_params(const State& s, std::index_sequence<i...>) {
  constexpr std::size_t lanes_at = operand_offset<op, first, second, sizeof...(i)>();
  if constexpr (lane_bytes<op> == 16) {
    return wasm::evaluate<op>(read_param<op, first, second, i>(s)..., operand<V128>(s, lanes_at));
  } else if constexpr (lane_bytes<op> == 4) {
    return wasm::evaluate<op>(read_param<op, first, second, i>(s)..., operand<std::uint8_t>(s, lanes_at));
  } else {
    return wasm::evaluate<op>(read_param<op, first, second, i>(s)...);
  }
}

template <Opcode op, From first, From second, To to>
[[gnu::always_inline]] inline Exit plain(State& s) {
  constexpr std::size_t count = wasm::info(op).signature.param_count;
  const auto result = evaluate_params<op, first, second>(s, std::make_index_sequence<count>());
  if constexpr (wasm::can_trap<op>) {
    if (result.trap != Trap::none) [[unlikely]]
      return trap(result.trap);
    write<to>(s, result.value);
  } else if constexpr (wasm::info(op).signature.result_count == 2) {
    write_slot(slot(s, 0), result.low);
    write_slot(slot(s, result_bytes), result.high);
  } else {
    write<to>(s, static_cast<ResultOf<op>>(result));
  }
  s.pc += words(plain_bytes<op, first, second>());
  return Exit::next;
}

/// A comparison (or test) and the branch that its truth decides, in one. The branch distance, in words from this
/// instruction, stands where the result's slot would.
template <Opcode op, From first, From second, Sense sense>
[[gnu::always_inline]] inline Exit compare_branch(State& s) {
  constexpr std::size_t count = wasm::info(op).signature.param_count;
  const bool truth = evaluate_params<op, first, second>(s, std::make_index_sequence<count>()) != 0;
  if (truth == (sense == Sense::when_true)) {
    s.pc += operand<std::int32_t>(s, 0);
  } else {
    s.pc += words(plain_bytes<op, first, second>());
  }
  return Exit::next;
}

}  // namespace assay::interp
