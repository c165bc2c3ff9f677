// Evaluation of instructions chosen at run time: a table of one function per pure row, made from the rows.
#include "wasm/evaluate.hpp"

#include <cassert>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace assay::wasm {

namespace {

template <class T>
T from_bits(V128 bits) {
  if constexpr (std::is_same_v<T, V128>)
    return bits;
  else if constexpr (std::is_same_v<T, float>)
    return float_of<float>(static_cast<std::uint32_t>(bits.lo));
  else if constexpr (std::is_same_v<T, double>)
    return float_of<double>(bits.lo);
  else
    return static_cast<T>(bits.lo);
}

template <class T>
V128 to_bits(T value) {
  if constexpr (std::is_same_v<T, V128>)
    return value;
  else if constexpr (std::is_floating_point_v<T>)
    return {.lo = bits_of(value)};
  else
    return {.lo = value};
}

template <class T>
Evaluation results_of(T value) {
  if constexpr (std::is_same_v<T, Halves>)
    return {.results = {to_bits(value.low), to_bits(value.high)}};
  else
    return {.results = {to_bits(value), V128{}}};
}
template <class T>
Evaluation results_of(Outcome<T> outcome) {
  if (outcome.trap != Trap::none) return {.trap = outcome.trap};
  return results_of(outcome.value);
}

using Evaluator = Evaluation (*)(const V128* operands, V128 immediate);

template <Opcode op, std::size_t... positions>
Evaluation evaluate_row([[maybe_unused]] const V128* operands, [[maybe_unused]] V128 immediate,
                        std::index_sequence<positions...>) {
  constexpr const InstructionInfo& row = info(op);
  if constexpr (row.meaning.form == Form::constant) {
    return results_of(from_bits<ResultOf<op>>(immediate));
  } else if constexpr (row.immediate == Immediate::lane) {
    return results_of(evaluate<op>(from_bits<Operand<row.signature.params[positions]>>(operands[positions])...,
                                   static_cast<std::uint8_t>(immediate.lo)));
  } else if constexpr (row.immediate == Immediate::shuffle) {
    return results_of(
        evaluate<op>(from_bits<Operand<row.signature.params[positions]>>(operands[positions])..., immediate));
  } else {
    return results_of(evaluate<op>(from_bits<Operand<row.signature.params[positions]>>(operands[positions])...));
  }
}

template <std::size_t row>
constexpr Evaluator evaluator_of() {
  constexpr auto op = static_cast<Opcode>(row);
  if constexpr (!is_pure(op)) {
    return nullptr;
  } else {
    return [](const V128* operands, V128 immediate) {
      return evaluate_row<op>(operands, immediate, std::make_index_sequence<info(op).signature.param_count>());
    };
  }
}

constexpr auto evaluators = []<std::size_t... rows>(std::index_sequence<rows...>) {
  return std::array<Evaluator, instruction_count>{evaluator_of<rows>()...};
}(std::make_index_sequence<instruction_count>());

}  // namespace

Evaluation evaluate(Opcode op, std::span<const V128> operands, V128 immediate) {
  assert(is_pure(op));
  assert(operands.size() == info(op).signature.param_count);
  return evaluators[static_cast<std::size_t>(op)](operands.data(), immediate);
}

}  // namespace assay::wasm
