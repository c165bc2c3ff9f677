// What any tier's code says of itself: the only thing that frame walks, backtraces, unwinding and the collector read.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/value.hpp"
#include "wasm/types.hpp"

namespace assay::validate {
class ValidModule;
}

namespace assay::runtime {

struct FrameHeader;
struct InstanceContext;

/// Called with the address of every slot that holds a live reference.
struct ReferenceVisitor {
  void* self;
  void (*visit)(void* self, Ref* ref);
  void operator()(Ref* ref) const { visit(self, ref); }
};

/// Questions to a code descriptor, answered by the tier that made it.
struct CodeDescriptor;
struct CodeQueries {
  /// Offset in Module::bytes of the instruction that the byte at `pc` belongs to.
  std::size_t (*body_offset)(const CodeDescriptor& code, const void* pc);
  /// Visits the live references of the frame, which is stopped at `pc` (of the instruction being executed in the
  /// youngest frame, the return address in older ones). Arguments under construction belong to the callee.
  void (*visit_references)(const CodeDescriptor& code, Slot* frame, const void* pc, ReferenceVisitor visitor);
};

enum class CodeKind : std::uint8_t { interpreted, compiled, host, lazy, entry };

struct CodeDescriptor {
  const CodeQueries* queries = nullptr;
  CodeKind kind = CodeKind::interpreted;
  const validate::ValidModule* module = nullptr;  ///< null for host, lazy and entry code
  wasm::FuncIndex func{};
  std::uint32_t param_slots = 0;
  std::uint32_t result_slots = 0;
  std::uint32_t local_slots = 0;  ///< beyond the parameters
  std::uint32_t frame_slots = 0;  ///< from the frame header's start to the end of the deepest operand
};

}  // namespace assay::runtime
