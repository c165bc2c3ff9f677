// Which calls were under way when a trap ended an invoke.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/code.hpp"
#include "runtime/machine.hpp"
#include "wasm/types.hpp"

namespace assay::runtime {

class Store;

struct BacktraceFrame {
  const validate::ValidModule* module = nullptr;  ///< null: a function of the host
  wasm::FuncIndex func{};
  std::size_t offset = 0;  ///< in Module::bytes: of the instruction that trapped, or of the call that did not return
};

struct Backtrace {
  std::vector<BacktraceFrame> frames;  ///< the youngest first, at most trap_site_frames_max
  std::uint64_t depth = 0;             ///< how many calls there were, those left out included
};

/// Of the last invoke of the store that trapped; nothing before. An uncaught exception has left its frames and so has
/// none. The tier is asked for every frame's place only here. Valid as long as the store's instances: as long as the
/// store.
[[nodiscard]] Backtrace last_backtrace(const Store& store);

inline constexpr std::size_t trap_site_frames_max = 32;

/// What is noted when a trap ends an invoke: cheap, since scripts and fuzzers trap all the time.
struct TrapSite {
  struct Frame {
    const CodeDescriptor* code = nullptr;
    const void* pc = nullptr;  ///< inside the instruction; null: the function had not begun
  };
  std::vector<Frame> frames;
  std::uint64_t depth = 0;
};

/// Notes the frames of the machine as it stopped, `depth` calls deep. Time and size are limited.
void note_trap_site(const Machine& machine, std::uint64_t depth, TrapSite& site);

}  // namespace assay::runtime
