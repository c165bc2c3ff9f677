// The identifiers a printed module uses: names of the name section that are unique where they are bound.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "binary/names.hpp"
#include "text/module_scope.hpp"
#include "wasm/module.hpp"

namespace assay::text {

/// Identifiers by index, for each index space, and for locals, labels and fields. A name that is empty, taken already,
/// or for something that does not exist is not used.
class PrintedIds {
 public:
  /// Without names: every lookup finds nothing.
  PrintedIds() = default;
  explicit PrintedIds(const wasm::Module& module);

  /// The identifier with `$`, or null. By bisection.
  [[nodiscard]] const std::string* find(Space space, std::uint32_t index) const;
  [[nodiscard]] const std::string* find_local(std::uint32_t func, std::uint32_t index) const;
  [[nodiscard]] const std::string* find_label(std::uint32_t func, std::uint32_t index) const;
  [[nodiscard]] const std::string* find_field(std::uint32_t type, std::uint32_t index) const;

 private:
  struct Id {
    std::uint64_t key = 0;  ///< the outer index in the upper half, the index in the lower
    std::string text;
  };
  using Ids = std::vector<Id>;

  static Ids unique_ids(std::span<const binary::NamedIndex> names, std::size_t count);
  static Ids unique_ids(std::span<const binary::NamedInner> names);
  static const std::string* find(const Ids& ids, std::uint64_t key);

  std::array<Ids, space_count> spaces_;
  Ids locals_;
  Ids labels_;
  Ids fields_;
};

}  // namespace assay::text
