// Makes the handler tables from the instruction table, by form, so that each part compiles in a file of its own.
#pragma once

#include <utility>

#include "interp/handlers.hpp"
#include "interp/steps/memory.hpp"
#include "interp/steps/operations.hpp"
#include "interp/steps/plain.hpp"

namespace assay::interp {

/// Parts of the instruction table, for compile time alone.
enum class Part : std::uint8_t { integer, floating, vector, memory, operation };

constexpr Part part_of(wasm::Opcode op) {
  const wasm::InstructionInfo& row = wasm::info(op);
  if (row.signature.custom || row.meaning.form == Form::atomic_fence) return Part::operation;
  if (wasm::accesses_memory(row.meaning)) return Part::memory;
  if (has_vector(row.signature)) return Part::vector;
  for (std::size_t i = 0; i < row.signature.param_count; ++i) {
    if (accumulator_class(row.signature.params[i]) != 0) return Part::floating;
  }
  return accumulator_class(row.signature.results[0]) != 0 ? Part::floating : Part::integer;
}

template <class Dispatch, Opcode op, Places places>
constexpr Handler plain_handler() {
  if constexpr (!worth_a_handler(op, places)) {
    return {};
  } else if constexpr (wasm::info(op).meaning.form == Form::load) {
    return Dispatch::template handler<&load_near<op, places.first, places.result>>();
  } else if constexpr (wasm::info(op).meaning.form == Form::store) {
    return Dispatch::template handler<&store_near<op, places.first, places.second>>();
  } else {
    return Dispatch::template handler<&plain<op, places.first, places.second, places.result>>();
  }
}

template <class Dispatch, Opcode op, std::size_t... i>
constexpr void fill_plain(HandlerTables& tables, std::index_sequence<i...>) {
  ((tables.plain[static_cast<std::size_t>(op)][i] = plain_handler<Dispatch, op, places_at(i)>()), ...);
}

template <class Dispatch, Opcode op, std::size_t... i>
constexpr void fill_compare_branch(HandlerTables& tables, std::index_sequence<i...>) {
  auto& row = tables.compare_branch[static_cast<std::size_t>(op)];
  const auto one = [&row]<std::size_t index>() {
    constexpr Places places = places_at(index);
    if constexpr (worth_a_handler(op, places)) {
      row[index] = {Dispatch::template handler<&compare_branch<op, places.first, places.second, Sense::when_true>>(),
                    Dispatch::template handler<&compare_branch<op, places.first, places.second, Sense::when_false>>()};
    }
  };
  (one.template operator()<i>(), ...);
}

template <class Dispatch, Part part, Opcode op>
constexpr void fill_row(HandlerTables& tables) {
  if constexpr (part_of(op) == part) {
    constexpr Form form = wasm::info(op).meaning.form;
    constexpr auto at = static_cast<std::size_t>(op);
    if constexpr (part == Part::operation) {
      if constexpr (operation_arity(op) >= 0) tables.operation[at] = Dispatch::template handler<&operation<op>>();
    } else {
      fill_plain<Dispatch, op>(tables, std::make_index_sequence<places_count>());
      if constexpr (form == Form::compare || form == Form::test) {
        fill_compare_branch<Dispatch, op>(tables, std::make_index_sequence<9>());
      }
      if constexpr (part == Part::memory) tables.far[at] = Dispatch::template handler<&access_far<op>>();
    }
  }
}

/// Fills the rows of a part; explicitly instantiated in one file per part.
template <class Dispatch, Part part, std::size_t... op>
void fill_rows(HandlerTables& tables, std::index_sequence<op...>) {
  (fill_row<Dispatch, part, static_cast<Opcode>(op)>(tables), ...);
}

template <class Dispatch, Part part>
void fill_part(HandlerTables& tables);

template <class Dispatch>
void fill_internal(HandlerTables& tables);

}  // namespace assay::interp
