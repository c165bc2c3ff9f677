// Values as words: arguments read, results written.
#include "cli/values.hpp"

#include <array>
#include <cinttypes>
#include <cstdio>

#include "runtime/object.hpp"
#include "text/literal_text.hpp"
#include "text/number_literal.hpp"

namespace assay::cli {

using runtime::Value;

namespace {

constexpr std::size_t half_digits = 16;

std::optional<std::uint64_t> hexadecimal(std::string_view digits) {
  if (digits.empty()) return 0;
  return text::unsigned_value("0x" + std::string(digits), UINT64_MAX);
}

std::optional<wasm::V128> read_vector(std::string_view word) {
  if (!word.starts_with("0x") || text::number_form(word) != text::NumberForm::integer) return std::nullopt;
  const std::string_view digits = word.substr(2);
  if (digits.size() > 2 * half_digits || digits.find('_') != std::string_view::npos) return std::nullopt;
  const std::size_t high = digits.size() - std::min(digits.size(), half_digits);
  const auto hi = hexadecimal(digits.substr(0, high));
  const auto lo = hexadecimal(digits.substr(high));
  if (!hi || !lo) return std::nullopt;
  return wasm::V128{*lo, *hi};
}

std::optional<Value> read_reference(std::string_view word, wasm::ValueType type, runtime::Store& store) {
  if (word == "null") return type.is_nullable() ? std::optional(Value::ref(type, runtime::null_ref)) : std::nullopt;
  if (type.heap().is_index() || text::number_form(word) != text::NumberForm::integer) return std::nullopt;
  switch (type.heap().abstract()) {
    case wasm::AbstractHeap::extern_: {
      const bool has_sign = word.starts_with('-') || word.starts_with('+');
      const auto number = has_sign ? std::nullopt : text::unsigned_value(word, UINT64_MAX);
      if (!number) return std::nullopt;
      const runtime::HostObject* object = store.heap().allocate_host(*number);
      return object == nullptr ? std::nullopt : std::optional(Value::ref(type, runtime::to_ref(object)));
    }
    case wasm::AbstractHeap::any:
    case wasm::AbstractHeap::eq:
    case wasm::AbstractHeap::i31: {
      const auto bits = text::integer_bits(word, 32);
      if (!bits) return std::nullopt;
      return Value::ref(type, runtime::make_i31(static_cast<std::uint32_t>(*bits)));
    }
    case wasm::AbstractHeap::func:
    case wasm::AbstractHeap::nofunc:
    case wasm::AbstractHeap::noextern:
    case wasm::AbstractHeap::struct_:
    case wasm::AbstractHeap::array:
    case wasm::AbstractHeap::none:
    case wasm::AbstractHeap::exn:
    case wasm::AbstractHeap::noexn:
    case wasm::AbstractHeap::bottom:
    case wasm::AbstractHeap::count_: return std::nullopt;
  }
  return std::nullopt;
}

std::string write_reference(runtime::Ref ref) {
  if (ref == runtime::null_ref) return "null";
  if (runtime::is_i31(ref)) {
    return "i31 " + std::to_string(static_cast<std::int32_t>(runtime::i31_signed(ref)));
  }
  switch (runtime::as_pointer<const runtime::Object>(ref)->kind()) {
    case runtime::ObjectKind::struct_: return "struct";
    case runtime::ObjectKind::array:
      return "array of " + std::to_string(runtime::as_pointer<const runtime::Array>(ref)->length);
    case runtime::ObjectKind::host:
      return "host value " + std::to_string(runtime::as_pointer<const runtime::HostObject>(ref)->payload);
    case runtime::ObjectKind::exception: return "exception";
    case runtime::ObjectKind::function: {
      const auto& func = *runtime::as_pointer<const runtime::FuncInstance>(ref);
      return func.host != nullptr ? "host function" : "function " + std::to_string(func.index.value);
    }
  }
  return "";
}

}  // namespace

std::optional<Value> read_value(std::string_view word, wasm::ValueType type, runtime::Store& store) {
  if (type.is_reference()) return read_reference(word, type, store);
  if (type.is_vector()) {
    const auto bits = read_vector(word);
    return bits ? std::optional(Value::v128(*bits)) : std::nullopt;
  }
  const text::NumberForm form = text::number_form(word);
  const bool is_float = type == wasm::f32 || type == wasm::f64;
  if (form == text::NumberForm::none || (form == text::NumberForm::float_ && !is_float)) return std::nullopt;
  std::optional<std::uint64_t> bits;
  if (type == wasm::f32) {
    bits = text::f32_bits(word);
  } else if (type == wasm::f64) {
    bits = text::f64_bits(word);
  } else {
    bits = text::integer_bits(word, wasm::byte_size(type) * 8);
  }
  return bits ? std::optional(Value{type, {*bits, 0}}) : std::nullopt;
}

std::string write_value(const Value& value) {
  const std::uint64_t bits = value.bits.lo;
  switch (value.type.kind()) {
    case wasm::ValueKind::i32: return std::to_string(static_cast<std::int32_t>(static_cast<std::uint32_t>(bits)));
    case wasm::ValueKind::i64: return std::to_string(static_cast<std::int64_t>(bits));
    case wasm::ValueKind::f32: return text::f32_text(static_cast<std::uint32_t>(bits));
    case wasm::ValueKind::f64: return text::f64_text(bits);
    case wasm::ValueKind::v128: {
      std::array<char, 40> digits{};
      std::snprintf(digits.data(), digits.size(), "0x%016" PRIx64 "%016" PRIx64, value.bits.hi, bits);
      return digits.data();
    }
    case wasm::ValueKind::ref: return write_reference(bits);
    case wasm::ValueKind::bottom:
    case wasm::ValueKind::i8:
    case wasm::ValueKind::i16: break;
  }
  return "";
}

std::string write_values(std::span<const Value> values) {
  std::string line;
  for (const Value& value : values) {
    if (!line.empty()) line += ' ';
    line += write_value(value);
  }
  return line;
}

}  // namespace assay::cli
