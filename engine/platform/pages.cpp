// Pages by mmap, or from the allocator where there is no mmap.
#include "platform/pages.hpp"

#include <cstdint>

#if defined(__wasm__)
#include <cstdlib>
#include <cstring>
#else
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace assay::platform {

std::size_t round_to_pages(std::size_t bytes) {
  const std::size_t mask = page_bytes() - 1;
  return (bytes + mask) & ~mask;
}

#if defined(__wasm__)

std::size_t page_bytes() {
  return 65536;
}

std::byte* reserve(std::size_t bytes, std::size_t alignment) {
  const std::size_t step = alignment < 16 ? 16 : alignment;
  const std::size_t rounded = (bytes + step - 1) & ~(step - 1);
  if (rounded < bytes || bytes == 0) return nullptr;
  void* base = std::aligned_alloc(step, rounded);
  if (base != nullptr) std::memset(base, 0, rounded);
  return static_cast<std::byte*>(base);
}

bool commit(std::byte*, std::size_t) {
  return true;
}

void discard(std::byte* at, std::size_t bytes) {
  std::memset(at, 0, bytes);
}

void release(std::byte* base, std::size_t) {
  std::free(base);
}

#else

std::size_t page_bytes() {
  static const std::size_t bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

std::byte* reserve(std::size_t bytes, std::size_t alignment) {
  const std::size_t size = round_to_pages(bytes);
  if (size < bytes || size == 0) return nullptr;
  // More than asked for, so that an aligned start lies within; the rest goes back at once.
  const std::size_t slack = alignment > page_bytes() ? alignment - page_bytes() : 0;
  if (size + slack < size) return nullptr;
  void* mapped = mmap(nullptr, size + slack, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  auto* const begin = static_cast<std::byte*>(mapped);
  if (slack == 0) return begin;
  const std::size_t before =
      (alignment - (reinterpret_cast<std::uintptr_t>(begin) & (alignment - 1))) & (alignment - 1);
  if (before != 0) munmap(begin, before);
  if (before != slack) munmap(begin + before + size, slack - before);
  return begin + before;
}

bool commit(std::byte* at, std::size_t bytes) {
  return bytes == 0 || mprotect(at, round_to_pages(bytes), PROT_READ | PROT_WRITE) == 0;
}

void discard(std::byte* at, std::size_t bytes) {
  madvise(at, bytes, MADV_DONTNEED);
}

void release(std::byte* base, std::size_t bytes) {
  munmap(base, round_to_pages(bytes));
}

#endif

}  // namespace assay::platform
