// The annotations with a meaning: names, custom sections, branch hints.
#include <algorithm>
#include <array>
#include <utility>

#include "base/utf8.hpp"
#include "binary/section_order.hpp"
#include "text/literal_tokens.hpp"
#include "text/module_parser.hpp"
#include "text/section_presence.hpp"
#include "text/section_words.hpp"
#include "text/string_literal.hpp"

namespace assay::text {

using binary::section_order;
using wasm::SectionId;

namespace {

// Places of custom sections, twice that of a section before it, one more after it. Between them all is the first.
constexpr std::size_t place_first = 0;
constexpr std::size_t place_last = 2 * section_order.size() + 2;

constexpr std::size_t place_before(SectionId id) {
  return 2 * binary::place_of(id) + 1;
}
constexpr std::size_t place_after(SectionId id) {
  return 2 * binary::place_of(id) + 2;
}

}  // namespace

// (@custom "name" placement? "content"*). spec: text-customannot
void ModuleParser::parse_custom() {
  cursor_.take();
  const Token& name = cursor_.peek();
  if (name.kind == TokenKind::error) return cursor_.fail_unexpected();
  if (name.kind != TokenKind::string) return cursor_.fail("@custom annotation: missing section name", name);
  cursor_.take();
  text_.clear();
  append_string(text_, cursor_.text(name));
  if (!base::is_utf8(text_)) return cursor_.fail("@custom annotation: malformed UTF-8 encoding", name);
  PlacedCustom custom;
  custom.section.name.offset = here();
  out_.write_text(text_);
  custom.section.name = range_from(custom.section.name.offset);
  custom.place = cursor_.at(TokenKind::open) ? parse_custom_placement() : place_last;
  custom.section.content = parse_data_strings();
  const Token& last = cursor_.peek();
  if (last.kind == TokenKind::error) return cursor_.fail_unexpected();
  if (last.kind != TokenKind::close) return cursor_.fail("@custom annotation: unexpected token", last);
  cursor_.take();
  customs_.push_back(custom);
}

// `(before section)` or `(after section)`
std::size_t ModuleParser::parse_custom_placement() {
  cursor_.take();
  const Token& direction = cursor_.take();
  const bool before = cursor_.text(direction) == "before";
  if (!before && cursor_.text(direction) != "after") {
    cursor_.fail("@custom annotation: malformed placement", direction);
    return place_last;
  }
  const Token& kind = cursor_.take();
  const std::string_view word = cursor_.text(kind);
  std::size_t place = place_last;
  if (before && word == "first") {
    place = place_first;
  } else if (before || word != "last") {
    const auto section = std::ranges::find(section_words, word, &SectionWord::word);
    if (section == section_words.end()) {
      cursor_.fail("@custom annotation: malformed section kind", kind);
      return place_last;
    }
    place = before ? place_before(section->section) : place_after(section->section);
  }
  if (!cursor_.take_if(TokenKind::close)) cursor_.fail("@custom annotation: unexpected token", cursor_.peek());
  return place;
}

// (@data_count): our own, for modules that have the section without needing it.
void ModuleParser::parse_data_count() {
  cursor_.take();
  uses_data_count_ = true;
  cursor_.expect_close();
}

ModuleParser::Binder ModuleParser::parse_binder() {
  Binder binder;
  if (cursor_.at(TokenKind::identifier)) binder.identifier = &cursor_.take();
  binder.name = name_for(binder.identifier);
  if (const auto name = parse_name_annotations()) binder.name = name;
  return binder;
}

// What an identifier alone contributes to the name section.
std::optional<std::string_view> ModuleParser::name_for(const Token* identifier) {
  if (identifier == nullptr || options_.names == IdentifierNames::forget) return std::nullopt;
  return id_of(*identifier);
}

// (@name "name"), or nothing. spec: text-nameannot
std::optional<std::string_view> ModuleParser::parse_name_annotations() {
  const auto is_next = [&] {
    return cursor_.at(TokenKind::annotation) && cursor_.peek().annotation() == AnnotationKind::name;
  };
  if (!is_next()) return std::nullopt;
  cursor_.take();
  const Token& token = cursor_.peek();
  if (token.kind != TokenKind::string) {
    cursor_.fail_unexpected();
    return std::nullopt;
  }
  cursor_.take();
  std::string name;
  append_string(name, cursor_.text(token));
  if (!base::is_utf8(name)) cursor_.fail("@name annotation: malformed UTF-8 encoding", token);
  cursor_.expect_close();
  return scope_.keep(std::move(name));
}

// (@metadata.code.branch_hint "\00") or "\01". spec: text-branchhintannot
void ModuleParser::parse_branch_hint() {
  const Token& token = cursor_.peek();
  if (token.annotation() != AnnotationKind::branch_hint || !function_) return cursor_.fail_unexpected();
  if (hint_.token != nullptr) {
    return cursor_.fail("@metadata.code.branch_hint annotation: duplicate annotation", token);
  }
  cursor_.take();
  text_.clear();
  const Token& value = cursor_.peek();
  append_strings(cursor_, text_);
  cursor_.expect_close();
  if (!cursor_.ok()) return;
  if (text_.size() != 1 || static_cast<unsigned char>(text_[0]) > 1) {
    return cursor_.fail("@metadata.code.branch_hint annotation: malformed value", value);
  }
  hint_ = {.token = &token, .likelihood = static_cast<binary::Likelihood>(text_[0])};
}

// Hints and names become sections, too; then all go to their places.
void ModuleParser::append_custom_sections() {
  const auto add = [&](std::string_view name, const std::vector<std::byte>& content, std::size_t place) {
    PlacedCustom custom{.place = place, .section = {}};
    const std::uint32_t name_start = here();
    out_.write_text(name);
    custom.section.name = range_from(name_start);
    const std::uint32_t content_start = here();
    out_.write_bytes(content);
    custom.section.content = range_from(content_start);
    customs_.push_back(custom);
  };
  if (!hints_.empty()) {
    add(binary::branch_hint_section, binary::encode_branch_hints(hints_), place_before(SectionId::code));
  }
  const std::vector<std::byte> names = binary::encode_names(names_);
  const auto is_name_section = [&](const PlacedCustom& custom) {
    const auto name = out_.bytes().subspan(custom.section.name.offset, custom.section.name.size);
    return std::ranges::equal(name, std::as_bytes(std::span(binary::name_section)));
  };
  // A name section that is spelt out says all that is to be said.
  if (!names.empty() && std::ranges::none_of(customs_, is_name_section)) add(binary::name_section, names, place_last);
  place_custom_sections();
}

// A section before another follows whatever is there; one after another makes it be there, if it can be empty.
void ModuleParser::place_custom_sections() {
  // Those of one place stay in their order. (std::stable_sort of libstdc++ 12 uses what C++17 deprecated.)
  for (std::size_t i = 0; i < customs_.size(); ++i) customs_[i].order = i;
  std::ranges::sort(customs_, {}, [](const PlacedCustom& custom) { return std::pair(custom.place, custom.order); });
  std::size_t sections_before = 0;  // how many of section_order the custom section at hand follows
  for (PlacedCustom& custom : customs_) {
    std::size_t count = std::min(custom.place / 2, section_order.size());
    const bool is_after = custom.place != place_last && custom.place != place_first && custom.place % 2 == 0;
    const bool forced = is_after && can_be_empty(section_order[count - 1]);
    while (!forced && count > 0 && !is_present(module_, section_order[count - 1])) --count;
    sections_before = std::max(sections_before, count);
    custom.section.after = sections_before == 0 ? SectionId::custom : section_order[sections_before - 1];
    module_.customs.push_back(custom.section);
  }
}

}  // namespace assay::text
