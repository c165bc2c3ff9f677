// The reader's cursor and its first error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/byte_reader.hpp"
#include "validate/module_types.hpp"
#include "wasm/error.hpp"
#include "wasm/types.hpp"

namespace assay::validate {

/// What is the same for all clients. After the first error the cursor stands at the end and every read gives harmless
/// values, so that loops need no other test.
class ReaderErrors {
 public:
  explicit ReaderErrors(const ModuleTypes& module) : features_(module.features()), module_(module) {}

  [[nodiscard]] const ModuleTypes& module() const { return module_; }
  [[nodiscard]] bool ok() const { return bytes.ok(); }
  /// Whether what is read can be reached, as far as the types tell, and nothing was wrong yet: the client is told.
  [[nodiscard]] bool live() const { return live_; }
  /// Offset in Module::bytes of the instruction being read.
  [[nodiscard]] std::size_t offset() const { return bytes.offset_of(instruction_); }

  /// The byte the instruction begins with.
  [[nodiscard]] std::uint8_t first_byte() const { return static_cast<std::uint8_t>(*instruction_); }

  /// The cursor.
  base::ByteReader bytes;

  // The ways a body can be wrong, at the present instruction. Only the first is kept.
  void invalid(const char* message, const char* detail = "");
  /// "immutable field: field 3".
  void invalid(const char* message, const char* what, std::uint64_t number);
  void malformed(const char* message, const char* detail = "");
  void beyond_limit(const char* message, std::uint64_t found, std::uint64_t limit);
  /// "unknown local: index 7, of 3".
  void unknown(const char* message, std::uint64_t index, std::uint64_t count);
  /// "type mismatch: expected i32, found f64".
  void mismatch(wasm::ValueType expected, wasm::ValueType found);
  /// "type mismatch: expected i32, found nothing".
  void mismatch_empty(wasm::ValueType expected);
  /// "type mismatch: expected `what`, found f64".
  void mismatch(const char* what, wasm::ValueType found);
  /// The body ends inside `open_blocks` blocks, the function's own included.
  void missing_end(std::size_t open_blocks);
  /// "type mismatch: 2 operands too many at the end of the block".
  void too_many(std::size_t count);

  /// The first error. Only when not ok.
  [[nodiscard]] wasm::Error error() const;

 protected:
  void start_at(wasm::ByteRange range);

  const std::byte* instruction_ = nullptr;  // where the instruction being read begins
  bool live_ = true;
  wasm::Features features_;

 private:
  bool is_first();
  void fail(wasm::ErrorKind kind, const char* message, std::string detail);

  const ModuleTypes& module_;
  wasm::ErrorKind kind_ = wasm::ErrorKind::malformed;
  std::string detail_;
};

}  // namespace assay::validate
