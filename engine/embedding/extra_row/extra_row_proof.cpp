// The proof that facts about instructions are stated once. This program is the engine with one more row in the table
// (row.def) and no other edit; every reader of the table must know the instruction.
#include <gtest/gtest.h>

#include <algorithm>

#include "binary/decode.hpp"
#include "binary/encode.hpp"
#include "interp/interpreter.hpp"
#include "runtime/store.hpp"
#include "text/parse.hpp"
#include "text/print.hpp"
#include "validate/validate.hpp"
#include "wasm/evaluate.hpp"

namespace assay {

namespace {

constexpr std::string_view source =
    "(module (func (export \"f\") (param i32 i32) (result i32)"
    "  (i32.extra_rotl (i32.extra_rotl (local.get 0) (i32.const 4)) (local.get 1))))";

wasm::Module parse(std::string_view text) {
  auto parsed = text::parse_module(text);
  EXPECT_TRUE(parsed.has_value()) << (parsed ? "" : wasm::to_string(parsed.error()));
  return std::move(parsed->module);
}

}  // namespace

TEST(ExtraRow, IsAmongTheRows) {
  EXPECT_EQ(std::ranges::count(wasm::instructions, std::string_view("i32.extra_rotl"), &wasm::InstructionInfo::text),
            1);
  EXPECT_EQ(wasm::opcode_of(0xFC, 0x70), wasm::Opcode::i32_extra_rotl);
  EXPECT_EQ(wasm::opcodes_of("i32.extra_rotl"), wasm::Opcode::i32_extra_rotl);
}

TEST(ExtraRow, IsEvaluated) {
  EXPECT_EQ(wasm::evaluate<wasm::Opcode::i32_extra_rotl>(0x8000'0001U, 1U), 3U);
}

TEST(ExtraRow, IsParsedEncodedDecodedAndPrinted) {
  const wasm::Module module = parse(source);
  const auto decoded = binary::decode(binary::encode(module));
  ASSERT_TRUE(decoded.has_value());
  EXPECT_TRUE(wasm::same_module(*decoded, module));
  const std::string printed = text::print(*decoded);
  EXPECT_NE(printed.find("i32.extra_rotl"), std::string::npos) << printed;
  EXPECT_TRUE(wasm::same_module(parse(printed), module));
}

TEST(ExtraRow, IsGatedByItsFeature) {
  wasm::Features features;
  features.disable(wasm::Feature::wide_arithmetic);
  EXPECT_FALSE(text::parse_module(source, {.features = features}).has_value());
  validate::TypeRegistry types;
  const auto valid = validate::validate(parse(source), types, features);
  ASSERT_FALSE(valid.has_value());
  EXPECT_EQ(std::string_view(valid.error().message).substr(0, 14), "illegal opcode");
}

TEST(ExtraRow, IsValidated) {
  validate::TypeRegistry types;
  const auto invalid =
      validate::validate(parse("(module (func (result i32) (i32.extra_rotl (i64.const 1) (i32.const 2))))"), types);
  ASSERT_FALSE(invalid.has_value());
  EXPECT_STREQ(invalid.error().message, "type mismatch");
}

TEST(ExtraRow, IsInterpretedUnderEveryDispatch) {
  for (const interp::Dispatch dispatch : {interp::Dispatch::threaded, interp::Dispatch::looped}) {
    if (!interp::is_available(dispatch)) continue;
    validate::TypeRegistry types;
    auto valid = validate::validate(parse(source), types);
    ASSERT_TRUE(valid.has_value());
    const interp::Settings settings{.dispatch = dispatch};
    const runtime::Tier tier = interp::make_tier(settings);
    runtime::Store store(types, tier, {});
    const auto instance = store.instantiate(std::make_shared<const validate::ValidModule>(std::move(*valid)), {});
    ASSERT_TRUE(instance.has_value());
    auto* func = runtime::extern_value(**instance, *runtime::find_export(**instance, "f")).func;
    const std::array arguments = {runtime::Value::i32(0x1234'5678), runtime::Value::i32(8)};
    const auto results = store.invoke(*func, arguments);
    ASSERT_TRUE(results.has_value());
    EXPECT_EQ(results->front().bits.lo, 0x4567'8123U);
  }
}

}  // namespace assay
