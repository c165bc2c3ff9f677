// Which function reads which instruction, as tables made at compile time: one indirect call from byte to reader.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "binary/immediates.hpp"
#include "validate/instruction_shapes.hpp"
#include "validate/read_admission.hpp"
#include "validate/read_branches.hpp"
#include "validate/read_calls.hpp"
#include "validate/read_control.hpp"
#include "validate/read_exceptions.hpp"
#include "validate/read_gc.hpp"
#include "validate/read_legacy.hpp"
#include "validate/read_memories.hpp"
#include "validate/read_plain.hpp"
#include "validate/read_references.hpp"
#include "validate/read_tables.hpp"
#include "validate/read_variables.hpp"
#include "wasm/instruction_info.hpp"

namespace assay::validate {

/// Reads what follows an opcode, checks the instruction and tells the client.
template <class R>
using InstructionReader = void (*)(R& r, const InstructionShape& shape);

/// How to read the instructions of a shape; null where there is no such instruction.
template <class R>
consteval InstructionReader<R> reader_of(const InstructionShape& row) {
  using wasm::AbstractHeap;
  using wasm::Nullability;
  using wasm::Opcode;
  switch (row.reading) {
    case plain_unary: return [](R& r, const InstructionShape& shape) { read_numeric<1>(r, shape); };
    case plain_binary: return [](R& r, const InstructionShape& shape) { read_numeric<2>(r, shape); };
    case plain_load: return [](R& r, const InstructionShape& shape) { read_access<1, 1>(r, shape); };
    case plain_store: return [](R& r, const InstructionShape& shape) { read_access<2, 0>(r, shape); };
    case plain_constant: return [](R& r, const InstructionShape& shape) { read_const(r, shape); };
    case plain_other: return [](R& r, const InstructionShape& shape) { read_other(r, shape); };

    case reading_of(Opcode::unreachable): return [](R& r, const InstructionShape&) { read_unreachable(r); };
    case reading_of(Opcode::nop): return [](R&, const InstructionShape&) {};

    case reading_of(Opcode::block): return [](R& r, const InstructionShape&) { read_block(r); };
    case reading_of(Opcode::loop): return [](R& r, const InstructionShape&) { read_loop(r); };
    case reading_of(Opcode::if_): return [](R& r, const InstructionShape&) { read_if(r); };
    case reading_of(Opcode::else_): return [](R& r, const InstructionShape&) { read_else(r); };
    case reading_of(Opcode::end): return [](R& r, const InstructionShape&) { read_end(r); };

    case reading_of(Opcode::br): return [](R& r, const InstructionShape&) { read_br(r); };
    case reading_of(Opcode::br_if): return [](R& r, const InstructionShape&) { read_br_if(r); };
    case reading_of(Opcode::br_table): return [](R& r, const InstructionShape&) { read_br_table(r); };
    case reading_of(Opcode::return_): return [](R& r, const InstructionShape&) { read_return(r); };
    case reading_of(Opcode::br_on_null): return [](R& r, const InstructionShape&) { read_br_on_null(r); };
    case reading_of(Opcode::br_on_non_null): return [](R& r, const InstructionShape&) { read_br_on_non_null(r); };
    case reading_of(Opcode::br_on_cast):
    case reading_of(Opcode::br_on_cast_fail):
      return [](R& r, const InstructionShape& shape) { read_br_on_cast(r, shape.opcode); };

    case reading_of(Opcode::call): return [](R& r, const InstructionShape&) { read_call(r); };
    case reading_of(Opcode::call_indirect): return [](R& r, const InstructionShape&) { read_call_indirect(r); };
    case reading_of(Opcode::call_ref): return [](R& r, const InstructionShape&) { read_call_ref(r); };
    case reading_of(Opcode::return_call): return [](R& r, const InstructionShape&) { read_return_call(r); };
    case reading_of(Opcode::return_call_indirect):
      return [](R& r, const InstructionShape&) { read_return_call_indirect(r); };
    case reading_of(Opcode::return_call_ref): return [](R& r, const InstructionShape&) { read_return_call_ref(r); };

    case reading_of(Opcode::drop): return [](R& r, const InstructionShape&) { read_drop(r); };
    case reading_of(Opcode::select): return [](R& r, const InstructionShape&) { read_select(r); };
    case reading_of(Opcode::select_t): return [](R& r, const InstructionShape&) { read_select_t(r); };
    case reading_of(Opcode::local_get): return [](R& r, const InstructionShape&) { read_local_get(r); };
    case reading_of(Opcode::local_set): return [](R& r, const InstructionShape&) { read_local_set(r); };
    case reading_of(Opcode::local_tee): return [](R& r, const InstructionShape&) { read_local_tee(r); };
    case reading_of(Opcode::global_get): return [](R& r, const InstructionShape&) { read_global_get(r); };
    case reading_of(Opcode::global_set): return [](R& r, const InstructionShape&) { read_global_set(r); };

    case reading_of(Opcode::table_get): return [](R& r, const InstructionShape&) { read_table_get(r); };
    case reading_of(Opcode::table_set): return [](R& r, const InstructionShape&) { read_table_set(r); };
    case reading_of(Opcode::table_size): return [](R& r, const InstructionShape&) { read_table_size(r); };
    case reading_of(Opcode::table_grow): return [](R& r, const InstructionShape&) { read_table_grow(r); };
    case reading_of(Opcode::table_fill): return [](R& r, const InstructionShape&) { read_table_fill(r); };
    case reading_of(Opcode::table_copy): return [](R& r, const InstructionShape&) { read_table_copy(r); };
    case reading_of(Opcode::table_init): return [](R& r, const InstructionShape&) { read_table_init(r); };
    case reading_of(Opcode::elem_drop): return [](R& r, const InstructionShape&) { read_elem_drop(r); };

    case reading_of(Opcode::memory_size): return [](R& r, const InstructionShape&) { read_memory_size(r); };
    case reading_of(Opcode::memory_grow): return [](R& r, const InstructionShape&) { read_memory_grow(r); };
    case reading_of(Opcode::memory_fill): return [](R& r, const InstructionShape&) { read_memory_fill(r); };
    case reading_of(Opcode::memory_copy): return [](R& r, const InstructionShape&) { read_memory_copy(r); };
    case reading_of(Opcode::memory_init): return [](R& r, const InstructionShape&) { read_memory_init(r); };
    case reading_of(Opcode::data_drop): return [](R& r, const InstructionShape&) { read_data_drop(r); };

    case reading_of(Opcode::ref_null): return [](R& r, const InstructionShape&) { read_ref_null(r); };
    case reading_of(Opcode::ref_is_null): return [](R& r, const InstructionShape&) { read_ref_is_null(r); };
    case reading_of(Opcode::ref_func): return [](R& r, const InstructionShape&) { read_ref_func(r); };
    case reading_of(Opcode::ref_eq): return [](R& r, const InstructionShape&) { read_ref_eq(r); };
    case reading_of(Opcode::ref_as_non_null): return [](R& r, const InstructionShape&) { read_ref_as_non_null(r); };
    case reading_of(Opcode::ref_test):
      return [](R& r, const InstructionShape& shape) { read_ref_test(r, shape.opcode, Nullability::non_null); };
    case reading_of(Opcode::ref_test_null):
      return [](R& r, const InstructionShape& shape) { read_ref_test(r, shape.opcode, Nullability::nullable); };
    case reading_of(Opcode::ref_cast):
      return [](R& r, const InstructionShape& shape) { read_ref_cast(r, shape.opcode, Nullability::non_null); };
    case reading_of(Opcode::ref_cast_null):
      return [](R& r, const InstructionShape& shape) { read_ref_cast(r, shape.opcode, Nullability::nullable); };
    case reading_of(Opcode::ref_i31): return [](R& r, const InstructionShape&) { read_ref_i31(r); };
    case reading_of(Opcode::i31_get_s):
    case reading_of(Opcode::i31_get_u):
      return [](R& r, const InstructionShape& shape) { read_i31_get(r, shape.opcode); };
    case reading_of(Opcode::any_convert_extern):
      return [](R& r, const InstructionShape& shape) {
        read_convert(r, shape.opcode, AbstractHeap::extern_, AbstractHeap::any);
      };
    case reading_of(Opcode::extern_convert_any):
      return [](R& r, const InstructionShape& shape) {
        read_convert(r, shape.opcode, AbstractHeap::any, AbstractHeap::extern_);
      };

    case reading_of(Opcode::struct_new): return [](R& r, const InstructionShape&) { read_struct_new(r); };
    case reading_of(Opcode::struct_new_default):
      return [](R& r, const InstructionShape&) { read_struct_new_default(r); };
    case reading_of(Opcode::struct_get):
      return [](R& r, const InstructionShape& shape) { read_struct_get(r, shape.opcode, Extension::none); };
    case reading_of(Opcode::struct_get_s):
    case reading_of(Opcode::struct_get_u):
      return [](R& r, const InstructionShape& shape) { read_struct_get(r, shape.opcode, Extension::sign_or_zero); };
    case reading_of(Opcode::struct_set): return [](R& r, const InstructionShape&) { read_struct_set(r); };

    case reading_of(Opcode::array_new): return [](R& r, const InstructionShape&) { read_array_new(r); };
    case reading_of(Opcode::array_new_default): return [](R& r, const InstructionShape&) { read_array_new_default(r); };
    case reading_of(Opcode::array_new_fixed): return [](R& r, const InstructionShape&) { read_array_new_fixed(r); };
    case reading_of(Opcode::array_new_data): return [](R& r, const InstructionShape&) { read_array_new_data(r); };
    case reading_of(Opcode::array_new_elem): return [](R& r, const InstructionShape&) { read_array_new_elem(r); };
    case reading_of(Opcode::array_get):
      return [](R& r, const InstructionShape& shape) { read_array_get(r, shape.opcode, Extension::none); };
    case reading_of(Opcode::array_get_s):
    case reading_of(Opcode::array_get_u):
      return [](R& r, const InstructionShape& shape) { read_array_get(r, shape.opcode, Extension::sign_or_zero); };
    case reading_of(Opcode::array_set): return [](R& r, const InstructionShape&) { read_array_set(r); };
    case reading_of(Opcode::array_len): return [](R& r, const InstructionShape&) { read_array_len(r); };
    case reading_of(Opcode::array_fill): return [](R& r, const InstructionShape&) { read_array_fill(r); };
    case reading_of(Opcode::array_copy): return [](R& r, const InstructionShape&) { read_array_copy(r); };
    case reading_of(Opcode::array_init_data): return [](R& r, const InstructionShape&) { read_array_init_data(r); };
    case reading_of(Opcode::array_init_elem): return [](R& r, const InstructionShape&) { read_array_init_elem(r); };

    case reading_of(Opcode::throw_): return [](R& r, const InstructionShape&) { read_throw(r); };
    case reading_of(Opcode::throw_ref): return [](R& r, const InstructionShape&) { read_throw_ref(r); };
    case reading_of(Opcode::try_table): return [](R& r, const InstructionShape&) { read_try_table(r); };

    case reading_of(Opcode::try_): return [](R& r, const InstructionShape&) { read_try(r); };
    case reading_of(Opcode::catch_): return [](R& r, const InstructionShape&) { read_catch(r); };
    case reading_of(Opcode::catch_all): return [](R& r, const InstructionShape&) { read_catch_all(r); };
    case reading_of(Opcode::delegate): return [](R& r, const InstructionShape&) { read_delegate(r); };
    case reading_of(Opcode::rethrow): return [](R& r, const InstructionShape&) { read_rethrow(r); };
    default: return nullptr;
  }
}

/// Not constexpr on purpose: reaching it during constant evaluation is the error message.
inline void a_custom_instruction_has_no_reader() {}

/// The readers by Opcode.
template <class R>
inline constexpr auto readers_by_opcode = []() consteval {
  std::array<InstructionReader<R>, wasm::instruction_count> readers{};
  for (std::size_t i = 0; i < readers.size(); ++i) {
    readers[i] = reader_of<R>(instruction_shapes[i]);
    if (readers[i] == nullptr) a_custom_instruction_has_no_reader();
  }
  return readers;
}();

/// The instructions of several bytes, whose first byte is read; and bytes that begin none.
template <class R>
void read_prefixed(R& r, const InstructionShape&) {
  const std::uint8_t prefix = r.first_byte();
  wasm::Opcode opcode = wasm::Opcode::count_;
  if (wasm::is_opcode_prefix(prefix)) opcode = wasm::opcode_of(prefix, r.bytes.read_u32());
  if (!r.ok()) [[unlikely]]
    return;
  if (opcode == wasm::Opcode::count_) [[unlikely]]
    return r.malformed(binary::message::illegal_opcode);
  const InstructionShape& shape = shape_of(opcode);
  if (admits(r, shape)) readers_by_opcode<R>[static_cast<std::size_t>(opcode)](r, shape);
}

/// The readers by the first byte of the opcode.
template <class R>
inline constexpr auto readers_by_byte = []() consteval {
  std::array<InstructionReader<R>, 256> readers{};
  for (std::size_t byte = 0; byte < readers.size(); ++byte) {
    const InstructionShape& shape = one_byte_shapes[byte];
    readers[byte] = shape.reading == prefixed ? &read_prefixed<R> : reader_of<R>(shape);
  }
  return readers;
}();

}  // namespace assay::validate
