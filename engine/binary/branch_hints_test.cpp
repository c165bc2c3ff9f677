// Branch hints and the walk over instructions that checks them.
#include "binary/branch_hints.hpp"

#include <gtest/gtest.h>

#include "binary/byte_modules.hpp"
#include "binary/custom_sections.hpp"
#include "binary/decode.hpp"
#include "binary/instruction_scan.hpp"

namespace assay::binary {
namespace {

using namespace byte_modules;

// Two functions: (if (then)) with one local before it, and br_if.
wasm::Module module_with_hints(const Bytes& content) {
  auto module = decode(byte_modules::module({
      section(1, bytes({0x01, 0x60, 0x00, 0x00})),
      section(3, bytes({0x02, 0x00, 0x00})),
      custom("metadata.code.branch_hint", content),
      section(10, bytes({0x02, 0x09, 0x01, 0x01, 0x7F, 0x20, 0x00, 0x04, 0x40, 0x0B, 0x0B, 0x06, 0x00, 0x41, 0x00, 0x0D,
                         0x00, 0x0B})),
  }));
  EXPECT_TRUE(module.has_value()) << to_string(module.error());
  return std::move(*module);
}

const std::vector<BranchHint> right_hints = {{wasm::FuncIndex(0U), 5, Likelihood::likely},
                                             {wasm::FuncIndex(1U), 3, Likelihood::unlikely}};

TEST(BranchHints, they_come_back) {
  const wasm::Module module = module_with_hints(encode_branch_hints(right_hints));
  const auto found = decode_branch_hints(module);
  ASSERT_TRUE(found.has_value()) << to_string(found.error());
  EXPECT_EQ(*found, right_hints);
  EXPECT_TRUE(check_branch_hints(module, *found).has_value());
  EXPECT_TRUE(decode_branch_hints(wasm::Module{})->empty());
}

TEST(BranchHints, what_cannot_be_read_is_refused) {
  const std::pair<Bytes, std::string_view> rows[] = {
      {bytes({0x01}), "unexpected end"},
      {bytes({0x09}), "length out of bounds"},
      {bytes({0x00, 0x00}), "section size mismatch"},
      {bytes({0x01, 0x00, 0x01, 0x05, 0x02, 0x00}), "malformed hint size"},
      {bytes({0x01, 0x00, 0x01, 0x05, 0x01, 0x02}), "malformed hint value"},
      {bytes({0x01, 0x00, 0x02, 0x05, 0x01, 0x00, 0x05, 0x01, 0x00}), "hints out of order"},
      {bytes({0x02, 0x01, 0x00, 0x01, 0x00}), "functions out of order"},
  };
  for (const auto& [content, message] : rows) {
    const wasm::Module module = module_with_hints(content);
    const auto hints = decode_branch_hints(module);
    ASSERT_FALSE(hints.has_value()) << message;
    EXPECT_EQ(hints.error().message, message);
  }
}

TEST(BranchHints, they_stand_at_branches) {
  const wasm::Module module = module_with_hints(encode_branch_hints({}));
  const auto check = [&module](std::uint32_t func, std::uint32_t offset) {
    const std::vector<BranchHint> hints = {{wasm::FuncIndex(func), offset, Likelihood::likely}};
    return check_branch_hints(module, hints);
  };
  EXPECT_TRUE(check(0, 5).has_value());
  EXPECT_TRUE(check(1, 3).has_value());
  for (const std::uint32_t offset : {0U, 3U, 4U, 6U, 7U, 100U}) {
    const auto result = check(0, offset);
    ASSERT_FALSE(result.has_value()) << offset;
    EXPECT_EQ(result.error().kind, wasm::ErrorKind::invalid);
    EXPECT_STREQ(result.error().message, "@metadata.code.branch_hint annotation: invalid target");
    EXPECT_LE(result.error().place.offset, module.bytes.size()) << offset;
  }
  EXPECT_STREQ(check(2, 0).error().message, "@metadata.code.branch_hint annotation: unknown function");
}

TEST(InstructionScan, it_tells_every_instruction_and_its_extent) {
  const wasm::Module module = module_with_hints(bytes({0x00}));
  const wasm::ByteRange body = module.functions[wasm::FuncIndex(0U)].body;
  InstructionScan scan(module, body);
  EXPECT_EQ(scan.first_instruction(), body.offset + 3U);
  std::vector<wasm::Opcode> opcodes;
  std::size_t at = scan.first_instruction();
  while (const auto instruction = scan.next()) {
    EXPECT_EQ(instruction->offset, at);
    EXPECT_EQ(instruction->immediate_offset, at + 1);
    at = instruction->end;
    opcodes.push_back(instruction->opcode);
  }
  EXPECT_TRUE(scan.ok());
  EXPECT_EQ(at, std::size_t{body.offset} + body.size);
  EXPECT_EQ(opcodes, (std::vector{wasm::Opcode::local_get, wasm::Opcode::if_, wasm::Opcode::end, wasm::Opcode::end}));
}

TEST(InstructionScan, it_stops_at_what_it_cannot_read) {
  const Bytes body = bytes({0x00, 0x01, 0xFF, 0x0B});
  InstructionScan scan(body, 50);
  EXPECT_TRUE(scan.next().has_value());
  EXPECT_FALSE(scan.next().has_value());
  EXPECT_FALSE(scan.ok());
  EXPECT_EQ(scan.reader().error_offset(), 52U);
  const Bytes cut = bytes({0x00, 0x41});
  InstructionScan short_scan(cut, 0);
  EXPECT_FALSE(short_scan.next().has_value());
  EXPECT_FALSE(short_scan.ok());
}

}  // namespace
}  // namespace assay::binary
