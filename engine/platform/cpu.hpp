// What the processor must be able to do before any other code of the engine may run.
#pragma once

namespace assay::platform {

/// The first feature of the baseline (x86-64-v2; nothing beyond the base on other machines) that this processor lacks,
/// or null when it has all.
const char* missing_cpu_feature();

}  // namespace assay::platform
