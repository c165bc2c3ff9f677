// Steps that access linear memory.
//
// Two kinds of place: `near` is memory 0 with 32-bit addresses, unshared, whose base and size are in registers and
// whose offset is 4 bytes; `far` is everything else: any memory, either address type, shared or not; all its operands
// in slots. Bounds are always checked explicitly against the size. Shared memories are accessed with relaxed atomics.
//
// Operand bytes, near: result slot, address, value, offset. Far: result slot, operands (4 each), memory (4), offset
// (8), lane (4).
#pragma once

#include "interp/steps/plain.hpp"
#include "runtime/operations.hpp"
#include "wasm/numerics.hpp"

namespace assay::interp {

using wasm::Access;

/// What lies in memory for an access, and how it becomes a value and back.
template <Access access>
struct Stored;
template <>
struct Stored<Access::s8> {
  using type = std::uint8_t;
  using extended = std::int8_t;
};
template <>
struct Stored<Access::u8_> {
  using type = std::uint8_t;
  using extended = std::uint8_t;
};
template <>
struct Stored<Access::s16> {
  using type = std::uint16_t;
  using extended = std::int16_t;
};
template <>
struct Stored<Access::u16> {
  using type = std::uint16_t;
  using extended = std::uint16_t;
};
template <>
struct Stored<Access::s32> {
  using type = std::uint32_t;
  using extended = std::int32_t;
};
template <>
struct Stored<Access::u32> {
  using type = std::uint32_t;
  using extended = std::uint32_t;
};
template <>
struct Stored<Access::u64> {
  using type = std::uint64_t;
  using extended = std::uint64_t;
};
template <>
struct Stored<Access::f32> {
  using type = float;
  using extended = float;
};
template <>
struct Stored<Access::f64> {
  using type = double;
  using extended = double;
};
template <>
struct Stored<Access::v128> {
  using type = V128;
  using extended = V128;
};

template <Access access>
using StoredType = typename Stored<access>::type;

/// From memory's type to the operand's, extending as the access says.
template <class T, Access access>
[[gnu::always_inline]] inline T extend(StoredType<access> stored) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<typename Stored<access>::extended>(stored));
  } else {
    return stored;
  }
}

template <class T>
[[gnu::always_inline]] inline T load_plain(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}
template <class T>
[[gnu::always_inline]] inline void store_plain(std::byte* to, T value) {
  std::memcpy(to, &value, sizeof(T));
}

/// Memory that other threads may access: whole when aligned, byte by byte otherwise. spec (threads): relaxed memory
/// model
template <class T>
inline T load_relaxed(std::byte* from) {
  T value;
  if constexpr (sizeof(T) <= 8) {
    using Word =
        std::conditional_t<sizeof(T) == 8, std::uint64_t,
                           std::conditional_t<sizeof(T) == 4, std::uint32_t,
                                              std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint8_t>>>;
    if (reinterpret_cast<std::uintptr_t>(from) % sizeof(T) == 0) {
      const Word word = __atomic_load_n(reinterpret_cast<Word*>(from), __ATOMIC_RELAXED);
      std::memcpy(&value, &word, sizeof(T));
      return value;
    }
  }
  std::array<std::uint8_t, sizeof(T)> bytes;
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    bytes[i] = __atomic_load_n(reinterpret_cast<std::uint8_t*>(from + i), __ATOMIC_RELAXED);
  }
  std::memcpy(&value, bytes.data(), sizeof(T));
  return value;
}
template <class T>
inline void store_relaxed(std::byte* to, T value) {
  if constexpr (sizeof(T) <= 8) {
    using Word =
        std::conditional_t<sizeof(T) == 8, std::uint64_t,
                           std::conditional_t<sizeof(T) == 4, std::uint32_t,
                                              std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint8_t>>>;
    if (reinterpret_cast<std::uintptr_t>(to) % sizeof(T) == 0) {
      Word word;
      std::memcpy(&word, &value, sizeof(T));
      __atomic_store_n(reinterpret_cast<Word*>(to), word, __ATOMIC_RELAXED);
      return;
    }
  }
  std::array<std::uint8_t, sizeof(T)> bytes;
  std::memcpy(bytes.data(), &value, sizeof(T));
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    __atomic_store_n(reinterpret_cast<std::uint8_t*>(to + i), bytes[i], __ATOMIC_RELAXED);
  }
}

