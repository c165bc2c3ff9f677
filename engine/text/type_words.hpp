// The words for types.
#pragma once

#include <optional>
#include <string_view>

#include "text/words.hpp"
#include "wasm/types.hpp"

namespace assay::text {

/// The number, vector or reference type that one word stands for, if it does. spec: text-valtype
std::optional<wasm::ValueType> value_type_of(Word word);

/// `funcref` and its like.
std::string_view nullable_reference_word(wasm::AbstractHeap heap);

/// The abstract heap type of a word, if it is one. spec: text-heaptype
std::optional<wasm::HeapType> heap_type_of(Word word);

}  // namespace assay::text
