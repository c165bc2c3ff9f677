// What a mutant once broke stays whole.
#include <gtest/gtest.h>

#include "fuzz/campaign.hpp"

namespace assay::fuzz {
namespace {

TEST(Regressions, nothing_is_found_any_more) {
  const auto paths = files_in("corpus/regressions", {".wasm", ".wat", ".wast"});
  ASSERT_FALSE(paths.empty());
  for (const std::string& path : paths) {
    const Kind kind = path.ends_with(".wasm") ? Kind::modules : Kind::texts;
    EXPECT_EQ(check(kind, read_file(path)).finding, "") << path;
  }
}

TEST(Seeds, those_of_our_own_are_valid) {
  const auto paths = files_in("corpus/seeds", {".wasm", ".wat"});
  ASSERT_FALSE(paths.empty());
  for (const std::string& path : paths) {
    const Verdict verdict = check(path.ends_with(".wasm") ? Kind::modules : Kind::texts, read_file(path));
    EXPECT_EQ(verdict.finding, "") << path;
    EXPECT_EQ(verdict.stage, Stage::valid) << path << ": " << verdict.refusal;
  }
}

}  // namespace
}  // namespace assay::fuzz
