#include "validate/verdict.hpp"

#include <gtest/gtest.h>

#include "text/parse.hpp"
#include "validate/validate.hpp"

namespace assay::validate {

wasm::Module parse(std::string_view wat) {
  auto parsed = text::parse_module(wat);
  EXPECT_TRUE(parsed.has_value()) << wat << "\n" << (parsed ? "" : wasm::to_string(parsed.error()));
  return parsed ? std::move(parsed->module) : wasm::Module{};
}

std::string verdict(wasm::Module module, wasm::Features features, const wasm::ImplementationLimits& limits) {
  TypeRegistry registry;
  std::string result = "valid";
  {
    const auto valid = validate(std::move(module), registry, features, limits);
    if (!valid) {
      wasm::Error error = valid.error();
      error.place = {};
      result = wasm::to_string(error);
    }
  }
  EXPECT_EQ(registry.counters().live_types, 0U) << "types are left behind";
  return result;
}

std::string verdict(std::string_view wat, wasm::Features features, const wasm::ImplementationLimits& limits) {
  return verdict(parse(wat), features, limits);
}

std::string verdict_of_body(std::string_view body, std::string_view fields) {
  return verdict("(module " + std::string(fields) + " (func " + std::string(body) + "))");
}

namespace {

TEST(Verdict, TellsKindMessageAndDetail) {
  EXPECT_EQ(verdict("(module)"), "valid");
  EXPECT_EQ(verdict_of_body("(drop (i32.eqz (f64.const 0)))"), "invalid: type mismatch: expected i32, found f64");
}

}  // namespace
}  // namespace assay::validate
