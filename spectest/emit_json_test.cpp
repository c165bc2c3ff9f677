// The translation of scripts, word for word.
#include "spectest/emit_json.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace assay::spectest {
namespace {

/// A folder that is gone when the test is over.
class EmitJson : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("emit_json_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  wasm::Result<void> emit(const std::string& script) {
    std::ofstream(folder_ / "script.wast") << script;
    return emit_json((folder_ / "script.wast").string(), folder_.string());
  }
  nlohmann::json commands() {
    std::ifstream file(folder_ / "script.json");
    return nlohmann::json::parse(file)["commands"];
  }

  std::filesystem::path folder_;
};

TEST_F(EmitJson, writes_a_module_beside_the_commands) {
  ASSERT_TRUE(emit("(module $m (func (export \"f\")))\n(invoke $m \"f\")").has_value());
  EXPECT_EQ(commands(), nlohmann::json::parse(R"([
    {"type": "module", "line": 1, "name": "m", "module_type": "text", "filename": "script.0.wasm"},
    {"type": "action", "line": 2, "action": {"type": "invoke", "module": "m", "field": "f", "args": []}}
  ])"));
  std::ifstream module(folder_ / "script.0.wasm", std::ios::binary);
  std::string magic(4, ' ');
  module.read(magic.data(), 4);
  EXPECT_EQ(magic, std::string("\0asm", 4));
}

TEST_F(EmitJson, writes_values_as_decimal_bit_patterns) {
  ASSERT_TRUE(emit("(assert_return (invoke \"f\" (i32.const -1) (f32.const 1) (v128.const i32x4 1 0 2 0))"
                   " (i64.const -1) (f64.const nan:canonical) (v128.const f32x4 1 nan:arithmetic 0 0))")
                  .has_value());
  const auto command = commands()[0];
  EXPECT_EQ(command["action"]["args"], nlohmann::json::parse(R"([
    {"type": "i32", "value": "4294967295"},
    {"type": "f32", "value": "1065353216"},
    {"type": "v128", "lane_type": "i64", "value": ["1", "2"]}
  ])"));
  EXPECT_EQ(command["expected"], nlohmann::json::parse(R"([
    {"type": "i64", "value": "18446744073709551615"},
    {"type": "f64", "value": "nan:canonical"},
    {"type": "v128", "lane_type": "f32", "value": ["1065353216", "nan:arithmetic", "0", "0"]}
  ])"));
}

TEST_F(EmitJson, writes_references_by_kind) {
  ASSERT_TRUE(emit("(assert_return (invoke \"f\" (ref.extern 3) (ref.null func))"
                   " (ref.extern 3) (ref.null) (ref.i31) (either (ref.func) (ref.null func)))")
                  .has_value());
  const auto command = commands()[0];
  EXPECT_EQ(command["action"]["args"], nlohmann::json::parse(R"([
    {"type": "externref", "value": "3"}, {"type": "refnull", "value": "null"}
  ])"));
  EXPECT_EQ(command["expected"], nlohmann::json::parse(R"([
    {"type": "externref", "value": "3"}, {"type": "refnull", "value": "null"}, {"type": "i31ref"},
    {"type": "either", "values": [{"type": "funcref"}, {"type": "refnull", "value": "null"}]}
  ])"));
}

TEST_F(EmitJson, leaves_modules_that_cannot_be_parsed_as_text) {
  ASSERT_TRUE(emit("(assert_malformed (module quote \"(nonsense)\") \"unexpected token\")\n"
                   "(assert_malformed (module binary \"\\00asm\") \"unexpected end\")")
                  .has_value());
  EXPECT_EQ(commands()[0]["filename"], "script.0.wat");
  EXPECT_EQ(commands()[0]["text"], "unexpected token");
  EXPECT_EQ(commands()[1]["filename"], "script.1.wasm");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "script.0.wat"));
  EXPECT_EQ(std::filesystem::file_size(folder_ / "script.1.wasm"), 4U);
}

TEST_F(EmitJson, puts_the_commands_of_a_thread_inside_it) {
  ASSERT_TRUE(emit("(module $m)\n(thread $t (shared (module $m)) (module))\n(wait $t)").has_value());
  EXPECT_EQ(commands()[1], nlohmann::json::parse(R"({
    "type": "thread", "line": 2, "name": "t", "shared_module": "m",
    "commands": [{"type": "module", "line": 2, "module_type": "text", "filename": "script.1.wasm"}]
  })"));
  EXPECT_EQ(commands()[2], nlohmann::json::parse(R"({"type": "wait", "line": 3, "thread": "t"})"));
}

TEST_F(EmitJson, tells_what_it_cannot_read_or_write) {
  EXPECT_FALSE(emit("(nonsense").has_value());
  EXPECT_FALSE(emit_json((folder_ / "absent.wast").string(), folder_.string()).has_value());
  std::ofstream(folder_ / "script.wast") << "(module)";
  EXPECT_FALSE(emit_json((folder_ / "script.wast").string(), (folder_ / "absent").string()).has_value());
}

}  // namespace
}  // namespace assay::spectest
