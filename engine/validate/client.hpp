// What a client of the one reader of bodies is told.
//
// FunctionReader decodes and checks a body; a client builds something from it: nothing (validation), interpreter code,
// SSA, a constant's value. The reader owns the operand and control stacks; each operand carries a `Client::Value`, each
// control frame a `Client::Label`. A client is never called in unreachable code.
//
// Everything a client is told about types is canonical: the TypeIndex of a call_indirect, the `index` and `second` that
// name types in Immediates, the indexes inside ValueTypes and FuncTypes. `TypeRegistry::type` explains them.
//
// Two ways operands reach a client:
//   * popped: a fixed number of operands, handed over as Values, results returned;
//   * standing: for calls, branches, throws, block borders and allocations with a variable number of operands, they are
//     still on the operand stack while the client is told (`reader.top(n)`, which it may also rewrite in place).
//     The reader pops them afterwards and pushes the results, each made by `client.fresh(type)`, bottom first: the
//     value that lies at its own place on the stack.
#pragma once

#include <cstdint>
#include <span>

#include "binary/immediates.hpp"
#include "wasm/opcode.hpp"
#include "wasm/types.hpp"
#include "wasm/v128.hpp"

namespace assay::validate {

/// Everything an instruction says beside its opcode, decoded. Which members are meaningful depends on the opcode.
struct Immediates {
  /// What is worked on: the global, table, memory, function (ref.func), type (canonical) or segment (data.drop,
  /// elem.drop); the destination of a copy or an init.
  std::uint32_t index = 0;
  /// What comes with it: the source of a copy (for array.copy a canonical type); the segment of an init or
  /// array.new_data and its like; the field of a structure; the element count of array.new_fixed.
  std::uint32_t second = 0;
  binary::MemArg memarg{};  ///< memory accesses; memarg.memory is the memory
  std::uint8_t lane = 0;    ///< lane accesses
  wasm::V128 bytes{};       ///< i8x16.shuffle lanes
  /// The target of ref.test and ref.cast; else the type of the result, if it is not plain (global.get, struct.get ...).
  wasm::ValueType type{};
};

enum class Flow : std::uint8_t { unreachable, reachable };

/// The client that builds nothing. Its members are the list of what every client must have.
///
/// R is the reader: `reader.operands()` is the operand stack (std::span<Operand>, bottom first, Operand{type, value});
/// `reader.top(n)` its last n; `reader.frame(depth)` the Control at that label depth; `reader.frames()` all, outermost
/// first; `reader.offset()` the offset in Module::bytes of the instruction being told; `reader.local_type(i)`.
struct NoClient {
  struct Value {};
  struct Label {};
  using Values = std::span<const Value>;

  // -- the body's borders
  template <class R>
  void begin(R&) {}  ///< locals are known, nothing read yet; the outermost frame exists
  template <class R>
  void finish(R&) {}  ///< after the final `end` (which was told as end of the outermost frame)

  // -- values
  Value fresh(wasm::ValueType) { return {}; }  ///< at its place on top of the present stack
  template <class R>
  Value constant(R&, wasm::ValueType, wasm::V128) {
    return {};
  }  ///< number bits in .lo; ref.null too
  template <class R>
  Value local_get(R&, wasm::LocalIndex) {
    return {};
  }
  template <class R>
  void local_set(R&, wasm::LocalIndex, Value) {}  ///< value popped
  template <class R>
  Value local_tee(R&, wasm::LocalIndex, Value) {
    return {};
  }
  template <class R>
  void drop(R&, wasm::ValueType, Value) {}
  template <class R>
  Value select(R&, wasm::ValueType, Value, Value, Value) {
    return {};
  }  ///< first, second, condition

