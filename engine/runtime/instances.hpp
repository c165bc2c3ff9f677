// The instances of the store. spec: syntax-store
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>
#include <vector>

#include "runtime/code.hpp"
#include "runtime/context.hpp"
#include "runtime/memory.hpp"
#include "runtime/object.hpp"
#include "runtime/ref_array.hpp"
#include "runtime/value.hpp"
#include "validate/canonical_types.hpp"
#include "wasm/module.hpp"
#include "wasm/types.hpp"

namespace assay::runtime {

class Store;
struct ModuleInstance;
struct HostFunction;

/// A function: of a module, or the host's. Its address is its reference.
struct FuncInstance {
  /// First, so that a reference of any static type points to an object's word.
  Object object{Object::make_word(ObjectKind::function)};
  /// What runs when it is called. Begins as a stub that asks the tier for code; tiers only replace it.
  std::atomic<const CodeDescriptor*> code = nullptr;
  const validate::CanonicalType* type = nullptr;
  InstanceContext* context = nullptr;  ///< of its instance; for host functions a context without anything but the store
  ModuleInstance* instance = nullptr;  ///< null for host functions
  wasm::FuncIndex index{};             ///< in its module
  const HostFunction* host = nullptr;  ///< null for module functions

  [[nodiscard]] const wasm::FuncType& func_type() const { return type->sub.func; }
};
static_assert(std::is_standard_layout_v<FuncInstance>);

struct TableInstance {
  wasm::TableType type;  ///< element type with canonical indexes; limits.min is the size at creation
  RefArray elements;
  std::uint64_t max = 0;  ///< elements at most, by type and implementation limit
};

struct GlobalInstance {
  wasm::GlobalType type;  ///< canonical indexes
  alignas(16) Slot cell[2] = {};
};

struct TagInstance {
  const validate::CanonicalType* type = nullptr;  ///< a function type: the payload
};

/// A segment as instantiated: emptied when dropped.
struct ElementInstance {
  wasm::ValueType type{};  ///< canonical
  std::vector<Ref> items;
};
struct DataInstance {
  const std::byte* bytes = nullptr;  ///< in the module
  std::size_t size = 0;
};

struct ExternValue {
  wasm::ExternKind kind = wasm::ExternKind::func;
  union {
    FuncInstance* func;
    TableInstance* table;
    MemoryInstance* memory;
    GlobalInstance* global;
    TagInstance* tag;
  };
  ExternValue() : func(nullptr) {}
  explicit ExternValue(FuncInstance& f) : kind(wasm::ExternKind::func), func(&f) {}
  explicit ExternValue(TableInstance& t) : kind(wasm::ExternKind::table), table(&t) {}
  explicit ExternValue(MemoryInstance& m) : kind(wasm::ExternKind::memory), memory(&m) {}
  explicit ExternValue(GlobalInstance& g) : kind(wasm::ExternKind::global), global(&g) {}
  explicit ExternValue(TagInstance& t) : kind(wasm::ExternKind::tag), tag(&t) {}
};

/// A module in a store. Owned by the store; lives as long as it.
struct ModuleInstance {
  std::shared_ptr<const validate::ValidModule> module;
  InstanceContext context;  ///< pointers into the vectors below, never resized after instantiation
  Store* store = nullptr;
  std::vector<FuncInstance*> functions;
  std::vector<TableInstance*> tables;
  std::vector<MemoryInstance*> memories;
  std::vector<GlobalInstance*> globals;
  std::vector<Slot*> global_cells;
  std::vector<TagInstance*> tags;
  std::vector<ElementInstance> elements;
  std::vector<DataInstance> data;
  std::unique_ptr<FuncInstance[]> own_functions;  ///< the functions it defines
  std::shared_ptr<void> code;                     ///< the tier's code of the module, kept alive
};

/// What the module exports under `name`, or nothing. Linear in the exports.
const wasm::Export* find_export(const ModuleInstance& instance, std::string_view name);
ExternValue extern_value(const ModuleInstance& instance, const wasm::Export& exported);

}  // namespace assay::runtime
