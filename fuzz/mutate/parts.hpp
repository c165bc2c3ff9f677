// A binary module cut into parts that can be exchanged: sections, bodies, instructions. Putting the parts together
// again counts and measures anew, so that an edit spoils nothing but what it means to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fuzz/mutate/fields.hpp"
#include "wasm/module.hpp"
#include "wasm/opcode.hpp"

namespace assay::fuzz {

/// One section. `content` without id and size; for a custom section with its name.
struct Section {
  std::uint8_t id = 0;
  Bytes content;

  [[nodiscard]] bool is(wasm::SectionId other) const { return id == static_cast<std::uint8_t>(other); }
};

/// The code section's content is in `bodies`, if it could be cut, and is written from there.
struct ModuleParts {
  std::vector<Section> sections;
  std::vector<Bytes> bodies;
  bool has_bodies = false;
};

/// Cuts a module. What does not look like sections is forgotten, header included. Linear.
ModuleParts cut_module(std::span<const std::byte> bytes);

/// Header, sections with their sizes. Linear.
Bytes join_module(const ModuleParts& parts);

/// One instruction, opcode and immediates.
struct Instruction {
  wasm::Opcode opcode = wasm::Opcode::count_;
  Bytes bytes;
};

/// A body in pieces. `rest` is what could not be read.
struct BodyParts {
  Bytes locals;  ///< the declarations with their count
  std::vector<Instruction> instructions;
  Bytes rest;
};

BodyParts cut_body(std::span<const std::byte> body);
Bytes join_body(const BodyParts& parts);

/// Cuts a run of instructions without declarations, such as a constant expression.
BodyParts cut_expression(std::span<const std::byte> expression);

Instruction make_instruction(wasm::Opcode opcode, std::span<const std::byte> immediates = {});
/// The bytes after the opcode.
std::span<const std::byte> immediates_of(const Instruction& instruction);

/// The same module, its bodies and expressions in the form an encoder would choose: shortest integers and types, no
/// empty declarations of locals. What print and parse must give back. They must be well-formed. Linear.
wasm::Module in_shortest_form(const wasm::Module& module);

}  // namespace assay::fuzz
