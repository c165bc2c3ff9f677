// Bodies and expressions as text: flat instructions, one case per kind of immediate.
#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <charconv>

#include "binary/opcodes.hpp"
#include "text/literal_text.hpp"
#include "text/printer.hpp"
#include "wasm/limits.hpp"

namespace assay::text {

using wasm::Immediate;
using wasm::Opcode;

namespace {

std::string hex_text(std::uint32_t value) {
  std::array<char, 8> digits;
  const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16);
  return "0x" + std::string(digits.data(), result.ptr);
}

bool uses_data_segment(Immediate kind) {
  return kind == Immediate::data || kind == Immediate::data_memory || kind == Immediate::type_data;
}

}  // namespace

// Ends where it stands; in lines of their own, instructions are indented by the blocks around them.
void Printer::new_line() {
  constexpr std::size_t depth_max = 40;  // deep nesting must not make the text quadratic
  put("\n    ");
  out_.append(2 * std::min(labels_.size(), depth_max), ' ');
}

void Printer::print_body(wasm::FuncIndex func, const wasm::Function& function) {
  base::ByteReader reader(module_.span(function.body), function.body.offset);
  const wasm::FuncType* type = func_type(function.type);
  const auto params = type == nullptr ? 0 : static_cast<std::uint32_t>(type->params.size());
  const auto locals = print_locals(func, reader, params);
  if (!locals) {
    put(" (; the locals cannot be printed ;)");
    return;
  }
  function_ = func.value;
  local_count_ = type == nullptr ? 0 : *locals;
  body_start_ = function.body.offset;
  labels_begun_ = 0;
  lines_ = true;
  print_instructions(reader, "");
  lines_ = false;
  function_.reset();
}

std::optional<std::uint32_t> Printer::print_locals(wasm::FuncIndex func, base::ByteReader& reader,
                                                   std::uint32_t params) {
  std::uint64_t index = params;
  bool open = false;  // in a run of locals without names
  wasm::ValueType previous;
  for (std::uint32_t left = binary::read_count(reader); left > 0 && reader.ok(); --left) {
    const binary::LocalDeclaration declaration = binary::read_local_declaration(reader);
    if (index + declaration.count > params + wasm::implementation_limits.locals) return std::nullopt;
    if (declaration.count == 0) continue;
    if (declaration.type == previous) {
      // Keeps the parser from joining the two.
      put(open ? ") (local)" : " (local)");
      open = false;
    }
    previous = declaration.type;
    for (std::uint32_t i = 0; i < declaration.count && reader.ok(); ++i, ++index) {
      const std::string* id = ids_.find_local(func.value, static_cast<std::uint32_t>(index));
      if (func_type(module_.functions[func].type) == nullptr) id = nullptr;
      if (open && id != nullptr) put(")");
      if (!open || id != nullptr) put(index == params ? "\n    (local" : " (local");
      put(" ");
      if (id != nullptr) {
        put(*id);
        put(" ");
      }
      print_value_type(declaration.type);
      if (id != nullptr) put(")");
      open = id == nullptr;
    }
  }
  if (open) put(")");
  if (!reader.ok()) return std::nullopt;
  return static_cast<std::uint32_t>(index);
}

void Printer::print_instructions(base::ByteReader& reader, std::string_view separator) {
  labels_.clear();
  bool first = true;
  while (reader.ok()) {
    const std::size_t offset = reader.offset();
    const Opcode opcode = binary::read_opcode(reader);
    if (opcode == Opcode::count_) break;
    const binary::Nesting nesting = binary::nesting_of(opcode);
    if (opcode == Opcode::end && labels_.empty()) return;
    if (nesting == binary::Nesting::closes || nesting == binary::Nesting::divides) {
      if (labels_.empty()) {
        reader.fail("unexpected end");
        break;
      }
      // These stand at the height of their block.
      const std::string* label = labels_.back();
      labels_.pop_back();
      if (lines_) new_line();
      if (nesting == binary::Nesting::divides) labels_.push_back(label);
    } else {
      print_hint(offset);
      if (lines_) new_line();
    }
    if (!first) put(separator);
    first = false;
    print_instruction(opcode, reader);
  }
  put(" (; cannot be decoded at ");
  put(reader.error_offset());
  put(" ;)");
}

