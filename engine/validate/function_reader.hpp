// The one reader of bodies: decodes and checks a function's body or a constant expression, and tells a client what it
// says. spec: algo-valid
#pragma once

#include <cassert>
#include <cstdint>

#include "binary/immediates.hpp"
#include "binary/opcodes.hpp"
#include "validate/client.hpp"
#include "validate/instruction_shapes.hpp"
#include "validate/module_types.hpp"
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
#include "validate/reader_state.hpp"
#include "wasm/error.hpp"

namespace assay::validate {

/// Reads any number of bodies of one module, one after the other, keeping its memory between them. Linear in the bytes
/// of a body, apart from the arity of what calls, blocks and branches carry; takes no recursion.
///
/// With Trust::proven the module must have been validated, and every result is a success.
template <class ClientType, Trust trust>
class FunctionReader : public ReaderState<ClientType, trust> {
  using State = ReaderState<ClientType, trust>;

 public:
  FunctionReader(const ModuleTypes& module, ClientType& client) : State(module, client) {}

  /// Reads the body of a defined function.
  wasm::Result<void> read(wasm::FuncIndex func);

  /// Reads a constant expression that gives a value of type `expected` (canonical). It may get the first
  /// `visible_globals` globals. spec: valid-constant
  wasm::Result<void> read_constant(wasm::Expression expression, wasm::ValueType expected,
                                   std::uint32_t visible_globals);
  /// As above, where all globals may be got.
  wasm::Result<void> read_constant(wasm::Expression expression, wasm::ValueType expected) {
    return read_constant(expression, expected, static_cast<std::uint32_t>(this->module().module().globals.size()));
  }

