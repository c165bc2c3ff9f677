// Runs the commands of a script in an engine.
#include "spectest/executor.hpp"

#include <algorithm>
#include <cstdlib>

#include "spectest/compare.hpp"
#include "text/parse.hpp"

namespace assay::spectest {

using runtime::ExternValue;
using runtime::Store;
using runtime::Value;
using text::Command;
using wasm::Error;
using wasm::ErrorKind;

const char* word_of(const Command& command) {
  switch (command.kind) {
    case Command::Kind::module: return "module";
    case Command::Kind::module_definition: return "module definition";
    case Command::Kind::module_instance: return "module instance";
    case Command::Kind::register_: return "register";
    case Command::Kind::action: return command.action.kind == text::Action::Kind::get ? "get" : "invoke";
    case Command::Kind::assert_return: return "assert_return";
    case Command::Kind::assert_trap: return "assert_trap";
    case Command::Kind::assert_exhaustion: return "assert_exhaustion";
    case Command::Kind::assert_exception: return "assert_exception";
    case Command::Kind::assert_malformed: return "assert_malformed";
    case Command::Kind::assert_malformed_custom: return "assert_malformed_custom";
    case Command::Kind::assert_invalid: return "assert_invalid";
    case Command::Kind::assert_invalid_custom: return "assert_invalid_custom";
    case Command::Kind::assert_unlinkable: return "assert_unlinkable";
    case Command::Kind::thread: return "thread";
    case Command::Kind::wait: return "wait";
    case Command::Kind::input: return "input";
    case Command::Kind::output: return "output";
    case Command::Kind::script: return "script";
  }
  return "";
}

namespace {

bool is_assertion(const Command& command) {
  return std::string_view(word_of(command)).starts_with("assert");
}

Error usage(const char* message, std::string detail) {
  return {.kind = ErrorKind::usage, .message = message, .detail = std::move(detail)};
}

}  // namespace

std::uint32_t count_assertions(std::span<const Command> commands) {
  std::uint32_t count = 0;
  for (const Command& command : commands) {
    count += is_assertion(command) ? 1U : 0U;
    count += count_assertions(command.commands);
  }
  return count;
}

Executor::Executor(embedding::Engine& engine, Observer& observer, SelfTest self_test)
    : engine_(engine), observer_(observer), self_test_(self_test), store_(engine.make_store()) {
  make_host_module();
}

Executor::~Executor() {
  for (auto& [name, thread] : threads_) thread.join();
}

/// The module `spectest`, whose functions print nothing here.
void Executor::make_host_module() {
  Exports exports = embedding::make_spectest_module(*store_, [](std::span<const Value>) {});
  if (self_test_ == SelfTest::on) {
    exports["crash"] = ExternValue(store_->allocate_host_function(
        {}, [](Store&, runtime::InstanceContext*, runtime::Slot*) -> runtime::HostOutcome { std::abort(); }));
  }
  registered_["spectest"] = std::move(exports);
}

void Executor::run(std::span<Command> commands) {
  for (Command& command : commands) run(command);
}

void Executor::run(Command& command) {
  if (!is_thread_) observer_.begin(command);
  check(command);
}

void Executor::fail(const Command& command, std::string message, std::string got, std::string expected) {
  observer_.fail(command, {.line = command.line,
                           .column = command.column,
                           .command = std::string(word_of(command)),
                           .message = std::move(message),
                           .got = std::move(got),
                           .expected = std::move(expected)});
}

wasm::Result<embedding::ModuleHandle> Executor::compile(text::ScriptModule& module) {
  switch (module.form) {
    case text::ScriptModule::Form::text:
      if (!module.parsed->has_value()) return std::unexpected(module.parsed->error());
      return engine_.compile(std::move(**module.parsed));
    case text::ScriptModule::Form::binary: return engine_.compile(std::move(module.bytes));
    case text::ScriptModule::Form::quote: {
      auto parsed = text::parse_quoted(module, {.features = engine_.config().features});
      if (!parsed) return std::unexpected(std::move(parsed.error()));
      return engine_.compile(std::move(*parsed));
    }
  }
  return std::unexpected(usage("no module", {}));
}

wasm::Result<Executor::Exports> Executor::instantiate(const embedding::ModuleHandle& module) {
  const auto imports = embedding::resolve_imports(module->module(), registered_);
  if (!imports) return std::unexpected(imports.error());
  const auto instance = store_->instantiate(module, *imports);
  if (!instance) return std::unexpected(instance.error());
  return embedding::exports_of(**instance);
}

void Executor::define(const std::string& name, Exports exports) {
  if (!name.empty()) instances_[name] = exports;
  instances_[""] = std::move(exports);
}

const Executor::Exports* Executor::find_instance(const std::string& name) const {
  const auto found = instances_.find(name);
  return found == instances_.end() ? nullptr : &found->second;
}

Value Executor::value_of(const text::Constant& constant) {
  switch (constant.kind) {
    case text::Constant::Kind::bits: return {constant.type, constant.bits};
    case text::Constant::Kind::null: return Value::ref(constant.type, runtime::null_ref);
    case text::Constant::Kind::extern_host:
    case text::Constant::Kind::any_host: {
      const std::uint64_t number = constant.bits.lo;
      if (!host_values_.contains(number)) {
        host_values_[number] = store_->make_handle(runtime::to_ref(store_->heap().allocate_host(number)));
      }
      return Value::ref(constant.type, store_->get(host_values_[number]));
    }
  }
  return {};
}

wasm::Result<Executor::Values> Executor::perform(const text::Action& action) {
  const Exports* instance = find_instance(action.instance);
  if (instance == nullptr) return std::unexpected(usage("unknown instance", action.instance));
  const auto found = instance->find(action.name);
  if (found == instance->end()) return std::unexpected(usage("unknown export", action.name));
  const ExternValue& exported = found->second;
  if (action.kind == text::Action::Kind::get) {
    if (exported.kind != wasm::ExternKind::global) return std::unexpected(usage("not a global", action.name));
    return Values{runtime::load_value(exported.global->cell, exported.global->type.type)};
  }
  if (exported.kind != wasm::ExternKind::func) return std::unexpected(usage("not a function", action.name));
  // Host values first: making one may collect.
  for (const text::Constant& constant : action.arguments) value_of(constant);
  Values arguments;
  for (const text::Constant& constant : action.arguments) arguments.push_back(value_of(constant));
  return store_->invoke(*exported.func, arguments);
}

void Executor::expect_error(const Command& command, const Error* error, std::initializer_list<ErrorKind> kinds) {
  const std::string expected = std::string(wasm::to_string(*kinds.begin())) + ": " + command.message;
  if (error == nullptr) return fail(command, "no error", "none", expected);
  if (std::ranges::find(kinds, error->kind) == kinds.end()) {
    return fail(command, "another kind of error", wasm::to_string(*error), expected);
  }
  if (!same_message(error->message, command.message)) {
    return fail(command, "another message", wasm::to_string(*error), expected);
  }
  observer_.pass();
}

void Executor::check(Command& command) {
  const auto error_of = [](const auto& result) { return result ? nullptr : &result.error(); };
  switch (command.kind) {
    case Command::Kind::module:
    case Command::Kind::module_definition: {
      auto module = compile(*command.module);
      if (!module) return fail(command, "not a valid module", wasm::to_string(module.error()), "a module");
      if (command.kind == Command::Kind::module_definition) {
        if (!command.name.empty()) definitions_[command.name] = *module;
        latest_definition_ = *module;
        return;
      }
      auto instance = instantiate(*module);
      if (!instance) return fail(command, "not instantiated", wasm::to_string(instance.error()), "an instance");
      return define(command.name, std::move(*instance));
    }
    case Command::Kind::module_instance: {
      const auto found = definitions_.find(command.target);
      const embedding::ModuleHandle module = command.target.empty()        ? latest_definition_
                                             : found == definitions_.end() ? nullptr
                                                                           : found->second;
      if (module == nullptr) return fail(command, "unknown definition", command.target);
      auto instance = instantiate(module);
      if (!instance) return fail(command, "not instantiated", wasm::to_string(instance.error()), "an instance");
      return define(command.name, std::move(*instance));
    }
    case Command::Kind::register_: {
      const Exports* instance = find_instance(command.target);
      if (instance == nullptr) return fail(command, "unknown instance", command.target);
      registered_[command.name] = *instance;
      return;
    }
    case Command::Kind::action: {
      const auto results = perform(command.action);
      if (!results) fail(command, "did not return", wasm::to_string(results.error()), "results");
      return;
    }
    case Command::Kind::assert_return: {
      const auto results = perform(command.action);
      const std::string expected = to_string(std::span<const text::ResultPattern>(command.expected));
      if (!results) return fail(command, "did not return", wasm::to_string(results.error()), expected);
      bool same = results->size() == command.expected.size();
      for (std::size_t i = 0; same && i < results->size(); ++i) same = matches((*results)[i], command.expected[i]);
      if (!same) return fail(command, "other results", to_string(std::span<const Value>(*results)), expected);
      return observer_.pass();
    }
    case Command::Kind::assert_trap: {
      if (!command.module) {
        const auto results = perform(command.action);
        return expect_error(command, error_of(results), {ErrorKind::trap});
      }
      auto module = compile(*command.module);
      if (!module) return fail(command, "not a valid module", wasm::to_string(module.error()), "a trap");
      const auto instance = instantiate(*module);
      return expect_error(command, error_of(instance), {ErrorKind::trap});
    }
    case Command::Kind::assert_exhaustion: {
      const auto results = perform(command.action);
      return expect_error(command, error_of(results), {ErrorKind::exhaustion});
    }
    case Command::Kind::assert_exception: {
      const auto results = perform(command.action);
      if (results) return fail(command, "no exception", to_string(std::span<const Value>(*results)), "an exception");
      if (results.error().kind != ErrorKind::exception) {
        return fail(command, "another kind of error", wasm::to_string(results.error()), "an exception");
      }
      return observer_.pass();
    }
    case Command::Kind::assert_malformed:
    case Command::Kind::assert_malformed_custom: {
      const auto module = compile(*command.module);
      return expect_error(command, error_of(module), {ErrorKind::malformed});
    }
    case Command::Kind::assert_invalid:
    case Command::Kind::assert_invalid_custom: {
      const auto module = compile(*command.module);
      return expect_error(command, error_of(module), {ErrorKind::invalid, ErrorKind::limit});
    }
    case Command::Kind::assert_unlinkable: {
      const auto module = compile(*command.module);
      if (!module) return fail(command, "not a valid module", wasm::to_string(module.error()), "a link error");
      const auto instance = instantiate(*module);
      return expect_error(command, error_of(instance), {ErrorKind::unlinkable});
    }
    case Command::Kind::thread: return start_thread(command);
    case Command::Kind::wait:
      if (!threads_.contains(command.target)) return fail(command, "unknown thread", command.target);
      return join_thread(command.target);
    case Command::Kind::script: return run(std::span(command.commands));
    case Command::Kind::input:
    case Command::Kind::output: return fail(command, "commands about files are not run");
  }
}

/// A thread has a store of its own; of the shared modules it sees the shared memories.
void Executor::start_thread(Command& command) {
  auto inner = std::make_shared<Executor>(engine_, observer_, self_test_);
  inner->is_thread_ = true;
  for (const std::string& name : command.shared) {
    const Exports* instance = find_instance(name);
    if (instance == nullptr) return fail(command, "unknown instance", name);
    Exports seen;
    for (const auto& [export_name, value] : *instance) {
      if (value.kind != wasm::ExternKind::memory || !value.memory->is_shared()) continue;
      seen[export_name] = ExternValue(inner->store_->adopt_memory(store_->share(*value.memory)));
    }
    inner->define(name, std::move(seen));
  }
  if (threads_.contains(command.name)) join_thread(command.name);
  threads_[command.name] = std::thread([inner, &command] { inner->run(std::span(command.commands)); });
}

void Executor::join_thread(const std::string& name) {
  threads_[name].join();
  threads_.erase(name);
}

}  // namespace assay::spectest
