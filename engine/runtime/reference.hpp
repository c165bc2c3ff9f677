// How a reference is held: one 64-bit word, the same in slots, tables, globals, objects and host values.
//
//   null              0
//   i31               bit 0 set, the 31 bits above it, the rest zero
//   function          address of a FuncInstance
//   everything else   address of an Object in the store's heap (structs, arrays, exceptions, host values)
//
// any.convert_extern and extern.convert_any keep the word: an externref to an internal value is that value. Which of
// the forms a word can have follows from its static type, so no further tag is needed.
#pragma once

#include <cstdint>

namespace assay::runtime {

using Ref = std::uint64_t;
inline constexpr Ref null_ref = 0;

constexpr bool is_i31(Ref ref) {
  return (ref & 1U) != 0;
}
/// spec: exec-ref.i31. The upper bit of the operand is dropped.
constexpr Ref make_i31(std::uint32_t value) {
  return static_cast<std::uint64_t>(value & 0x7FFF'FFFFU) << 1U | 1U;
}
constexpr std::uint32_t i31_unsigned(Ref ref) {
  return static_cast<std::uint32_t>(ref >> 1U);
}
constexpr std::uint32_t i31_signed(Ref ref) {
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(static_cast<std::uint32_t>(ref) & ~1U) >> 1);
}

template <class T>
T* as_pointer(Ref ref) {
  return reinterpret_cast<T*>(static_cast<std::uintptr_t>(ref));
}
template <class T>
Ref to_ref(const T* pointer) {
  return static_cast<Ref>(reinterpret_cast<std::uintptr_t>(pointer));
}

}  // namespace assay::runtime
