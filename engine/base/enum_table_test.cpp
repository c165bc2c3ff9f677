// A table of facts answers for every enumerator.
#include "base/enum_table.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace assay::base {
namespace {

enum class Metal { iron, gold, lead, count_ };

struct MetalFacts {
  std::string_view symbol{};
  bool noble = false;
};

constexpr EnumTable<Metal, MetalFacts> metal_facts{{
    {Metal::iron, {.symbol = "Fe"}},
    {Metal::gold, {.symbol = "Au", .noble = true}},
    {Metal::lead, {.symbol = "Pb"}},
}};

static_assert(metal_facts[Metal::gold].noble);
static_assert(metal_facts.size == 3);

// A table with a row missing, doubled or out of place is not a constant, so it does not compile.
template <Metal... keys>
concept Compiles =
    requires { typename std::integral_constant<bool, (EnumTable<Metal, MetalFacts>({{keys, {}}...}), true)>; };
static_assert(Compiles<Metal::iron, Metal::gold, Metal::lead>);
static_assert(!Compiles<Metal::iron, Metal::gold>);
static_assert(!Compiles<Metal::iron, Metal::gold, Metal::gold>);
static_assert(!Compiles<Metal::gold, Metal::iron, Metal::lead>);

TEST(EnumTable, AnswersByEnumerator) {
  EXPECT_EQ(metal_facts[Metal::iron].symbol, "Fe");
  EXPECT_FALSE(metal_facts[Metal::lead].noble);
}

TEST(EnumTable, IsWalkedInTheOrderOfTheEnumerators) {
  std::vector<std::string_view> symbols;
  for (const MetalFacts& facts : metal_facts) symbols.push_back(facts.symbol);
  EXPECT_EQ(symbols, (std::vector<std::string_view>{"Fe", "Au", "Pb"}));
}

}  // namespace
}  // namespace assay::base
