// The store's heap: structs, arrays, host values, exceptions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "runtime/code.hpp"
#include "runtime/layout.hpp"
#include "runtime/object.hpp"
#include "runtime/size_classes.hpp"

namespace assay::runtime {

class Store;

struct HeapOptions {
  std::size_t bytes_max = std::size_t{1} << 30U;  ///< live and free together
  /// Collect at every allocation and poison what died.
  bool stress = false;
};

struct HeapCounts {
  std::uint64_t allocated_objects = 0;
  std::uint64_t allocated_bytes = 0;  ///< in whole cells
  std::uint64_t freed_objects = 0;
  std::uint64_t collections = 0;
  std::size_t live_bytes = 0;      ///< after the last collection, plus what was allocated since
  std::size_t reserved_bytes = 0;  ///< taken from the system, at most bytes_max
};

/// A precise mark-sweep heap with cells of fixed sizes, swept lazily: allocation bumps through runs of dead cells.
/// Every allocate_* may collect, so the caller's references must lie in roots (frames, cells, handles) and be read
/// again afterwards; the machine's pc and frame must be true. Memory comes zeroed: fields are 0, references null. Null:
/// the heap is full even after collecting.
class Heap {
 public:
  Heap(Store& store, HeapOptions options);
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  Object* allocate_struct(const validate::CanonicalType& type) {
    const Layout& layout = layout_of(type);
    return allocate(Object::make_word(ObjectKind::struct_, &type), layout.size_class, layout.object_bytes);
  }
  /// Null also when the length does not fit in 32 bits.
  Array* allocate_array(const validate::CanonicalType& type, std::uint64_t length);
  HostObject* allocate_host(std::uint64_t payload);
  /// With room for the payload that the tag's type names, all zero.
  ExceptionObject* allocate_exception(TagInstance& tag);

  /// Collects now. Roots are asked of the store: frames of every execution, tables, globals, element segments, handles,
  /// the machine's exception.
  void collect();
  [[nodiscard]] HeapCounts counts() const;

 private:
  /// Dead cells in a row, zeroed, to be handed out; one run per size class, the last always empty.
  struct Run {
    std::byte* at = nullptr;
    std::byte* end = nullptr;
  };
  struct Data;

  Object* allocate(std::uintptr_t word, std::uint8_t size_class, std::uint64_t bytes) {
    Run& run = runs_[size_class];
    if (run.at == run.end) [[unlikely]]
      return allocate_slowly(word, size_class, bytes);
    auto* const object = reinterpret_cast<Object*>(run.at);
    run.at += cell_bytes[size_class];
    object->word = word;
    return object;
  }
  Object* allocate_slowly(std::uintptr_t word, std::uint8_t size_class, std::uint64_t bytes);

  std::array<Run, size_class_count + 1> runs_{};
  std::unique_ptr<Data> data_;
};

}  // namespace assay::runtime
