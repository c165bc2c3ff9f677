// How one step follows another: the only file with compiler attributes for calls.
//
// A step does what one instruction does to the State and advances its pc. Two ways make handlers of steps:
//   * threaded: every handler ends by tail-calling the next, the whole State in argument registers. Needs clang's
//     musttail and preserve_none (twelve integer argument registers on x86-64). The convention is not stable between
//     compiler versions, so it never leaves this room.
//   * looped: every handler returns to a loop. For g++, wasm and whatever lacks the above.
#pragma once

#include "interp/state.hpp"

#if defined(__has_cpp_attribute)
#if __has_cpp_attribute(clang::musttail) && __has_cpp_attribute(clang::preserve_none) && !defined(__wasm__)
#define ASSAY_HAS_THREADED 1
#endif
#endif
#ifndef ASSAY_HAS_THREADED
#define ASSAY_HAS_THREADED 0
#endif

namespace assay::interp {

using Step = Exit (*)(State&);
using LoopedHandler = Exit (*)(State&);

#if ASSAY_HAS_THREADED
using ThreadedHandler = __attribute__((preserve_none)) Exit (*)(Pc, Slot*, std::byte*, std::uint64_t,
                                                                runtime::InstanceContext*, std::uint64_t, float,
                                                                double);
#else
using ThreadedHandler = void (*)();
#endif

/// A handler of either kind; code is made of one kind throughout. All zero: there is no such handler.
union Handler {
  LoopedHandler looped;
  ThreadedHandler threaded;

  constexpr Handler() : looped(nullptr) {}
  explicit constexpr Handler(LoopedHandler handler) : looped(handler) {}
#if ASSAY_HAS_THREADED
  explicit constexpr Handler(ThreadedHandler handler) : threaded(handler) {}
#endif
};

inline std::uint64_t word_of(Handler handler) {
  std::uint64_t word = 0;
  std::memcpy(&word, &handler, sizeof(handler));
  return word;
}

#if ASSAY_HAS_THREADED

/// The cold way out: saves the state and returns to the driver.
[[clang::preserve_none, clang::noinline]] inline Exit leave(Pc pc, Slot* frame, std::byte*, std::uint64_t,
                                                            runtime::InstanceContext* context, std::uint64_t exit,
                                                            float, double) {
  runtime::Machine& machine = *context->machine;
  machine.pc = pc;
  machine.frame = frame;
  machine.context = context;
  return static_cast<Exit>(exit);
}

template <Step step>
[[clang::preserve_none]] Exit threaded(Pc pc, Slot* frame, std::byte* memory, std::uint64_t memory_size,
                                       runtime::InstanceContext* context, std::uint64_t word, float single,
                                       double real) {
  State s{pc, frame, memory, memory_size, context, word, single, real};
  const Exit exit = step(s);
  if (exit != Exit::next) [[unlikely]] {
    [[clang::musttail]] return leave(s.pc, s.frame, s.memory, s.memory_size, s.context,
                                     static_cast<std::uint64_t>(exit), s.single, s.real);
  }
  ThreadedHandler next;
  std::memcpy(&next, s.pc, sizeof(next));
  [[clang::musttail]] return next(s.pc, s.frame, s.memory, s.memory_size, s.context, s.word, s.single, s.real);
}

struct ThreadedDispatch {
  template <Step step>
  static constexpr Handler handler() {
    return Handler(&threaded<step>);
  }
};

/// Runs until a step leaves; the machine holds where.
inline Exit execute_threaded(const State& s) {
  ThreadedHandler first;
  std::memcpy(&first, s.pc, sizeof(first));
  return first(s.pc, s.frame, s.memory, s.memory_size, s.context, s.word, s.single, s.real);
}

#endif

template <Step step>
Exit looped(State& s) {
  return step(s);
}

struct LoopedDispatch {
  template <Step step>
  static constexpr Handler handler() {
    return Handler(&looped<step>);
  }
};

inline Exit execute_looped(State s) {
  Exit exit = Exit::next;
  do {
    LoopedHandler handler;
    std::memcpy(&handler, s.pc, sizeof(handler));
    exit = handler(s);
  } while (exit == Exit::next);
  save(s);
  return exit;
}

}  // namespace assay::interp
