// From bytes through every room that reads them.
#include "fuzz/check/check_module.hpp"

#include "binary/branch_hints.hpp"
#include "binary/decode.hpp"
#include "binary/names.hpp"
#include "fuzz/check/check_running.hpp"
#include "fuzz/check/round_trips.hpp"
#include "text/parse.hpp"
#include "text/print.hpp"
#include "validate/validate.hpp"

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
    if (verdict.finding.empty()) verdict.finding = check_printing_of_invalid(*module);
    return verdict;
  }
  verdict.stage = Stage::valid;
  verdict.had_bodies = has_bodies(*module);
  verdict.finding = check_printing(*module);
  if (depth == Depth::validate || !verdict.finding.empty()) return verdict;
  check_running(*module, verdict);
  return verdict;
}

}  // namespace assay::fuzz
