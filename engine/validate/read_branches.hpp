// Branches: br, br_if, br_table, return, unreachable, and those on null or on the type of a reference.
#pragma once

#include <cstdint>
#include <span>

#include "binary/immediates.hpp"
#include "validate/client.hpp"
#include "validate/read_indexes.hpp"
#include "validate/subtyping.hpp"

namespace assay::validate {

// spec: valid-br
template <class R>
void read_br(R& r) {
  const std::uint32_t depth = r.bytes.read_u32();
  const auto* target = r.label(depth);
  if (target == nullptr) return;
  r.expect_top(target->label_types());
  if (r.live()) r.client.br(r, depth);
  r.unreachable();
}

// spec: valid-br_if
template <class R>
void read_br_if(R& r) {
  const std::uint32_t depth = r.bytes.read_u32();
  const auto condition = r.pop_val(wasm::i32);
  const auto* target = r.label(depth);
  if (target == nullptr) return;
  r.expect_top(target->label_types());
  if (r.live()) r.client.br_if(r, depth, condition.value);
  r.retype_top(target->label_types());
}

/// The depths of a br_table, the default last; false after an error.
template <class R>
bool read_label_table(R& r) {
  auto& labels = r.labels();
  labels.clear();
  const std::uint32_t count = binary::read_count(r.bytes);
  if (r.violated(count > r.module().limits().br_table_labels)) [[unlikely]] {
    r.beyond_limit("too many labels in br_table", count, r.module().limits().br_table_labels);
  }
  for (std::uint64_t left = std::uint64_t{count} + 1; left > 0 && r.ok(); --left) labels.push_back(r.bytes.read_u32());
  return r.ok();
}

// spec: valid-br_table. Every label is checked once, however often the table names it.
template <class R>
void read_br_table(R& r) {
  if (!read_label_table(r)) return;
  const auto index = r.pop_val(wasm::i32);
  const auto& labels = r.labels();
  const auto* last = r.label(labels.back());
  if (last == nullptr) return;
  const std::size_t arity = last->label_arity();
  const std::uint32_t stamp = r.next_stamp();
  for (const std::uint32_t depth : labels) {
    auto* target = r.label(depth);
    if (target == nullptr) return;
    if (target->stamp == stamp) continue;
    target->stamp = stamp;
    if (r.violated(target->label_arity() != arity)) [[unlikely]]
      return r.invalid(message::type_mismatch, "labels of br_table differ in number of operands");
    r.expect_top(target->label_types());
  }
  if (r.live()) r.client.br_table(r, std::span<const std::uint32_t>(labels), index.value);
  r.unreachable();
}

// spec: valid-return
template <class R>
void read_return(R& r) {
  r.expect_top(r.frames().front().results());
  if (r.live()) r.client.return_(r);
  r.unreachable();
}

// spec: valid-unreachable
template <class R>
void read_unreachable(R& r) {
  if (r.live()) r.client.unreachable(r);
  r.unreachable();
}

// spec: valid-br_on_null
template <class R>
void read_br_on_null(R& r) {
  const std::uint32_t depth = r.bytes.read_u32();
  const auto reference = r.pop_ref();
  const auto* target = r.label(depth);
  if (target == nullptr) return;
  r.expect_top(target->label_types());
  auto value = reference.value;
  if (r.live()) value = r.client.br_on_null(r, depth, reference.value);
  r.retype_top(target->label_types());
  r.push_val(non_null(reference.type), value);
}

// spec: valid-br_on_non_null
template <class R>
void read_br_on_non_null(R& r) {
  const std::uint32_t depth = r.bytes.read_u32();
  const auto* target = r.label(depth);
  if (target == nullptr) return;
  const auto types = target->label_types();
  if (r.violated(types.empty() || !types.back().is_reference())) [[unlikely]]
    return r.invalid(message::type_mismatch, "the label takes no reference last");
  const auto reference = r.pop_val(nullable(types.back()));
  const auto others = types.first(types.size() - 1);
  r.expect_top(others);
  if (r.live()) r.client.br_on_non_null(r, depth, reference.value);
  r.retype_top(others);
}

// spec: valid-br_on_cast, valid-br_on_cast_fail. The two differ in which type goes along the branch and which stays.
template <class R>
void read_br_on_cast(R& r, wasm::Opcode opcode) {
  const binary::BranchCast cast = binary::read_branch_cast(r.bytes);
  const wasm::ValueType source = resolve(r, cast.source);
  const wasm::ValueType target = resolve(r, cast.target);
  const auto* label = r.ok() ? r.label(cast.label) : nullptr;
  if (label == nullptr) return;
  r.require_match(target, source);
  if (!r.ok()) [[unlikely]]
    return;
  const wasm::ValueType rest = difference(source, target);
  const bool branches_on_success = opcode == wasm::Opcode::br_on_cast;
  const auto types = label->label_types();
  if (r.violated(types.empty())) [[unlikely]]
    return r.invalid(message::type_mismatch, "the label takes no reference last");
  r.require_match(branches_on_success ? target : rest, types.back());

  const auto others = types.first(types.size() - 1);
  const auto reference = r.pop_val(source);
  r.expect_top(others);
  r.push_val(source, reference.value);
  if (r.live()) r.client.br_on_cast(r, opcode, cast.label, target);
  const auto value = r.pop_val().value;
  r.retype_top(others);
  r.push_val(branches_on_success ? rest : target, value);
}

}  // namespace assay::validate
