// Hash-consing of recursion groups, and counting of who still needs them.
#include "validate/canonical_types.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "wasm/limits.hpp"

namespace assay::validate {

using wasm::FieldType;
using wasm::HeapType;
using wasm::SubType;
using wasm::TypeIndex;
using wasm::ValueType;

/// A live recursion group.
struct CanonicalGroup {
  std::uint64_t hash = 0;
  std::uint64_t references = 0;  ///< of modules, of hosts, and of every mention in a live group outside
  std::vector<TypeIndex> ids;    ///< of the members, in order
};

/// A group that asks for its canonical ids.
struct TypeRegistry::Candidate {
  std::span<const SubType> types;
  std::uint32_t first = 0;                      ///< index of types[0] among the module's types
  const std::vector<TypeIndex>* ids = nullptr;  ///< of the types before `first`; null: indexes are canonical already

  [[nodiscard]] bool is_member(TypeIndex index) const { return ids != nullptr && index.value >= first; }
};

namespace {

/// What an index in a type refers to: a position in the same group, or the canonical id of an earlier type.
struct Target {
  bool member;
  std::uint32_t number;
};

// One word for a reference to a type; no two targets share one, and no number fits no target.
std::uint64_t word_of(Target target) {
  return std::uint64_t{target.number} | (target.member ? std::uint64_t{1} << 40U : 0);
}

template <class Resolve>
std::uint64_t word_of(ValueType type, const Resolve& resolve) {
  if (!type.is_reference() || !type.heap().is_index()) return type.bits();
  return (std::uint64_t{type.bits()} & 31U) | std::uint64_t{1} << 50U | word_of(resolve(type.heap().index())) << 5U;
}

// Spells a type as words, such that types are equal exactly when their words are. `sink` answers whether to go on.
template <class Resolve, class Sink>
bool spell_type(const SubType& type, const Resolve& resolve, const Sink& sink) {
  const std::uint64_t header = std::uint64_t{static_cast<std::uint8_t>(type.kind)} | (type.final ? 8U : 0U) |
                               std::uint64_t{type.supertypes.size()} << 4U;
  if (!sink(header)) return false;
  for (const TypeIndex super : type.supertypes) {
    if (!sink(word_of(resolve(super)))) return false;
  }
  if (type.kind == wasm::CompositeKind::func) {
    if (!sink(std::uint64_t{type.func.params.size()} << 32U | type.func.results.size())) return false;
    for (const ValueType param : type.func.params) {
      if (!sink(word_of(param, resolve))) return false;
    }
    for (const ValueType result : type.func.results) {
      if (!sink(word_of(result, resolve))) return false;
    }
    return true;
  }
  if (!sink(type.fields.size())) return false;
  for (const FieldType& field : type.fields) {
    const std::uint64_t variable = field.mutability == wasm::Mutability::variable ? std::uint64_t{1} << 60U : 0;
    if (!sink(word_of(field.storage, resolve) | variable)) return false;
  }
  return true;
}

// Replaces every index by the one `map` gives.
template <class Map>
SubType rewritten(SubType type, const Map& map) {
  const auto rewrite = [&](ValueType& value) {
    if (value.is_reference() && value.heap().is_index()) {
      value = ValueType::reference(HeapType(map(value.heap().index())), value.nullability());
    }
  };
  for (TypeIndex& super : type.supertypes) super = map(super);
  for (ValueType& param : type.func.params) rewrite(param);
  for (ValueType& result : type.func.results) rewrite(result);
  for (FieldType& field : type.fields) rewrite(field.storage);
  return type;
}

template <class Visit>
void for_each_index(const SubType& type, const Visit& visit) {
  const auto visit_value = [&](ValueType value) {
    if (value.is_reference() && value.heap().is_index()) visit(value.heap().index());
  };
  for (const TypeIndex super : type.supertypes) visit(super);
  for (const ValueType param : type.func.params) visit_value(param);
  for (const ValueType result : type.func.results) visit_value(result);
  for (const FieldType& field : type.fields) visit_value(field.storage);
}

}  // namespace

// The seed differs from process to process, so that input cannot be made to collide. No order comes from hashes.
TypeRegistry::TypeRegistry() : seed_(reinterpret_cast<std::uintptr_t>(this) * 0x9E3779B97F4A7C15U) {}

TypeRegistry::~TypeRegistry() {
  for (auto& chunk : chunks_) delete[] chunk.load(std::memory_order_relaxed);
}

base::IndexedVector<TypeIndex, TypeIndex> TypeRegistry::intern(const base::IndexedVector<TypeIndex, SubType>& types,
                                                               std::span<const wasm::RecGroup> groups) {
  std::vector<TypeIndex> ids;
  ids.reserve(types.size());
  const platform::MutexLock lock(mutex_);
  for (const wasm::RecGroup& group : groups) {
    if (group.count == 0) continue;
    const Candidate candidate{std::span(&types[group.first], group.count), group.first.value, &ids};
    const CanonicalGroup& found = find_or_create(candidate);
    ids.insert(ids.end(), found.ids.begin(), found.ids.end());
  }
  return base::IndexedVector<TypeIndex, TypeIndex>(std::move(ids));
}

TypeIndex TypeRegistry::intern(const wasm::FuncType& type) {
  SubType written;
  written.func = type;
  const platform::MutexLock lock(mutex_);
  return find_or_create(Candidate{std::span(&written, 1), 0, nullptr}).ids.front();
}

std::uint64_t TypeRegistry::spell(const Candidate& candidate) {
  spelling_.clear();
  std::uint64_t hash = seed_;
  const auto resolve = [&](TypeIndex index) {
    if (candidate.is_member(index)) return Target{true, index.value - candidate.first};
    return Target{false, candidate.ids == nullptr ? index.value : (*candidate.ids)[index.value].value};
  };
  for (const SubType& type : candidate.types) {
    spell_type(type, resolve, [&](std::uint64_t word) {
      spelling_.push_back(word);
      hash = (hash ^ word) * 0xD6E8FEB86659FD93U;
      hash = (hash ^ hash >> 32U) * 0xD6E8FEB86659FD93U;
      return true;
    });
  }
  return hash ^ hash >> 32U;
}

bool TypeRegistry::spelled_alike(const CanonicalGroup& group, const Candidate& candidate) const {
  if (group.ids.size() != candidate.types.size()) return false;
  std::size_t at = 0;
  const auto resolve = [&](TypeIndex id) {
    const CanonicalType& target = type(id);
    return target.group == &group ? Target{true, target.position} : Target{false, id.value};
  };
  for (const TypeIndex id : group.ids) {
    const bool alike = spell_type(type(id).sub, resolve,
                                  [&](std::uint64_t word) { return at < spelling_.size() && spelling_[at++] == word; });
    if (!alike) return false;
  }
  return at == spelling_.size();
}

CanonicalGroup& TypeRegistry::find_or_create(const Candidate& candidate) {
  const std::uint64_t hash = spell(candidate);
  const auto [begin, end] = groups_.equal_range(hash);
  for (auto entry = begin; entry != end; ++entry) {
    CanonicalGroup& group = *entry->second;
    if (!spelled_alike(group, candidate)) continue;
    ++group.references;
    ++counters_.found;
    return group;
  }
  return create(candidate, hash);
}

CanonicalGroup& TypeRegistry::create(const Candidate& candidate, std::uint64_t hash) {
  auto owned = std::make_unique<CanonicalGroup>();
  CanonicalGroup& group = *owned;
  group.hash = hash;
  group.references = 1;
  group.ids.reserve(candidate.types.size());
  for (std::size_t i = 0; i < candidate.types.size(); ++i) group.ids.emplace_back(new_id());
  const auto canonical = [&](TypeIndex index) {
    if (candidate.is_member(index)) return group.ids[index.value - candidate.first];
    return candidate.ids == nullptr ? index : (*candidate.ids)[index.value];
  };

  for (std::uint32_t i = 0; i < candidate.types.size(); ++i) {
    CanonicalType& made = slot(group.ids[i].value);
    made.id = group.ids[i];
    made.group = &group;
    made.position = i;
    made.sub = rewritten(candidate.types[i], canonical);
    made.kind = made.sub.kind;
    made.defaultable =
        std::ranges::all_of(made.sub.fields, [](const FieldType& field) { return field.storage.is_defaultable(); });
    if (made.sub.supertypes.empty()) {
      made.depth = 0;
      made.display = &made.id;
    } else {
      const CanonicalType& super = type(made.sub.supertypes.front());
      made.depth = super.depth + 1;
      assert(made.depth <= wasm::implementation_limits.subtype_depth);
      made.own_display = std::make_unique<TypeIndex[]>(made.depth + 1);
      for (std::uint32_t depth = 0; depth < made.depth; ++depth) made.own_display[depth] = super.display[depth];
      made.own_display[made.depth] = made.id;
      made.display = made.own_display.get();
    }
    for_each_index(made.sub, [&](TypeIndex id) {
      CanonicalGroup* mentioned = id.value == made.id.value ? &group : type(id).group;
      // Members of this group that are still to come have no group yet.
      if (mentioned != nullptr && mentioned != &group) ++mentioned->references;
    });
  }

  groups_.emplace(hash, std::move(owned));
  ++counters_.created;
  ++counters_.live_groups;
  counters_.live_types += candidate.types.size();
  return group;
}

std::uint32_t TypeRegistry::new_id() {
  if (!free_ids_.empty()) {
    const std::uint32_t id = free_ids_.back();
    free_ids_.pop_back();
    return id;
  }
  if (used_ids_ == HeapType::index_max) std::abort();  // as out of memory: it takes tens of gigabytes to come here
  const std::uint32_t id = used_ids_++;
  const std::uint32_t number = id + (1U << first_chunk_log2);
  if (std::has_single_bit(number)) {
    const auto log2 = static_cast<unsigned>(std::bit_width(number)) - 1;
    chunks_[log2 - first_chunk_log2].store(new CanonicalType[number], std::memory_order_release);
  }
  return id;
}

void TypeRegistry::add_ref(TypeIndex id) {
  const platform::MutexLock lock(mutex_);
  ++type(id).group->references;
}

void TypeRegistry::release(TypeIndex id) {
  const platform::MutexLock lock(mutex_);
  release_locked(std::span(&id, 1));
}

void TypeRegistry::release(std::span<const TypeIndex> ids) {
  const platform::MutexLock lock(mutex_);
  release_locked(ids);
}

void TypeRegistry::release_locked(std::span<const TypeIndex> ids) {
  for (const TypeIndex id : ids) {
    CanonicalGroup* group = type(id).group;
    assert(group != nullptr && group->references != 0);
    if (--group->references == 0) unreferenced_.push_back(group);
  }
  while (!unreferenced_.empty()) {
    CanonicalGroup* group = unreferenced_.back();
    unreferenced_.pop_back();
    destroy(*group);
  }
}

void TypeRegistry::destroy(CanonicalGroup& group) {
  for (const TypeIndex id : group.ids) {
    for_each_index(type(id).sub, [&](TypeIndex mentioned) {
      CanonicalGroup* other = type(mentioned).group;
      if (other != &group && --other->references == 0) unreferenced_.push_back(other);
    });
  }
  for (const TypeIndex id : group.ids) {
    slot(id.value) = CanonicalType{};
    free_ids_.push_back(id.value);
  }
  --counters_.live_groups;
  counters_.live_types -= group.ids.size();
  const auto [begin, end] = groups_.equal_range(group.hash);
  for (auto entry = begin; entry != end; ++entry) {
    if (entry->second.get() != &group) continue;
    groups_.erase(entry);
    return;
  }
  assert(false);
}

TypeRegistryCounters TypeRegistry::counters() const {
  const platform::MutexLock lock(mutex_);
  return counters_;
}

}  // namespace assay::validate
