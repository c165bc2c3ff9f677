// The name section: what the parts of a module are called, for people. spec: binary-namesec
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "wasm/error.hpp"
#include "wasm/module.hpp"

namespace assay::binary {

inline constexpr std::string_view name_section = "name";

/// The name of one item of an index space.
struct NamedIndex {
  std::uint32_t index = 0;
  std::string_view name;
  friend bool operator==(const NamedIndex&, const NamedIndex&) = default;
};

/// The name of something inside an item: a local or label of a function, a field of a type.
struct NamedInner {
  std::uint32_t outer = 0;
  std::uint32_t index = 0;
  std::string_view name;
  friend bool operator==(const NamedInner&, const NamedInner&) = default;
};

/// All names; they belong to whoever owns the text they point into. Every list is in ascending order without doubles.
struct NameMap {
  std::optional<std::string_view> module;
  std::vector<NamedIndex> functions;
  std::vector<NamedInner> locals;
  std::vector<NamedInner> labels;
  std::vector<NamedIndex> types;
  std::vector<NamedIndex> tables;
  std::vector<NamedIndex> memories;
  std::vector<NamedIndex> globals;
  std::vector<NamedIndex> elements;
  std::vector<NamedIndex> data;
  std::vector<NamedInner> fields;
  std::vector<NamedIndex> tags;
  friend bool operator==(const NameMap&, const NameMap&) = default;
};

/// The name at an index, by bisection.
[[nodiscard]] std::optional<std::string_view> find_name(std::span<const NamedIndex> names, std::uint32_t index);
[[nodiscard]] std::optional<std::string_view> find_name(std::span<const NamedInner> names, std::uint32_t outer,
                                                        std::uint32_t index);

/// Reads the module's name section; without one, a map without names. The names point into module.bytes.
/// Tolerant: unknown subsections are passed over, repeated ones add up, and where an index is named twice the first
/// name counts. What cannot be read at all is an Error (malformed), which says nothing about the module's validity.
/// Linear in the section's size (n log n where its indices are not in order), at most 16 bytes per byte.
[[nodiscard]] wasm::Result<NameMap> decode_names(const wasm::Module& module);

/// The content of a name section (without the section's own name); see append_custom. Empty subsections are left out.
[[nodiscard]] std::vector<std::byte> encode_names(const NameMap& names);

}  // namespace assay::binary
