// Handlers of the instructions in Part::memory.
#include "interp/handlers/build.hpp"

namespace assay::interp {

template <class Dispatch, Part part>
void fill_part(HandlerTables& tables) {
  fill_rows<Dispatch, part>(tables, std::make_index_sequence<opcode_count>());
}

template void fill_part<LoopedDispatch, Part::memory>(HandlerTables& tables);
#if ASSAY_HAS_THREADED
template void fill_part<ThreadedDispatch, Part::memory>(HandlerTables& tables);
#endif

}  // namespace assay::interp
