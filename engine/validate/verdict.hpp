// For the tests of this room: what the validator says of a module in the text format.
#pragma once

#include <string>
#include <string_view>

#include "wasm/feature.hpp"
#include "wasm/limits.hpp"
#include "wasm/module.hpp"

namespace assay::validate {

/// The module, which must parse. Defined beside the tests, as only they may read text.
wasm::Module parse(std::string_view wat);

/// "valid", or the error without its place: "invalid: type mismatch: expected i32, found f64".
std::string verdict(std::string_view wat, wasm::Features features = {},
                    const wasm::ImplementationLimits& limits = wasm::implementation_limits);
std::string verdict(wasm::Module module, wasm::Features features = {},
                    const wasm::ImplementationLimits& limits = wasm::implementation_limits);

/// The verdict on one function with this body, in a module with the given other fields.
std::string verdict_of_body(std::string_view body, std::string_view fields = {});

}  // namespace assay::validate