  /// Every instruction with a fixed number of popped operands that is not named elsewhere here: plain instructions,
  /// memory accesses, global.get/set, tables, bulk memory, references, GC accesses. At most 5 operands and 2 results;
  /// `results` is to be filled.
  template <class R>
  void operation(R&, wasm::Opcode, const Immediates&, Values, std::span<Value>) {}
  /// struct.new, array.new_fixed: operands standing, `count` of them. The result is made with fresh afterwards.
  template <class R>
  void allocate(R&, wasm::Opcode, const Immediates&, std::uint32_t) {}

  // -- calls: arguments standing, params.size() of them; a function reference or table index popped before
  template <class R>
  void call(R&, wasm::FuncIndex, const wasm::FuncType&) {}
  template <class R>
  void call_indirect(R&, wasm::TableIndex, wasm::TypeIndex, const wasm::FuncType&, Value) {}
  template <class R>
  void call_ref(R&, wasm::TypeIndex, const wasm::FuncType&, Value) {}
  template <class R>
  void return_call(R&, wasm::FuncIndex, const wasm::FuncType&) {}
  template <class R>
  void return_call_indirect(R&, wasm::TableIndex, wasm::TypeIndex, const wasm::FuncType&, Value) {}
  template <class R>
  void return_call_ref(R&, wasm::TypeIndex, const wasm::FuncType&, Value) {}

  // -- structure: parameters standing at block, loop, if, try; the new frame is reader.frame(0)
  template <class R>
  void block(R&) {}
  template <class R>
  void loop(R&) {}
  template <class R>
  void if_(R&, Value) {}
  /// End of the first arm; when reachable the results are standing. Then the stack is cut to the frame's height and the
  /// parameters come back by fresh.
  template <class R>
  void else_(R&, Flow) {}
  /// End of the innermost frame (also of an `if` without else); when reachable its results are standing. Then the stack
  /// is cut to the frame's height, the frame is gone, and the results come back by fresh.
  template <class R>
  void end(R&, Flow) {}

  // -- branches: label operands standing (frame(depth).label_arity() of them)
  template <class R>
  void br(R&, std::uint32_t) {}
  template <class R>
  void br_if(R&, std::uint32_t, Value) {}
  /// All depths, the default last; the index popped.
  template <class R>
  void br_table(R&, std::span<const std::uint32_t>, Value) {}
  template <class R>
  void return_(R&) {}  ///< the function's results standing
  template <class R>
  void unreachable(R&) {}
  /// br_on_null: the reference popped; it comes back as the returned value when the branch is not taken.
  template <class R>
  Value br_on_null(R&, std::uint32_t, Value) {
    return {};
  }
  /// br_on_non_null: the label's operands without the last are standing; the last is the reference, popped.
  template <class R>
  void br_on_non_null(R&, std::uint32_t, Value) {}
  /// br_on_cast and br_on_cast_fail (the opcode tells): target type of the cast; the reference is standing on top, and
  /// is the last label operand as well as what stays when the branch is not taken.
  template <class R>
  void br_on_cast(R&, wasm::Opcode, std::uint32_t, wasm::ValueType) {}

  // -- exceptions: the new frame is reader.frame(0); depths of clauses count from outside the try_table
  template <class R>
  void try_table(R&, std::span<const binary::CatchClause>) {}
  template <class R>
  void throw_(R&, wasm::TagIndex, const wasm::FuncType&) {}  ///< payload standing
  template <class R>
  void throw_ref(R&, Value) {}
  template <class R>
  void try_(R&) {}
  /// A legacy clause begins: Flow of what ended before it. Then the stack is cut to the frame's height and the tag's
  /// parameters come by fresh (none for catch_all).
  template <class R>
  void catch_(R&, Flow, wasm::TagIndex, const wasm::FuncType&) {}
  template <class R>
  void catch_all(R&, Flow) {}
  /// Ends a legacy try like `end`, its exceptions going to the frame at `depth` counted from outside it.
  template <class R>
  void delegate(R&, Flow, std::uint32_t) {}
  template <class R>
  void rethrow(R&, std::uint32_t) {}
};

}  // namespace assay::validate
