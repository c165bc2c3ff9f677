// Which sections a module has when it is encoded.
#include "text/section_presence.hpp"

namespace assay::text {

using wasm::SectionId;

bool is_present(const wasm::Module& module, SectionId id) {
  switch (id) {
    case SectionId::type: return !module.types.empty();
    case SectionId::import: return !module.imports.empty();
    case SectionId::function:
    case SectionId::code: return module.functions.size() > module.imported_functions;
    case SectionId::table: return module.tables.size() > module.imported_tables;
    case SectionId::memory: return module.memories.size() > module.imported_memories;
    case SectionId::tag: return module.tags.size() > module.imported_tags;
    case SectionId::global: return module.globals.size() > module.imported_globals;
    case SectionId::export_: return !module.exports.empty();
    case SectionId::start: return module.start.has_value();
    case SectionId::element: return !module.elements.empty();
    case SectionId::data_count: return module.data_count.has_value();
    case SectionId::data: return !module.data.empty();
    case SectionId::custom: break;
  }
  return false;
}

}  // namespace assay::text
