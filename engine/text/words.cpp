// From spelling to word, by a hash table built at compile time.
#include "text/words.hpp"

#include <array>
#include <cstddef>

namespace assay::text {

namespace {

constexpr std::size_t bucket_count = 512;  // a fifth full: most texts are found or refused at first sight

constexpr std::size_t bucket_of(std::string_view text) {
  std::uint32_t hash = 0x811C9DC5U;  // Fowler, Noll, Vo
  for (const char c : text) hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x01000193U;
  return (hash ^ hash >> 16U) % bucket_count;
}

constexpr std::array<Word, bucket_count> words_by_text = [] {
  std::array<Word, bucket_count> table{};
  table.fill(Word::count_);
  for (std::size_t i = 0; i < static_cast<std::size_t>(Word::count_); ++i) {
    const Word word = static_cast<Word>(i);
    std::size_t bucket = bucket_of(word_texts[word]);
    while (table[bucket] != Word::count_) bucket = (bucket + 1) % bucket_count;
    table[bucket] = word;
  }
  return table;
}();

}  // namespace

Word word_of(std::string_view text) {
  for (std::size_t bucket = bucket_of(text);; bucket = (bucket + 1) % bucket_count) {
    const Word found = words_by_text[bucket];
    if (found == Word::count_ || word_texts[found] == text) return found;
  }
}

}  // namespace assay::text
