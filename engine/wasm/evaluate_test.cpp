// Instructions as functions: every form once, both ways of asking, and every pure row on every pair of edge values.
#include "wasm/evaluate.hpp"

#include <gtest/gtest.h>

#include <type_traits>
#include <vector>

namespace assay::wasm {
namespace {

static_assert(evaluate<Opcode::i32_add>(2U, 3U) == 5U);
static_assert(evaluate<Opcode::i64_eqz>(std::uint64_t{0}) == 1U);
static_assert(evaluate<Opcode::i32_div_u>(1U, 0U).trap == Trap::integer_divide_by_zero);
static_assert(evaluate<Opcode::i64_mul_wide_u>(~0ULL, 2ULL) == Halves{~0ULL - 1, 1});
static_assert(std::is_same_v<decltype(evaluate<Opcode::f64_lt>(1.0, 2.0)), std::uint32_t>);
static_assert(std::is_same_v<ResultOf<Opcode::f32_demote_f64>, float>);
static_assert(can_trap<Opcode::i64_trunc_f32_u> && can_trap<Opcode::i32_rem_u> && !can_trap<Opcode::f32_div>);
static_assert(is_pure(Opcode::i8x16_shuffle) && is_pure(Opcode::v128_const));
static_assert(!is_pure(Opcode::i32_load) && !is_pure(Opcode::atomic_fence) && !is_pure(Opcode::drop));

V128 number(std::uint64_t bits) {
  return {.lo = bits, .hi = 0};
}

struct Row {
  Opcode op;
  std::vector<V128> operands;
  V128 expected;
  V128 immediate = {};
};

TEST(Evaluate, KnowsEveryForm) {
  const std::vector<Row> rows = {
      {Opcode::i32_const, {}, number(0xFFFF'FFFF), number(0xFFFF'FFFF)},
      {Opcode::v128_const, {}, {.lo = 1, .hi = 2}, {.lo = 1, .hi = 2}},
      {Opcode::i32_clz, {number(1)}, number(31)},
      {Opcode::i64_sub, {number(0), number(1)}, number(~0ULL)},
      {Opcode::i64_eqz, {number(1ULL << 32U)}, number(0)},
      {Opcode::f32_lt, {number(0xBF80'0000), number(0)}, number(1)},
      {Opcode::i64_extend_i32_s, {number(0x8000'0000)}, number(0xFFFF'FFFF'8000'0000)},
      {Opcode::f64_promote_f32, {number(0x3F80'0000)}, number(0x3FF0'0000'0000'0000)},
      {Opcode::i8x16_popcnt, {{.lo = 0xFF01, .hi = 0}}, {.lo = 0x0801, .hi = 0}},
      {Opcode::v128_any_true, {{.lo = 0, .hi = 1}}, number(1)},
      {Opcode::i16x8_shl, {{.lo = 0x8001, .hi = 1}, number(17)}, {.lo = 2, .hi = 2}},
      {Opcode::i8x16_splat, {number(0xABCD)}, {.lo = 0xCDCD'CDCD'CDCD'CDCD, .hi = 0xCDCD'CDCD'CDCD'CDCD}},
      {Opcode::i8x16_extract_lane_s, {{.lo = 0, .hi = 0x8000'0000'0000'0000}}, number(0xFFFF'FF80), number(15)},
      {Opcode::i16x8_extract_lane_u, {{.lo = 0x8000'0000, .hi = 0}}, number(0x8000), number(1)},
      {Opcode::f32x4_extract_lane, {{.lo = 0, .hi = 0x7F80'0001}}, number(0x7F80'0001), number(2)},
      {Opcode::i8x16_replace_lane, {{.lo = 0, .hi = 0}, number(0x1FF)}, {.lo = 0xFF00, .hi = 0}, number(1)},
      {Opcode::f64x2_replace_lane, {{.lo = 5, .hi = 6}, number(7)}, {.lo = 5, .hi = 7}, number(1)},
      {Opcode::i8x16_shuffle,
       {number(0xAA), number(0xBB)},
       number(0xAABB),
       {.lo = 0x0101'0101'0101'0010, .hi = 0x0101'0101'0101'0101}},
      {Opcode::i8x16_relaxed_laneselect, {number(0xFF), number(0), number(0x0F)}, number(0x0F)},
  };
  for (const Row& row : rows) {
    const Evaluation result = evaluate(row.op, row.operands, row.immediate);
    EXPECT_EQ(result.trap, Trap::none) << info(row.op).text;
    EXPECT_EQ(result.results[0], row.expected) << info(row.op).text;
  }
}

TEST(Evaluate, GivesWideArithmeticTwoResults) {
  const std::vector<V128> operands = {number(~0ULL), number(0), number(1), number(0)};
  const Evaluation sum = evaluate(Opcode::i64_add128, operands);
  EXPECT_EQ(sum.results[0], number(0));
  EXPECT_EQ(sum.results[1], number(1));
}

TEST(Evaluate, ReportsTrapsAsValues) {
  const std::vector<V128> operands = {number(0x8000'0000), number(0xFFFF'FFFF)};
  EXPECT_EQ(evaluate(Opcode::i32_div_s, operands).trap, Trap::integer_overflow);
  const std::vector<V128> nan = {number(0x7FC0'0000)};
  EXPECT_EQ(evaluate(Opcode::i32_trunc_f32_s, nan).trap, Trap::invalid_conversion_to_integer);
}

// Bits at the edges of every type, as scalars and as lanes.
const std::vector<V128>& edges() {
  static const std::vector<V128> values = [] {
    std::vector<V128> list;
    for (const std::uint64_t lo : {0x0ULL,
                                   0x1ULL,
                                   0x7FULL,
                                   0x80ULL,
                                   0x7FFF'FFFFULL,
                                   0x8000'0000ULL,
                                   0xFFFF'FFFFULL,
                                   0x7F80'0000ULL,
                                   0x7F80'0001ULL,
                                   0x7FC0'0000ULL,
                                   0xBF00'0000ULL,
                                   0x4F00'0000ULL,
                                   0xCF00'0000ULL,
                                   0x7FFF'FFFF'FFFF'FFFFULL,
                                   0x8000'0000'0000'0000ULL,
                                   0xFFFF'FFFF'FFFF'FFFFULL,
                                   0x7FF0'0000'0000'0000ULL,
                                   0x7FF0'0000'0000'0001ULL,
                                   0x7FF8'0000'0000'0000ULL,
                                   0x43E0'0000'0000'0000ULL,
                                   0xC3E0'0000'0000'0000ULL,
                                   0x8000'7FFF'0001'FFFFULL}) {
      list.push_back({.lo = lo, .hi = ~lo * 3});
    }
    return list;
  }();
  return values;
}

// Runs every pure instruction on edge values; a sanitizer watches. What can be said of all: only those that can trap
// do, numbers have nothing above their bits, and asking again gives the same.
TEST(Evaluate, IsDefinedForAllOperandsOfEveryPureInstruction) {
  std::size_t rows = 0;
  for (const InstructionInfo& row : instructions) {
    if (!is_pure(row.opcode)) continue;
    ++rows;
    bool trapped = false;
    const auto check = [&](std::span<const V128> operands) {
      const V128 immediate =
          row.immediate == Immediate::shuffle ? V128{.lo = 0x1F1E'100F'0001'0203, .hi = 0} : V128{.lo = 1, .hi = 0};
      const Evaluation result = evaluate(row.opcode, operands, immediate);
      ASSERT_EQ(result, evaluate(row.opcode, operands, immediate)) << row.text;
      trapped = trapped || result.trap != Trap::none;
      for (unsigned i = 0; i < row.signature.result_count; ++i) {
        const Sig sig = row.signature.results[i];
        if (sig != Sig::v128) {
          EXPECT_EQ(result.results[i].hi, 0U) << row.text;
        }
        if (sig == Sig::i32 || sig == Sig::f32) {
          EXPECT_EQ(result.results[i].lo >> 32U, 0U) << row.text;
        }
        if (numeric_facts[row.meaning.numeric].makes_bool && sig == Sig::i32) {
          EXPECT_LE(result.results[i].lo, 1U) << row.text;
        }
      }
    };
    for (const V128 a : edges()) {
      for (const V128 b : edges()) {
        const std::array<V128, 4> operands = {a, b, {.lo = a.hi, .hi = b.lo}, b};
        check(std::span(operands).first(row.signature.param_count));
      }
    }
    EXPECT_EQ(trapped, numeric_facts[row.meaning.numeric].traps) << row.text;
  }
  EXPECT_GT(rows, 370U);
}

bool is_nan_of(Sig sig, std::uint64_t bits) {
  return sig == Sig::f32 ? (bits & 0x7FFF'FFFF) > 0x7F80'0000 : (bits << 1U) > (0x7FF0'0000'0000'0000ULL << 1U);
}

TEST(Evaluate, MakesOnlyQuietNaNsInFloatArithmetic) {
  for (const InstructionInfo& row : instructions) {
    if (!is_pure(row.opcode) || row.signature.result_count != 1) continue;
    const Sig sig = row.signature.results[0];
    if ((sig != Sig::f32 && sig != Sig::f64) || !numeric_facts[row.meaning.numeric].makes_float) continue;
    for (const V128 a : edges()) {
      for (const V128 b : edges()) {
        const std::array<V128, 2> operands = {a, b};
        const std::uint64_t bits =
            evaluate(row.opcode, std::span(operands).first(row.signature.param_count)).results[0].lo;
        const std::uint64_t quiet = sig == Sig::f32 ? 0x0040'0000 : 0x0008'0000'0000'0000;
        if (is_nan_of(sig, bits)) {
          EXPECT_NE(bits & quiet, 0U) << row.text;
        }
      }
    }
  }
}

TEST(Evaluate, CommutesWhereTheFactsSayItDoes) {
  for (const InstructionInfo& row : instructions) {
    if (!is_pure(row.opcode) || !numeric_facts[row.meaning.numeric].commutes) continue;
    if (row.meaning.form == Form::wide && row.signature.param_count != 2) continue;
    // NaN payloads may differ, so that floats are tried on numbers only.
    const bool floats = row.signature.params[0] == Sig::f32 || row.signature.params[0] == Sig::f64 ||
                        row.meaning.shape == Shape::f32x4 || row.meaning.shape == Shape::f64x2;
    const std::vector<V128> numbers = {{.lo = 0x3F80'0000'4000'0000, .hi = 0},
                                       {.lo = 0x8000'0000'8000'0000, .hi = 1},
                                       {.lo = 0xBF80'0000'0000'0001, .hi = 0}};
    for (const V128 a : floats ? numbers : edges()) {
      for (const V128 b : floats ? numbers : edges()) {
        const std::array<V128, 3> one = {a, b, a};
        const std::array<V128, 3> other = {b, a, a};
        EXPECT_EQ(evaluate(row.opcode, std::span(one).first(row.signature.param_count)),
                  evaluate(row.opcode, std::span(other).first(row.signature.param_count)))
            << row.text;
      }
    }
  }
}

}  // namespace
}  // namespace assay::wasm
