// Runs mutants: with imports that fit, limits that are small, and zeros for arguments.
#include "fuzz/check/check_running.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "binary/instruction_scan.hpp"
#include "interp/code.hpp"
#include "interp/interpreter.hpp"
#include "runtime/memory.hpp"
#include "runtime/store.hpp"
#include "validate/validate.hpp"

namespace assay::fuzz {

namespace {

using runtime::ExternValue;
using runtime::Store;
using runtime::Value;
using validate::ValidModule;

constexpr std::uint64_t memory_bytes_max = 1 << 17;
constexpr std::uint64_t table_elements_max = 1000;
constexpr std::int64_t fuel_granted = 20'000;
// Where every allocation collects, time is the square of what is allocated.
constexpr std::int64_t fuel_granted_with_objects = 4'000;
constexpr std::size_t invokes_max = 6;

// -- a module that can be run: small and not waiting

bool waits(const wasm::Module& module) {
  for (const wasm::Function& function : module.functions) {
    if (function.body.size == 0) continue;
    binary::InstructionScan scan(module, function.body);
    while (const auto instruction = scan.next()) {
      if (instruction->opcode == wasm::Opcode::memory_atomic_wait32) return true;
      if (instruction->opcode == wasm::Opcode::memory_atomic_wait64) return true;
    }
  }
  return false;
}

void make_small(wasm::Limits& limits, std::uint64_t most) {
  limits.min = std::min(limits.min, most);
  limits.max = std::min(limits.max.value_or(most), most);
}

void make_small(wasm::Module& module) {
  const bool unshare = waits(module);
  for (wasm::MemoryType& memory : module.memories) {
    make_small(memory.limits, memory_bytes_max >> memory.page_size_log2);
    if (unshare) memory.sharing = wasm::Sharing::unshared;
  }
  for (wasm::Table& table : module.tables) make_small(table.type.limits, table_elements_max);
}

// -- values that fit types

/// A zero of the type: null, or an i31 or a function for references that are never null. Nothing where that takes more.
std::optional<Value> zero_of(wasm::ValueType type, Store& store) {
  if (!type.is_reference() || type.is_nullable()) return Value{type, {}};
  if (type.heap().is_index()) return std::nullopt;
  switch (type.heap().abstract()) {
    case wasm::AbstractHeap::any:
    case wasm::AbstractHeap::eq:
    case wasm::AbstractHeap::i31:
    case wasm::AbstractHeap::extern_: return Value::ref(type, runtime::make_i31(0));
    case wasm::AbstractHeap::func: {
      auto& func = store.allocate_host_function(
          {}, [](Store&, runtime::InstanceContext*, runtime::Slot*) -> runtime::HostOutcome { return {}; });
      return Value::ref(type, runtime::to_ref(&func));
    }
    case wasm::AbstractHeap::nofunc:
    case wasm::AbstractHeap::noextern:
    case wasm::AbstractHeap::struct_:
    case wasm::AbstractHeap::array:
    case wasm::AbstractHeap::none:
    case wasm::AbstractHeap::exn:
    case wasm::AbstractHeap::noexn:
    case wasm::AbstractHeap::bottom:
    case wasm::AbstractHeap::count_: break;
  }
  return std::nullopt;
}

/// A function of the host that returns zeros, or traps where a result cannot be made.
ExternValue make_function(const wasm::FuncType& type, Store& store) {
  const auto call = [type](Store& caller, runtime::InstanceContext*, runtime::Slot* slots) -> runtime::HostOutcome {
    runtime::HostOutcome outcome;
    for (const wasm::ValueType result : type.results) {
      const auto value = zero_of(result, caller);
      if (!value) return {.trap = wasm::Trap::host};
      slots += runtime::store_value(slots, *value);
    }
    return outcome;
  };
  return ExternValue(store.allocate_host_function(type, call));
}

/// What the module imports, or nothing if something of it cannot be made.
std::optional<std::vector<ExternValue>> make_imports(const ValidModule& valid, Store& store) {
  const validate::ModuleTypes& types = valid.types();
  std::vector<ExternValue> values;
  for (const wasm::Import& import : valid.module().imports) {
    switch (import.kind) {
      case wasm::ExternKind::func:
        values.push_back(make_function(types.signature(wasm::FuncIndex(import.index)), store));
        break;
      case wasm::ExternKind::table: {
        const wasm::TableType& type = types.table(wasm::TableIndex(import.index));
        const auto element = zero_of(type.element, store);
        runtime::TableInstance* table = element ? store.allocate_table(type, element->bits.lo) : nullptr;
        if (table == nullptr) return std::nullopt;
        values.emplace_back(*table);
        break;
      }
      case wasm::ExternKind::memory: {
        auto memory = runtime::allocate_memory(types.memory(wasm::MemoryIndex(import.index)));
        if (!memory) return std::nullopt;
        values.emplace_back(store.adopt_memory(std::move(*memory)));
        break;
      }
      case wasm::ExternKind::global: {
        const wasm::GlobalType& type = types.global(wasm::GlobalIndex(import.index));
        const auto value = zero_of(type.type, store);
        if (!value) return std::nullopt;
        values.emplace_back(store.allocate_global(type, *value));
        break;
      }
      case wasm::ExternKind::tag:
        values.emplace_back(store.allocate_tag(types.tag(wasm::TagIndex(import.index))));
        break;
    }
  }
  return values;
}

std::optional<std::vector<Value>> make_arguments(const wasm::FuncType& type, Store& store) {
  std::vector<Value> arguments;
  for (const wasm::ValueType param : type.params) {
    const auto value = zero_of(param, store);
    if (!value) return std::nullopt;
    arguments.push_back(*value);
  }
  return arguments;
}

// -- a run, in words, so that two can be compared

void tell(std::string& story, const wasm::Error& error) {
  story += to_string(error.kind);
  story += ' ';
  story += error.message;
}

void tell(std::string& story, const Value& value) {
  story += ' ';
  if (value.type.is_reference()) {
    story += value.bits.lo == runtime::null_ref ? "null" : "reference";
  } else {
    story += std::to_string(value.bits.lo) + ":" + std::to_string(value.bits.hi);
  }
}

struct Story {
  Ran ran = Ran::not_at_all;
  std::string text;
  std::string finding;
};

/// Which errors a run may end with: anything but mistakes of the caller's.
bool is_an_end(const wasm::Error& error) {
  using enum wasm::ErrorKind;
  return error.kind == trap || error.kind == exhaustion || error.kind == exception || error.kind == limit;
}

bool has_objects(const wasm::Module& module) {
  return std::ranges::any_of(module.types,
                             [](const wasm::SubType& type) { return type.kind != wasm::CompositeKind::func; });
}

std::int64_t fuel_for(const wasm::Module& module) {
  return has_objects(module) ? fuel_granted_with_objects : fuel_granted;
}

void invoke_exports(runtime::ModuleInstance& instance, Store& store, Story& story) {
  const wasm::Module& module = instance.module->module();
  const std::int64_t fuel = fuel_for(module);
  std::size_t invokes = 0;
  for (const wasm::Export& exported : module.exports) {
    if (exported.kind != wasm::ExternKind::func || invokes++ == invokes_max) continue;
    runtime::FuncInstance& func = *runtime::extern_value(instance, exported).func;
    const auto arguments = make_arguments(func.func_type(), store);
    if (!arguments) continue;
    store.machine.fuel = fuel;
    const auto results = store.invoke(func, *arguments);
    story.text += "\n" + std::to_string(exported.index) + ":";
    if (results) {
      for (const Value& value : *results) tell(story.text, value);
    } else {
      tell(story.text, results.error());
      if (!is_an_end(results.error())) story.finding = "invoke: " + to_string(results.error());
    }
    story.text += " " + std::to_string(store.machine.fuel);
  }
}

Story run(const interp::Settings& settings, validate::TypeRegistry& registry,
          const std::shared_ptr<const ValidModule>& valid, bool stress) {
  Story story;
  const runtime::StoreOptions options{.stack_bytes = std::size_t{1} << 18U,
                                      .heap = {.bytes_max = std::size_t{1} << 22U, .stress = stress}};
  Store store(registry, interp::make_tier(settings), options);
  const auto imports = make_imports(*valid, store);
  if (!imports) return story;
  store.machine.fuel = fuel_for(valid->module());
  const auto instance = store.instantiate(valid, *imports);
  if (instance) {
    story.ran = Ran::ended;
    invoke_exports(**instance, store, story);
  } else if (instance.error().kind == wasm::ErrorKind::unlinkable) {
    // Functions whose type is not a group of its own are not the host's to make.
    story.ran = Ran::unlinkable;
  } else {
    story.ran = Ran::ended;
    tell(story.text, instance.error());
    if (!is_an_end(instance.error())) story.finding = "instantiate: " + to_string(instance.error());
  }
  if (stress) store.heap().collect();
  return story;
}

void translate_all(const std::shared_ptr<const ValidModule>& valid) {
  using interp::Dispatch;
  using interp::Metering;
  for (const interp::Settings settings :
       {interp::Settings{Dispatch::looped, Metering::off}, interp::Settings{Dispatch::looped, Metering::on}}) {
    interp::ModuleCode code(settings, valid);
    for (std::uint32_t i = valid->module().imported_functions; i < valid->module().functions.size(); ++i) {
      code.code_of(wasm::FuncIndex(i));
    }
  }
}

}  // namespace

void check_running(wasm::Module module, Verdict& verdict) {
  make_small(module);
  validate::TypeRegistry registry;
  auto small = validate::validate(std::move(module), registry);
  if (!small) {
    verdict.finding = "made small, it is not valid: " + to_string(small.error());
    return;
  }
  const auto valid = std::make_shared<const ValidModule>(std::move(*small));
  translate_all(valid);

  static constexpr interp::Settings looped{interp::Dispatch::looped, interp::Metering::on};
  static constexpr interp::Settings threaded{interp::Dispatch::threaded, interp::Metering::on};
  const Story story = run(looped, registry, valid, false);
  verdict.ran = story.ran;
  verdict.finding = story.finding;
  if (!verdict.finding.empty() || story.ran != Ran::ended) return;
  const bool other_dispatch = interp::is_available(interp::Dispatch::threaded);
  const Story again = run(other_dispatch ? threaded : looped, registry, valid, has_objects(valid->module()));
  if (again.text != story.text) {
    verdict.finding = "two runs differ:" + story.text + "\nand:" + again.text;
  }
}

}  // namespace assay::fuzz
