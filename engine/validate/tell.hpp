// Telling the client of an instruction that has its own typing, but a fixed number of popped operands.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "validate/client.hpp"
#include "wasm/opcode.hpp"
#include "wasm/types.hpp"

namespace assay::validate {

/// An instruction without a result; `values` are what it popped, bottom first.
template <class R, class... Values>
void tell(R& r, wasm::Opcode opcode, const Immediates& immediates, const Values&... values) {
  using Value = typename R::Value;
  const std::array<Value, sizeof...(values)> popped{values...};
  if (r.live()) r.client.operation(r, opcode, immediates, std::span<const Value>(popped), std::span<Value>());
}

/// An instruction with one result, which is pushed.
template <class R, class... Values>
void tell_and_push(R& r, wasm::Opcode opcode, const Immediates& immediates, wasm::ValueType result,
                   const Values&... values) {
  using Value = typename R::Value;
  const std::array<Value, sizeof...(values)> popped{values...};
  Value made{};
  if (r.live()) r.client.operation(r, opcode, immediates, std::span<const Value>(popped), std::span<Value>(&made, 1));
  r.push_val(result, made);
}

}  // namespace assay::validate
