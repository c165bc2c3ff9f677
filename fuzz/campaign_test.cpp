// A campaign hides nothing: whatever a mutant does to its worker is a finding, and the others are checked all the same.
#include "fuzz/campaign.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace assay::fuzz {
namespace {

Seeds some_seeds() {
  Seeds seeds;
  seeds.texts = {"(module (func (param i32) (result i32) (i32.add (local.get 0) (i32.const 42))))",
                 "(module (memory 1 2) (data (i32.const 7) \"abc\") (global f64 (f64.const 1.5)))"};
  seeds.well_formed = 2;
  return seeds;
}

TEST(Campaign, crashes_hangs_and_findings_are_told_by_number_and_the_rest_is_checked) {
  const Seeds seeds = some_seeds();
  CampaignOptions options{.seed = 4, .first = 100, .count = 20, .jobs = 3, .seconds_per_input = 0.2};
  const auto number = [&](std::uint64_t index) { return mutant(Kind::texts, seeds, options.seed, index); };
  const auto report = run_campaign(Kind::texts, seeds, options, [&](Kind, std::string_view input) {
    if (input == number(103)) std::abort();
    if (input == number(107)) {
      const volatile bool enough = false;
      while (!enough) {
      }
    }
    if (input == number(108)) std::_Exit(9);
    Verdict verdict;
    if (input == number(119)) verdict.finding = "wrong";
    return verdict;
  });
  ASSERT_EQ(report.findings.size(), 4U);
  EXPECT_EQ(report.findings[0].index, 103U);
  EXPECT_EQ(report.findings[0].what, "Aborted");
  EXPECT_EQ(report.findings[1].index, 107U);
  EXPECT_EQ(report.findings[1].what, "too slow");
  EXPECT_EQ(report.findings[2].index, 108U);
  EXPECT_EQ(report.findings[2].what, "exit status 9");
  EXPECT_EQ(report.findings[3].index, 119U);
  EXPECT_EQ(report.findings[3].what, "wrong");
  EXPECT_EQ(report.tally.checked, 17U);
}

TEST(Campaign, nothing_is_found_in_what_is_well_formed) {
  const Seeds seeds = some_seeds();
  const auto report = run_campaign(Kind::texts, seeds, {.seed = 1, .count = 50});
  EXPECT_TRUE(report.findings.empty());
  EXPECT_EQ(report.tally.checked, 50U);
}

}  // namespace
}  // namespace assay::fuzz
