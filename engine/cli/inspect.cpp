// assay inspect: what a module is made of.
#include <array>
#include <iomanip>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_reader.hpp"
#include "binary/encode.hpp"
#include "binary/section_order.hpp"
#include "cli/commands.hpp"
#include "cli/feature_options.hpp"
#include "cli/load.hpp"
#include "cli/report.hpp"

namespace assay::cli {

namespace {

std::string_view name_of(wasm::SectionId id) {
  switch (id) {
    case wasm::SectionId::custom: return "custom";
    case wasm::SectionId::type: return "type";
    case wasm::SectionId::import: return "import";
    case wasm::SectionId::function: return "function";
    case wasm::SectionId::table: return "table";
    case wasm::SectionId::memory: return "memory";
    case wasm::SectionId::global: return "global";
    case wasm::SectionId::export_: return "export";
    case wasm::SectionId::start: return "start";
    case wasm::SectionId::element: return "element";
    case wasm::SectionId::code: return "code";
    case wasm::SectionId::data: return "data";
    case wasm::SectionId::data_count: return "data count";
    case wasm::SectionId::tag: return "tag";
  }
  return "";
}

/// What a section says of itself in its first bytes: how many entries, the index of the start function, or its name.
std::string summary(wasm::SectionId id, std::span<const std::byte> content) {
  base::ByteReader reader(content);
  const std::uint32_t number = reader.read_u32();
  switch (id) {
    case wasm::SectionId::custom: return '"' + std::string(as_text(reader.read_bytes(number))) + '"';
    case wasm::SectionId::start: return "function " + std::to_string(number);
    default: return std::to_string(number);
  }
}

/// One line for each section of a module that decodes.
void print_sections(std::span<const std::byte> bytes) {
  base::ByteReader reader(bytes);
  reader.read_bytes(binary::magic.size() + binary::version.size());
  std::cout << std::left << std::setw(12) << "section" << std::right << std::setw(12) << "offset" << std::setw(12)
            << "bytes"
            << "  entries\n";
  while (reader.ok() && !reader.at_end()) {
    const auto id = static_cast<wasm::SectionId>(reader.read_byte());
    const std::uint32_t size = reader.read_u32();
    const std::size_t offset = reader.offset();
    const auto content = reader.read_bytes(size);
    std::cout << std::left << std::setw(12) << name_of(id) << std::right << std::setw(12) << offset << std::setw(12)
              << size << "  " << summary(id, content) << "\n";
  }
}

void print_contents(const wasm::Module& module) {
  const auto row = [](const char* what, std::size_t all, std::size_t imported) {
    if (all == 0) return;
    std::cout << "  " << std::left << std::setw(10) << what << std::right << std::setw(8) << all - imported
              << " defined" << std::setw(8) << imported << " imported\n";
  };
  row("functions", module.functions.size(), module.imported_functions);
  row("tables", module.tables.size(), module.imported_tables);
  row("memories", module.memories.size(), module.imported_memories);
  row("globals", module.globals.size(), module.imported_globals);
  row("tags", module.tags.size(), module.imported_tags);
  for (const wasm::Import& import : module.imports) {
    std::cout << "  imports " << wasm::to_string(import.kind) << " " << module.text(import.module) << "."
              << module.text(import.name) << "\n";
  }
  for (const wasm::Export& exported : module.exports) {
    std::cout << "  exports " << wasm::to_string(exported.kind) << " " << exported.index << " as "
              << module.text(exported.name) << "\n";
  }
}

ExitStatus inspect(const std::string& file, wasm::Features features) {
  const auto input = read_input(file);
  if (!input) return report(name_of_input(file), input.error());
  const auto read = read_module(*input, features, text::IdentifierNames::keep);
  if (!read) return report(input->name, read.error());
  const std::vector<std::byte> bytes = input->is_binary() ? input->bytes() : binary::encode(read->module);
  std::cout << input->name << ": " << bytes.size() << " bytes" << (input->is_binary() ? "" : " when encoded") << "\n";
  print_sections(bytes);
  print_contents(read->module);
  return ExitStatus::success;
}

}  // namespace

void add_inspect(CLI::App& app, ExitStatus& status) {
  CLI::App& command = *app.add_subcommand("inspect", "Show the sections, imports and exports of a module");
  auto file = std::make_shared<std::string>();
  command.add_option("FILE", *file, "a module, binary or text; - is standard input")->required();
  const auto features = add_feature_options(command);
  command.callback([&status, file, features] { status = inspect(*file, *features); });
}

}  // namespace assay::cli
