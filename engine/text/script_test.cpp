#include "text/script.hpp"

#include <gtest/gtest.h>

#include <string>

#include "text/parse.hpp"

namespace assay::text {
namespace {

using Kind = Command::Kind;
using Pattern = ResultPattern::Kind;

std::vector<Command> parse(std::string_view source) {
  auto script = parse_script(source);
  EXPECT_TRUE(script.has_value()) << source << ": " << (script ? "" : to_string(script.error()));
  return script ? std::move(script->commands) : std::vector<Command>{};
}

Command parse_one(std::string_view source) {
  std::vector<Command> commands = parse(source);
  EXPECT_EQ(commands.size(), 1U) << source;
  return commands.empty() ? Command{} : std::move(commands[0]);
}

std::string error_of(std::string_view source) {
  const auto script = parse_script(source);
  return script ? "" : to_string(script.error());
}

TEST(Script, modules_come_in_three_forms) {
  const std::vector<Command> commands =
      parse("(module $a (func))\n (module $\"b c\" binary \"\\00as\" \"m\")\n (module quote \"(func\" \")\")");
  ASSERT_EQ(commands.size(), 3U);
  EXPECT_EQ(commands[0].name, "a");
  EXPECT_EQ(commands[0].module->form, ScriptModule::Form::text);
  ASSERT_TRUE(commands[0].module->parsed && *commands[0].module->parsed);
  EXPECT_EQ((*commands[0].module->parsed)->module.functions.size(), 1U);
  EXPECT_EQ(commands[1].name, "b c");
  EXPECT_EQ(commands[1].module->form, ScriptModule::Form::binary);
  EXPECT_EQ(commands[1].module->bytes.size(), 4U);
  EXPECT_EQ(commands[2].module->form, ScriptModule::Form::quote);
  EXPECT_EQ(commands[2].module->text, "(func)");
  EXPECT_EQ(commands[2].line, 3U);
  EXPECT_EQ(commands[2].column, 2U);
  EXPECT_TRUE(parse_quoted(*commands[2].module).has_value());
}

TEST(Script, definitions_and_instances_are_apart) {
  const std::vector<Command> commands = parse(
      "(module definition $M (func)) (module instance $I $M) (module instance) (register \"x\" $I) (register \"y\")");
  ASSERT_EQ(commands.size(), 5U);
  EXPECT_EQ(commands[0].kind, Kind::module_definition);
  EXPECT_EQ(commands[0].name, "M");
  EXPECT_EQ(commands[1].kind, Kind::module_instance);
  EXPECT_EQ(commands[1].name, "I");
  EXPECT_EQ(commands[1].target, "M");
  EXPECT_EQ(commands[3].kind, Kind::register_);
  EXPECT_EQ(commands[3].name, "x");
  EXPECT_EQ(commands[3].target, "I");
  EXPECT_EQ(commands[4].target, "");
}

TEST(Script, fields_alone_are_a_script_with_one_module) {
  const Command command = parse_one("(func) (memory 0)");
  EXPECT_EQ(command.kind, Kind::module);
  ASSERT_TRUE(command.module->parsed && *command.module->parsed);
  EXPECT_EQ((*command.module->parsed)->module.memories.size(), 1U);
  EXPECT_TRUE(parse("").empty());
  EXPECT_TRUE(parse_one("(@custom \"a\")").module.has_value());
}

TEST(Script, what_is_wrong_inside_a_module_stays_with_its_command) {
  const std::vector<Command> commands = parse("(module (func $f)\n (func call $g)) (module (fnc)) (invoke \"f\")");
  ASSERT_EQ(commands.size(), 3U);
  ASSERT_FALSE(commands[0].module->parsed->has_value());
  EXPECT_EQ(to_string(commands[0].module->parsed->error()), "malformed: unknown function at 2:13: $g");
  EXPECT_FALSE(commands[1].module->parsed->has_value());
  EXPECT_EQ(commands[2].kind, Kind::action);
}

TEST(Script, positions_of_modules_count_in_the_whole_script) {
  const Command command = std::move(parse("(module)\n\n(module\n (func\n  nop))")[1]);
  const ParsedModule& parsed = **command.module->parsed;
  const std::uint32_t nop = parsed.module.functions[wasm::FuncIndex(0U)].body.offset + 1;
  EXPECT_EQ(locate(parsed, {.place = wasm::Place::at_offset(nop)}).place, wasm::Place::at_line(5, 3));
}

TEST(Script, actions_name_an_export_and_constants) {
  const Command command = parse_one(
      "(invoke $i \"f\" (i32.const -1) (i64.const 2) (f32.const 1) (f64.const nan) (v128.const i64x2 1 2) (ref.null "
      "func)"
      " (ref.extern 5) (ref.host 6) (ref.null 3))");
  EXPECT_EQ(command.action.kind, Action::Kind::invoke);
  EXPECT_EQ(command.action.instance, "i");
  EXPECT_EQ(command.action.name, "f");
  const std::vector<Constant>& arguments = command.action.arguments;
  ASSERT_EQ(arguments.size(), 9U);
  EXPECT_EQ(arguments[0].bits.lo, 0xFFFFFFFFU);
  EXPECT_EQ(arguments[0].type, wasm::i32);
  EXPECT_EQ(arguments[1].type, wasm::i64);
  EXPECT_EQ(arguments[2].bits.lo, 0x3F800000U);
  EXPECT_EQ(arguments[3].bits.lo, 0x7FF8000000000000U);
  EXPECT_EQ(arguments[4].bits, (wasm::V128{.lo = 1, .hi = 2}));
  EXPECT_EQ(arguments[5].kind, Constant::Kind::null);
  EXPECT_EQ(arguments[5].type, wasm::funcref);
  EXPECT_EQ(arguments[6].kind, Constant::Kind::extern_host);
  EXPECT_EQ(arguments[6].bits.lo, 5U);
  EXPECT_EQ(arguments[7].kind, Constant::Kind::any_host);
  EXPECT_TRUE(arguments[8].type.heap().is_index());
  EXPECT_EQ(parse_one("(get $i \"g\")").action.kind, Action::Kind::get);
}

TEST(Script, results_are_patterns) {
  const Command command = parse_one(
      "(assert_return (invoke \"f\") (i32.const 1) (f32.const nan:canonical) (f64.const nan:arithmetic) (f32.const nan)"
      " (ref.null) (ref.null func) (ref.func) (ref.func 0) (ref.extern) (ref.extern 3) (ref.host 4) (ref.any) (ref.eq)"
      " (ref.i31) (ref.struct) (ref.array) (ref.exn) (either (i32.const 1) (i32.const 2)))");
  EXPECT_EQ(command.kind, Kind::assert_return);
  const std::vector<ResultPattern>& expected = command.expected;
  ASSERT_EQ(expected.size(), 18U);
  EXPECT_EQ(expected[0].number.bits, 1U);
  EXPECT_EQ(expected[1].number.kind, NumberPattern::Kind::nan_canonical);
  EXPECT_EQ(expected[1].type, wasm::f32);
  EXPECT_EQ(expected[2].number.kind, NumberPattern::Kind::nan_arithmetic);
  EXPECT_EQ(expected[3].number.kind, NumberPattern::Kind::bits);
  EXPECT_EQ(expected[4].kind, Pattern::null);
  EXPECT_FALSE(expected[4].has_type);
  EXPECT_TRUE(expected[5].has_type);
  EXPECT_EQ(expected[6].kind, Pattern::func);
  EXPECT_EQ(expected[7].kind, Pattern::func);
  EXPECT_FALSE(expected[8].has_host);
  EXPECT_TRUE(expected[9].has_host);
  EXPECT_EQ(expected[9].host, 3U);
  EXPECT_EQ(expected[10].kind, Pattern::any_host);
  EXPECT_EQ(expected[11].kind, Pattern::any);
  EXPECT_EQ(expected[12].kind, Pattern::eq);
  EXPECT_EQ(expected[13].kind, Pattern::i31);
  EXPECT_EQ(expected[14].kind, Pattern::struct_);
  EXPECT_EQ(expected[15].kind, Pattern::array);
  EXPECT_EQ(expected[16].kind, Pattern::exn);
  ASSERT_EQ(expected[17].kind, Pattern::either);
  EXPECT_EQ(expected[17].alternatives.size(), 2U);
}

TEST(Script, vectors_are_matched_lane_by_lane) {
  const Command command = parse_one(
      "(assert_return (invoke \"f\") (v128.const f32x4 1 nan:canonical nan:arithmetic -0) (v128.const i16x8 -1 0 0 0 0 "
      "0 0 1))");
  ASSERT_EQ(command.expected.size(), 2U);
  const ResultPattern& floats = command.expected[0];
  EXPECT_EQ(floats.kind, Pattern::vector);
  EXPECT_EQ(floats.shape, LaneShape::f32x4);
  ASSERT_EQ(floats.lanes.size(), 4U);
  EXPECT_EQ(floats.lanes[1].kind, NumberPattern::Kind::nan_canonical);
  EXPECT_EQ(floats.lanes[2].kind, NumberPattern::Kind::nan_arithmetic);
  EXPECT_EQ(floats.lanes[3].bits, 0x80000000U);
  EXPECT_EQ(command.expected[1].lanes[0].bits, 0xFFFFU);
}

TEST(Script, assertions_about_modules_and_actions_have_messages) {
  const std::vector<Command> commands = parse(R"wat(
    (assert_trap (invoke "f") "trap") (assert_trap (module (func)) "trap") (assert_exhaustion (invoke "f") "stack")
    (assert_exception (invoke "f")) (assert_malformed (module quote "(") "m") (assert_invalid (module $x (func)) "i")
    (assert_malformed_custom (module quote "") "c") (assert_invalid_custom (module) "d") (assert_unlinkable (module) "u"))wat");
  ASSERT_EQ(commands.size(), 9U);
  const std::vector<Kind> kinds{
      Kind::assert_trap,      Kind::assert_trap,    Kind::assert_exhaustion,       Kind::assert_exception,
      Kind::assert_malformed, Kind::assert_invalid, Kind::assert_malformed_custom, Kind::assert_invalid_custom,
      Kind::assert_unlinkable};
  for (std::size_t i = 0; i < kinds.size(); ++i) EXPECT_EQ(commands[i].kind, kinds[i]) << i;
  EXPECT_FALSE(commands[0].module.has_value());
  EXPECT_TRUE(commands[1].module.has_value());
  EXPECT_EQ(commands[4].message, "m");
  EXPECT_FALSE(parse_quoted(*commands[4].module).has_value());
}

TEST(Script, threads_have_commands_of_their_own) {
  const std::vector<Command> commands =
      parse("(thread $T (shared (module $M)) (shared (module $N)) (register \"m\" $M) (invoke \"f\")) (wait $T)");
  ASSERT_EQ(commands.size(), 2U);
  EXPECT_EQ(commands[0].kind, Kind::thread);
  EXPECT_EQ(commands[0].name, "T");
  EXPECT_EQ(commands[0].shared, (std::vector<std::string>{"M", "N"}));
  EXPECT_EQ(commands[0].commands.size(), 2U);
  EXPECT_EQ(commands[1].kind, Kind::wait);
  EXPECT_EQ(commands[1].target, "T");
}

TEST(Script, meta_commands_name_files) {
  const std::vector<Command> commands =
      parse("(input $x \"a.wast\") (output $x \"b.wasm\") (output) (script $s (wait $T))");
  ASSERT_EQ(commands.size(), 4U);
  EXPECT_EQ(commands[0].kind, Kind::input);
  EXPECT_EQ(commands[0].message, "a.wast");
  EXPECT_EQ(commands[1].name, "x");
  EXPECT_EQ(commands[2].message, "");
  EXPECT_EQ(commands[3].commands.size(), 1U);
}

TEST(Script, what_is_wrong_outside_modules_is_an_error) {
  EXPECT_EQ(error_of("(assert_retur)"), "malformed: unknown operator at 1:2: assert_retur");
  EXPECT_EQ(error_of("(nop)"), "malformed: unexpected token at 1:2: nop");
  EXPECT_EQ(error_of("(wait) nop"), "malformed: unexpected token at 1:8: nop");
  EXPECT_EQ(error_of("(module"), "malformed: unexpected token at 1:8: end of text");
  EXPECT_EQ(error_of("(module binary 1)"), "malformed: unexpected token at 1:16: 1");
  EXPECT_EQ(error_of("(invoke 1)"), "malformed: unexpected token at 1:9: 1");
  EXPECT_EQ(error_of("(invoke \"f\" (i32.add))"), "malformed: unexpected token at 1:14: i32.add");
  EXPECT_EQ(error_of("(invoke \"f\" (ref.null x))"), "malformed: unknown operator at 1:23: x");
  EXPECT_EQ(error_of("(assert_return (invoke \"f\") (v128.const 1))"), "malformed: unexpected token at 1:41: 1");
  EXPECT_EQ(error_of("(assert_return (invoke \"f\") (either (either)))"),
            "malformed: unexpected token at 1:38: either");
  EXPECT_EQ(error_of("(assert_invalid (func) \"\")"), "malformed: unexpected token at 1:17: (");
  EXPECT_EQ(error_of("(thread $T (shared (memory)))"), "malformed: unexpected token at 1:20: (");
  EXPECT_EQ(error_of("\xFF"), "malformed: malformed UTF-8 encoding at 1:1");
}

TEST(Script, commands_in_commands_have_a_limit) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "(script ";
  EXPECT_TRUE(error_of(deep).starts_with("malformed: commands are nested too deeply"));
}

}  // namespace
}  // namespace assay::text
