// From a module to bytes or text and back: what comes back must be the same module.
#pragma once

#include <string>

#include "wasm/error.hpp"
#include "wasm/module.hpp"

namespace assay::fuzz {

/// decode(encode(m)) is m, and encodes to the same bytes again. Empty, or what went wrong.
std::string check_encoding(const wasm::Module& module);

/// parse(print(m)) is m, for a valid m whose bodies are in their shortest form; for any other valid m, what is printed
/// is a module that prints alike. Empty, or what went wrong.
std::string check_printing(const wasm::Module& module);

/// The error's place, if it has one, lies in `size` bytes. Empty, or what is wrong.
std::string check_place(const wasm::Error& error, std::size_t size);

/// The error's place is a line and column of the text. Empty, or what is wrong.
std::string check_place(const wasm::Error& error, std::string_view text);

}  // namespace assay::fuzz
