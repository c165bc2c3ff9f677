// How an engine works: one value.
#pragma once

#include "interp/settings.hpp"
#include "runtime/store.hpp"
#include "wasm/feature.hpp"

namespace assay::embedding {

struct Config {
  wasm::Features features{};
  interp::Settings interpreter{};
  runtime::StoreOptions store{};
};

}  // namespace assay::embedding
