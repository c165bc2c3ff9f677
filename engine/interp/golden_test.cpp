// Goldens: modules with the code they are translated to, and the page that follows one function through the engine.
//
// `scripts/bless` has the expected text written anew; what changed is to be read as a diff.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "binary/decode.hpp"
#include "binary/encode.hpp"
#include "interp/code.hpp"
#include "interp/print.hpp"
#include "text/parse.hpp"
#include "text/print.hpp"
#include "validate/function_reader.hpp"
#include "validate/validate.hpp"

namespace assay::interp {

namespace {

constexpr std::string_view code_heading = ";; the code it is translated to";

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream content;
  content << file.rdbuf();
  EXPECT_TRUE(file.good()) << path;
  return content.str();
}

bool is_blessing() {
  return std::getenv("ASSAY_BLESS") != nullptr;
}

void expect_file(const std::filesystem::path& path, const std::string& wanted) {
  if (is_blessing()) {
    std::ofstream(path, std::ios::binary) << wanted;
    return;
  }
  EXPECT_EQ(read_file(path), wanted) << path << " is out of date; scripts/bless writes it anew";
}

struct Translated {
  validate::TypeRegistry types;
  std::shared_ptr<const validate::ValidModule> module;
  std::unique_ptr<ModuleCode> code;

  Translated(const std::string& source, Dispatch dispatch) {
    auto parsed = text::parse_module(source);
    EXPECT_TRUE(parsed.has_value()) << (parsed ? "" : wasm::to_string(parsed.error()));
    auto valid = validate::validate(std::move(parsed->module), types);
    EXPECT_TRUE(valid.has_value()) << (valid ? "" : wasm::to_string(valid.error()));
    module = std::make_shared<const validate::ValidModule>(std::move(*valid));
    code = std::make_unique<ModuleCode>(Settings{.dispatch = dispatch}, module);
  }

  [[nodiscard]] std::string print_all() const {
    std::string text;
    for (std::uint32_t i = module->module().imported_functions; i < module->module().functions.size(); ++i) {
      text += "function " + std::to_string(i) + "\n" + print(code->code_of(wasm::FuncIndex(i)));
    }
    return text;
  }
};

std::string as_comment(const std::string& text) {
  std::stringstream lines(text);
  std::string commented;
  for (std::string line; std::getline(lines, line);) commented += ";; " + line + "\n";
  return commented;
}

/// Tests run in the repository's folder.
std::filesystem::path golden_folder() {
  return "engine/interp/golden";
}

/// What the reader of bodies tells its client, with the types on the operand stack before each instruction.
struct Listener : validate::NoClient {
  std::string text;

  template <class R>
  void hear(R& r, const std::string& what) {
    std::string stack;
    for (const auto& operand : r.operands()) stack += (stack.empty() ? "" : " ") + wasm::to_string(operand.type);
    std::array<char, 128> line{};
    std::snprintf(line.data(), line.size(), "%-24s [%s]\n", what.c_str(), stack.c_str());
    text += line.data();
  }
  template <class R>
  Value constant(R& r, wasm::ValueType type, wasm::V128) {
    hear(r, "constant " + wasm::to_string(type));
    return {};
  }
  template <class R>
  Value local_get(R& r, wasm::LocalIndex local) {
    hear(r, "local_get " + std::to_string(local.value));
    return {};
  }
  template <class R>
  void operation(R& r, wasm::Opcode op, const validate::Immediates&, Values operands, std::span<Value>) {
    hear(r, "operation " + std::string(wasm::info(op).text) + " of " + std::to_string(operands.size()));
  }
  template <class R>
  void if_(R& r, Value) {
    hear(r, "if_");
  }
  template <class R>
  void else_(R& r, validate::Flow) {
    hear(r, "else_");
  }
  template <class R>
  void end(R& r, validate::Flow) {
    hear(r, "end");
  }
};

std::string hex(std::span<const std::byte> bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::array<char, 4> byte{};
    std::snprintf(byte.data(), byte.size(), "%02x", static_cast<unsigned>(bytes[i]));
    text += byte.data();
    text += i % 24 == 23 || i + 1 == bytes.size() ? "\n" : " ";
  }
  return text;
}

std::string fenced(const std::string& text) {
  return "```\n" + text + "```\n";
}

/// The part of the engine's page that is generated.
std::string follow(const std::string& source) {
  const Translated translated(source, Dispatch::looped);
  const wasm::Module& module = translated.module->module();
  const wasm::FuncIndex func(std::uint32_t{0});
  const auto bytes = binary::encode(module);
  const auto decoded = binary::decode_copy(bytes);
  EXPECT_TRUE(decoded.has_value());

  Listener listener;
  validate::FunctionReader<Listener, validate::Trust::proven> reader(translated.module->types(), listener);
  EXPECT_TRUE(reader.read(func).has_value());

  std::string text = "The text, as `text::parse_module` gets it:\n\n" + fenced(source);
  text += "\n`binary::encode` of the module, and what `binary::decode` is given:\n\n" + fenced(hex(bytes));
  text += "\nThe module says (`text::print`): " + std::to_string(module.types.size()) + " type, " +
          std::to_string(module.functions.size()) + " function, whose body stays " +
          std::to_string(module.functions[func].body.size) + " bytes:\n\n" + fenced(text::print(*decoded));
  text +=
      "\n`validate::validate` reads the body once. What a client of the reader is told, and the types that stand on "
      "the operand\nstack then, after what is popped:\n\n" +
      fenced(listener.text);
  text +=
      "\n`interp::Translator` is such a client. At the first call it makes of it\n\n" + fenced(translated.print_all());
  text +=
      "\nThe parameter is slot -1, below the frame's header; the comparison became the branch, the constant 0 of the\n"
      "subtraction had to be put into a slot, and both arms leave the result in slot 4, the block's.\n";
  return text;
}

}  // namespace

TEST(Golden, EveryModuleIsTranslatedToTheCodeBesideIt) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(golden_folder())) {
    if (entry.path().extension() != ".wat") continue;
    ++count;
    const std::string content = read_file(entry.path());
    const std::string source = content.substr(0, content.find(code_heading));
    const Translated translated(source, Dispatch::looped);
    expect_file(entry.path(), source + std::string(code_heading) + "\n" + as_comment(translated.print_all()));
  }
  EXPECT_GE(count, 5U);
}

TEST(Golden, TheCodeIsTheSameUnderBothDispatches) {
  if (!is_available(Dispatch::threaded)) return;  // nothing to compare with
  for (const auto& entry : std::filesystem::directory_iterator(golden_folder())) {
    const std::string source = read_file(entry.path());
    EXPECT_EQ(Translated(source, Dispatch::looped).print_all(), Translated(source, Dispatch::threaded).print_all())
        << entry.path();
  }
}

TEST(Golden, TheEnginesPageFollowsOneFunction) {
  const std::filesystem::path page = "engine/README.md";
  const std::string begin = "<!-- generated from interp/golden/follow.wat by scripts/bless -->\n";
  const std::string end = "<!-- end of the generated part -->\n";
  const std::string content = read_file(page);
  const std::size_t from = content.find(begin);
  const std::size_t to = content.find(end);
  ASSERT_NE(from, std::string::npos);
  ASSERT_NE(to, std::string::npos);
  const std::string golden = read_file(golden_folder() / "follow.wat");
  const std::string wanted = content.substr(0, from) + begin + "\n" +
                             follow(golden.substr(0, golden.find(code_heading))) + "\n" + content.substr(to);
  expect_file(page, wanted);
}

}  // namespace assay::interp
