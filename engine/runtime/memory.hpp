// Linear memories.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>

#include "platform/mutex.hpp"
#include "platform/parking.hpp"
#include "wasm/error.hpp"
#include "wasm/trap.hpp"
#include "wasm/types.hpp"

namespace assay::runtime {

/// A linear memory. `base` never changes while it lives (address space for its maximum is reserved, or it is moved only
/// while unshared and `base` is re-read after every call and growth); `size` only grows.
/// Shared memories are counted: every store that links one holds a reference, none owns it.
struct MemoryInstance {
  std::byte* base = nullptr;
  std::atomic<std::uint64_t> size = 0;  ///< bytes
  wasm::MemoryType type{};              ///< limits.min is the size at creation, in pages
  std::uint64_t max_pages = 0;          ///< by type and implementation limit
  std::uint64_t reserved_bytes = 0;     ///< of address space from `base` on, without the guard
  std::uint64_t committed_bytes = 0;    ///< of it, accessible: `size` in whole pages of the system
  platform::Mutex growing;              ///< held while a shared memory grows
  /// Threads in atomic waits on its cells; shared memories only.
  std::unique_ptr<platform::ParkingLot> waiters;

  [[nodiscard]] std::uint64_t pages() const { return size.load(std::memory_order_acquire) >> type.page_size_log2; }
  [[nodiscard]] bool is_shared() const { return type.sharing == wasm::Sharing::shared; }
  [[nodiscard]] bool is_64() const { return type.limits.address == wasm::AddressType::i64; }

  MemoryInstance() = default;
  MemoryInstance(const MemoryInstance&) = delete;
  MemoryInstance& operator=(const MemoryInstance&) = delete;
  ~MemoryInstance();
};

/// A new memory of limits.min pages, zeroed; pages are committed by the system when touched.
/// Fails with ErrorKind::limit when address space is not to be had. spec: alloc-mem
wasm::Result<std::shared_ptr<MemoryInstance>> allocate_memory(const wasm::MemoryType& type);

/// Grows by `delta` pages and tells the old size in pages, or -1 (as all ones). Safe from several threads on a shared
/// memory. spec: exec-memory.grow
std::uint64_t grow(MemoryInstance& memory, std::uint64_t delta_pages);

// spec: exec-memory.fill, exec-memory.copy. Nothing is written when the range does not fit. Bytes of shared memories
// are accessed with relaxed atomics.
wasm::Trap fill(MemoryInstance& memory, std::uint64_t at, std::uint8_t value, std::uint64_t count);
wasm::Trap copy(MemoryInstance& to, std::uint64_t at, MemoryInstance& from, std::uint64_t source, std::uint64_t count);
/// memory.init and active segments: copies from `bytes`.
wasm::Trap write(MemoryInstance& memory, std::uint64_t at, const std::byte* bytes, std::uint64_t source,
                 std::uint64_t count, std::uint64_t available);

}  // namespace assay::runtime
