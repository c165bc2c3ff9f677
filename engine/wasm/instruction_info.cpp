// From codes and keywords back to instructions, by tables built at compile time from the rows.
#include "wasm/instruction_info.hpp"

#include <algorithm>

namespace assay::wasm {

namespace {

/// Position of a prefix in opcode_prefixes; their count if it is none.
constexpr std::size_t prefix_position(std::uint8_t prefix) {
  if (prefix == 0x00) return 0;
  return is_opcode_prefix(prefix) ? std::size_t{prefix} - 0xFA : opcode_prefixes.size();
}

constexpr std::size_t code_count = [] {
  std::uint32_t last = 0;
  for (const InstructionInfo& row : instructions) last = std::max(last, row.code);
  return std::size_t{last} + 1;
}();
static_assert(code_count <= 0x200, "codes are dense enough for a table");

using CodeTable = std::array<std::array<Opcode, code_count>, opcode_prefixes.size()>;

constexpr CodeTable opcodes_by_code = [] {
  CodeTable table{};
  for (auto& part : table) part.fill(Opcode::count_);
  for (const InstructionInfo& row : instructions) table[prefix_position(row.prefix)][row.code] = row.opcode;
  return table;
}();

// A hash table with open addressing, a quarter full, so that nearly every keyword is found or refused at first sight.
constexpr std::size_t bucket_count = 4096;
static_assert(instruction_count * 4 < bucket_count);

constexpr std::size_t bucket_of(std::string_view text) {
  std::uint32_t hash = 2166136261U;  // Fowler, Noll, Vo
  for (const char c : text) hash = (hash ^ static_cast<std::uint8_t>(c)) * 16777619U;
  return (hash ^ hash >> 15U) % bucket_count;
}

constexpr std::array<Opcode, bucket_count> opcodes_by_text = [] {
  std::array<Opcode, bucket_count> table{};
  table.fill(Opcode::count_);
  for (const InstructionInfo& row : instructions) {
    std::size_t bucket = bucket_of(row.text);
    while (table[bucket] != Opcode::count_ && info(table[bucket]).text != row.text) {
      bucket = (bucket + 1) % bucket_count;
    }
    if (table[bucket] == Opcode::count_) table[bucket] = row.opcode;
  }
  return table;
}();

}  // namespace

Opcode opcode_of(std::uint8_t prefix, std::uint32_t code) {
  const std::size_t position = prefix_position(prefix);
  if (position == opcode_prefixes.size() || code >= code_count) return Opcode::count_;
  return opcodes_by_code[position][code];
}

Opcode opcodes_of(std::string_view text) {
  for (std::size_t bucket = bucket_of(text);; bucket = (bucket + 1) % bucket_count) {
    const Opcode found = opcodes_by_text[bucket];
    if (found == Opcode::count_ || info(found).text == text) return found;
  }
}

}  // namespace assay::wasm
