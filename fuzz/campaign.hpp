// Many mutants checked in worker processes, so that a crash or a hang is one finding and the rest goes on.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/check/verdict.hpp"
#include "fuzz/seeds.hpp"

namespace assay::fuzz {

enum class Kind : std::uint8_t { modules, texts };
const char* to_string(Kind kind);

/// The mutant with this number: a module's bytes or a text. Depends on seeds, `seed` and `index` only.
std::string mutant(Kind kind, const Seeds& seeds, std::uint64_t seed, std::uint64_t index);
/// Everything that must hold for it.
Verdict check(Kind kind, std::string_view input);

struct CampaignOptions {
  std::uint64_t seed = 1;
  std::uint64_t first = 0;  ///< number of the first mutant
  std::uint64_t count = 0;
  unsigned jobs = 2;
  double seconds_per_input = 2;  ///< of processor time; a multiple of it by the clock
};

/// Something wrong with the engine.
struct Finding {
  std::uint64_t index = 0;  ///< of the mutant
  std::string what;
};

/// Lies in memory that processes share: plain.
struct Tally {
  std::uint64_t checked = 0;
  std::array<std::uint64_t, static_cast<std::size_t>(Stage::count_)> stages{};
  std::uint64_t with_bodies = 0;  ///< a body was validated
  std::uint64_t ran = 0;
  std::uint64_t unlinkable = 0;
  std::uint64_t slowest_microseconds = 0;  ///< of processor time
  std::uint64_t slowest_index = 0;
  std::uint64_t memory_peak_kib = 0;

  void add(const Verdict& verdict);
  void add(const Tally& other);
};

struct CampaignReport {
  Tally tally;
  std::vector<Finding> findings;  ///< by index
};

/// What a campaign does with each mutant.
using Check = std::function<Verdict(Kind kind, std::string_view input)>;

/// Checks mutants in worker processes. A worker that dies is replaced, and goes on behind the mutant it died of.
CampaignReport run_campaign(Kind kind, const Seeds& seeds, const CampaignOptions& options, const Check& act = check);

}  // namespace assay::fuzz
