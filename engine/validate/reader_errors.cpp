// Wording of what is wrong with a body; off the hot path.
#include "validate/reader_errors.hpp"

#include <utility>

#include "binary/immediates.hpp"
#include "binary/opcodes.hpp"
#include "validate/messages.hpp"

namespace assay::validate {

void ReaderErrors::start_at(wasm::ByteRange range) {
  bytes = base::ByteReader(module_.module().span(range), range.offset);
  instruction_ = bytes.position();
  kind_ = wasm::ErrorKind::malformed;
  detail_.clear();
  live_ = true;
}

// Whether this error is the one to keep. Either way the client hears no more: the stacks may be wrong.
bool ReaderErrors::is_first() {
  live_ = false;
  return ok();
}

void ReaderErrors::fail(wasm::ErrorKind kind, const char* message, std::string detail) {
  if (!is_first()) return;
  kind_ = kind;
  detail_ = std::move(detail);
  bytes.fail(message, offset());
}

void ReaderErrors::invalid(const char* message, const char* detail) {
  fail(wasm::ErrorKind::invalid, message, detail);
}

void ReaderErrors::invalid(const char* message, const char* what, std::uint64_t number) {
  fail(wasm::ErrorKind::invalid, message, std::string(what) + " " + std::to_string(number));
}

void ReaderErrors::malformed(const char* message, const char* detail) {
  fail(wasm::ErrorKind::malformed, message, detail);
}

void ReaderErrors::beyond_limit(const char* message, std::uint64_t found, std::uint64_t limit) {
  fail(wasm::ErrorKind::limit, message, std::to_string(found) + ", limit " + std::to_string(limit));
}

void ReaderErrors::unknown(const char* message, std::uint64_t index, std::uint64_t count) {
  fail(wasm::ErrorKind::invalid, message, "index " + std::to_string(index) + ", of " + std::to_string(count));
}

void ReaderErrors::mismatch(wasm::ValueType expected, wasm::ValueType found) {
  if (!is_first()) return;
  fail(wasm::ErrorKind::invalid, message::type_mismatch,
       "expected " + module_.describe(expected) + ", found " + module_.describe(found));
}

void ReaderErrors::mismatch_empty(wasm::ValueType expected) {
  if (!is_first()) return;
  const std::string what = expected == wasm::bottom ? "an operand" : module_.describe(expected);
  fail(wasm::ErrorKind::invalid, message::type_mismatch, "expected " + what + ", found nothing");
}

void ReaderErrors::mismatch(const char* what, wasm::ValueType found) {
  if (!is_first()) return;
  fail(wasm::ErrorKind::invalid, message::type_mismatch,
       std::string("expected ") + what + ", found " + module_.describe(found));
}

void ReaderErrors::too_many(std::size_t count) {
  fail(wasm::ErrorKind::invalid, message::type_mismatch,
       std::to_string(count) + " operands too many at the end of the block");
}

// The specification's reader would go on into what follows the body, and so do its words.
void ReaderErrors::missing_end(std::size_t open_blocks) {
  instruction_ = bytes.position();
  base::ByteReader beyond(std::span(module_.module().bytes).subspan(offset()), offset());
  while (open_blocks > 0) {
    const wasm::Opcode opcode = binary::read_opcode(beyond);
    if (!beyond.ok()) {
      const bool is_end = beyond.message() == base::ByteReader::unexpected_end;
      return malformed(is_end ? message::unexpected_end_of_body : beyond.message());
    }
    binary::skip_immediate(beyond, wasm::info(opcode).immediate);
    const binary::Nesting nesting = binary::nesting_of(opcode);
    if (nesting == binary::Nesting::divides) return malformed(binary::message::end_expected);
    if (nesting == binary::Nesting::opens) ++open_blocks;
    if (nesting == binary::Nesting::closes) --open_blocks;
  }
  malformed(binary::message::section_size_mismatch, "the body's end lies beyond it");
}

wasm::Error ReaderErrors::error() const {
  return {.kind = kind_,
          .place = wasm::Place::at_offset(bytes.error_offset()),
          .message = bytes.message(),
          .detail = detail_};
}

}  // namespace assay::validate