// -- near

template <Opcode op, From address, To to>
[[gnu::always_inline]] inline Exit load_near(State& s) {
  constexpr Access access = wasm::info(op).meaning.access;
  using Memory = StoredType<access>;
  constexpr std::size_t offset_at = result_bytes + operand_bytes<std::uint32_t, address>;
  const std::uint64_t at =
      std::uint64_t{read<std::uint32_t, address>(s, result_bytes)} + operand<std::uint32_t>(s, offset_at);
  if (at + sizeof(Memory) > s.memory_size) [[unlikely]]
    return trap(Trap::out_of_bounds_memory_access);
  write<to>(s, extend<ResultOf<op>, access>(load_plain<Memory>(s.memory + at)));
  s.pc += words(offset_at + 4);
  return Exit::next;
}

template <Opcode op, From address, From value>
[[gnu::always_inline]] inline Exit store_near(State& s) {
  using Memory = StoredType<wasm::info(op).meaning.access>;
  using Operand = Param<op, 1>;
  constexpr std::size_t value_at = result_bytes + operand_bytes<std::uint32_t, address>;
  constexpr std::size_t offset_at = value_at + operand_bytes<Operand, value>;
  const std::uint64_t at =
      std::uint64_t{read<std::uint32_t, address>(s, result_bytes)} + operand<std::uint32_t>(s, offset_at);
  if (at + sizeof(Memory) > s.memory_size) [[unlikely]]
    return trap(Trap::out_of_bounds_memory_access);
  if constexpr (std::is_integral_v<Operand>) {
    store_plain(s.memory + at, static_cast<Memory>(read<Operand, value>(s, value_at)));
  } else {
    store_plain(s.memory + at, read<Operand, value>(s, value_at));
  }
  s.pc += words(offset_at + 4);
  return Exit::next;
}

// -- far

/// Effective address of a far access: null when out of bounds. `address` is zero-extended by the memory's address type.
struct FarPlace {
  runtime::MemoryInstance* memory = nullptr;
  std::byte* at = nullptr;
  std::uint64_t address = 0;
};

template <Opcode op>
[[gnu::always_inline]] inline FarPlace far_place(const State& s) {
  constexpr std::size_t count = wasm::info(op).signature.param_count;
  constexpr std::size_t results = wasm::info(op).signature.result_count;
  constexpr std::size_t first = result_bytes * (results == 0 ? 1 : results);
  constexpr std::size_t memory_at = first + 4 * count;
  runtime::MemoryInstance* memory = s.context->memories[operand<std::uint32_t>(s, memory_at)];
  std::uint64_t base = *slot(s, first);
  if (!memory->is_64()) base &= 0xFFFF'FFFFU;
  const auto offset = operand<std::uint64_t>(s, memory_at + 4);
  const std::uint64_t address = base + offset;
  const std::uint64_t size = memory->size.load(std::memory_order_acquire);
  constexpr std::uint64_t bytes = wasm::memory_bytes(wasm::info(op).meaning);
  if (address < base || address > size || size - address < bytes) [[unlikely]]
    return {memory, nullptr, address};
  return {memory, memory->base + address, address};
}

template <Opcode op>
constexpr std::size_t far_lane_at() {
  constexpr auto& signature = wasm::info(op).signature;
  return result_bytes * (signature.result_count == 0 ? 1U : signature.result_count) + 4U * signature.param_count + 12;
}
template <Opcode op>
inline constexpr std::size_t far_words = words(far_lane_at<op>() + 4);

