// Execution stacks in reserved address space.
#include "platform/pages.hpp"
#include "runtime/machine.hpp"

namespace assay::runtime {

Stack::Stack(std::size_t bytes) {
  const std::size_t usable = platform::round_to_pages(bytes);
  const std::size_t guard = platform::page_bytes();
  if (usable < bytes || usable + guard < usable) return;
  std::byte* const base = platform::reserve(usable + guard);
  if (base == nullptr) return;
  if (!platform::commit(base, usable)) {
    platform::release(base, usable + guard);
    return;
  }
  base_ = reinterpret_cast<Slot*>(base);
  limit_ = reinterpret_cast<Slot*>(base + usable);
  bytes_ = usable + guard;
}

Stack::~Stack() {
  if (base_ != nullptr) platform::release(reinterpret_cast<std::byte*>(base_), bytes_);
}

}  // namespace assay::runtime
