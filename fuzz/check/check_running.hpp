// What must hold for every valid module: it can be translated, and run to an end.
#pragma once

#include "fuzz/check/verdict.hpp"
#include "wasm/module.hpp"

namespace assay::fuzz {

/// Translates every function, instantiates the module with imports made to measure, and invokes what it exports with
/// zeros, with little fuel and memory, once with each dispatch and, where there are objects, collecting at every
/// allocation the second time: results or errors, the same ones each time. The module must be valid. Memories and
/// tables are made small and, where code waits on them, unshared.
void check_running(wasm::Module module, Verdict& verdict);

}  // namespace assay::fuzz
