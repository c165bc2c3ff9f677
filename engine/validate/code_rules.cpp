// Rules for bodies and constant expressions: the reader without a client does the work.
#include <cstdint>
#include <string>

#include "validate/function_reader.hpp"
#include "validate/messages.hpp"
#include "validate/module_rules.hpp"
#include "validate/subtyping.hpp"

namespace assay::validate {

using wasm::ErrorKind;
using wasm::SegmentMode;
using wasm::ValueType;

namespace {

/// Declares the functions that a constant expression mentions.
struct Declarer : NoClient {
  ModuleTypes& types;
  explicit Declarer(ModuleTypes& module) : types(module) {}

  template <class R>
  void operation(R&, wasm::Opcode opcode, const Immediates& immediates, Values, std::span<Value>) {
    if (opcode == wasm::Opcode::ref_func) types.declare(wasm::FuncIndex(immediates.index));
  }
};

/// Checks the constant expressions of a module.
class Initializers {
 public:
  explicit Initializers(ModuleTypes& types) : types_(types), declarer_(types), reader_(types, declarer_) {}

  wasm::Result<void> check_globals();
  wasm::Result<void> check_tables();
  wasm::Result<void> check_elements();
  wasm::Result<void> check_data();

 private:
  wasm::Result<void> check_segment(const wasm::ElementSegment& segment, ValueType type);
  wasm::Result<void> check_functions(const wasm::ElementSegment& segment, ValueType type);

  ModuleTypes& types_;
  Declarer declarer_;
  FunctionReader<Declarer, Trust::checked> reader_;
};

// A global's initializer sees the globals before it.
wasm::Result<void> Initializers::check_globals() {
  const wasm::Module& module = types_.module();
  for (std::uint32_t i = module.imported_globals; i < module.globals.size(); ++i) {
    const wasm::GlobalIndex index(i);
    auto checked = reader_.read_constant(module.globals[index].init, types_.global(index).type, i);
    if (!checked) return checked;
  }
  return {};
}

// Tables are made before globals and see imported ones only.
wasm::Result<void> Initializers::check_tables() {
  const wasm::Module& module = types_.module();
  for (std::uint32_t i = module.imported_tables; i < module.tables.size(); ++i) {
    const wasm::TableIndex index(i);
    const ValueType element = types_.table(index).element;
    const auto& init = module.tables[index].init;
    if (!init) {
      if (element.is_defaultable()) continue;
      return refusal(ErrorKind::invalid, message::type_mismatch,
                     "table of " + types_.describe(element) + " without an initial value");
    }
    if (auto checked = reader_.read_constant(*init, element, module.imported_globals); !checked) return checked;
  }
  return {};
}

wasm::Result<void> Initializers::check_functions(const wasm::ElementSegment& segment, ValueType type) {
  const wasm::Module& module = types_.module();
  for (const wasm::FuncIndex function : segment.functions) {
    if (!module.functions.contains(function)) {
      return unknown(message::unknown_function, function.value, module.functions.size());
    }
    types_.declare(function);
    const ValueType found =
        ValueType::reference(wasm::HeapType(types_.function(function).id), wasm::Nullability::non_null);
    if (!matches(found, type, types_.registry())) {
      return refusal(ErrorKind::invalid, message::type_mismatch,
                     "expected " + types_.describe(type) + ", found " + types_.describe(found));
    }
  }
  return {};
}

wasm::Result<void> Initializers::check_segment(const wasm::ElementSegment& segment, ValueType type) {
  if (segment.mode == SegmentMode::active) {
    const wasm::Module& module = types_.module();
    if (!module.tables.contains(segment.table)) {
      return unknown(message::unknown_table, segment.table.value, module.tables.size());
    }
    const wasm::TableType& table = types_.table(segment.table);
    if (!matches(type, table.element, types_.registry())) {
      return refusal(ErrorKind::invalid, message::type_mismatch,
                     "expected elements " + types_.describe(table.element) + ", found " + types_.describe(type));
    }
    auto checked = reader_.read_constant(segment.offset, value_type(table.limits.address));
    if (!checked) return checked;
  }
  if (!segment.uses_expressions) return check_functions(segment, type);
  for (const wasm::Expression expression : segment.expressions) {
    if (auto checked = reader_.read_constant(expression, type); !checked) return checked;
  }
  return {};
}

wasm::Result<void> Initializers::check_elements() {
  const auto& elements = types_.module().elements;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const wasm::ElemIndex index(i);
    if (auto checked = check_segment(elements[index], types_.element(index)); !checked) return checked;
  }
  return {};
}

wasm::Result<void> Initializers::check_data() {
  const wasm::Module& module = types_.module();
  for (const wasm::DataSegment& segment : module.data) {
    if (segment.mode != SegmentMode::active) continue;
    if (!module.memories.contains(segment.memory)) {
      return unknown(message::unknown_memory, segment.memory.value, module.memories.size());
    }
    const ValueType address = value_type(module.memories[segment.memory].limits.address);
    if (auto checked = reader_.read_constant(segment.offset, address); !checked) return checked;
  }
  return {};
}

}  // namespace

wasm::Result<void> check_initializers(ModuleTypes& types) {
  Initializers initializers(types);
  if (auto checked = initializers.check_globals(); !checked) return checked;
  if (auto checked = initializers.check_tables(); !checked) return checked;
  if (auto checked = initializers.check_elements(); !checked) return checked;
  return initializers.check_data();
}

wasm::Result<void> check_bodies(const ModuleTypes& types) {
  NoClient client;
  FunctionReader<NoClient, Trust::checked> reader(types, client);
  const wasm::Module& module = types.module();
  for (std::uint32_t i = module.imported_functions; i < module.functions.size(); ++i) {
    auto checked = reader.read(wasm::FuncIndex(i));
    if (!checked) return checked;
  }
  return {};
}

}  // namespace assay::validate
