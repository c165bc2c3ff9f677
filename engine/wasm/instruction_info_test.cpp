// The table: its rows are consistent, and codes and keywords lead back to them.
#include "wasm/instruction_info.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace assay::wasm {
namespace {

static_assert(info(Opcode::i32_add).text == "i32.add");
static_assert(info(Opcode::i32_add).code == 0x6A);
static_assert(info(Opcode::f64x2_convert_low_i32x4_u).code == 0xFF);
static_assert(info(Opcode::i64_atomic_rmw32_cmpxchg_u).code == 0x4E);
static_assert(is_plain(Opcode::i32_add) && is_plain(Opcode::v128_load8_lane) && is_plain(Opcode::atomic_fence));
static_assert(!is_plain(Opcode::br_table) && !is_plain(Opcode::memory_size) && !is_plain(Opcode::struct_get));

// A build may append rows of its own.
constexpr std::size_t language_count = 575;
#ifdef ASSAY_EXTRA_INSTRUCTIONS
static_assert(instruction_count > language_count);
#else
static_assert(instruction_count == language_count);
#endif

TEST(InstructionTable, HasEveryInstructionOfTheLanguageAndItsProposals) {
  std::map<std::uint8_t, std::size_t> by_prefix;
  for (const InstructionInfo& row : std::span(instructions).first<language_count>()) ++by_prefix[row.prefix];
  // The first version, sign extension, references and tables, function references and ref.eq, tail and reference calls,
  // exceptions new and old.
  EXPECT_EQ(by_prefix[0x00], 172U + 5U + 6U + 5U + 3U + 3U + 5U);
  EXPECT_EQ(by_prefix[0xFB], 31U);
  EXPECT_EQ(by_prefix[0xFC], 8U + 10U + 4U);  // saturating truncation, bulk memory and tables, wide arithmetic
  EXPECT_EQ(by_prefix[0xFD], 236U + 20U);     // vectors, relaxed vectors
  EXPECT_EQ(by_prefix[0xFE], 4U + 7U * 9U);   // seven widths of nine accesses
  RecordProperty("instructions", static_cast<int>(instruction_count));
}

TEST(InstructionTable, IsIndexedByOpcodeAndSortedByCode) {
  for (std::size_t i = 0; i < instruction_count; ++i) {
    EXPECT_EQ(static_cast<std::size_t>(instructions[i].opcode), i);
    if (i == 0 || i >= language_count) continue;
    const auto key = [](const InstructionInfo& row) { return std::pair(row.prefix, row.code); };
    EXPECT_LT(key(instructions[i - 1]), key(instructions[i])) << instructions[i].text;
  }
}

TEST(InstructionTable, LeadsFromEveryCodeToItsRow) {
  for (const InstructionInfo& row : instructions) EXPECT_EQ(opcode_of(row.prefix, row.code), row.opcode) << row.text;
}

TEST(InstructionTable, KnowsNoOtherCodes) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> known;
  for (const InstructionInfo& row : instructions) known.emplace(row.prefix, row.code);
  for (std::uint32_t prefix = 0; prefix < 0x100; ++prefix) {
    for (std::uint32_t code = 0; code < 0x400; ++code) {
      if (known.contains({prefix, code})) continue;
      EXPECT_EQ(opcode_of(static_cast<std::uint8_t>(prefix), code), Opcode::count_) << prefix << ' ' << code;
    }
  }
  EXPECT_EQ(opcode_of(0xFD, 0xFFFFFFFF), Opcode::count_);
}

TEST(InstructionTable, LeadsFromEveryKeywordToTheFirstRowThatHasIt) {
  std::map<std::string_view, Opcode> first;
  for (const InstructionInfo& row : instructions) first.emplace(row.text, row.opcode);
  for (const auto& [text, opcode] : first) EXPECT_EQ(opcodes_of(text), opcode) << text;
}

TEST(InstructionTable, KnowsNoOtherKeywords) {
  for (const char* text : {"", "i32", "i32.", "i32.add ", "I32.add", "i32_add", "i32.addd", "i64.extend16_u", "x"}) {
    EXPECT_EQ(opcodes_of(text), Opcode::count_) << text;
  }
  // Keywords one letter away from real ones.
  std::set<std::string_view> known;
  for (const InstructionInfo& row : instructions) known.insert(row.text);
  for (const InstructionInfo& row : instructions) {
    const std::string longer = std::string(row.text) + "x";
    const std::string_view shorter = row.text.substr(0, row.text.size() - 1);
    EXPECT_EQ(opcodes_of(longer), Opcode::count_) << longer;
    if (!known.contains(shorter)) {
      EXPECT_EQ(opcodes_of(shorter), Opcode::count_) << shorter;
    }
  }
}

