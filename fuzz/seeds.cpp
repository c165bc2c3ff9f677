// Finds scripts and takes them apart.
#include "fuzz/seeds.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "binary/decode.hpp"
#include "binary/encode.hpp"
#include "text/lexer.hpp"
#include "text/parse.hpp"
#include "validate/validate.hpp"

namespace assay::fuzz {

namespace {

namespace files = std::filesystem;

// Beyond these, a mutant costs more than it finds.
constexpr std::size_t module_bytes_max = 24'000;
constexpr std::size_t text_bytes_max = 8'000;
// Assertions of a file, each a text: enough of them to have every kind.
constexpr std::size_t texts_of_file_max = 60;

std::vector<std::string> scripts_below(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code error;
  for (files::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->path().extension() == ".wast") paths.push_back(it->path().string());
  }
  std::ranges::sort(paths);
  return paths;
}

class Collector {
 public:
  void add_module(const Bytes& bytes) {
    if (bytes.size() > module_bytes_max) {
      ++seeds_.too_large;
      return;
    }
    if (!known_modules_.insert(bytes).second) return;
    auto module = binary::decode_copy(bytes);
    validate::TypeRegistry registry;
    const bool valid = module && validate::validate(std::move(*module), registry);
    (valid ? seeds_.modules : others_).push_back(bytes);
  }

  void add_text(std::string_view text) {
    if (text.size() > text_bytes_max) {
      ++seeds_.too_large;
    } else if (known_texts_.emplace(text).second) {
      (text::parse_module(text) ? seeds_.texts : other_texts_).emplace_back(text);
    }
  }

  void add_text_module(const text::ParsedModule& parsed) { add_module(binary::encode(parsed.module)); }

  void add_commands(const std::vector<text::Command>& commands) {
    for (const text::Command& command : commands) {
      if (command.module) add_script_module(*command.module);
      add_commands(command.commands);
    }
  }

  /// The commands' texts: the modules, and some of the others.
  void add_commands_as_text(std::string_view source) {
    const auto tokens = text::tokenize(source);
    if (!tokens) return add_text(source);
    std::size_t others = 0;
    for (std::uint32_t i = 0; i < tokens->end(); ++i) {
      const text::Token& token = tokens->tokens[i];
      if (token.kind != text::TokenKind::open || token.link <= i || token.link >= tokens->end()) continue;
      const text::Token& last = tokens->tokens[token.link];
      const bool is_module = tokens->tokens[i + 1].is(text::Word::module);
      if (is_module || others++ < texts_of_file_max) {
        add_text(source.substr(token.begin, last.begin + last.size - token.begin));
      }
      i = token.link;
    }
  }

  Seeds take() {
    seeds_.valid = seeds_.modules.size();
    seeds_.modules.insert(seeds_.modules.end(), others_.begin(), others_.end());
    seeds_.well_formed = seeds_.texts.size();
    seeds_.texts.insert(seeds_.texts.end(), other_texts_.begin(), other_texts_.end());
    return std::move(seeds_);
  }

 private:
  void add_script_module(const text::ScriptModule& module) {
    switch (module.form) {
      case text::ScriptModule::Form::text:
        if (*module.parsed) add_text_module(**module.parsed);
        return;
      case text::ScriptModule::Form::binary: return add_module(module.bytes);
      case text::ScriptModule::Form::quote: {
        add_text(module.text);
        const auto parsed = text::parse_quoted(module);
        if (parsed) add_text_module(*parsed);
        return;
      }
    }
  }

  Seeds seeds_;
  std::vector<Bytes> others_;
  std::vector<std::string> other_texts_;
  std::set<Bytes> known_modules_;
  std::set<std::string, std::less<>> known_texts_;
};

}  // namespace

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream content;
  content << file.rdbuf();
  return content.str();
}

std::vector<std::string> files_in(const std::string& folder, std::initializer_list<const char*> endings) {
  std::vector<std::string> paths;
  std::error_code error;
  for (files::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string extension = it->path().extension().string();
    if (std::ranges::find(endings, extension) != endings.end()) paths.push_back(it->path().string());
  }
  std::ranges::sort(paths);
  return paths;
}

ScriptFiles find_scripts(const std::string& root, const std::string& suite) {
  if (!suite.empty()) return {scripts_below(suite), suite + ", named by --suite", true};
  if (const char* named = std::getenv("ASSAY_SUITE"); named != nullptr && *named != '\0') {
    return {scripts_below(named), std::string(named) + ", named by ASSAY_SUITE", true};
  }
  const std::string beside = "../shared/testsuite";
  if (auto found = scripts_below(root + "/" + beside); !found.empty()) return {std::move(found), beside, true};
  std::error_code error;
  for (files::directory_iterator it(root + "/build/suite", error), end; !error && it != end; it.increment(error)) {
    if (it->path().extension() == ".partial") continue;
    if (auto found = scripts_below(it->path().string()); !found.empty()) {
      return {std::move(found), "the downloaded " + it->path().filename().string(), true};
    }
  }
  return {scripts_below(root + "/spectest/cases"), "spectest/cases (the official suite was not found)", false};
}

Seeds load_seeds(const std::string& root, const ScriptFiles& scripts) {
  Collector collector;
  for (const std::string& path : scripts.paths) {
    const std::string source = read_file(path);
    const auto script = text::parse_script(source);
    if (script) collector.add_commands(script->commands);
    collector.add_commands_as_text(source);
  }
  for (const std::string& path : files_in(root + "/corpus/seeds", {".wat", ".wasm"})) {
    const std::string content = read_file(path);
    if (path.ends_with(".wasm")) {
      const auto bytes = std::as_bytes(std::span(content));
      collector.add_module(Bytes(bytes.begin(), bytes.end()));
    } else {
      collector.add_text(content);
      if (const auto parsed = text::parse_module(content)) collector.add_text_module(*parsed);
    }
  }
  return collector.take();
}

}  // namespace assay::fuzz
