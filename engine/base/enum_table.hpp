// A table of facts, one row per enumerator, complete or it does not compile.
#pragma once

#include <array>
#include <cstddef>

namespace assay::base {

/// One row of an EnumTable.
template <class E, class Facts>
struct EnumRow {
  E key;
  Facts facts;
};

/// Not constexpr on purpose: reaching it during constant evaluation is the error message.
inline void rows_must_follow_the_order_of_the_enumerators() {}

/// Facts for every enumerator of `E`, which must count from 0 and end with `E::count_` (not itself a row).
/// The constructor refuses a missing, doubled or misplaced row at compile time.
template <class E, class Facts>
class EnumTable {
 public:
  static constexpr std::size_t size = static_cast<std::size_t>(E::count_);

  consteval EnumTable(const EnumRow<E, Facts> (&rows)[size]) : facts_{} {
    for (std::size_t i = 0; i < size; ++i) {
      if (static_cast<std::size_t>(rows[i].key) != i) rows_must_follow_the_order_of_the_enumerators();
      facts_[i] = rows[i].facts;
    }
  }

  [[nodiscard]] constexpr const Facts& operator[](E key) const { return facts_[static_cast<std::size_t>(key)]; }
  [[nodiscard]] constexpr auto begin() const { return facts_.begin(); }
  [[nodiscard]] constexpr auto end() const { return facts_.end(); }

 private:
  std::array<Facts, size> facts_;
};

}  // namespace assay::base