/// Operand `i` of a far access, from its slot.
template <Opcode op, std::size_t i>
[[gnu::always_inline]] inline auto far_param(const State& s) {
  constexpr auto& signature = wasm::info(op).signature;
  constexpr std::size_t at = result_bytes * (signature.result_count == 0 ? 1U : signature.result_count) + 4 * i;
  return read<Param<op, i>, From::slot>(s, at);
}

template <class T>
[[gnu::always_inline]] inline T load_far(const FarPlace& place) {
  return place.memory->is_shared() ? load_relaxed<T>(place.at) : load_plain<T>(place.at);
}
template <class T>
[[gnu::always_inline]] inline void store_far(const FarPlace& place, T value) {
  if (place.memory->is_shared()) {
    store_relaxed(place.at, value);
  } else {
    store_plain(place.at, value);
  }
}

/// A vector's lanes of type T.
template <class T>
using Lanes = std::array<T, 16 / sizeof(T)>;

/// spec: exec-v128.load8x8_s and its like.
template <class From_, class To_>
inline V128 load_extended(V128 bytes) {
  const auto from = std::bit_cast<Lanes<From_>>(bytes);
  Lanes<To_> to;
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = static_cast<To_>(from[i]);
  return std::bit_cast<V128>(to);
}

template <Access access>
inline V128 extend_lanes(std::uint64_t bytes) {
  const V128 low{bytes, 0};
  if constexpr (access == Access::s8) return load_extended<std::int8_t, std::int16_t>(low);
  if constexpr (access == Access::u8_) return load_extended<std::uint8_t, std::uint16_t>(low);
  if constexpr (access == Access::s16) return load_extended<std::int16_t, std::int32_t>(low);
  if constexpr (access == Access::u16) return load_extended<std::uint16_t, std::uint32_t>(low);
  if constexpr (access == Access::s32) return load_extended<std::int32_t, std::int64_t>(low);
  if constexpr (access == Access::u32) return load_extended<std::uint32_t, std::uint64_t>(low);
}

