// Which calls were under way when a trap ended an invoke.
#include "runtime/backtrace.hpp"

#include <algorithm>

#include "runtime/frame.hpp"
#include "runtime/store_data.hpp"
#include "validate/validate.hpp"

namespace assay::runtime {

void note_trap_site(const Machine& machine, std::uint64_t depth, TrapSite& site) {
  site.frames.clear();
  const void* pc = machine.pc;
  for (Slot* frame = machine.frame; frame != nullptr && site.frames.size() < trap_site_frames_max;) {
    const FrameHeader& frame_header = header(frame);
    const CodeKind kind = frame_header.code->kind;
    // A stub that was about to become something else is no call of its own.
    if (kind != CodeKind::lazy && kind != CodeKind::entry) site.frames.push_back({frame_header.code, pc});
    // A return address lies behind the call; what is before it lies inside.
    pc = frame_header.return_pc == nullptr ? nullptr : static_cast<const std::byte*>(frame_header.return_pc) - 1;
    frame = frame_header.caller;
  }
  site.depth = std::max<std::uint64_t>(depth, site.frames.size());
}

Backtrace last_backtrace(const Store& store) {
  const TrapSite& site = store.trap_site();
  Backtrace backtrace{.frames = {}, .depth = site.depth};
  for (const TrapSite::Frame& frame : site.frames) {
    const CodeDescriptor& code = *frame.code;
    if (code.module == nullptr) {
      backtrace.frames.push_back({});
      continue;
    }
    const std::size_t offset = frame.pc == nullptr ? code.module->module().functions[code.func].body.offset
                                                   : code.queries->body_offset(code, frame.pc);
    backtrace.frames.push_back({code.module, code.func, offset});
  }
  return backtrace;
}

}  // namespace assay::runtime
