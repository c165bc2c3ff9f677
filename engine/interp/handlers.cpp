// The handler tables, filled once per dispatch.
#include "interp/handlers.hpp"

#include "interp/handlers/build.hpp"

namespace assay::interp {

namespace {

template <class Dispatch>
HandlerTables build() {
  HandlerTables tables;
  fill_part<Dispatch, Part::integer>(tables);
  fill_part<Dispatch, Part::floating>(tables);
  fill_part<Dispatch, Part::vector>(tables);
  fill_part<Dispatch, Part::memory>(tables);
  fill_part<Dispatch, Part::operation>(tables);
  fill_internal<Dispatch>(tables);
  return tables;
}

}  // namespace

bool is_available(Dispatch dispatch) {
  return dispatch == Dispatch::looped || ASSAY_HAS_THREADED != 0;
}

const HandlerTables& handler_tables(Dispatch dispatch) {
#if ASSAY_HAS_THREADED
  if (dispatch == Dispatch::threaded) {
    static const HandlerTables threaded = build<ThreadedDispatch>();
    return threaded;
  }
#endif
  static_cast<void>(dispatch);
  static const HandlerTables looped = build<LoopedDispatch>();
  return looped;
}

}  // namespace assay::interp
