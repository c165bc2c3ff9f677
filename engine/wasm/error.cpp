// Errors as one line of text.
#include "wasm/error.hpp"

#include <array>
#include <cstdio>

namespace assay::wasm {

const char* to_string(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::malformed: return "malformed";
    case ErrorKind::invalid: return "invalid";
    case ErrorKind::unlinkable: return "unlinkable";
    case ErrorKind::trap: return "trap";
    case ErrorKind::exhaustion: return "exhaustion";
    case ErrorKind::exception: return "exception";
    case ErrorKind::limit: return "limit";
    case ErrorKind::usage: return "usage";
  }
  return "";
}

std::string to_string(const Error& error) {
  std::string line = std::string(to_string(error.kind)) + ": " + error.message;
  std::array<char, 64> place{};
  switch (error.place.form) {
    case Place::Form::none: break;
    case Place::Form::bytes: std::snprintf(place.data(), place.size(), " at byte 0x%zx", error.place.offset); break;
    case Place::Form::text:
      std::snprintf(place.data(), place.size(), " at %u:%u", error.place.line, error.place.column);
      break;
  }
  line += place.data();
  if (!error.detail.empty()) line += ": " + error.detail;
  return line;
}

}  // namespace assay::wasm
