// Relaxed copies and fills.
#include "runtime/relaxed_bytes.hpp"

namespace assay::runtime {

namespace {

using Word = std::uint64_t;

bool is_aligned(const std::byte* at) {
  return reinterpret_cast<std::uintptr_t>(at) % sizeof(Word) == 0;
}

template <class T>
void move_one(std::byte* to, const std::byte* from) {
  const T value = __atomic_load_n(reinterpret_cast<const T*>(from), __ATOMIC_RELAXED);
  __atomic_store_n(reinterpret_cast<T*>(to), value, __ATOMIC_RELAXED);
}

template <class T>
void set_one(std::byte* at, T value) {
  __atomic_store_n(reinterpret_cast<T*>(at), value, __ATOMIC_RELAXED);
}

void copy_forward(std::byte* to, const std::byte* from, std::size_t count) {
  const std::byte* const end = to + count;
  while (to != end) {
    if (is_aligned(to) && is_aligned(from) && static_cast<std::size_t>(end - to) >= sizeof(Word)) {
      move_one<Word>(to, from);
      to += sizeof(Word);
      from += sizeof(Word);
    } else {
      move_one<std::uint8_t>(to++, from++);
    }
  }
}

void copy_backward(std::byte* to, const std::byte* from, std::size_t count) {
  std::byte* end = to + count;
  from += count;
  while (end != to) {
    if (is_aligned(end) && is_aligned(from) && static_cast<std::size_t>(end - to) >= sizeof(Word)) {
      end -= sizeof(Word);
      from -= sizeof(Word);
      move_one<Word>(end, from);
    } else {
      move_one<std::uint8_t>(--end, --from);
    }
  }
}

}  // namespace

void relaxed_copy(std::byte* to, const std::byte* from, std::size_t count) {
  const auto distance = reinterpret_cast<std::uintptr_t>(to) - reinterpret_cast<std::uintptr_t>(from);
  if (distance >= count) {
    copy_forward(to, from, count);
  } else {
    copy_backward(to, from, count);
  }
}

void relaxed_fill(std::byte* at, std::uint8_t value, std::size_t count) {
  const Word word = 0x0101'0101'0101'0101U * value;
  const std::byte* const end = at + count;
  while (at != end) {
    if (is_aligned(at) && static_cast<std::size_t>(end - at) >= sizeof(Word)) {
      set_one(at, word);
      at += sizeof(Word);
    } else {
      set_one(at++, value);
    }
  }
}

}  // namespace assay::runtime
