// The types of a plain instruction, read at compile time from the table's words.
#pragma once

#include <array>
#include <cstdint>

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

/// Reads "i32 i32 -> i32": types separated by single spaces, an arrow between operands and results. Plain characters
/// and pointers, as every file with the table in it pays for 490 of these.
consteval Signature parse_signature(const char* at) {
  constexpr std::array<const char*, 6> words = {"i32", "i64", "f32", "f64", "v128", "addr"};
  Signature signature;
  bool after_arrow = false;
  while (*at != '\0') {
    if (at[0] == '-' && at[1] == '>' && !after_arrow) {
      after_arrow = true;
      at += 2;
    } else {
      std::uint8_t sig = 0;
      while (sig < words.size() && (words[sig][0] != at[0] || words[sig][1] != at[1])) ++sig;
      if (sig == words.size()) signature_is_not_types_arrow_types();
      for (const char* word = words[sig]; *word != '\0'; ++word, ++at) {
        if (*word != *at) signature_is_not_types_arrow_types();
      }
      if (after_arrow) {
        signature.results[signature.result_count++] = static_cast<Sig>(sig);
      } else {
        signature.params[signature.param_count++] = static_cast<Sig>(sig);
      }
    }
    if (*at == ' ') {
      ++at;
    } else if (*at != '\0') {
      signature_is_not_types_arrow_types();
    }
  }
  if (!after_arrow) signature_is_not_types_arrow_types();
  return signature;
}

}  // namespace assay::wasm
