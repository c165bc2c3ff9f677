// Encodes, prints, reads back, compares.
#include "fuzz/check/round_trips.hpp"

#include <algorithm>

#include "binary/branch_hints.hpp"
#include "binary/custom_sections.hpp"
#include "binary/decode.hpp"
#include "binary/encode.hpp"
#include "fuzz/mutate/parts.hpp"
#include "text/parse.hpp"
#include "text/print.hpp"

namespace assay::fuzz {

std::string check_encoding(const wasm::Module& module) {
  const Bytes bytes = binary::encode(module);
  const auto again = binary::decode_copy(bytes);
  if (!again) return "encoded, it does not decode: " + to_string(again.error());
  if (!same_module(*again, module)) return "encoded and decoded, it is another module";
  if (binary::encode(*again) != bytes) return "encoded, decoded and encoded, it is other bytes";
  return {};
}

std::string check_printing(const wasm::Module& module) {
  const std::string text = text::print(module);
  const auto parsed = text::parse_module(text);
  if (!parsed) return "printed, it does not parse: " + to_string(parsed.error());
  if (same_module(parsed->module, module)) return {};
  const wasm::Module shortest = in_shortest_form(module);
  if (same_module(parsed->module, shortest)) return {};
  // Hints count bytes of bodies, which are fewer in the shortest form.
  const bool moved_hints =
      !same_module(shortest, module) && binary::find_custom(module, binary::branch_hint_section) != nullptr;
  if (!moved_hints) return "printed and parsed, it is another module";
  if (text::print(parsed->module) != text) return "printed, parsed and printed, it is another text";
  return {};
}

std::string check_place(const wasm::Error& error, std::size_t size) {
  using Form = wasm::Place::Form;
  if (*error.message == '\0') return "an error without a message";
  if (error.place.form == Form::text) return "a place in a text for bytes: " + to_string(error);
  if (error.place.form == Form::bytes && error.place.offset > size) return "a place outside: " + to_string(error);
  return {};
}

std::string check_place(const wasm::Error& error, std::string_view text) {
  if (*error.message == '\0') return "an error without a message";
  if (error.place.form == wasm::Place::Form::none && error.kind != wasm::ErrorKind::malformed) return {};
  if (error.place.form != wasm::Place::Form::text) return "no line and column: " + to_string(error);
  const auto [line, column] = std::pair(error.place.line, error.place.column);
  for (std::uint32_t i = 1; i < line; ++i) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return "a line outside: " + to_string(error);
    text.remove_prefix(end + 1);
  }
  const std::size_t length = std::min(text.find('\n'), text.size());
  if (line == 0 || column == 0 || column > length + 1) return "a column outside: " + to_string(error);
  return {};
}

}  // namespace assay::fuzz
