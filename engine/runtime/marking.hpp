// Finds what is alive: the marking half of the collector.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/code.hpp"
#include "runtime/object.hpp"
#include "runtime/reference.hpp"

namespace assay::runtime {

/// The word that cells are filled with when they die under stress. As an object's word it says exception, whose tag
/// would be such a word again: whoever follows it faults.
inline constexpr std::uint64_t poison = 0xDBDB'DBDB'DBDB'DBDB;

/// Marks the objects reachable from the references it is shown. A work list stands in for recursion; long arrays go
/// through it in pieces, so that it grows with the breadth of structs and not with the length of arrays.
class Marker {
 public:
  /// Marks a reference's object, if it refers to one of the heap's.
  void show(Ref ref);
  /// Marks everything reachable from what has been shown.
  void finish();

  /// Shows every reference it is called with.
  [[nodiscard]] ReferenceVisitor visitor() {
    return {this, [](void* self, Ref* ref) { static_cast<Marker*>(self)->show(*ref); }};
  }

 private:
  struct Item {
    Object* object;
    std::uint64_t from;  ///< arrays: the first element to look at
  };

  void scan(Item item);
  void scan_array(Array& array, std::uint64_t from);
  void scan_exception(ExceptionObject& exception);

  std::vector<Item> work_;
};

}  // namespace assay::runtime
