// The instructions whose row says everything: operands, results, immediates.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "binary/immediates.hpp"
#include "validate/client.hpp"
#include "validate/instruction_shapes.hpp"
#include "validate/read_indexes.hpp"

namespace assay::validate {

/// Checks an instruction with `params` operands and `results` results, and tells the client. The first operand is of
/// the type `first`, the others as the row says.
template <std::size_t params, std::size_t results, class R, class MakeImmediates>
void read_operation(R& r, const InstructionShape& shape, wasm::ValueType first, const MakeImmediates& immediates) {
  using Value = typename R::Value;
  const auto expected = [&](std::size_t i) { return i == 0 ? first : wasm::ValueType(shape.params[i]); };
  std::array<Value, params> values{};
  if (r.template top_is_exactly<params>(expected)) [[likely]] {
    for (std::size_t i = 0; i < params; ++i) values[i] = r.top(params)[i].value;
    r.drop_exactly(params);
  } else {
    for (std::size_t i = params; i-- > 0;) values[i] = r.pop_val(expected(i)).value;
  }
  std::array<Value, results> made{};
  if (r.live()) {
    r.client.operation(r, shape.opcode, immediates(), std::span<const Value>(values), std::span<Value>(made));
  }
  for (std::size_t i = 0; i < results; ++i) r.push_val(shape.results[i], made[i]);
}

/// Instructions that are their operands and results alone.
template <std::size_t params, class R>
void read_numeric(R& r, const InstructionShape& shape) {
  read_operation<params, 1>(r, shape, shape.params[0], [] { return Immediates{}; });
}

/// spec: valid-memarg. Gives the memory's address type.
template <class R>
wasm::ValueType read_memory_access(R& r, const InstructionShape& shape, binary::MemArg& memarg) {
  memarg = binary::read_memarg(r.bytes);
  const wasm::MemoryType* memory = find_memory(r, memarg.memory);
  if (memory == nullptr) return wasm::i32;
  if (r.violated(memarg.align_log2 > shape.alignment_log2)) [[unlikely]] {
    r.invalid(message::alignment_too_large);
  }
  if (r.violated(shape.atomic && memarg.align_log2 != shape.alignment_log2)) [[unlikely]] {
    r.invalid(message::alignment_not_natural);
  }
  if (memory->limits.address == wasm::AddressType::i64) return wasm::i64;
  if (r.violated(memarg.offset > UINT32_MAX)) [[unlikely]]
    r.invalid(message::offset_out_of_range);
  return wasm::i32;
}

/// Loads and stores. spec: valid-load-val, valid-store-val
template <std::size_t params, std::size_t results, class R>
void read_access(R& r, const InstructionShape& shape) {
  binary::MemArg memarg;
  const wasm::ValueType address = read_memory_access(r, shape, memarg);
  read_operation<params, results>(r, shape, address, [&] {
    Immediates immediates;
    immediates.memarg = memarg;
    return immediates;
  });
}

/// spec: valid-const
template <class R>
void read_const(R& r, const InstructionShape& shape) {
  using wasm::Immediate;
  wasm::V128 bits;
  if (shape.immediate == Immediate::i32) {
    bits.lo = static_cast<std::uint32_t>(r.bytes.read_s32());
  } else if (shape.immediate == Immediate::i64) {
    bits.lo = static_cast<std::uint64_t>(r.bytes.read_s64());
  } else if (shape.immediate == Immediate::f32) {
    bits.lo = r.bytes.template read_fixed<std::uint32_t>();
  } else if (shape.immediate == Immediate::f64) {
    bits.lo = r.bytes.template read_fixed<std::uint64_t>();
  } else {
    bits = binary::read_v128(r.bytes);
  }
  const wasm::ValueType type = shape.results[0];
  r.push_val(type, r.live() ? r.client.constant(r, type, bits) : typename R::Value{});
}

template <class R>
void check_lane(R& r, const InstructionShape& shape, std::uint8_t lane) {
  if (r.violated(lane >= shape.lanes)) [[unlikely]] {
    r.unknown(message::invalid_lane, lane, shape.lanes);
  }
}

/// Plain instructions of the rarer shapes.
template <class R>
void read_other(R& r, const InstructionShape& shape) {
  using wasm::Immediate;
  Immediates immediates;
  wasm::ValueType address = wasm::i32;
  if (shape.immediate == Immediate::memarg || shape.immediate == Immediate::memarg_lane) {
    address = read_memory_access(r, shape, immediates.memarg);
  }
  if (shape.immediate == Immediate::memarg_lane || shape.immediate == Immediate::lane) {
    immediates.lane = r.bytes.read_byte();
    check_lane(r, shape, immediates.lane);
  } else if (shape.immediate == Immediate::shuffle) {
    immediates.bytes = binary::read_v128(r.bytes);
    for (const std::uint8_t lane : wasm::lanes_of<std::uint8_t>(immediates.bytes)) check_lane(r, shape, lane);
  } else if (shape.immediate == Immediate::zero_byte) {
    binary::read_zero_byte(r.bytes);
  }

  using Value = typename R::Value;
  std::array<Value, 4> values{};
  for (std::size_t i = shape.param_count; i-- > 0;) {
    const wasm::ValueType expected = i == 0 && shape.takes_address ? address : wasm::ValueType(shape.params[i]);
    values[i] = r.pop_val(expected).value;
  }
  std::array<Value, 2> made{};
  if (r.live()) {
    r.client.operation(r, shape.opcode, immediates, std::span<const Value>(values).first(shape.param_count),
                       std::span<Value>(made).first(shape.result_count));
  }
  for (std::size_t i = 0; i < shape.result_count; ++i) r.push_val(shape.results[i], made[i]);
}

}  // namespace assay::validate
