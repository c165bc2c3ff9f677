// Custom sections in a module's list.
#include "binary/custom_sections.hpp"

namespace assay::binary {

const wasm::CustomSection* find_custom(const wasm::Module& module, std::string_view name) {
  for (const wasm::CustomSection& section : module.customs) {
    if (module.text(section.name) == name) return &section;
  }
  return nullptr;
}

void append_custom(wasm::Module& module, std::string_view name, std::span<const std::byte> content,
                   wasm::SectionId after) {
  const auto append = [&module](std::span<const std::byte> bytes) {
    const wasm::ByteRange range{.offset = static_cast<std::uint32_t>(module.bytes.size()),
                                .size = static_cast<std::uint32_t>(bytes.size())};
    module.bytes.insert(module.bytes.end(), bytes.begin(), bytes.end());
    return range;
  };
  wasm::CustomSection section;
  section.name = append(std::as_bytes(std::span(name.data(), name.size())));
  section.content = append(content);
  section.after = after;
  module.customs.push_back(section);
}

}  // namespace assay::binary
