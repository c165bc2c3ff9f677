// How the interpreter works, chosen once per engine.
#pragma once

#include <cstdint>

namespace assay::interp {

enum class Dispatch : std::uint8_t { threaded, looped };
enum class Metering : std::uint8_t { off, on };

struct Settings {
  Dispatch dispatch = Dispatch::looped;
  Metering metering = Metering::off;
  friend bool operator==(const Settings&, const Settings&) = default;
};

/// Whether this build has the dispatch: threaded needs clang.
bool is_available(Dispatch dispatch);

}  // namespace assay::interp
