// The driver loop: runs code, calls the host for it, and unwinds exceptions, all on the host's own stack.
#include <algorithm>

#include "interp/code.hpp"
#include "interp/dispatch.hpp"
#include "interp/interpreter.hpp"
#include "interp/steps/calls.hpp"
#include "runtime/frame.hpp"
#include "runtime/object.hpp"

namespace assay::interp {

namespace {

using runtime::Machine;
using runtime::Store;

Exit execute(Dispatch dispatch, const State& s) {
#if ASSAY_HAS_THREADED
  if (dispatch == Dispatch::threaded) return execute_threaded(s);
#endif
  static_cast<void>(dispatch);
  return execute_looped(s);
}

/// The state that goes on where the machine says.
State resume(const Machine& machine) {
  State s{};
  s.pc = static_cast<Pc>(machine.pc);
  s.frame = machine.frame;
  s.context = machine.context;
  reload_memory(s);
  return s;
}

/// Leaves the youngest frame, as a return does.
void pop_frame(Machine& machine) {
  const runtime::FrameHeader header = runtime::header(machine.frame);
  machine.pc = header.return_pc;
  machine.frame = header.caller;
  machine.context = header.caller_context;
  ++machine.depth_left;
}

/// Calls the host function whose stub has been entered, on copies of its arguments, and returns from it.
Trap call_host_function(Store& store) {
  Machine& machine = store.machine;
  Slot* const frame = machine.frame;
  auto& func = *runtime::as_pointer<FuncInstance>(frame[runtime::header_slots]);
  const wasm::FuncType& type = func.func_type();
  std::uint32_t params = 0;
  std::uint32_t results = 0;
  for (const wasm::ValueType param : type.params) params += wasm::slot_count(param);
  for (const wasm::ValueType result : type.results) results += wasm::slot_count(result);

  Slot* const slots = frame + runtime::header_slots + 1;
  if (machine.stack_limit - slots < static_cast<std::ptrdiff_t>(std::max(params, results)))
    return Trap::call_stack_exhausted;
  std::copy_n(frame - params, params, slots);
  const Trap trap = runtime::call_host(store, func, runtime::header(frame).caller_context, slots);
  if (trap != Trap::none) return trap;
  machine.frame = frame;
  pop_frame(machine);
  std::copy_n(slots, results, frame - params);
  return Trap::none;
}

/// The entry that handles an exception thrown at `word`, or null. Entries stand innermost first; a delegating try sends
/// the search to those of an outer level.
const HandlerEntry* find_handler(const Code& code, std::uint32_t word, const runtime::InstanceContext& context,
                                 const runtime::ExceptionObject& exception) {
  std::uint32_t level_max = UINT32_MAX;
  for (const HandlerEntry& entry : code.handlers) {
    if (word < entry.begin || word >= entry.end || entry.level > level_max) continue;
    switch (entry.kind) {
      case HandlerEntry::Kind::delegate: level_max = entry.target; break;
      case HandlerEntry::Kind::all: return &entry;
      case HandlerEntry::Kind::tag:
        if (context.tags[entry.tag] == exception.tag) return &entry;
        break;
    }
  }
  return nullptr;
}

/// Finds who handles machine.exception, from the youngest frame outwards, and goes on there. False: nobody did, the
/// frames of this run are gone.
bool unwind(Machine& machine) {
  auto* const exception = runtime::as_pointer<runtime::ExceptionObject>(machine.exception);
  // The instruction that threw, or the call that did not return: its return address lies behind it.
  auto* at = static_cast<Pc>(machine.pc);
  while (machine.frame != nullptr) {
    const runtime::CodeDescriptor& descriptor = *runtime::header(machine.frame).code;
    if (descriptor.kind == runtime::CodeKind::interpreted) {
      const auto& code = static_cast<const Code&>(descriptor);
      if (const HandlerEntry* entry = find_handler(code, code.word_of(at), *machine.context, *exception)) {
        Slot* to = machine.frame + entry->slot;
        if (entry->reference == HandlerEntry::Reference::first) *to++ = machine.exception;
        if (entry->kind == HandlerEntry::Kind::tag) to = std::copy_n(exception->slots(), exception->slot_count, to);
        if (entry->reference == HandlerEntry::Reference::last) *to = machine.exception;
        machine.exception = runtime::null_ref;
        machine.pc = code.at(entry->target);
        return true;
      }
    }
    pop_frame(machine);
    at = static_cast<Pc>(machine.pc) - 1;
  }
  return false;
}

/// Tier::run. spec: exec-invocation
void run(Store& store) {
  Machine& machine = store.machine;
  const auto& settings = *static_cast<const Settings*>(store.tier().settings);
  const FuncInstance& func = *machine.entering;

  State s{};
  s.frame = machine.frame;
  s.context = func.context;
  reload_memory(s);
  if (machine.depth_left <= 0) {
    machine.trap = Trap::call_stack_exhausted;
    return;
  }
  Exit exit = enter(s, func, machine.frame, nullptr, exit_pc(settings), func.context);
  if (exit == Exit::next) {
    --machine.depth_left;
    exit = execute(settings.dispatch, s);
  }
  for (;;) {
    switch (exit) {
      case Exit::returned: machine.trap = Trap::none; return;
      case Exit::host: {
        const Trap trap = call_host_function(store);
        exit = trap == Trap::none                  ? execute(settings.dispatch, resume(machine))
               : trap == Trap::unhandled_exception ? Exit::exception
                                                   : interp::trap(trap);
        break;
      }
      case Exit::exception:
        if (!unwind(machine)) {
          machine.trap = Trap::unhandled_exception;
          return;
        }
        exit = execute(settings.dispatch, resume(machine));
        break;
      case Exit::next: break;
      default: machine.trap = static_cast<Trap>(exit); return;
    }
  }
}

}  // namespace

runtime::Tier make_tier(const Settings& settings) {
  return {.lazy_code = &lazy_stub(settings),
          .run = run,
          .host_code = &host_stub(settings),
          .settings = &settings,
          .module_code = [](const void* chosen,
                            std::shared_ptr<const validate::ValidModule> module) -> std::shared_ptr<void> {
            return std::make_shared<ModuleCode>(*static_cast<const Settings*>(chosen), std::move(module));
          }};
}

}  // namespace assay::interp
