// The fields of immediates: one case for each kind.
#include "fuzz/mutate/fields.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "binary/encode_immediates.hpp"
#include "binary/immediates.hpp"

namespace assay::fuzz {

using base::ByteReader;
using base::ByteWriter;
using wasm::Immediate;

namespace {

void skip(ByteReader& reader, FieldKind kind) {
  switch (kind) {
    case FieldKind::index:
    case FieldKind::count: reader.read_u32(); return;
    case FieldKind::s32: reader.read_s32(); return;
    case FieldKind::s64: reader.read_s64(); return;
    case FieldKind::byte: reader.read_byte(); return;
    case FieldKind::raw: return;
    case FieldKind::block_type: binary::read_block_type(reader); return;
    case FieldKind::heap_type: binary::read_heap_type(reader); return;
    case FieldKind::value_type: binary::read_value_type(reader); return;
    case FieldKind::memarg: binary::read_memarg(reader); return;
    case FieldKind::catch_clause: binary::read_catch_clause(reader); return;
    case FieldKind::branch_cast: binary::read_branch_cast(reader); return;
  }
}

class Cutter {
 public:
  explicit Cutter(ByteReader& reader) : reader_(reader) {}

  Cutter& one(FieldKind kind) {
    const std::size_t begin = reader_.offset();
    skip(reader_, kind);
    keep(kind, begin);
    return *this;
  }
  Cutter& raw(std::size_t size) {
    const std::size_t begin = reader_.offset();
    reader_.read_bytes(size);
    keep(FieldKind::raw, begin);
    return *this;
  }
  /// A count, and as many fields and `more`.
  Cutter& many(FieldKind kind, std::uint64_t more = 0) {
    const std::size_t begin = reader_.offset();
    const std::uint64_t count = binary::read_count(reader_) + more;
    keep(FieldKind::count, begin);
    for (std::uint64_t i = 0; i < count && reader_.ok(); ++i) one(kind);
    return *this;
  }
  std::vector<Field> take() { return std::move(fields_); }

 private:
  void keep(FieldKind kind, std::size_t begin) {
    if (reader_.ok()) fields_.push_back({.kind = kind, .begin = begin, .end = reader_.offset()});
  }

