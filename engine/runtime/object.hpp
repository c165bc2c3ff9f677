// What a reference that is not null and not an i31 points to: objects of the store's heap, and functions.
//
// An object begins with one word: the address of its canonical type, with its kind in the low three bits. Struct fields
// follow at the offsets of the type's layout; an array's length is the second word, its elements start at byte 16. Host
// values and exceptions have no canonical type of their own. Functions begin with the same word but lie outside the
// heap, so that whoever finds a reference in a slot, whose static type it does not know, can tell them from objects.
// The collector's marks lie beside the objects (heap.cpp), not in them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/reference.hpp"
#include "validate/canonical_types.hpp"

namespace assay::runtime {

struct TagInstance;

enum class ObjectKind : std::uint8_t { struct_ = 0, array = 1, host = 2, exception = 3, function = 4 };

struct alignas(8) Object {
  std::uintptr_t word;

  static constexpr std::uintptr_t kind_mask = 7;
  static_assert(alignof(validate::CanonicalType) > kind_mask);

  static std::uintptr_t make_word(ObjectKind kind, const validate::CanonicalType* type = nullptr) {
    return reinterpret_cast<std::uintptr_t>(type) | static_cast<std::uintptr_t>(kind);
  }

  [[nodiscard]] ObjectKind kind() const { return static_cast<ObjectKind>(word & kind_mask); }
  /// Structs and arrays only.
  [[nodiscard]] const validate::CanonicalType* type() const {
    return reinterpret_cast<const validate::CanonicalType*>(word & ~kind_mask);
  }
  [[nodiscard]] std::byte* bytes() { return reinterpret_cast<std::byte*>(this); }
  [[nodiscard]] const std::byte* bytes() const { return reinterpret_cast<const std::byte*>(this); }
};

inline constexpr std::uint32_t struct_header_bytes = 8;
inline constexpr std::uint32_t array_header_bytes = 16;

struct Array : Object {
  std::uint64_t length;  ///< elements; fits in 32 bits
  [[nodiscard]] std::byte* elements() { return bytes() + array_header_bytes; }
  [[nodiscard]] const std::byte* elements() const { return bytes() + array_header_bytes; }
};
static_assert(sizeof(Array) == array_header_bytes);

/// What a host passes as externref (and, converted, as anyref): an opaque word.
struct HostObject : Object {
  std::uint64_t payload;
};

/// A thrown exception: its tag and the payload's slots (v128 takes two), of which the tag's type tells the references.
struct ExceptionObject : Object {
  TagInstance* tag;
  std::uint64_t slot_count;
  [[nodiscard]] std::uint64_t* slots() { return reinterpret_cast<std::uint64_t*>(this + 1); }
};

}  // namespace assay::runtime
