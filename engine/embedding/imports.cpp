// What modules import, by name.
#include "embedding/imports.hpp"

#include <utility>

#include "validate/validate.hpp"

namespace assay::embedding {

using runtime::ExternValue;
using runtime::Value;

Exports exports_of(const runtime::ModuleInstance& instance) {
  const wasm::Module& module = instance.module->module();
  Exports exports;
  for (const wasm::Export& exported : module.exports) {
    exports[std::string(module.text(exported.name))] = runtime::extern_value(instance, exported);
  }
  return exports;
}

wasm::Result<std::vector<ExternValue>> resolve_imports(const wasm::Module& module, const Imports& imports) {
  std::vector<ExternValue> found;
  found.reserve(module.imports.size());
  for (const wasm::Import& import : module.imports) {
    const auto from = imports.find(module.text(import.module));
    const auto value = from == imports.end() ? Exports::const_iterator{} : from->second.find(module.text(import.name));
    if (from == imports.end() || value == from->second.end()) {
      return std::unexpected(
          wasm::Error{.kind = wasm::ErrorKind::unlinkable,
                      .message = "unknown import",
                      .detail = std::string(module.text(import.module)) + "." + std::string(module.text(import.name))});
    }
    found.push_back(value->second);
  }
  return found;
}

Exports make_spectest_module(runtime::Store& store, const Print& print) {
  Exports exports;
  const auto function = [&](const char* name, std::vector<wasm::ValueType> params) {
    wasm::FuncType type{.params = std::move(params), .results = {}};
    auto call = [print, type](runtime::Store&, runtime::InstanceContext*,
                              runtime::Slot* slots) -> runtime::HostOutcome {
      std::vector<Value> values;
      for (const wasm::ValueType param : type.params) {
        values.push_back(runtime::load_value(slots, param));
        slots += wasm::slot_count(param);
      }
      print(values);
      return {};
    };
    exports[name] = ExternValue(store.allocate_host_function(type, std::move(call)));
  };
  function("print", {});
  function("print_i32", {wasm::i32});
  function("print_i64", {wasm::i64});
  function("print_f32", {wasm::f32});
  function("print_f64", {wasm::f64});
  function("print_i32_f32", {wasm::i32, wasm::f32});
  function("print_f64_f64", {wasm::f64, wasm::f64});

  const auto global = [&](const char* name, const Value& value) {
    exports[name] = ExternValue(store.allocate_global({.type = value.type}, value));
  };
  global("global_i32", Value::i32(666));
  global("global_i64", Value::i64(666));
  global("global_f32", Value::f32(666.6F));
  global("global_f64", Value::f64(666.6));

  const auto table = [&](const char* name, wasm::AddressType address) {
    exports[name] = ExternValue(*store.allocate_table(
        {.element = wasm::funcref, .limits = {.min = 10, .max = 20, .address = address}}, runtime::null_ref));
  };
  table("table", wasm::AddressType::i32);
  table("table64", wasm::AddressType::i64);

  const auto memory = [&](const char* name, wasm::Sharing sharing) {
    auto made = runtime::allocate_memory({.limits = {.min = 1, .max = 2}, .sharing = sharing});
    if (made) exports[name] = ExternValue(store.adopt_memory(std::move(*made)));
  };
  memory("memory", wasm::Sharing::unshared);
  memory("shared_memory", wasm::Sharing::shared);
  return exports;
}

}  // namespace assay::embedding
