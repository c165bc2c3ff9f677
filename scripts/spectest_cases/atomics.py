"""Every atomic access off its alignment and beyond its memory, in shared and in unshared memory, and waits where none may."""

from __future__ import annotations

unaligned = '"unaligned atomic"'
out_of_bounds = '"out of bounds memory access"'
not_shared = '"expected shared memory"'

# Parts of names by the bytes they touch.
parts = {"i32": {"": 4, "8": 1, "16": 2}, "i64": {"": 8, "8": 1, "16": 2, "32": 4}}
operators = ("add", "sub", "and", "or", "xor", "xchg")


def accesses() -> list[tuple[str, int, str, str]]:
    """(name, bytes, operands after the address, result type) of every atomic access but waits and notify."""
    found = []
    for type_, widths in parts.items():
        value = f"({type_}.const 1)"
        for part, size in widths.items():
            unsigned = "_u" if part else ""
            found.append((f"{type_}.atomic.load{part}{unsigned}", size, "", type_))
            found.append((f"{type_}.atomic.store{part}", size, value, ""))
            for operator in operators:
                found.append((f"{type_}.atomic.rmw{part}.{operator}{unsigned}", size, value, type_))
            found.append((f"{type_}.atomic.rmw{part}.cmpxchg{unsigned}", size, f"{value} {value}", type_))
    return found


def waits() -> list[tuple[str, int, str, str]]:
    return [
        ("memory.atomic.wait32", 4, "(i32.const 1) (i64.const 0)", "i32"),
        ("memory.atomic.wait64", 8, "(i64.const 1) (i64.const 0)", "i32"),
    ]


notify = ("memory.atomic.notify", 4, "(i32.const 1)", "i32")


def script() -> str:
    lines = [";; Written by scripts/spectest_cases/atomics.py: every atomic access off its alignment and out of bounds."]
    lines += sweep("(memory 1 1 shared)", accesses() + waits() + [notify])
    lines += sweep("(memory 1 1)", accesses() + [notify])
    lines += unshared_waits()
    return "\n".join([*lines, ""])


def sweep(memory: str, instructions: list[tuple[str, int, str, str]]) -> list[str]:
    lines, checks = [f"(module {memory}"], []
    for name, size, operands, result in instructions:
        results = f" (result {result})" if result else ""
        rest = f" {operands}" if operands else ""
        for label, offset in (("", 0), (" offset 1", 1), (" offset largest", 0xFFFFFFFF)):
            immediate = f" offset={offset}" if offset else ""
            lines.append(f'  (func (export "{name}{label}") (param i32){results} ({name}{immediate} (local.get 0){rest}))')
        for shift in range(1, size):
            checks.append(trap(name, shift, unaligned))
            checks.append(trap(name, 65536 - 2 * size + shift, unaligned))
        if size > 1:
            # What counts is the sum of address and offset.
            checks.append(trap(f"{name} offset 1", 0, unaligned))
        checks.append(done(f"{name} offset 1", size - 1, result))
        checks.append(done(name, 65536 - size, result))
        for address in (65536, 0x80000000, 2**32 - size):
            checks.append(trap(name, address, out_of_bounds))
        # One below the address space's end, plus an aligned rest: beyond, not wrapped around.
        checks.append(trap(f"{name} offset largest", 1, out_of_bounds))
    return [*lines, ")", *checks]


def done(name: str, address: int, result: str) -> str:
    """Fine accesses are of memory that other accesses have changed, so only that they end is checked."""
    return f'(invoke "{name}" (i32.const {address}))'


def trap(name: str, address: int, message: str) -> str:
    return f'(assert_trap (invoke "{name}" (i32.const {address:#x})) {message})'


def unshared_waits() -> list[str]:
    lines, checks = ["(module (memory 1 1)"], []
    for name, _, operands, _ in waits():
        lines.append(f'  (func (export "{name}") (param i32) (result i32) ({name} (local.get 0) {operands}))')
        checks.append(trap(name, 0, not_shared))
        checks.append(trap(name, 65528, not_shared))
    return [*lines, ")", *checks]
