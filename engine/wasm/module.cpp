// Comparing modules by what they say.
#include "wasm/module.hpp"

#include <algorithm>

namespace assay::wasm {

namespace {

// Compares parts of two modules; every range is compared by its bytes.
class Comparison {
 public:
  Comparison(const Module& a, const Module& b) : a_(a), b_(b) {}

  [[nodiscard]] bool same() const {
    return a_.types == b_.types && a_.rec_groups == b_.rec_groups && same_spaces() &&
           same_list(a_.imports, b_.imports) && same_list(a_.functions, b_.functions) &&
           same_list(a_.tables, b_.tables) && a_.memories == b_.memories && a_.tags == b_.tags &&
           same_list(a_.globals, b_.globals) && same_list(a_.exports, b_.exports) && a_.start == b_.start &&
           same_list(a_.elements, b_.elements) && a_.data_count == b_.data_count && same_list(a_.data, b_.data) &&
           same_list(a_.customs, b_.customs);
  }

 private:
  [[nodiscard]] bool same_spaces() const {
    return a_.imported_functions == b_.imported_functions && a_.imported_tables == b_.imported_tables &&
           a_.imported_memories == b_.imported_memories && a_.imported_tags == b_.imported_tags &&
           a_.imported_globals == b_.imported_globals;
  }

  template <class List>
  [[nodiscard]] bool same_list(const List& a, const List& b) const {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [this](const auto& x, const auto& y) { return this->same_item(x, y); });
  }

  [[nodiscard]] bool same_item(ByteRange a, ByteRange b) const { return std::ranges::equal(a_.span(a), b_.span(b)); }
  [[nodiscard]] bool same_item(const Import& a, const Import& b) const {
    return same_item(a.module, b.module) && same_item(a.name, b.name) && a.kind == b.kind && a.index == b.index;
  }
  [[nodiscard]] bool same_item(const Export& a, const Export& b) const {
    return same_item(a.name, b.name) && a.kind == b.kind && a.index == b.index;
  }
  [[nodiscard]] bool same_item(const Function& a, const Function& b) const {
    return a.type == b.type && same_item(a.body, b.body);
  }
  [[nodiscard]] bool same_item(const Table& a, const Table& b) const {
    return a.type == b.type && a.init.has_value() == b.init.has_value() && (!a.init || same_item(*a.init, *b.init));
  }
  [[nodiscard]] bool same_item(const Global& a, const Global& b) const {
    return a.type == b.type && same_item(a.init, b.init);
  }
  [[nodiscard]] bool same_item(const ElementSegment& a, const ElementSegment& b) const {
    return a.mode == b.mode && a.table == b.table && same_item(a.offset, b.offset) && a.type == b.type &&
           a.uses_expressions == b.uses_expressions && a.functions == b.functions &&
           same_list(a.expressions, b.expressions);
  }
  [[nodiscard]] bool same_item(const DataSegment& a, const DataSegment& b) const {
    return a.mode == b.mode && a.memory == b.memory && same_item(a.offset, b.offset) && same_item(a.content, b.content);
  }
  [[nodiscard]] bool same_item(const CustomSection& a, const CustomSection& b) const {
    return same_item(a.name, b.name) && same_item(a.content, b.content) && a.after == b.after;
  }

  const Module& a_;
  const Module& b_;
};

}  // namespace

bool same_module(const Module& a, const Module& b) {
  return Comparison(a, b).same();
}

}  // namespace assay::wasm
