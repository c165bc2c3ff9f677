// A script: modules, actions on them, and assertions about both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "text/source_map.hpp"
#include "wasm/error.hpp"
#include "wasm/module.hpp"
#include "wasm/types.hpp"
#include "wasm/v128.hpp"

namespace assay::text {

/// A module that came from text, and where its parts stand there. For the binary form, `positions` is empty.
struct ParsedModule {
  wasm::Module module;
  SourceMap positions;
};

/// A module as a script gives it.
struct ScriptModule {
  enum class Form : std::uint8_t { text, binary, quote } form = Form::text;
  /// Form::text only, and then always: what it parses to, or why not. Either is there to be taken.
  std::optional<wasm::Result<ParsedModule>> parsed;
  std::vector<std::byte> bytes;  ///< Form::binary: the strings joined, not decoded
  std::string text;              ///< Form::quote: the strings joined, not parsed; see parse_quoted
};

/// An argument: a number, a vector or a reference.
struct Constant {
  enum class Kind : std::uint8_t {
    bits,         ///< a value of `type`, whose bits are those of `bits`, low ones first, the others zero
    null,         ///< ref.null of a heap type: `type` is that nullable reference type
    extern_host,  ///< ref.extern n: `type` is externref, `bits.lo` is n
    any_host,     ///< ref.host n: the same as an anyref
  } kind = Kind::bits;
  wasm::ValueType type{};
  wasm::V128 bits{};
};

/// What a lane, or a whole float, must be.
struct NumberPattern {
  enum class Kind : std::uint8_t { bits, nan_canonical, nan_arithmetic } kind = Kind::bits;
  std::uint64_t bits = 0;
};

/// How a vector is cut into lanes.
enum class LaneShape : std::uint8_t { i8x16, i16x8, i32x4, i64x2, f32x4, f64x2 };
constexpr unsigned lane_count(LaneShape shape) {
  switch (shape) {
    case LaneShape::i8x16: return 16;
    case LaneShape::i16x8: return 8;
    case LaneShape::i32x4:
    case LaneShape::f32x4: return 4;
    case LaneShape::i64x2:
    case LaneShape::f64x2: return 2;
  }
  return 0;
}
constexpr unsigned lane_bits(LaneShape shape) {
  return 128 / lane_count(shape);
}
constexpr bool has_float_lanes(LaneShape shape) {
  return shape == LaneShape::f32x4 || shape == LaneShape::f64x2;
}

/// What a result must be.
struct ResultPattern {
  enum class Kind : std::uint8_t {
    number,    ///< a value of `type` that `number` describes
    vector,    ///< a v128 whose lanes, cut by `shape`, are those of `lanes`
    null,      ///< null of any type, or of `type` where `has_type`
    func,      ///< a function reference that is not null
    extern_,   ///< an external reference that is not null; with `has_host`, that of ref.extern n
    any_host,  ///< that of ref.host n
    any,       ///< not null and of that heap type, as the following
    eq,
    i31,
    struct_,
    array,
    exn,
    either,  ///< what one of `alternatives` describes
  } kind = Kind::number;
  wasm::ValueType type{};
  NumberPattern number{};
  LaneShape shape = LaneShape::i32x4;
  std::vector<NumberPattern> lanes{};
  bool has_type = false;
  bool has_host = false;
  std::uint64_t host = 0;  ///< n of ref.extern and ref.host
  std::vector<ResultPattern> alternatives{};
};

/// Something done to an instance.
struct Action {
  enum class Kind : std::uint8_t { invoke, get } kind = Kind::invoke;
  std::string instance;  ///< identifier without `$`; empty: the latest instance
  std::string name;      ///< of the export
  std::vector<Constant> arguments;
};

struct Command {
  enum class Kind : std::uint8_t {
    module,                   ///< define and instantiate `module`, as `name` if not empty
    module_definition,        ///< define `module` only
    module_instance,          ///< instantiate the definition `target` (the latest if empty), as `name` if not empty
    register_,                ///< make the instance `target` (the latest if empty) importable from `name`
    action,                   ///< `action`, results ignored
    assert_return,            ///< `action` gives `expected`
    assert_trap,              ///< `action`, or instantiating `module` where there is one, traps with `message`
    assert_exhaustion,        ///< `action` exhausts a resource
    assert_exception,         ///< `action` ends with an uncaught exception
    assert_malformed,         ///< `module` cannot be decoded or parsed
    assert_malformed_custom,  ///< likewise, because of a custom section or annotation
    assert_invalid,           ///< `module` does not validate
    assert_invalid_custom,    ///< likewise, because of a custom section or annotation
    assert_unlinkable,        ///< `module` cannot be linked
    thread,                   ///< run `commands` in a thread `name` that shares the modules `shared`
    wait,                     ///< until the thread `target` has ended
    input,                    ///< run the script in the file `message`; `name` is a module identifier or empty
    output,                   ///< write the module `name` (the latest if empty) to the file `message`, empty: show it
    script,                   ///< a named group of `commands`
  } kind = Kind::module;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string name;
  std::string target;
  std::optional<ScriptModule> module;
  Action action;
  std::vector<ResultPattern> expected;
  std::string message;  ///< of assertions: the beginning of the error's message, or the other way round
  std::vector<std::string> shared;
  std::vector<Command> commands;
};

struct Script {
  std::vector<Command> commands;
};

}  // namespace assay::text
