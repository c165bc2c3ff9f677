// Every module of every script of the suite survives being encoded, decoded, printed and parsed.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <string_view>

#include "binary/decode.hpp"
#include "binary/encode.hpp"
#include "fuzz/check/round_trips.hpp"
#include "fuzz/seeds.hpp"
#include "text/parse.hpp"
#include "validate/validate.hpp"
#include "wasm/feature.hpp"

namespace assay::fuzz {
namespace {

using text::Command;
using text::ScriptModule;

/// Whether it belongs to a proposal that is no Feature of ours.
bool is_of_another_proposal(const std::string& path) {
  constexpr std::string_view folder = "/proposals/";
  const std::size_t begin = path.rfind(folder);
  if (begin == std::string::npos) return false;
  const std::string proposal = path.substr(begin + 1, path.find('/', begin + folder.size()) - begin - 1);
  return std::ranges::none_of(wasm::feature_facts, [&](const auto& facts) { return facts.folder == proposal; });
}

/// Whether it is malformed, in a body perhaps, which decoding leaves to validation.
bool is_malformed(const wasm::Module& module) {
  validate::TypeRegistry registry;
  const auto valid = validate::validate(wasm::Module(module), registry);
  return !valid && valid.error().kind == wasm::ErrorKind::malformed;
}

bool says_malformed(const Command& command) {
  using Kind = Command::Kind;
  return command.kind == Kind::assert_malformed || command.kind == Kind::assert_malformed_custom ||
         command.kind == Kind::assert_invalid_custom;
}

/// How many modules of each form there were, by what came of them.
struct Counts {
  std::size_t text = 0;
  std::size_t binary = 0;
  std::size_t quote = 0;
  std::size_t refused = 0;          ///< as the script says
  std::size_t other_proposals = 0;  ///< scripts of those we do not have
};

wasm::Result<text::ParsedModule> read(const ScriptModule& module, text::IdentifierNames names) {
  switch (module.form) {
    case ScriptModule::Form::text: return *module.parsed;
    case ScriptModule::Form::quote: return text::parse_quoted(module, {.features = {}, .names = names});
    case ScriptModule::Form::binary: break;
  }
  auto decoded = binary::decode_copy(module.bytes);
  if (!decoded) return std::unexpected(decoded.error());
  return text::ParsedModule{.module = std::move(*decoded), .positions = {}};
}

class RoundTrips {
 public:
  RoundTrips(std::string path, text::IdentifierNames names) : path_(std::move(path)), names_(names) {}

  void check(const std::vector<Command>& commands) {
    for (const Command& command : commands) {
      if (command.module) check(command, *command.module);
      check(command.commands);
    }
  }

  static Counts counts;

 private:
  void check(const Command& command, const ScriptModule& module) {
    SCOPED_TRACE(path_ + ":" + std::to_string(command.line));
    const auto parsed = read(module, names_);
    if (parsed) {
      EXPECT_EQ(check_encoding(parsed->module), "");
    }
    if (!parsed || is_malformed(parsed->module)) {
      ++counts.refused;
      EXPECT_TRUE(says_malformed(command)) << (parsed ? "malformed in a body" : to_string(parsed.error()));
      return;
    }
    ++(module.form == ScriptModule::Form::text     ? counts.text
       : module.form == ScriptModule::Form::binary ? counts.binary
                                                   : counts.quote);
    EXPECT_EQ(check_printing(parsed->module), "");
    const auto decoded = binary::decode(binary::encode(parsed->module));
    ASSERT_TRUE(decoded.has_value());
    EXPECT_EQ(check_printing(*decoded), "");
  }

  std::string path_;
  text::IdentifierNames names_;
};

Counts RoundTrips::counts;

void check_all(text::IdentifierNames names) {
  const ScriptFiles scripts = find_scripts(".");
  ASSERT_FALSE(scripts.paths.empty()) << scripts.origin;
  RoundTrips::counts = {};
  for (const std::string& path : scripts.paths) {
    if (is_of_another_proposal(path)) {
      ++RoundTrips::counts.other_proposals;
      continue;
    }
    const auto script = text::parse_script(read_file(path), {.features = {}, .names = names});
    ASSERT_TRUE(script.has_value()) << path << ": " << to_string(script.error());
    RoundTrips(path, names).check(script->commands);
  }
  const Counts& counts = RoundTrips::counts;
  std::cout << scripts.paths.size() - counts.other_proposals << " scripts of " << scripts.origin << ": " << counts.text
            << " modules as text, " << counts.binary << " as bytes, " << counts.quote << " quoted; " << counts.refused
            << " refused as the script says; " << counts.other_proposals << " scripts are of other proposals\n";
  EXPECT_GT(counts.text, 0U);
}

TEST(RoundTrips, every_module_of_every_script_survives_bytes_and_text) {
  check_all(text::IdentifierNames::forget);
}

TEST(RoundTrips, so_it_does_when_identifiers_are_kept_as_names) {
  check_all(text::IdentifierNames::keep);
}

}  // namespace
}  // namespace assay::fuzz
