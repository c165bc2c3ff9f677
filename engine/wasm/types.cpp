// Types in the words of the text format.
#include "wasm/types.hpp"

namespace assay::wasm {

const char* to_string(AbstractHeap heap) {
  switch (heap) {
    case AbstractHeap::func: return "func";
    case AbstractHeap::nofunc: return "nofunc";
    case AbstractHeap::extern_: return "extern";
    case AbstractHeap::noextern: return "noextern";
    case AbstractHeap::any: return "any";
    case AbstractHeap::eq: return "eq";
    case AbstractHeap::i31: return "i31";
    case AbstractHeap::struct_: return "struct";
    case AbstractHeap::array: return "array";
    case AbstractHeap::none: return "none";
    case AbstractHeap::exn: return "exn";
    case AbstractHeap::noexn: return "noexn";
    case AbstractHeap::bottom: return "bottom";
    case AbstractHeap::count_: break;
  }
  return "";
}

std::string to_string(HeapType type) {
  return type.is_index() ? std::to_string(type.index().value) : std::string(to_string(type.abstract()));
}

std::string to_string(ValueType type) {
  switch (type.kind()) {
    case ValueKind::i32: return "i32";
    case ValueKind::i64: return "i64";
    case ValueKind::f32: return "f32";
    case ValueKind::f64: return "f64";
    case ValueKind::v128: return "v128";
    case ValueKind::i8: return "i8";
    case ValueKind::i16: return "i16";
    case ValueKind::bottom: return "bottom";
    case ValueKind::ref: break;
  }
  return std::string(type.is_nullable() ? "(ref null " : "(ref ") + to_string(type.heap()) + ")";
}

const char* to_string(ExternKind kind) {
  switch (kind) {
    case ExternKind::func: return "func";
    case ExternKind::table: return "table";
    case ExternKind::memory: return "memory";
    case ExternKind::global: return "global";
    case ExternKind::tag: return "tag";
  }
  return "";
}

}  // namespace assay::wasm
