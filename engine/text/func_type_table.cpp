// Hashing of function types.
#include "text/func_type_table.hpp"

#include <bit>

namespace assay::text {

namespace {

std::size_t hash_of(const wasm::FuncType& type) {
  std::uint64_t hash = type.params.size();
  const auto mix = [&](wasm::ValueType value) {
    hash = (hash ^ value.bits()) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 29U;
  };
  for (const wasm::ValueType param : type.params) mix(param);
  for (const wasm::ValueType result : type.results) mix(result);
  return static_cast<std::size_t>(hash);
}

}  // namespace

std::size_t FuncTypeTable::bucket_of(const Types& types, const wasm::FuncType& type, std::size_t hash) const {
  const std::size_t mask = buckets_.size() - 1;
  for (std::size_t bucket = hash & mask;; bucket = (bucket + 1) & mask) {
    if (buckets_[bucket] == 0) return bucket;
    const Entry& entry = entries_[buckets_[bucket] - 1];
    if (entry.hash == hash && types[wasm::TypeIndex(entry.index)].func == type) return bucket;
  }
}

std::optional<wasm::TypeIndex> FuncTypeTable::find(const Types& types, const wasm::FuncType& type) const {
  if (buckets_.empty()) return std::nullopt;
  const std::uint32_t entry = buckets_[bucket_of(types, type, hash_of(type))];
  if (entry == 0) return std::nullopt;
  return wasm::TypeIndex(entries_[entry - 1].index);
}

void FuncTypeTable::insert(const Types& types, wasm::TypeIndex index) {
  if (entries_.size() * 2 >= buckets_.size()) grow();
  const std::size_t hash = hash_of(types[index].func);
  std::uint32_t& bucket = buckets_[bucket_of(types, types[index].func, hash)];
  if (bucket != 0) return;
  entries_.push_back({.hash = hash, .index = index.value});
  bucket = static_cast<std::uint32_t>(entries_.size());
}

void FuncTypeTable::grow() {
  const std::size_t mask = std::bit_ceil(entries_.size() * 4 + 16) - 1;
  buckets_.assign(mask + 1, 0);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    std::size_t bucket = entries_[i].hash & mask;
    while (buckets_[bucket] != 0) bucket = (bucket + 1) & mask;
    buckets_[bucket] = static_cast<std::uint32_t>(i + 1);
  }
}

}  // namespace assay::text