  ByteReader& reader_;
  std::vector<Field> fields_;
};

}  // namespace

std::vector<Field> cut_immediate(ByteReader& reader, Immediate kind) {
  Cutter cutter(reader);
  switch (kind) {
    case Immediate::none: return {};
    case Immediate::block_type: return cutter.one(FieldKind::block_type).take();
    case Immediate::label:
    case Immediate::func:
    case Immediate::type:
    case Immediate::local:
    case Immediate::global:
    case Immediate::table:
    case Immediate::elem:
    case Immediate::memory:
    case Immediate::data:
    case Immediate::tag: return cutter.one(FieldKind::index).take();
    case Immediate::type_table:
    case Immediate::table_table:
    case Immediate::elem_table:
    case Immediate::memory_memory:
    case Immediate::data_memory:
    case Immediate::type_field:
    case Immediate::type_count:
    case Immediate::type_data:
    case Immediate::type_elem:
    case Immediate::type_type: return cutter.one(FieldKind::index).one(FieldKind::index).take();
    case Immediate::label_table: return cutter.many(FieldKind::index, 1).take();
    case Immediate::memarg: return cutter.one(FieldKind::memarg).take();
    case Immediate::memarg_lane: return cutter.one(FieldKind::memarg).one(FieldKind::byte).take();
    case Immediate::lane:
    case Immediate::zero_byte: return cutter.one(FieldKind::byte).take();
    case Immediate::shuffle:
    case Immediate::v128: return cutter.raw(16).take();
    case Immediate::i32: return cutter.one(FieldKind::s32).take();
    case Immediate::i64: return cutter.one(FieldKind::s64).take();
    case Immediate::f32: return cutter.raw(4).take();
    case Immediate::f64: return cutter.raw(8).take();
    case Immediate::heap_type: return cutter.one(FieldKind::heap_type).take();
    case Immediate::value_types: return cutter.many(FieldKind::value_type).take();
    case Immediate::cast_branch: return cutter.one(FieldKind::branch_cast).take();
    case Immediate::try_table: return cutter.one(FieldKind::block_type).many(FieldKind::catch_clause).take();
    case Immediate::count_: break;
  }
  return {};
}

void write_shortest(ByteWriter& writer, FieldKind kind, std::span<const std::byte> bytes) {
  ByteReader reader(bytes);
  switch (kind) {
    case FieldKind::index:
    case FieldKind::count: return writer.write_u32(reader.read_u32());
    case FieldKind::s32: return writer.write_s32(reader.read_s32());
    case FieldKind::s64: return writer.write_s64(reader.read_s64());
    case FieldKind::byte:
    case FieldKind::raw: return writer.write_bytes(bytes);
    case FieldKind::block_type: return binary::write_block_type(writer, binary::read_block_type(reader));
    case FieldKind::heap_type: return binary::write_heap_type(writer, binary::read_heap_type(reader));
    case FieldKind::value_type: return binary::write_value_type(writer, binary::read_value_type(reader));
    case FieldKind::memarg: return binary::write_memarg(writer, binary::read_memarg(reader));
    case FieldKind::catch_clause: return binary::write_catch_clause(writer, binary::read_catch_clause(reader));
    case FieldKind::branch_cast: return binary::write_branch_cast(writer, binary::read_branch_cast(reader));
  }
}

std::uint64_t interesting(Random& random) {
  switch (random.below(8)) {
    case 0:
    case 1:
    case 2: return random.below(4);
    case 3: return random.below(70);
    case 4: return (std::uint64_t{1} << random.below(64)) - 1;
    case 5: return std::uint64_t{1} << random.below(64);
    case 6: return ~random.below(3);
    default: return random.next() >> random.below(64);
  }
}

void write_padded(ByteWriter& writer, std::uint64_t value, unsigned more) {
  while (value >= 0x80) {
    writer.write_byte(static_cast<std::uint8_t>(value | 0x80U));
    value >>= 7U;
  }
  for (; more > 0; --more) {
    writer.write_byte(static_cast<std::uint8_t>(value | 0x80U));
    value = 0;
  }
  writer.write_byte(static_cast<std::uint8_t>(value));
}

namespace {

std::uint32_t changed_index(std::uint32_t old, Random& random) {
  switch (random.below(5)) {
    case 0: return old + 1;
    case 1: return old - 1;
    case 2:
    case 3: return static_cast<std::uint32_t>(random.below(std::size_t{old} + 3));
    default: return static_cast<std::uint32_t>(interesting(random));
  }
}

wasm::HeapType some_heap_type(Random& random) {
  if (random.percent(40)) return wasm::HeapType(wasm::TypeIndex(static_cast<std::uint32_t>(random.below(6))));
  return static_cast<wasm::AbstractHeap>(random.below(static_cast<std::size_t>(wasm::AbstractHeap::bottom)));
}

wasm::ValueType some_value_type(Random& random) {
  constexpr std::array numbers = {wasm::i32, wasm::i64, wasm::f32, wasm::f64, wasm::v128};
  if (random.percent(60)) return random.pick(numbers);
  return wasm::ValueType::reference(some_heap_type(random),
                                    random.percent(70) ? wasm::Nullability::nullable : wasm::Nullability::non_null);
}

/// A signed number in up to `bits` bits: near the old one or interesting.
std::int64_t changed_integer(std::int64_t old, unsigned bits, Random& random) {
  std::uint64_t value = interesting(random);
  if (random.one_in(4)) value = ~value;
  if (random.one_in(4)) value = static_cast<std::uint64_t>(old) + random.below(3) - 1;
  if (bits == 64) return static_cast<std::int64_t>(value);
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
}

void change_bytes(ByteWriter& writer, std::span<const std::byte> bytes, Random& random) {
  Bytes changed(bytes.begin(), bytes.end());
  switch (random.below(4)) {
    case 0: std::ranges::fill(changed, std::byte{0}); break;
    case 1: std::ranges::fill(changed, std::byte{0xFF}); break;
    default: break;
  }
  changed[random.below(changed.size())] = static_cast<std::byte>(random.one_in(2) ? random.byte() : random.below(40));
  // The high byte of a float makes infinities and NaNs.
  if (random.one_in(3)) changed.back() = static_cast<std::byte>(random.one_in(2) ? 0x7F : 0xFF);
  writer.write_bytes(changed);
}

void change_memarg(ByteWriter& writer, binary::MemArg memarg, Random& random) {
  switch (random.below(4)) {
    case 0: memarg.align_log2 = static_cast<std::uint32_t>(random.below(5)); break;
    case 1: memarg.align_log2 = static_cast<std::uint32_t>(random.below(64)); break;
    case 2: memarg.offset = interesting(random); break;
    default: memarg.memory.value = changed_index(memarg.memory.value, random); break;
  }
  binary::write_memarg(writer, memarg);
}

void change_clause(ByteWriter& writer, binary::CatchClause clause, Random& random) {
  switch (random.below(3)) {
    case 0: clause.kind = static_cast<binary::CatchClause::Kind>(random.below(4)); break;
    case 1: clause.tag.value = changed_index(clause.tag.value, random); break;
    default: clause.label = changed_index(clause.label, random); break;
  }
  binary::write_catch_clause(writer, clause);
}

void change_branch_cast(ByteWriter& writer, binary::BranchCast cast, Random& random) {
  const auto some_reference = [&] {
    return wasm::ValueType::reference(some_heap_type(random),
                                      random.one_in(2) ? wasm::Nullability::nullable : wasm::Nullability::non_null);
  };
  switch (random.below(3)) {
    case 0: cast.label = changed_index(cast.label, random); break;
    case 1: cast.source = some_reference(); break;
    default: cast.target = some_reference(); break;
  }
  binary::write_branch_cast(writer, cast);
}

binary::BlockType some_block_type(Random& random) {
  using Kind = binary::BlockType::Kind;
  switch (random.below(3)) {
    case 0: return {};
    case 1: return {.kind = Kind::value, .value = some_value_type(random), .index = {}};
    default:
      return {.kind = Kind::index, .value = {}, .index = wasm::TypeIndex(static_cast<std::uint32_t>(random.below(6)))};
  }
}

}  // namespace

void write_changed(ByteWriter& writer, FieldKind kind, std::span<const std::byte> bytes, Random& random) {
  ByteReader reader(bytes);
  switch (kind) {
    case FieldKind::index:
    case FieldKind::count: {
      const std::uint32_t old = reader.read_u32();
      if (random.one_in(12)) return write_padded(writer, old, static_cast<unsigned>(random.between(1, 5)));
      return writer.write_u32(changed_index(old, random));
    }
    case FieldKind::s32:
      return writer.write_s32(static_cast<std::int32_t>(changed_integer(reader.read_s32(), 32, random)));
    case FieldKind::s64: return writer.write_s64(changed_integer(reader.read_s64(), 64, random));
    case FieldKind::byte:
      return writer.write_byte(static_cast<std::uint8_t>(random.below(random.one_in(4) ? 256 : 17)));
    case FieldKind::raw: return change_bytes(writer, bytes, random);
    case FieldKind::block_type: return binary::write_block_type(writer, some_block_type(random));
    case FieldKind::heap_type: return binary::write_heap_type(writer, some_heap_type(random));
    case FieldKind::value_type: return binary::write_value_type(writer, some_value_type(random));
    case FieldKind::memarg: return change_memarg(writer, binary::read_memarg(reader), random);
    case FieldKind::catch_clause: return change_clause(writer, binary::read_catch_clause(reader), random);
    case FieldKind::branch_cast: return change_branch_cast(writer, binary::read_branch_cast(reader), random);
  }
}

}  // namespace assay::fuzz
