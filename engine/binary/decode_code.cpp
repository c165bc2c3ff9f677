// The function and code sections: types of functions, and where their bodies lie. spec: binary-funcsec, binary-codesec
#include "binary/immediates.hpp"
#include "binary/section_reader.hpp"
#include "wasm/limits.hpp"

namespace assay::binary {

using wasm::implementation_limits;

void decode_functions(SectionReader& reader, wasm::Module& module) {
  const std::uint32_t count =
      reader.read_count(implementation_limits.functions, "too many functions", module.functions.size());
  module.functions.reserve(module.functions.size() + reader.reservable(count, 1));
  for (std::uint32_t i = 0; i < count && reader.ok(); ++i) {
    module.functions.push_back({.type = wasm::TypeIndex(reader.bytes.read_u32()), .body = {}});
  }
}

std::uint32_t decode_code(SectionReader& reader, wasm::Module& module) {
  const std::uint32_t count = reader.read_count(implementation_limits.functions, "too many functions");
  for (std::uint32_t i = 0; i < count && reader.ok(); ++i) {
    const std::size_t start = reader.bytes.offset();
    const wasm::ByteRange body = reader.read_byte_vector();
    if (body.size > implementation_limits.function_bytes) {
      reader.fail_limit("function body too long", start, body.size, implementation_limits.function_bytes);
      return 0;
    }
    const wasm::FuncIndex func(module.imported_functions + i);
    if (module.functions.contains(func)) module.functions[func].body = body;
  }
  return count;
}

}  // namespace assay::binary
