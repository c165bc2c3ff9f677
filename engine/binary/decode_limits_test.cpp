// The implementation limits that decoding keeps: at the limit a module, one above an error; and what decoding costs.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "binary/byte_modules.hpp"
#include "binary/decode.hpp"
#include "wasm/limits.hpp"

namespace {

// Bytes that live on the heap now, and the most there were; counted by the program's own operator new.
std::size_t heap_bytes = 0;
std::size_t heap_peak = 0;
constexpr std::size_t heap_header = 16;

void* counted_allocation(std::size_t size) {
  void* block = std::malloc(size + heap_header);
  if (block == nullptr) std::abort();
  *static_cast<std::size_t*>(block) = size;
  heap_bytes += size;
  heap_peak = heap_peak < heap_bytes ? heap_bytes : heap_peak;
  return static_cast<char*>(block) + heap_header;
}

void counted_release(void* memory) {
  if (memory == nullptr) return;
  void* block = static_cast<char*>(memory) - heap_header;
  heap_bytes -= *static_cast<std::size_t*>(block);
  std::free(block);
}

}  // namespace

void* operator new(std::size_t size) {
  return counted_allocation(size);
}
void operator delete(void* memory) noexcept {
  counted_release(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  counted_release(memory);
}

namespace assay::binary {
namespace {

using namespace byte_modules;
using wasm::implementation_limits;

struct LimitRow {
  const char* message;
  std::uint32_t limit;
  std::uint8_t section;
  Bytes before;  ///< of the section, before the counted list
  Bytes item;
  Bytes after;  ///< of the section, after the counted list
};

std::vector<LimitRow> limit_rows() {
  return {
      {"too many recursion groups", implementation_limits.rec_groups, 1, {}, bytes({0x4E, 0x00}), {}},
      {"too many types in a recursion group",
       implementation_limits.rec_group_types,
       1,
       bytes({0x01, 0x4E}),
       bytes({0x5F, 0x00}),
       {}},
      {"too many parameters", implementation_limits.params, 1, bytes({0x01, 0x60}), bytes({0x7F}), bytes({0x00})},
      {"too many results", implementation_limits.results, 1, bytes({0x01, 0x60, 0x00}), bytes({0x7F}), {}},
      {"too many fields", implementation_limits.struct_fields, 1, bytes({0x01, 0x5F}), bytes({0x7F, 0x00}), {}},
      {"too many imports", implementation_limits.imports, 2, {}, bytes({0x00, 0x00, 0x00, 0x00}), {}},
      {"too many tables", implementation_limits.tables, 4, {}, bytes({0x70, 0x00, 0x00}), {}},
      {"too many memories", implementation_limits.memories, 5, {}, bytes({0x00, 0x00}), {}},
      {"too many tags", implementation_limits.tags, 13, {}, bytes({0x00, 0x00}), {}},
      {"too many globals", implementation_limits.globals, 6, {}, bytes({0x7F, 0x00, 0x0B}), {}},
      {"too many exports", implementation_limits.exports, 7, {}, bytes({0x00, 0x00, 0x00}), {}},
      {"too many data segments", implementation_limits.data_segments, 11, {}, bytes({0x01, 0x00}), {}},
      {"too many elements in a segment",
       implementation_limits.table_elements,
       9,
       bytes({0x01, 0x01, 0x00}),
       bytes({0x00}),
       {}},
  };
}

Bytes module_with(const LimitRow& row, std::uint32_t count) {
  return module({section(row.section, join({row.before, repeat(count, row.item), row.after}))});
}

void expect_limit(const wasm::Result<wasm::Module>& module, std::string_view message) {
  ASSERT_FALSE(module.has_value()) << message;
  EXPECT_EQ(module.error().kind, wasm::ErrorKind::limit);
  EXPECT_EQ(module.error().message, message);
}

TEST(DecodeLimits, at_each_limit_there_is_a_module) {
  for (const LimitRow& row : limit_rows()) {
    const auto module = decode(module_with(row, row.limit));
    EXPECT_TRUE(module.has_value()) << row.message << ": " << to_string(module.error());
  }
}

TEST(DecodeLimits, one_above_each_limit_is_refused) {
  for (const LimitRow& row : limit_rows()) {
    const auto module = decode(module_with(row, row.limit + 1));
    expect_limit(module, row.message);
    EXPECT_EQ(module.error().detail, std::to_string(row.limit + 1) + ", limit " + std::to_string(row.limit));
  }
}

TEST(DecodeLimits, types_count_over_all_groups) {
  const Bytes half = join({bytes({0x4E}), repeat(implementation_limits.types / 2, bytes({0x5F, 0x00}))});
  const Bytes one = bytes({0x5F, 0x00});
  EXPECT_TRUE(decode(module({section(1, join({bytes({0x02}), half, half}))})).has_value());
  expect_limit(decode(module({section(1, join({bytes({0x03}), half, half, one}))})), "too many types");
}

TEST(DecodeLimits, imports_count_towards_the_limit_of_their_kind) {
  const Bytes memory_import = bytes({0x00, 0x00, 0x02, 0x00, 0x00});
  const auto with = [&](std::uint32_t imported, std::uint32_t defined) {
    return decode(
        module({section(2, repeat(imported, memory_import)), section(5, repeat(defined, bytes({0x00, 0x00})))}));
  };
  EXPECT_TRUE(with(60, 40).has_value());
  expect_limit(with(60, 41), "too many memories");
  expect_limit(with(101, 0), "too many memories");
}

TEST(DecodeLimits, functions_are_a_million) {
  const std::uint32_t most = implementation_limits.functions;
  const Bytes bodies = section(10, repeat(most, bytes({0x02, 0x00, 0x0B})));
  EXPECT_TRUE(decode(module({section(3, repeat(most, bytes({0x00}))), bodies})).has_value());
  expect_limit(decode(module({section(3, repeat(most + 1, bytes({0x00})))})), "too many functions");
  expect_limit(decode(module({section(10, repeat(most + 1, bytes({0x00})))})), "too many functions");
}

TEST(DecodeLimits, element_segments_have_a_limit) {
  expect_limit(decode(module({section(9, repeat(implementation_limits.element_segments + 1, bytes({0x01})))})),
               "too many element segments");
}

TEST(DecodeLimits, bodies_have_a_greatest_length) {
  const auto with_body = [](std::uint32_t size) {
    base::ByteWriter code;
    code.write_u32(1);
    code.write_u32(size);
    code.write_bytes(Bytes(size));
    return decode(module({section(3, bytes({0x01, 0x00})), section(10, code.take())}));
  };
  EXPECT_TRUE(with_body(implementation_limits.function_bytes).has_value());
  expect_limit(with_body(implementation_limits.function_bytes + 1), "function body too long");
}

// -- memory

// The most bytes decoding had on the heap per byte of input, the input itself included.
double heap_per_byte(const Bytes& input) {
  Bytes bytes = input;
  const std::size_t before = heap_bytes - bytes.capacity();
  heap_peak = heap_bytes;
  const auto module = decode(std::move(bytes));
  return static_cast<double>(heap_peak - before) / static_cast<double>(input.size());
}

TEST(DecodeMemory, dense_lists_stay_within_64_bytes_per_byte) {
  const std::uint32_t count = 20'000;
  const std::pair<std::uint8_t, Bytes> items[] = {
      {1, bytes({0x5F, 0x00})},
      {1, bytes({0x60, 0x00, 0x00})},
      {1, bytes({0x4E, 0x00})},
      {1, bytes({0x4E, 0x01, 0x5F, 0x00})},
      {1, bytes({0x5F, 0x01, 0x7F, 0x00})},
      {1, bytes({0x60, 0x01, 0x7F, 0x01, 0x7F})},
      {2, bytes({0x00, 0x00, 0x00, 0x00})},
      {2, bytes({0x00, 0x00, 0x01, 0x70, 0x00, 0x00})},
      {3, bytes({0x00})},
      {4, bytes({0x70, 0x00, 0x00})},
      {6, bytes({0x7F, 0x00, 0x0B})},
      {7, bytes({0x00, 0x00, 0x00})},
      {9, bytes({0x01, 0x00, 0x00})},
      {9, bytes({0x01, 0x00, 0x01, 0x00})},
      {9, bytes({0x05, 0x70, 0x01, 0x0B})},
      {11, bytes({0x01, 0x00})},
      {13, bytes({0x00, 0x00})},
  };
  for (const auto& [id, item] : items) {
    EXPECT_LE(heap_per_byte(module({section(id, repeat(count, item))})), 64) << int{id} << " " << item.size();
  }
}

TEST(DecodeMemory, growing_groups_stay_within_64_bytes_per_byte) {
  base::ByteWriter content;
  content.write_u32(14);
  for (std::uint32_t i = 0; i < 14; ++i) {
    content.write_byte(0x4E);
    content.write_bytes(repeat(1U << i, bytes({0x5F, 0x00})));
  }
  EXPECT_LE(heap_per_byte(module({section(1, content.take())})), 64);
}

TEST(DecodeMemory, counts_without_items_reserve_no_more_than_the_bytes_could_hold) {
  const std::uint32_t size = 100'000;
  for (const int id : {1, 2, 3, 4, 6, 7, 9, 10, 11, 13}) {
    base::ByteWriter content;
    content.write_u32(size);
    content.write_bytes(Bytes(size, std::byte{0xFF}));
    EXPECT_LE(heap_per_byte(module({section(static_cast<std::uint8_t>(id), content.take())})), 64) << id;
  }
}

}  // namespace
}  // namespace assay::binary
