// The frame of a module: header, sections in order, and what must agree between them.
#include "binary/decode.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "binary/immediates.hpp"
#include "binary/section_order.hpp"
#include "binary/section_reader.hpp"
#include "wasm/limits.hpp"

namespace assay::binary {

using wasm::SectionId;

namespace {

// What the frame remembers from one section to the next.
struct Progress {
  std::size_t next_place = 0;          // in section_order: the first place still open
  SectionId last = SectionId::custom;  // the last section that is not custom
  std::uint32_t bodies = 0;            // entries of the code section
};

void decode_header(SectionReader& reader) {
  const auto found_magic = reader.bytes.read_bytes(magic.size());
  if (reader.ok() && !std::ranges::equal(found_magic, magic)) reader.bytes.fail("magic header not detected", 0);
  const auto found_version = reader.bytes.read_bytes(version.size());
  if (reader.ok() && !std::ranges::equal(found_version, version)) {
    reader.bytes.fail("unknown binary version", magic.size());
  }
}

void decode_custom(SectionReader& reader, wasm::Module& module, std::size_t end, SectionId after) {
  wasm::CustomSection section;
  section.name = reader.read_name();
  section.after = after;
  if (!reader.ok()) return;
  const std::size_t content_start = reader.bytes.offset();
  if (content_start > end) {
    // The name does not fit the section.
    reader.bytes.fail(base::ByteReader::unexpected_end, end);
    return;
  }
  section.content = reader.read_range(end - content_start);
  module.customs.push_back(section);
}

void decode_content(SectionReader& reader, wasm::Module& module, SectionId id, Progress& progress) {
  switch (id) {
    case SectionId::type: return decode_types(reader, module);
    case SectionId::import: return decode_imports(reader, module);
    case SectionId::function: return decode_functions(reader, module);
    case SectionId::table: return decode_tables(reader, module);
    case SectionId::memory: return decode_memories(reader, module);
    case SectionId::tag: return decode_tags(reader, module);
    case SectionId::global: return decode_globals(reader, module);
    case SectionId::export_: return decode_exports(reader, module);
    case SectionId::start: return decode_start(reader, module);
    case SectionId::element: return decode_elements(reader, module);
    case SectionId::data_count: return decode_data_count(reader, module);
    case SectionId::code: progress.bodies = decode_code(reader, module); return;
    case SectionId::data: return decode_data(reader, module);
    case SectionId::custom: break;
  }
}

// spec: binary-section
void decode_section(SectionReader& reader, wasm::Module& module, Progress& progress) {
  const std::size_t id_offset = reader.bytes.offset();
  const std::uint8_t code = reader.bytes.read_byte();
  const auto id = static_cast<SectionId>(code);
  const std::size_t place = place_of(id);
  if (id != SectionId::custom) {
    if (place == section_order.size() || !is_enabled(id, reader.features())) {
      return reader.bytes.fail("malformed section id", id_offset);
    }
    if (place < progress.next_place) return reader.bytes.fail("unexpected content after last section", id_offset);
  }

  const std::uint32_t size = read_count(reader.bytes);
  const std::size_t start = reader.bytes.offset();
  if (size > reader.bytes.remaining()) reader.bytes.fail(base::ByteReader::unexpected_end);
  if (!reader.ok()) return;
  const std::size_t end = start + size;
  if (id == SectionId::custom) {
    decode_custom(reader, module, end, progress.last);
  } else {
    progress.next_place = place + 1;
    progress.last = id;
    decode_content(reader, module, id, progress);
  }
  if (reader.ok() && reader.bytes.offset() != end) reader.bytes.fail(message::section_size_mismatch, start);
}

void check_agreement(SectionReader& reader, const wasm::Module& module, const Progress& progress) {
  if (!reader.ok()) return;
  if (module.functions.size() - module.imported_functions != progress.bodies) {
    return reader.bytes.fail("function and code section have inconsistent lengths");
  }
  if (module.data_count && *module.data_count != module.data.size()) {
    return reader.bytes.fail("data count and data section have inconsistent lengths");
  }
}

// The first error in the form of a body, if there is one. Bodies are not looked at while all goes well; but if a later
// section is in error, what is wrong with a body comes first: often its size is wrong, and the rest but a consequence.
std::optional<wasm::Error> find_error_in_bodies(const wasm::Module& module, wasm::Features features) {
  for (const wasm::Function& function : module.functions) {
    if (function.body.size == 0) continue;
    const std::size_t start = function.body.offset;
    base::ByteReader reader(std::span(module.bytes).subspan(start), start);
    skip_body(reader, function.body.size, features);
    if (!reader.ok()) {
      return wasm::Error{.kind = wasm::ErrorKind::malformed,
                         .place = wasm::Place::at_offset(reader.error_offset()),
                         .message = reader.message(),
                         .detail = {}};
    }
  }
  return std::nullopt;
}

}  // namespace

wasm::Result<wasm::Module> decode(std::vector<std::byte> bytes, wasm::Features features) {
  wasm::Module module;
  module.bytes = std::move(bytes);
  SectionReader reader(module.bytes, features);
  const std::uint64_t most = wasm::implementation_limits.module_bytes;
  if (module.bytes.size() > most) reader.fail_limit("module too long", 0, module.bytes.size(), most);

  decode_header(reader);
  Progress progress;
  while (reader.ok() && !reader.bytes.at_end()) decode_section(reader, module, progress);
  check_agreement(reader, module, progress);

  if (!reader.ok()) {
    auto error = find_error_in_bodies(module, features);
    return std::unexpected(error ? std::move(*error) : reader.take_error());
  }
  return module;
}

wasm::Result<wasm::Module> decode_copy(std::span<const std::byte> bytes, wasm::Features features) {
  return decode(std::vector<std::byte>(bytes.begin(), bytes.end()), features);
}

}  // namespace assay::binary
