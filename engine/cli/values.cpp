// Values on the command line.
#include "cli/values.hpp"

#include <array>
#include <charconv>
#include <cinttypes>
#include <cmath>
#include <cstdio>

#include "runtime/object.hpp"
#include "text/number_literal.hpp"

namespace assay::cli {

using runtime::Value;

namespace {

std::optional<Value> parse_vector(std::string_view word, wasm::ValueType type) {
  if (!word.starts_with("0x") || word.size() < 3 || word.size() > 34) return std::nullopt;
  wasm::V128 bits;
  for (const char digit : word.substr(2)) {
    unsigned value = 0;
    if (std::from_chars(&digit, &digit + 1, value, 16).ec != std::errc()) return std::nullopt;
    bits.hi = bits.hi << 4U | bits.lo >> 60U;
    bits.lo = bits.lo << 4U | value;
  }
  return Value{type, bits};
}

template <class Float>
std::string float_text(Float number, std::uint64_t bits, unsigned fraction_bits) {
  const char* sign = std::signbit(number) ? "-" : "";
  if (std::isinf(number)) return std::string(sign) + "inf";
  if (std::isnan(number)) {
    const std::uint64_t payload = bits & ((std::uint64_t{1} << fraction_bits) - 1);
    if (payload == std::uint64_t{1} << (fraction_bits - 1)) return std::string(sign) + "nan";
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%snan:0x%" PRIx64, sign, payload);
    return text.data();
  }
  // The shortest decimal that is read back as the same number.
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number);
  return {text.data(), end.ptr};
}

std::string reference_text(const Value& value) {
  const runtime::Ref ref = value.bits.lo;
  if (ref == runtime::null_ref) return "null";
  if (runtime::is_i31(ref)) return "i31 " + std::to_string(static_cast<std::int32_t>(runtime::i31_signed(ref)));
  switch (runtime::as_pointer<runtime::Object>(ref)->kind()) {
    case runtime::ObjectKind::struct_: return "a struct";
    case runtime::ObjectKind::array: return "an array";
    case runtime::ObjectKind::host: return "a host value";
    case runtime::ObjectKind::exception: return "an exception";
    case runtime::ObjectKind::function: return "a function";
  }
  return {};
}

}  // namespace

std::optional<Value> parse_value(std::string_view word, wasm::ValueType type) {
  if (type == wasm::i32 || type == wasm::i64) {
    const auto bits = text::integer_bits(word, type == wasm::i32 ? 32 : 64);
    if (!bits) return std::nullopt;
    return type == wasm::i32 ? Value::i32(static_cast<std::uint32_t>(*bits)) : Value::i64(*bits);
  }
  if (type == wasm::f32) {
    const auto bits = text::f32_bits(word);
    if (!bits) return std::nullopt;
    return Value{type, {*bits, 0}};
  }
  if (type == wasm::f64) {
    const auto bits = text::f64_bits(word);
    if (!bits) return std::nullopt;
    return Value{type, {*bits, 0}};
  }
  if (type.is_vector()) return parse_vector(word, type);
  if (type.is_reference() && type.is_nullable() && word == "null") return Value::ref(type, runtime::null_ref);
  return std::nullopt;
}

std::string print_value(const Value& value) {
  const wasm::ValueType type = value.type;
  const std::uint64_t bits = value.bits.lo;
  if (type == wasm::i32) return std::to_string(static_cast<std::int32_t>(static_cast<std::uint32_t>(bits)));
  if (type == wasm::i64) return std::to_string(static_cast<std::int64_t>(bits));
  if (type == wasm::f32) return float_text(std::bit_cast<float>(static_cast<std::uint32_t>(bits)), bits, 23);
  if (type == wasm::f64) return float_text(std::bit_cast<double>(bits), bits, 52);
  if (type.is_vector()) {
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "0x%016" PRIx64 "%016" PRIx64, value.bits.hi, value.bits.lo);
    return text.data();
  }
  return reference_text(value);
}

}  // namespace assay::cli
