// What a room's door returns when the input is bad.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <utility>

namespace assay::wasm {

/// The suite's words for the ways a module or a call can fail.
enum class ErrorKind : std::uint8_t {
  malformed,   ///< not a module in the format (binary or text)
  invalid,     ///< a module that does not validate
  unlinkable,  ///< imports missing or of the wrong type
  trap,        ///< execution trapped (start function, active segments, invoke)
  exhaustion,  ///< call stack or heap exhausted
  exception,   ///< an uncaught wasm exception
  limit,       ///< beyond an implementation limit or a resource limit of the host
  usage,       ///< the caller's mistake: unknown export, wrong argument types, missing file
};

/// Where in the input. Exactly one of the two forms is meaningful.
struct Place {
  enum class Form : std::uint8_t { none, bytes, text } form = Form::none;
  std::size_t offset = 0;    ///< bytes: from the module's first byte
  std::uint32_t line = 0;    ///< text: from 1
  std::uint32_t column = 0;  ///< text: from 1, in bytes

  static Place at_offset(std::size_t offset) { return {.form = Form::bytes, .offset = offset}; }
  static Place at_line(std::uint32_t line, std::uint32_t column) {
    return {.form = Form::text, .line = line, .column = column};
  }
  friend bool operator==(const Place&, const Place&) = default;
};

/// Bad input. `message` is static and begins with the suite's message; `detail` is ours and may be empty.
struct Error {
  ErrorKind kind = ErrorKind::malformed;
  Place place{};
  const char* message = "";
  std::string detail{};
};

template <class T>
using Result = std::expected<T, Error>;

/// "invalid: type mismatch at byte 0x2a: expected i32, found f64" — one line, without a full stop.
std::string to_string(const Error& error);
const char* to_string(ErrorKind kind);

}  // namespace assay::wasm
