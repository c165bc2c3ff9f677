// A frame of the control stack: a block being read, or the function's body.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "wasm/types.hpp"

namespace assay::validate {

enum class FrameKind : std::uint8_t { function, block, loop, if_, else_, try_table, try_, catch_, catch_all };

/// What a block takes and leaves. Function types are referred to, never copied; a block with one result and no
/// parameters, the usual case, has it inline. spec: syntax-blocktype
struct BlockSignature {
  const wasm::FuncType* type = nullptr;  ///< if null: [] -> [single], or [] -> [] where `single` is bottom
  wasm::ValueType single = wasm::bottom;

  [[nodiscard]] std::span<const wasm::ValueType> params() const {
    return type == nullptr ? std::span<const wasm::ValueType>() : std::span<const wasm::ValueType>(type->params);
  }
  /// Valid as long as this object stays where it is.
  [[nodiscard]] std::span<const wasm::ValueType> results() const {
    if (type != nullptr) return type->results;
    return {&single, single == wasm::bottom ? 0U : 1U};
  }
};

template <class Label>
struct Control {
  FrameKind kind = FrameKind::function;
  bool unreachable = false;       ///< the rest of the block cannot be reached: its stack is polymorphic
  bool told = true;               ///< the client was told of the block; false for blocks in unreachable code
  std::uint32_t height = 0;       ///< of the operand stack, parameters not counted
  std::uint32_t init_height = 0;  ///< of the stack of locals initialized
  std::uint32_t stamp = 0;        ///< the reader's: the br_table that checked this label last
  BlockSignature signature;
  [[no_unique_address]] Label label{};

  /// What the block found on the stack; nothing for the function itself, whose parameters are locals.
  [[nodiscard]] std::span<const wasm::ValueType> params() const {
    return kind == FrameKind::function ? std::span<const wasm::ValueType>() : signature.params();
  }
  [[nodiscard]] std::span<const wasm::ValueType> results() const { return signature.results(); }
  /// What a branch to the block carries. spec: label_types
  [[nodiscard]] std::span<const wasm::ValueType> label_types() const {
    return kind == FrameKind::loop ? params() : results();
  }
  [[nodiscard]] std::size_t label_arity() const { return label_types().size(); }
};

}  // namespace assay::validate
