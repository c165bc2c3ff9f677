// The layout of a wasm frame on an execution's stack, the same in every tier.
//
//      lower addresses                                                       higher addresses
//      | parameters, later results | header | other locals | operands ... | callee's header | ...
//                                  ^ frame pointer               ^ callee's parameters stand here
//
// Parameters are where the caller computed them, results are written from the same place on: nothing is copied at a
// call. A callee's frame pointer is the end of its parameters. Nothing beyond header and locals is written before it is
// used.
#pragma once

#include <cstdint>

#include "runtime/code.hpp"
#include "runtime/value.hpp"

namespace assay::runtime {

struct InstanceContext;

struct FrameHeader {
  Slot* caller;                ///< the caller's frame pointer; null in the first frame of an invoke
  const CodeDescriptor* code;  ///< of this frame's function
  const void* return_pc;       ///< where the caller goes on
  InstanceContext* caller_context;
};

inline constexpr std::uint32_t header_slots = sizeof(FrameHeader) / sizeof(Slot);
static_assert(sizeof(void*) != 8 || header_slots == 4);

inline FrameHeader& header(Slot* frame) {
  return *reinterpret_cast<FrameHeader*>(frame);
}

}  // namespace assay::runtime
