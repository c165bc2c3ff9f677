// Immediates one by one: read, refused, written, passed over.
#include "binary/immediates.hpp"

#include <gtest/gtest.h>

#include "binary/byte_modules.hpp"
#include "binary/encode_immediates.hpp"
#include "binary/opcodes.hpp"

namespace assay::binary {
namespace {

using namespace byte_modules;
using wasm::HeapType;
using wasm::Immediate;
using wasm::Nullability;
using wasm::Opcode;
using wasm::TypeIndex;
using wasm::ValueType;

// Reads all of `input` with `read` and expects the value.
template <class Read, class T>
void expect_read(Read read, const Bytes& input, const T& value) {
  base::ByteReader reader(input);
  EXPECT_TRUE(read(reader) == value);
  EXPECT_TRUE(reader.ok()) << reader.message();
  EXPECT_TRUE(reader.at_end());
}

template <class Read>
void expect_refused(Read read, const Bytes& input, std::string_view message) {
  base::ByteReader reader(input, 100);
  read(reader);
  ASSERT_FALSE(reader.ok()) << "wanted " << message;
  EXPECT_EQ(reader.message(), message);
  EXPECT_GE(reader.error_offset(), 100U);
}

// Writes a value with `write`, reads it back with `read`.
template <class Write, class Read, class T>
void expect_round_trip(Write write, Read read, const T& value) {
  base::ByteWriter writer;
  write(writer, value);
  expect_read(read, writer.take(), value);
}

std::vector<HeapType> all_heap_types() {
  std::vector<HeapType> types;
  for (unsigned i = 0; i < static_cast<unsigned>(wasm::AbstractHeap::bottom); ++i) {
    types.push_back(static_cast<wasm::AbstractHeap>(i));
  }
  for (const std::uint32_t index : {0U, 63U, 64U, 127U, 128U, 999'999U, HeapType::index_max}) {
    types.push_back(HeapType(TypeIndex(index)));
  }
  return types;
}

std::vector<ValueType> all_value_types() {
  std::vector<ValueType> types{wasm::i32, wasm::i64, wasm::f32, wasm::f64, wasm::v128};
  for (const HeapType heap : all_heap_types()) {
    types.push_back(ValueType::reference(heap, Nullability::nullable));
    types.push_back(ValueType::reference(heap, Nullability::non_null));
  }
  return types;
}

TEST(Immediates, heap_types_come_back) {
  for (const HeapType type : all_heap_types()) expect_round_trip(write_heap_type, read_heap_type, type);
  expect_refused(read_heap_type, bytes({0x40}), "malformed heap type");
  expect_refused(read_heap_type, bytes({0x7F}), "malformed heap type");
  expect_refused(read_heap_type, bytes({0xFF, 0x7F}), "integer representation too long");
  expect_refused(read_heap_type, bytes({0x80, 0x80, 0x80, 0x80, 0x20}), "integer too large");
  expect_refused(read_heap_type, {}, "unexpected end");
}

TEST(Immediates, value_types_come_back) {
  for (const ValueType type : all_value_types()) {
    expect_round_trip(write_value_type, read_value_type, type);
    if (type.is_reference()) expect_round_trip(write_value_type, read_reference_type, type);
  }
  expect_refused(read_value_type, bytes({0x40}), "malformed reference type");
  expect_refused(read_value_type, bytes({0x00}), "malformed reference type");
  expect_refused(read_reference_type, bytes({0x7F}), "malformed reference type");
  expect_refused(read_value_type, {}, "unexpected end");
}

TEST(Immediates, nullable_abstract_references_take_one_byte) {
  base::ByteWriter writer;
  write_value_type(writer, wasm::anyref);
  EXPECT_EQ(writer.take(), bytes({0x6E}));
}

TEST(Immediates, block_types_come_back) {
  expect_round_trip(write_block_type, read_block_type, BlockType{});
  for (const ValueType type : all_value_types()) {
    expect_round_trip(write_block_type, read_block_type,
                      BlockType{.kind = BlockType::Kind::value, .value = type, .index = {}});
  }
  for (const std::uint32_t index : {0U, 63U, 64U, 0xFFFFFFFFU}) {
    expect_round_trip(write_block_type, read_block_type,
                      BlockType{.kind = BlockType::Kind::index, .value = {}, .index = TypeIndex(index)});
  }
  expect_refused(read_block_type, bytes({0x41}), "malformed reference type");
  expect_refused(read_block_type, bytes({0xC0, 0x7F}), "integer representation too long");
  expect_refused(read_block_type, {}, "unexpected end");
}

TEST(Immediates, memory_arguments_come_back) {
  for (const std::uint32_t align : {0U, 4U, 63U}) {
    for (const std::uint32_t memory : {0U, 1U, 200U}) {
      for (const std::uint64_t offset : {std::uint64_t{0}, std::uint64_t{1} << 32, ~std::uint64_t{0}}) {
        expect_round_trip(write_memarg, read_memarg,
                          MemArg{.align_log2 = align, .memory = wasm::MemoryIndex(memory), .offset = offset});
      }
    }
  }
  // An explicit memory 0 is memory 0.
  expect_read(read_memarg, bytes({0x42, 0x00, 0x05}), MemArg{.align_log2 = 2, .memory = {}, .offset = 5});
  expect_refused(read_memarg, bytes({0x80, 0x01, 0x00}), "malformed memop flags");
  expect_refused(read_memarg, bytes({0x82, 0x80, 0x80, 0x80, 0x10, 0x00}), "integer too large");
  expect_refused(read_memarg, bytes({0x02, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02}),
                 "integer too large");
  expect_refused(read_memarg, bytes({0x02}), "unexpected end");
}

TEST(Immediates, catch_clauses_come_back) {
  for (int kind = 0; kind < 4; ++kind) {
    CatchClause clause{.kind = static_cast<CatchClause::Kind>(kind), .tag = {}, .label = 200};
    if (clause.has_tag()) clause.tag = wasm::TagIndex(300U);
    EXPECT_EQ(clause.has_tag(), kind < 2);
    expect_round_trip(write_catch_clause, read_catch_clause, clause);
  }
  expect_refused(read_catch_clause, bytes({0x04, 0x00}), "malformed catch clause");
}

TEST(Immediates, branch_casts_come_back) {
  for (const HeapType heap : all_heap_types()) {
    for (int flags = 0; flags < 4; ++flags) {
      const auto source = (flags & 1) != 0 ? Nullability::nullable : Nullability::non_null;
      const auto target = (flags & 2) != 0 ? Nullability::nullable : Nullability::non_null;
      const BranchCast cast{.label = 7,
                            .source = ValueType::reference(wasm::AbstractHeap::any, source),
                            .target = ValueType::reference(heap, target)};
      expect_round_trip(write_branch_cast, read_branch_cast, cast);
    }
  }
  expect_refused(read_branch_cast, bytes({0x04, 0x00, 0x6E, 0x6E}), "malformed br_on_cast flags");
}

TEST(Immediates, vectors_and_locals_come_back) {
  const wasm::V128 value{.lo = 0x0706050403020100, .hi = 0x0F0E0D0C0B0A0908};
  expect_round_trip(write_v128, read_v128, value);
  base::ByteWriter writer;
  write_v128(writer, value);
  EXPECT_EQ(writer.take(), bytes({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}));
  expect_round_trip(write_local_declaration, read_local_declaration, LocalDeclaration{300, wasm::f64});
  expect_refused(read_v128, Bytes(15), "unexpected end");
  expect_refused(read_zero_byte, bytes({0x01}), "zero byte expected");
}

TEST(Immediates, a_count_is_at_most_the_bytes_that_are_left) {
  expect_read(read_count, bytes({0x00}), 0U);
  const Bytes three = bytes({0x02, 0xAA, 0xAA});
  base::ByteReader fitting(three);
  EXPECT_EQ(read_count(fitting), 2U);
  EXPECT_TRUE(fitting.ok());
  expect_refused(read_count, bytes({0x04, 0xAA, 0xAA}), "length out of bounds");
  expect_refused(read_count, bytes({0xFF, 0xFF, 0xFF, 0xFF, 0x0F}), "length out of bounds");
}

// -- opcodes

TEST(Opcodes, every_instruction_comes_back) {
  for (const wasm::InstructionInfo& row : wasm::instructions) {
    expect_round_trip(write_opcode, read_opcode, row.opcode);
    EXPECT_TRUE(is_enabled(row.opcode, wasm::Features()));
  }
}

TEST(Opcodes, other_codes_are_illegal) {
  for (const int byte : {0x16, 0x17, 0x1D, 0x27, 0xC5, 0xD7, 0xF0, 0xFF}) {
    expect_refused(read_opcode, bytes({byte}), "illegal opcode");
  }
  expect_refused(read_opcode, bytes({0xFB, 0x1F}), "illegal opcode");
  expect_refused(read_opcode, bytes({0xFC, 0x7F}), "illegal opcode");
  expect_refused(read_opcode, bytes({0xFD, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F}), "illegal opcode");
  expect_refused(read_opcode, bytes({0xFE, 0x04}), "illegal opcode");
  expect_refused(read_opcode, bytes({0xFC}), "unexpected end");
  expect_refused(read_opcode, bytes({0xFC, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00}), "integer representation too long");
  expect_refused(read_opcode, {}, "unexpected end");
}

TEST(Opcodes, codes_after_a_prefix_may_be_longer_than_they_must) {
  expect_read(read_opcode, bytes({0xFC, 0x87, 0x80, 0x80, 0x80, 0x00}), Opcode::i64_trunc_sat_f64_u);
}

TEST(Opcodes, throw_belongs_to_both_kinds_of_exceptions) {
  wasm::Features features;
  features.disable(wasm::Feature::exceptions);
  EXPECT_TRUE(is_enabled(Opcode::throw_, features));
  EXPECT_FALSE(is_enabled(Opcode::throw_ref, features));
  features.disable(wasm::Feature::legacy_exceptions);
  EXPECT_FALSE(is_enabled(Opcode::throw_, features));
}

// An immediate of every kind, with something in it to be passed over.
Bytes sample(Immediate kind) {
  const Bytes memarg = bytes({0x43, 0x81, 0x01, 0xFF, 0x01});
  const Bytes two = bytes({0x81, 0x01, 0x82, 0x01});
  switch (kind) {
    case Immediate::none: return {};
    case Immediate::block_type: return bytes({0x63, 0x80, 0x01});
    case Immediate::label:
    case Immediate::func:
    case Immediate::type:
    case Immediate::local:
    case Immediate::global:
    case Immediate::table:
    case Immediate::elem:
    case Immediate::memory:
    case Immediate::data:
    case Immediate::tag: return bytes({0x81, 0x01});
    case Immediate::type_table:
    case Immediate::table_table:
    case Immediate::elem_table:
    case Immediate::memory_memory:
    case Immediate::data_memory:
    case Immediate::type_field:
    case Immediate::type_count:
    case Immediate::type_data:
    case Immediate::type_elem:
    case Immediate::type_type: return two;
    case Immediate::label_table: return bytes({0x02, 0x81, 0x01, 0x00, 0x03});
    case Immediate::memarg: return memarg;
    case Immediate::memarg_lane: return join({memarg, bytes({0x03})});
    case Immediate::lane: return bytes({0x0F});
    case Immediate::shuffle:
    case Immediate::v128: return Bytes(16, std::byte{0x8B});
    case Immediate::i32: return bytes({0xFF, 0xFF, 0xFF, 0xFF, 0x07});
    case Immediate::i64: return bytes({0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7F});
    case Immediate::f32: return Bytes(4, std::byte{0x8B});
    case Immediate::f64: return Bytes(8, std::byte{0x8B});
    case Immediate::heap_type: return bytes({0x80, 0x01});
    case Immediate::value_types: return bytes({0x02, 0x7F, 0x64, 0x80, 0x01});
    case Immediate::cast_branch: return bytes({0x03, 0x81, 0x01, 0x6E, 0x80, 0x01});
    case Immediate::try_table:
      return bytes({0x40, 0x04, 0x00, 0x81, 0x01, 0x02, 0x01, 0x05, 0x06, 0x02, 0x81, 0x01, 0x03, 0x00});
    case Immediate::zero_byte: return bytes({0x00});
    case Immediate::count_: break;
  }
  return {};
}

TEST(Opcodes, every_kind_of_immediate_is_passed_over_to_its_end) {
  for (unsigned i = 0; i < static_cast<unsigned>(Immediate::count_); ++i) {
    const auto kind = static_cast<Immediate>(i);
    const Bytes input = sample(kind);
    base::ByteReader reader(input);
    skip_immediate(reader, kind);
    EXPECT_TRUE(reader.ok()) << i << " " << reader.message();
    EXPECT_TRUE(reader.at_end()) << i;
    // And one byte less is not enough.
    if (input.empty()) continue;
    base::ByteReader cut{std::span(input).first(input.size() - 1)};
    skip_immediate(cut, kind);
    EXPECT_FALSE(cut.ok()) << i;
  }
}

TEST(Opcodes, a_table_of_labels_as_long_as_a_count_can_be_is_refused_at_once) {
  const Bytes input = bytes({0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0x00, 0x00});
  expect_refused([](base::ByteReader& reader) { skip_immediate(reader, Immediate::label_table); }, input,
                 "length out of bounds");
}

TEST(Opcodes, tables_of_labels_and_types_are_written_with_their_counts) {
  base::ByteWriter writer;
  const std::uint32_t labels[] = {1, 200, 0};
  write_label_table(writer, labels);
  EXPECT_EQ(writer.take(), bytes({0x02, 0x01, 0xC8, 0x01, 0x00}));
  const ValueType types[] = {wasm::i32, wasm::funcref};
  write_value_types(writer, types);
  EXPECT_EQ(writer.take(), bytes({0x02, 0x7F, 0x70}));
}

}  // namespace
}  // namespace assay::binary
