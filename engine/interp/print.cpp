// Translated code as text.
//
// The words of the code are addresses; a map made from the handler tables tells what they are.
#include "interp/print.hpp"

#include <array>
#include <cinttypes>
#include <cstdio>
#include <string_view>
#include <unordered_map>

#include "base/enum_table.hpp"
#include "interp/handlers.hpp"
#include "interp/steps/operations.hpp"

namespace assay::interp {

namespace {

using wasm::Opcode;

/// Name and operands of the handlers that belong to no instruction. Operands by letter: r result slot, s slot, f
/// callee's frame, d branch distance, u number, c 32-bit constant, q 64-bit constant, v vector, t type, T distances of
/// a table.
struct InternalFacts {
  std::string_view name{};
  std::string_view operands{};
};

constexpr base::EnumTable<Internal, InternalFacts> internal_facts{{
    {Internal::copy32, {.name = "copy32", .operands = "rs"}},
    {Internal::copy64, {.name = "copy64", .operands = "rs"}},
    {Internal::copy128, {.name = "copy128", .operands = "rs"}},
    {Internal::constant32, {.name = "constant32", .operands = "rc"}},
    {Internal::constant64, {.name = "constant64", .operands = "rq"}},
    {Internal::constant128, {.name = "constant128", .operands = "rv"}},
    {Internal::copy_word, {.name = "copy_word", .operands = "r"}},
    {Internal::copy_single, {.name = "copy_single", .operands = "r"}},
    {Internal::copy_real, {.name = "copy_real", .operands = "r"}},
    {Internal::copy_range, {.name = "copy_range", .operands = "rsu"}},
    {Internal::select32, {.name = "select32", .operands = "rsss"}},
    {Internal::select64, {.name = "select64", .operands = "rsss"}},
    {Internal::select128, {.name = "select128", .operands = "rsss"}},
    {Internal::select32_word, {.name = "select32 by word", .operands = "rss"}},
    {Internal::select64_word, {.name = "select64 by word", .operands = "rss"}},
    {Internal::select128_word, {.name = "select128 by word", .operands = "rss"}},
    {Internal::global_get32, {.name = "global_get32", .operands = "ru"}},
    {Internal::global_get64, {.name = "global_get64", .operands = "ru"}},
    {Internal::global_get128, {.name = "global_get128", .operands = "ru"}},
    {Internal::global_get32_word, {.name = "global_get32 to word", .operands = "-u"}},
    {Internal::global_get64_word, {.name = "global_get64 to word", .operands = "-u"}},
    {Internal::global_set32, {.name = "global_set32", .operands = "-su"}},
    {Internal::global_set64, {.name = "global_set64", .operands = "-su"}},
    {Internal::global_set128, {.name = "global_set128", .operands = "-su"}},
    {Internal::global_set32_word, {.name = "global_set32 from word", .operands = "-u"}},
    {Internal::global_set64_word, {.name = "global_set64 from word", .operands = "-u"}},
    {Internal::unreachable, {.name = "unreachable", .operands = ""}},
    {Internal::branch, {.name = "branch", .operands = "d"}},
    {Internal::branch_if, {.name = "branch_if", .operands = "ds"}},
    {Internal::branch_unless, {.name = "branch_unless", .operands = "ds"}},
    {Internal::branch_if_word, {.name = "branch_if word", .operands = "d"}},
    {Internal::branch_unless_word, {.name = "branch_unless word", .operands = "d"}},
    {Internal::branch_table, {.name = "branch_table", .operands = "usT"}},
    {Internal::branch_table_word, {.name = "branch_table by word", .operands = "uT"}},
    {Internal::branch_on_null, {.name = "branch_on_null", .operands = "ds"}},
    {Internal::branch_on_non_null, {.name = "branch_on_non_null", .operands = "ds"}},
    {Internal::branch_on_cast, {.name = "branch_on_cast", .operands = "dst"}},
    {Internal::branch_on_cast_fail, {.name = "branch_on_cast_fail", .operands = "dst"}},
    {Internal::charge, {.name = "charge", .operands = "u"}},
    {Internal::call, {.name = "call", .operands = "fu"}},
    {Internal::call_ref, {.name = "call_ref", .operands = "fs"}},
    {Internal::call_indirect, {.name = "call_indirect", .operands = "fsuu"}},
    {Internal::return_call, {.name = "return_call", .operands = "usuu"}},
    {Internal::return_call_ref, {.name = "return_call_ref", .operands = "usus"}},
    {Internal::return_call_indirect, {.name = "return_call_indirect", .operands = "ususuu"}},
    {Internal::return_nothing, {.name = "return", .operands = "u"}},
    {Internal::return32, {.name = "return32", .operands = "us"}},
    {Internal::return64, {.name = "return64", .operands = "us"}},
    {Internal::return128, {.name = "return128", .operands = "us"}},
    {Internal::return_word, {.name = "return word", .operands = "u"}},
    {Internal::return_single, {.name = "return single", .operands = "u"}},
    {Internal::return_real, {.name = "return real", .operands = "u"}},
    {Internal::return_range, {.name = "return_range", .operands = "usu"}},
    {Internal::throw_, {.name = "throw", .operands = "su"}},
    {Internal::throw_ref, {.name = "throw_ref", .operands = "s"}},
    {Internal::exit, {.name = "exit", .operands = ""}},
    {Internal::lazy, {.name = "lazy", .operands = ""}},
    {Internal::host, {.name = "host", .operands = ""}},
}};

/// What a handler's word stands for.
struct Meaning {
  enum class Kind : std::uint8_t { plain, compare_branch, far, operation, internal } kind = Kind::internal;
  Opcode op{};
  Places places{};
  Sense sense{};
  Internal internal{};
};

using Meanings = std::unordered_map<std::uint64_t, Meaning>;

Meanings read_tables(const HandlerTables& tables) {
  Meanings meanings;
  const auto add = [&meanings](Handler handler, const Meaning& meaning) {
    if (word_of(handler) != 0) meanings.emplace(word_of(handler), meaning);
  };
  for (std::size_t i = 0; i < opcode_count; ++i) {
    const auto op = static_cast<Opcode>(i);
    for (std::size_t places = 0; places < places_count; ++places) {
      add(tables.plain[i][places], {.kind = Meaning::Kind::plain, .op = op, .places = places_at(places)});
    }
    for (std::size_t places = 0; places < 9; ++places) {
      for (const Sense sense : {Sense::when_true, Sense::when_false}) {
        add(tables.compare_branch[i][places][static_cast<std::size_t>(sense)],
            {.kind = Meaning::Kind::compare_branch, .op = op, .places = places_at(places), .sense = sense});
      }
    }
    add(tables.far[i], {.kind = Meaning::Kind::far, .op = op});
    add(tables.operation[i], {.kind = Meaning::Kind::operation, .op = op});
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(Internal::count_); ++i) {
    add(tables.internal[i], {.kind = Meaning::Kind::internal, .internal = static_cast<Internal>(i)});
  }
  return meanings;
}

std::string_view accumulator_name(wasm::Sig sig) {
  constexpr std::array<std::string_view, 3> names = {"word", "single", "real"};
  return names[static_cast<std::size_t>(accumulator_class(sig))];
}

bool is_wide(wasm::Sig sig) {
  return sig == wasm::Sig::i64 || sig == wasm::Sig::f64;
}

/// Reads one instruction after another.
class Printer {
 public:
  Printer(const Code& code, const Meanings& meanings) : code_(code), meanings_(meanings) {}

