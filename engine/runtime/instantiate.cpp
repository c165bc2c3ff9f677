// Makes instances of modules. spec: exec-instantiation
#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

#include "runtime/constant_evaluator.hpp"
#include "runtime/linking.hpp"
#include "runtime/operations.hpp"
#include "runtime/store_data.hpp"
#include "validate/function_reader.hpp"
#include "validate/validate.hpp"
#include "wasm/limits.hpp"

namespace assay::runtime {

using wasm::Error;
using wasm::ErrorKind;
using wasm::Trap;

namespace {

Error trap_error(Trap trap) {
  return {.kind = ErrorKind::trap, .message = wasm::trap_facts[trap].message};
}

/// The steps of one instantiation. Each tells its error, or nothing.
class Instantiation {
 public:
  using Failure = std::optional<Error>;

  Instantiation(Store& store, ModuleInstance& instance)
      : store_(store),
        instance_(instance),
        types_(instance.module->types()),
        module_(types_.module()),
        evaluator_(store, instance),
        reader_(types_, evaluator_) {}

  void take_imports(std::span<const ExternValue> imports);
  void make_functions();
  void make_tags();
  Failure make_memories();
  Failure make_globals();
  Failure make_tables();
  Failure make_elements();
  void make_data();
  /// Fills the context in. Before, nothing of the instance may run.
  void complete(MemoryInstance& no_memory);
  Failure run_elements();
  Failure run_data();

 private:
  wasm::V128 evaluate(wasm::Expression expression, wasm::ValueType type) {
    [[maybe_unused]] const auto read = reader_.read_constant(expression, type);
    assert(read.has_value());
    return evaluator_.result();
  }
  /// An offset into a table or memory.
  std::uint64_t evaluate_offset(wasm::Expression expression, wasm::AddressType address) {
    const std::uint64_t bits = evaluate(expression, wasm::value_type(address)).lo;
    return address == wasm::AddressType::i64 ? bits : bits & UINT32_MAX;
  }
  [[nodiscard]] Failure evaluation_failure() const {
    if (evaluator_.trap() == Trap::none) return std::nullopt;
    return trap_error(evaluator_.trap());
  }

