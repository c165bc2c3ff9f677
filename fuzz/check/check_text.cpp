// From text through every room that reads it.
#include "fuzz/check/check_text.hpp"

#include "fuzz/check/check_module.hpp"
#include "fuzz/check/check_running.hpp"
#include "fuzz/check/round_trips.hpp"
#include "text/parse.hpp"
#include "validate/validate.hpp"

namespace assay::fuzz {

namespace {

void raise(Verdict& verdict, Stage stage) {
  if (stage > verdict.stage) verdict.stage = stage;
}

void check_parsed(const text::ParsedModule& parsed, std::string_view text, Verdict& verdict) {
  raise(verdict, Stage::definitions);
  if (verdict.finding = check_encoding(parsed.module); !verdict.finding.empty()) return;
  validate::TypeRegistry registry;
  const auto valid = validate::validate(wasm::Module(parsed.module), registry);
  if (!valid) {
    raise(verdict, Stage::bodies);
    const wasm::Error error = text::locate(parsed, valid.error());
    verdict.refusal = to_string(error);
    verdict.finding = check_place(error, text);
    return;
  }
  raise(verdict, Stage::valid);
  if (verdict.finding = check_printing(parsed.module); !verdict.finding.empty()) return;
  check_running(parsed.module, verdict);
}

void check_result(const wasm::Result<text::ParsedModule>& parsed, std::string_view text, Verdict& verdict) {
  if (parsed) return check_parsed(*parsed, text, verdict);
  verdict.refusal = to_string(parsed.error());
  verdict.finding = check_place(parsed.error(), text);
}

void check_commands(const std::vector<text::Command>& commands, std::string_view text, Verdict& verdict) {
  for (const text::Command& command : commands) {
    if (command.module && command.module->form == text::ScriptModule::Form::text) {
      check_result(*command.module->parsed, text, verdict);
    } else if (command.module && command.module->form == text::ScriptModule::Form::quote) {
      check_result(text::parse_quoted(*command.module), command.module->text, verdict);
    } else if (command.module) {
      const Verdict inner = check_module(command.module->bytes);
      raise(verdict, inner.stage);
      verdict.refusal = inner.refusal;
      verdict.finding = inner.finding;
    }
    if (verdict.finding.empty()) check_commands(command.commands, text, verdict);
    if (!verdict.finding.empty()) return;
  }
}

}  // namespace

Verdict check_text(std::string_view text) {
  Verdict verdict;
  const auto script = text::parse_script(text);
  if (script) {
    raise(verdict, Stage::definitions);
    check_commands(script->commands, text, verdict);
  } else {
    verdict.refusal = to_string(script.error());
    verdict.finding = check_place(script.error(), text);
  }
  if (!verdict.finding.empty()) return verdict;

  // Again, with names kept.
  const auto module = text::parse_module(text, {.features = {}, .names = text::IdentifierNames::keep});
  if (!module) {
    // Lines and columns of a quote form's errors count within the quoted text.
    if (text.find("quote") == std::string_view::npos) verdict.finding = check_place(module.error(), text);
  } else {
    raise(verdict, Stage::definitions);
    verdict.finding = check_encoding(module->module);
  }
  return verdict;
}

}  // namespace assay::fuzz
