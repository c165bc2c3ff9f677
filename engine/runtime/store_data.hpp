// What a store owns.
#pragma once

#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

#include "runtime/store.hpp"

namespace assay::runtime {

struct Store::Data {
  Data(Store& store, validate::TypeRegistry& its_types, const Tier& its_tier, const StoreOptions& its_options)
      : types(its_types),
        tier(its_tier),
        options(its_options),
        stack(its_options.stack_bytes),
        heap(store, its_options.heap) {}

  /// One reference on it is the store's until the end.
  const validate::CanonicalType& intern(const wasm::FuncType& type) {
    own_types.push_back(types.intern(type));
    return types.type(own_types.back());
  }

  struct HandleCell {
    Ref ref = null_ref;
    std::uint32_t next_free = 0;  ///< index + 1 of the next free cell; meaningful in free cells
  };

  validate::TypeRegistry& types;
  const Tier tier;
  const StoreOptions options;
  Stack stack;
  Heap heap;

  /// What code reads that belongs to no module: host functions', and an invoke's.
  InstanceContext host_context{};
  MemoryInstance no_memory;

  std::deque<FuncInstance> host_functions;
  std::deque<HostFunction> host_calls;
  std::deque<TableInstance> tables;
  std::unordered_map<const MemoryInstance*, std::shared_ptr<MemoryInstance>> memories;
  std::deque<GlobalInstance> globals;
  std::deque<TagInstance> tags;
  std::vector<std::unique_ptr<ModuleInstance>> instances;
  std::vector<wasm::TypeIndex> own_types;

  std::vector<HandleCell> handles;
  std::uint32_t first_free_handle = 0;  ///< index + 1
  Ref last_exception = null_ref;
  TrapSite trap_site;
};

}  // namespace assay::runtime
