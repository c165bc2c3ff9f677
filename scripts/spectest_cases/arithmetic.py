"""Every integer division and every float-to-integer conversion around the values where it begins to trap.

Each is tried with its operands in locals and as constants, in every combination, and with its result dropped.
"""

from __future__ import annotations

import math
import struct

divide_by_zero = '"integer divide by zero"'
overflow = '"integer overflow"'
invalid = '"invalid conversion to integer"'


def script() -> str:
    lines = [";; Written by scripts/spectest_cases/arithmetic.py: divisions and conversions around the values where they trap."]
    for bits in (32, 64):
        for operator in ("div_s", "div_u", "rem_s", "rem_u"):
            lines += division(bits, operator)
    for source in (32, 64):
        for bits in (32, 64):
            for sign in "su":
                lines += conversion(source, bits, sign)
    return "\n".join([*lines, ""])


def interesting(bits: int) -> list[int]:
    top = 1 << (bits - 1)
    # A divisor whose low half is zero is not zero.
    halves = [1 << 32, top | 1] if bits == 64 else [1 << 16]
    return [0, 1, 2, 7, top - 1, top, top + 1, 2**bits - 2, 2**bits - 1, *halves]


def divided(bits: int, operator: str, left: int, right: int) -> int | str:
    """The result as an unsigned number, or the trap's message."""
    if right == 0:
        return divide_by_zero
    if operator.endswith("_u"):
        return left // right if operator == "div_u" else left % right
    half, whole = 1 << (bits - 1), 1 << bits
    left, right = (left ^ half) - half, (right ^ half) - half
    quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
    if operator == "rem_s":
        return (left - quotient * right) % whole
    return overflow if quotient == half else quotient % whole


def division(bits: int, operator: str) -> list[str]:
    name, type_ = f"i{bits}.{operator}", f"i{bits}"
    values = interesting(bits)
    lines = [
        "(module",
        f'  (func (export "locals") (param {type_} {type_}) (result {type_}) ({name} (local.get 0) (local.get 1)))',
        f'  (func (export "dropped") (param {type_} {type_}) (drop ({name} (local.get 0) (local.get 1))))',
        f'  (func (export "self") (param {type_}) (result {type_}) ({name} (local.get 0) (local.get 0)))',
    ]
    checks = []
    for left in values:
        for right in values:
            pair = f"({type_}.const {left:#x}) ({type_}.const {right:#x})"
            result = divided(bits, operator, left, right)
            checks.append(check(f'"locals" {pair}', type_, result))
            if isinstance(result, str):
                checks.append(f'(assert_trap (invoke "dropped" {pair}) {result})')
    for index, value in enumerate(values):
        constant = f"({type_}.const {value:#x})"
        lines += [
            f'  (func (export "left {index}") (param {type_}) (result {type_}) ({name} {constant} (local.get 0)))',
            f'  (func (export "right {index}") (param {type_}) (result {type_}) ({name} (local.get 0) {constant}))',
        ]
        for other in values:
            argument = f"({type_}.const {other:#x})"
            checks.append(check(f'"left {index}" {argument}', type_, divided(bits, operator, value, other)))
            checks.append(check(f'"right {index}" {argument}', type_, divided(bits, operator, other, value)))
        checks.append(check(f'"self" {constant}', type_, divided(bits, operator, value, value)))
    top, ones = 1 << (bits - 1), 2**bits - 1
    for label, left, right in (("zero", 1, 0), ("edge", top, ones), ("fine", top, 3)):
        pair = f"({type_}.const {left:#x}) ({type_}.const {right:#x})"
        lines.append(f'  (func (export "constants {label}") (result {type_}) ({name} {pair}))')
        checks.append(check(f'"constants {label}"', type_, divided(bits, operator, left, right)))
    return [f";; {name}", *lines, ")", *checks]


def check(call: str, type_: str, result: int | str) -> str:
    if isinstance(result, str):
        return f"(assert_trap (invoke {call}) {result})"
    return f"(assert_return (invoke {call}) ({type_}.const {result:#x}))"


def neighbours(value: float, source: int) -> list[float]:
    """The value and the floats beside it, as numbers that the source type holds exactly."""
    if source == 64:
        return [math.nextafter(value, -math.inf), value, math.nextafter(value, math.inf)]
    (bits,) = struct.unpack("<I", struct.pack("<f", value))
    beside = [bits - 1, bits, bits + 1] if bits & 0x7FFFFFFF else [0x80000001, bits, 0x00000001]
    return [struct.unpack("<f", struct.pack("<I", pattern))[0] for pattern in beside]


def converted(value: float, bits: int, sign: str) -> int | str:
    if math.isnan(value):
        return invalid
    if math.isinf(value):
        return overflow
    least, most = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if sign == "s" else (0, (1 << bits) - 1)
    whole = math.trunc(value)
    return whole % (1 << bits) if least <= whole <= most else overflow


def conversion(source: int, bits: int, sign: str) -> list[str]:
    name = f"i{bits}.trunc_f{source}_{sign}"
    edges = [0.0, -1.0, 1.0, 2.0 ** (bits - 1), -(2.0 ** (bits - 1)), 2.0**bits, 2.0 ** (bits - 1) - 1]
    values = [near for edge in edges for near in neighbours(edge, source)]
    values += [-0.0, 0.9, -0.9, 1e30, -1e30, 3.7, -3.7] if source == 64 else [-0.0, 0.5, -0.5, 1e30, -1e30]
    lines = [
        "(module",
        f'  (func (export "convert") (param f{source}) (result i{bits}) ({name} (local.get 0)))',
        f'  (func (export "dropped") (param f{source}) (drop ({name} (local.get 0))))',
    ]
    checks = []
    constants = list(dict.fromkeys(map(constant_of(source), values)))
    for constant in [*constants, "inf", "-inf", "nan", "-nan", "nan:0x1", "nan:0x200001"]:
        result = converted(value_of(constant), bits, sign)
        argument = f"(f{source}.const {constant})"
        checks.append(check(f'"convert" {argument}', f"i{bits}", result))
        if isinstance(result, str):
            checks.append(f'(assert_trap (invoke "dropped" {argument}) {result})')
    for label, constant in (("nan", "nan"), ("infinity", "-inf"), ("large", "0x1p+100"), ("fine", "0x1p+3")):
        lines.append(f'  (func (export "constant {label}") (result i{bits}) ({name} (f{source}.const {constant})))')
        checks.append(check(f'"constant {label}"', f"i{bits}", converted(value_of(constant), bits, sign)))
    return [f";; {name}", *lines, ")", *checks]


def constant_of(source: int):
    def spell(value: float) -> str:
        held = value if source == 64 else struct.unpack("<f", struct.pack("<f", value))[0]
        return held.hex()

    return spell


def value_of(constant: str) -> float:
    return math.nan if "nan" in constant else float.fromhex(constant)
