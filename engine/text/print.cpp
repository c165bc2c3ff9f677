// The fields of a module, in the order of the index spaces: imports first.
#include "text/print.hpp"

#include <algorithm>
#include <array>

#include "base/utf8.hpp"
#include "binary/custom_sections.hpp"
#include "binary/opcodes.hpp"
#include "binary/section_order.hpp"
#include "text/literal_text.hpp"
#include "text/printer.hpp"
#include "text/section_presence.hpp"
#include "text/section_words.hpp"

namespace assay::text {

namespace {

constexpr std::array<Space, 5> extern_spaces = {Space::func, Space::table, Space::memory, Space::global, Space::tag};

constexpr Space space_of(wasm::ExternKind kind) {
  return extern_spaces[static_cast<std::size_t>(kind)];
}

std::string_view word_of(wasm::SectionId id) {
  const auto found = std::ranges::find(section_words, id, &SectionWord::section);
  return found == section_words.end() ? std::string_view{} : found->word;
}

/// How many of section_order a custom section follows.
std::size_t sections_before(wasm::SectionId after) {
  return after == wasm::SectionId::custom ? 0 : binary::place_of(after) + 1;
}

}  // namespace

std::string print(const wasm::Module& module, const PrintOptions& options) {
  return Printer(module, options).run();
}

Printer::Printer(const wasm::Module& module, const PrintOptions& options)
    : module_(module), ids_(options.names == PrintedNames::use ? PrintedIds(module) : PrintedIds()) {}

std::string Printer::run() {
  out_.reserve(module_.bytes.size() * 6 + 64);
  find_hints();
  put("(module");
  print_types();
  print_imports();
  print_tables();
  print_memories();
  print_tags();
  print_globals();
  print_exports();
  if (module_.start) {
    begin_field("start ");
    print_index(Space::func, module_.start->value);
    put(")");
  }
  print_elements();
  print_functions();
  if (module_.data_count && !uses_data_count_) put("\n  (@data_count)");
  print_data();
  print_customs();
  put(")\n");
  return std::move(out_);
}

void Printer::begin_field(std::string_view word) {
  put("\n  (");
  put(word);
}

void Printer::print_binding(Space space, std::size_t index) {
  put(" ");
  if (const std::string* id = ids_.find(space, static_cast<std::uint32_t>(index))) {
    put(*id);
    put(" ");
  }
  put("(;");
  put(index);
  put(";)");
}

void Printer::print_index(Space space, std::uint32_t index) {
  if (const std::string* id = ids_.find(space, index)) {
    put(*id);
  } else {
    put(index);
  }
}

void Printer::print_name(wasm::Name name) {
  append_literal(out_, text_of(name), Unescaped::utf8);
}

void Printer::print_types() {
  for (const wasm::RecGroup& group : module_.rec_groups) {
    const bool alone = group.count == 1;
    if (!alone) begin_field("rec");
    for (std::uint32_t i = 0; i < group.count; ++i) {
      const wasm::TypeIndex index(group.first.value + i);
      put(alone ? "\n  (type" : "\n    (type");
      print_binding(Space::type, index.value);
      put(" ");
      print_sub_type(index);
      put(")");
    }
    if (!alone) put(")");
  }
}

void Printer::print_imports() {
  for (const wasm::Import& import : module_.imports) {
    begin_field("import ");
    print_name(import.module);
    put(" ");
    print_name(import.name);
    put(" (");
    put(to_string(import.kind));
    print_binding(space_of(import.kind), import.index);
    switch (import.kind) {
      case wasm::ExternKind::func:
        print_type_use(module_.functions[wasm::FuncIndex(import.index)].type, std::nullopt);
        break;
      case wasm::ExternKind::table: print_table_type(module_.tables[wasm::TableIndex(import.index)].type); break;
      case wasm::ExternKind::memory: print_memory_type(module_.memories[wasm::MemoryIndex(import.index)]); break;
      case wasm::ExternKind::global: print_global_type(module_.globals[wasm::GlobalIndex(import.index)].type); break;
      case wasm::ExternKind::tag: print_type_use(module_.tags[wasm::TagIndex(import.index)].type, std::nullopt); break;
    }
    put("))");
  }
}

void Printer::print_tables() {
  for (std::size_t i = module_.imported_tables; i < module_.tables.size(); ++i) {
    const wasm::Table& table = module_.tables[wasm::TableIndex(i)];
    begin_field("table");
    print_binding(Space::table, i);
    print_table_type(table.type);
    if (table.init) print_expression(*table.init, "");
    put(")");
  }
}

void Printer::print_memories() {
  for (std::size_t i = module_.imported_memories; i < module_.memories.size(); ++i) {
    begin_field("memory");
    print_binding(Space::memory, i);
    print_memory_type(module_.memories[wasm::MemoryIndex(i)]);
    put(")");
  }
}

void Printer::print_tags() {
  for (std::size_t i = module_.imported_tags; i < module_.tags.size(); ++i) {
    begin_field("tag");
    print_binding(Space::tag, i);
    print_type_use(module_.tags[wasm::TagIndex(i)].type, std::nullopt);
    put(")");
  }
}

void Printer::print_globals() {
  for (std::size_t i = module_.imported_globals; i < module_.globals.size(); ++i) {
    const wasm::Global& global = module_.globals[wasm::GlobalIndex(i)];
    begin_field("global");
    print_binding(Space::global, i);
    print_global_type(global.type);
    print_expression(global.init, "");
    put(")");
  }
}

void Printer::print_exports() {
  for (const wasm::Export& item : module_.exports) {
    begin_field("export ");
    print_name(item.name);
    put(" (");
    put(to_string(item.kind));
    put(" ");
    print_index(space_of(item.kind), item.index);
    put("))");
  }
}

void Printer::print_elements() {
  for (std::size_t i = 0; i < module_.elements.size(); ++i) {
    const wasm::ElementSegment& segment = module_.elements[wasm::ElemIndex(i)];
    begin_field("elem");
    print_binding(Space::elem, i);
    if (segment.mode == wasm::SegmentMode::declarative) put(" declare");
    if (segment.mode == wasm::SegmentMode::active) {
      if (segment.table.value != 0) {
        put(" (table ");
        print_index(Space::table, segment.table.value);
        put(")");
      }
      print_expression(segment.offset, "offset");
    }
    put(" ");
    if (segment.uses_expressions) {
      print_value_type(segment.type);
      for (const wasm::Expression& item : segment.expressions) print_expression(item, "item");
    } else {
      put("func");
      for (const wasm::FuncIndex func : segment.functions) {
        put(" ");
        print_index(Space::func, func.value);
      }
    }
    put(")");
  }
}

void Printer::print_functions() {
  for (std::size_t i = module_.imported_functions; i < module_.functions.size(); ++i) {
    const wasm::FuncIndex index(i);
    const wasm::Function& function = module_.functions[index];
    begin_field("func");
    print_binding(Space::func, i);
    print_type_use(function.type, index.value);
    print_body(index, function);
    put(")");
  }
}

void Printer::print_data() {
  for (std::size_t i = 0; i < module_.data.size(); ++i) {
    const wasm::DataSegment& segment = module_.data[wasm::DataIndex(i)];
    begin_field("data");
    print_binding(Space::data, i);
    if (segment.mode == wasm::SegmentMode::active) {
      if (segment.memory.value != 0) {
        put(" (memory ");
        print_index(Space::memory, segment.memory.value);
        put(")");
      }
      print_expression(segment.offset, "offset");
    }
    put(" ");
    append_literal(out_, text_of(segment.content), Unescaped::ascii);
    put(")");
  }
}

void Printer::print_customs() {
  for (const wasm::CustomSection& custom : module_.customs) {
    if (&custom == hints_section_) continue;
    begin_field("@custom ");
    print_name(custom.name);
    if (custom.after == wasm::SectionId::custom) {
      put(" (before first) ");
    } else {
      put(" (after ");
      put(word_of(custom.after));
      put(") ");
    }
    append_literal(out_, text_of(custom.content), Unescaped::ascii);
    put(")");
  }
}

void Printer::print_expression(wasm::Expression expression, std::string_view word) {
  base::ByteReader reader(module_.span(expression), expression.offset);
  const wasm::Opcode first = binary::read_opcode(reader);
  if (first != wasm::Opcode::count_) binary::skip_immediate(reader, wasm::info(first).immediate);
  const bool one_instruction =
      reader.ok() && reader.remaining() == 1 && binary::nesting_of(first) == binary::Nesting::none;
  put(" ");
  if (one_instruction) {
    put("(");
  } else if (!word.empty()) {
    put("(");
    put(word);
    put(" ");
  }
  base::ByteReader again(module_.span(expression), expression.offset);
  print_instructions(again, " ");
  if (one_instruction || !word.empty()) put(")");
}

// Hints are annotations if parsing those gives the same section at the same place again.
void Printer::find_hints() {
  const wasm::CustomSection* section = binary::find_custom(module_, binary::branch_hint_section);
  if (section == nullptr) return;
  auto hints = binary::decode_branch_hints(module_);
  if (!hints || hints->empty() || !binary::check_branch_hints(module_, *hints)) return;
  const std::vector<std::byte> canonical = binary::encode_branch_hints(*hints);
  if (!std::ranges::equal(canonical, module_.span(section->content))) return;

  // The parser puts them before the code section, behind all else that is there.
  std::size_t place = binary::place_of(wasm::SectionId::code);
  while (place > 0 && !is_present(module_, binary::section_order[place - 1])) --place;
  for (const wasm::CustomSection& other : module_.customs) {
    const std::size_t before = sections_before(other.after);
    if (&other != section && before <= binary::place_of(wasm::SectionId::code)) place = std::max(place, before);
  }
  const auto is_behind = [&](const wasm::CustomSection& other) {
    return &other > section && other.after == section->after;
  };
  if (place != sections_before(section->after) || std::ranges::any_of(module_.customs, is_behind)) return;
  hints_ = std::move(*hints);
  hints_section_ = section;
}

}  // namespace assay::text
