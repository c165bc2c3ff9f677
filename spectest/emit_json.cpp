// Translates a script for engines that read no text: commands as JSON, modules as binary files beside it.
#include "spectest/emit_json.hpp"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <span>
#include <sstream>
#include <utility>
#include <vector>

#include "binary/encode.hpp"
#include "spectest/suite_features.hpp"
#include "text/parse.hpp"

namespace assay::spectest {

namespace {

using nlohmann::ordered_json;
using text::Command;
using text::Constant;
using text::NumberPattern;
using text::ResultPattern;
using text::ScriptModule;

const char* lane_type(text::LaneShape shape) {
  switch (shape) {
    case text::LaneShape::i8x16: return "i8";
    case text::LaneShape::i16x8: return "i16";
    case text::LaneShape::i32x4: return "i32";
    case text::LaneShape::i64x2: return "i64";
    case text::LaneShape::f32x4: return "f32";
    case text::LaneShape::f64x2: return "f64";
  }
  return "";
}

std::string word_of(const NumberPattern& pattern) {
  switch (pattern.kind) {
    case NumberPattern::Kind::bits: return std::to_string(pattern.bits);
    case NumberPattern::Kind::nan_canonical: return "nan:canonical";
    case NumberPattern::Kind::nan_arithmetic: return "nan:arithmetic";
  }
  return "";
}

ordered_json to_json(const Constant& constant) {
  switch (constant.kind) {
    case Constant::Kind::bits:
      if (constant.type.is_vector()) {
        return {{"type", "v128"},
                {"lane_type", "i64"},
                {"value", {std::to_string(constant.bits.lo), std::to_string(constant.bits.hi)}}};
      }
      return {{"type", wasm::to_string(constant.type)}, {"value", std::to_string(constant.bits.lo)}};
    case Constant::Kind::null: return {{"type", "refnull"}, {"value", "null"}};
    case Constant::Kind::extern_host: return {{"type", "externref"}, {"value", std::to_string(constant.bits.lo)}};
    case Constant::Kind::any_host: return {{"type", "anyref"}, {"value", std::to_string(constant.bits.lo)}};
  }
  return {};
}

ordered_json to_json(const ResultPattern& pattern) {
  const auto any_of = [](const char* type) { return ordered_json{{"type", type}}; };
  const auto host = [&](const char* type) {
    return ordered_json{{"type", type}, {"value", std::to_string(pattern.host)}};
  };
  switch (pattern.kind) {
    case ResultPattern::Kind::number:
      return {{"type", wasm::to_string(pattern.type)}, {"value", word_of(pattern.number)}};
    case ResultPattern::Kind::vector: {
      ordered_json lanes = ordered_json::array();
      for (const NumberPattern& lane : pattern.lanes) lanes.push_back(word_of(lane));
      return {{"type", "v128"}, {"lane_type", lane_type(pattern.shape)}, {"value", std::move(lanes)}};
    }
    case ResultPattern::Kind::null: return {{"type", "refnull"}, {"value", "null"}};
    case ResultPattern::Kind::func: return any_of("funcref");
    case ResultPattern::Kind::extern_: return pattern.has_host ? host("externref") : any_of("externref");
    case ResultPattern::Kind::any_host: return host("anyref");
    case ResultPattern::Kind::any: return any_of("anyref");
    case ResultPattern::Kind::eq: return any_of("eqref");
    case ResultPattern::Kind::i31: return any_of("i31ref");
    case ResultPattern::Kind::struct_: return any_of("structref");
    case ResultPattern::Kind::array: return any_of("arrayref");
    case ResultPattern::Kind::exn: return any_of("exnref");
    case ResultPattern::Kind::either: {
      ordered_json choices = ordered_json::array();
      for (const ResultPattern& choice : pattern.alternatives) choices.push_back(to_json(choice));
      return {{"type", "either"}, {"values", std::move(choices)}};
    }
  }
  return {};
}

ordered_json to_json(const text::Action& action) {
  const bool gets = action.kind == text::Action::Kind::get;
  ordered_json json = {{"type", gets ? "get" : "invoke"}};
  if (!action.instance.empty()) json["module"] = action.instance;
  json["field"] = action.name;
  if (!gets) {
    json["args"] = ordered_json::array();
    for (const Constant& argument : action.arguments) json["args"].push_back(to_json(argument));
  }
  return json;
}

/// The translation of one script, as far as it has come.
class Translation {
 public:
  Translation(std::filesystem::path folder, std::string stem, wasm::Features features)
      : folder_(std::move(folder)), stem_(std::move(stem)), features_(features) {}

  ordered_json commands(std::span<Command> commands) {
    ordered_json list = ordered_json::array();
    for (Command& command : commands) add(command, list);
    return list;
  }

