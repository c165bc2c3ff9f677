// Exceptions: throw, throw_ref, try_table.
#pragma once

#include <cstdint>
#include <span>

#include "binary/immediates.hpp"
#include "validate/client.hpp"
#include "validate/read_control.hpp"
#include "validate/read_indexes.hpp"
#include "validate/subtyping.hpp"

namespace assay::validate {

// spec: valid-throw
template <class R>
void read_throw(R& r) {
  const wasm::TagIndex index(r.bytes.read_u32());
  const CanonicalType* tag = find_tag(r, index);
  if (tag == nullptr) return;
  r.expect_top(tag->sub.func.params);
  if (r.live()) r.client.throw_(r, index, tag->sub.func);
  r.unreachable();
}

// spec: valid-throw_ref
template <class R>
void read_throw_ref(R& r) {
  const auto exception = r.pop_val(wasm::exnref);
  if (r.live()) r.client.throw_ref(r, exception.value);
  r.unreachable();
}

/// What a clause carries to its label must be what the label takes. spec: valid-catch
template <class R>
void check_clause(R& r, const binary::CatchClause& clause) {
  std::span<const wasm::ValueType> payload;
  if (clause.has_tag()) {
    const CanonicalType* tag = find_tag(r, clause.tag);
    if (tag == nullptr) return;
    payload = tag->sub.func.params;
  }
  const auto* label = r.label(clause.label);
  if (label == nullptr) return;
  const bool has_reference =
      clause.kind == binary::CatchClause::Kind::catch_ref || clause.kind == binary::CatchClause::Kind::catch_all_ref;
  const auto types = label->label_types();
  if (r.violated(types.size() != payload.size() + (has_reference ? 1 : 0))) [[unlikely]]
    return r.invalid(message::type_mismatch, "the label takes another number of operands than the clause carries");
  for (std::size_t i = 0; i < payload.size(); ++i) r.require_match(payload[i], types[i]);
  if (has_reference) r.require_match(non_null(wasm::exnref), types.back());
}

/// Reads the clauses, which count labels from outside the block.
template <class R>
void read_clauses(R& r) {
  auto& clauses = r.clauses();
  clauses.clear();
  const std::uint32_t count = binary::read_count(r.bytes);
  if (r.violated(count > r.module().limits().try_table_catches)) [[unlikely]] {
    r.beyond_limit("too many catch clauses in try_table", count, r.module().limits().try_table_catches);
  }
  for (std::uint32_t i = 0; i < count && r.ok(); ++i) {
    const binary::CatchClause clause = binary::read_catch_clause(r.bytes);
    if (!r.ok()) return;
    check_clause(r, clause);
    clauses.push_back(clause);
  }
}

// spec: valid-try_table
template <class R>
void read_try_table(R& r) {
  const BlockSignature signature = read_block_signature(r);
  read_clauses(r);
  enter_block(r, FrameKind::try_table, signature);
  if (r.live()) r.client.try_table(r, std::span<const binary::CatchClause>(r.clauses()));
}

}  // namespace assay::validate
