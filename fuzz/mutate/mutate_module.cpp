// Which edit is made how often, and those of whole sections and of bare bytes.
#include "fuzz/mutate/mutate_module.hpp"

#include <algorithm>

#include "base/byte_reader.hpp"
#include "base/byte_writer.hpp"
#include "binary/decode.hpp"
#include "binary/encode.hpp"
#include "binary/section_order.hpp"
#include "fuzz/mutate/mutate_body.hpp"
#include "fuzz/mutate/mutate_definitions.hpp"
#include "fuzz/mutate/parts.hpp"

namespace assay::fuzz {

namespace {

using wasm::SectionId;

std::ptrdiff_t signed_(std::size_t value) {
  return static_cast<std::ptrdiff_t>(value);
}

/// Puts another number where an integer seems to stand.
void change_integer(Bytes& bytes, std::size_t begin, Random& random) {
  std::size_t end = begin;
  while (end < bytes.size() && end < begin + 9 && (static_cast<std::uint8_t>(bytes[end]) & 0x80U) != 0) ++end;
  end = std::min(end + 1, bytes.size());
  base::ByteWriter writer;
  if (random.one_in(4)) {
    write_padded(writer, interesting(random), static_cast<unsigned>(random.below(4)));
  } else if (random.one_in(3)) {
    writer.write_s64(static_cast<std::int64_t>(interesting(random)));
  } else {
    writer.write_u64(interesting(random));
  }
  bytes.erase(bytes.begin() + signed_(begin), bytes.begin() + signed_(end));
  bytes.insert(bytes.begin() + signed_(begin), writer.bytes().begin(), writer.bytes().end());
}

void damage(Bytes& bytes, Random& random) {
  if (bytes.empty()) {
    bytes.push_back(static_cast<std::byte>(random.byte()));
    return;
  }
  const std::size_t at = random.below(bytes.size());
  switch (random.below(6)) {
    case 0: bytes[at] = static_cast<std::byte>(random.byte()); return;
    case 1: bytes[at] ^= static_cast<std::byte>(1U << random.below(8)); return;
    case 2: bytes.insert(bytes.begin() + signed_(at), static_cast<std::byte>(random.byte())); return;
    case 3: {
      const std::size_t size = std::min(bytes.size() - at, random.between(1, 4));
      bytes.erase(bytes.begin() + signed_(at), bytes.begin() + signed_(at + size));
      return;
    }
    default: return change_integer(bytes, at, random);
  }
}

/// Where a section belongs among the others.
std::size_t proper_place(const std::vector<Section>& sections, std::uint8_t id) {
  const std::size_t place = binary::place_of(static_cast<SectionId>(id));
  std::size_t at = sections.size();
  while (at > 0 && sections[at - 1].id != 0 && binary::place_of(static_cast<SectionId>(sections[at - 1].id)) >= place)
    --at;
  return at;
}

/// Takes a section of the donor's, in place of the one of the same kind if there is one.
void take_section(ModuleParts& module, const ModuleParts& donor, Random& random) {
  if (donor.sections.empty()) return;
  const Section& taken = donor.sections[random.below(donor.sections.size())];
  if (taken.is(SectionId::code) && donor.has_bodies) {
    module.bodies = donor.bodies;
    if (module.has_bodies) return;
    module.has_bodies = true;
  }
  const auto same = std::ranges::find(module.sections, taken.id, &Section::id);
  if (same != module.sections.end() && taken.id != 0 && !random.one_in(8)) {
    *same = taken;
  } else {
    const std::size_t at =
        random.one_in(8) ? random.below(module.sections.size() + 1) : proper_place(module.sections, taken.id);
    module.sections.insert(module.sections.begin() + signed_(at), taken);
  }
}

/// A custom section, some of a name that means something.
Section some_custom(Random& random) {
  constexpr std::array names = {"name", "metadata.code.branch_hint", "producers", "x", ""};
  base::ByteWriter writer;
  writer.write_name(names[random.below(names.size())]);
  for (std::size_t left = random.below(24); left > 0; --left) {
    writer.write_byte(static_cast<std::uint8_t>(random.one_in(4) ? random.byte() : random.below(8)));
  }
  return {.id = 0, .content = writer.take()};
}

void change_sections(ModuleParts& module, const ModuleParts& donor, Random& random) {
  auto& sections = module.sections;
  if (sections.empty()) return take_section(module, donor, random);
  const std::size_t at = random.below(sections.size());
  switch (random.below(8)) {
    case 0: sections.erase(sections.begin() + signed_(at)); return;
    case 1:
      sections.insert(sections.begin() + signed_(random.below(sections.size() + 1)), Section(sections[at]));
      return;
    case 2: std::swap(sections[at], random.pick(sections)); return;
    case 3: sections.insert(sections.begin() + signed_(at), some_custom(random)); return;
    case 4:  // its count
      if (!sections[at].content.empty()) change_integer(sections[at].content, 0, random);
      return;
    case 5: sections[at].id = static_cast<std::uint8_t>(random.below(15)); return;
    default: return take_section(module, donor, random);
  }
}

void change_section_content(ModuleParts& module, Random& random) {
  if (module.sections.empty()) return;
  Section& chosen = random.pick(module.sections);
  if (chosen.is(SectionId::code) && module.has_bodies) {
    if (!module.bodies.empty()) damage(random.pick(module.bodies), random);
    return;
  }
  damage(chosen.content, random);
}

void change_a_body(ModuleParts& module, const ModuleParts& donor, Random& random) {
  if (module.bodies.empty()) return change_sections(module, donor, random);
  const std::span<const std::byte> body = donor.bodies.empty() || random.one_in(3)
                                              ? random.pick(module.bodies)
                                              : donor.bodies[random.below(donor.bodies.size())];
  const Bytes copy(body.begin(), body.end());
  mutate_body(random.pick(module.bodies), copy, random);
}

void change_a_definition(Bytes& bytes, Random& random) {
  auto module = binary::decode_copy(bytes);
  if (!module) return;
  mutate_definitions(*module, random);
  bytes = binary::encode(*module);
}

}  // namespace

void mutate_module_once(Bytes& module, std::span<const std::byte> donor, Random& random) {
  const std::size_t chosen = random.below(100);
  if (chosen < 14) return change_a_definition(module, random);
  ModuleParts parts = cut_module(module);
  const ModuleParts more = cut_module(donor);
  if (chosen < 82) {
    change_a_body(parts, more, random);
  } else if (chosen < 90) {
    change_sections(parts, more, random);
  } else {
    change_section_content(parts, random);
  }
  module = join_module(parts);
}

Bytes mutate_module(std::span<const Bytes> corpus, Random& random) {
  Bytes module = random.pick(corpus);
  std::size_t edits = 1;
  while (edits < 6 && random.one_in(2)) ++edits;
  for (; edits > 0; --edits) mutate_module_once(module, random.pick(corpus), random);
  if (random.percent(6)) {
    module.resize(random.below(module.size() + 1));
  } else if (random.percent(6)) {
    for (std::size_t left = random.between(1, 3); left > 0; --left) damage(module, random);
  }
  return module;
}

}  // namespace assay::fuzz
