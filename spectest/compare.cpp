// Whether a result is what a script expects.
#include "spectest/compare.hpp"

#include <array>
#include <cinttypes>
#include <cstdio>

#include "runtime/object.hpp"

namespace assay::spectest {

using runtime::Object;
using runtime::ObjectKind;
using runtime::Ref;
using runtime::Value;
using text::LaneShape;
using text::NumberPattern;
using text::ResultPattern;

namespace {

enum class Width : unsigned { bits32 = 32, bits64 = 64 };

/// spec: NaN classes; canonical: only the topmost bit of the fraction, arithmetic: that bit and any others.
bool is_nan(std::uint64_t bits, unsigned width, NumberPattern::Kind kind) {
  const unsigned fraction = width == 32 ? 23 : 52;
  const std::uint64_t quiet = std::uint64_t{1} << (fraction - 1);
  const std::uint64_t fraction_mask = (std::uint64_t{1} << fraction) - 1;
  const std::uint64_t exponent = ((std::uint64_t{1} << (width - 1 - fraction)) - 1) << fraction;
  if ((bits & exponent) != exponent) return false;
  const std::uint64_t payload = bits & fraction_mask;
  return kind == NumberPattern::Kind::nan_canonical ? payload == quiet : (payload & quiet) != 0;
}

bool matches_number(std::uint64_t bits, unsigned width, const NumberPattern& pattern) {
  if (pattern.kind != NumberPattern::Kind::bits) return is_nan(bits, width, pattern.kind);
  const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  return ((bits ^ pattern.bits) & mask) == 0;
}

std::uint64_t lane(const wasm::V128& bits, unsigned width, unsigned index) {
  const unsigned at = width * index;
  const std::uint64_t half = at < 64 ? bits.lo : bits.hi;
  const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  return half >> (at % 64) & mask;
}

const Object* object_of(Ref ref) {
  return ref == runtime::null_ref || runtime::is_i31(ref) ? nullptr : runtime::as_pointer<const Object>(ref);
}

bool has_kind(Ref ref, ObjectKind kind) {
  const Object* object = object_of(ref);
  return object != nullptr && object->kind() == kind;
}

bool is_host(Ref ref, std::uint64_t number) {
  return has_kind(ref, ObjectKind::host) && runtime::as_pointer<const runtime::HostObject>(ref)->payload == number;
}

const char* name_of(LaneShape shape) {
  switch (shape) {
    case LaneShape::i8x16: return "i8x16";
    case LaneShape::i16x8: return "i16x8";
    case LaneShape::i32x4: return "i32x4";
    case LaneShape::i64x2: return "i64x2";
    case LaneShape::f32x4: return "f32x4";
    case LaneShape::f64x2: return "f64x2";
  }
  return "";
}

std::string number_text(std::uint64_t bits, unsigned width, bool is_float) {
  std::array<char, 96> text{};
  if (is_float && width == 32) {
    std::snprintf(text.data(), text.size(), "%.9g (0x%08" PRIx64 ")",
                  static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits))), bits);
  } else if (is_float) {
    std::snprintf(text.data(), text.size(), "%.17g (0x%016" PRIx64 ")", std::bit_cast<double>(bits), bits);
  } else {
    const std::int64_t number = static_cast<std::int64_t>(bits << (64 - width)) >> (64 - width);
    std::snprintf(text.data(), text.size(), "%" PRId64, number);
  }
  return text.data();
}

std::string pattern_text(const NumberPattern& pattern, unsigned width, bool is_float) {
  switch (pattern.kind) {
    case NumberPattern::Kind::bits: return number_text(pattern.bits, width, is_float);
    case NumberPattern::Kind::nan_canonical: return "nan:canonical";
    case NumberPattern::Kind::nan_arithmetic: return "nan:arithmetic";
  }
  return "";
}

unsigned width_of(wasm::ValueType type) {
  return wasm::byte_size(type) * 8;
}
bool is_float(wasm::ValueType type) {
  return type == wasm::f32 || type == wasm::f64;
}

template <class T>
std::string join(std::span<const T> items) {
  std::string text;
  for (const T& item : items) {
    if (!text.empty()) text += ' ';
    text += to_string(item);
  }
  return text.empty() ? "nothing" : text;
}

std::string reference_text(Ref ref) {
  if (ref == runtime::null_ref) return "null";
  if (runtime::is_i31(ref)) return "i31 " + std::to_string(runtime::i31_unsigned(ref));
  switch (runtime::as_pointer<const Object>(ref)->kind()) {
    case ObjectKind::struct_: return "a struct";
    case ObjectKind::array: return "an array";
    case ObjectKind::host:
      return "host value " + std::to_string(runtime::as_pointer<const runtime::HostObject>(ref)->payload);
    case ObjectKind::exception: return "an exception";
    case ObjectKind::function: return "a function";
  }
  return "";
}

}  // namespace

