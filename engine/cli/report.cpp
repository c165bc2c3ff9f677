// Errors, as one line on standard error that editors can follow.
#include "cli/report.hpp"

#include <iostream>
#include <sstream>

namespace assay::cli {

ExitStatus report(std::string_view name, const wasm::Error& error) {
  // One write, so that lines of several processes do not mix.
  std::ostringstream line;
  line << name << ":";
  switch (error.place.form) {
    case wasm::Place::Form::none: line << " "; break;
    case wasm::Place::Form::bytes: line << " byte 0x" << std::hex << error.place.offset << std::dec << ": "; break;
    case wasm::Place::Form::text: line << error.place.line << ":" << error.place.column << ": "; break;
  }
  const bool is_usage = error.kind == wasm::ErrorKind::usage;
  if (!is_usage) line << wasm::to_string(error.kind) << ": ";
  line << error.message;
  if (!error.detail.empty()) line << ": " << error.detail;
  line << "\n";
  std::cout.flush();
  std::cerr << line.str();
  return is_usage ? ExitStatus::usage : ExitStatus::failure;
}

}  // namespace assay::cli