  /// Writes a file of the translation.
  void write(const std::string& name, std::span<const char> content) {
    std::ofstream file(folder_ / name, std::ios::binary);
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
    file.close();
    if (!file) unwritten_ = (folder_ / name).string();
  }

  /// A file that could not be written; empty: none.
  [[nodiscard]] const std::string& unwritten() const { return unwritten_; }

 private:
  void add(Command& command, ordered_json& list) {
    ordered_json json = {{"type", ""}, {"line", command.line}};
    const auto asserts = [&](const char* type) {
      json["type"] = type;
      if (command.module) {
        add_module(*command.module, json);
      } else {
        json["action"] = to_json(command.action);
      }
      json["text"] = command.message;
    };
    const auto define = [&](const char* type) {
      json["type"] = type;
      if (!command.name.empty()) json["name"] = command.name;
      add_module(*command.module, json);
    };
    switch (command.kind) {
      case Command::Kind::module: define("module"); break;
      case Command::Kind::module_definition: define("module_definition"); break;
      case Command::Kind::module_instance:
        json["type"] = "module_instance";
        if (!command.name.empty()) json["instance"] = command.name;
        if (!command.target.empty()) json["module"] = command.target;
        break;
      case Command::Kind::register_:
        json["type"] = "register";
        if (!command.target.empty()) json["name"] = command.target;
        json["as"] = command.name;
        break;
      case Command::Kind::action:
        json["type"] = "action";
        json["action"] = to_json(command.action);
        break;
      case Command::Kind::assert_return:
        json["type"] = "assert_return";
        json["action"] = to_json(command.action);
        json["expected"] = ordered_json::array();
        for (const ResultPattern& pattern : command.expected) json["expected"].push_back(to_json(pattern));
        break;
      case Command::Kind::assert_trap: asserts("assert_trap"); break;
      case Command::Kind::assert_exhaustion: asserts("assert_exhaustion"); break;
      case Command::Kind::assert_exception: asserts("assert_exception"); break;
      case Command::Kind::assert_malformed: asserts("assert_malformed"); break;
      case Command::Kind::assert_malformed_custom: asserts("assert_malformed_custom"); break;
      case Command::Kind::assert_invalid: asserts("assert_invalid"); break;
      case Command::Kind::assert_invalid_custom: asserts("assert_invalid_custom"); break;
      case Command::Kind::assert_unlinkable: asserts("assert_unlinkable"); break;
      case Command::Kind::thread:
        json["type"] = "thread";
        json["name"] = command.name;
        if (!command.shared.empty()) json["shared_module"] = command.shared.front();
        json["commands"] = commands(command.commands);
        break;
      case Command::Kind::wait:
        json["type"] = "wait";
        json["thread"] = command.target;
        break;
      case Command::Kind::script:
        for (Command& inner : command.commands) add(inner, list);
        return;
      case Command::Kind::input:
      case Command::Kind::output: return;
    }
    list.push_back(std::move(json));
  }

  void add_module(ScriptModule& module, ordered_json& json) {
    const std::string name = stem_ + "." + std::to_string(modules_++);
    json["module_type"] = module.form == ScriptModule::Form::binary ? "binary" : "text";
    if (module.form == ScriptModule::Form::binary) {
      json["filename"] = write_module(name, module.bytes);
      return;
    }
    const bool quoted = module.form == ScriptModule::Form::quote;
    const auto parsed = quoted ? text::parse_quoted(module, {.features = features_}) : std::move(*module.parsed);
    json["filename"] = parsed ? write_module(name, binary::encode(parsed->module)) : name + ".wat";
  }

  std::string write_module(const std::string& name, std::span<const std::byte> bytes) {
    write(name + ".wasm", {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    return name + ".wasm";
  }

  std::filesystem::path folder_;
  std::string stem_;
  wasm::Features features_;
  unsigned modules_ = 0;
  std::string unwritten_;
};

wasm::Error usage(const char* message, std::string detail) {
  return {.kind = wasm::ErrorKind::usage, .message = message, .detail = std::move(detail)};
}

}  // namespace

wasm::Result<void> emit_json(const std::string& script, const std::string& folder) {
  std::ifstream file(script, std::ios::binary);
  std::stringstream content;
  content << file.rdbuf();
  if (!file) return std::unexpected(usage("cannot read", script));
  const wasm::Features features = features_of(script, {});
  auto parsed = text::parse_script(content.view(), {.features = features});
  if (!parsed) return std::unexpected(std::move(parsed.error()));
  const std::string stem = std::filesystem::path(script).stem().string();
  Translation translation(folder, stem, features);
  const ordered_json json = {{"source_filename", script}, {"commands", translation.commands(parsed->commands)}};
  translation.write(stem + ".json", json.dump(1, ' ', false, ordered_json::error_handler_t::replace));
  if (!translation.unwritten().empty()) return std::unexpected(usage("cannot write", translation.unwritten()));
  return {};
}

}  // namespace assay::spectest
