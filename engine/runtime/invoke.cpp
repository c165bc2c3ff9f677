// Calls from the host: the one door into running code, which restores the machine whatever ends the call.
#include <algorithm>
#include <string>
#include <utility>

#include "platform/float_control.hpp"
#include "runtime/operations.hpp"
#include "runtime/store_data.hpp"
#include "validate/subtyping.hpp"

namespace assay::runtime {

using wasm::Error;
using wasm::ErrorKind;
using wasm::Trap;

namespace {

/// Whether a value may stand where `type` is expected: by its type's hierarchy and, for references, by what it is.
bool is_acceptable(const Value& value, wasm::ValueType type, const validate::TypeRegistry& types) {
  if (!type.is_reference()) return value.type == type;
  return value.type.is_reference() &&
         validate::top_of(value.type.heap(), types) == validate::top_of(type.heap(), types) &&
         matches(value.bits.lo, type, types);
}

/// Sets the present run aside for the length of an invoke. Its destructor restores all of the machine that a run may
/// leave changed, but for fuel, which stays spent.
class RunScope {
 public:
  explicit RunScope(Machine& machine)
      : machine_(machine),
        outer_{machine.outer_run, machine.frame, machine.pc},
        context_(machine.context),
        entering_(machine.entering),
        stack_limit_(machine.stack_limit),
        depth_left_(machine.depth_left),
        free_stack_(machine.free_stack) {
    machine.outer_run = &outer_;
    machine.frame = nullptr;
    machine.pc = nullptr;
    machine.trap = Trap::none;
    ++machine.invoke_depth;
  }
  ~RunScope() {
    machine_.outer_run = outer_.outer;
    machine_.frame = outer_.frame;
    machine_.pc = outer_.pc;
    machine_.context = context_;
    machine_.entering = entering_;
    machine_.stack_limit = stack_limit_;
    machine_.depth_left = depth_left_;
    machine_.free_stack = free_stack_;
    machine_.trap = Trap::none;
    machine_.exception = null_ref;
    --machine_.invoke_depth;
  }
  RunScope(const RunScope&) = delete;
  RunScope& operator=(const RunScope&) = delete;

 private:
  Machine& machine_;
  OuterRun outer_;
  InstanceContext* context_;
  FuncInstance* entering_;
  Slot* stack_limit_;
  std::int64_t depth_left_;
  Slot* free_stack_;
};

/// Runs the function on arguments that lie at `arguments`, where its results will lie.
Trap run(Store& store, FuncInstance& func, Slot* arguments, std::uint32_t param_slots) {
  if (func.host != nullptr) return call_host(store, func, nullptr, arguments);
  Machine& machine = store.machine;
  const CodeDescriptor* const code = func.code.load(std::memory_order_acquire);
  machine.frame = arguments + param_slots;
  header(machine.frame) = {.caller = nullptr, .code = code, .return_pc = nullptr, .caller_context = machine.context};
  machine.entering = &func;
  store.tier().run(store);
  return machine.trap;
}

Error error_of(Trap trap, std::string detail) {
  const ErrorKind kind = trap == Trap::unhandled_exception   ? ErrorKind::exception
                         : wasm::trap_facts[trap].exhaustion ? ErrorKind::exhaustion
                                                             : ErrorKind::trap;
  return {.kind = kind, .message = wasm::trap_facts[trap].message, .detail = std::move(detail)};
}

}  // namespace

wasm::Result<std::vector<Value>> Store::invoke(FuncInstance& func, std::span<const Value> arguments) {
  const auto usage = [](const char* message, std::string detail) {
    return std::unexpected(Error{.kind = ErrorKind::usage, .message = message, .detail = std::move(detail)});
  };
  const wasm::FuncType& type = func.func_type();
  if (arguments.size() != type.params.size()) {
    return usage("wrong number of arguments",
                 std::to_string(arguments.size()) + " given, " + std::to_string(type.params.size()) + " expected");
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (is_acceptable(arguments[i], type.params[i], data_->types)) continue;
    return usage("wrong type of argument", "argument " + std::to_string(i) + " is " + to_string(arguments[i].type) +
                                               ", expected " + to_string(type.params[i]));
  }

  // There must be room for arguments, results, and the header that run() writes.
  const std::uint32_t param_slots = slot_count(type.params);
  const std::uint32_t result_slots = slot_count(type.results);
  Slot* const base = machine.free_stack;
  if (base == nullptr) {
    return std::unexpected(Error{.kind = ErrorKind::limit, .message = "no address space for the stack"});
  }
  if (machine.invoke_depth >= data_->options.invoke_depth_max ||
      machine.stack_limit - base < static_cast<std::ptrdiff_t>(std::max(param_slots + header_slots, result_slots))) {
    return std::unexpected(error_of(Trap::call_stack_exhausted, {}));
  }

  data_->last_exception = null_ref;
  Trap trap = Trap::none;
  std::vector<Value> results;
  {
    const platform::FloatControlScope float_control;
    const RunScope scope(machine);
    Slot* slot = base;
    for (const Value& argument : arguments) slot += store_value(slot, argument);
    const std::int64_t depth_left = machine.depth_left;
    trap = run(*this, func, base, param_slots);
    if (trap == Trap::none) {
      results.reserve(type.results.size());
      const Slot* result = base;
      for (const wasm::ValueType result_type : type.results) {
        results.push_back(load_value(result, result_type));
        result += wasm::slot_count(result_type);
      }
    } else {
      if (trap == Trap::unhandled_exception) data_->last_exception = machine.exception;
      note_trap_site(machine, static_cast<std::uint64_t>(depth_left - machine.depth_left), data_->trap_site);
    }
  }
  if (host_exception) std::rethrow_exception(std::exchange(host_exception, nullptr));
  if (trap != Trap::none) return std::unexpected(error_of(trap, std::exchange(host_detail, {})));
  return results;
}

}  // namespace assay::runtime