bool matches(const Value& value, const ResultPattern& pattern) {
  const Ref ref = value.bits.lo;
  const bool is_reference = value.type.is_reference();
  switch (pattern.kind) {
    case ResultPattern::Kind::number:
      return value.type == pattern.type && matches_number(ref, width_of(value.type), pattern.number);
    case ResultPattern::Kind::vector: {
      if (!value.type.is_vector()) return false;
      const unsigned width = text::lane_bits(pattern.shape);
      for (unsigned i = 0; i < text::lane_count(pattern.shape); ++i) {
        if (!matches_number(lane(value.bits, width, i), width, pattern.lanes[i])) return false;
      }
      return true;
    }
    case ResultPattern::Kind::null: return is_reference && ref == runtime::null_ref;
    case ResultPattern::Kind::func: return is_reference && has_kind(ref, ObjectKind::function);
    case ResultPattern::Kind::extern_:
      return is_reference && ref != runtime::null_ref && (!pattern.has_host || is_host(ref, pattern.host));
    case ResultPattern::Kind::any_host: return is_reference && is_host(ref, pattern.host);
    case ResultPattern::Kind::any:
      return is_reference && ref != runtime::null_ref && !has_kind(ref, ObjectKind::function) &&
             !has_kind(ref, ObjectKind::exception);
    case ResultPattern::Kind::eq:
      return is_reference &&
             (runtime::is_i31(ref) || has_kind(ref, ObjectKind::struct_) || has_kind(ref, ObjectKind::array));
    case ResultPattern::Kind::i31: return is_reference && runtime::is_i31(ref);
    case ResultPattern::Kind::struct_: return is_reference && has_kind(ref, ObjectKind::struct_);
    case ResultPattern::Kind::array: return is_reference && has_kind(ref, ObjectKind::array);
    case ResultPattern::Kind::exn: return is_reference && has_kind(ref, ObjectKind::exception);
    case ResultPattern::Kind::either:
      for (const ResultPattern& alternative : pattern.alternatives) {
        if (matches(value, alternative)) return true;
      }
      return false;
  }
  return false;
}

std::string to_string(const Value& value) {
  if (value.type.is_reference()) return reference_text(value.bits.lo);
  if (value.type.is_vector()) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "v128:0x%016" PRIx64 "%016" PRIx64, value.bits.hi, value.bits.lo);
    return text.data();
  }
  return wasm::to_string(value.type) + ":" + number_text(value.bits.lo, width_of(value.type), is_float(value.type));
}

std::string to_string(const ResultPattern& pattern) {
  switch (pattern.kind) {
    case ResultPattern::Kind::number:
      return wasm::to_string(pattern.type) + ":" +
             pattern_text(pattern.number, width_of(pattern.type), is_float(pattern.type));
    case ResultPattern::Kind::vector: {
      std::string text = name_of(pattern.shape);
      for (const NumberPattern& lane : pattern.lanes) {
        text += ' ' + pattern_text(lane, text::lane_bits(pattern.shape), text::has_float_lanes(pattern.shape));
      }
      return text;
    }
    case ResultPattern::Kind::null: return "null";
    case ResultPattern::Kind::func: return "a function";
    case ResultPattern::Kind::extern_:
    case ResultPattern::Kind::any_host:
      return pattern.has_host || pattern.kind == ResultPattern::Kind::any_host
                 ? "host value " + std::to_string(pattern.host)
                 : "an external reference";
    case ResultPattern::Kind::any: return "a reference";
    case ResultPattern::Kind::eq: return "an eq reference";
    case ResultPattern::Kind::i31: return "an i31";
    case ResultPattern::Kind::struct_: return "a struct";
    case ResultPattern::Kind::array: return "an array";
    case ResultPattern::Kind::exn: return "an exception";
    case ResultPattern::Kind::either: {
      std::string text = "either";
      for (const ResultPattern& alternative : pattern.alternatives) text += " (" + to_string(alternative) + ")";
      return text;
    }
  }
  return "";
}

std::string to_string(std::span<const Value> values) {
  return join(values);
}
std::string to_string(std::span<const ResultPattern> patterns) {
  return join(patterns);
}

bool same_message(std::string_view got, std::string_view expected) {
  return got.starts_with(expected) || expected.starts_with(got);
}

}  // namespace assay::spectest
