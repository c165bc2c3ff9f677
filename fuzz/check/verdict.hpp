// What came of one input: how far it went, and what must not be.
#pragma once

#include <cstdint>
#include <string>

namespace assay::fuzz {

/// How far an input went.
enum class Stage : std::uint8_t {
  refused,      ///< no module
  definitions,  ///< a module, refused before its bodies were looked at
  bodies,       ///< a body was validated, and not all of them are valid
  valid,
  count_,
};

/// What running a valid module came to.
enum class Ran : std::uint8_t { not_at_all, unlinkable, ended };

struct Verdict {
  Stage stage = Stage::refused;
  Ran ran = Ran::not_at_all;
  bool had_bodies = false;  ///< reached validation with a body in it
  std::string refusal;      ///< the last error, where there was one
  std::string finding;      ///< what is wrong with the engine; empty: nothing
};

}  // namespace assay::fuzz
