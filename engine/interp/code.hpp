// Translated code of one function.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "base/index.hpp"
#include "interp/settings.hpp"
#include "interp/state.hpp"
#include "platform/mutex.hpp"
#include "runtime/code.hpp"
#include "validate/validate.hpp"

namespace assay::interp {

/// Where a thrown exception goes on, for a range of code. Entries stand innermost first.
struct HandlerEntry {
  enum class Kind : std::uint8_t { tag, all, delegate } kind = Kind::all;
  enum class Reference : std::uint8_t { none, first, last } reference = Reference::none;
  std::uint32_t begin = 0;   ///< first word of the range
  std::uint32_t end = 0;     ///< past its last word
  std::uint32_t level = 0;   ///< nesting depth of the try in its function, the body being 0
  std::uint32_t tag = 0;     ///< kind tag
  std::uint32_t target = 0;  ///< word of the code that goes on; kind delegate: the level whose handlers come next
  std::int32_t slot = 0;     ///< where the payload goes: reference first or last, the tag's values between
};

/// Which slots hold references where collections found the function waiting: answers of a second translation, kept
/// because a deep stack asks the same again for every frame. Forgotten when they grow large. Safe from several threads.
class ReferenceMaps {
 public:
  /// The answer for `word`, made by `make` if it is not known.
  template <class Make>
  void visit(std::uint32_t word, const Make& make, Slot* frame, runtime::ReferenceVisitor visitor) {
    const platform::MutexLock lock(mutex_);
    auto found = slots_.find(word);
    if (found == slots_.end()) {
      std::vector<std::int32_t> made = make();
      if (kept_ + made.size() >= kept_max) {
        slots_.clear();
        kept_ = 0;
      }
      kept_ += made.size() + 1;
      found = slots_.emplace(word, std::move(made)).first;
    }
    for (const std::int32_t slot : found->second) visitor(frame + slot);
  }

 private:
  static constexpr std::size_t kept_max = std::size_t{1} << 16U;
  platform::Mutex mutex_;
  std::unordered_map<std::uint32_t, std::vector<std::int32_t>> slots_;
  std::size_t kept_ = 0;
};

/// Code of a function: words that belong to the module, without an instance's address in them.
struct Code : runtime::CodeDescriptor {
  std::vector<std::uint64_t> instructions;
  std::vector<HandlerEntry> handlers;
  std::unique_ptr<ReferenceMaps> reference_maps;  ///< of interpreted code
  Settings settings;                              ///< it was translated with: translating again gives the same code

  [[nodiscard]] Pc at(std::uint32_t word) const { return instructions.data() + word; }
  [[nodiscard]] std::uint32_t word_of(Pc pc) const { return static_cast<std::uint32_t>(pc - instructions.data()); }
};

/// The code of a module's functions, made at their first call; shared by its instances, from several threads.
class ModuleCode {
 public:
  ModuleCode(const Settings& settings, std::shared_ptr<const validate::ValidModule> module);
  ~ModuleCode();
  ModuleCode(const ModuleCode&) = delete;
  ModuleCode& operator=(const ModuleCode&) = delete;

  /// The function's code, translated now if it was not yet. Published by one release store; of two threads that
  /// translate at the same time one result is kept.
  const Code& code_of(wasm::FuncIndex func);

 private:
  Settings settings_;
  std::shared_ptr<const validate::ValidModule> module_;
  std::unique_ptr<std::atomic<const Code*>[]> codes_;  ///< of the defined functions
};

/// Stubs that functions begin with, by dispatch.
const Code& lazy_stub(const Settings& settings);
const Code& host_stub(const Settings& settings);
/// What the first frame of an invoke returns to.
Pc exit_pc(const Settings& settings);

}  // namespace assay::interp
