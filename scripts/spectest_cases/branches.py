"""Every comparison where engines join it with what consumes it: br_if, if, select, loops' back edges, and their negations.

NaN is the value that tells a negated comparison from the opposite one.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable

signed = {"lt_s": operator.lt, "gt_s": operator.gt, "le_s": operator.le, "ge_s": operator.ge}
unsigned = {"lt_u": operator.lt, "gt_u": operator.gt, "le_u": operator.le, "ge_u": operator.ge}
either = {"eq": operator.eq, "ne": operator.ne}
ordered = {"lt": operator.lt, "gt": operator.gt, "le": operator.le, "ge": operator.ge}

# How a comparison is consumed: each gives 1 where it holds and 0 where it does not. {0} stands for the comparison.
consumers = {
    "value": "{0}",
    "br_if": "(block (br_if 0 {0}) (return (i32.const 0))) (i32.const 1)",
    "br_if eqz": "(block (br_if 0 (i32.eqz {0})) (return (i32.const 1))) (i32.const 0)",
    "br_if eqz eqz": "(block (br_if 0 (i32.eqz (i32.eqz {0}))) (return (i32.const 0))) (i32.const 1)",
    "br_if with a value": "(block (result i32) (br_if 0 (i32.const 1) {0}) (drop) (i32.const 0))",
    "if": "(if (result i32) {0} (then (i32.const 1)) (else (i32.const 0)))",
    "if eqz": "(if (result i32) (i32.eqz {0}) (then (i32.const 0)) (else (i32.const 1)))",
    "if without else": "(local $x i32) (if {0} (then (local.set $x (i32.const 1)))) (local.get $x)",
    "select": "(select (i32.const 1) (i32.const 0) {0})",
    "select eqz": "(select (i32.const 0) (i32.const 1) (i32.eqz {0}))",
    "select of floats": "(i32.trunc_f64_s (select (f64.const 1) (f64.const 0) {0}))",
    "br_table": "(block (block (br_table 0 1 {0})) (return (i32.const 0))) (i32.const 1)",
    "loop": "(local $n i32) (loop $l (br_if 1 (i32.const 1) (local.get $n)) (drop) (local.set $n (i32.const 1)) (br_if $l {0})) (i32.const 0)",
    "through a local": "(local $x i32) (local.set $x {0}) (if (result i32) (local.get $x) (then (i32.const 1)) (else (i32.const 0)))",
    "teed": "(local $x i32) (if (local.tee $x {0}) (then (nop))) (local.get $x)",
    "negated": "(i32.eqz (i32.eqz {0}))",
    "with ones": "(i32.and (i32.const -1) {0})",
    "not equal to zero": "(i32.ne {0} (i32.const 0))",
    "compared with one": "(block (br_if 0 (i32.eq {0} (i32.const 1))) (return (i32.const 0))) (i32.const 1)",
}


def script() -> str:
    lines = [";; Written by scripts/spectest_cases/branches.py: every comparison with every consumer that engines join it with."]
    for bits in (32, 64):
        lines += integers(bits)
        lines += floats(bits)
    return "\n".join([*lines, ""])


def integers(bits: int) -> list[str]:
    type_, top = f"i{bits}", 1 << (bits - 1)
    values = [0, 1, top - 1, top, 2 * top - 1] + ([1 << 32] if bits == 64 else [])
    spell = {value: f"({type_}.const {value:#x})" for value in values}
    lines = zero_tests(type_, values, spell)
    for name, compare in {**either, **signed, **unsigned}.items():
        as_signed = (lambda value: (value ^ top) - top) if name in signed else (lambda value: value)
        holds = lambda left, right, compare=compare, as_signed=as_signed: compare(as_signed(left), as_signed(right))  # noqa: E731
        lines += module(f"{type_}.{name}", type_, values, spell, holds)
    return lines


def floats(bits: int) -> list[str]:
    type_ = f"f{bits}"
    values = ["0", "-0", "1", "-inf", "nan"]
    spell = {value: f"({type_}.const {value})" for value in values}
    number = {"0": 0.0, "-0": -0.0, "1": 1.0, "-inf": -math.inf, "nan": math.nan}
    lines = []
    for name, compare in {**either, **ordered}.items():
        holds = lambda left, right, compare=compare: compare(number[left], number[right])  # noqa: E731
        lines += module(f"{type_}.{name}", type_, values, spell, holds)
    return lines


def module(instruction: str, type_: str, values: list, spell: dict, holds: Callable[[object, object], bool]) -> list[str]:
    """Both operands in locals with every consumer; a constant on either side with those that join most often."""
    lines, checks = [f"(module ;; {instruction}"], []
    for consumer, form in consumers.items():
        lines.append(function(consumer, f"{type_} {type_}", form, f"({instruction} (local.get 0) (local.get 1))"))
        for left in values:
            for right in values:
                checks.append(check(consumer, f"{spell[left]} {spell[right]}", holds(left, right)))
    for consumer in ("br_if", "br_if eqz", "if", "select"):
        for index, constant in enumerate(values):
            for side, operands in (
                ("left", f"{spell[constant]} (local.get 0)"),
                ("right", f"(local.get 0) {spell[constant]}"),
            ):
                name = f"{consumer}, {side} constant {index}"
                lines.append(function(name, type_, consumers[consumer], f"({instruction} {operands})"))
                for value in values:
                    held = holds(constant, value) if side == "left" else holds(value, constant)
                    checks.append(check(name, spell[value], held))
    return [*lines, ")", *checks]


def zero_tests(type_: str, values: list[int], spell: dict) -> list[str]:
    """`eqz`, which has one operand and no constant side."""
    lines, checks = [f"(module ;; {type_}.eqz"], []
    for consumer, form in consumers.items():
        lines.append(function(consumer, type_, form, f"({type_}.eqz (local.get 0))"))
        checks += [check(consumer, spell[value], value == 0) for value in values]
    return [*lines, ")", *checks]


def function(name: str, params: str, form: str, comparison: str) -> str:
    return f'  (func (export "{name}") (param {params}) (result i32) {form.format(comparison)})'


def check(name: str, arguments: str, held: bool) -> str:
    return f'(assert_return (invoke "{name}" {arguments}) (i32.const {int(held)}))'
