// Calls host functions: the only place where a C++ exception is caught.
#include <algorithm>
#include <exception>
#include <utility>

#include "platform/float_control.hpp"
#include "runtime/store.hpp"

namespace assay::runtime {

namespace {

/// Keeps the machine's record of the host functions that run.
class HostCallScope {
 public:
  HostCallScope(Machine& machine, const wasm::FuncType& type, Slot* slots, Slot* free_stack)
      : machine_(machine), free_stack_(machine.free_stack), call_{machine.host_call, &type, slots} {
    machine.host_call = &call_;
    machine.free_stack = free_stack;
  }
  ~HostCallScope() {
    machine_.host_call = call_.outer;
    machine_.free_stack = free_stack_;
  }
  HostCallScope(const HostCallScope&) = delete;
  HostCallScope& operator=(const HostCallScope&) = delete;

 private:
  Machine& machine_;
  Slot* free_stack_;
  HostCall call_;
};

HostOutcome call_and_catch(Store& store, const HostFunction& host, InstanceContext* caller, Slot* slots) {
#if defined(__cpp_exceptions)
  try {
    return host.call(store, caller, slots);
  } catch (...) {
    store.host_exception = std::current_exception();
    return {.trap = wasm::Trap::host};
  }
#else
  return host.call(store, caller, slots);
#endif
}

}  // namespace

wasm::Trap call_host(Store& store, FuncInstance& func, InstanceContext* caller, Slot* slots) {
  Machine& machine = store.machine;
  const wasm::FuncType& type = func.func_type();
  const std::uint32_t width = std::max(slot_count(type.params), slot_count(type.results));
  if (machine.stack_limit - slots < static_cast<std::ptrdiff_t>(width)) return wasm::Trap::call_stack_exhausted;

  // Nested invokes begin above whatever the caller's frame and the host's slots take.
  Slot* free_stack = slots + width;
  if (machine.frame != nullptr) {
    free_stack = std::max(free_stack, machine.frame + header(machine.frame).code->frame_slots);
  }
  const HostCallScope scope(machine, type, slots, free_stack);
  HostOutcome outcome = call_and_catch(store, *func.host, caller, slots);
  platform::ensure_wasm_float_control();
  if (outcome.trap == wasm::Trap::none) return wasm::Trap::none;
  machine.exception = outcome.exception;
  store.host_detail = std::move(outcome.detail);
  return outcome.trap;
}

}  // namespace assay::runtime
