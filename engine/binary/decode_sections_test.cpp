// What each section says, and what it refuses.
#include <gtest/gtest.h>

#include "binary/byte_modules.hpp"
#include "binary/decode.hpp"

namespace assay::binary {
namespace {

using namespace byte_modules;
using wasm::AbstractHeap;
using wasm::Feature;
using wasm::Mutability;
using wasm::Nullability;
using wasm::SegmentMode;
using wasm::ValueKind;
using wasm::ValueType;

wasm::Module decoded(std::uint8_t id, const Bytes& content, wasm::Features features = {}) {
  auto module = decode(byte_modules::module({section(id, content)}), features);
  EXPECT_TRUE(module.has_value()) << to_string(module.error());
  return module ? std::move(*module) : wasm::Module{};
}

// The message, and the offset within the section's content.
void expect_malformed(std::uint8_t id, const Bytes& content, std::string_view message, std::size_t offset,
                      wasm::Features features = {}) {
  const auto module = decode(byte_modules::module({section(id, content)}), features);
  ASSERT_FALSE(module.has_value()) << "wanted " << message;
  EXPECT_EQ(module.error().kind, wasm::ErrorKind::malformed);
  EXPECT_EQ(module.error().message, message);
  EXPECT_EQ(module.error().place.offset, 10 + offset);
}

constexpr std::uint8_t types = 1, imports = 2, tables = 4, memories = 5, globals = 6, exports = 7, start = 8,
                       elements = 9, code = 10, data = 11, tags = 13;

// -- types

TEST(DecodeTypes, functions_have_parameters_and_results) {
  const auto module = decoded(types, bytes({0x01, 0x60, 0x05, 0x7F, 0x7E, 0x7D, 0x7C, 0x7B, 0x02, 0x70, 0x6F}));
  ASSERT_EQ(module.types.size(), 1U);
  const wasm::SubType& type = module.types[wasm::TypeIndex(0U)];
  EXPECT_EQ(type.kind, wasm::CompositeKind::func);
  EXPECT_TRUE(type.final);
  EXPECT_EQ(type.func.params, (std::vector<ValueType>{wasm::i32, wasm::i64, wasm::f32, wasm::f64, wasm::v128}));
  EXPECT_EQ(type.func.results, (std::vector<ValueType>{wasm::funcref, wasm::externref}));
}

TEST(DecodeTypes, structures_and_arrays_have_fields) {
  const auto module =
      decoded(types, bytes({0x02, 0x5F, 0x03, 0x78, 0x01, 0x77, 0x00, 0x6E, 0x01, 0x5E, 0x64, 0x00, 0x01}));
  ASSERT_EQ(module.types.size(), 2U);
  const wasm::SubType& structure = module.types[wasm::TypeIndex(0U)];
  EXPECT_EQ(structure.kind, wasm::CompositeKind::struct_);
  EXPECT_EQ(structure.fields, (std::vector<wasm::FieldType>{{ValueKind::i8, Mutability::variable},
                                                            {ValueKind::i16, Mutability::constant},
                                                            {wasm::anyref, Mutability::variable}}));
  const wasm::SubType& array = module.types[wasm::TypeIndex(1U)];
  EXPECT_EQ(array.kind, wasm::CompositeKind::array);
  EXPECT_EQ(
      array.fields,
      (std::vector<wasm::FieldType>{
          {ValueType::reference(wasm::HeapType(wasm::TypeIndex(0U)), Nullability::non_null), Mutability::variable}}));
}

TEST(DecodeTypes, groups_partition_the_types) {
  // rec {sub (struct), sub final 0 (struct)}, func, an empty group.
  const auto module = decoded(types, bytes({0x03, 0x4E, 0x02, 0x50, 0x00, 0x5F, 0x00, 0x4F, 0x01, 0x00, 0x5F, 0x00,
                                            0x60, 0x00, 0x00, 0x4E, 0x00}));
  EXPECT_EQ(module.types.size(), 3U);
  EXPECT_EQ(module.rec_groups, (std::vector<wasm::RecGroup>{
                                   {wasm::TypeIndex(0U), 2}, {wasm::TypeIndex(2U), 1}, {wasm::TypeIndex(3U), 0}}));
  EXPECT_FALSE(module.types[wasm::TypeIndex(0U)].final);
  EXPECT_TRUE(module.types[wasm::TypeIndex(1U)].final);
  EXPECT_EQ(module.types[wasm::TypeIndex(1U)].supertypes, (std::vector<wasm::TypeIndex>{wasm::TypeIndex(0U)}));
}

TEST(DecodeTypes, every_abstract_heap_type_has_its_byte) {
  const std::pair<int, AbstractHeap> rows[] = {
      {0x74, AbstractHeap::noexn},   {0x73, AbstractHeap::nofunc}, {0x72, AbstractHeap::noextern},
      {0x71, AbstractHeap::none},    {0x70, AbstractHeap::func},   {0x6F, AbstractHeap::extern_},
      {0x6E, AbstractHeap::any},     {0x6D, AbstractHeap::eq},     {0x6C, AbstractHeap::i31},
      {0x6B, AbstractHeap::struct_}, {0x6A, AbstractHeap::array},  {0x69, AbstractHeap::exn},
  };
  for (const auto& [byte, heap] : rows) {
    const auto module = decoded(types, bytes({0x01, 0x60, 0x03, byte, 0x63, byte, 0x64, byte, 0x00}));
    const ValueType nullable = ValueType::reference(heap, Nullability::nullable);
    EXPECT_EQ(module.types[wasm::TypeIndex(0U)].func.params,
              (std::vector<ValueType>{nullable, nullable, ValueType::reference(heap, Nullability::non_null)}));
  }
}

TEST(DecodeTypes, other_bytes_are_no_types) {
  expect_malformed(types, bytes({0x01, 0x61, 0x00, 0x00}), "malformed definition type", 1);
  expect_malformed(types, bytes({0x01, 0xE0, 0x7F, 0x00, 0x00}), "integer representation too long", 1);
  expect_malformed(types, bytes({0x01, 0x60, 0x01, 0x79, 0x00}), "malformed reference type", 3);
  expect_malformed(types, bytes({0x01, 0x60, 0x01, 0x78, 0x00}), "malformed reference type", 3);
  expect_malformed(types, bytes({0x01, 0x60, 0x01, 0xFF, 0x7F, 0x00}), "integer representation too long", 3);
  expect_malformed(types, bytes({0x01, 0x60, 0x01, 0x63, 0x40, 0x00}), "malformed heap type", 4);
  expect_malformed(types, bytes({0x01, 0x60, 0x01, 0x63, 0xF0, 0x7F, 0x00}), "integer representation too long", 4);
  expect_malformed(types, bytes({0x01, 0x5E, 0x79, 0x00}), "malformed storage type", 2);
  expect_malformed(types, bytes({0x01, 0x5E, 0x78, 0x02}), "malformed mutability", 3);
  expect_malformed(types, bytes({0x01, 0x50, 0x00, 0x50, 0x00, 0x5F, 0x00}), "malformed definition type", 3);
}

TEST(DecodeTypes, a_type_index_that_no_module_has_stays_one_that_no_module_has) {
  const auto module = decoded(types, bytes({0x01, 0x60, 0x01, 0x63, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0x00}));
  const ValueType type = module.types[wasm::TypeIndex(0U)].func.params[0];
  EXPECT_GE(type.heap().index().value, 1'000'000U);
}

TEST(DecodeTypes, switched_off_proposals_take_their_types_along) {
  const wasm::Features no_gc = wasm::Features().disable(Feature::gc);
  expect_malformed(types, bytes({0x01, 0x5F, 0x00}), "malformed definition type", 1, no_gc);
  expect_malformed(types, bytes({0x01, 0x4E, 0x00}), "malformed definition type", 1, no_gc);
  expect_malformed(types, bytes({0x01, 0x50, 0x00, 0x60, 0x00, 0x00}), "malformed definition type", 1, no_gc);
  expect_malformed(types, bytes({0x01, 0x60, 0x01, 0x6E, 0x00}), "malformed reference type", 3, no_gc);
  expect_malformed(types, bytes({0x01, 0x60, 0x01, 0x7B, 0x00}), "malformed reference type", 3,
                   wasm::Features().disable(Feature::simd));
  expect_malformed(types, bytes({0x01, 0x60, 0x01, 0x6F, 0x00}), "malformed reference type", 3,
                   wasm::Features().disable(Feature::reference_types));
  expect_malformed(types, bytes({0x01, 0x60, 0x01, 0x64, 0x70, 0x00}), "malformed reference type", 3,
                   wasm::Features().disable(Feature::function_references));
  expect_malformed(types, bytes({0x01, 0x60, 0x01, 0x69, 0x00}), "malformed reference type", 3,
                   wasm::Features().disable(Feature::exceptions));
}

// -- imports and exports

TEST(DecodeImports, each_kind_joins_its_index_space) {
  const auto module =
      decoded(imports, bytes({0x06, 0x01, 'm',  0x01, 'f',  0x00, 0x07, 0x01, 'm',  0x01, 't',  0x01, 0x70, 0x01,
                              0x02, 0x03, 0x01, 'm',  0x01, 'm',  0x02, 0x00, 0x01, 0x01, 'm',  0x01, 'g',  0x03,
                              0x7E, 0x01, 0x01, 'm',  0x01, 'e',  0x04, 0x00, 0x05, 0x00, 0x00, 0x00, 0x08}));
  ASSERT_EQ(module.imports.size(), 6U);
  EXPECT_EQ(module.text(module.imports[0].module), "m");
  EXPECT_EQ(module.text(module.imports[1].name), "t");
  EXPECT_EQ(module.imports[5].index, 1U);
  EXPECT_EQ(module.imported_functions, 2U);
  EXPECT_EQ(module.functions[wasm::FuncIndex(0U)].type, wasm::TypeIndex(7U));
  EXPECT_EQ(module.functions[wasm::FuncIndex(1U)].type, wasm::TypeIndex(8U));
  EXPECT_EQ(module.imported_tables, 1U);
  const wasm::TableType table = module.tables[wasm::TableIndex(0U)].type;
  EXPECT_EQ(table.element, wasm::funcref);
  EXPECT_EQ(table.limits, (wasm::Limits{.min = 2, .max = 3, .address = wasm::AddressType::i32}));
  EXPECT_EQ(module.imported_memories, 1U);
  EXPECT_EQ(module.memories[wasm::MemoryIndex(0U)].limits.min, 1U);
  EXPECT_EQ(module.imported_globals, 1U);
  EXPECT_EQ(module.globals[wasm::GlobalIndex(0U)].type, (wasm::GlobalType{wasm::i64, Mutability::variable}));
  EXPECT_EQ(module.imported_tags, 1U);
  EXPECT_EQ(module.tags[wasm::TagIndex(0U)].type, wasm::TypeIndex(5U));
}

TEST(DecodeImports, other_kinds_are_refused) {
  expect_malformed(imports, bytes({0x01, 0x00, 0x00, 0x05, 0x00}), "malformed import kind", 3);
  expect_malformed(imports, bytes({0x01, 0x00, 0x00, 0x80, 0x00}), "malformed import kind", 3);
  expect_malformed(imports, bytes({0x01, 0x00, 0x00, 0x04, 0x01, 0x00}), "zero byte expected", 4);
  expect_malformed(imports, bytes({0x01, 0x00, 0x00, 0x03, 0x7F, 0xFF}), "malformed mutability", 5);
  expect_malformed(imports, bytes({0x01, 0x00, 0x00, 0x04, 0x00, 0x00}), "malformed import kind", 3,
                   wasm::Features().disable(Feature::exceptions).disable(Feature::legacy_exceptions));
}

TEST(DecodeExports, names_kinds_and_indices_are_kept) {
  const auto module = decoded(exports, bytes({0x02, 0x01, 'a', 0x00, 0x03, 0x00, 0x04, 0x01}));
  ASSERT_EQ(module.exports.size(), 2U);
  EXPECT_EQ(module.text(module.exports[0].name), "a");
  EXPECT_EQ(module.exports[0].index, 3U);
  EXPECT_EQ(module.exports[1].kind, wasm::ExternKind::tag);
  expect_malformed(exports, bytes({0x01, 0x00, 0x05, 0x00}), "malformed export kind", 2);
}

// -- tables, memories, tags, globals, start

TEST(DecodeTables, a_table_may_have_an_initialiser) {
  const auto module =
      decoded(tables, bytes({0x02, 0x40, 0x00, 0x64, 0x70, 0x00, 0x01, 0xD2, 0x00, 0x0B, 0x6F, 0x05, 0x01, 0x02}));
  const wasm::Table& first = module.tables[wasm::TableIndex(0U)];
  EXPECT_FALSE(first.type.element.is_nullable());
  ASSERT_TRUE(first.init.has_value());
  EXPECT_EQ(*first.init, (wasm::Expression{17, 3}));
  const wasm::Table& second = module.tables[wasm::TableIndex(1U)];
  EXPECT_EQ(second.type.element, wasm::externref);
  EXPECT_EQ(second.type.limits, (wasm::Limits{.min = 1, .max = 2, .address = wasm::AddressType::i64}));
  EXPECT_FALSE(second.init.has_value());
}

TEST(DecodeTables, what_is_no_table_is_refused) {
  expect_malformed(tables, bytes({0x01, 0x40, 0x01, 0x70, 0x00, 0x00}), "zero byte expected", 2);
  expect_malformed(tables, bytes({0x01, 0x7F, 0x00, 0x00}), "malformed reference type", 1);
  for (const int flags : {0x02, 0x08, 0x10, 0x81}) {
    expect_malformed(tables, bytes({0x01, 0x70, flags, 0x00, 0x00}), "malformed limits flags", 2);
  }
  expect_malformed(tables, bytes({0x01, 0x70, 0x04, 0x00}), "malformed limits flags", 2,
                   wasm::Features().disable(Feature::memory64));
  EXPECT_EQ(decoded(tables, bytes({0x01, 0x70, 0x00, 0x00}), wasm::Features().disable(Feature::reference_types))
                .tables.size(),
            1U);
}

TEST(DecodeMemories, flags_tell_maximum_sharing_width_and_page_size) {
  const auto module = decoded(memories, bytes({0x04, 0x00, 0x01, 0x01, 0x01, 0x02, 0x03, 0x01, 0x02, 0x0D, 0x80,
                                               0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01, 0x03, 0x00}));
  ASSERT_EQ(module.memories.size(), 4U);
  const wasm::MemoryType& plain = module.memories[wasm::MemoryIndex(0U)];
  EXPECT_EQ(plain,
            (wasm::MemoryType{.limits = {.min = 1, .max = {}, .address = {}}, .sharing = {}, .page_size_log2 = 16}));
  EXPECT_EQ(module.memories[wasm::MemoryIndex(1U)].limits.max, 2U);
  EXPECT_EQ(module.memories[wasm::MemoryIndex(2U)].sharing, wasm::Sharing::shared);
  const wasm::MemoryType& wide = module.memories[wasm::MemoryIndex(3U)];
  EXPECT_EQ(wide.limits.min, std::uint64_t{1} << 63);
  EXPECT_EQ(wide.limits.address, wasm::AddressType::i64);
  EXPECT_EQ(wide.page_size_log2, 0);
}

TEST(DecodeMemories, flags_of_switched_off_proposals_are_refused) {
  expect_malformed(memories, bytes({0x01, 0x10, 0x00}), "malformed limits flags", 1);
  expect_malformed(memories, bytes({0x01, 0x81, 0x00, 0x00}), "malformed limits flags", 1);
  expect_malformed(memories, bytes({0x01, 0x03, 0x00, 0x00}), "malformed limits flags", 1,
                   wasm::Features().disable(Feature::threads));
  expect_malformed(memories, bytes({0x01, 0x04, 0x00}), "malformed limits flags", 1,
                   wasm::Features().disable(Feature::memory64));
  expect_malformed(memories, bytes({0x01, 0x08, 0x00, 0x00}), "malformed limits flags", 1,
                   wasm::Features().disable(Feature::custom_page_sizes));
  expect_malformed(memories, bytes({0x01, 0x08, 0x00, 0x41}), "invalid custom page size", 3);
  EXPECT_EQ(decoded(memories, bytes({0x01, 0x08, 0x00, 0x3F})).memories[wasm::MemoryIndex(0U)].page_size_log2, 63);
}

TEST(DecodeTags, a_tag_has_a_type) {
  EXPECT_EQ(decoded(tags, bytes({0x01, 0x00, 0x81, 0x00})).tags[wasm::TagIndex(0U)].type, wasm::TypeIndex(1U));
  expect_malformed(tags, bytes({0x01, 0x01, 0x00}), "zero byte expected", 1);
}

TEST(DecodeGlobals, an_initialiser_ends_with_its_own_end) {
  // Nested blocks are not constant, but their ends are not the expression's.
  const auto module =
      decoded(globals, bytes({0x02, 0x7F, 0x00, 0x41, 0x0B, 0x0B, 0x7E, 0x01, 0x02, 0x40, 0x0B, 0x42, 0x00, 0x0B}));
  EXPECT_EQ(module.globals[wasm::GlobalIndex(0U)].init, (wasm::Expression{13, 3}));
  EXPECT_EQ(module.globals[wasm::GlobalIndex(1U)].init, (wasm::Expression{18, 6}));
  expect_malformed(globals, bytes({0x01, 0x7F, 0x02, 0x0B}), "malformed mutability", 2);
  expect_malformed(globals, bytes({0x01, 0x7F, 0x00, 0x41, 0x00}), "unexpected end", 5);
  expect_malformed(globals, bytes({0x01, 0x7F, 0x00, 0x05, 0x0B}), "END opcode expected", 3);
  expect_malformed(globals, bytes({0x01, 0x7F, 0x00, 0x18, 0x00, 0x0B}), "END opcode expected", 3);
  expect_malformed(globals, bytes({0x01, 0x7F, 0x00, 0xFF, 0x0B}), "illegal opcode", 3);
  expect_malformed(globals, bytes({0x01, 0x7B, 0x00, 0xFD, 0x0C, 0x0B}), "unexpected end", 6);
  expect_malformed(globals, bytes({0x01, 0x7F, 0x00, 0xFB, 0x1C, 0x0B}), "illegal opcode", 3,
                   wasm::Features().disable(Feature::gc));
}

TEST(DecodeStart, the_start_function_is_an_index) {
  EXPECT_EQ(decoded(start, bytes({0x85, 0x00})).start, wasm::FuncIndex(5U));
  EXPECT_EQ(decode(header())->start, std::nullopt);
}

// -- segments

constexpr ValueType func_non_null = ValueType::reference(AbstractHeap::func, Nullability::non_null);

TEST(DecodeElements, all_eight_forms_are_read) {
  struct Row {
    Bytes segment;
    SegmentMode mode;
    std::uint32_t table;
    bool uses_expressions;
    ValueType type;
  };
  const Row rows[] = {
      {bytes({0x00, 0x41, 0x00, 0x0B, 0x01, 0x05}), SegmentMode::active, 0, false, func_non_null},
      {bytes({0x01, 0x00, 0x01, 0x05}), SegmentMode::passive, 0, false, func_non_null},
      {bytes({0x02, 0x07, 0x41, 0x00, 0x0B, 0x00, 0x01, 0x05}), SegmentMode::active, 7, false, func_non_null},
      {bytes({0x03, 0x00, 0x01, 0x05}), SegmentMode::declarative, 0, false, func_non_null},
      {bytes({0x04, 0x41, 0x00, 0x0B, 0x01, 0xD2, 0x05, 0x0B}), SegmentMode::active, 0, true, wasm::funcref},
      {bytes({0x05, 0x6F, 0x01, 0xD0, 0x6F, 0x0B}), SegmentMode::passive, 0, true, wasm::externref},
      {bytes({0x06, 0x07, 0x41, 0x00, 0x0B, 0x6F, 0x01, 0xD0, 0x6F, 0x0B}), SegmentMode::active, 7, true,
       wasm::externref},
      {bytes({0x07, 0x70, 0x01, 0xD2, 0x05, 0x0B}), SegmentMode::declarative, 0, true, wasm::funcref},
  };
  for (const Row& row : rows) {
    const auto module = decoded(elements, join({bytes({0x01}), row.segment}));
    const wasm::ElementSegment& segment = module.elements[wasm::ElemIndex(0U)];
    EXPECT_EQ(segment.mode, row.mode);
    EXPECT_EQ(segment.table.value, row.table);
    EXPECT_EQ(segment.uses_expressions, row.uses_expressions);
    EXPECT_EQ(segment.type, row.type);
    EXPECT_EQ(segment.size(), 1U);
    EXPECT_EQ(segment.offset.size, row.mode == SegmentMode::active ? 3U : 0U);
    if (!row.uses_expressions) {
      EXPECT_EQ(segment.functions, (std::vector<wasm::FuncIndex>{wasm::FuncIndex(5U)}));
    } else {
      EXPECT_EQ(segment.expressions[0].size, 3U);
    }
  }
}

TEST(DecodeElements, other_forms_are_refused) {
  expect_malformed(elements, bytes({0x01, 0x08, 0x41, 0x00, 0x0B, 0x00}), "malformed elements segment kind", 1);
  expect_malformed(elements, bytes({0x01, 0x01, 0x01, 0x00}), "malformed element kind", 2);
  expect_malformed(elements, bytes({0x01, 0x05, 0x7F, 0x01, 0xD2, 0x00, 0x0B}), "malformed reference type", 2);
  expect_malformed(elements, bytes({0x01, 0x05, 0x70, 0x01, 0xF3, 0x00, 0x0B}), "illegal opcode", 4);
  expect_malformed(elements, bytes({0x01, 0x01, 0x00, 0x00}), "malformed elements segment kind", 1,
                   wasm::Features().disable(Feature::bulk_memory));
}

TEST(DecodeData, all_three_forms_are_read) {
  const auto module = decoded(
      data, bytes({0x03, 0x00, 0x41, 0x00, 0x0B, 0x01, 'a', 0x01, 0x02, 'b', 'c', 0x02, 0x09, 0x41, 0x00, 0x0B, 0x00}));
  ASSERT_EQ(module.data.size(), 3U);
  EXPECT_EQ(module.data[wasm::DataIndex(0U)].mode, SegmentMode::active);
  EXPECT_EQ(module.text(module.data[wasm::DataIndex(0U)].content), "a");
  EXPECT_EQ(module.data[wasm::DataIndex(1U)].mode, SegmentMode::passive);
  EXPECT_EQ(module.text(module.data[wasm::DataIndex(1U)].content), "bc");
  EXPECT_EQ(module.data[wasm::DataIndex(2U)].memory, wasm::MemoryIndex(9U));
  EXPECT_EQ(module.data[wasm::DataIndex(2U)].content.size, 0U);
  expect_malformed(data, bytes({0x01, 0x03, 0x00}), "malformed data segment kind", 1);
  expect_malformed(data, bytes({0x01, 0x01, 0x05, 'a'}), "length out of bounds", 2);
  expect_malformed(data, bytes({0x01, 0x01, 0x00}), "malformed data segment kind", 1,
                   wasm::Features().disable(Feature::bulk_memory));
}

// -- code

TEST(DecodeCode, bodies_stay_where_they_are) {
  const Bytes whole =
      byte_modules::module({section(1, bytes({0x01, 0x60, 0x00, 0x00})), section(3, bytes({0x02, 0x00, 0x00})),
                            section(code, bytes({0x02, 0x02, 0x00, 0x0B, 0x03, 0x00, 0x01, 0x0B}))});
  const auto module = decode(whole);
  ASSERT_TRUE(module.has_value());
  EXPECT_EQ(module->functions[wasm::FuncIndex(0U)].body, (wasm::ByteRange{23, 2}));
  EXPECT_EQ(module->functions[wasm::FuncIndex(1U)].body, (wasm::ByteRange{26, 3}));
}

TEST(DecodeCode, what_is_inside_a_body_is_not_looked_at) {
  const Bytes whole =
      byte_modules::module({section(1, bytes({0x01, 0x60, 0x00, 0x00})), section(3, bytes({0x01, 0x00})),
                            section(code, bytes({0x01, 0x02, 0xFF, 0xFF}))});
  EXPECT_TRUE(decode(whole).has_value());
}

TEST(DecodeCode, a_body_lies_inside_its_section) {
  expect_malformed(code, bytes({0x01, 0x7F, 0x00, 0x0B}), "length out of bounds", 1);
}

}  // namespace
}  // namespace assay::binary
