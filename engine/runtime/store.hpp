// The store: every instance, the heap, the running state. spec: syntax-store
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "runtime/backtrace.hpp"
#include "runtime/heap.hpp"
#include "runtime/instances.hpp"
#include "runtime/machine.hpp"
#include "wasm/error.hpp"

namespace assay::runtime {

/// What a host function returns: nothing, or why the call ends: a trap (with the host's own message in the detail), or
/// a wasm exception (its reference in `exception`).
struct HostOutcome {
  wasm::Trap trap = wasm::Trap::none;
  Ref exception = null_ref;  ///< meaningful with Trap::unhandled_exception
  std::string detail{};      ///< the host's words, for the error of the invoke that ends by a trap
};

/// A host function. Arguments and results lie in `slots` as the interpreter has them (results written from the same
/// start; there is room for the wider of the two). It may call back into the store, and may throw: the C++ exception
/// reaches the caller of the invoke that entered the wasm frames. References among the arguments are roots until it
/// returns, so results are written after its last allocation.
struct HostFunction {
  const validate::CanonicalType* type = nullptr;
  std::function<HostOutcome(Store& store, InstanceContext* caller, Slot* slots)> call;
};

/// How a tier is asked to work. The embedding room picks one; runtime knows no tier by name.
struct Tier {
  /// The code a function begins with: a stub that has the tier make its real code at the first call.
  const CodeDescriptor* lazy_code = nullptr;
  /// Runs from machine.pc / frame / context until the frame whose header has no caller returns, or something ends it;
  /// then machine.trap tells (none: returned).
  void (*run)(Store& store) = nullptr;
  const CodeDescriptor* host_code = nullptr;  ///< stub of every host function
  const void* settings = nullptr;             ///< the tier's own
  /// The tier's code container for a module, shared by all its instances.
  std::shared_ptr<void> (*module_code)(const void* settings,
                                       std::shared_ptr<const validate::ValidModule> module) = nullptr;
};

struct StoreOptions {
  std::size_t stack_bytes = std::size_t{1} << 20U << 2U;  ///< of an execution's stack
  std::uint32_t call_depth_max = 200'000;
  std::uint32_t invoke_depth_max = 500;  ///< invokes inside one another, each on the host's stack
  HeapOptions heap{};
};

/// A rooted reference held by the host; see Store::make_handle.
struct Handle {
  std::uint32_t index = 0;
};

class Store;

/// References in C++ hands, roots for the length of a block. Blocks nest.
class [[nodiscard]] TemporaryRoots {
 public:
  /// `visit` shows the references that `self` holds, whenever it is asked.
  TemporaryRoots(Store& store, void* self, void (*visit)(void* self, ReferenceVisitor visitor));
  ~TemporaryRoots();
  TemporaryRoots(const TemporaryRoots&) = delete;
  TemporaryRoots& operator=(const TemporaryRoots&) = delete;

 private:
  friend class Store;
  Store& store_;
  const TemporaryRoots* outer_;
  void* self_;
  void (*visit_)(void* self, ReferenceVisitor visitor);
};

class Store {
 public:
  Store(validate::TypeRegistry& types, const Tier& tier, StoreOptions options);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  // -- allocation. spec: alloc
  FuncInstance& allocate_host_function(const wasm::FuncType& type, decltype(HostFunction::call) call);
  /// Null: beyond the implementation's limit, or no memory.
  [[nodiscard]] TableInstance* allocate_table(const wasm::TableType& type, Ref init);
  /// Also adopts a shared memory made by another store.
  MemoryInstance& adopt_memory(std::shared_ptr<MemoryInstance> memory);
  [[nodiscard]] std::shared_ptr<MemoryInstance> share(MemoryInstance& memory) const;
  GlobalInstance& allocate_global(const wasm::GlobalType& type, const Value& value);
  TagInstance& allocate_tag(const wasm::FuncType& type);
  /// Of a type that a module of the store keeps alive.
  TagInstance& allocate_tag(const validate::CanonicalType& type);

  /// Links and instantiates: checks imports in order (unlinkable), allocates, runs element and data segments and the
  /// start function (trap). The instance lives as long as the store even when a segment or the start function trapped
  /// after it had become visible through a table. spec: exec-instantiation
  wasm::Result<ModuleInstance*> instantiate(std::shared_ptr<const validate::ValidModule> module,
                                            std::span<const ExternValue> imports);

  /// Calls a function. Arguments must match the type (usage error otherwise). Errors: trap, exhaustion, exception (the
  /// reference is then in last_exception()). A C++ exception of a host function passes through. Nested calls from host
  /// functions run on the same stack above the caller's frames. spec: exec-invocation
  wasm::Result<std::vector<Value>> invoke(FuncInstance& func, std::span<const Value> arguments);

  [[nodiscard]] Handle make_handle(Ref ref);
  [[nodiscard]] Ref get(Handle handle) const;
  void drop(Handle handle);
  /// The exception that ended the last invoke; a root until the next invoke.
  [[nodiscard]] Ref last_exception() const;
  /// Where the last invoke that trapped did so; see last_backtrace.
  [[nodiscard]] const TrapSite& trap_site() const;

  /// Visits every root of the heap.
  void visit_roots(ReferenceVisitor visitor);

  Machine machine;
  const TemporaryRoots* temporary_roots = nullptr;  ///< the innermost
  Heap& heap();
  [[nodiscard]] validate::TypeRegistry& types() const;
  [[nodiscard]] const Tier& tier() const;

  /// Where call_host puts a C++ exception until the invoke that entered the frames rethrows it.
  std::exception_ptr host_exception;
  /// Where call_host puts HostOutcome::detail until that invoke reports it.
  std::string host_detail;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

/// The only function that calls a host function: catches what it throws (Trap::host, store.host_exception). `slots`
/// begins at the arguments; that the results fit on the stack too is checked. With Trap::unhandled_exception the
/// exception is in machine.exception. machine.pc and frame must be true.
wasm::Trap call_host(Store& store, FuncInstance& func, InstanceContext* caller, Slot* slots);

/// Allocates the exception object for a throw of `tag` with the payload at `slots` (copied after allocation; slots are
/// roots). Null when the heap is full.
Ref make_exception(Store& store, TagInstance& tag, const Slot* slots);

}  // namespace assay::runtime
