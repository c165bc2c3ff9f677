// Rules for the type section: what its indexes name, and that types match the supertypes they declare.
#include <cstdint>
#include <string>
#include <vector>

#include "validate/messages.hpp"
#include "validate/module_rules.hpp"
#include "validate/subtyping.hpp"

namespace assay::validate {

using wasm::ErrorKind;
using wasm::TypeIndex;
using wasm::ValueType;

namespace {

// Types may mention those of their own group and of earlier ones.
wasm::Result<void> check_value(ValueType type, std::size_t end) {
  if (!type.is_reference() || !type.heap().is_index() || type.heap().index().value < end) return {};
  return unknown(message::unknown_type, type.heap().index().value, end);
}

wasm::Result<void> check_composite(const wasm::SubType& type, std::size_t end) {
  for (const ValueType param : type.func.params) {
    if (auto checked = check_value(param, end); !checked) return checked;
  }
  for (const ValueType result : type.func.results) {
    if (auto checked = check_value(result, end); !checked) return checked;
  }
  for (const wasm::FieldType& field : type.fields) {
    if (auto checked = check_value(field.storage, end); !checked) return checked;
  }
  return {};
}

// A supertype comes before its subtypes, even within a group.
wasm::Result<void> check_super(const wasm::SubType& type, std::size_t index) {
  if (type.supertypes.size() > 1) {
    return refusal(ErrorKind::invalid, message::sub_type, "type " + std::to_string(index) + " has several");
  }
  if (!type.supertypes.empty() && type.supertypes.front().value >= index) {
    return unknown(message::unknown_type, type.supertypes.front().value, index);
  }
  return {};
}

}  // namespace

wasm::Result<void> check_type_indexes(const wasm::Module& module, const wasm::ImplementationLimits& limits) {
  std::vector<std::uint32_t> depths;
  depths.reserve(module.types.size());
  for (const wasm::RecGroup& group : module.rec_groups) {
    const std::size_t end = group.first.value + group.count;
    for (std::size_t i = group.first.value; i < end; ++i) {
      const wasm::SubType& type = module.types[TypeIndex(i)];
      if (auto checked = check_composite(type, end); !checked) return checked;
      if (auto checked = check_super(type, i); !checked) return checked;
      depths.push_back(type.supertypes.empty() ? 0 : depths[type.supertypes.front().value] + 1);
      if (depths.back() > limits.subtype_depth) {
        return refusal(ErrorKind::limit, "subtyping too deep", "type " + std::to_string(i));
      }
    }
  }
  return {};
}

wasm::Result<void> check_supertypes(const ModuleTypes& types) {
  const TypeRegistry& registry = types.registry();
  for (std::size_t i = 0; i < types.module().types.size(); ++i) {
    const wasm::SubType& type = types.type(types.canonical(TypeIndex(i))).sub;
    if (type.supertypes.empty()) continue;
    const wasm::SubType& super = registry.type(type.supertypes.front()).sub;
    if (super.final || !composite_matches(type, super, registry)) {
      return refusal(ErrorKind::invalid, message::sub_type,
                     "type " + std::to_string(i) + (super.final ? ", whose super type is final" : ""));
    }
  }
  return {};
}

}  // namespace assay::validate
