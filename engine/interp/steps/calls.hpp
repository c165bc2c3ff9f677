// Steps that enter and leave functions.
//
// A callee's frame begins at the end of its arguments (runtime/frame.hpp); accumulators are empty across calls. While a
// function is being entered the word accumulator holds its FuncInstance, which the stubs of untranslated and host
// functions read.
#pragma once

#include "interp/code.hpp"
#include "interp/state.hpp"
#include "runtime/frame.hpp"
#include "runtime/operations.hpp"
#include "runtime/store.hpp"

namespace assay::interp {

using runtime::FuncInstance;

/// Lays out a frame and goes to its code. With `Exit::next` the state is in the callee; with a trap nothing changed.
[[gnu::always_inline]] inline Exit enter(State& s, const FuncInstance& func, Slot* frame, Slot* caller,
                                         const void* return_pc, runtime::InstanceContext* caller_context) {
  const auto* code = static_cast<const Code*>(func.code.load(std::memory_order_acquire));
  if (s.context->machine->stack_limit - frame < static_cast<std::ptrdiff_t>(code->frame_slots)) [[unlikely]] {
    return trap(Trap::call_stack_exhausted);
  }
  runtime::header(frame) = {caller, code, return_pc, caller_context};
  Slot* local = frame + runtime::header_slots;
  for (std::uint32_t i = 0; i < code->local_slots; ++i) {
    local[i] = 0;
    // Most functions have few locals: a call of memset would have every entry save the machine's registers for it.
    asm("" : "+r"(i));  // NOLINT
  }
  s.frame = frame;
  s.pc = code->instructions.data();
  s.word = reinterpret_cast<std::uintptr_t>(&func);
  if (func.context != s.context) {
    s.context = func.context;
    reload_memory(s);
  }
  return Exit::next;
}

[[gnu::always_inline]] inline Exit enter_counted(State& s, const FuncInstance& func, Slot* frame,
                                                 const void* return_pc) {
  runtime::Machine& machine = *s.context->machine;
  if (machine.depth_left <= 0) [[unlikely]]
    return trap(Trap::call_stack_exhausted);
  const Exit exit = enter(s, func, frame, s.frame, return_pc, s.context);
  if (exit == Exit::next) [[likely]]
    --machine.depth_left;
  return exit;
}

/// Bytes: callee's frame, function index.
[[gnu::always_inline]] inline Exit call(State& s) {
  const FuncInstance& func = *s.context->functions[operand<std::uint32_t>(s, 4)];
  return enter_counted(s, func, slot(s, 0), s.pc + words(8));
}

/// The function a call_ref calls, or null.
[[gnu::always_inline]] inline const FuncInstance* referred(std::uint64_t ref) {
  return runtime::as_pointer<FuncInstance>(ref);
}

/// Bytes: callee's frame, reference.
[[gnu::always_inline]] inline Exit call_ref(State& s) {
  const FuncInstance* func = referred(*slot(s, 4));
  if (func == nullptr) [[unlikely]]
    return trap(Trap::null_function_reference);
  return enter_counted(s, *func, slot(s, 0), s.pc + words(8));
}

/// Looks a function up in a table and checks its type. spec: exec-call_indirect
/// Bytes from `at`: index slot, table, canonical type.
[[gnu::always_inline]] inline Exit look_up(State& s, std::size_t at, const FuncInstance*& func) {
  const runtime::TableInstance& table = *s.context->tables[operand<std::uint32_t>(s, at + 4)];
  std::uint64_t index = *slot(s, at);
  if (table.type.limits.address == wasm::AddressType::i32) index &= 0xFFFF'FFFFU;
  if (index >= table.elements.size()) [[unlikely]]
    return trap(Trap::undefined_element);
  func = referred(table.elements[static_cast<std::size_t>(index)]);
  if (func == nullptr) [[unlikely]]
    return trap(Trap::uninitialized_element);
  const auto type = operand<wasm::TypeIndex>(s, at + 8);
  if (func->type->id != type && !s.context->store->types().is_subtype(func->type->id, type)) [[unlikely]] {
    return trap(Trap::indirect_call_type_mismatch);
  }
  return Exit::next;
}

/// Bytes: callee's frame, index slot, table, canonical type.
[[gnu::always_inline]] inline Exit call_indirect(State& s) {
  const FuncInstance* func = nullptr;
  if (const Exit exit = look_up(s, 4, func); exit != Exit::next) [[unlikely]]
    return exit;
  return enter_counted(s, *func, slot(s, 0), s.pc + words(16));
}

/// Replaces the frame: the arguments move down to where this frame's parameters began. The depth stays.
[[gnu::always_inline]] inline Exit enter_tail(State& s, const FuncInstance& func, std::uint32_t own_params,
                                              const Slot* arguments, std::uint32_t argument_slots) {
  const runtime::FrameHeader old = runtime::header(s.frame);
  Slot* base = s.frame - own_params;
  std::memmove(base, arguments, argument_slots * sizeof(Slot));
  Slot* const previous = s.frame;
  const Exit exit = enter(s, func, base + argument_slots, old.caller, old.return_pc, old.caller_context);
  if (exit != Exit::next) [[unlikely]] {
    // The arguments may lie over the old header, which whoever unwinds must still find.
    runtime::header(previous) = old;
  }
  return exit;
}

/// Bytes: own parameter slots, first argument slot, argument slots, function index.
[[gnu::always_inline]] inline Exit return_call(State& s) {
  const FuncInstance& func = *s.context->functions[operand<std::uint32_t>(s, 12)];
  return enter_tail(s, func, operand<std::uint32_t>(s, 0), slot(s, 4), operand<std::uint32_t>(s, 8));
}

/// Bytes: own parameter slots, first argument slot, argument slots, reference.
[[gnu::always_inline]] inline Exit return_call_ref(State& s) {
  const FuncInstance* func = referred(*slot(s, 12));
  if (func == nullptr) [[unlikely]]
    return trap(Trap::null_function_reference);
  return enter_tail(s, *func, operand<std::uint32_t>(s, 0), slot(s, 4), operand<std::uint32_t>(s, 8));
}

/// Bytes: own parameter slots, first argument slot, argument slots, index slot, table, canonical type.
[[gnu::always_inline]] inline Exit return_call_indirect(State& s) {
  const FuncInstance* func = nullptr;
  if (const Exit exit = look_up(s, 12, func); exit != Exit::next) [[unlikely]]
    return exit;
  return enter_tail(s, *func, operand<std::uint32_t>(s, 0), slot(s, 4), operand<std::uint32_t>(s, 8));
}

/// Back to the caller; the results are in place.
[[gnu::always_inline]] inline Exit leave_frame(State& s) {
  const runtime::FrameHeader& header = runtime::header(s.frame);
  ++s.context->machine->depth_left;
  runtime::InstanceContext* const caller = header.caller_context;
  s.pc = static_cast<Pc>(header.return_pc);
  s.frame = header.caller;
  if (caller != s.context) {
    s.context = caller;
    reload_memory(s);
  }
  return Exit::next;
}

/// Bytes: own parameter slots.
[[gnu::always_inline]] inline Exit return_nothing(State& s) {
  return leave_frame(s);
}

/// Bytes: own parameter slots, value (absent when in the accumulator).
template <class T, From value>
[[gnu::always_inline]] inline Exit return_value(State& s) {
  const T result = read<T, value>(s, 4);
  Slot* const base = s.frame - operand<std::uint32_t>(s, 0);
  // The result may lie over the header when there are no parameters: leave first.
  const Exit exit = leave_frame(s);
  write_slot(base, result);
  return exit;
}

/// Bytes: own parameter slots, first result slot, result slots.
[[gnu::always_inline]] inline Exit return_range(State& s) {
  Slot* const base = s.frame - operand<std::uint32_t>(s, 0);
  const Slot* const results = slot(s, 4);
  const auto count = operand<std::uint32_t>(s, 8);
  const Exit exit = leave_frame(s);
  std::memmove(base, results, count * sizeof(Slot));
  return exit;
}

/// What the first frame returns to. pc stays: the driver is done.
inline Exit exit_step(State&) {
  return Exit::returned;
}

/// Stub of a function without code: has it translated and begins again.
Exit lazy_step(State& s);

/// Stub of a host function: leaves to the driver with the function in the frame's only local.
[[gnu::always_inline]] inline Exit host_step(State& s) {
  s.frame[runtime::header_slots] = s.word;
  return Exit::host;
}

}  // namespace assay::interp
