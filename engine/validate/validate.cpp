// The list of what is checked.
#include "validate/validate.hpp"

#include "validate/module_rules.hpp"

namespace assay::validate {

namespace {

wasm::Result<void> check(ModuleTypes& types) {
  const wasm::Module& module = types.module();
  if (auto checked = check_limits(module, types.limits()); !checked) return checked;
  if (auto checked = check_type_indexes(module, types.limits()); !checked) return checked;
  types.canonicalize_types();
  if (auto checked = check_supertypes(types); !checked) return checked;
  if (auto checked = check_definitions(module, types.features()); !checked) return checked;
  types.canonicalize_definitions();
  if (auto checked = check_exports(types); !checked) return checked;
  if (auto checked = check_start(types); !checked) return checked;
  if (auto checked = check_initializers(types); !checked) return checked;
  return check_bodies(types);
}

}  // namespace

wasm::Result<ValidModule> validate(wasm::Module module, TypeRegistry& registry, wasm::Features features,
                                   const wasm::ImplementationLimits& limits) {
  auto types = std::make_unique<ModuleTypes>(std::move(module), registry, features, limits);
  if (auto checked = check(*types); !checked) return std::unexpected(std::move(checked.error()));
  return ValidModule(std::move(types));
}

std::unexpected<wasm::Error> refusal(wasm::ErrorKind kind, const char* message, std::string detail) {
  return std::unexpected(wasm::Error{.kind = kind, .place = {}, .message = message, .detail = std::move(detail)});
}

std::unexpected<wasm::Error> unknown(const char* message, std::size_t index, std::size_t count) {
  return refusal(wasm::ErrorKind::invalid, message, "index " + std::to_string(index) + ", of " + std::to_string(count));
}

}  // namespace assay::validate
