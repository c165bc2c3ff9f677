// The named configurations.
#include "variants/variants.hpp"

#include <array>

namespace assay::variants {

namespace {

using interp::Dispatch;
using interp::Metering;

embedding::Config interpreter(Dispatch dispatch, Metering metering = Metering::off) {
  embedding::Config config;
  config.interpreter = {.dispatch = dispatch, .metering = metering};
  return config;
}

embedding::Config with_stress(embedding::Config config) {
  config.store.heap.stress = true;
  return config;
}

}  // namespace

std::span<const Variant> variants() {
  static const std::array all = {
      Variant{"interp", "the interpreter, handlers tail-calling one another", interpreter(Dispatch::threaded)},
      Variant{"interp-loop", "the interpreter, handlers returning to a loop", interpreter(Dispatch::looped)},
      Variant{"interp-metered", "the interpreter, counting fuel", interpreter(Dispatch::looped, Metering::on)},
      Variant{"interp-gc-stress", "the interpreter, collecting at every allocation and poisoning what died",
              with_stress(interpreter(Dispatch::looped))},
  };
  return all;
}

const Variant* find(std::string_view name) {
  for (const Variant& variant : variants()) {
    if (variant.name == name) return &variant;
  }
  return nullptr;
}

std::string_view reason_not_to_run(const Variant& variant) {
  if (!interp::is_available(variant.config.interpreter.dispatch)) {
    return "threaded dispatch needs tail calls that only clang promises";
  }
  return {};
}

}  // namespace assay::variants
