// assay run: instantiates a module and calls one of its functions.
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "binary/names.hpp"
#include "cli/commands.hpp"
#include "cli/feature_options.hpp"
#include "cli/load.hpp"
#include "cli/report.hpp"
#include "cli/values.hpp"
#include "runtime/backtrace.hpp"
#include "variants/variants.hpp"

namespace assay::cli {

namespace {

using runtime::ExternValue;
using runtime::Store;
using runtime::Value;
using wasm::Error;
using wasm::ErrorKind;

struct Options {
  std::string variant;
  std::string invoke;
  std::string file;
  std::vector<std::string> arguments;
};

Error usage(const char* message, std::string detail) {
  return {.kind = ErrorKind::usage, .message = message, .detail = std::move(detail)};
}

/// What a module may import: the functions of the suite's module `spectest` that print, each call on a line.
ExternValue print_function(Store& store, std::vector<wasm::ValueType> params) {
  return ExternValue(store.allocate_host_function(
      {.params = params, .results = {}}, [params](Store&, runtime::InstanceContext*, runtime::Slot* slots) {
        const char* separator = "";
        for (const wasm::ValueType type : params) {
          std::cout << separator << print_value(runtime::load_value(slots, type));
          slots += wasm::slot_count(type);
          separator = " ";
        }
        std::cout << '\n';
        return runtime::HostOutcome{};
      }));
}

struct PrintFunction {
  std::string_view name;
  std::vector<wasm::ValueType> params;
};

wasm::Result<std::vector<ExternValue>> provide_imports(Store& store, const wasm::Module& module) {
  const std::vector<PrintFunction> known = {
      {"print", {}},
      {"print_i32", {wasm::i32}},
      {"print_i64", {wasm::i64}},
      {"print_f32", {wasm::f32}},
      {"print_f64", {wasm::f64}},
      {"print_i32_f32", {wasm::i32, wasm::f32}},
      {"print_f64_f64", {wasm::f64, wasm::f64}},
  };
  std::vector<ExternValue> imports;
  for (const wasm::Import& import : module.imports) {
    const PrintFunction* found = nullptr;
    for (const PrintFunction& function : known) {
      if (module.text(import.module) == "spectest" && module.text(import.name) == function.name) found = &function;
    }
    if (found == nullptr) {
      return std::unexpected(
          Error{.kind = ErrorKind::unlinkable,
                .message = "unknown import",
                .detail = std::string(module.text(import.module)) + "." + std::string(module.text(import.name)) + " (" +
                          wasm::to_string(import.kind) + "); there are only the print functions of spectest"});
    }
    imports.push_back(print_function(store, found->params));
  }
  return imports;
}

/// The calls that were under way when something trapped, the youngest first.
void print_backtrace(const Store& store, const text::SourceMap& positions) {
  const runtime::Backtrace backtrace = runtime::last_backtrace(store);
  for (const runtime::BacktraceFrame& frame : backtrace.frames) {
    if (frame.module == nullptr) {
      std::cerr << "  in a function of the host\n";
      continue;
    }
    const wasm::Module& module = frame.module->module();
    const auto names = binary::decode_names(module);
    const auto name = names ? binary::find_name(names->functions, frame.func.value) : std::nullopt;
    std::cerr << "  in function " << frame.func.value;
    if (name) std::cerr << " $" << *name;
    if (!positions.empty()) {
      const auto place = positions.find(frame.offset);
      std::cerr << " at " << place.line << ":" << place.column << "\n";
    } else {
      std::cerr << " at byte 0x" << std::hex << frame.offset << std::dec << "\n";
    }
  }
  if (backtrace.depth > backtrace.frames.size()) {
    std::cerr << "  and " << backtrace.depth - backtrace.frames.size() << " calls more\n";
  }
}

/// The function to call: the one named, else `_start` or `main`, else none.
wasm::Result<runtime::FuncInstance*> find_function(const runtime::ModuleInstance& instance, const std::string& wanted) {
  std::vector<std::string> names = {wanted};
  if (wanted.empty()) names = {"_start", "main"};
  for (const std::string& name : names) {
    const wasm::Export* exported = runtime::find_export(instance, name);
    if (exported == nullptr) continue;
    if (exported->kind == wasm::ExternKind::func) return runtime::extern_value(instance, *exported).func;
    if (!wanted.empty()) return std::unexpected(usage("not a function", wanted));
  }
  if (wanted.empty()) return nullptr;
  return std::unexpected(usage("no export of that name", wanted));
}

wasm::Result<std::vector<Value>> parse_arguments(const wasm::FuncType& type, const std::vector<std::string>& words) {
  if (words.size() != type.params.size()) {
    return std::unexpected(usage("wrong number of arguments", std::to_string(words.size()) + " given, " +
                                                                  std::to_string(type.params.size()) + " expected"));
  }
  std::vector<Value> values;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto value = parse_value(words[i], type.params[i]);
    if (!value) return std::unexpected(usage("not a value of type", wasm::to_string(type.params[i]) + ": " + words[i]));
    values.push_back(*value);
  }
  return values;
}

ExitStatus run(const Options& options, wasm::Features features) {
  const auto fail = [&options](const Error& error) { return report(options.file, error); };
  const variants::Variant* variant = options.variant.empty() ? nullptr : variants::find(options.variant);
  if (variant == nullptr) {
    if (!options.variant.empty()) return fail(usage("no variant of that name", options.variant));
    for (const variants::Variant& candidate : variants::variants()) {
      if (variant == nullptr && variants::reason_not_to_run(candidate).empty()) variant = &candidate;
    }
  }
  if (const auto reason = variants::reason_not_to_run(*variant); !reason.empty()) {
    return fail(usage("the variant does not run in this build", std::string(reason)));
  }
  embedding::Config config = variant->config;
  config.features = features;
  embedding::Engine engine(config);
  const auto loaded = load(engine, options.file);
  if (!loaded) return fail(loaded.error());
  const auto store = engine.make_store();
  const auto imports = provide_imports(*store, loaded->module->module());
  if (!imports) return fail(imports.error());
  const auto fail_running = [&](const Error& error) {
    std::cout.flush();
    const ExitStatus status = fail(error);
    if (error.kind == ErrorKind::trap || error.kind == ErrorKind::exhaustion) {
      print_backtrace(*store, loaded->positions);
    }
    return status;
  };
  const auto instance = store->instantiate(loaded->module, *imports);
  if (!instance) return fail_running(instance.error());
  const auto func = find_function(**instance, options.invoke);
  if (!func) return fail(func.error());
  if (*func == nullptr) {
    return options.arguments.empty() ? ExitStatus::success
                                     : fail(usage("arguments for no function", "name one with --invoke"));
  }
  const auto arguments = parse_arguments((*func)->func_type(), options.arguments);
  if (!arguments) return fail(arguments.error());
  const auto results = store->invoke(**func, *arguments);
  if (!results) return fail_running(results.error());
  for (const Value& result : *results) std::cout << print_value(result) << '\n';
  return ExitStatus::success;
}

}  // namespace

void add_run(CLI::App& app, ExitStatus& status) {
  CLI::App& command =
      *app.add_subcommand("run", "Instantiate a module and call a function; print each result on a line");
  auto options = std::make_shared<Options>();
  command.add_option("--variant", options->variant, "the configuration to run in (see assay variants)")
      ->type_name("NAME");
  command
      .add_option("--invoke", options->invoke, "the exported function to call; else _start or main, if there is one")
      ->type_name("NAME");
  const auto features = add_feature_options(command);
  command.add_option("FILE", options->file, "a module, binary or text; - is standard input")->required();
  command.add_option("ARG", options->arguments, "arguments, by the function's parameter types");
  // What follows the file are arguments, negative numbers among them.
  command.positionals_at_end(false);
  command.prefix_command();
  command.callback([&status, options, features, &command] {
    for (const std::string& word : command.remaining()) options->arguments.push_back(word);
    status = run(*options, *features);
  });
}

}  // namespace assay::cli
