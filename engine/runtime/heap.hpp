// The store's heap: structs, arrays, host values, exceptions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "runtime/code.hpp"
#include "runtime/object.hpp"

namespace assay::runtime {

class Store;

struct HeapOptions {
  std::size_t bytes_max = std::size_t{1} << 30U;  ///< live and free together
  /// Collect at every allocation and poison what died.
  bool stress = false;
};

struct HeapCounts {
  std::uint64_t allocated_objects = 0;
  std::uint64_t allocated_bytes = 0;
  std::uint64_t freed_objects = 0;
  std::uint64_t collections = 0;
  std::size_t live_bytes = 0;  ///< after the last collection, plus what was allocated since
};

/// A precise mark-sweep heap with segregated free lists.
/// Every allocate_* may collect, so the caller's references must lie in roots (frames, cells, handles) and be read
/// again afterwards; the machine's pc and frame must be true. Memory comes zeroed: fields are 0, references null. Null:
/// the heap is full even after collecting.
class Heap {
 public:
  Heap(Store& store, HeapOptions options);
  ~Heap();

  Object* allocate_struct(const validate::CanonicalType& type);
  Array* allocate_array(const validate::CanonicalType& type, std::uint64_t length);
  HostObject* allocate_host(std::uint64_t payload);
  ExceptionObject* allocate_exception(TagInstance& tag);

  /// Collects now. Roots are asked of the store: frames of every execution, tables, globals, element segments, handles,
  /// the machine's exception.
  void collect();
  [[nodiscard]] const HeapCounts& counts() const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace assay::runtime
