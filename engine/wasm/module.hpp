// A module as its binary or text says it: everything decoded but the bodies, which stay bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/index.hpp"
#include "wasm/types.hpp"

namespace assay::wasm {

/// A part of Module::bytes.
struct ByteRange {
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  friend bool operator==(ByteRange, ByteRange) = default;
};

/// A name is UTF-8 text in Module::bytes, checked.
using Name = ByteRange;
/// A constant expression, its `end` included, in the binary format.
using Expression = ByteRange;

struct Import {
  Name module;
  Name name;
  ExternKind kind = ExternKind::func;
  std::uint32_t index = 0;  ///< position in the index space of its kind (its type stands there)
};

struct Export {
  Name name;
  ExternKind kind = ExternKind::func;
  std::uint32_t index = 0;
};

/// A function, imported (body empty) or defined.
struct Function {
  TypeIndex type;
  ByteRange body;  ///< local declarations, instructions and the final `end`; without the size that precedes them
};

struct Table {
  TableType type;
  std::optional<Expression> init;  ///< defined tables with an explicit initialiser
};

struct Global {
  GlobalType type;
  Expression init;  ///< empty for imports
};

enum class SegmentMode : std::uint8_t { active, passive, declarative };

struct ElementSegment {
  SegmentMode mode = SegmentMode::passive;
  TableIndex table;
  Expression offset;  ///< active only
  ValueType type = funcref;
  /// Either every item is a function index, or every item is an expression.
  bool uses_expressions = false;
  std::vector<FuncIndex> functions;
  std::vector<Expression> expressions;

  [[nodiscard]] std::size_t size() const { return uses_expressions ? expressions.size() : functions.size(); }
};

struct DataSegment {
  SegmentMode mode = SegmentMode::passive;
  MemoryIndex memory;
  Expression offset;  ///< active only
  ByteRange content;
};

/// Sections in the order the binary format demands them. Values are their ids there; `custom` may stand anywhere.
enum class SectionId : std::uint8_t {
  custom = 0,
  type = 1,
  import = 2,
  function = 3,
  table = 4,
  memory = 5,
  global = 6,
  export_ = 7,
  start = 8,
  element = 9,
  code = 10,
  data = 11,
  data_count = 12,
  tag = 13,
};

/// A custom section, kept byte for byte.
struct CustomSection {
  Name name;
  ByteRange content;                    ///< after the name
  SectionId after = SectionId::custom;  ///< the non-custom section it follows; `custom`: before all others
};

/// Imports come first in every index space, as in the spec.
struct Module {
  /// What every ByteRange points into: the whole binary, or what the text parser produced. Offsets in errors are
  /// positions here.
  std::vector<std::byte> bytes;

  base::IndexedVector<TypeIndex, SubType> types;
  std::vector<RecGroup> rec_groups;  ///< partition of `types`, in order
  std::vector<Import> imports;
  base::IndexedVector<FuncIndex, Function> functions;
  base::IndexedVector<TableIndex, Table> tables;
  base::IndexedVector<MemoryIndex, MemoryType> memories;
  base::IndexedVector<TagIndex, TagType> tags;
  base::IndexedVector<GlobalIndex, Global> globals;
  std::vector<Export> exports;
  std::optional<FuncIndex> start;
  base::IndexedVector<ElemIndex, ElementSegment> elements;
  std::optional<std::uint32_t> data_count;  ///< of the data count section
  base::IndexedVector<DataIndex, DataSegment> data;
  std::vector<CustomSection> customs;

  std::uint32_t imported_functions = 0;
  std::uint32_t imported_tables = 0;
  std::uint32_t imported_memories = 0;
  std::uint32_t imported_tags = 0;
  std::uint32_t imported_globals = 0;

  [[nodiscard]] std::span<const std::byte> span(ByteRange range) const {
    return std::span(bytes).subspan(range.offset, range.size);
  }
  [[nodiscard]] std::string_view text(Name name) const {
    const auto part = span(name);
    return {reinterpret_cast<const char*>(part.data()), part.size()};
  }
  [[nodiscard]] bool is_imported(FuncIndex func) const { return func.value < imported_functions; }
};

/// Whether two modules say the same thing: every section equal, names, bodies, expressions, segments and custom
/// sections compared by their bytes; where those bytes lie does not matter.
bool same_module(const Module& a, const Module& b);

}  // namespace assay::wasm
