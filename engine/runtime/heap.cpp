// Allocation, sweeping, and when to collect.
//
// Marks are cleared, set from the roots, and stay until the next collection. Sweeping is put off: who needs cells of a
// size looks for the next run of unmarked ones in that size's blocks, zeroes it and bumps through it. What was handed
// out since the collection is thus unmarked and lies below its block's cursor. A collection costs the live objects and
// one look at the marks of every block; counts of the dead follow from the counts of the allocated and the live.
#include "runtime/heap.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "runtime/blocks.hpp"
#include "runtime/instances.hpp"
#include "runtime/marking.hpp"
#include "runtime/store.hpp"

namespace assay::runtime {

namespace {

/// Allocation between collections, at least.
constexpr std::size_t pace_min = std::size_t{4} << 20U;

/// A run of dead cells in a block, by offsets.
struct DeadRun {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// The next run of dead cells at or above the cursor, which moves behind it. Empty: there is none.
DeadRun sweep(Block& block, std::uint32_t cells_max) {
  const std::uint32_t size = block.cell_size();
  const std::uint32_t end = block.cells_end();
  std::uint32_t at = block.cursor;
  while (at != end && block.is_marked(at)) at += size;
  DeadRun run{at, at};
  for (std::uint32_t cells = 0; run.end != end && cells < cells_max && !block.is_marked(run.end); ++cells) {
    run.end += size;
  }
  block.cursor = run.end;
  return run;
}

/// Fills a dead cell that has been an object.
void poison_cell(std::byte* cell, std::size_t bytes) {
  std::uintptr_t word = 0;
  std::memcpy(&word, cell, sizeof word);
  if (word != 0 && word != static_cast<std::uintptr_t>(poison)) std::memset(cell, 0xDB, bytes);
}

}  // namespace

struct Heap::Data {
  Data(Store& its_store, HeapOptions its_options)
      : store(its_store), options(its_options), source(its_options.bytes_max) {}

  /// Blocks of one size. Those below `sweeping` have nothing left.
  struct SizeClass {
    std::vector<Block*> blocks;
    std::size_t sweeping = 0;
    std::byte* run_begin = nullptr;
  };

  Store& store;
  HeapOptions options;
  BlockSource source;
  std::array<SizeClass, size_class_count> classes;
  std::vector<Block*> large;
  Marker marker;

  // Of the counts, without what lies in the present runs.
  std::uint64_t allocated_objects = 0;
  std::uint64_t allocated_bytes = 0;
  std::uint64_t freed_objects = 0;
  std::uint64_t collections = 0;
  std::size_t live_bytes = 0;                ///< after the last collection
  std::size_t taken_bytes = 0;               ///< since, in whole runs
  std::uint64_t allocated_bytes_before = 0;  ///< allocated_bytes at the last collection

  [[nodiscard]] bool is_due() const { return options.stress || taken_bytes >= std::max(live_bytes, pace_min); }

  /// Takes a run of dead cells, zeroed.
  bool take_run(std::uint8_t size_class, Run& run) {
    SizeClass& of_size = classes[size_class];
    const std::uint32_t cells_max = options.stress ? 1 : UINT32_MAX;
    for (; of_size.sweeping < of_size.blocks.size(); ++of_size.sweeping) {
      Block& block = *of_size.blocks[of_size.sweeping];
      const DeadRun dead = sweep(block, cells_max);
      if (dead.begin == dead.end) continue;
      run = {block.begin() + dead.begin, block.begin() + dead.end};
      of_size.run_begin = run.at;
      if (!block.is_zero) std::memset(run.at, 0, dead.end - dead.begin);
      taken_bytes += dead.end - dead.begin;
      return true;
    }
    Block* const block = source.take(size_class);
    if (block == nullptr) return false;
    of_size.blocks.push_back(block);
    return take_run(size_class, run);
  }

  Object* take_large(std::uint64_t bytes) {
    Block* const block = source.take_large(bytes);
    if (block == nullptr) return nullptr;
    large.push_back(block);
    ++allocated_objects;
    allocated_bytes += block->bytes;
    taken_bytes += static_cast<std::size_t>(block->bytes);
    return reinterpret_cast<Object*>(block->begin() + first_cell);
  }

  /// Counts what has been handed out of a run and forgets it. The rest of it is dead cells again.
  void retire(std::uint8_t size_class, Run& run) {
    SizeClass& of_size = classes[size_class];
    if (run.at == nullptr) return;
    const auto bytes = static_cast<std::uint64_t>(run.at - of_size.run_begin);
    allocated_bytes += bytes;
    allocated_objects += bytes / cell_bytes[size_class];
    run = {};
    of_size.run_begin = nullptr;
  }

  void clear_marks() {
    for (SizeClass& of_size : classes) {
      for (Block* block : of_size.blocks) block->marks.fill(0);
    }
    for (Block* block : large) block->marks.fill(0);
  }

