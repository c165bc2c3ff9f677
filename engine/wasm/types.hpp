// The types of the language: values, heap types, composite types, external types.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/index.hpp"

namespace assay::wasm {

using TypeIndex = base::Index<struct TypeTag>;
using FuncIndex = base::Index<struct FuncTag>;
using TableIndex = base::Index<struct TableTag>;
using MemoryIndex = base::Index<struct MemoryTag>;
using GlobalIndex = base::Index<struct GlobalTag>;
using TagIndex = base::Index<struct TagTag>;
using ElemIndex = base::Index<struct ElemTag>;
using DataIndex = base::Index<struct DataTag>;
using LocalIndex = base::Index<struct LocalTag>;
using LabelIndex = base::Index<struct LabelTag>;
using FieldIndex = base::Index<struct FieldTag>;

/// The abstract heap types. spec: syntax-heaptype
enum class AbstractHeap : std::uint8_t {
  func,
  nofunc,
  extern_,
  noextern,
  any,
  eq,
  i31,
  struct_,
  array,
  none,
  exn,
  noexn,
  bottom,  ///< below every heap type; only the validator meets it
  count_,
};

/// An abstract heap type or a defined type by index. What the index means (position in the module, or canonical
/// identity in the engine) belongs to the holder. 27 bits.
class HeapType {
 public:
  constexpr HeapType() = default;
  constexpr HeapType(AbstractHeap abstract)
      : code_(static_cast<std::uint32_t>(abstract)) {}  // NOLINT: implicit by design
  explicit constexpr HeapType(TypeIndex index) : code_(index.value + first_index) { assert(index.value <= index_max); }
  static constexpr HeapType from_code(std::uint32_t code) {
    HeapType type;
    type.code_ = code;
    return type;
  }

  [[nodiscard]] constexpr bool is_index() const { return code_ >= first_index; }
  [[nodiscard]] constexpr TypeIndex index() const {
    assert(is_index());
    return TypeIndex(code_ - first_index);
  }
  [[nodiscard]] constexpr AbstractHeap abstract() const {
    assert(!is_index());
    return static_cast<AbstractHeap>(code_);
  }
  [[nodiscard]] constexpr std::uint32_t code() const { return code_; }
  friend constexpr bool operator==(HeapType, HeapType) = default;

  static constexpr std::uint32_t first_index = 32;
  static constexpr std::uint32_t index_max = (1U << 27U) - 1 - first_index;

 private:
  std::uint32_t code_ = 0;
};

/// Number, vector, reference and (for fields only) packed types in one word. spec: syntax-valtype, syntax-storagetype
enum class ValueKind : std::uint8_t { i32, i64, f32, f64, v128, ref, bottom, i8, i16 };

enum class Nullability : std::uint8_t { non_null, nullable };

class ValueType {
 public:
  constexpr ValueType() = default;
  constexpr ValueType(ValueKind kind) : bits_(static_cast<std::uint32_t>(kind)) {}  // NOLINT: implicit by design
  static constexpr ValueType reference(HeapType heap, Nullability nullability) {
    ValueType type(ValueKind::ref);
    type.bits_ |= (nullability == Nullability::nullable ? 1U << 4U : 0U) | heap.code() << 5U;
    return type;
  }

  [[nodiscard]] constexpr ValueKind kind() const { return static_cast<ValueKind>(bits_ & 15U); }
  [[nodiscard]] constexpr bool is_reference() const { return kind() == ValueKind::ref; }
  [[nodiscard]] constexpr bool is_nullable() const { return (bits_ >> 4U & 1U) != 0; }
  [[nodiscard]] constexpr Nullability nullability() const {
    return is_nullable() ? Nullability::nullable : Nullability::non_null;
  }
  [[nodiscard]] constexpr HeapType heap() const {
    assert(is_reference());
    return HeapType::from_code(bits_ >> 5U);
  }
  [[nodiscard]] constexpr bool is_number() const { return kind() <= ValueKind::f64; }
  [[nodiscard]] constexpr bool is_vector() const { return kind() == ValueKind::v128; }
  [[nodiscard]] constexpr bool is_packed() const { return kind() == ValueKind::i8 || kind() == ValueKind::i16; }
  /// A local of this type starts with a value. spec: syntax-init
  [[nodiscard]] constexpr bool is_defaultable() const { return !is_reference() || is_nullable(); }
  [[nodiscard]] constexpr std::uint32_t bits() const { return bits_; }
  friend constexpr bool operator==(ValueType, ValueType) = default;

