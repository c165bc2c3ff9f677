"""Modules at the implementation limits of JavaScript's interface, which ours must accept, and just above, which it must not.

The numbers are those of `wasm/limits.hpp`; a test compares the two. Limits of whole modules (a million types) belong to unit
tests, where no text needs to be written.
"""

from __future__ import annotations

from collections.abc import Callable

numbers = {
    "params": 1_000,
    "results": 1_000,
    "locals": 50_000,
    "struct_fields": 10_000,
    "array_new_fixed": 10_000,
    "subtype_depth": 63,
    "memories": 100,
    "table_elements": 10_000_000,
}


def script() -> str:
    parts = [f"{text(numbers[name])}\n{checks}" for name, (text, checks) in modules().items()]
    return ";; Written by scripts/spectest_cases/limits.py: modules at the implementation limits.\n" + "\n".join(parts) + "\n"


def exceeding_script() -> str:
    """No message is asked for: limits are each engine's own."""
    parts = [f'(assert_invalid {text(numbers[name] + 1)} "")' for name, (text, _) in modules().items() if name not in own_place]
    return ";; Written by scripts/spectest_cases/limits.py: modules just above the implementation limits.\n" + "\n".join(parts) + "\n"


# A table that is too large may be valid and fail when it is made.
own_place = frozenset({"table_elements"})


def modules() -> dict[str, tuple[Callable[[int], str], str]]:
    """By limit: a module that needs the given amount, and what is asserted about it at the limit."""
    return {
        "params": (params, '(assert_return (invoke "f") (i32.const 999) (i32.const 0))'),
        "results": (results, '(assert_return (invoke "f") (i32.const 499500))'),
        "locals": (locals_, '(assert_return (invoke "f" (i32.const 7)) (i32.const 7) (i64.const 0))'),
        "struct_fields": (struct_fields, '(assert_return (invoke "f") (i32.const 9) (i32.const 0))'),
        "array_new_fixed": (array_new_fixed, '(assert_return (invoke "f") (i32.const 10000) (i32.const 9999))'),
        "subtype_depth": (subtype_depth, '(assert_return (invoke "f") (i32.const 1))'),
        "memories": (memories, '(assert_return (invoke "f") (i32.const 5) (i32.const 0))'),
        "table_elements": (table_elements, '(assert_return (invoke "f") (i32.const 10000000))'),
    }


def repeated(word: str, amount: int) -> str:
    return " ".join([word] * amount)


def params(amount: int) -> str:
    arguments = " ".join(f"(i32.const {index})" for index in range(amount))
    last = amount - 1
    return f"""(module
  (func $callee (param {repeated("i32", amount)}) (result i32 i32) (local.get {last}) (local.get 0))
  (func (export "f") (result i32 i32) (call $callee {arguments})))"""


def results(amount: int) -> str:
    values = " ".join(f"(i32.const {index})" for index in range(amount))
    return f"""(module
  (func $callee (result {repeated("i32", amount)}) {values})
  (func (export "f") (result i32) (call $callee) {repeated("i32.add", amount - 1)}))"""


def locals_(amount: int) -> str:
    # Parameters count as locals.
    last = amount - 1
    return f"""(module
  (func (export "f") (param i32) (result i32 i64) (local {repeated("i32", amount - 2)} i64)
    (local.set {last - 1} (local.get 0))
    (local.get {last - 1}) (local.get {last})))"""


def struct_fields(amount: int) -> str:
    last = amount - 1
    return f"""(module
  (type $s (struct {repeated("(field (mut i32))", amount)}))
  (func (export "f") (result i32 i32) (local $r (ref null $s))
    (local.set $r (struct.new_default $s))
    (struct.set $s {last} (local.get $r) (i32.const 9))
    (struct.get $s {last} (local.get $r)) (struct.get $s {last - 1} (local.get $r))))"""


def array_new_fixed(amount: int) -> str:
    values = " ".join(f"(i32.const {index})" for index in range(amount))
    return f"""(module
  (type $a (array i32))
  (func (export "f") (result i32 i32) (local $r (ref null $a))
    (local.set $r (array.new_fixed $a {amount} {values}))
    (array.len (local.get $r)) (array.get $a (local.get $r) (i32.const {amount - 1}))))"""


def subtype_depth(amount: int) -> str:
    """A chain with so many types above its last one."""
    types = ["  (type $t0 (sub (struct)))"]
    types += [f"  (type $t{index} (sub $t{index - 1} (struct)))" for index in range(1, amount + 1)]
    return "\n".join(
        [
            "(module",
            *types,
            f'  (func (export "f") (result i32) (ref.test (ref $t0) (struct.new $t{amount}))))',
        ]
    )


def memories(amount: int) -> str:
    last = amount - 1
    return f"""(module
  {repeated("(memory 1)", amount)}
  (func (export "f") (result i32 i32)
    (i32.store {last} (i32.const 0) (i32.const 5))
    (i32.load {last} (i32.const 0)) (i32.load 0 (i32.const 0))))"""


def table_elements(amount: int) -> str:
    return f"""(module
  (table $t {amount} funcref)
  (func (export "f") (result i32) (table.size $t)))"""
