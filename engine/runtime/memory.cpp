// Linear memories over reserved address space.
#include "runtime/memory.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

#include "platform/pages.hpp"
#include "runtime/relaxed_bytes.hpp"
#include "wasm/limits.hpp"

namespace assay::runtime {

using wasm::MemoryType;
using wasm::Trap;

namespace {

/// Inaccessible address space after every memory, beyond reserved_bytes.
constexpr std::uint64_t guard_bytes = 65536;
constexpr std::uint64_t failed = ~std::uint64_t{0};

/// Pages a memory of this type can have at most: by its own limit, ours, and what addresses can say.
std::uint64_t pages_max(const MemoryType& type) {
  const bool is_64 = type.limits.address == wasm::AddressType::i64;
  const std::uint64_t standard_pages =
      is_64 ? wasm::implementation_limits.memory64_pages : wasm::implementation_limits.memory32_pages;
  const std::uint64_t bytes = std::min<std::uint64_t>(standard_pages << 16U, SIZE_MAX / 2 + 1 - guard_bytes);
  std::uint64_t pages = bytes >> type.page_size_log2;
  // memory.size must be able to tell it.
  if (!is_64) pages = std::min<std::uint64_t>(pages, UINT32_MAX);
  return std::min(type.limits.max.value_or(pages), pages);
}

std::byte* reserve_with_guard(std::uint64_t bytes) {
  return platform::reserve(static_cast<std::size_t>(bytes + guard_bytes));
}

struct Reservation {
  std::byte* base = nullptr;
  std::uint64_t bytes = 0;
};

/// Reserves `wanted` bytes, or as much as there is, but at least `needed`. Null base: not even that.
Reservation reserve_between(std::uint64_t needed, std::uint64_t wanted) {
  for (std::uint64_t bytes = wanted;; bytes = std::max(needed, bytes / 2)) {
    if (std::byte* const base = reserve_with_guard(bytes); base != nullptr) return {base, bytes};
    if (bytes == needed) return {};
  }
}

/// Makes the first `bytes` of the reservation accessible.
bool commit_up_to(MemoryInstance& memory, std::uint64_t bytes) {
  if (bytes <= memory.committed_bytes) return true;
  const std::uint64_t rounded = platform::round_to_pages(static_cast<std::size_t>(bytes));
  if (!platform::commit(memory.base + memory.committed_bytes,
                        static_cast<std::size_t>(rounded - memory.committed_bytes))) {
    return false;
  }
  memory.committed_bytes = rounded;
  return true;
}

/// Moves an unshared memory to a larger reservation.
bool move_to(MemoryInstance& memory, std::uint64_t needed, std::uint64_t wanted) {
  const Reservation larger = reserve_between(needed, wanted);
  if (larger.base == nullptr) return false;
  const std::uint64_t size = memory.size.load(std::memory_order_relaxed);
  const std::uint64_t committed = platform::round_to_pages(static_cast<std::size_t>(size));
  if (!platform::commit(larger.base, static_cast<std::size_t>(committed))) {
    platform::release(larger.base, static_cast<std::size_t>(larger.bytes + guard_bytes));
    return false;
  }
  std::memcpy(larger.base, memory.base, static_cast<std::size_t>(size));
  platform::release(memory.base, static_cast<std::size_t>(memory.reserved_bytes + guard_bytes));
  memory.base = larger.base;
  memory.reserved_bytes = larger.bytes;
  memory.committed_bytes = committed;
  return true;
}

std::uint64_t grow_locked(MemoryInstance& memory, std::uint64_t delta_pages) {
  const std::uint64_t old_pages = memory.pages();
  if (delta_pages > memory.max_pages - old_pages) return failed;
  const std::uint64_t bytes = (old_pages + delta_pages) << memory.type.page_size_log2;
  if (bytes > memory.reserved_bytes) {
    if (memory.is_shared()) return failed;
    const std::uint64_t max_bytes = memory.max_pages << memory.type.page_size_log2;
    if (!move_to(memory, bytes, std::min(max_bytes, std::max(bytes, 2 * memory.reserved_bytes)))) return failed;
  }
  if (!commit_up_to(memory, bytes)) return failed;
  memory.size.store(bytes, std::memory_order_release);
  return old_pages;
}

/// Whether [at, at + count) lies below `size`.
bool fits(std::uint64_t at, std::uint64_t count, std::uint64_t size) {
  return count <= size && at <= size - count;
}

}  // namespace

MemoryInstance::~MemoryInstance() {
  if (base != nullptr) platform::release(base, static_cast<std::size_t>(reserved_bytes + guard_bytes));
}

wasm::Result<std::shared_ptr<MemoryInstance>> allocate_memory(const MemoryType& type) {
  const auto refused = [](const char* message) {
    return std::unexpected(wasm::Error{.kind = wasm::ErrorKind::limit, .message = message});
  };
  auto memory = std::make_shared<MemoryInstance>();
  memory->type = type;
  memory->max_pages = pages_max(type);
  if (type.limits.min > memory->max_pages) return refused("memory size beyond the implementation's limit");

  const std::uint64_t bytes = type.limits.min << type.page_size_log2;
  const std::uint64_t max_bytes = memory->max_pages << type.page_size_log2;
  // A shared memory cannot be moved.
  const std::uint64_t needed = memory->is_shared() ? max_bytes : bytes;
  const Reservation reservation = reserve_between(needed, platform::reserves_lazily ? max_bytes : needed);
  if (reservation.base == nullptr) return refused("no address space for the memory");
  memory->base = reservation.base;
  memory->reserved_bytes = reservation.bytes;
  if (!commit_up_to(*memory, bytes)) return refused("no memory for the memory");
  memory->size.store(bytes, std::memory_order_release);
  if (memory->is_shared()) memory->waiters = std::make_unique<platform::ParkingLot>();
  return memory;
}

std::uint64_t grow(MemoryInstance& memory, std::uint64_t delta_pages) {
  if (!memory.is_shared()) return grow_locked(memory, delta_pages);
  const platform::MutexLock lock(memory.growing);
  return grow_locked(memory, delta_pages);
}

Trap fill(MemoryInstance& memory, std::uint64_t at, std::uint8_t value, std::uint64_t count) {
  if (!fits(at, count, memory.size.load(std::memory_order_acquire))) return Trap::out_of_bounds_memory_access;
  if (count == 0) return Trap::none;
  std::byte* const begin = memory.base + at;
  if (memory.is_shared()) {
    relaxed_fill(begin, value, static_cast<std::size_t>(count));
  } else {
    std::memset(begin, value, static_cast<std::size_t>(count));
  }
  return Trap::none;
}

Trap copy(MemoryInstance& to, std::uint64_t at, MemoryInstance& from, std::uint64_t source, std::uint64_t count) {
  if (!fits(at, count, to.size.load(std::memory_order_acquire)) ||
      !fits(source, count, from.size.load(std::memory_order_acquire))) {
    return Trap::out_of_bounds_memory_access;
  }
  if (count == 0) return Trap::none;
  if (to.is_shared() || from.is_shared()) {
    relaxed_copy(to.base + at, from.base + source, static_cast<std::size_t>(count));
  } else {
    std::memmove(to.base + at, from.base + source, static_cast<std::size_t>(count));
  }
  return Trap::none;
}

Trap write(MemoryInstance& memory, std::uint64_t at, const std::byte* bytes, std::uint64_t source, std::uint64_t count,
           std::uint64_t available) {
  if (!fits(at, count, memory.size.load(std::memory_order_acquire)) || !fits(source, count, available)) {
    return Trap::out_of_bounds_memory_access;
  }
  if (count == 0) return Trap::none;
  if (memory.is_shared()) {
    relaxed_copy(memory.base + at, bytes + source, static_cast<std::size_t>(count));
  } else {
    std::memcpy(memory.base + at, bytes + source, static_cast<std::size_t>(count));
  }
  return Trap::none;
}

}  // namespace assay::runtime
