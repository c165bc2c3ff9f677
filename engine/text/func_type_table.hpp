// Finds a function type among the types of a module, for uses that name none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "wasm/module.hpp"

namespace assay::text {

/// A hash table of the types an inline function type may mean: final, without supertypes, alone in their group.
/// Keeps indices only; the types stay where they are. spec: text-typeuse
class FuncTypeTable {
 public:
  using Types = base::IndexedVector<wasm::TypeIndex, wasm::SubType>;

  /// The first index inserted for such a type.
  [[nodiscard]] std::optional<wasm::TypeIndex> find(const Types& types, const wasm::FuncType& type) const;

  /// Makes types[index] known, unless an equal one is.
  void insert(const Types& types, wasm::TypeIndex index);

 private:
  struct Entry {
    std::size_t hash = 0;
    std::uint32_t index = 0;
  };

  [[nodiscard]] std::size_t bucket_of(const Types& types, const wasm::FuncType& type, std::size_t hash) const;
  void grow();

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> buckets_;  ///< positions of entries plus one; a power of two, at most half used
};

}  // namespace assay::text
