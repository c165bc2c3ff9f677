// Which handlers exist, and the tables in which the translator finds them.
#pragma once

#include <array>
#include <cstdint>

#include "interp/dispatch.hpp"
#include "interp/settings.hpp"
#include "wasm/instruction_info.hpp"

namespace assay::interp {

/// Where the first two operands lie and where the result goes. Everything else lies in slots.
struct Places {
  From first = From::slot;
  From second = From::slot;
  To result = To::slot;
};

inline constexpr std::size_t places_count = 18;
constexpr std::size_t index_of(Places places) {
  return static_cast<std::size_t>(places.first) + 3 * static_cast<std::size_t>(places.second) +
         9 * static_cast<std::size_t>(places.result);
}
constexpr Places places_at(std::size_t index) {
  return {static_cast<From>(index % 3), static_cast<From>(index / 3 % 3), static_cast<To>(index / 9)};
}

constexpr bool has_vector(const wasm::Signature& signature) {
  for (std::size_t i = 0; i < signature.param_count; ++i) {
    if (signature.params[i] == wasm::Sig::v128) return true;
  }
  for (std::size_t i = 0; i < signature.result_count; ++i) {
    if (signature.results[i] == wasm::Sig::v128) return true;
  }
  return false;
}

/// Accumulators: integers and references share one, f32 and f64 have their own.
constexpr int accumulator_class(wasm::Sig sig) {
  return sig == wasm::Sig::f32 ? 1 : sig == wasm::Sig::f64 ? 2 : 0;
}

/// The trade of size against speed, in one place: whether an instruction has a handler for these places. For memory
/// accesses it speaks of the near kind.
///   * everything: all in slots;
///   * scalar instructions: either operand in the accumulator, the second also a constant, the result in either;
///   * loads and stores: likewise, a stored value also constant;
///   * vectors, 128-bit arithmetic, atomics: slots only.
constexpr bool worth_a_handler(wasm::Opcode op, Places places) {
  const wasm::InstructionInfo& row = wasm::info(op);
  if (row.signature.custom) return false;
  const bool all_slots = places.first == From::slot && places.second == From::slot && places.result == To::slot;
  const std::size_t params = row.signature.param_count;
  if (params < 2 && places.second != From::slot) return false;
  switch (row.meaning.form) {
    case wasm::Form::unary:
    case wasm::Form::binary:
    case wasm::Form::test:
    case wasm::Form::compare:
    case wasm::Form::convert:
    case wasm::Form::load:
    case wasm::Form::store: break;
    case wasm::Form::custom:
    case wasm::Form::constant:
    case wasm::Form::atomic_fence: return false;
    case wasm::Form::wide:
    case wasm::Form::lanes:
    case wasm::Form::lane_test:
    case wasm::Form::lane_shift:
    case wasm::Form::splat:
    case wasm::Form::extract_lane:
    case wasm::Form::replace_lane:
    case wasm::Form::shuffle: return all_slots;
    case wasm::Form::load_splat:
    case wasm::Form::load_zero:
    case wasm::Form::load_extend:
    case wasm::Form::load_lane:
    case wasm::Form::store_lane:
    case wasm::Form::atomic_load:
    case wasm::Form::atomic_store:
    case wasm::Form::atomic_rmw:
    case wasm::Form::atomic_cmpxchg:
    case wasm::Form::atomic_wait:
    case wasm::Form::atomic_notify: return false;  // far only
  }
  if (has_vector(row.signature)) return all_slots;
  if (row.signature.result_count == 0 && places.result != To::slot) return false;
  if (places.first == From::constant) return false;
  if (places.first == From::accumulator && places.second == From::accumulator) {
    return accumulator_class(row.signature.params[0]) != accumulator_class(row.signature.params[1]);
  }
  return true;
}

/// Handlers that belong to no single instruction.
enum class Internal : std::uint8_t {
  copy32,
  copy64,
  copy128,
  constant32,
  constant64,
  constant128,
  copy_word,
  copy_single,
  copy_real,
  copy_range,
  select32,
  select64,
  select128,
  select32_word,  ///< condition in the accumulator
  select64_word,
  select128_word,
  global_get32,
  global_get64,
  global_get128,
  global_get32_word,  ///< result in the accumulator
  global_get64_word,
  global_set32,
  global_set64,
  global_set128,
  global_set32_word,  ///< value in the accumulator
  global_set64_word,
  unreachable,
  branch,
  branch_if,
  branch_unless,
  branch_if_word,
  branch_unless_word,
  branch_table,
  branch_table_word,
  branch_on_null,
  branch_on_non_null,
  branch_on_cast,
  branch_on_cast_fail,
  charge,
  call,
  call_ref,
  call_indirect,
  return_call,
  return_call_ref,
  return_call_indirect,
  return_nothing,
  return32,
  return64,
  return128,
  return_word,
  return_single,
  return_real,
  return_range,
  throw_,
  throw_ref,
  exit,
  lazy,
  host,
  count_,
};

inline constexpr std::size_t opcode_count = static_cast<std::size_t>(wasm::Opcode::count_);

/// Every handler of one dispatch. A zero handler does not exist.
struct HandlerTables {
  std::array<std::array<Handler, places_count>, opcode_count> plain{};               ///< near accesses included
  std::array<std::array<std::array<Handler, 2>, 9>, opcode_count> compare_branch{};  ///< by places, then Sense
  std::array<Handler, opcode_count> far{};
  std::array<Handler, opcode_count> operation{};
  std::array<Handler, static_cast<std::size_t>(Internal::count_)> internal{};

  [[nodiscard]] std::uint64_t word(wasm::Opcode op, Places places) const {
    return word_of(plain[static_cast<std::size_t>(op)][index_of(places)]);
  }
  [[nodiscard]] std::uint64_t word(Internal handler) const {
    return word_of(internal[static_cast<std::size_t>(handler)]);
  }
};

/// The tables of a dispatch that this build has.
const HandlerTables& handler_tables(Dispatch dispatch);

}  // namespace assay::interp
