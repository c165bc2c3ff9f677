// The ways execution ends abnormally, with the suite's messages.
#pragma once

#include <cstdint>

#include "base/enum_table.hpp"

namespace assay::wasm {

enum class Trap : std::uint8_t {
  none,
  unreachable,
  integer_divide_by_zero,
  integer_overflow,
  invalid_conversion_to_integer,
  out_of_bounds_memory_access,
  out_of_bounds_table_access,
  undefined_element,
  uninitialized_element,
  indirect_call_type_mismatch,
  null_function_reference,
  null_reference,
  null_structure_reference,
  null_array_reference,
  null_i31_reference,
  null_exception_reference,
  out_of_bounds_array_access,
  cast_failure,
  unaligned_atomic,
  expected_shared_memory,
  call_stack_exhausted,
  allocation_failure,
  out_of_fuel,
  interrupted,
  unhandled_exception,  ///< a wasm exception that no frame caught
  host,                 ///< a host function ended the call (error value or host exception)
  count_,
};

struct TrapFacts {
  const char* message = "";
  bool exhaustion = false;  ///< reported by the suite as exhaustion, not as a trap
};

inline constexpr base::EnumTable<Trap, TrapFacts> trap_facts{{
    {Trap::none, {.message = ""}},
    {Trap::unreachable, {.message = "unreachable"}},
    {Trap::integer_divide_by_zero, {.message = "integer divide by zero"}},
    {Trap::integer_overflow, {.message = "integer overflow"}},
    {Trap::invalid_conversion_to_integer, {.message = "invalid conversion to integer"}},
    {Trap::out_of_bounds_memory_access, {.message = "out of bounds memory access"}},
    {Trap::out_of_bounds_table_access, {.message = "out of bounds table access"}},
    {Trap::undefined_element, {.message = "undefined element"}},
    {Trap::uninitialized_element, {.message = "uninitialized element"}},
    {Trap::indirect_call_type_mismatch, {.message = "indirect call type mismatch"}},
    {Trap::null_function_reference, {.message = "null function reference"}},
    {Trap::null_reference, {.message = "null reference"}},
    {Trap::null_structure_reference, {.message = "null structure reference"}},
    {Trap::null_array_reference, {.message = "null array reference"}},
    {Trap::null_i31_reference, {.message = "null i31 reference"}},
    {Trap::null_exception_reference, {.message = "null exception reference"}},
    {Trap::out_of_bounds_array_access, {.message = "out of bounds array access"}},
    {Trap::cast_failure, {.message = "cast failure"}},
    {Trap::unaligned_atomic, {.message = "unaligned atomic"}},
    {Trap::expected_shared_memory, {.message = "expected shared memory"}},
    {Trap::call_stack_exhausted, {.message = "call stack exhausted", .exhaustion = true}},
    {Trap::allocation_failure, {.message = "allocation size too large"}},
    {Trap::out_of_fuel, {.message = "all fuel consumed"}},
    {Trap::interrupted, {.message = "interrupted"}},
    {Trap::unhandled_exception, {.message = "unhandled exception"}},
    {Trap::host, {.message = "host function failed"}},
}};

}  // namespace assay::wasm
