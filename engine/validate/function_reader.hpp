// The one reader of bodies: decodes and checks a function's body or a constant expression, and tells a client what it
// says. spec: algo-valid
#pragma once

#include <cassert>
#include <cstdint>

#include "binary/immediates.hpp"
#include "validate/client.hpp"
#include "validate/instruction_readers.hpp"
#include "validate/instruction_shapes.hpp"
#include "validate/module_types.hpp"
#include "validate/read_admission.hpp"
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
  void read_instructions();
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
  read_instructions();
  return finish();
}

template <class ClientType, Trust trust>
wasm::Result<void> FunctionReader<ClientType, trust>::read_constant(wasm::Expression expression,
                                                                    wasm::ValueType expected,
                                                                    std::uint32_t visible_globals) {
  start(expression, {.single = expected});
  this->in_constant_ = true;
  this->client.begin(*this);
  // Without GC, expressions see imported globals only.
  this->visible_globals_ =
      this->module().features().has(wasm::Feature::gc) ? visible_globals : this->module().module().imported_globals;
  read_instructions();
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
    this->instruction_ = this->bytes.position();
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
void FunctionReader<ClientType, trust>::read_instructions() {
  while (!this->bytes.at_end()) {
    this->instruction_ = this->bytes.position();
    const std::uint8_t byte = this->bytes.read_byte();
    const InstructionShape& shape = one_byte_shapes[byte];
    if constexpr (State::checked) {
      // The usual case first: admits() has the whole rule.
      const bool usual = this->features_.has(shape.feature) && !this->in_constant_;
      if (!usual && !admits(*this, shape)) [[unlikely]]
        return;
    }
    readers_by_byte<FunctionReader>[byte](*this, shape);
  }
}

template <class ClientType, Trust trust>
wasm::Result<void> FunctionReader<ClientType, trust>::finish() {
  if (State::violated(this->ok() && !this->frames_.empty())) this->missing_end(this->frames_.size());
  if (!this->ok()) return std::unexpected(this->error());
  this->client.finish(*this);
  return {};
}

}  // namespace assay::validate
