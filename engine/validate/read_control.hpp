// Blocks: block, loop, if, else, end.
#pragma once

#include <span>

#include "validate/client.hpp"
#include "validate/control_stack.hpp"
#include "validate/read_indexes.hpp"

namespace assay::validate {

/// The part all blocks begin with: their type, their parameters, their frame.
template <class R>
void enter_block(R& r, FrameKind kind, const BlockSignature& signature) {
  r.expect_top(signature.params());
  r.retype_top(signature.params());
  r.push_ctrl(kind, signature);
}

// spec: valid-block
template <class R>
void read_block(R& r) {
  enter_block(r, FrameKind::block, read_block_signature(r));
  if (r.live()) r.client.block(r);
}

// spec: valid-loop
template <class R>
void read_loop(R& r) {
  enter_block(r, FrameKind::loop, read_block_signature(r));
  if (r.live()) r.client.loop(r);
}

// spec: valid-if
template <class R>
void read_if(R& r) {
  const BlockSignature signature = read_block_signature(r);
  const auto condition = r.pop_val(wasm::i32);
  enter_block(r, FrameKind::if_, signature);
  if (r.live()) r.client.if_(r, condition.value);
}

template <class R>
void read_else(R& r) {
  auto& control = r.frame(0);
  if (r.violated(control.kind != FrameKind::if_)) [[unlikely]]
    return r.malformed(binary::message::end_expected, "else without if");
  r.expect_results();
  if (!r.ok()) [[unlikely]]
    return;
  if (control.told) r.client.else_(r, r.flow());
  r.restart_frame(FrameKind::else_);
  r.push_fresh(control.params());
}

/// An if without else is one whose else does nothing: its parameters are its results.
template <class R>
void check_absent_else(R& r) {
  const auto& control = r.frame(0);
  const auto params = control.params();
  const auto results = control.results();
  if (r.violated(params.size() != results.size())) [[unlikely]]
    return r.invalid(message::type_mismatch, "if without else has other results than parameters");
  for (std::size_t i = 0; i < params.size(); ++i) r.require_match(params[i], results[i]);
}

/// Ends the innermost frame, whose results stand checked.
template <class R>
void leave_block(R& r) {
  const BlockSignature signature = r.frame(0).signature;
  r.pop_ctrl();
  r.push_fresh(signature.results());
}

template <class R>
void read_end(R& r) {
  const auto& control = r.frame(0);
  r.expect_results();
  if (control.kind == FrameKind::if_) check_absent_else(r);
  if (!r.ok()) [[unlikely]]
    return;
  if (control.told) r.client.end(r, r.flow());
  if (control.kind != FrameKind::function) return leave_block(r);
  r.pop_ctrl();
  if (r.violated(!r.bytes.at_end())) [[unlikely]]
    r.malformed(binary::message::section_size_mismatch, "instructions after the final end");
}

}  // namespace assay::validate
