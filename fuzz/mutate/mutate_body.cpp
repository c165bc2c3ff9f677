// The ways to change a body.
#include "fuzz/mutate/mutate_body.hpp"

#include <algorithm>
#include <array>

#include "base/byte_writer.hpp"
#include "binary/encode_immediates.hpp"
#include "binary/opcodes.hpp"
#include "wasm/instruction_info.hpp"

namespace assay::fuzz {

using wasm::Opcode;
using Instructions = std::vector<Instruction>;

namespace {

/// Positions of a run of instructions.
struct Run {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Some instructions in a row, few most of the time; often such as open as many blocks as they close.
Run some_run(const Instructions& instructions, Random& random) {
  const std::size_t begin = random.below(instructions.size());
  const std::size_t most = std::min<std::size_t>(instructions.size() - begin, random.one_in(8) ? 40 : 6);
  Run run{begin, begin + random.between(1, most)};
  if (random.one_in(4)) return run;
  std::size_t depth = 0;
  for (std::size_t i = begin; i < instructions.size(); ++i) {
    const auto nesting = binary::nesting_of(instructions[i].opcode);
    if (depth == 0 && (nesting == binary::Nesting::closes || nesting == binary::Nesting::divides)) {
      run.end = std::max(i, begin + 1);
      break;
    }
    if (nesting == binary::Nesting::opens) ++depth;
    if (nesting == binary::Nesting::closes) --depth;
    if (depth == 0 && i + 1 >= run.end) {
      run.end = i + 1;
      break;
    }
  }
  return run;
}

auto at(Instructions& instructions, std::size_t position) {
  return instructions.begin() + static_cast<std::ptrdiff_t>(position);
}

void erase(Instructions& instructions, Run run) {
  instructions.erase(at(instructions, run.begin), at(instructions, run.end));
}

void insert(Instructions& instructions, std::size_t position, const Instructions& more) {
  instructions.insert(at(instructions, position), more.begin(), more.end());
}

Instructions copy(Instructions& instructions, Run run) {
  return {at(instructions, run.begin), at(instructions, run.end)};
}

/// Another opcode with immediates of the same kind: of the same types, half of the time, so that the module stays
/// valid.
Opcode other_opcode(Opcode opcode, Random& random) {
  const wasm::InstructionInfo& old = wasm::info(opcode);
  const bool same_types = random.percent(60);
  const std::size_t start = random.below(wasm::instruction_count);
  for (std::size_t i = 0; i < wasm::instruction_count; ++i) {
    const wasm::InstructionInfo& row = wasm::instructions[(start + i) % wasm::instruction_count];
    if (row.opcode == opcode || row.immediate != old.immediate) continue;
    if (same_types && row.signature != old.signature) continue;
    return row.opcode;
  }
  return opcode;
}

void replace_opcode(Instructions& instructions, Random& random) {
  Instruction& chosen = random.pick(instructions);
  const Bytes immediates(immediates_of(chosen).begin(), immediates_of(chosen).end());
  chosen = make_instruction(other_opcode(chosen.opcode, random), immediates);
}

/// Changes a field of an instruction that has one.
void change_immediate(Instructions& instructions, Random& random) {
  const std::size_t start = random.below(instructions.size());
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    Instruction& chosen = instructions[(start + i) % instructions.size()];
    const auto immediates = immediates_of(chosen);
    base::ByteReader reader(immediates);
    const auto fields = cut_immediate(reader, wasm::info(chosen.opcode).immediate);
    if (fields.empty()) continue;
    const Field& field = random.pick(fields);
    base::ByteWriter writer;
    writer.write_bytes(immediates.first(field.begin));
    write_changed(writer, field.kind, immediates.subspan(field.begin, field.end - field.begin), random);
    writer.write_bytes(immediates.subspan(field.end));
    chosen = make_instruction(chosen.opcode, writer.bytes());
    return;
  }
}

/// One more or less of what an immediate counts, its count along or not.
void change_length(Instructions& instructions, Random& random) {
  const std::size_t start = random.below(instructions.size());
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    Instruction& chosen = instructions[(start + i) % instructions.size()];
    const auto immediates = immediates_of(chosen);
    base::ByteReader reader(immediates);
    auto fields = cut_immediate(reader, wasm::info(chosen.opcode).immediate);
    const auto count = std::ranges::find(fields, FieldKind::count, &Field::kind);
    if (count == fields.end()) continue;
    const auto items = static_cast<std::size_t>(count - fields.begin()) + 1;
    std::int64_t number = static_cast<std::int64_t>(fields.size() - items);
    if (wasm::info(chosen.opcode).immediate == wasm::Immediate::label_table) --number;
    const auto item =
        static_cast<std::ptrdiff_t>(items + random.below(std::max<std::size_t>(fields.size() - items, 1)));
    if (random.one_in(2) && number > 0) {
      fields.erase(fields.begin() + item);
      --number;
    } else if (static_cast<std::size_t>(item) < fields.size()) {
      const std::size_t more = random.between(1, 3);
      fields.insert(fields.begin() + item, more, Field(fields[static_cast<std::size_t>(item)]));
      number += static_cast<std::int64_t>(more);
    }
    if (random.one_in(6)) ++number;
    base::ByteWriter writer;
    for (const Field& field : fields) {
      if (field.kind == FieldKind::count) {
        writer.write_u32(static_cast<std::uint32_t>(number));
      } else {
        writer.write_bytes(immediates.subspan(field.begin, field.end - field.begin));
      }
    }
    chosen = make_instruction(chosen.opcode, writer.bytes());
    return;
  }
  change_immediate(instructions, random);
}

Instruction constant(Random& random) {
  base::ByteWriter writer;
  switch (random.below(5)) {
    case 0: writer.write_s32(static_cast<std::int32_t>(interesting(random))); break;
    case 1: writer.write_s64(static_cast<std::int64_t>(interesting(random))); break;
    case 2: writer.write_fixed(static_cast<std::uint32_t>(random.next())); break;
    case 3: writer.write_fixed(random.next()); break;
    default:
      writer.write_fixed(random.next());
      writer.write_fixed(interesting(random));
      break;
  }
  switch (writer.size()) {
    case 4:
      if (random.one_in(2)) return make_instruction(Opcode::f32_const, writer.bytes());
      break;
    case 8: return make_instruction(Opcode::f64_const, writer.bytes());
    case 16: return make_instruction(Opcode::v128_const, writer.bytes());
    default: break;
  }
  base::ByteWriter small;
  small.write_s32(static_cast<std::int32_t>(random.below(200)) - 100);
  return make_instruction(random.one_in(2) ? Opcode::i32_const : Opcode::i64_const, small.bytes());
}

/// Edits after which a valid body is valid still, often enough to go deep.
void add_something_idle(Instructions& instructions, Random& random) {
  const std::size_t position = random.below(instructions.size());
  switch (random.below(6)) {
    case 0: return insert(instructions, position, {make_instruction(Opcode::nop)});
    case 1: return insert(instructions, position, {make_instruction(Opcode::unreachable)});
    case 2: return insert(instructions, position, {constant(random), make_instruction(Opcode::drop)});
    case 3: {
      // A plain instruction, in code that is never reached: its operands have every type.
      const auto& row = random.pick(wasm::instructions);
      if (row.immediate != wasm::Immediate::none || row.signature.custom) return;
      return insert(instructions, position, {make_instruction(Opcode::unreachable), make_instruction(row.opcode)});
    }
    case 4: {
      const Run run = some_run(instructions, random);
      const std::array<std::byte, 1> empty = {std::byte{0x40}};
      insert(instructions, run.end, {make_instruction(Opcode::end)});
      const Opcode opener = random.one_in(2) ? Opcode::block : Opcode::loop;
      return insert(instructions, run.begin, {make_instruction(opener, empty)});
    }
    default: {
      base::ByteWriter label;
      label.write_u32(static_cast<std::uint32_t>(random.below(3)));
      Instructions branch = {constant(random), make_instruction(Opcode::br_if, label.bytes())};
      return insert(instructions, position, branch);
    }
  }
}

void mutate_instructions(Instructions& instructions, Instructions& donor, Random& random) {
  if (instructions.empty()) {
    if (!donor.empty()) insert(instructions, 0, copy(donor, some_run(donor, random)));
    return;
  }
  switch (random.below(12)) {
    case 0:
    case 1:
    case 2: return replace_opcode(instructions, random);
    case 3:
    case 4: return change_immediate(instructions, random);
    case 5: return change_length(instructions, random);
    case 6: {  // splice
      if (donor.empty()) return;
      const std::size_t position = random.below(instructions.size());
      return insert(instructions, position, copy(donor, some_run(donor, random)));
    }
    case 7: {  // exchange for a donor's
      if (donor.empty()) return;
      const Run run = some_run(instructions, random);
      erase(instructions, run);
      return insert(instructions, run.begin, copy(donor, some_run(donor, random)));
    }
    case 8: return erase(instructions, some_run(instructions, random));
    case 9: {
      const Run run = some_run(instructions, random);
      return insert(instructions, run.end, copy(instructions, run));
    }
    case 10: return std::swap(random.pick(instructions), random.pick(instructions));
    default: return add_something_idle(instructions, random);
  }
}

void change_locals(BodyParts& body, Random& random) {
  base::ByteReader reader(body.locals);
  std::vector<binary::LocalDeclaration> declarations;
  for (std::uint32_t left = reader.read_u32(); left > 0 && reader.ok(); --left) {
    declarations.push_back(binary::read_local_declaration(reader));
  }
  if (declarations.empty() || random.one_in(3)) declarations.push_back({.count = 1, .type = wasm::i32});
  auto& chosen = random.pick(declarations);
  switch (random.below(4)) {
    case 0: chosen.count = static_cast<std::uint32_t>(interesting(random)); break;
    case 1: chosen.count = static_cast<std::uint32_t>(random.below(5)); break;
    case 2: {
      base::ByteWriter type;
      write_changed(type, FieldKind::value_type, {}, random);
      base::ByteReader again(type.bytes());
      chosen.type = binary::read_value_type(again);
      break;
    }
    default: declarations.push_back(chosen); break;
  }
  base::ByteWriter writer;
  std::size_t count = declarations.size();
  if (random.one_in(20)) count = interesting(random);
  writer.write_u32(static_cast<std::uint32_t>(count));
  for (const auto& declaration : declarations) binary::write_local_declaration(writer, declaration);
  body.locals = writer.take();
}

}  // namespace

void mutate_body(Bytes& body, std::span<const std::byte> donor, Random& random) {
  if (random.one_in(60)) {
    body.assign(donor.begin(), donor.end());
    return;
  }
  BodyParts parts = cut_body(body);
  BodyParts more = cut_body(donor);
  if (random.one_in(8)) {
    change_locals(parts, random);
  } else {
    mutate_instructions(parts.instructions, more.instructions, random);
  }
  body = join_body(parts);
}

void mutate_expression(Bytes& expression, std::span<const std::byte> donor, Random& random) {
  BodyParts parts = cut_expression(expression);
  BodyParts more = cut_body(donor);
  mutate_instructions(parts.instructions, more.instructions, random);
  expression = join_body(parts);
}

}  // namespace assay::fuzz
