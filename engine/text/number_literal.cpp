// Number literals. Decimal floats are converted by the standard library, which rounds exactly; hexadecimal ones here.
#include "text/number_literal.hpp"

#include <array>
#include <bit>
#include <cassert>
#include <charconv>
#include <cstddef>
#include <limits>
#include <string>
#include <system_error>

namespace assay::text {

namespace {

constexpr int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

bool starts_with_sign(std::string_view text) {
  return !text.empty() && (text[0] == '+' || text[0] == '-');
}

std::string_view without_sign(std::string_view text) {
  return starts_with_sign(text) ? text.substr(1) : text;
}

bool is_negative(std::string_view text) {
  return !text.empty() && text[0] == '-';
}

bool is_hexadecimal(std::string_view magnitude) {
  return magnitude.starts_with("0x");
}

/// Takes digits with single underscores between them off the front; false if there are none or an underscore is amiss.
bool take_digits(std::string_view& text, int base) {
  std::size_t at = 0;
  bool digit_before = false;
  for (; at < text.size(); ++at) {
    if (digit_value(text[at]) < base) {
      digit_before = true;
    } else if (text[at] == '_' && digit_before) {
      digit_before = false;
    } else {
      break;
    }
  }
  text.remove_prefix(at);
  return digit_before;
}

bool take(std::string_view& text, char lower, char upper) {
  if (text.empty() || (text[0] != lower && text[0] != upper)) return false;
  text.remove_prefix(1);
  return true;
}

/// An exponent, far beyond the range of any float clamped. Takes sign and digits off the front.
std::int64_t take_exponent(std::string_view& text) {
  constexpr std::int64_t most = std::int64_t{1} << 40;
  const bool negative = is_negative(text);
  text = without_sign(text);
  std::int64_t value = 0;
  for (; !text.empty(); text.remove_prefix(1)) {
    if (text[0] != '_' && value < most) value = value * 10 + digit_value(text[0]);
  }
  return negative ? -value : value;
}

/// What the two formats differ in.
struct FloatFormat {
  int fraction_bits;
  int exponent_bits;
  [[nodiscard]] constexpr int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  [[nodiscard]] constexpr std::uint64_t infinity() const {
    return ((std::uint64_t{1} << exponent_bits) - 1) << fraction_bits;
  }
  [[nodiscard]] constexpr std::uint64_t sign() const { return std::uint64_t{1} << (fraction_bits + exponent_bits); }
};

constexpr FloatFormat format32{.fraction_bits = 23, .exponent_bits = 8};
constexpr FloatFormat format64{.fraction_bits = 52, .exponent_bits = 11};

/// significand * 2^exponent, more than nothing below it if `inexact`, to the nearest float, ties to even.
/// Infinity if it is too large.
std::uint64_t round_to_float(std::uint64_t significand, std::int64_t exponent, bool inexact, FloatFormat format) {
  if (significand == 0) return 0;  // digits are kept from the first that is not zero, so nothing lies below either
  const int shift = std::countl_zero(significand);
  significand <<= shift;
  exponent += 63 - shift;  // now the value is 1.xxx * 2^exponent
  if (exponent > format.bias()) return format.infinity();
  // A normal number keeps fraction_bits after the leading bit, a subnormal one fewer.
  const std::int64_t least_exponent = 1 - format.bias();
  int dropped = 63 - format.fraction_bits;
  if (exponent < least_exponent) {
    const std::int64_t more = least_exponent - exponent;
    if (more > format.fraction_bits + 1) return 0;
    dropped += static_cast<int>(more);
  }
  assert(dropped >= 1 && dropped <= 64);
  const std::uint64_t kept = dropped == 64 ? 0 : significand >> dropped;
  const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
  const std::uint64_t rest = dropped == 64 ? significand : significand & ((half << 1) - 1);
  const bool up = rest > half || (rest == half && (inexact || (kept & 1U) != 0));
  // The leading bit of a normal number is added to the exponent field, and so is a carry of rounding.
  const std::uint64_t field = exponent < least_exponent ? 0 : static_cast<std::uint64_t>(exponent - least_exponent);
  return (field << format.fraction_bits) + kept + (up ? 1 : 0);
}

/// Magnitude bits of a hexadecimal float without its `0x`.
std::uint64_t hexadecimal_bits(std::string_view text, FloatFormat format) {
  std::uint64_t significand = 0;
  std::int64_t exponent = 0;
  bool inexact = false;
  bool after_point = false;
  for (; !text.empty() && text[0] != 'p' && text[0] != 'P'; text.remove_prefix(1)) {
    if (text[0] == '_') continue;
    if (text[0] == '.') {
      after_point = true;
      continue;
    }
    const auto digit = static_cast<std::uint64_t>(digit_value(text[0]));
    if (significand >> 60U == 0) {
      significand = significand << 4U | digit;
      if (after_point) exponent -= 4;
    } else {
      inexact = inexact || digit != 0;
      if (!after_point) exponent += 4;
    }
  }
  if (!text.empty()) {
    text.remove_prefix(1);
    exponent += take_exponent(text);
  }
  return round_to_float(significand, exponent, inexact, format);
}

/// The decimal exponent of the first digit that is not zero; `text` has no underscores. Tells overflow from underflow.
std::int64_t decimal_magnitude(std::string_view text) {
  std::int64_t before_point = 0;
  std::int64_t zeros = 0;
  bool after_point = false;
  bool significant = false;
  std::size_t at = 0;
  for (; at < text.size() && text[at] != 'e' && text[at] != 'E'; ++at) {
    if (text[at] == '.') {
      after_point = true;
    } else {
      significant = significant || text[at] != '0';
      if (!after_point && significant) ++before_point;
      if (after_point && !significant) ++zeros;
    }
  }
  std::int64_t exponent = 0;
  if (at < text.size()) {
    text.remove_prefix(at + 1);
    exponent = take_exponent(text);
  }
  return exponent + (before_point > 0 ? before_point : -zeros);
}

/// Magnitude bits of a decimal float.
template <class Float, class Bits>
std::uint64_t decimal_bits(std::string_view text, FloatFormat format) {
  std::array<char, 64> buffer;
  std::string longer;
  std::size_t size = 0;
  char* digits = buffer.data();
  if (text.size() > buffer.size()) {
    longer.resize(text.size());
    digits = longer.data();
  }
  for (const char c : text) {
    if (c != '_') digits[size++] = c;
  }
  Float value = 0;
  const auto result = std::from_chars(digits, digits + size, value);
  if (result.ec == std::errc::result_out_of_range) {
    return decimal_magnitude({digits, size}) > 0 ? format.infinity() : 0;
  }
  assert(result.ec == std::errc{});
  return std::bit_cast<Bits>(value);
}

template <class Float, class Bits>
std::optional<Bits> float_bits(std::string_view text, FloatFormat format) {
  const std::uint64_t sign = is_negative(text) ? format.sign() : 0;
  const std::string_view magnitude = without_sign(text);
  std::uint64_t bits = 0;
  if (magnitude == "inf") {
    bits = format.infinity();
  } else if (magnitude == "nan") {
    bits = format.infinity() | std::uint64_t{1} << (format.fraction_bits - 1);
  } else if (magnitude.starts_with("nan:")) {
    const auto payload = unsigned_value(magnitude.substr(4), (std::uint64_t{1} << format.fraction_bits) - 1);
    if (!payload || *payload == 0) return std::nullopt;
    bits = format.infinity() | *payload;
  } else {
    bits = is_hexadecimal(magnitude) ? hexadecimal_bits(magnitude.substr(2), format)
                                     : decimal_bits<Float, Bits>(magnitude, format);
    if (bits == format.infinity()) return std::nullopt;
  }
  return static_cast<Bits>(sign | bits);
}

}  // namespace

NumberForm number_form(std::string_view text) {
  text = without_sign(text);
  if (text.empty()) return NumberForm::none;
  if (text[0] == 'n' || text[0] == 'i') {
    if (text == "inf" || text == "nan") return NumberForm::float_;
    if (!text.starts_with("nan:0x")) return NumberForm::none;
    text.remove_prefix(6);
    return take_digits(text, 16) && text.empty() ? NumberForm::float_ : NumberForm::none;
  }
  const bool hexadecimal = is_hexadecimal(text);
  if (hexadecimal) text.remove_prefix(2);
  const int base = hexadecimal ? 16 : 10;
  if (!take_digits(text, base)) return NumberForm::none;
  if (text.empty()) return NumberForm::integer;
  if (take(text, '.', '.') && !text.empty() && digit_value(text[0]) < base && !take_digits(text, base)) {
    return NumberForm::none;
  }
  if (hexadecimal ? take(text, 'p', 'P') : take(text, 'e', 'E')) {
    text = without_sign(text);
    if (!take_digits(text, 10)) return NumberForm::none;
  }
  return text.empty() ? NumberForm::float_ : NumberForm::none;
}

std::optional<std::uint64_t> unsigned_value(std::string_view text, std::uint64_t most) {
  const bool hexadecimal = is_hexadecimal(text);
  if (hexadecimal) text.remove_prefix(2);
  const std::uint64_t base = hexadecimal ? 16 : 10;
  std::uint64_t value = 0;
  for (const char c : text) {
    if (c == '_') continue;
    const auto digit = static_cast<std::uint64_t>(digit_value(c));
    assert(digit < base);
    if (value > (std::numeric_limits<std::uint64_t>::max() - digit) / base) return std::nullopt;
    value = value * base + digit;
  }
  if (value > most) return std::nullopt;
  return value;
}

std::optional<std::uint64_t> integer_bits(std::string_view text, unsigned width) {
  assert(width >= 8 && width <= 64);
  const std::uint64_t mask = std::numeric_limits<std::uint64_t>::max() >> (64 - width);
  if (!is_negative(text)) return unsigned_value(without_sign(text), mask);
  const auto magnitude = unsigned_value(text.substr(1), (mask >> 1U) + 1);
  if (!magnitude) return std::nullopt;
  return (0 - *magnitude) & mask;
}

std::optional<std::uint32_t> f32_bits(std::string_view text) {
  return float_bits<float, std::uint32_t>(text, format32);
}

std::optional<std::uint64_t> f64_bits(std::string_view text) {
  return float_bits<double, std::uint64_t>(text, format64);
}

}  // namespace assay::text
