"""Shapes that no compiler writes: very deep, very wide, very dead. Each has an answer that is easy to know."""

from __future__ import annotations

depth = 5_000
wide = 10_000


def script() -> str:
    parts = [
        ";; Written by scripts/spectest_cases/shapes.py: very deep, very wide and very dead code.",
        *deep_blocks(),
        *deep_loops(),
        *deep_ifs(),
        *deep_try_tables(),
        *deep_operands(),
        *wide_br_table(),
        *long_straight_line(),
        *dead_code(),
        *br_from_the_bottom(),
        *many_functions(),
        *many_branches_to_one_end(),
    ]
    return "\n".join(parts) + "\n"


def deep_blocks() -> list[str]:
    opening, closing = "(block " * depth, ")" * depth
    return [
        f'(module (func (export "fall") (result i32) {opening}nop{closing} (i32.const 1))',
        f'  (func (export "out") (result i32) {opening}(br {depth - 1}){closing} (i32.const 2))',
        f'  (func (export "return") (result i32) {opening}(return (i32.const 3)){closing} (i32.const 0))',
        f'  (func (export "values") (result i32) {"(block (result i32) " * depth}(i32.const 4){closing}))',
        *(f'(assert_return (invoke "{name}") (i32.const {value}))' for name, value in
          (("fall", 1), ("out", 2), ("return", 3), ("values", 4))),
    ]


def deep_loops() -> list[str]:
    """The innermost loop continues the outermost one, so many times."""
    opening, closing = "(loop " * depth, ")" * depth
    return [
        '(module (func (export "f") (param i32) (result i32) (local i32)',
        f"  {opening}"
        "(local.set 1 (i32.add (local.get 1) (i32.const 1)))"
        "(local.set 0 (i32.sub (local.get 0) (i32.const 1)))"
        f"(br_if {depth - 1} (local.get 0))"
        f"{closing} (local.get 1)))",
        '(assert_return (invoke "f" (i32.const 100)) (i32.const 100))',
    ]


def deep_ifs() -> list[str]:
    """Condition by condition down the then side or the else side."""
    taken = "(if (result i32) (local.get 0) (then " * depth + "(i32.const 1)" + ") (else (i32.const 0)))" * depth
    other = "(if (result i32) (local.get 0) (then (i32.const 0)) (else " * depth + "(i32.const 1)" + "))" * depth
    return [
        f'(module (func (export "then") (param i32) (result i32) {taken})',
        f'  (func (export "else") (param i32) (result i32) {other}))',
        '(assert_return (invoke "then" (i32.const 1)) (i32.const 1))',
        '(assert_return (invoke "then" (i32.const 0)) (i32.const 0))',
        '(assert_return (invoke "else" (i32.const 1)) (i32.const 0))',
        '(assert_return (invoke "else" (i32.const 0)) (i32.const 1))',
    ]


def deep_try_tables(levels: int = 1_000) -> list[str]:
    """Only the outermost handler matches: every level must be looked through."""
    inner = "(try_table (catch $other 1) " * levels + "(throw $e (i32.const 5))" + ")" * levels
    return [
        "(module (tag $e (param i32)) (tag $other)",
        '  (func (export "f") (result i32)',
        f"    (block $caught (result i32) (try_table (catch $e $caught) (block {inner}) (return (i32.const -2))) (i32.const -1))))",
        '(assert_return (invoke "f") (i32.const 5))',
    ]


def deep_operands() -> list[str]:
    """A long operand stack, summed from the top; and the same right-nested tree folded."""
    values = " ".join(f"(i32.const {index})" for index in range(wide))
    adds = " ".join(["i32.add"] * (wide - 1))
    total = wide * (wide - 1) // 2
    return [
        f'(module (func (export "sum") (result i32) {values} {adds})',
        f'  (func (export "local sum") (param i32) (result i32) {"(local.get 0) " * wide} {adds})',
        f'  (func (export "dropped") {"(f64.const 1) " * wide} {"drop " * wide}))',
        f'(assert_return (invoke "sum") (i32.const {total}))',
        f'(assert_return (invoke "local sum" (i32.const 3)) (i32.const {3 * wide}))',
        '(assert_return (invoke "dropped"))',
    ]


def wide_br_table() -> list[str]:
    """Every target once, over a few blocks and beyond its end."""
    blocks = 16
    targets = " ".join(str(index % blocks) for index in range(wide))
    opening = "".join(f"(block $b{index} " for index in reversed(range(blocks)))
    arms = "".join(f") (return (i32.const {index}))" for index in range(blocks - 1)) + ") (i32.const 15)"
    asked = [0, 1, 15, 16, 4_095, 4_096, 9_999, 10_000, 2**31 - 1, 2**31, 2**32 - 1]
    return [
        '(module (func (export "f") (param i32) (result i32)',
        f"  {opening}(br_table {targets} 7 (local.get 0)){arms}))",
        *(
            f'(assert_return (invoke "f" (i32.const {value})) (i32.const {value % blocks if value < wide else 7}))'
            for value in asked
        ),
    ]


def long_straight_line() -> list[str]:
    step = "(local.set 0 (i64.add (i64.mul (local.get 0) (i64.const 3)) (i64.const 1)))"
    value = 1
    for _ in range(wide):
        value = (value * 3 + 1) % 2**64
    return [
        f'(module (func (export "f") (param i64) (result i64) {step * wide} (local.get 0)))',
        f'(assert_return (invoke "f" (i64.const 1)) (i64.const {value:#x}))',
    ]


