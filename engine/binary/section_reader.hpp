// What the decoders of all sections share: a cursor over the whole module, counts against limits, names, ranges,
// constant expressions, and the first error.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "base/byte_reader.hpp"
#include "wasm/error.hpp"
#include "wasm/feature.hpp"
#include "wasm/module.hpp"
#include "wasm/types.hpp"

namespace assay::binary {

/// Sees the bytes up to the module's end, not the section's: like the reference interpreter it reads on and compares
/// the position with the section's size afterwards, so that its messages are the suite's. Nothing it is told is
/// trusted.
class SectionReader {
 public:
  SectionReader(std::span<const std::byte> module, wasm::Features features) : bytes(module), features_(features) {}

  /// The cursor; its sticky error is the reader's.
  base::ByteReader bytes;

  [[nodiscard]] bool ok() const { return bytes.ok(); }
  [[nodiscard]] bool has(wasm::Feature feature) const { return features_.has(feature); }
  [[nodiscard]] wasm::Features features() const { return features_; }

  /// Records that the input goes beyond an implementation limit: `message` as in "too many types".
  void fail_limit(const char* message, std::size_t offset, std::uint64_t found, std::uint64_t limit);

  /// The length of a vector, at most the bytes that are left and at most `limit`.
  std::uint32_t read_count(std::uint64_t limit, const char* message);
  /// As above, where `present` items of the kind exist already (imports count).
  std::uint32_t read_count(std::uint64_t limit, const char* message, std::size_t present);

  /// How many of `count` announced items may be reserved for, when each takes at least `least_bytes`.
  [[nodiscard]] std::size_t reservable(std::size_t count, std::size_t least_bytes) const {
    return std::min(count, bytes.remaining() / least_bytes);
  }

  /// The next `size` bytes, unread.
  wasm::ByteRange read_range(std::size_t size);
  /// A vector of bytes.
  wasm::ByteRange read_byte_vector();
  /// spec: binary-name
  wasm::Name read_name();
  /// The extent of a constant expression, `end` included. Instructions that are not constant are the validator's to
  /// refuse; unknown ones are refused here. spec: binary-expr
  wasm::Expression read_expression();

  wasm::ValueType read_value_type();
  wasm::ValueType read_reference_type();
  /// Value and packed types. spec: binary-storagetype
  wasm::ValueType read_storage_type();
  wasm::Mutability read_mutability();
  wasm::TableType read_table_type();
  wasm::MemoryType read_memory_type();
  wasm::GlobalType read_global_type();
  wasm::TagType read_tag_type();

  /// The first error. Only when not ok.
  [[nodiscard]] wasm::Error take_error();

 private:
  wasm::ValueType refuse_unless_enabled(wasm::ValueType type, std::size_t offset);
  wasm::Limits read_limits(std::uint8_t flags);

  wasm::Features features_;
  bool beyond_limit_ = false;
  std::string detail_;
};

/// Moves past one constant expression (or any balanced instruction sequence and its `end`) without typing it.
/// Instructions of proposals that are not among `features` are illegal opcodes.
void skip_expression(base::ByteReader& reader, wasm::Features features);

/// Checks the form of a function body, from `reader` at its first byte: local declarations, instructions up to the
/// final `end`, and that this is where its `size` bytes end. The reader must see what follows the body.
void skip_body(base::ByteReader& reader, std::size_t size, wasm::Features features);

/// The decoders of the sections, each reading one section's content.
void decode_types(SectionReader& reader, wasm::Module& module);
void decode_imports(SectionReader& reader, wasm::Module& module);
void decode_functions(SectionReader& reader, wasm::Module& module);
void decode_tables(SectionReader& reader, wasm::Module& module);
void decode_memories(SectionReader& reader, wasm::Module& module);
void decode_tags(SectionReader& reader, wasm::Module& module);
void decode_globals(SectionReader& reader, wasm::Module& module);
void decode_exports(SectionReader& reader, wasm::Module& module);
void decode_start(SectionReader& reader, wasm::Module& module);
void decode_elements(SectionReader& reader, wasm::Module& module);
void decode_data_count(SectionReader& reader, wasm::Module& module);
void decode_data(SectionReader& reader, wasm::Module& module);
/// Tells how many bodies there are; those beyond the functions declared are passed over.
std::uint32_t decode_code(SectionReader& reader, wasm::Module& module);

}  // namespace assay::binary
