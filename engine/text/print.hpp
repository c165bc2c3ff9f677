// From a Module to its text.
#pragma once

#include <cstdint>
#include <string>

#include "wasm/module.hpp"

namespace assay::text {

/// Whether the name section's names become identifiers.
enum class PrintedNames : std::uint8_t { ignore, use };

struct PrintOptions {
  PrintedNames names = PrintedNames::use;
};

/// The module as readable text: one field after the other, instructions flat and indented by nesting, indices in
/// comments beside what they count. parse_module reads it back as the same module if integers and types in bodies have
/// their shortest form and no declaration of locals is empty: as all compilers but some linkers write them.
///
/// Types are named by index wherever they are used. Floats parse back to the same bits. Custom sections, that of names
/// included, are @custom annotations with their place; branch hints are annotations at their instructions, if that says
/// the same. `(@data_count)` is our own annotation, for modules with an idle data count section.
///
/// m need not be valid. What cannot be decoded in a body becomes a comment. Linear in time and size but for
/// indentation, which is limited, and for locals, of which text names each: 50,000 in a function of ten bytes.
[[nodiscard]] std::string print(const wasm::Module& module, const PrintOptions& options = {});

}  // namespace assay::text
