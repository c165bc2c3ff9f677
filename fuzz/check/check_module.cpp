// From bytes through every room that reads them.
#include "fuzz/check/check_module.hpp"

#include "binary/branch_hints.hpp"
#include "binary/decode.hpp"
#include "binary/names.hpp"
#include "fuzz/check/check_running.hpp"
#include "fuzz/check/round_trips.hpp"
#include "fuzz/random.hpp"
#include "text/parse.hpp"
#include "text/print.hpp"
#include "validate/validate.hpp"
#include "wasm/feature.hpp"

namespace assay::fuzz {

namespace {

bool has_bodies(const wasm::Module& module) {
  return module.functions.size() > module.imported_functions;
}

bool lies_in_a_body(const wasm::Module& module, const wasm::Place& place) {
  if (place.form != wasm::Place::Form::bytes) return false;
  for (const wasm::Function& function : module.functions) {
    if (function.body.size != 0 && place.offset >= function.body.offset &&
        place.offset <= std::size_t{function.body.offset} + function.body.size) {
      return true;
    }
  }
  return false;
}

/// Custom sections: an error or a meaning.
std::string check_customs(const wasm::Module& module) {
  if (const auto names = binary::decode_names(module); !names) {
    if (auto wrong = check_place(names.error(), module.bytes.size()); !wrong.empty()) return wrong;
  }
  const auto hints = binary::decode_branch_hints(module);
  if (!hints) return check_place(hints.error(), module.bytes.size());
  if (const auto checked = binary::check_branch_hints(module, *hints); !checked) {
    return check_place(checked.error(), module.bytes.size());
  }
  return {};
}

/// Some of the features, others for other bytes.
wasm::Features some_features(std::span<const std::byte> bytes) {
  std::uint64_t sum = 0;
  for (const std::byte byte : bytes) sum = sum * 31 + static_cast<std::uint8_t>(byte);
  Random random(sum);
  wasm::Features features;
  const std::size_t share = random.between(1, 8);
  for (unsigned i = 1; i < static_cast<unsigned>(wasm::Feature::count_); ++i) {
    if (random.one_in(share)) features.disable(static_cast<wasm::Feature>(i));
  }
  return features;
}

/// With fewer features, fewer modules are valid.
std::string check_fewer_features(std::span<const std::byte> bytes, bool is_valid) {
  const wasm::Features features = some_features(bytes);
  auto module = binary::decode_copy(bytes, features);
  if (!module) return check_place(module.error(), bytes.size());
  validate::TypeRegistry registry;
  const auto valid = validate::validate(std::move(*module), registry, features);
  if (!valid) return check_place(valid.error(), bytes.size());
  if (is_valid) return {};
  std::string finding = "valid only without:";
  for (unsigned i = 0; i < static_cast<unsigned>(wasm::Feature::count_); ++i) {
    const auto feature = static_cast<wasm::Feature>(i);
    if (!features.has(feature)) finding += " " + std::string(wasm::feature_facts[feature].name);
  }
  return finding;
}

/// What is printed of a module that is not valid is a module or not, in order.
std::string check_printing_of_invalid(const wasm::Module& module) {
  const std::string text = text::print(module);
  const auto parsed = text::parse_module(text);
  return parsed ? std::string() : check_place(parsed.error(), text);
}

}  // namespace

Verdict check_module(std::span<const std::byte> bytes, Depth depth) {
  Verdict verdict;
  const auto module = binary::decode_copy(bytes);
  if (!module) {
    verdict.refusal = to_string(module.error());
    verdict.finding = check_place(module.error(), bytes.size());
    if (verdict.finding.empty() && module.error().place.form == wasm::Place::Form::none) {
      verdict.finding = "no place: " + verdict.refusal;
    }
    if (verdict.finding.empty()) verdict.finding = check_fewer_features(bytes, false);
    return verdict;
  }
  verdict.stage = Stage::definitions;
  if (verdict.finding = check_encoding(*module); !verdict.finding.empty()) return verdict;
  if (verdict.finding = check_customs(*module); !verdict.finding.empty()) return verdict;
  if (depth == Depth::decode) return verdict;

  validate::TypeRegistry registry;
  const auto valid = validate::validate(wasm::Module(*module), registry);
  if (!valid) {
    if (lies_in_a_body(*module, valid.error().place)) {
      verdict.stage = Stage::bodies;
      verdict.had_bodies = true;
    }
    verdict.refusal = to_string(valid.error());
    verdict.finding = check_place(valid.error(), bytes.size());
    if (verdict.finding.empty()) verdict.finding = check_fewer_features(bytes, false);
    if (verdict.finding.empty()) verdict.finding = check_printing_of_invalid(*module);
    return verdict;
  }
  verdict.stage = Stage::valid;
  if (verdict.finding = check_fewer_features(bytes, true); !verdict.finding.empty()) return verdict;
  verdict.had_bodies = has_bodies(*module);
  verdict.finding = check_printing(*module);
  if (depth == Depth::validate || !verdict.finding.empty()) return verdict;
  check_running(*module, verdict);
  return verdict;
}

}  // namespace assay::fuzz
