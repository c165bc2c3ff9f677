// What running code reads of its instance.
#pragma once

#include <cstdint>
#include <type_traits>

#include "runtime/value.hpp"

namespace assay::runtime {

class Store;
struct Machine;
struct ModuleInstance;
struct FuncInstance;
struct TableInstance;
struct MemoryInstance;
struct TagInstance;
struct ElementInstance;
struct DataInstance;

/// One per instance, read by every tier by offset; changed only by instantiation.
struct InstanceContext {
  MemoryInstance* memory;  ///< memory 0, or an empty one
  Machine* machine;        ///< the store's running state
  FuncInstance* const* functions;
  TableInstance* const* tables;
  Slot* const* globals;  ///< each global's cell
  MemoryInstance* const* memories;
  TagInstance* const* tags;
  ElementInstance* elements;
  DataInstance* data;
  ModuleInstance* instance;  ///< null for the host's context
  Store* store;
};
static_assert(std::is_standard_layout_v<InstanceContext>);

}  // namespace assay::runtime
