// The legacy exception instructions: try, catch, catch_all, delegate, rethrow.
#pragma once

#include <cstdint>

#include "validate/client.hpp"
#include "validate/read_control.hpp"
#include "validate/read_indexes.hpp"

namespace assay::validate {

template <class R>
void read_try(R& r) {
  enter_block(r, FrameKind::try_, read_block_signature(r));
  if (r.live()) r.client.try_(r);
}

/// Ends what stands before a clause; false after an error.
template <class R>
bool end_clause(R& r) {
  const FrameKind kind = r.frame(0).kind;
  if (r.violated(kind != FrameKind::try_ && kind != FrameKind::catch_)) [[unlikely]] {
    r.malformed(binary::message::end_expected, "catch without try");
    return false;
  }
  r.expect_results();
  return r.ok();
}

template <class R>
void read_catch(R& r) {
  const wasm::TagIndex index(r.bytes.read_u32());
  const CanonicalType* tag = find_tag(r, index);
  if (tag == nullptr || !end_clause(r)) return;
  if (r.frame(0).told) r.client.catch_(r, r.flow(), index, tag->sub.func);
  r.restart_frame(FrameKind::catch_);
  r.push_fresh(tag->sub.func.params);
}

template <class R>
void read_catch_all(R& r) {
  if (!end_clause(r)) return;
  if (r.frame(0).told) r.client.catch_all(r, r.flow());
  r.restart_frame(FrameKind::catch_all);
}

template <class R>
void read_delegate(R& r) {
  const std::uint32_t depth = r.bytes.read_u32();
  const auto& control = r.frame(0);
  if (r.violated(control.kind != FrameKind::try_)) [[unlikely]]
    return r.malformed(binary::message::end_expected, "delegate without try");
  // The label counts from outside the try.
  if (r.violated(depth >= r.frames().size() - 1)) [[unlikely]]
    return r.unknown(message::unknown_label, depth, r.frames().size() - 1);
  r.expect_results();
  if (!r.ok()) [[unlikely]]
    return;
  if (control.told) r.client.delegate(r, r.flow(), depth);
  leave_block(r);
}

template <class R>
void read_rethrow(R& r) {
  const std::uint32_t depth = r.bytes.read_u32();
  const auto* target = r.label(depth);
  if (target == nullptr) return;
  if (r.violated(target->kind != FrameKind::catch_ && target->kind != FrameKind::catch_all)) [[unlikely]]
    return r.invalid(message::invalid_rethrow_label);
  if (r.live()) r.client.rethrow(r, depth);
  r.unreachable();
}

}  // namespace assay::validate
