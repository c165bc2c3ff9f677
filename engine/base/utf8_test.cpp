// UTF-8 is well-formed at and not beyond each of its borders.
#include "base/utf8.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace assay::base {
namespace {

using namespace std::string_view_literals;

static_assert(is_utf8("") && is_utf8("assay"));

TEST(Utf8, AcceptsTheFirstAndLastPointOfEachLength) {
  for (const std::string_view text : {"\0"sv, "\x7F"sv, "\xC2\x80"sv, "\xDF\xBF"sv, "\xE0\xA0\x80"sv, "\xEF\xBF\xBF"sv,
                                      "\xF0\x90\x80\x80"sv, "\xF4\x8F\xBF\xBF"sv, "a\xC3\xA9z\xF0\x9F\x98\x80"sv}) {
    EXPECT_TRUE(is_utf8(text)) << testing::PrintToString(text);
  }
}

TEST(Utf8, RefusesLongerFormsThanNeeded) {
  EXPECT_FALSE(is_utf8("\xC0\x80"sv));
  EXPECT_FALSE(is_utf8("\xC1\xBF"sv));
  EXPECT_FALSE(is_utf8("\xE0\x9F\xBF"sv));
  EXPECT_FALSE(is_utf8("\xF0\x8F\xBF\xBF"sv));
}

TEST(Utf8, RefusesSurrogatesOnly) {
  EXPECT_TRUE(is_utf8("\xED\x9F\xBF"sv));
  EXPECT_FALSE(is_utf8("\xED\xA0\x80"sv));
  EXPECT_FALSE(is_utf8("\xED\xBF\xBF"sv));
  EXPECT_TRUE(is_utf8("\xEE\x80\x80"sv));
}

TEST(Utf8, RefusesPointsBeyondUnicode) {
  EXPECT_FALSE(is_utf8("\xF4\x90\x80\x80"sv));
  EXPECT_FALSE(is_utf8("\xF5\x80\x80\x80"sv));
  EXPECT_FALSE(is_utf8("\xFF"sv));
}

TEST(Utf8, RefusesStrayAndMissingContinuations) {
  EXPECT_FALSE(is_utf8("\x80"sv));
  EXPECT_FALSE(is_utf8("\xC3"sv));
  EXPECT_FALSE(is_utf8("\xE2\x82"sv));
  EXPECT_FALSE(is_utf8("\xF0\x9F\x98"sv));
  EXPECT_FALSE(is_utf8("\xC3z"sv));
  EXPECT_FALSE(is_utf8("\xE2\x82z"sv));
  EXPECT_FALSE(is_utf8("\xE2\xC2\x82"sv));
}

// Independent of the bit arithmetic: a code point is accepted exactly if it was encoded by the rules.
TEST(Utf8, AcceptsEveryScalarValueOfThreeBytesAndNothingElse) {
  std::size_t accepted = 0;
  for (unsigned first = 0xE0; first <= 0xEF; ++first) {
    for (unsigned second = 0; second <= 0xFF; ++second) {
      for (const unsigned third : {0x7FU, 0x80U, 0xBFU, 0xC0U}) {
        const std::string text = {static_cast<char>(first), static_cast<char>(second), static_cast<char>(third)};
        if (is_utf8(text)) ++accepted;
      }
    }
  }
  // 16 leads of 64 seconds each, less 32 overlong ones and 32 surrogate ones; two of the four thirds.
  EXPECT_EQ(accepted, (16U * 64U - 64U) * 2U);
}

}  // namespace
}  // namespace assay::base
