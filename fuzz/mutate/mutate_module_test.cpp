// The mutators: deterministic, complete, and what they cut they can put together.
#include "fuzz/mutate/mutate_module.hpp"

#include <gtest/gtest.h>

#include <set>

#include "binary/decode.hpp"
#include "binary/encode.hpp"
#include "fuzz/mutate/mutate_text.hpp"
#include "fuzz/mutate/parts.hpp"
#include "text/parse.hpp"

namespace assay::fuzz {
namespace {

constexpr const char* module_text = R"((module
  (type $t (func (param i32) (result i32)))
  (import "m" "f" (func (type $t)))
  (memory 1 2) (table 3 funcref) (global (mut i64) (i64.const 5)) (tag (param f32))
  (elem (i32.const 0) func 0) (data "abc")
  (func (export "g") (type $t) (local i64 f32)
    (block (loop (br_table 0 1 1 (local.get 0))))
    (drop (f64.load offset=8 (i32.const 16)))
    (drop (i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 (v128.const i32x4 1 2 3 4) (v128.const i64x2 1 2)))
    (block $l (try_table (catch_all $l)))
    (call 0 (i32.const -7)))))";

Bytes encoded(const char* text) {
  const auto parsed = text::parse_module(text);
  EXPECT_TRUE(parsed.has_value());
  return binary::encode(parsed->module);
}

TEST(ModuleParts, a_module_cut_and_joined_is_the_same_bytes) {
  const Bytes bytes = encoded(module_text);
  ModuleParts parts = cut_module(bytes);
  ASSERT_TRUE(parts.has_bodies);
  ASSERT_EQ(parts.bodies.size(), 1U);
  const BodyParts body = cut_body(parts.bodies[0]);
  EXPECT_TRUE(body.rest.empty());
  EXPECT_GT(body.instructions.size(), 15U);
  EXPECT_EQ(join_body(body), parts.bodies[0]);
  EXPECT_EQ(join_module(parts), bytes);
}

TEST(ModuleParts, an_encoded_module_is_in_its_shortest_form) {
  const auto module = binary::decode(encoded(module_text));
  ASSERT_TRUE(module.has_value());
  EXPECT_TRUE(same_module(in_shortest_form(*module), *module));
}

TEST(ModuleParts, the_shortest_form_says_the_same_in_fewer_bytes) {
  const auto decode_with_body = [](std::initializer_list<int> body) {
    ModuleParts parts = cut_module(encoded("(module (memory 1) (func (drop (i32.load (i32.const 1)))))"));
    parts.bodies[0].clear();
    for (const int byte : body) parts.bodies[0].push_back(static_cast<std::byte>(byte));
    return *binary::decode(join_module(parts));
  };
  // An empty declaration, a constant and an offset of two bytes, a memory index where none is needed.
  const auto longer = decode_with_body({0x01, 0x00, 0x7F, 0x41, 0x81, 0x00, 0x28, 0x42, 0x00, 0x80, 0x00, 0x1A, 0x0B});
  const auto shortest = decode_with_body({0x00, 0x41, 0x01, 0x28, 0x02, 0x00, 0x1A, 0x0B});
  EXPECT_FALSE(same_module(longer, shortest));
  EXPECT_TRUE(same_module(in_shortest_form(longer), shortest));
}

TEST(MutateModule, the_same_numbers_make_the_same_mutant) {
  const std::vector<Bytes> corpus = {encoded(module_text), encoded("(module (func))")};
  std::set<Bytes> mutants;
  for (std::uint64_t i = 0; i < 200; ++i) {
    Random random(7, i);
    Random again(7, i);
    const Bytes mutant = mutate_module(corpus, random);
    EXPECT_EQ(mutate_module(corpus, again), mutant);
    mutants.insert(mutant);
  }
  EXPECT_GT(mutants.size(), 150U);
}

TEST(MutateText, the_same_numbers_make_the_same_mutant) {
  const std::vector<std::string> corpus = {module_text, "(module (func))"};
  std::set<std::string> mutants;
  for (std::uint64_t i = 0; i < 200; ++i) {
    Random random(7, i);
    Random again(7, i);
    const std::string mutant = mutate_text(corpus, random);
    EXPECT_EQ(mutate_text(corpus, again), mutant);
    mutants.insert(mutant);
  }
  EXPECT_GT(mutants.size(), 150U);
}

TEST(Random, numbers_lie_in_their_range_and_reach_its_ends) {
  Random random(1);
  std::set<std::size_t> seen;
  for (int i = 0; i < 200; ++i) seen.insert(random.between(3, 6));
  EXPECT_EQ(seen, (std::set<std::size_t>{3, 4, 5, 6}));
}

}  // namespace
}  // namespace assay::fuzz
