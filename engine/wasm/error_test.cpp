// Errors, traps and features as text.
#include "wasm/error.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "wasm/feature.hpp"
#include "wasm/trap.hpp"

namespace assay::wasm {
namespace {

TEST(Error, IsOneLineWithItsPlace) {
  EXPECT_EQ(to_string(Error{ErrorKind::invalid, Place::at_offset(42), "type mismatch", "expected i32, found f64"}),
            "invalid: type mismatch at byte 0x2a: expected i32, found f64");
  EXPECT_EQ(to_string(Error{ErrorKind::malformed, Place::at_line(3, 14), "unexpected token", ""}),
            "malformed: unexpected token at 3:14");
  EXPECT_EQ(to_string(Error{ErrorKind::usage, {}, "no such export", "run"}), "usage: no such export: run");
}

TEST(Error, HasAWordForEveryKind) {
  std::set<std::string_view> words;
  for (const ErrorKind kind : {ErrorKind::malformed, ErrorKind::invalid, ErrorKind::unlinkable, ErrorKind::trap,
                               ErrorKind::exhaustion, ErrorKind::exception, ErrorKind::limit, ErrorKind::usage}) {
    words.insert(to_string(kind));
  }
  EXPECT_EQ(words.size(), 8U);
  EXPECT_FALSE(words.contains(""));
}

TEST(Trap, HasAMessageOfItsOwnUnlessThereIsNone) {
  std::set<std::string_view> messages;
  for (const TrapFacts& facts : trap_facts) messages.insert(facts.message);
  EXPECT_EQ(messages.size(), static_cast<std::size_t>(Trap::count_));
  EXPECT_EQ(std::string_view(trap_facts[Trap::none].message), "");
}

TEST(Features, AreASet) {
  Features features;
  for (std::size_t i = 0; i < static_cast<std::size_t>(Feature::count_); ++i) {
    const auto feature = static_cast<Feature>(i);
    EXPECT_EQ(features.has(feature), feature_facts[feature].on_by_default) << feature_facts[feature].name;
  }
  features.disable(Feature::threads);
  EXPECT_FALSE(features.has(Feature::threads));
  EXPECT_TRUE(features.has(Feature::simd));
  EXPECT_NE(features, Features());
  features.enable(Feature::threads);
  EXPECT_EQ(features, Features());
}

TEST(Features, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const FeatureFacts& facts : feature_facts) names.insert(facts.name);
  EXPECT_EQ(names.size(), static_cast<std::size_t>(Feature::count_));
}

}  // namespace
}  // namespace assay::wasm
