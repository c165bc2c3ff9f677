// Calls: direct, through a table, through a reference; and their tail forms.
#pragma once

#include <cstdint>

#include "validate/client.hpp"
#include "validate/read_indexes.hpp"
#include "validate/subtyping.hpp"

namespace assay::validate {

/// After the client was told of a call: its arguments go, its results come.
template <class R>
void finish_call(R& r, const wasm::FuncType& type) {
  r.drop_top(type.params.size());
  r.push_fresh(type.results);
}

/// A tail call gives the function's own results.
template <class R>
void check_tail_results(R& r, const wasm::FuncType& type) {
  const auto own = r.frames().front().results();
  if (r.violated(type.results.size() != own.size())) [[unlikely]]
    return r.invalid(message::type_mismatch, "the function called has another number of results");
  for (std::size_t i = 0; i < own.size(); ++i) r.require_match(type.results[i], own[i]);
}

// spec: valid-call
template <class R>
void read_call(R& r) {
  const wasm::FuncIndex index(r.bytes.read_u32());
  const CanonicalType* callee = find_function(r, index);
  if (callee == nullptr) return;
  const wasm::FuncType& type = callee->sub.func;
  r.expect_top(type.params);
  if (r.live()) r.client.call(r, index, type);
  finish_call(r, type);
}

// spec: valid-return_call
template <class R>
void read_return_call(R& r) {
  const wasm::FuncIndex index(r.bytes.read_u32());
  const CanonicalType* callee = find_function(r, index);
  if (callee == nullptr) return;
  const wasm::FuncType& type = callee->sub.func;
  check_tail_results(r, type);
  r.expect_top(type.params);
  if (r.live()) r.client.return_call(r, index, type);
  r.unreachable();
}

/// What the two calls through tables have in common.
template <class R>
struct IndirectCall {
  const CanonicalType* callee = nullptr;  ///< null after an error
  wasm::TableIndex table;
  typename R::Value index{};  ///< popped
};

template <class R>
IndirectCall<R> read_indirect_callee(R& r) {
  IndirectCall<R> call;
  const wasm::TypeIndex type_index(r.bytes.read_u32());
  call.table = wasm::TableIndex(r.bytes.read_u32());
  const wasm::TableType* table = find_table(r, call.table);
  if (table == nullptr) return call;
  if constexpr (R::checked) {
    if (!matches(table->element, wasm::funcref, r.module().registry())) {
      r.mismatch("a table of functions", table->element);
      return call;
    }
  }
  call.callee = find_function_type(r, type_index);
  call.index = r.pop_val(wasm::value_type(table->limits.address)).value;
  return call;
}

// spec: valid-call_indirect
template <class R>
void read_call_indirect(R& r) {
  const IndirectCall<R> call = read_indirect_callee(r);
  if (call.callee == nullptr) return;
  const wasm::FuncType& type = call.callee->sub.func;
  r.expect_top(type.params);
  if (r.live()) r.client.call_indirect(r, call.table, call.callee->id, type, call.index);
  finish_call(r, type);
}

// spec: valid-return_call_indirect
template <class R>
void read_return_call_indirect(R& r) {
  const IndirectCall<R> call = read_indirect_callee(r);
  if (call.callee == nullptr) return;
  const wasm::FuncType& type = call.callee->sub.func;
  check_tail_results(r, type);
  r.expect_top(type.params);
  if (r.live()) r.client.return_call_indirect(r, call.table, call.callee->id, type, call.index);
  r.unreachable();
}

/// Reads the type of a call through a reference; null after an error.
template <class R>
const CanonicalType* read_reference_callee(R& r) {
  return find_function_type(r, wasm::TypeIndex(r.bytes.read_u32()));
}

template <class R>
typename R::Value pop_callee(R& r, const CanonicalType& callee) {
  return r.pop_val(wasm::ValueType::reference(wasm::HeapType(callee.id), wasm::Nullability::nullable)).value;
}

// spec: valid-call_ref
template <class R>
void read_call_ref(R& r) {
  const CanonicalType* callee = read_reference_callee(r);
  if (callee == nullptr) return;
  const wasm::FuncType& type = callee->sub.func;
  const auto reference = pop_callee(r, *callee);
  r.expect_top(type.params);
  if (r.live()) r.client.call_ref(r, callee->id, type, reference);
  finish_call(r, type);
}

// spec: valid-return_call_ref
template <class R>
void read_return_call_ref(R& r) {
  const CanonicalType* callee = read_reference_callee(r);
  if (callee == nullptr) return;
  const wasm::FuncType& type = callee->sub.func;
  const auto reference = pop_callee(r, *callee);
  check_tail_results(r, type);
  r.expect_top(type.params);
  if (r.live()) r.client.return_call_ref(r, callee->id, type, reference);
  r.unreachable();
}

}  // namespace assay::validate