void Printer::print_instruction(Opcode opcode, base::ByteReader& reader) {
  const wasm::InstructionInfo& row = wasm::info(opcode);
  put(row.text);
  if (function_ && uses_data_segment(row.immediate)) uses_data_count_ = true;
  if (binary::nesting_of(opcode) != binary::Nesting::opens) return print_immediate(opcode, reader);
  // The label is printed before the block type, and is not in scope of the clauses.
  const std::string* id = function_ ? ids_.find_label(*function_, labels_begun_) : nullptr;
  if (id != nullptr) {
    put(" ");
    put(*id);
  }
  print_immediate(opcode, reader);
  ++labels_begun_;
  labels_.push_back(id);
  if (lines_ && id == nullptr) {
    put(" ;; @");
    put(labels_.size());
  }
}

void Printer::print_hint(std::size_t offset) {
  if (!function_ || next_hint_ == hints_.size()) return;
  const binary::BranchHint& hint = hints_[next_hint_];
  if (hint.func.value != *function_ || hint.offset != offset - body_start_) return;
  ++next_hint_;
  new_line();
  put("(@metadata.code.branch_hint ");
  put(hint.likelihood == binary::Likelihood::likely ? "\"\\01\")" : "\"\\00\")");
}

void Printer::print_immediate(Opcode opcode, base::ByteReader& reader) {
  const auto index = [&](Space space) {
    put(" ");
    print_index(space, reader.read_u32());
  };
  const auto index_unless_zero = [&](Space space) {
    const std::uint32_t value = reader.read_u32();
    if (value == 0) return;
    put(" ");
    print_index(space, value);
  };
  const auto number = [&](std::uint64_t value) {
    put(" ");
    put(value);
  };
  switch (wasm::info(opcode).immediate) {
    case Immediate::none: return;
    case Immediate::block_type: return print_block_type(binary::read_block_type(reader));
    case Immediate::label: return print_label(reader.read_u32());
    case Immediate::label_table:
      for (std::uint64_t left = std::uint64_t{binary::read_count(reader)} + 1; left > 0 && reader.ok(); --left) {
        print_label(reader.read_u32());
      }
      return;
    case Immediate::func: return index(Space::func);
    case Immediate::type: return index(Space::type);
    case Immediate::type_table: {
      const wasm::TypeIndex type(reader.read_u32());
      index_unless_zero(Space::table);
      return print_type_use(type, std::nullopt);
    }
    case Immediate::local: return print_local(reader.read_u32());
    case Immediate::global: return index(Space::global);
    case Immediate::table: return index_unless_zero(Space::table);
    case Immediate::table_table: return print_two(Space::table, Space::table, reader);
    case Immediate::elem_table: return print_segment_use(Space::elem, Space::table, reader);
    case Immediate::elem: return index(Space::elem);
    case Immediate::memory: return index_unless_zero(Space::memory);
    case Immediate::memory_memory: return print_two(Space::memory, Space::memory, reader);
    case Immediate::data_memory: return print_segment_use(Space::data, Space::memory, reader);
    case Immediate::data: return index(Space::data);
    case Immediate::memarg: return print_memarg(opcode, binary::read_memarg(reader));
    case Immediate::memarg_lane: print_memarg(opcode, binary::read_memarg(reader)); return number(reader.read_byte());
    case Immediate::lane: return number(reader.read_byte());
    case Immediate::shuffle:
      for (unsigned i = 0; i < 16; ++i) number(reader.read_byte());
      return;
    case Immediate::i32: put(" "); return put(std::string_view(std::to_string(reader.read_s32())));
    case Immediate::i64: put(" "); return put(std::string_view(std::to_string(reader.read_s64())));
    case Immediate::f32: put(" "); return put(std::string_view(f32_text(reader.read_fixed<std::uint32_t>())));
    case Immediate::f64: put(" "); return put(std::string_view(f64_text(reader.read_fixed<std::uint64_t>())));
    case Immediate::v128:
      put(" i32x4");
      for (const std::uint32_t lane : wasm::lanes_of<std::uint32_t>(binary::read_v128(reader))) {
        put(" ");
        put(std::string_view(hex_text(lane)));
      }
      return;
    case Immediate::heap_type: {
      const wasm::HeapType type = binary::read_heap_type(reader);
      put(" ");
      if (opcode == Opcode::ref_null) return print_heap_type(type);
      const bool nullable = opcode == Opcode::ref_test_null || opcode == Opcode::ref_cast_null;
      return print_value_type(
          wasm::ValueType::reference(type, nullable ? wasm::Nullability::nullable : wasm::Nullability::non_null));
    }
    case Immediate::value_types:
      put(" (result");
      for (std::uint32_t left = binary::read_count(reader); left > 0 && reader.ok(); --left) {
        put(" ");
        print_value_type(binary::read_value_type(reader));
      }
      return put(")");
    case Immediate::cast_branch: {
      const binary::BranchCast cast = binary::read_branch_cast(reader);
      print_label(cast.label);
      put(" ");
      print_value_type(cast.source);
      put(" ");
      return print_value_type(cast.target);
    }
    case Immediate::try_table:
      print_block_type(binary::read_block_type(reader));
      for (std::uint32_t left = binary::read_count(reader); left > 0 && reader.ok(); --left) {
        print_catch(binary::read_catch_clause(reader));
      }
      return;
    case Immediate::type_field: {
      const std::uint32_t type = reader.read_u32();
      const std::uint32_t field = reader.read_u32();
      put(" ");
      print_index(Space::type, type);
      put(" ");
      const bool exists = type < module_.types.size() && field < module_.types[wasm::TypeIndex(type)].fields.size();
      const std::string* id = exists ? ids_.find_field(type, field) : nullptr;
      if (id != nullptr) return put(*id);
      return put(field);
    }
    case Immediate::type_count: index(Space::type); return number(reader.read_u32());
    case Immediate::type_data: index(Space::type); return index(Space::data);
    case Immediate::type_elem: index(Space::type); return index(Space::elem);
    case Immediate::type_type: index(Space::type); return index(Space::type);
    case Immediate::tag: return index(Space::tag);
    case Immediate::zero_byte: return binary::read_zero_byte(reader);
    case Immediate::count_: break;
  }
  assert(false && "not a kind of immediate");
}

