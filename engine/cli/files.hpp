// What comes in and goes out: files, standard input and output by the name `-`.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wasm/error.hpp"

namespace assay::cli {

struct Input {
  std::string name;  ///< for messages
  std::string content;

  /// Whether it is a binary module: by its content, which begins with a zero byte; what is named .wasm is meant to be
  /// one whatever it begins with.
  [[nodiscard]] bool is_binary() const;
  [[nodiscard]] std::vector<std::byte> bytes() const;
};

/// What messages call an input.
[[nodiscard]] std::string name_of_input(const std::string& path);

/// Errors: usage, if it cannot be read.
[[nodiscard]] wasm::Result<Input> read_input(const std::string& path);

/// Writes all of it, replacing what is there. Errors: usage.
[[nodiscard]] wasm::Result<void> write_output(const std::string& path, std::string_view content);

inline std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace assay::cli
