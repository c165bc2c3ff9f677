// The words for types.
#include "text/type_words.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace assay::text {

namespace {

using wasm::AbstractHeap;

struct HeapWord {
  Word heap;       ///< as in (ref null heap)
  Word reference;  ///< short for that
  AbstractHeap type;
};

constexpr std::array<HeapWord, 12> heap_words{{
    {Word::func, Word::funcref, AbstractHeap::func},
    {Word::nofunc, Word::nullfuncref, AbstractHeap::nofunc},
    {Word::extern_, Word::externref, AbstractHeap::extern_},
    {Word::noextern, Word::nullexternref, AbstractHeap::noextern},
    {Word::any, Word::anyref, AbstractHeap::any},
    {Word::eq, Word::eqref, AbstractHeap::eq},
    {Word::i31, Word::i31ref, AbstractHeap::i31},
    {Word::struct_, Word::structref, AbstractHeap::struct_},
    {Word::array, Word::arrayref, AbstractHeap::array},
    {Word::none, Word::nullref, AbstractHeap::none},
    {Word::exn, Word::exnref, AbstractHeap::exn},
    {Word::noexn, Word::nullexnref, AbstractHeap::noexn},
}};

}  // namespace

std::optional<wasm::ValueType> value_type_of(Word word) {
  if (word == Word::i32) return wasm::i32;
  if (word == Word::i64) return wasm::i64;
  if (word == Word::f32) return wasm::f32;
  if (word == Word::f64) return wasm::f64;
  if (word == Word::v128) return wasm::v128;
  const auto found = std::ranges::find(heap_words, word, &HeapWord::reference);
  if (found == heap_words.end()) return std::nullopt;
  return wasm::ValueType::reference(found->type, wasm::Nullability::nullable);
}

std::string_view nullable_reference_word(AbstractHeap heap) {
  const auto found = std::ranges::find(heap_words, heap, &HeapWord::type);
  assert(found != heap_words.end());
  return word_texts[found->reference];
}

std::optional<wasm::HeapType> heap_type_of(Word word) {
  const auto found = std::ranges::find(heap_words, word, &HeapWord::heap);
  if (found == heap_words.end()) return std::nullopt;
  return found->type;
}

}  // namespace assay::text
