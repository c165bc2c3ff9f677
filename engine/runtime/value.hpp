// Values as the host and the store's cells hold them.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "runtime/reference.hpp"
#include "wasm/types.hpp"
#include "wasm/v128.hpp"

namespace assay::runtime {

/// A 64-bit cell of a frame. Numbers of 32 bits lie in the low half, the upper half is unspecified; v128 takes two, low
/// half first.
using Slot = std::uint64_t;

/// Slots that values of these types take, one after the other.
inline std::uint32_t slot_count(std::span<const wasm::ValueType> types) {
  std::uint32_t slots = 0;
  for (const wasm::ValueType type : types) slots += wasm::slot_count(type);
  return slots;
}

/// A value with its type. Numbers are in bits.lo (i32 and f32 in the low 32 bits, the rest zero), references too.
/// A reference in a Value is not a root: a host keeps one alive with a Handle.
struct Value {
  wasm::ValueType type{};
  wasm::V128 bits{};

  static Value i32(std::uint32_t v) { return {wasm::i32, {v, 0}}; }
  static Value i64(std::uint64_t v) { return {wasm::i64, {v, 0}}; }
  static Value f32(float v) { return {wasm::f32, {std::bit_cast<std::uint32_t>(v), 0}}; }
  static Value f64(double v) { return {wasm::f64, {std::bit_cast<std::uint64_t>(v), 0}}; }
  static Value v128(wasm::V128 v) { return {wasm::v128, v}; }
  static Value ref(wasm::ValueType type, Ref ref) { return {type, {ref, 0}}; }
};

/// Writes a value's slots, telling how many.
inline std::uint32_t store_value(Slot* slot, const Value& value) {
  slot[0] = value.bits.lo;
  if (!value.type.is_vector()) return 1;
  slot[1] = value.bits.hi;
  return 2;
}

/// Reads a value of `type`; 32-bit numbers come zero-extended.
inline Value load_value(const Slot* slot, wasm::ValueType type) {
  Value value{type, {slot[0], 0}};
  if (type.is_vector()) value.bits.hi = slot[1];
  if (type == wasm::i32 || type == wasm::f32) value.bits.lo &= 0xFFFF'FFFFU;
  return value;
}

}  // namespace assay::runtime
