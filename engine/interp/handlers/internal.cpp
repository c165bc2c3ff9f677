// Handlers that belong to no single instruction.
#include "interp/handlers/build.hpp"
#include "interp/steps/calls.hpp"
#include "interp/steps/control.hpp"
#include "interp/steps/moves.hpp"

namespace assay::interp {

namespace {

template <class Dispatch, Step step>
void set(HandlerTables& tables, Internal internal) {
  tables.internal[static_cast<std::size_t>(internal)] = Dispatch::template handler<step>();
}

}  // namespace

template <class Dispatch>
void fill_internal(HandlerTables& tables) {
  using u32 = std::uint32_t;
  using u64 = std::uint64_t;
  using D = Dispatch;
  constexpr From slot = From::slot;
  constexpr From accumulator = From::accumulator;

  set<D, &copy<u32>>(tables, Internal::copy32);
  set<D, &copy<u64>>(tables, Internal::copy64);
  set<D, &copy<V128>>(tables, Internal::copy128);
  set<D, &constant<u32>>(tables, Internal::constant32);
  set<D, &constant<u64>>(tables, Internal::constant64);
  set<D, &constant<V128>>(tables, Internal::constant128);
  set<D, &copy_accumulator<u64>>(tables, Internal::copy_word);
  set<D, &copy_accumulator<float>>(tables, Internal::copy_single);
  set<D, &copy_accumulator<double>>(tables, Internal::copy_real);
  set<D, &copy_range_step>(tables, Internal::copy_range);

  set<D, &select<u32, slot, To::slot>>(tables, Internal::select32);
  set<D, &select<u64, slot, To::slot>>(tables, Internal::select64);
  set<D, &select<V128, slot, To::slot>>(tables, Internal::select128);
  set<D, &select<u32, accumulator, To::slot>>(tables, Internal::select32_word);
  set<D, &select<u64, accumulator, To::slot>>(tables, Internal::select64_word);
  set<D, &select<V128, accumulator, To::slot>>(tables, Internal::select128_word);

  set<D, &global_get<u32, To::slot>>(tables, Internal::global_get32);
  set<D, &global_get<u64, To::slot>>(tables, Internal::global_get64);
  set<D, &global_get<V128, To::slot>>(tables, Internal::global_get128);
  set<D, &global_get<u32, To::accumulator>>(tables, Internal::global_get32_word);
  set<D, &global_get<u64, To::accumulator>>(tables, Internal::global_get64_word);
  set<D, &global_set<u32, slot>>(tables, Internal::global_set32);
  set<D, &global_set<u64, slot>>(tables, Internal::global_set64);
  set<D, &global_set<V128, slot>>(tables, Internal::global_set128);
  set<D, &global_set<u32, accumulator>>(tables, Internal::global_set32_word);
  set<D, &global_set<u64, accumulator>>(tables, Internal::global_set64_word);

  set<D, &unreachable_step>(tables, Internal::unreachable);
  set<D, &branch>(tables, Internal::branch);
  set<D, &branch_if<slot, Sense::when_true>>(tables, Internal::branch_if);
  set<D, &branch_if<slot, Sense::when_false>>(tables, Internal::branch_unless);
  set<D, &branch_if<accumulator, Sense::when_true>>(tables, Internal::branch_if_word);
  set<D, &branch_if<accumulator, Sense::when_false>>(tables, Internal::branch_unless_word);
  set<D, &branch_table<slot>>(tables, Internal::branch_table);
  set<D, &branch_table<accumulator>>(tables, Internal::branch_table_word);
  set<D, &branch_on_null<Sense::when_true>>(tables, Internal::branch_on_null);
  set<D, &branch_on_null<Sense::when_false>>(tables, Internal::branch_on_non_null);
  set<D, &branch_on_cast<Sense::when_true>>(tables, Internal::branch_on_cast);
  set<D, &branch_on_cast<Sense::when_false>>(tables, Internal::branch_on_cast_fail);
  set<D, &charge>(tables, Internal::charge);

  set<D, &call>(tables, Internal::call);
  set<D, &call_ref>(tables, Internal::call_ref);
  set<D, &call_indirect>(tables, Internal::call_indirect);
  set<D, &return_call>(tables, Internal::return_call);
  set<D, &return_call_ref>(tables, Internal::return_call_ref);
  set<D, &return_call_indirect>(tables, Internal::return_call_indirect);
  set<D, &return_nothing>(tables, Internal::return_nothing);
  set<D, &return_value<u32, slot>>(tables, Internal::return32);
  set<D, &return_value<u64, slot>>(tables, Internal::return64);
  set<D, &return_value<V128, slot>>(tables, Internal::return128);
  set<D, &return_value<u64, accumulator>>(tables, Internal::return_word);
  set<D, &return_value<float, accumulator>>(tables, Internal::return_single);
  set<D, &return_value<double, accumulator>>(tables, Internal::return_real);
  set<D, &return_range>(tables, Internal::return_range);

  set<D, &throw_step>(tables, Internal::throw_);
  set<D, &throw_ref_step>(tables, Internal::throw_ref);
  set<D, &exit_step>(tables, Internal::exit);
  set<D, &lazy_step>(tables, Internal::lazy);
  set<D, &host_step>(tables, Internal::host);
}

template void fill_internal<LoopedDispatch>(HandlerTables& tables);
#if ASSAY_HAS_THREADED
template void fill_internal<ThreadedDispatch>(HandlerTables& tables);
#endif

}  // namespace assay::interp
