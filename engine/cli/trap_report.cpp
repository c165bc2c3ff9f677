// What is said when a call ends by a trap: where, and who had called.
#include "cli/trap_report.hpp"

#include <iostream>
#include <sstream>

#include "binary/names.hpp"
#include "runtime/backtrace.hpp"
#include "text/literal_text.hpp"

namespace assay::cli {

namespace {

/// `function 3 $name`, or what it is exported as.
std::string describe(const wasm::Module& module, const binary::NameMap& names, wasm::FuncIndex func) {
  std::string words = "function " + std::to_string(func.value);
  if (const auto name = binary::find_name(names.functions, func.value); name && !name->empty()) {
    return words + " " + text::identifier_text(*name);
  }
  for (const wasm::Export& exported : module.exports) {
    if (exported.kind != wasm::ExternKind::func || exported.index != func.value) continue;
    words += ", exported as ";
    text::append_literal(words, module.text(exported.name), text::Unescaped::utf8);
    break;
  }
  return words;
}

}  // namespace

void report_backtrace(const runtime::Store& store, const LoadedModule& loaded) {
  const runtime::Backtrace backtrace = runtime::last_backtrace(store);
  const wasm::Module& module = loaded.module->module();
  const auto decoded = binary::decode_names(module);
  const binary::NameMap names = decoded ? *decoded : binary::NameMap{};
  std::ostringstream lines;
  for (const runtime::BacktraceFrame& frame : backtrace.frames) {
    lines << "  in ";
    if (frame.module == nullptr) {
      lines << "a function of the host\n";
      continue;
    }
    lines << describe(module, names, frame.func) << ", ";
    if (loaded.positions.empty()) {
      lines << "byte 0x" << std::hex << frame.offset << std::dec << "\n";
    } else {
      const auto place = loaded.positions.find(frame.offset);
      lines << "line " << place.line << ", column " << place.column << "\n";
    }
  }
  if (backtrace.depth > backtrace.frames.size()) {
    lines << "  and " << backtrace.depth - backtrace.frames.size() << " more\n";
  }
  std::cerr << lines.str();
}

}  // namespace assay::cli
