// From names to numbers, cleared in time proportional to what was put in.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace assay::text {

/// A hash table from names, which it borrows, to 32-bit values. Every operation takes constant time on average.
class NameTable {
 public:
  static constexpr std::uint32_t absent = UINT32_MAX;

  /// The value of a name, or `absent`.
  [[nodiscard]] std::uint32_t find(std::string_view name) const {
    if (buckets_.empty()) return absent;
    const std::uint32_t entry = buckets_[bucket_of(name)];
    return entry == 0 ? absent : entries_[entry - 1].value;
  }

  /// Where the value of a name is kept, `absent` when new. Valid until the next call.
  std::uint32_t& operator[](std::string_view name) {
    if (entries_.size() * 2 >= buckets_.size()) grow();
    std::uint32_t& bucket = buckets_[bucket_of(name)];
    if (bucket == 0) {
      entries_.push_back({.name = name, .hash = hash_of(name), .value = absent});
      bucket = static_cast<std::uint32_t>(entries_.size());
    }
    return entries_[bucket - 1].value;
  }

  void clear() {
    if (entries_.empty()) return;
    if (entries_.size() * 8 >= buckets_.size()) {
      buckets_.assign(buckets_.size(), 0);
    } else {
      // Looked up from the last to the first, every entry is still reachable when its turn comes.
      for (std::size_t i = entries_.size(); i-- > 0;) buckets_[bucket_of(entries_[i].name)] = 0;
    }
    entries_.clear();
  }

 private:
  struct Entry {
    std::string_view name;
    std::size_t hash = 0;
    std::uint32_t value = 0;
  };

  static std::size_t hash_of(std::string_view name) { return std::hash<std::string_view>{}(name); }

  /// The bucket with this name, or the empty one where it belongs. Buckets hold positions of entries plus one.
  [[nodiscard]] std::size_t bucket_of(std::string_view name) const {
    const std::size_t mask = buckets_.size() - 1;
    for (std::size_t bucket = hash_of(name) & mask;; bucket = (bucket + 1) & mask) {
      const std::uint32_t entry = buckets_[bucket];
      if (entry == 0 || entries_[entry - 1].name == name) return bucket;
    }
  }

  void grow() {
    const std::size_t mask = std::bit_ceil(entries_.size() * 4 + 16) - 1;
    buckets_.assign(mask + 1, 0);
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      std::size_t bucket = entries_[i].hash & mask;
      while (buckets_[bucket] != 0) bucket = (bucket + 1) & mask;
      buckets_[bucket] = static_cast<std::uint32_t>(i + 1);
    }
  }

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> buckets_;  ///< a power of two of them, at most half used
};

}  // namespace assay::text