 private:
  void start(wasm::ByteRange range, const BlockSignature& signature);
  void read_locals(const wasm::FuncType& type, std::size_t body_size);
  void declare_locals(std::uint32_t count, wasm::ValueType type);
  void check_constant(wasm::Opcode opcode, std::uint32_t visible_globals);
  wasm::Opcode read_opcode();
  void read_instruction(wasm::Opcode opcode);
  wasm::Result<void> finish();
};

template <class ClientType, Trust trust>
wasm::Result<void> FunctionReader<ClientType, trust>::read(wasm::FuncIndex func) {
  assert(!this->module().module().is_imported(func));
  const wasm::FuncType& type = this->module().signature(func);
  const wasm::ByteRange body = this->module().module().functions[func].body;
  start(body, {.type = &type});
  if (body.size > this->module().limits().function_bytes) {
    this->beyond_limit("function body too long", body.size, this->module().limits().function_bytes);
  }
  read_locals(type, body.size);
  if (this->ok()) this->client.begin(*this);
  while (!this->bytes.at_end()) {
    this->instruction_ = this->bytes.offset();
    read_instruction(read_opcode());
  }
  return finish();
}

template <class ClientType, Trust trust>
wasm::Result<void> FunctionReader<ClientType, trust>::read_constant(wasm::Expression expression,
                                                                    wasm::ValueType expected,
                                                                    std::uint32_t visible_globals) {
  start(expression, {.single = expected});
  this->in_constant_ = true;
  this->client.begin(*this);
  while (!this->bytes.at_end()) {
    this->instruction_ = this->bytes.offset();
    const wasm::Opcode opcode = read_opcode();
    if constexpr (State::checked) check_constant(opcode, visible_globals);
    if (this->ok()) read_instruction(opcode);
  }
  return finish();
}

template <class ClientType, Trust trust>
void FunctionReader<ClientType, trust>::start(wasm::ByteRange range, const BlockSignature& signature) {
  this->start_at(range);
  this->stack_.clear();
  this->frames_.clear();
  this->initialized_.clear();
  this->locals_.clear(0);
  this->last_stamp_ = 0;
  this->param_count_ = 0;
  this->in_constant_ = false;
  this->frames_.push_back({.kind = FrameKind::function, .signature = signature});
}

// spec: binary-func, valid-func
template <class ClientType, Trust trust>
void FunctionReader<ClientType, trust>::read_locals(const wasm::FuncType& type, std::size_t body_size) {
  // A local that the body mentions takes two bytes there at least.
  this->locals_.clear(64 + type.params.size() + body_size / 2);
  for (const wasm::ValueType param : type.params) this->locals_.append(1, param);
  this->param_count_ = static_cast<std::uint32_t>(type.params.size());

  const std::uint32_t runs = binary::read_count(this->bytes);
  std::uint64_t total = 0;
  for (std::uint32_t i = 0; i < runs && this->ok(); ++i) {
    this->instruction_ = this->bytes.offset();
    const binary::LocalDeclaration declaration = binary::read_local_declaration(this->bytes);
    total += declaration.count;
    if (State::violated(total > UINT32_MAX)) return this->malformed(binary::message::too_many_locals);
    declare_locals(declaration.count, resolve(*this, declaration.type));
  }
  const std::uint64_t all = total + type.params.size();
  if (State::violated(all > this->module().limits().locals)) {
    this->beyond_limit(binary::message::too_many_locals, all, this->module().limits().locals);
  }
}

// Locals beyond the limit are only counted: the section may still turn out to be malformed.
template <class ClientType, Trust trust>
void FunctionReader<ClientType, trust>::declare_locals(std::uint32_t count, wasm::ValueType type) {
  const std::uint64_t present = this->locals_.count();
  if (present + count <= this->module().limits().locals) this->locals_.append(count, type);
}

template <class ClientType, Trust trust>
wasm::Opcode FunctionReader<ClientType, trust>::read_opcode() {
  const wasm::Opcode opcode = binary::read_opcode(this->bytes);
  if constexpr (State::checked) {
    if (opcode != wasm::Opcode::count_ && !binary::is_enabled(opcode, this->module().features())) [[unlikely]] {
      this->malformed(binary::message::illegal_opcode, "its proposal is switched off");
      return wasm::Opcode::count_;
    }
  }
  return opcode;
}

template <class ClientType, Trust trust>
void FunctionReader<ClientType, trust>::check_constant(wasm::Opcode opcode, std::uint32_t visible_globals) {
  if (!this->ok()) return;
  const wasm::Features features = this->module().features();
  const Constness constness = instruction_shapes[static_cast<std::size_t>(opcode)].constness;
  const bool allowed = constness == Constness::always ||
                       (constness == Constness::extended && features.has(wasm::Feature::extended_const));
  if (!allowed) return this->invalid(message::constant_required);
  if (opcode != wasm::Opcode::global_get) return;

  // Looked at in advance, by a copy of the cursor.
  base::ByteReader ahead = this->bytes;
  const wasm::GlobalIndex index(ahead.read_u32());
  if (!ahead.ok()) return;
  // Without GC, expressions see imported globals only.
  const std::uint32_t imported = this->module().module().imported_globals;
  const std::uint32_t visible = features.has(wasm::Feature::gc) ? visible_globals : imported;
  if (index.value >= visible) return this->unknown(message::unknown_global, index.value, visible);
  if (this->module().global(index).mutability == wasm::Mutability::variable) {
    this->invalid(message::constant_required, "the global is mutable");
  }
}

template <class ClientType, Trust trust>
wasm::Result<void> FunctionReader<ClientType, trust>::finish() {
  if (State::violated(this->ok() && !this->frames_.empty())) this->missing_end(this->frames_.size());
  if (!this->ok()) return std::unexpected(this->error());
  this->client.finish(*this);
  return {};
}

// One jump to each instruction's own reader, or to that of its group of plain ones.
template <class ClientType, Trust trust>
void FunctionReader<ClientType, trust>::read_instruction(wasm::Opcode opcode) {
  using wasm::AbstractHeap;
  using wasm::Nullability;
  using wasm::Opcode;
  if (opcode == Opcode::count_) [[unlikely]]
    return;
  auto& r = *this;
  const InstructionShape& shape = instruction_shapes[static_cast<std::size_t>(opcode)];
  switch (shape.reading) {
    case plain_unary: return read_operation<1, 1>(r, opcode, shape, {}, wasm::i32);
    case plain_binary: return read_operation<2, 1>(r, opcode, shape, {}, wasm::i32);
    case plain_load: {
      Immediates immediates;
      const wasm::ValueType address = read_memory_access(r, shape, immediates.memarg);
      return read_operation<1, 1>(r, opcode, shape, immediates, address);
    }
    case plain_store: {
      Immediates immediates;
      const wasm::ValueType address = read_memory_access(r, shape, immediates.memarg);
      return read_operation<2, 0>(r, opcode, shape, immediates, address);
    }
    case plain_constant: return read_const(r, shape);
    case plain_other: return read_other(r, opcode, shape);

    case reading_of(Opcode::unreachable): return read_unreachable(r);
    case reading_of(Opcode::nop): return;
    case reading_of(Opcode::block): return read_block(r);
    case reading_of(Opcode::loop): return read_loop(r);
    case reading_of(Opcode::if_): return read_if(r);
    case reading_of(Opcode::else_): return read_else(r);
    case reading_of(Opcode::end): return read_end(r);

    case reading_of(Opcode::br): return read_br(r);
    case reading_of(Opcode::br_if): return read_br_if(r);
    case reading_of(Opcode::br_table): return read_br_table(r);
    case reading_of(Opcode::return_): return read_return(r);
    case reading_of(Opcode::br_on_null): return read_br_on_null(r);
    case reading_of(Opcode::br_on_non_null): return read_br_on_non_null(r);
    case reading_of(Opcode::br_on_cast):
    case reading_of(Opcode::br_on_cast_fail): return read_br_on_cast(r, opcode);

    case reading_of(Opcode::call): return read_call(r);
    case reading_of(Opcode::call_indirect): return read_call_indirect(r);
    case reading_of(Opcode::call_ref): return read_call_ref(r);
    case reading_of(Opcode::return_call): return read_return_call(r);
    case reading_of(Opcode::return_call_indirect): return read_return_call_indirect(r);
    case reading_of(Opcode::return_call_ref): return read_return_call_ref(r);

    case reading_of(Opcode::drop): return read_drop(r);
    case reading_of(Opcode::select): return read_select(r);
    case reading_of(Opcode::select_t): return read_select_t(r);
    case reading_of(Opcode::local_get): return read_local_get(r);
    case reading_of(Opcode::local_set): return read_local_set(r);
    case reading_of(Opcode::local_tee): return read_local_tee(r);
    case reading_of(Opcode::global_get): return read_global_get(r);
    case reading_of(Opcode::global_set): return read_global_set(r);

    case reading_of(Opcode::table_get): return read_table_get(r);
    case reading_of(Opcode::table_set): return read_table_set(r);
    case reading_of(Opcode::table_size): return read_table_size(r);
    case reading_of(Opcode::table_grow): return read_table_grow(r);
    case reading_of(Opcode::table_fill): return read_table_fill(r);
    case reading_of(Opcode::table_copy): return read_table_copy(r);
    case reading_of(Opcode::table_init): return read_table_init(r);
    case reading_of(Opcode::elem_drop): return read_elem_drop(r);
    case reading_of(Opcode::memory_size): return read_memory_size(r);
    case reading_of(Opcode::memory_grow): return read_memory_grow(r);
    case reading_of(Opcode::memory_fill): return read_memory_fill(r);
    case reading_of(Opcode::memory_copy): return read_memory_copy(r);
    case reading_of(Opcode::memory_init): return read_memory_init(r);
    case reading_of(Opcode::data_drop): return read_data_drop(r);

    case reading_of(Opcode::ref_null): return read_ref_null(r);
    case reading_of(Opcode::ref_is_null): return read_ref_is_null(r);
    case reading_of(Opcode::ref_func): return read_ref_func(r);
    case reading_of(Opcode::ref_eq): return read_ref_eq(r);
    case reading_of(Opcode::ref_as_non_null): return read_ref_as_non_null(r);
    case reading_of(Opcode::ref_test): return read_ref_test(r, opcode, Nullability::non_null);
    case reading_of(Opcode::ref_test_null): return read_ref_test(r, opcode, Nullability::nullable);
    case reading_of(Opcode::ref_cast): return read_ref_cast(r, opcode, Nullability::non_null);
    case reading_of(Opcode::ref_cast_null): return read_ref_cast(r, opcode, Nullability::nullable);
    case reading_of(Opcode::ref_i31): return read_ref_i31(r);
    case reading_of(Opcode::i31_get_s):
    case reading_of(Opcode::i31_get_u): return read_i31_get(r, opcode);
    case reading_of(Opcode::any_convert_extern):
      return read_convert(r, opcode, AbstractHeap::extern_, AbstractHeap::any);
    case reading_of(Opcode::extern_convert_any):
      return read_convert(r, opcode, AbstractHeap::any, AbstractHeap::extern_);

    case reading_of(Opcode::struct_new): return read_struct_new(r);
    case reading_of(Opcode::struct_new_default): return read_struct_new_default(r);
    case reading_of(Opcode::struct_get): return read_struct_get(r, opcode, Extension::none);
    case reading_of(Opcode::struct_get_s):
    case reading_of(Opcode::struct_get_u): return read_struct_get(r, opcode, Extension::sign_or_zero);
    case reading_of(Opcode::struct_set): return read_struct_set(r);
    case reading_of(Opcode::array_new): return read_array_new(r);
    case reading_of(Opcode::array_new_default): return read_array_new_default(r);
    case reading_of(Opcode::array_new_fixed): return read_array_new_fixed(r);
    case reading_of(Opcode::array_new_data): return read_array_new_data(r);
    case reading_of(Opcode::array_new_elem): return read_array_new_elem(r);
    case reading_of(Opcode::array_get): return read_array_get(r, opcode, Extension::none);
    case reading_of(Opcode::array_get_s):
    case reading_of(Opcode::array_get_u): return read_array_get(r, opcode, Extension::sign_or_zero);
    case reading_of(Opcode::array_set): return read_array_set(r);
    case reading_of(Opcode::array_len): return read_array_len(r);
    case reading_of(Opcode::array_fill): return read_array_fill(r);
    case reading_of(Opcode::array_copy): return read_array_copy(r);
    case reading_of(Opcode::array_init_data): return read_array_init_data(r);
    case reading_of(Opcode::array_init_elem): return read_array_init_elem(r);

    case reading_of(Opcode::throw_): return read_throw(r);
    case reading_of(Opcode::throw_ref): return read_throw_ref(r);
    case reading_of(Opcode::try_table): return read_try_table(r);
    case reading_of(Opcode::try_): return read_try(r);
    case reading_of(Opcode::catch_): return read_catch(r);
    case reading_of(Opcode::catch_all): return read_catch_all(r);
    case reading_of(Opcode::delegate): return read_delegate(r);
    case reading_of(Opcode::rethrow): return read_rethrow(r);

    // A custom row without a case; the tests read every instruction.
    default: assert(false && "no reader for this instruction"); this->malformed(binary::message::illegal_opcode);
  }
}

}  // namespace assay::validate