template <Opcode op>
[[gnu::always_inline]] inline Exit access_far(State& s) {
  constexpr wasm::Meaning meaning = wasm::info(op).meaning;
  const FarPlace place = far_place<op>(s);
  if (place.at == nullptr) [[unlikely]]
    return trap(Trap::out_of_bounds_memory_access);
  if constexpr (wasm::is_atomic(meaning)) {
    if (place.address % wasm::memory_bytes(meaning) != 0) [[unlikely]]
      return trap(Trap::unaligned_atomic);
  }

  if constexpr (meaning.form == Form::load) {
    write_slot(slot(s, 0), extend<ResultOf<op>, meaning.access>(load_far<StoredType<meaning.access>>(place)));
  } else if constexpr (meaning.form == Form::store) {
    using Memory = StoredType<meaning.access>;
    if constexpr (std::is_integral_v<Memory>) {
      store_far(place, static_cast<Memory>(far_param<op, 1>(s)));
    } else {
      store_far(place, far_param<op, 1>(s));
    }
  } else if constexpr (meaning.form == Form::load_splat) {
    using Lane = StoredType<meaning.access>;
    Lanes<Lane> lanes;
    lanes.fill(load_far<Lane>(place));
    write_slot(slot(s, 0), std::bit_cast<V128>(lanes));
  } else if constexpr (meaning.form == Form::load_zero) {
    write_slot(slot(s, 0), V128{load_far<StoredType<meaning.access>>(place), 0});
  } else if constexpr (meaning.form == Form::load_extend) {
    write_slot(slot(s, 0), extend_lanes<meaning.access>(load_far<std::uint64_t>(place)));
  } else if constexpr (meaning.form == Form::load_lane) {
    using Lane = StoredType<meaning.access>;
    auto lanes = std::bit_cast<Lanes<Lane>>(far_param<op, 1>(s));
    lanes[operand<std::uint8_t>(s, far_lane_at<op>())] = load_far<Lane>(place);
    write_slot(slot(s, 0), std::bit_cast<V128>(lanes));
  } else if constexpr (meaning.form == Form::store_lane) {
    using Lane = StoredType<meaning.access>;
    const auto lanes = std::bit_cast<Lanes<Lane>>(far_param<op, 1>(s));
    store_far(place, lanes[operand<std::uint8_t>(s, far_lane_at<op>())]);
  } else if constexpr (meaning.form == Form::atomic_load) {
    using Word = StoredType<meaning.access>;
    write_slot(slot(s, 0),
               static_cast<ResultOf<op>>(__atomic_load_n(reinterpret_cast<Word*>(place.at), __ATOMIC_SEQ_CST)));
  } else if constexpr (meaning.form == Form::atomic_store) {
    using Word = StoredType<meaning.access>;
    __atomic_store_n(reinterpret_cast<Word*>(place.at), static_cast<Word>(far_param<op, 1>(s)), __ATOMIC_SEQ_CST);
  } else if constexpr (meaning.form == Form::atomic_rmw) {
    using Word = StoredType<meaning.access>;
    auto* at = reinterpret_cast<Word*>(place.at);
    const auto value = static_cast<Word>(far_param<op, 1>(s));
    Word old{};
    if constexpr (meaning.numeric == wasm::Numeric::add) old = __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST);
    if constexpr (meaning.numeric == wasm::Numeric::sub) old = __atomic_fetch_sub(at, value, __ATOMIC_SEQ_CST);
    if constexpr (meaning.numeric == wasm::Numeric::and_) old = __atomic_fetch_and(at, value, __ATOMIC_SEQ_CST);
    if constexpr (meaning.numeric == wasm::Numeric::or_) old = __atomic_fetch_or(at, value, __ATOMIC_SEQ_CST);
    if constexpr (meaning.numeric == wasm::Numeric::xor_) old = __atomic_fetch_xor(at, value, __ATOMIC_SEQ_CST);
    if constexpr (meaning.numeric == wasm::Numeric::xchg) old = __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);
    write_slot(slot(s, 0), static_cast<ResultOf<op>>(old));
  } else if constexpr (meaning.form == Form::atomic_cmpxchg) {
    using Word = StoredType<meaning.access>;
    const auto expected = far_param<op, 1>(s);
    auto found = static_cast<Word>(expected);
    // An expectation wider than the access can never be met: the memory is only read.
    if (static_cast<ResultOf<op>>(found) == expected) {
      __atomic_compare_exchange_n(reinterpret_cast<Word*>(place.at), &found, static_cast<Word>(far_param<op, 2>(s)),
                                  false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    } else {
      found = __atomic_load_n(reinterpret_cast<Word*>(place.at), __ATOMIC_SEQ_CST);
    }
    write_slot(slot(s, 0), static_cast<ResultOf<op>>(found));
  } else if constexpr (meaning.form == Form::atomic_wait) {
    if (!place.memory->is_shared()) return trap(Trap::expected_shared_memory);
    save(s);
    const auto timeout = static_cast<std::int64_t>(far_param<op, 2>(s));
    std::uint32_t outcome = 0;
    if constexpr (meaning.access == Access::u32) {
      outcome = runtime::atomic_wait32(*place.memory, place.address, far_param<op, 1>(s), timeout);
    } else {
      outcome = runtime::atomic_wait64(*place.memory, place.address, far_param<op, 1>(s), timeout);
    }
    write_slot(slot(s, 0), outcome);
  } else if constexpr (meaning.form == Form::atomic_notify) {
    const std::uint32_t woken = runtime::atomic_notify(*place.memory, place.address, far_param<op, 1>(s));
    write_slot(slot(s, 0), woken);
  }
  s.pc += far_words<op>;
  return Exit::next;
}

}  // namespace assay::interp
