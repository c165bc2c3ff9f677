// What the identifiers of a module mean, known before its fields are parsed.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "text/name_table.hpp"
#include "text/token_cursor.hpp"

namespace assay::text {

/// The index spaces of a module that identifiers can name.
enum class Space : std::uint8_t { type, func, table, memory, global, tag, elem, data };
inline constexpr std::size_t space_count = 8;

/// The names of one module. Identifiers of the text are borrowed; those with escapes are kept here.
class ModuleScope {
 public:
  /// Passes over the fields from the cursor's place on, and gives every identifier that one of them binds the index it
  /// will have. Fails on doubles; anything else that is wrong is left to the parser. Linear in the number of fields:
  /// what is inside them is skipped. spec: text-context-idctx
  void scan_fields(TokenCursor& cursor);

  [[nodiscard]] std::uint32_t find(Space space, std::string_view name) const {
    return names_[static_cast<std::size_t>(space)].find(name);
  }

  /// How many types the module's type definitions define.
  [[nodiscard]] std::uint32_t type_count() const { return counts_[static_cast<std::size_t>(Space::type)]; }

  /// The name an identifier token stands for, without `$` and escapes. Lives as long as the text and this scope.
  std::string_view name_of(const TokenCursor& cursor, const Token& identifier);

  /// A copy of a text that lives as long as this scope.
  std::string_view keep(std::string text) { return kept_.emplace_back(std::move(text)); }

 private:
  void scan_field(TokenCursor& cursor, std::uint32_t open);
  void scan_rec(TokenCursor& cursor, std::uint32_t open);
  void bind(TokenCursor& cursor, Space space, const Token& identifier);
  void scan_inline_segment(const TokenCursor& cursor, std::uint32_t open, Word word, Space space);

  std::array<NameTable, space_count> names_;
  std::array<std::uint32_t, space_count> counts_{};
  std::deque<std::string> kept_;
};

}  // namespace assay::text
