// Values as literals.
#include "text/literal_text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <charconv>

namespace assay::text {

namespace {

void append_hex(std::string& out, std::uint64_t value) {
  std::array<char, 16> digits;
  const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16);
  out.append(digits.data(), result.ptr);
}

template <class Float, class Bits>
std::string float_text(Bits bits, unsigned fraction_bits) {
  constexpr Bits sign = Bits{1} << (sizeof(Bits) * 8 - 1);
  const Bits fraction_mask = (Bits{1} << fraction_bits) - 1;
  const Bits infinity = (sign - 1) & ~fraction_mask;
  std::string text = (bits & sign) != 0 ? "-" : "";
  const Bits magnitude = bits & ~sign;
  if (magnitude < infinity) {
    std::array<char, 32> digits;
    const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), std::bit_cast<Float>(magnitude));
    text.append(digits.data(), result.ptr);
  } else if (magnitude == infinity) {
    text += "inf";
  } else {
    text += "nan";
    const Bits payload = magnitude & fraction_mask;
    if (payload != Bits{1} << (fraction_bits - 1)) {
      text += ":0x";
      append_hex(text, payload);
    }
  }
  return text;
}

// spec: text-idchar
bool is_identifier_character(char c) {
  constexpr std::string_view others = "!#$%&'*+-./:<=>?@\\^_`|~";
  const bool alphanumeric = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return alphanumeric || others.find(c) != std::string_view::npos;
}

}  // namespace

std::string f32_text(std::uint32_t bits) {
  return float_text<float>(bits, 23);
}

std::string f64_text(std::uint64_t bits) {
  return float_text<double>(bits, 52);
}

void append_literal(std::string& out, std::string_view value, Unescaped unescaped) {
  constexpr std::string_view digits = "0123456789abcdef";
  out.push_back('"');
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte >= 0x80 ? unescaped == Unescaped::utf8 : byte >= 0x20 && byte != 0x7F;
    if (plain && c != '"' && c != '\\') {
      out.push_back(c);
    } else {
      out.push_back('\\');
      out.push_back(digits[byte >> 4U]);
      out.push_back(digits[byte & 15U]);
    }
  }
  out.push_back('"');
}

std::string identifier_text(std::string_view name) {
  assert(!name.empty());
  std::string text = "$";
  if (std::ranges::all_of(name, is_identifier_character)) {
    text += name;
  } else {
    append_literal(text, name, Unescaped::utf8);
  }
  return text;
}

}  // namespace assay::text