def dead_code() -> list[str]:
    """After each way to leave, every kind of block, in any stack height that the polymorphic stack allows."""
    leaving = {
        "unreachable": "(unreachable)",
        "br": "(br 0 (i32.const 1))",
        "return": "(return (i32.const 1))",
        "br_table": "(br_table 0 0 (i32.const 1) (i32.const 0))",
        "throw": "(throw $e)",
        "return_call": "(return_call $one)",
        "return_call_indirect": "(return_call_indirect (result i32) (i32.const 0))",
        "return_call_ref": "(return_call_ref $t (ref.func $one))",
    }
    dead = """
      drop i32.add i32.eqz drop
      (block (result i32 f64) (unreachable) (br 0)) drop drop
      (loop (param i32) (result i32) (br_if 0 (i32.const 1)))
      (if (param i32) (result i64) (then (drop) (i64.const 1)) (else (unreachable)))
      (drop)
      (block (drop (try_table (result i32) (catch_all 0) (br 0 (i32.const 1)))))
      (drop (block (result i32) (br_table 0 1 0 (i32.const 0) (i32.const 3))))
      (select (result externref) (ref.null extern) (i32.const 0)) (drop)
      (select) (drop)
      (memory.copy) (table.set $table) (global.set $g) (local.set 0) (local.tee 0) (drop)
      (br_on_null 0) (drop) (drop) (ref.as_non_null) (drop)
      (call_indirect (param i32 i64) (result f32))
      (i32.trunc_f32_s)
      (loop) (block) (if (then)) (if (then) (else))
      (struct.get $s 0) (drop) (array.set $a)
      (i32.const 0)"""
    functions, checks = [], []
    for name, leave in leaving.items():
        functions.append(f'  (func (export "{name}") (param i32) (result i32) {leave}{dead})')
        argument = "(i32.const 0)"
        if name == "unreachable":
            checks.append(f'(assert_trap (invoke "{name}" {argument}) "unreachable")')
        elif name == "throw":
            checks.append(f'(assert_exception (invoke "{name}" {argument}))')
        else:
            checks.append(f'(assert_return (invoke "{name}" {argument}) (i32.const 1))')
    return [
        "(module",
        "  (type $t (func (result i32))) (type $s (struct (field i32))) (type $a (array (mut f64)))",
        "  (memory 1) (table $table 1 funcref) (elem (table $table) (i32.const 0) func $one) (global $g (mut f64) (f64.const 0))",
        "  (tag $e)",
        "  (func $one (result i32) (i32.const 1))",
        *functions,
        ")",
        *checks,
    ]


def br_from_the_bottom() -> list[str]:
    """Branches that carry a few values out from under many."""
    junk = "(i64.const 7) " * 500
    return [
        "(module",
        f'  (func (export "br") (result i32 f64) (block $b (result i32 f64) {junk}(br $b (i32.const 1) (f64.const 2))))',
        f'  (func (export "br_if") (param i32) (result i32 i32) (block $b (result i32 i32) {junk}(i32.const 3) (i32.const 4)'
        f' (br_if $b (local.get 0)) (drop) (drop) {"(drop) " * 500}(i32.const 5) (i32.const 6)))',
        f'  (func (export "return") (result i32 i64) {junk}(return (i32.const 8) (i64.const 9)))',
        ")",
        '(assert_return (invoke "br") (i32.const 1) (f64.const 2))',
        '(assert_return (invoke "br_if" (i32.const 1)) (i32.const 3) (i32.const 4))',
        '(assert_return (invoke "br_if" (i32.const 0)) (i32.const 5) (i32.const 6))',
        '(assert_return (invoke "return") (i32.const 8) (i64.const 9))',
    ]


def many_functions() -> list[str]:
    """A chain of calls through many functions, and through a table of them."""
    amount = 3_000
    chain = "\n".join(f"  (func $f{index} (result i32) (i32.add (i32.const 1) (call $f{index + 1})))" for index in range(amount))
    names = " ".join(f"$f{index}" for index in range(amount + 1))
    return [
        "(module",
        f"  (table funcref (elem {names}))",
        chain,
        f"  (func $f{amount} (result i32) (i32.const 0))",
        '  (func (export "chain") (result i32) (call $f0))',
        '  (func (export "at") (param i32) (result i32) (call_indirect (result i32) (local.get 0))))',
        f'(assert_return (invoke "chain") (i32.const {amount}))',
        f'(assert_return (invoke "at" (i32.const 0)) (i32.const {amount}))',
        f'(assert_return (invoke "at" (i32.const {amount})) (i32.const 0))',
        f'(assert_trap (invoke "at" (i32.const {amount + 1})) "undefined element")',
    ]


def many_branches_to_one_end() -> list[str]:
    """Thousands of branches that all wait for the same label."""
    step = "(br_if $out (i32.eq (local.get 0) (i32.const {0}))) (local.set 1 (i32.const {0}))"
    steps = " ".join(step.format(index) for index in range(3_000))
    return [
        f'(module (func (export "f") (param i32) (result i32) (local i32) (block $out {steps}) (local.get 1)))',
        '(assert_return (invoke "f" (i32.const 0)) (i32.const 0))',
        '(assert_return (invoke "f" (i32.const 1500)) (i32.const 1499))',
        '(assert_return (invoke "f" (i32.const 5000)) (i32.const 2999))',
    ]