void Printer::print_block_type(const binary::BlockType& type) {
  switch (type.kind) {
    case binary::BlockType::Kind::empty: return;
    case binary::BlockType::Kind::value: return print_results(std::span(&type.value, 1));
    case binary::BlockType::Kind::index: return print_type_use(type.index, std::nullopt);
  }
}

// The depth, or the identifier it leads to.
void Printer::print_label(std::uint32_t depth) {
  put(" ");
  const std::string* id = depth < labels_.size() ? labels_[labels_.size() - 1 - depth] : nullptr;
  if (id != nullptr) return put(*id);
  put(depth);
  if (lines_ && depth < labels_.size()) {
    put(" (;@");
    put(labels_.size() - depth);
    put(";)");
  }
}

void Printer::print_local(std::uint32_t index) {
  put(" ");
  const std::string* id = function_ && index < local_count_ ? ids_.find_local(*function_, index) : nullptr;
  if (id != nullptr) return put(*id);
  put(index);
}

void Printer::print_memarg(Opcode opcode, const binary::MemArg& memarg) {
  if (memarg.memory.value != 0) {
    put(" ");
    print_index(Space::memory, memarg.memory.value);
  }
  if (memarg.offset != 0) {
    put(" offset=");
    put(memarg.offset);
  }
  const auto natural = static_cast<std::uint32_t>(std::countr_zero(wasm::memory_bytes(wasm::info(opcode).meaning)));
  if (memarg.align_log2 != natural) {
    put(" align=");
    put(std::uint64_t{1} << memarg.align_log2);
  }
}

void Printer::print_catch(const binary::CatchClause& clause) {
  switch (clause.kind) {
    case binary::CatchClause::Kind::catch_: put(" (catch"); break;
    case binary::CatchClause::Kind::catch_ref: put(" (catch_ref"); break;
    case binary::CatchClause::Kind::catch_all: put(" (catch_all"); break;
    case binary::CatchClause::Kind::catch_all_ref: put(" (catch_all_ref"); break;
  }
  if (clause.has_tag()) {
    put(" ");
    print_index(Space::tag, clause.tag.value);
  }
  print_label(clause.label);
  put(")");
}

void Printer::print_two(Space first, Space second, base::ByteReader& reader) {
  const std::uint32_t a = reader.read_u32();
  const std::uint32_t b = reader.read_u32();
  if (a == 0 && b == 0) return;
  put(" ");
  print_index(first, a);
  put(" ");
  print_index(second, b);
}

// The text has the segment last.
void Printer::print_segment_use(Space segments, Space space, base::ByteReader& reader) {
  const std::uint32_t segment = reader.read_u32();
  const std::uint32_t index = reader.read_u32();
  put(" ");
  if (index != 0) {
    print_index(space, index);
    put(" ");
  }
  print_index(segments, segment);
}

}  // namespace assay::text