TEST(InstructionTable, GivesTwoRowsOneKeywordThreeTimesAndSideBySide) {
  std::map<std::string_view, std::vector<Opcode>> rows;
  for (const InstructionInfo& row : instructions) rows[row.text].push_back(row.opcode);
  std::vector<std::string_view> doubled;
  for (const auto& [text, opcodes] : rows) {
    if (opcodes.size() > 1) doubled.push_back(text);
  }
  EXPECT_EQ(doubled, (std::vector<std::string_view>{"ref.cast", "ref.test", "select"}));
  EXPECT_EQ(rows["select"], (std::vector{Opcode::select, Opcode::select_t}));
  EXPECT_EQ(rows["ref.test"], (std::vector{Opcode::ref_test, Opcode::ref_test_null}));
  EXPECT_EQ(rows["ref.cast"], (std::vector{Opcode::ref_cast, Opcode::ref_cast_null}));
}

TEST(InstructionTable, UsesEveryImmediateKind) {
  std::set<Immediate> used;
  for (const InstructionInfo& row : instructions) used.insert(row.immediate);
  EXPECT_EQ(used.size(), static_cast<std::size_t>(Immediate::count_));
}

TEST(InstructionTable, UsesEveryFeatureThatBringsInstructions) {
  const std::set<Feature> without = {Feature::mutable_globals, Feature::multi_value,      Feature::extended_const,
                                     Feature::memory64,        Feature::multi_memory,     Feature::custom_annotations,
                                     Feature::branch_hinting,  Feature::custom_page_sizes};
  std::set<Feature> used;
  for (const InstructionInfo& row : instructions) used.insert(row.feature);
  for (std::size_t i = 0; i < static_cast<std::size_t>(Feature::count_); ++i) {
    const auto feature = static_cast<Feature>(i);
    EXPECT_NE(used.contains(feature), without.contains(feature)) << feature_facts[feature].name;
  }
}

TEST(InstructionTable, IsCustomInSignatureAndMeaningOrInNeither) {
  for (const InstructionInfo& row : instructions) {
    EXPECT_EQ(row.signature.custom, row.meaning.form == Form::custom) << row.text;
    if (row.signature.custom) {
      EXPECT_EQ(row.signature, Signature{.custom = true}) << row.text;
    }
  }
}

TEST(InstructionTable, GivesAnAddressExactlyToWhatHasAMemarg) {
  for (const InstructionInfo& row : instructions) {
    const bool has_memarg = row.immediate == Immediate::memarg || row.immediate == Immediate::memarg_lane;
    EXPECT_EQ(has_memarg, accesses_memory(row.meaning)) << row.text;
    const bool has_address = row.signature.param_count > 0 && row.signature.params[0] == Sig::addr;
    EXPECT_EQ(has_memarg, has_address) << row.text;
    EXPECT_EQ(has_memarg, memory_bytes(row.meaning) != 0) << row.text;
  }
}

TEST(InstructionTable, GivesNumericsAsManyOperandsAsTheirArity) {
  for (const InstructionInfo& row : instructions) {
    const Meaning& meaning = row.meaning;
    switch (meaning.form) {
      case Form::unary:
      case Form::binary:
      case Form::test:
      case Form::compare:
      case Form::convert:
      case Form::wide:
      case Form::lanes:
      case Form::lane_test:
      case Form::lane_shift:
        EXPECT_EQ(numeric_facts[meaning.numeric].arity, row.signature.param_count) << row.text;
        break;
      case Form::atomic_rmw: EXPECT_EQ(numeric_facts[meaning.numeric].arity, 2) << row.text; break;
      case Form::custom:
      case Form::constant:
      case Form::splat:
      case Form::extract_lane:
      case Form::replace_lane:
      case Form::shuffle:
      case Form::load:
      case Form::store:
      case Form::load_splat:
      case Form::load_zero:
      case Form::load_extend:
      case Form::load_lane:
      case Form::store_lane:
      case Form::atomic_load:
      case Form::atomic_store:
      case Form::atomic_cmpxchg:
      case Form::atomic_wait:
      case Form::atomic_notify:
      case Form::atomic_fence: break;
    }
  }
}

TEST(InstructionTable, UsesEveryNumeric) {
  std::set<Numeric> used;
  for (const InstructionInfo& row : instructions) used.insert(row.meaning.numeric);
  EXPECT_EQ(used.size(), static_cast<std::size_t>(Numeric::count_));
}

TEST(InstructionTable, NamesWidthsInKeywordsAsTheAccessHasThem) {
  // load8, store16_lane, rmw32: the number in the keyword is the access in bits; without one, the type is.
  for (const InstructionInfo& row : instructions) {
    if (!accesses_memory(row.meaning) || row.meaning.form == Form::load_extend) continue;
    unsigned bits = 0;
    const std::size_t dot = row.text.rfind(row.text.find("rmw") == std::string_view::npos ? "." : ".rmw");
    for (const char c : row.text.substr(dot)) {
      if (c >= '0' && c <= '9') bits = bits * 10 + static_cast<unsigned>(c - '0');
    }
    if (bits == 0) {
      bits = row.text.starts_with("v128") ? 128 : row.text.starts_with("i64") || row.text.starts_with("f64") ? 64 : 32;
    }
    EXPECT_EQ(memory_bytes(row.meaning) * 8, bits) << row.text;
  }
}

}  // namespace
}  // namespace assay::wasm
