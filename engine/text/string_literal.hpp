// The escapes of strings.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace assay::text {

/// What the string at the beginning of a text looks like.
struct StringScan {
  std::size_t size = 0;  ///< with both quotes; up to the fault if there is one
  bool has_escapes = false;
  const char* error = nullptr;  ///< null: well-formed
};

/// Finds the end of the string literal whose opening quote is text[start], and checks its escapes. Bytes above 0x7F are
/// taken as they are. Linear. spec: text-string
StringScan scan_string(std::string_view text, std::size_t start);

/// Appends the value of a well-formed literal, quotes included in `literal`. Linear.
void append_string(std::string& value, std::string_view literal);

}  // namespace assay::text
