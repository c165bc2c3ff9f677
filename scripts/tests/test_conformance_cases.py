"""The cases that are written anew: the same each time, about what the table of instructions has, at the limits that are ours."""

import pathlib
import re

import pytest

import spectest_cases
from spectest_cases import arithmetic, atomics, branches, limits, memory

repository = pathlib.Path(__file__).resolve().parents[2]
instructions = (repository / "engine" / "wasm" / "instructions.def").read_text("utf-8")
kept = sorted((repository / "spectest" / "cases").glob("*.wast"))


def test_writing_is_repeatable_and_tidies_up(tmp_path):
    first = {path.name: path.read_bytes() for path in spectest_cases.write_all(tmp_path)}
    (tmp_path / "stray.wast").write_text("(module)")
    unchanged = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("*.wast")}
    assert {path.name: path.read_bytes() for path in spectest_cases.write_all(tmp_path)} == first
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("*.wast")} == {name: unchanged[name] for name in first}


@pytest.mark.parametrize("name", sorted(spectest_cases.scripts))
def test_each_script_closes_its_parentheses_and_asserts_something(name):
    text = spectest_cases.scripts[name]()
    assert "(assert_" in text
    plain = re.sub(r'"(?:[^"\\]|\\.)*"|;;[^\n]*', "", text)
    assert plain.count("(") == plain.count(")")


@pytest.mark.parametrize("path", kept, ids=lambda path: path.stem)
def test_each_kept_script_says_what_it_is_about(path):
    assert path.read_text("utf-8").startswith(";; ")


def names_in_table(pattern: str) -> set[str]:
    return set(re.findall(rf'"({pattern})"', instructions))


def test_every_load_and_store_of_the_table_is_swept():
    swept = {access.name for access in memory.loads + memory.stores}
    assert swept == names_in_table(r"(?:[if]\d+|v128)\.(?:load|store)\w*")


def test_every_atomic_access_of_the_table_is_swept():
    swept = {name for name, *_ in [*atomics.accesses(), *atomics.waits(), atomics.notify]}
    assert swept == names_in_table(r"(?:i\d+|memory)\.atomic\.[\w.]+")


def test_every_division_and_trapping_conversion_of_the_table_is_swept():
    text = arithmetic.script()
    for name in names_in_table(r"i\d+\.(?:div_\w|rem_\w|trunc_f\d+_\w)"):
        assert f";; {name}\n" in text


def test_every_scalar_comparison_of_the_table_is_consumed():
    text = branches.script()
    for name in names_in_table(r"[if](?:32|64)\.(?:eqz|eq|ne|[lg][te](?:_[su])?)"):
        assert f"(module ;; {name}\n" in text


def test_the_limits_are_ours():
    header = (repository / "engine" / "wasm" / "limits.hpp").read_text("utf-8")
    ours = {name: int(value.replace("'", "")) for name, value in re.findall(r"(\w+) = ([\d']+);", header)}
    assert limits.numbers == {name: ours[name] for name in limits.numbers}


@pytest.mark.parametrize(
    ("left", "right", "operator", "result"),
    [
        (0x80000000, 0xFFFFFFFF, "div_s", arithmetic.overflow),
        (0x80000000, 0xFFFFFFFF, "rem_s", 0),
        (0x80000000, 0xFFFFFFFF, "div_u", 0),
        (7, 0xFFFFFFFE, "div_s", 0xFFFFFFFD),
        (0xFFFFFFF9, 2, "rem_s", 0xFFFFFFFF),
        (1, 0, "rem_u", arithmetic.divide_by_zero),
    ],
)
def test_divisions_are_predicted_as_the_specification_says(left, right, operator, result):
    assert arithmetic.divided(32, operator, left, right) == result


@pytest.mark.parametrize(
    ("constant", "bits", "sign", "result"),
    [
        ("nan", 32, "s", arithmetic.invalid),
        ("inf", 64, "u", arithmetic.overflow),
        ("-0x1.ccccccp-1", 32, "u", 0),
        ("-0x1p+0", 32, "u", arithmetic.overflow),
        ("-0x1p+31", 32, "s", 0x80000000),
        ("0x1p+31", 32, "s", arithmetic.overflow),
    ],
)
def test_conversions_are_predicted_as_the_specification_says(constant, bits, sign, result):
    assert arithmetic.converted(arithmetic.value_of(constant), bits, sign) == result
