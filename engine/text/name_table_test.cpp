#include "text/name_table.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace assay::text {
namespace {

TEST(NameTable, finds_what_was_put_in) {
  std::vector<std::string> names;
  for (int i = 0; i < 1000; ++i) names.push_back("name" + std::to_string(i));
  NameTable table;
  EXPECT_EQ(table.find("name0"), NameTable::absent);
  for (std::uint32_t i = 0; i < 1000; ++i) {
    std::uint32_t& value = table[names[i]];
    EXPECT_EQ(value, NameTable::absent);
    value = i;
  }
  for (std::uint32_t i = 0; i < 1000; ++i) EXPECT_EQ(table.find(names[i]), i);
  EXPECT_EQ(table.find("name1000"), NameTable::absent);
}

TEST(NameTable, is_empty_once_cleared_whether_full_or_not) {
  std::vector<std::string> names;
  for (int i = 0; i < 100; ++i) names.push_back("name" + std::to_string(i));
  NameTable table;
  for (const std::size_t count : {std::size_t{100}, std::size_t{3}, std::size_t{0}, std::size_t{7}}) {
    for (std::size_t i = 0; i < count; ++i) table[names[i]] = 1;
    table.clear();
    for (const std::string& name : names) EXPECT_EQ(table.find(name), NameTable::absent);
  }
}

}  // namespace
}  // namespace assay::text
