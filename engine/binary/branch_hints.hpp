// The custom section that says which way branches usually go. spec: binary-branchhintsec
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "wasm/error.hpp"
#include "wasm/module.hpp"

namespace assay::binary {

inline constexpr std::string_view branch_hint_section = "metadata.code.branch_hint";

enum class Likelihood : std::uint8_t { unlikely = 0, likely = 1 };

/// The usual outcome of one `if` or `br_if`.
struct BranchHint {
  wasm::FuncIndex func;
  std::uint32_t offset = 0;  ///< of the instruction's opcode, from the first byte of the function's body
  Likelihood likelihood = Likelihood::unlikely;
  friend bool operator==(const BranchHint&, const BranchHint&) = default;
};

/// Reads the module's hints, ascending by function and offset; none without the section. An Error (malformed) says
/// nothing about the module's validity. Does not look at the bodies. Linear, at most 12 bytes per byte.
[[nodiscard]] wasm::Result<std::vector<BranchHint>> decode_branch_hints(const wasm::Module& module);

/// Whether every hint stands at an `if` or `br_if` of a defined function: an Error (invalid) at the first that does
/// not. `hints` as decode_branch_hints has them. Linear in hints and the bodies they are for.
[[nodiscard]] wasm::Result<void> check_branch_hints(const wasm::Module& module, std::span<const BranchHint> hints);

/// The content of the section; `hints` ascending by function and offset.
[[nodiscard]] std::vector<std::byte> encode_branch_hints(std::span<const BranchHint> hints);

}  // namespace assay::binary
