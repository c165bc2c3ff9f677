// The interpreter's machine: what a step works on.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/context.hpp"
#include "runtime/instances.hpp"
#include "runtime/machine.hpp"
#include "runtime/memory.hpp"
#include "wasm/trap.hpp"
#include "wasm/v128.hpp"

namespace assay::interp {

using runtime::Slot;
using wasm::Trap;
using wasm::V128;

/// A position in translated code. An instruction is its handler's word followed by its operands, each four or eight
/// bytes, padded to whole words.
using Pc = const std::uint64_t*;

/// How a step ends. Anything but `next` leaves to the driver loop with the state saved; values below `first_special`
/// are traps.
enum class Exit : std::uint32_t { next = 0, first_special = 64, returned = first_special, host, exception };

constexpr Exit trap(Trap trap) {
  return static_cast<Exit>(trap);
}
static_assert(static_cast<std::uint32_t>(Trap::count_) < static_cast<std::uint32_t>(Exit::first_special));

/// The machine lives in registers: under threaded dispatch each member is an argument of every handler. Trivial on
/// purpose. A step that ends with anything but `next` leaves pc at its own instruction.
struct State {
  Pc pc;
  Slot* frame;
  std::byte* memory;          ///< memory 0: base
  std::uint64_t memory_size;  ///< memory 0: bytes
  runtime::InstanceContext* context;
  std::uint64_t word;  ///< accumulator of integers and references
  float single;        ///< accumulator of f32
  double real;         ///< accumulator of f64
};

/// After anything that may have grown or changed memory 0.
[[gnu::always_inline]] inline void reload_memory(State& s) {
  s.memory = s.context->memory->base;
  s.memory_size = s.context->memory->size.load(std::memory_order_relaxed);
}

/// Makes the machine's pc and frame true, before anything that may collect, call back or ask where execution stands.
[[gnu::always_inline]] inline void save(const State& s) {
  runtime::Machine& machine = *s.context->machine;
  machine.pc = s.pc;
  machine.frame = s.frame;
  machine.context = s.context;
}

/// The same before an allocation: pc points inside the instruction, where no return address can be, so that the
/// reference map for it cannot be mistaken for a caller's.
[[gnu::always_inline]] inline void save_inside(const State& s) {
  save(s);
  s.context->machine->pc = s.pc + 1;
}

/// The operand that begins `at` bytes after the handler's word.
template <class T>
[[gnu::always_inline]] inline T operand(const State& s, std::size_t at) {
  T value;
  std::memcpy(&value, reinterpret_cast<const std::byte*>(s.pc + 1) + at, sizeof(T));
  return value;
}

/// The slot named by the operand at `at`.
[[gnu::always_inline]] inline Slot* slot(const State& s, std::size_t at) {
  return s.frame + operand<std::int32_t>(s, at);
}

// -- reading and writing slots by C++ type. A slot is written whole, so that copying it never stalls on a narrow store.

template <class T>
[[gnu::always_inline]] inline T read_slot(const Slot* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

[[gnu::always_inline]] inline void write_slot(Slot* to, std::uint32_t value) {
  *to = value;
}
[[gnu::always_inline]] inline void write_slot(Slot* to, std::uint64_t value) {
  *to = value;
}
[[gnu::always_inline]] inline void write_slot(Slot* to, float value) {
  *to = std::bit_cast<std::uint32_t>(value);
}
[[gnu::always_inline]] inline void write_slot(Slot* to, double value) {
  *to = std::bit_cast<std::uint64_t>(value);
}
[[gnu::always_inline]] inline void write_slot(Slot* to, V128 value) {
  std::memcpy(to, &value, sizeof(value));
}

// -- accumulators by C++ type

template <class T>
[[gnu::always_inline]] inline T read_accumulator(const State& s) {
  if constexpr (std::is_same_v<T, float>) {
    return s.single;
  } else if constexpr (std::is_same_v<T, double>) {
    return s.real;
  } else {
    return static_cast<T>(s.word);
  }
}

[[gnu::always_inline]] inline void write_accumulator(State& s, std::uint32_t value) {
  s.word = value;
}
[[gnu::always_inline]] inline void write_accumulator(State& s, std::uint64_t value) {
  s.word = value;
}
[[gnu::always_inline]] inline void write_accumulator(State& s, float value) {
  s.single = value;
}
[[gnu::always_inline]] inline void write_accumulator(State& s, double value) {
  s.real = value;
}

/// Where an operand lies, where a result goes.
enum class From : std::uint8_t { slot, accumulator, constant };
enum class To : std::uint8_t { slot, accumulator };

/// Which truth value a conditional branch is taken on.
enum class Sense : std::uint8_t { when_true, when_false };

/// Bytes of the operand in the code.
template <class T, From from>
inline constexpr std::size_t operand_bytes = from == From::slot       ? 4
                                             : from == From::constant ? (sizeof(T) < 4 ? 4 : sizeof(T))
                                                                      : 0;

template <class T, From from>
[[gnu::always_inline]] inline T read(const State& s, std::size_t at) {
  if constexpr (from == From::slot) {
    return read_slot<T>(slot(s, at));
  } else if constexpr (from == From::accumulator) {
    return read_accumulator<T>(s);
  } else {
    return operand<T>(s, at);
  }
}

/// Every instruction with a result keeps four bytes for its slot first, also when the result goes to the accumulator:
/// so the translator can change its mind by exchanging the handler.
inline constexpr std::size_t result_bytes = 4;

template <To to, class T>
[[gnu::always_inline]] inline void write(State& s, T value) {
  if constexpr (to == To::slot) {
    write_slot(slot(s, 0), value);
  } else {
    write_accumulator(s, value);
  }
}

/// Words of an instruction with so many operand bytes.
constexpr std::size_t words(std::size_t operand_bytes) {
  return 1 + (operand_bytes + 7) / 8;
}

}  // namespace assay::interp