  std::string print() {
    while (word_ < code_.instructions.size()) print_instruction();
    for (const HandlerEntry& entry : code_.handlers) print_entry(entry);
    return std::move(text_);
  }

 private:
  std::uint32_t take() {
    const std::uint64_t word = code_.instructions[word_ + 1 + operand_ / 2];
    return static_cast<std::uint32_t>(operand_++ % 2 == 0 ? word : word >> 32U);
  }
  std::uint64_t take64() {
    const std::uint64_t low = take();
    return low | std::uint64_t{take()} << 32U;
  }

  void add(std::string_view what) { text_ += what; }
  void add_number(std::uint64_t number) { text_ += std::to_string(static_cast<std::int64_t>(number)); }
  void add_slot() { text_ += "[" + std::to_string(static_cast<std::int32_t>(take())) + "]"; }
  void add_target(std::uint32_t distance) {
    text_ += "-> " + std::to_string(static_cast<std::int64_t>(word_) + static_cast<std::int32_t>(distance));
  }
  /// Before every operand but the first.
  void separate() {
    add(any_operand_ ? ", " : " ");
    any_operand_ = true;
  }

  void print_instruction() {
    operand_ = 0;
    any_operand_ = false;
    std::array<char, 16> place{};
    std::snprintf(place.data(), place.size(), "%4zu  ", word_);
    add(place.data());
    const auto found = meanings_.find(code_.instructions[word_]);
    if (found == meanings_.end()) {
      add("?\n");
      ++word_;
      return;
    }
    const Meaning& meaning = found->second;
    switch (meaning.kind) {
      case Meaning::Kind::plain: print_plain(meaning); break;
      case Meaning::Kind::compare_branch: print_compare_branch(meaning); break;
      case Meaning::Kind::far: print_far(meaning.op); break;
      case Meaning::Kind::operation: print_operation(meaning.op); break;
      case Meaning::Kind::internal: print_internal(meaning.internal); break;
    }
    add("\n");
    word_ += words(operand_ * 4);
  }

  void print_operands(const wasm::Signature& signature, Places places) {
    for (std::size_t i = 0; i < signature.param_count; ++i) {
      separate();
      const From from = i == 0 ? places.first : i == 1 ? places.second : From::slot;
      switch (from) {
        case From::slot: add_slot(); break;
        case From::accumulator: add(accumulator_name(signature.params[i])); break;
        case From::constant:
          add_number(is_wide(signature.params[i])
                         ? take64()
                         : static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(take())}));
          break;
      }
    }
  }

