// Custom sections found by name and added at the end.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "wasm/module.hpp"

namespace assay::binary {

/// The first custom section of that name; null if there is none. The pointer lasts as long as module.customs.
[[nodiscard]] const wasm::CustomSection* find_custom(const wasm::Module& module, std::string_view name);

/// Adds a custom section that follows the section `after`; its bytes are appended to module.bytes, so spans into those
/// (names, hints) may dangle afterwards. `name` is at most 4 GiB, as is the sum.
void append_custom(wasm::Module& module, std::string_view name, std::span<const std::byte> content,
                   wasm::SectionId after);

}  // namespace assay::binary
