// Steps of branches and traps. Distances are in words, from the branching instruction.
#pragma once

#include "interp/state.hpp"
#include "interp/steps/plain.hpp"
#include "runtime/operations.hpp"
#include "runtime/store.hpp"

namespace assay::interp {

inline Exit unreachable_step(State&) {
  return trap(Trap::unreachable);
}

/// Bytes: distance.
[[gnu::always_inline]] inline Exit branch(State& s) {
  s.pc += operand<std::int32_t>(s, 0);
  return Exit::next;
}

/// Bytes: distance, condition (absent when in the accumulator).
template <From condition, Sense sense>
[[gnu::always_inline]] inline Exit branch_if(State& s) {
  const bool truth = read<std::uint32_t, condition>(s, 4) != 0;
  s.pc += truth == (sense == Sense::when_true)
              ? operand<std::int32_t>(s, 0)
              : static_cast<std::int32_t>(words(4 + operand_bytes<std::uint32_t, condition>));
  return Exit::next;
}

/// Bytes: count of distances without the default, index (absent when in the accumulator), distances.
template <From index>
[[gnu::always_inline]] inline Exit branch_table(State& s) {
  constexpr std::size_t table_at = 4 + operand_bytes<std::uint32_t, index>;
  const auto count = operand<std::uint32_t>(s, 0);
  const auto wanted = read<std::uint32_t, index>(s, 4);
  const std::uint32_t taken = wanted < count ? wanted : count;
  s.pc += operand<std::int32_t>(s, table_at + std::size_t{4} * taken);
  return Exit::next;
}

/// Bytes: distance, reference.
template <Sense sense>
[[gnu::always_inline]] inline Exit branch_on_null(State& s) {
  const bool is_null = *slot(s, 4) == runtime::null_ref;
  s.pc += is_null == (sense == Sense::when_true) ? operand<std::int32_t>(s, 0) : static_cast<std::int32_t>(words(8));
  return Exit::next;
}

/// Bytes: distance, reference, target type.
template <Sense sense>
[[gnu::always_inline]] inline Exit branch_on_cast(State& s) {
  const bool fits = runtime::matches(*slot(s, 4), operand<wasm::ValueType>(s, 8), s.context->store->types());
  s.pc += fits == (sense == Sense::when_true) ? operand<std::int32_t>(s, 0) : static_cast<std::int32_t>(words(12));
  return Exit::next;
}

/// Metering: takes the cost of the straight-line run that begins here, before its effects. Bytes: cost.
[[gnu::always_inline]] inline Exit charge(State& s) {
  runtime::Machine& machine = *s.context->machine;
  const std::int64_t cost = operand<std::uint32_t>(s, 0);
  if (machine.fuel < cost) [[unlikely]]
    return trap(Trap::out_of_fuel);
  machine.fuel -= cost;
  s.pc += words(4);
  return Exit::next;
}

}  // namespace assay::interp
