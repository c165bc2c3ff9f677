// Handlers of the instructions in Part::operation.
#include "interp/handlers/build.hpp"

namespace assay::interp {

template <class Dispatch, Part part>
void fill_part(HandlerTables& tables) {
  fill_rows<Dispatch, part>(tables, std::make_index_sequence<opcode_count>());
}

template void fill_part<LoopedDispatch, Part::operation>(HandlerTables& tables);
#if ASSAY_HAS_THREADED
template void fill_part<ThreadedDispatch, Part::operation>(HandlerTables& tables);
#endif

}  // namespace assay::interp
