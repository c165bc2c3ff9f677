// assay run: instantiates a module and calls a function of it.
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/feature_options.hpp"
#include "cli/load.hpp"
#include "cli/report.hpp"
#include "cli/trap_report.hpp"
#include "cli/values.hpp"
#include "embedding/imports.hpp"
#include "variants/variants.hpp"

namespace assay::cli {

namespace {

using runtime::Value;
using wasm::Error;
using wasm::ErrorKind;

struct Options {
  std::string file;
  std::vector<std::string> arguments;
  std::string variant;
  std::string function;  ///< --invoke; empty: see find_function
};

std::unexpected<Error> usage(const char* message, std::string detail = {}) {
  return std::unexpected(Error{.kind = ErrorKind::usage, .message = message, .detail = std::move(detail)});
}

/// The variant asked for, or the first that runs in this build.
wasm::Result<const variants::Variant*> choose_variant(const std::string& name) {
  if (name.empty()) {
    for (const variants::Variant& variant : variants::variants()) {
      if (variants::reason_not_to_run(variant).empty()) return &variant;
    }
    return usage("no variant runs in this build");
  }
  const variants::Variant* variant = variants::find(name);
  if (variant == nullptr) return usage("no variant of that name", name + "; see `assay variants`");
  const auto reason = variants::reason_not_to_run(*variant);
  if (!reason.empty()) return usage("the variant does not run in this build", std::string(reason));
  return variant;
}

/// What to call once the module is instantiated: --invoke, else what programs begin with. Null: neither is there, and
/// the start function, if any, was all there was to run.
wasm::Result<runtime::FuncInstance*> find_function(const runtime::ModuleInstance& instance, const Options& options) {
  const auto find = [&](std::string_view name) -> runtime::FuncInstance* {
    const wasm::Export* exported = runtime::find_export(instance, name);
    if (exported == nullptr || exported->kind != wasm::ExternKind::func) return nullptr;
    return runtime::extern_value(instance, *exported).func;
  };
  if (!options.function.empty()) {
    if (runtime::FuncInstance* func = find(options.function)) return func;
    return usage("no function is exported by that name", options.function);
  }
  for (const char* name : {"_start", "main"}) {
    if (runtime::FuncInstance* func = find(name)) return func;
  }
  if (options.arguments.empty()) return nullptr;
  return usage("arguments for no function", "neither _start nor main is exported; name one with --invoke");
}

wasm::Result<std::vector<Value>> read_arguments(const std::vector<std::string>& words, const wasm::FuncType& type,
                                                runtime::Store& store) {
  if (words.size() != type.params.size()) {
    return usage("wrong number of arguments",
                 std::to_string(words.size()) + " given, " + std::to_string(type.params.size()) + " expected");
  }
  std::vector<Value> values;
  // A host value must outlive the allocation of the next.
  std::vector<runtime::Handle> handles;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto value = read_value(words[i], type.params[i], store);
    if (!value) {
      return usage("not a value of the parameter's type", words[i] + " is no " + wasm::to_string(type.params[i]));
    }
    if (value->type.is_reference()) handles.push_back(store.make_handle(value->bits.lo));
    values.push_back(*value);
  }
  for (const runtime::Handle handle : handles) store.drop(handle);
  return values;
}

ExitStatus run(const Options& options, wasm::Features features) {
  const auto variant = choose_variant(options.variant);
  if (!variant) return report("assay run", variant.error());
  embedding::Config config = (*variant)->config;
  config.features = features;
  embedding::Engine engine(config);

  const std::string name = name_of_input(options.file);
  const auto loaded = load(engine, options.file);
  if (!loaded) return report(name, loaded.error());

  const auto store = engine.make_store();
  const auto print = [](std::span<const Value> values) { std::cout << write_values(values) << "\n"; };
  const embedding::Imports imports = {{"spectest", embedding::make_spectest_module(*store, print)}};
  const auto resolved = embedding::resolve_imports(loaded->module->module(), imports);
  if (!resolved) return report(name, resolved.error());

  const auto fail = [&](const Error& error) {
    const ExitStatus status = report(name, error);
    if (error.kind != ErrorKind::usage) report_backtrace(*store, *loaded);
    return status;
  };
  const auto instance = store->instantiate(loaded->module, *resolved);
  if (!instance) return fail(instance.error());
  const auto func = find_function(**instance, options);
  if (!func) return fail(func.error());
  if (*func == nullptr) {
    if (!loaded->module->module().start) std::cerr << name << ": instantiated; name a function with --invoke\n";
    return ExitStatus::success;
  }
  const auto arguments = read_arguments(options.arguments, (*func)->func_type(), *store);
  if (!arguments) return fail(arguments.error());
  const auto results = store->invoke(**func, *arguments);
  if (!results) return fail(results.error());
  for (const Value& result : *results) std::cout << write_value(result) << "\n";
  return ExitStatus::success;
}

}  // namespace

void add_run(CLI::App& app, ExitStatus& status) {
  CLI::App& command = *app.add_subcommand("run", "Instantiate a module and call a function of it");
  auto options = std::make_shared<Options>();
  command.add_option("--variant", options->variant, "the configuration to run in; see `assay variants`")
      ->type_name("NAME");
  command.add_option("--invoke", options->function, "the function to call; by default _start or main, if exported")
      ->type_name("NAME");
  const auto features = add_feature_options(command);
  command.add_option("FILE", options->file, "a module, binary or text; - is standard input")->required();
  command.footer("All other words are the arguments: one for each parameter, of its type. -1 is one, too.");
  // What is no option of ours is not refused but left over, in order.
  command.prefix_command();
  command.callback([&command, &status, options, features] {
    options->arguments = command.remaining();
    status = run(*options, *features);
  });
}

}  // namespace assay::cli
