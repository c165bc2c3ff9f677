"""Other engines: what they print is understood, what they said is kept, and who is absent is told."""

import json
import pathlib

import pytest

import conformance_samples as samples
from conformance_report import contenders

repository = pathlib.Path(__file__).resolve().parents[2]

# Five assertions that are false and three that are true.
wrong_script = """(module
  (func (export "nan") (result f32) (f32.const nan:0x200000))
  (func (export "vector") (result v128) (v128.const i32x4 1 2 3 4))
  (func (export "trap") (unreachable))
  (func (export "nothing")))
(assert_return (invoke "nan") (f32.const nan:canonical))
(assert_return (invoke "vector") (v128.const i32x4 1 2 3 5))
(assert_return (invoke "trap"))
(assert_trap (invoke "nothing") "unreachable")
(assert_invalid (module (func (nop))) "type mismatch")
(assert_return (invoke "nan") (f32.const nan:0x200000))
(assert_return (invoke "vector") (v128.const i32x4 1 2 3 4))
(assert_trap (invoke "trap") "unreachable")
"""


@pytest.mark.parametrize(
    ("printed", "found"),
    [
        ("97/97 tests passed.\n", contenders.answer("ran", 97)),
        ("x.wast:3: mismatch\n3/5 tests passed.\n", contenders.answer("ran", 3, 2)),
        ("Assertion failed", contenders.answer("broke", unsupported=9)),
    ],
)
def test_what_spectest_interp_prints_is_understood(printed, found):
    assert contenders.from_spectest_interp(printed, 9) == found


@pytest.mark.parametrize(
    ("printed", "status", "found"),
    [
        ("BUILDING MODULE [line: 1]\n1/2 CHECKING: a\n2/2 CHECKING: b\n", 0, contenders.answer("ran", 2)),
        ("BUILDING MODULE [line: 1]\n1/5 CHECKING: a\n2/5 CHECKING: b\n", 1, contenders.answer("broke", 1, 1, 3)),
        ("1/5 CHECKING: a\nBUILDING MODULE [line: 9]\n", 1, contenders.answer("broke", 1, 0, 4)),
        ("BUILDING MODULE [line: 1]\n[parse exception]\n", 1, contenders.answer("cannot read")),
    ],
)
def test_what_wasm_shell_prints_is_understood(printed, status, found):
    assert contenders.from_wasm_shell(printed, status, 5) == found


def counting(runs: list, version: str = "1", driver: bytes = b"") -> contenders.Contender:
    def judge(prepared: pathlib.Path) -> dict:
        runs.append(prepared)
        return contenders.answer("ran", len(runs))

    return contenders.Contender("made-up", "Made up", version, driver=driver, judge=judge)


def test_an_answer_is_kept_by_version_driver_and_content(tmp_path):
    script, runs, cache = samples.script(tmp_path), [], tmp_path / "cache"
    first = contenders.run(counting(runs), [script], cache)
    assert contenders.run(counting(runs), [script], cache) == first
    assert len(runs) == 1
    contenders.run(counting(runs, version="2"), [script], cache)
    contenders.run(counting(runs, driver=b"new"), [script], cache)
    script.path.write_text("(module)")
    contenders.run(counting(runs), [script], cache)
    assert len(runs) == 4


def test_a_script_that_cannot_be_prepared_cannot_be_read(tmp_path):
    refusing = contenders.Contender("made-up", "Made up", "1", prepare=lambda script, folder: None)
    part = contenders.run(refusing, [samples.script(tmp_path)], tmp_path / "cache")
    assert part["files"] == {"a.wast": contenders.answer("cannot read")}


def test_an_engine_that_is_not_installed_says_so_and_runs_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    for contender in contenders.all_of(tmp_path, None):
        part = contenders.run(contender, [samples.script(tmp_path)], tmp_path / "cache")
        assert (part["installed"], part["files"]) == (False, {})


def test_the_same_translation_elsewhere_has_the_same_fingerprint(tmp_path):
    prints = []
    for place in ("one", "two"):
        folder = tmp_path / place
        folder.mkdir()
        (folder / "script.json").write_text(json.dumps({"source_filename": str(folder), "commands": [1]}))
        (folder / "script.0.wasm").write_bytes(b"module")
        prints.append(contenders.fingerprint(counting([]), folder / "script.json"))
    assert prints[0] == prints[1]
    (tmp_path / "two" / "script.0.wasm").write_bytes(b"another")
    assert contenders.fingerprint(counting([]), tmp_path / "two" / "script.json") != prints[0]


def test_engines_that_are_here_tell_right_from_wrong(tmp_path):
    path = tmp_path / "wrong.wast"
    path.write_text(wrong_script)
    script = samples.model.Script(path, "wrong.wast", "core")
    for contender in (contenders.v8(repository, None), contenders.wabt()):
        part = contenders.run(contender, [script], tmp_path / "cache")
        if not part["installed"]:
            assert part["files"] == {}
            continue
        found = part["files"]["wrong.wast"]
        assert (found["state"], found["failed"]) == ("ran", 5), contender.title
        assert found["passed"] >= 3, contender.title