 private:
  std::uint32_t bits_ = static_cast<std::uint32_t>(ValueKind::bottom);
};

inline constexpr ValueType i32 = ValueKind::i32;
inline constexpr ValueType i64 = ValueKind::i64;
inline constexpr ValueType f32 = ValueKind::f32;
inline constexpr ValueType f64 = ValueKind::f64;
inline constexpr ValueType v128 = ValueKind::v128;
inline constexpr ValueType bottom = ValueKind::bottom;
inline constexpr ValueType funcref = ValueType::reference(AbstractHeap::func, Nullability::nullable);
inline constexpr ValueType externref = ValueType::reference(AbstractHeap::extern_, Nullability::nullable);
inline constexpr ValueType anyref = ValueType::reference(AbstractHeap::any, Nullability::nullable);
inline constexpr ValueType exnref = ValueType::reference(AbstractHeap::exn, Nullability::nullable);

/// Width of a value of this type in 64-bit slots: 2 for v128, else 1. The one mapping of types to slots.
constexpr std::uint32_t slot_count(ValueType type) {
  return type.is_vector() ? 2 : 1;
}

/// Width in memory or in an object, in bytes. Packed fields are 1 and 2, references 8.
constexpr std::uint32_t byte_size(ValueType type) {
  switch (type.kind()) {
    case ValueKind::i8: return 1;
    case ValueKind::i16: return 2;
    case ValueKind::i32:
    case ValueKind::f32: return 4;
    case ValueKind::i64:
    case ValueKind::f64:
    case ValueKind::ref: return 8;
    case ValueKind::v128: return 16;
    case ValueKind::bottom: break;
  }
  return 0;
}

/// What a packed field becomes on the operand stack. spec: aux-unpack
constexpr ValueType unpacked(ValueType storage) {
  return storage.is_packed() ? ValueType(ValueKind::i32) : storage;
}

enum class Mutability : std::uint8_t { constant, variable };

struct FieldType {
  ValueType storage{};
  Mutability mutability = Mutability::constant;
  friend bool operator==(const FieldType&, const FieldType&) = default;
};

struct FuncType {
  std::vector<ValueType> params;
  std::vector<ValueType> results;
  friend bool operator==(const FuncType&, const FuncType&) = default;
};

enum class CompositeKind : std::uint8_t { func, struct_, array };

/// A defined type as written: composite type with finality and supertypes. spec: syntax-subtype
/// `func` is meaningful for functions, `fields` for structs (any number) and arrays (exactly one).
struct SubType {
  CompositeKind kind = CompositeKind::func;
  bool final = true;
  std::vector<TypeIndex> supertypes;  ///< at most one is valid
  FuncType func;
  std::vector<FieldType> fields;
  friend bool operator==(const SubType&, const SubType&) = default;
};

/// A run of types in Module::types that recur with each other.
struct RecGroup {
  TypeIndex first;
  std::uint32_t count = 0;
  friend bool operator==(const RecGroup&, const RecGroup&) = default;
};

enum class AddressType : std::uint8_t { i32, i64 };
constexpr ValueType value_type(AddressType address) {
  return address == AddressType::i64 ? i64 : i32;
}

/// Sizes of a memory (pages) or a table (elements).
struct Limits {
  std::uint64_t min = 0;
  std::optional<std::uint64_t> max;
  AddressType address = AddressType::i32;
  friend bool operator==(const Limits&, const Limits&) = default;
};

struct TableType {
  ValueType element = funcref;
  Limits limits;
  friend bool operator==(const TableType&, const TableType&) = default;
};

enum class Sharing : std::uint8_t { unshared, shared };

struct MemoryType {
  Limits limits;  ///< in pages of 2^page_size_log2 bytes
  Sharing sharing = Sharing::unshared;
  std::uint8_t page_size_log2 = 16;  ///< 0 or 16 validate (custom page sizes); others are refused by the validator
  friend bool operator==(const MemoryType&, const MemoryType&) = default;
};

struct GlobalType {
  ValueType type{};
  Mutability mutability = Mutability::constant;
  friend bool operator==(const GlobalType&, const GlobalType&) = default;
};

struct TagType {
  TypeIndex type;
  friend bool operator==(const TagType&, const TagType&) = default;
};

enum class ExternKind : std::uint8_t { func = 0, table = 1, memory = 2, global = 3, tag = 4 };

/// Text of a type, in the text format's words; defined types by number.
std::string to_string(ValueType type);
std::string to_string(HeapType type);
const char* to_string(AbstractHeap heap);
const char* to_string(ExternKind kind);

}  // namespace assay::wasm