  Store& store_;
  ModuleInstance& instance_;
  const validate::ModuleTypes& types_;
  const wasm::Module& module_;
  ConstantEvaluator evaluator_;
  validate::FunctionReader<ConstantEvaluator, validate::Trust::proven> reader_;
};

void Instantiation::take_imports(std::span<const ExternValue> imports) {
  for (const ExternValue& value : imports) {
    switch (value.kind) {
      case wasm::ExternKind::func: instance_.functions.push_back(value.func); break;
      case wasm::ExternKind::table: instance_.tables.push_back(value.table); break;
      case wasm::ExternKind::memory: instance_.memories.push_back(value.memory); break;
      case wasm::ExternKind::global: instance_.globals.push_back(value.global); break;
      case wasm::ExternKind::tag: instance_.tags.push_back(value.tag); break;
    }
  }
}

void Instantiation::make_functions() {
  const std::uint32_t imported = module_.imported_functions;
  const std::size_t count = module_.functions.size() - imported;
  instance_.own_functions = std::make_unique<FuncInstance[]>(count);
  instance_.functions.reserve(module_.functions.size());
  for (std::size_t i = 0; i < count; ++i) {
    FuncInstance& func = instance_.own_functions[i];
    func.index = wasm::FuncIndex(imported + i);
    func.code.store(store_.tier().lazy_code, std::memory_order_relaxed);
    func.type = &types_.function(func.index);
    func.context = &instance_.context;
    func.instance = &instance_;
    instance_.functions.push_back(&func);
  }
}

void Instantiation::make_tags() {
  for (std::size_t i = module_.imported_tags; i < module_.tags.size(); ++i) {
    instance_.tags.push_back(&store_.allocate_tag(types_.tag(wasm::TagIndex(i))));
  }
}

Instantiation::Failure Instantiation::make_memories() {
  for (std::size_t i = module_.imported_memories; i < module_.memories.size(); ++i) {
    auto memory = allocate_memory(types_.memory(wasm::MemoryIndex(i)));
    if (!memory) return std::move(memory.error());
    instance_.memories.push_back(&store_.adopt_memory(std::move(*memory)));
  }
  return std::nullopt;
}

Instantiation::Failure Instantiation::make_globals() {
  for (std::size_t i = module_.imported_globals; i < module_.globals.size(); ++i) {
    const wasm::GlobalIndex index(i);
    const wasm::GlobalType& type = types_.global(index);
    const wasm::V128 bits = evaluate(module_.globals[index].init, type.type);
    instance_.globals.push_back(&store_.allocate_global(type, Value{type.type, bits}));
  }
  return evaluation_failure();
}

Instantiation::Failure Instantiation::make_tables() {
  for (std::size_t i = module_.imported_tables; i < module_.tables.size(); ++i) {
    const wasm::TableIndex index(i);
    const wasm::TableType& type = types_.table(index);
    const std::optional<wasm::Expression>& init = module_.tables[index].init;
    const Ref value = init ? evaluate(*init, type.element).lo : null_ref;
    TableInstance* const table = store_.allocate_table(type, value);
    if (table == nullptr) return Error{.kind = ErrorKind::limit, .message = "no memory for the table"};
    instance_.tables.push_back(table);
  }
  return evaluation_failure();
}

Instantiation::Failure Instantiation::make_elements() {
  instance_.elements.resize(module_.elements.size());
  for (std::size_t i = 0; i < module_.elements.size(); ++i) {
    const wasm::ElemIndex index(i);
    const wasm::ElementSegment& segment = module_.elements[index];
    ElementInstance& made = instance_.elements[i];
    made.type = types_.element(index);
    if (segment.mode == wasm::SegmentMode::declarative) continue;  // dropped as soon as it is made
    made.items.reserve(segment.size());
    for (const wasm::FuncIndex func : segment.functions) made.items.push_back(to_ref(instance_.functions[func.value]));
    for (const wasm::Expression expression : segment.expressions) {
      made.items.push_back(evaluate(expression, made.type).lo);
    }
  }
  return evaluation_failure();
}

void Instantiation::make_data() {
  instance_.data.reserve(module_.data.size());
  for (const wasm::DataSegment& segment : module_.data) {
    const auto content = module_.span(segment.content);
    instance_.data.push_back({content.data(), content.size()});
  }
}

void Instantiation::complete(MemoryInstance& no_memory) {
  instance_.global_cells.reserve(instance_.globals.size());
  for (GlobalInstance* global : instance_.globals) instance_.global_cells.push_back(global->cell);
  instance_.context = {.memory = instance_.memories.empty() ? &no_memory : instance_.memories.front(),
                       .machine = &store_.machine,
                       .functions = instance_.functions.data(),
                       .tables = instance_.tables.data(),
                       .globals = instance_.global_cells.data(),
                       .memories = instance_.memories.data(),
                       .tags = instance_.tags.data(),
                       .elements = instance_.elements.data(),
                       .data = instance_.data.data(),
                       .instance = &instance_,
                       .store = &store_};
}

Instantiation::Failure Instantiation::run_elements() {
  for (std::size_t i = 0; i < module_.elements.size(); ++i) {
    const wasm::ElementSegment& segment = module_.elements[wasm::ElemIndex(i)];
    if (segment.mode != wasm::SegmentMode::active) continue;
    ElementInstance& made = instance_.elements[i];
    TableInstance& table = *instance_.tables[segment.table.value];
    const std::uint64_t at = evaluate_offset(segment.offset, table.type.limits.address);
    if (const Trap trap = init(table, at, made, 0, made.items.size()); trap != Trap::none) return trap_error(trap);
    made.items = {};
  }
  return std::nullopt;
}

Instantiation::Failure Instantiation::run_data() {
  for (std::size_t i = 0; i < module_.data.size(); ++i) {
    const wasm::DataSegment& segment = module_.data[wasm::DataIndex(i)];
    if (segment.mode != wasm::SegmentMode::active) continue;
    DataInstance& made = instance_.data[i];
    MemoryInstance& memory = *instance_.memories[segment.memory.value];
    const std::uint64_t at = evaluate_offset(segment.offset, memory.type.limits.address);
    if (const Trap trap = write(memory, at, made.bytes, 0, made.size, made.size); trap != Trap::none) {
      return trap_error(trap);
    }
    made = {};
  }
  return std::nullopt;
}

}  // namespace

wasm::Result<ModuleInstance*> Store::instantiate(std::shared_ptr<const validate::ValidModule> module,
                                                 std::span<const ExternValue> imports) {
  if (auto error = check_imports(module->types(), imports)) return std::unexpected(std::move(*error));

  // From here on the store owns the instance, whatever happens: objects on the heap may refer to its functions.
  ModuleInstance& instance = *data_->instances.emplace_back(std::make_unique<ModuleInstance>());
  instance.module = std::move(module);
  instance.store = this;
  if (data_->tier.module_code != nullptr) {
    instance.code = data_->tier.module_code(data_->tier.settings, instance.module);
  }

  Instantiation steps(*this, instance);
  steps.take_imports(imports);
  steps.make_functions();
  steps.make_tags();
  if (auto error = steps.make_memories()) return std::unexpected(std::move(*error));
  if (auto error = steps.make_globals()) return std::unexpected(std::move(*error));
  if (auto error = steps.make_tables()) return std::unexpected(std::move(*error));
  if (auto error = steps.make_elements()) return std::unexpected(std::move(*error));
  steps.make_data();
  steps.complete(data_->no_memory);
  if (auto error = steps.run_elements()) return std::unexpected(std::move(*error));
  if (auto error = steps.run_data()) return std::unexpected(std::move(*error));
  if (const auto start = instance.module->types().module().start) {
    auto outcome = invoke(*instance.functions[start->value], {});
    if (!outcome) return std::unexpected(std::move(outcome.error()));
  }
  return &instance;
}

const wasm::Export* find_export(const ModuleInstance& instance, std::string_view name) {
  const wasm::Module& module = instance.module->types().module();
  const auto found = std::ranges::find_if(
      module.exports, [&](const wasm::Export& exported) { return module.text(exported.name) == name; });
  return found == module.exports.end() ? nullptr : &*found;
}

ExternValue extern_value(const ModuleInstance& instance, const wasm::Export& exported) {
  switch (exported.kind) {
    case wasm::ExternKind::func: return ExternValue(*instance.functions[exported.index]);
    case wasm::ExternKind::table: return ExternValue(*instance.tables[exported.index]);
    case wasm::ExternKind::memory: return ExternValue(*instance.memories[exported.index]);
    case wasm::ExternKind::global: return ExternValue(*instance.globals[exported.index]);
    case wasm::ExternKind::tag: return ExternValue(*instance.tags[exported.index]);
  }
  return {};
}

}  // namespace assay::runtime