  void print_results(const wasm::Signature& signature, To to) {
    if (signature.result_count == 0) {
      take();
      return;
    }
    add(" ");
    for (std::size_t i = 0; i < signature.result_count; ++i) {
      if (i > 0) add(", ");
      if (to == To::accumulator) {
        take();
        add(accumulator_name(signature.results[i]));
      } else {
        add_slot();
      }
    }
    add(" <-");
  }

  void print_plain(const Meaning& meaning) {
    const wasm::InstructionInfo& row = wasm::info(meaning.op);
    add(row.text);
    print_results(row.signature, meaning.places.result);
    print_operands(row.signature, meaning.places);
    if (wasm::accesses_memory(row.meaning)) {
      add(" +");
      add_number(take());
    }
    if (row.meaning.form == wasm::Form::shuffle) {
      separate();
      add("lanes");
      operand_ += 4;
    }
    if (row.immediate == wasm::Immediate::lane) {
      add(" lane ");
      add_number(take());
    }
  }

  void print_compare_branch(const Meaning& meaning) {
    const wasm::InstructionInfo& row = wasm::info(meaning.op);
    add(meaning.sense == Sense::when_true ? "branch_if " : "branch_unless ");
    add(row.text);
    const std::uint32_t distance = take();
    print_operands(row.signature, meaning.places);
    add(" ");
    add_target(distance);
  }

  void print_far(Opcode op) {
    const wasm::InstructionInfo& row = wasm::info(op);
    add("far ");
    add(row.text);
    print_results(row.signature, To::slot);
    print_operands(row.signature, {});
    add(" in memory ");
    add_number(take());
    add(" +");
    add_number(take64());
    const std::uint32_t lane = take();
    if (row.immediate == wasm::Immediate::memarg_lane) {
      add(" lane ");
      add_number(lane);
    }
  }

  void print_operation(Opcode op) {
    add(wasm::info(op).text);
    add(" ");
    add_slot();
    add(" <-");
    const std::uint32_t first = take();
    const std::uint32_t second = take();
    take();  // the type: canonical, so not the same in every run
    for (int i = 0; i < operation_arity(op); ++i) {
      separate();
      add_slot();
    }
    if (wasm::info(op).immediate != wasm::Immediate::none) {
      add(" of ");
      add_number(is_typed(op) ? second : first);
      if (!is_typed(op)) {
        add(" ");
        add_number(second);
      }
    }
  }

  /// Whether the first index is a canonical type.
  static bool is_typed(Opcode op) {
    switch (wasm::info(op).immediate) {  // NOLINT: the others name something else
      case wasm::Immediate::type:
      case wasm::Immediate::type_field:
      case wasm::Immediate::type_count:
      case wasm::Immediate::type_data:
      case wasm::Immediate::type_elem:
      case wasm::Immediate::type_type:
      case wasm::Immediate::heap_type: return true;
      default: return false;
    }
  }

  void print_internal(Internal internal) {
    const InternalFacts& facts = internal_facts[internal];
    add(facts.name);
    std::uint32_t count = 0;
    for (const char letter : facts.operands) {
      switch (letter) {
        case '-': take(); break;
        case 'r':
          add(" ");
          add_slot();
          add(facts.operands.size() > 1 ? " <-" : "");
          break;
        case 's':
          separate();
          add_slot();
          break;
        case 'f':
          separate();
          add("frame ");
          add_slot();
          break;
        case 'd':
          add(" ");
          add_target(take());
          any_operand_ = true;
          break;
        case 'u':
          separate();
          count = take();
          add_number(count);
          break;
        case 'c':
          separate();
          add_number(static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(take())}));
          break;
        case 'q':
          separate();
          add_number(take64());
          break;
        case 'v': {
          separate();
          std::array<char, 48> text{};
          const std::uint64_t low = take64();
          std::snprintf(text.data(), text.size(), "0x%016" PRIx64 "%016" PRIx64, take64(), low);
          add(text.data());
          break;
        }
        case 't': {
          take();
          break;
        }
        case 'T':
          for (std::uint32_t i = 0; i <= count; ++i) {
            add(" ");
            add_target(take());
          }
          break;
        default: break;
      }
    }
  }

  void print_entry(const HandlerEntry& entry) {
    add("      from " + std::to_string(entry.begin) + " to " + std::to_string(entry.end) + ": ");
    switch (entry.kind) {
      case HandlerEntry::Kind::delegate: add("delegate to level " + std::to_string(entry.target) + "\n"); return;
      case HandlerEntry::Kind::tag: add("catch " + std::to_string(entry.tag)); break;
      case HandlerEntry::Kind::all: add("catch_all"); break;
    }
    if (entry.reference != HandlerEntry::Reference::none) add(" with reference");
    add(" to [" + std::to_string(entry.slot) + "] -> " + std::to_string(entry.target) + "\n");
  }

  const Code& code_;
  const Meanings& meanings_;
  std::string text_;
  std::size_t word_ = 0;
  std::size_t operand_ = 0;
  bool any_operand_ = false;
};

}  // namespace

std::string print(const Code& code) {
  const Meanings meanings = read_tables(handler_tables(code.settings.dispatch));
  return Printer(code, meanings).print();
}

}  // namespace assay::interp