  void poison_dead() {
    for (SizeClass& of_size : classes) {
      for (Block* block : of_size.blocks) {
        const std::uint32_t size = block->cell_size();
        for (std::uint32_t at = first_cell; at != block->cells_end(); at += size) {
          if (!block->is_marked(at)) poison_cell(block->begin() + at, size);
        }
      }
    }
  }

  /// Lets go of what is dead as a whole, makes the rest ready for sweeping, and counts.
  void survey() {
    std::uint64_t live_objects = 0;
    live_bytes = 0;
    for (SizeClass& of_size : classes) {
      std::erase_if(of_size.blocks, [&](Block* block) {
        const std::uint32_t cells = block->marked_cells();
        if (cells == 0) {
          source.give_back(*block);
          return true;
        }
        live_objects += cells;
        live_bytes += std::size_t{cells} * block->cell_size();
        block->is_zero = false;
        block->cursor = first_cell;
        return false;
      });
      of_size.sweeping = 0;
    }
    std::erase_if(large, [&](Block* block) {
      if (!block->is_marked(first_cell)) {
        source.give_back_large(*block);
        return true;
      }
      ++live_objects;
      live_bytes += static_cast<std::size_t>(block->bytes);
      return false;
    });
    source.trim(std::max(live_bytes / 4, pace_min));
    freed_objects = allocated_objects - live_objects;
    allocated_bytes_before = allocated_bytes;
    taken_bytes = 0;
    ++collections;
  }
};

Heap::Heap(Store& store, HeapOptions options) : data_(std::make_unique<Data>(store, options)) {}

Heap::~Heap() {
  for (Block* block : data_->large) data_->source.give_back_large(*block);
}

Object* Heap::allocate_slowly(std::uintptr_t word, std::uint8_t size_class, std::uint64_t bytes) {
  const bool was_due = data_->is_due();
  if (was_due) collect();
  for (bool collected = was_due;; collected = true) {
    Object* object = nullptr;
    if (size_class == large_class) {
      object = data_->take_large(bytes);
    } else {
      Run& run = runs_[size_class];
      data_->retire(size_class, run);
      if (data_->take_run(size_class, run)) {
        object = reinterpret_cast<Object*>(run.at);
        run.at += cell_bytes[size_class];
      }
    }
    if (object != nullptr) {
      object->word = word;
      return object;
    }
    if (collected) return nullptr;
    collect();
  }
}

Array* Heap::allocate_array(const validate::CanonicalType& type, std::uint64_t length) {
  if (length > UINT32_MAX) return nullptr;
  const std::uint64_t bytes = array_header_bytes + length * layout_of(type).element_bytes;
  Object* const object = allocate(Object::make_word(ObjectKind::array, &type), size_class_of(bytes), bytes);
  if (object == nullptr) return nullptr;
  auto* const array = static_cast<Array*>(object);
  array->length = length;
  return array;
}

HostObject* Heap::allocate_host(std::uint64_t payload) {
  Object* const object =
      allocate(Object::make_word(ObjectKind::host), size_class_of(sizeof(HostObject)), sizeof(HostObject));
  if (object == nullptr) return nullptr;
  auto* const host = static_cast<HostObject*>(object);
  host->payload = payload;
  return host;
}

ExceptionObject* Heap::allocate_exception(TagInstance& tag) {
  const std::uint64_t slots = slot_count(tag.type->sub.func.params);
  const std::uint64_t bytes = sizeof(ExceptionObject) + slots * sizeof(Slot);
  Object* const object = allocate(Object::make_word(ObjectKind::exception), size_class_of(bytes), bytes);
  if (object == nullptr) return nullptr;
  auto* const exception = static_cast<ExceptionObject*>(object);
  exception->tag = &tag;
  exception->slot_count = slots;
  return exception;
}

void Heap::collect() {
  for (std::uint8_t size_class = 0; size_class < size_class_count; ++size_class) {
    data_->retire(size_class, runs_[size_class]);
  }
  data_->clear_marks();
  data_->store.visit_roots(data_->marker.visitor());
  data_->marker.finish();
  if (data_->options.stress) data_->poison_dead();
  data_->survey();
}

HeapCounts Heap::counts() const {
  HeapCounts counts{.allocated_objects = data_->allocated_objects,
                    .allocated_bytes = data_->allocated_bytes,
                    .freed_objects = data_->freed_objects,
                    .collections = data_->collections};
  for (std::uint8_t size_class = 0; size_class < size_class_count; ++size_class) {
    if (runs_[size_class].at == nullptr) continue;
    const auto bytes = static_cast<std::uint64_t>(runs_[size_class].at - data_->classes[size_class].run_begin);
    counts.allocated_bytes += bytes;
    counts.allocated_objects += bytes / cell_bytes[size_class];
  }
  counts.live_bytes =
      data_->live_bytes + static_cast<std::size_t>(counts.allocated_bytes - data_->allocated_bytes_before);
  counts.reserved_bytes = data_->source.bytes();
  return counts;
}

}  // namespace assay::runtime
