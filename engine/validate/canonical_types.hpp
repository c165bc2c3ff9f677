// The engine's defined types: each recursion group once, whichever modules wrote it, and freed when none does any more.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "platform/mutex.hpp"
#include "validate/attachment.hpp"
#include "wasm/types.hpp"

namespace assay::validate {

struct CanonicalGroup;

/// A defined type under its canonical id. Two defined types are the same type exactly when their ids are equal.
/// The address is stable while a reference on the type's group is held; nothing in it changes meanwhile.
struct alignas(8) CanonicalType {
  wasm::TypeIndex id;
  std::uint32_t depth = 0;  ///< number of proper supertypes, at most implementation_limits.subtype_depth
  /// depth + 1 ids: the supertype at each depth, outermost first; the last is `id`.
  const wasm::TypeIndex* display = nullptr;
  wasm::CompositeKind kind = wasm::CompositeKind::func;
  bool defaultable = true;        ///< every field has a default value
  wasm::SubType sub;              ///< its TypeIndexes and HeapTypes are canonical ids
  mutable AttachmentSlot layout;  ///< the runtime's: how its objects lie in the heap

  // The registry's own.
  CanonicalGroup* group = nullptr;
  std::uint32_t position = 0;  ///< in the group
  std::unique_ptr<wasm::TypeIndex[]> own_display;
};

struct TypeRegistryCounters {
  std::size_t live_types = 0;
  std::size_t live_groups = 0;
  std::size_t found = 0;    ///< groups asked for that were there already
  std::size_t created = 0;  ///< groups asked for that were not
};

/// Canonicalizes recursion groups by hash-consing. Owned by the engine, shared by all modules and threads.
///
/// Equality is the spec's: two groups are equal when they are spelled alike after references to members of the group
/// itself have been replaced by positions and all others by canonical ids. Every group referred to by a live group is
/// live. spec: aux-roll-rectype
class TypeRegistry {
 public:
  TypeRegistry();
  ~TypeRegistry();
  TypeRegistry(const TypeRegistry&) = delete;
  TypeRegistry& operator=(const TypeRegistry&) = delete;

  /// Canonicalizes the groups of a module, in order, and takes one reference on each. Returns the id of every type.
  /// Indexes must lie below the end of their group, each type have at most one supertype, before itself, and the depth
  /// of supertypes obey the limit. Linear in the size of the types.
  base::IndexedVector<wasm::TypeIndex, wasm::TypeIndex> intern(
      const base::IndexedVector<wasm::TypeIndex, wasm::SubType>& types, std::span<const wasm::RecGroup> groups);

  /// Canonicalizes a function type that is a group of its own, final and without supertype (that of a host function, or
  /// of a block with inline types). Its indexes are canonical ids already. Takes one reference.
  wasm::TypeIndex intern(const wasm::FuncType& type);

  /// One more reference on the group of a live type.
  void add_ref(wasm::TypeIndex id);
  /// One reference less. The ids of a group without references may be given to other types.
  void release(wasm::TypeIndex id);
  /// One reference less on the group of each.
  void release(std::span<const wasm::TypeIndex> ids);

  /// The type with this id, which must be live. Takes no lock.
  [[nodiscard]] const CanonicalType& type(wasm::TypeIndex id) const { return slot(id.value); }

  /// Whether `sub` is `super` or declares it among its supertypes. Constant time.
  [[nodiscard]] bool is_subtype(wasm::TypeIndex sub, wasm::TypeIndex super) const {
    if (sub == super) return true;
    const std::uint32_t depth = type(super).depth;
    const CanonicalType& lower = type(sub);
    return lower.depth > depth && lower.display[depth] == super;
  }

  [[nodiscard]] TypeRegistryCounters counters() const;

 private:
  // Types lie in chunks of doubling size, so that addresses are stable and a read needs two loads and no lock.
  static constexpr unsigned first_chunk_log2 = 8;
  static constexpr unsigned chunk_count = 20;

  [[nodiscard]] CanonicalType& slot(std::uint32_t id) const {
    const std::uint32_t number = id + (1U << first_chunk_log2);
    const auto log2 = static_cast<unsigned>(std::bit_width(number)) - 1;
    CanonicalType* chunk = chunks_[log2 - first_chunk_log2].load(std::memory_order_acquire);
    assert(chunk != nullptr);
    return chunk[number - (1U << log2)];
  }

  struct Candidate;
  std::uint64_t spell(const Candidate& candidate);
  bool spelled_alike(const CanonicalGroup& group, const Candidate& candidate) const;
  CanonicalGroup& find_or_create(const Candidate& candidate);
  CanonicalGroup& create(const Candidate& candidate, std::uint64_t hash);
  std::uint32_t new_id();
  void release_locked(std::span<const wasm::TypeIndex> ids);
  void destroy(CanonicalGroup& group);

  std::array<std::atomic<CanonicalType*>, chunk_count> chunks_{};
  mutable platform::Mutex mutex_;
  std::uint32_t used_ids_ = 0;
  std::vector<std::uint32_t> free_ids_;
  std::unordered_multimap<std::uint64_t, std::unique_ptr<CanonicalGroup>> groups_;
  std::vector<std::uint64_t> spelling_;        ///< of the group being looked for; kept for its memory
  std::vector<CanonicalGroup*> unreferenced_;  ///< work list of release
  std::uint64_t seed_;
  TypeRegistryCounters counters_{};
};

}  // namespace assay::validate
