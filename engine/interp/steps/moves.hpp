// Steps that move values between slots, constants and accumulators, and select.
//
// Numbers of 32 bits are copied as 32 bits and written whole; see write_slot.
#pragma once

#include "interp/state.hpp"

namespace assay::interp {

/// Bytes: result slot, source slot.
template <class T>
[[gnu::always_inline]] inline Exit copy(State& s) {
  write_slot(slot(s, 0), read_slot<T>(slot(s, 4)));
  s.pc += words(8);
  return Exit::next;
}

/// Bytes: result slot, constant.
template <class T>
[[gnu::always_inline]] inline Exit constant(State& s) {
  write_slot(slot(s, 0), operand<T>(s, 4));
  s.pc += words(4 + sizeof(T));
  return Exit::next;
}

/// Bytes: result slot.
template <class T>
[[gnu::always_inline]] inline Exit copy_accumulator(State& s) {
  write_slot(slot(s, 0), read_accumulator<T>(s));
  s.pc += words(4);
  return Exit::next;
}

/// A run of slots to a lower place; runs may overlap. Bytes: destination, source, count.
inline Exit copy_range_step(State& s) {
  std::memmove(slot(s, 0), slot(s, 4), operand<std::uint32_t>(s, 8) * sizeof(Slot));
  s.pc += words(12);
  return Exit::next;
}

/// Bytes: result slot, first, second, condition (absent when in the accumulator).
template <class T, From condition, To to>
[[gnu::always_inline]] inline Exit select(State& s) {
  const bool first = read<std::uint32_t, condition>(s, 12) != 0;
  const T a = read_slot<T>(slot(s, 4));
  const T b = read_slot<T>(slot(s, 8));
  write<to>(s, first ? a : b);
  s.pc += words(12 + operand_bytes<std::uint32_t, condition>);
  return Exit::next;
}

/// Bytes: result slot, global index.
template <class T, To to>
[[gnu::always_inline]] inline Exit global_get(State& s) {
  write<to>(s, read_slot<T>(s.context->globals[operand<std::uint32_t>(s, 4)]));
  s.pc += words(8);
  return Exit::next;
}

/// Bytes: unused slot, value (absent when in the accumulator), global index.
template <class T, From value>
[[gnu::always_inline]] inline Exit global_set(State& s) {
  constexpr std::size_t at = result_bytes + operand_bytes<T, value>;
  write_slot(s.context->globals[operand<std::uint32_t>(s, at)], read<T, value>(s, result_bytes));
  s.pc += words(at + 4);
  return Exit::next;
}

}  // namespace assay::interp
