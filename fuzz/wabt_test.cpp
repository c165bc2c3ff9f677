// Our bytes against those of another implementation: wabt's wast2json encodes the modules of scripts, too.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/byte_reader.hpp"
#include "base/byte_writer.hpp"
#include "binary/decode.hpp"
#include "binary/encode_immediates.hpp"
#include "fuzz/mutate/parts.hpp"
#include "fuzz/seeds.hpp"
#include "text/parse.hpp"
#include "text/print.hpp"
#include "wasm/instruction_info.hpp"

namespace assay::fuzz {
namespace {

namespace files = std::filesystem;
using nlohmann::json;

/// A folder that is gone when this is.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_(files::temp_directory_path() / ("assay-wabt-" + std::to_string(getpid()))) {
    files::create_directories(path_);
  }
  ~TemporaryFolder() { files::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }
  void clear() const {
    for (const auto& entry : files::directory_iterator(path_)) files::remove(entry.path());
  }

 private:
  files::path path_;
};

/// Runs a program without its output.
bool succeeds(std::vector<std::string> words) {
  std::vector<char*> arguments(words.size() + 1);
  for (std::size_t i = 0; i < words.size(); ++i) arguments[i] = words[i].data();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  return failed == 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// The modules that are written as text, by line.
void collect(const std::vector<text::Command>& commands, std::map<std::uint32_t, const text::ScriptModule*>& modules) {
  for (const text::Command& command : commands) {
    if (command.module && command.module->form == text::ScriptModule::Form::text) {
      modules[command.line] = &*command.module;
    }
    collect(command.commands, modules);
  }
}

/// The function that an expression references, if it does nothing else.
std::optional<wasm::FuncIndex> only_ref_func(const wasm::Module& module, wasm::Expression expression) {
  const BodyParts parts = cut_expression(module.span(expression));
  if (parts.instructions.size() != 2 || parts.instructions[0].opcode != wasm::Opcode::ref_func) return std::nullopt;
  base::ByteReader reader(immediates_of(parts.instructions[0]));
  return wasm::FuncIndex(reader.read_u32());
}

void list_functions(const wasm::Module& module, wasm::ElementSegment& segment) {
  std::vector<wasm::FuncIndex> functions;
  for (const wasm::Expression item : segment.expressions) {
    const auto function = only_ref_func(module, item);
    if (!function) return;
    functions.push_back(*function);
  }
  if (!segment.uses_expressions || segment.type == wasm::funcref) {
    if (segment.uses_expressions) segment.functions = functions;
    segment.expressions.clear();
    segment.uses_expressions = false;
    segment.type = wasm::funcref;
  }
}

/// A block type by index, in the short form if it has one.
void shorten_block_type(const wasm::Module& module, Instruction& instruction) {
  base::ByteReader reader(immediates_of(instruction));
  const binary::BlockType type = binary::read_block_type(reader);
  if (type.kind != binary::BlockType::Kind::index || !module.types.contains(type.index)) return;
  const wasm::FuncType& func = module.types[type.index].func;
  if (!func.params.empty() || func.results.size() > 1) return;
  base::ByteWriter writer;
  if (func.results.empty()) {
    binary::write_block_type(writer, {});
  } else {
    binary::write_value_type(writer, func.results[0]);
  }
  instruction = make_instruction(instruction.opcode, writer.bytes());
}

wasm::ByteRange plain_body(wasm::Module& module, wasm::ByteRange body) {
  BodyParts parts = cut_body(module.span(body));
  for (std::size_t i = 0; i < parts.instructions.size(); ++i) {
    Instruction& instruction = parts.instructions[i];
    if (wasm::info(instruction.opcode).immediate == wasm::Immediate::block_type)
      shorten_block_type(module, instruction);
    const bool idle_else = instruction.opcode == wasm::Opcode::else_ && i + 1 < parts.instructions.size() &&
                           parts.instructions[i + 1].opcode == wasm::Opcode::end;
    if (idle_else) instruction.bytes.clear();
  }
  const Bytes bytes = join_body(parts);
  const wasm::ByteRange range{.offset = static_cast<std::uint32_t>(module.bytes.size()),
                              .size = static_cast<std::uint32_t>(bytes.size())};
  module.bytes.insert(module.bytes.end(), bytes.begin(), bytes.end());
  return range;
}

/// The module without what the two may choose: wabt lists functions where the text has expressions, writes block types
/// short where the text names a type, and drops an `else` with nothing in it.
wasm::Module plain(wasm::Module module) {
  for (wasm::ElementSegment& segment : module.elements) list_functions(module, segment);
  for (wasm::Function& function : module.functions) {
    if (function.body.size != 0) function.body = plain_body(module, function.body);
  }
  return module;
}

TEST(Wabt, its_bytes_for_modules_of_the_suite_decode_to_the_modules_we_parse) {
  if (!succeeds({"wast2json", "--version"})) GTEST_SKIP() << "wabt is not installed";
  const ScriptFiles scripts = find_scripts(".");
  const TemporaryFolder folder;
  std::size_t read = 0;
  std::size_t compared = 0;
  for (const std::string& path : scripts.paths) {
    folder.clear();
    const std::string output = folder.file("script.json");
    if (!succeeds({"wast2json", "--enable-all", "--no-check", path, "-o", output})) continue;
    ++read;
    const auto script = text::parse_script(read_file(path));
    ASSERT_TRUE(script.has_value()) << path;
    std::map<std::uint32_t, const text::ScriptModule*> modules;
    collect(script->commands, modules);
    const json commands = json::parse(read_file(output)).at("commands");
    for (const json& command : commands) {
      const std::string name = command.value("filename", "");
      const auto ours = modules.find(command.at("line").get<std::uint32_t>());
      if (!name.ends_with(".wasm") || ours == modules.end()) continue;
      SCOPED_TRACE(testing::Message() << path << ":" << ours->first);
      const auto& parsed = *ours->second->parsed;
      const std::string content = read_file(folder.file(name));
      const auto theirs = binary::decode_copy(std::as_bytes(std::span(content)));
      if (!theirs.has_value() || !parsed.has_value()) {
        ADD_FAILURE() << "theirs: " << (theirs ? "a module" : to_string(theirs.error()))
                      << ", ours: " << (parsed ? "a module" : to_string(parsed.error()));
        continue;
      }
      ++compared;
      EXPECT_TRUE(same_module(plain(parsed->module), plain(*theirs))) << "ours:\n"
                                                                      << text::print(parsed->module) << "theirs:\n"
                                                                      << text::print(*theirs);
    }
  }
  std::cout << "wabt reads " << read << " of " << scripts.paths.size() << " scripts of " << scripts.origin << "; "
            << compared << " modules compared\n";
  EXPECT_GT(compared, 0U);
}

}  // namespace
}  // namespace assay::fuzz
