// The encoders of the sections, each writing one section's content.
#pragma once

#include "base/byte_writer.hpp"
#include "wasm/module.hpp"

namespace assay::binary {

void encode_types(base::ByteWriter& writer, const wasm::Module& module);
void encode_imports(base::ByteWriter& writer, const wasm::Module& module);
void encode_functions(base::ByteWriter& writer, const wasm::Module& module);
void encode_tables(base::ByteWriter& writer, const wasm::Module& module);
void encode_memories(base::ByteWriter& writer, const wasm::Module& module);
void encode_tags(base::ByteWriter& writer, const wasm::Module& module);
void encode_globals(base::ByteWriter& writer, const wasm::Module& module);
void encode_exports(base::ByteWriter& writer, const wasm::Module& module);
void encode_elements(base::ByteWriter& writer, const wasm::Module& module);
void encode_code(base::ByteWriter& writer, const wasm::Module& module);
void encode_data(base::ByteWriter& writer, const wasm::Module& module);

}  // namespace assay::binary
