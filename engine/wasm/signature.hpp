// The types of a plain instruction, read at compile time from the table's words.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace assay::wasm {

/// Type of an operand or result of a plain instruction. `addr`: the address type of the memory accessed, i32 or i64.
enum class Sig : std::uint8_t { i32, i64, f32, f64, v128, addr };

struct Signature {
  bool custom = false;  ///< typing of its own: the rest is empty
  std::uint8_t param_count = 0;
  std::uint8_t result_count = 0;
  std::array<Sig, 4> params{};
  std::array<Sig, 2> results{};
  friend constexpr bool operator==(const Signature&, const Signature&) = default;
};

/// Not constexpr on purpose: reaching it during constant evaluation is the error message.
inline void signature_is_not_types_arrow_types() {}

/// Reads "i32 i32 -> i32": types separated by single spaces, an arrow between operands and results.
consteval Signature parse_signature(std::string_view text) {
  constexpr std::array<std::string_view, 6> words = {"i32", "i64", "f32", "f64", "v128", "addr"};
  Signature signature;
  bool after_arrow = false;
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    const std::string_view word = text.substr(0, space);
    text = space == std::string_view::npos ? std::string_view() : text.substr(space + 1);
    if (word == "->" && !after_arrow) {
      after_arrow = true;
      continue;
    }
    std::uint8_t sig = 0;
    while (sig < words.size() && words[sig] != word) ++sig;
    if (sig == words.size()) signature_is_not_types_arrow_types();
    if (after_arrow) {
      signature.results[signature.result_count++] = static_cast<Sig>(sig);
    } else {
      signature.params[signature.param_count++] = static_cast<Sig>(sig);
    }
  }
  if (!after_arrow) signature_is_not_types_arrow_types();
  return signature;
}

}  // namespace assay::wasm
