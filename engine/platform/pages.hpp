// Address space and memory from the operating system.
#pragma once

#include <cstddef>

namespace assay::platform {

/// Whether address space can be had without memory behind it. Where not (no mmap), reserve() allocates zeroed memory,
/// commit() has nothing to do, and callers should reserve no more than they need at once.
#if defined(__wasm__)
inline constexpr bool reserves_lazily = false;
#else
inline constexpr bool reserves_lazily = true;
#endif

/// The system's page size in bytes, a power of two.
std::size_t page_bytes();
/// `bytes` rounded up to whole pages, or 0 when that overflows.
std::size_t round_to_pages(std::size_t bytes);

/// Address space that starts at a multiple of `alignment` (a power of two) and may not be touched before it is
/// committed. `bytes` is rounded up to pages. Null when it is not to be had.
[[nodiscard]] std::byte* reserve(std::size_t bytes, std::size_t alignment = 1);
/// Makes reserved pages readable and writable. They are zero and take memory when first touched. `at` must be the start
/// of a page. False when the system refuses.
[[nodiscard]] bool commit(std::byte* at, std::size_t bytes);
/// Gives the memory behind whole committed pages back; they stay accessible and read as zero.
void discard(std::byte* at, std::size_t bytes);
/// Ends a reservation; both arguments as in reserve() and its result.
void release(std::byte* base, std::size_t bytes);

}  // namespace assay::platform
