// The running state of a store: where execution stands, how far it may go, how it ended.
#pragma once

#include <cstdint>
#include <exception>

#include "runtime/code.hpp"
#include "runtime/frame.hpp"
#include "runtime/value.hpp"
#include "wasm/trap.hpp"

namespace assay::runtime {

struct FuncInstance;

/// A host function that is running: the slots that hold its arguments. The collector follows those until it returns.
struct HostCall {
  const HostCall* outer = nullptr;  ///< the host function that runs further out
  const wasm::FuncType* type = nullptr;
  Slot* slots = nullptr;
};

/// Where an invoke left the run that was going on when it began.
struct OuterRun {
  const OuterRun* outer = nullptr;
  Slot* frame = nullptr;  ///< null: there was none
  const void* pc = nullptr;
};

/// Read and written by running code; one per store. The stack it speaks of belongs to the current Execution.
/// `pc` and `frame` are true only while code is not running: at exits, host calls and safepoints.
struct Machine {
  const void* pc = nullptr;
  Slot* frame = nullptr;
  InstanceContext* context = nullptr;
  FuncInstance* entering = nullptr;  ///< what Tier::run() is to start; its arguments lie below `frame`
  Slot* stack_limit = nullptr;       ///< first slot that a frame may not use
  std::int64_t depth_left = 0;       ///< wasm calls still allowed, counted identically in every tier
  std::int64_t fuel = INT64_MAX;     ///< metered code only; a host sets what it grants
  wasm::Trap trap = wasm::Trap::none;
  Ref exception = null_ref;             ///< being thrown or left uncaught; a root
  std::uint32_t invoke_depth = 0;       ///< nested invokes on the host's stack
  Slot* free_stack = nullptr;           ///< where an invoke made now would put its arguments; kept by call_host
  const HostCall* host_call = nullptr;  ///< the innermost
  const OuterRun* outer_run = nullptr;  ///< of the innermost invoke
};

/// An execution's stack: reserved address space, committed when touched, a guard at its end.
class Stack {
 public:
  /// Reserves at least `bytes`; null data when address space is not to be had.
  explicit Stack(std::size_t bytes);
  ~Stack();
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;
  [[nodiscard]] Slot* base() const { return base_; }
  [[nodiscard]] Slot* limit() const { return limit_; }

 private:
  Slot* base_ = nullptr;
  Slot* limit_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace assay::runtime
