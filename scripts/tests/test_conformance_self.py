"""The checker of the runner is itself checked: it must notice every way in which a runner can be too kind."""

import copy
import importlib.util
import json
import pathlib
import re
import stat
import sys

import pytest

folder = pathlib.Path(__file__).resolve().parents[2] / "spectest" / "self"
spec = importlib.util.spec_from_file_location("check", folder / "check.py")
check = importlib.util.module_from_spec(spec)
sys.modules["check"] = check
spec.loader.exec_module(check)

promise = check.Promise("failed", (), ((7, "assert_return"),), 3)
failure = {"line": 7, "column": 1, "command": "assert_return", "message": "", "got": "", "expected": ""}
right = {
    "files": [
        {
            "variant": "interp",
            "outcome": "failed",
            "assertions": {"total": 3, "passed": 2, "failed": 1, "not_run": 0},
            "failures": [failure],
        }
    ]
}


def test_a_right_answer_has_no_complaint():
    assert check.complaints(promise, 1, right) == []


def changed(**changes) -> dict:
    answer = copy.deepcopy(right)
    answer["files"][0].update(changes)
    return answer


@pytest.mark.parametrize(
    ("status", "answer", "complaint"),
    [
        (0, right, "exit status 0"),
        (1, None, "no answer"),
        (1, {"files": []}, "no variant"),
        (1, changed(outcome="passed"), "outcome passed"),
        (1, changed(failures=[]), "lines []"),
        (1, changed(failures=[failure, failure]), "lines [7, 7]"),
        (1, changed(failures=[failure | {"line": 8}]), "lines [8]"),
        (1, changed(failures=[failure | {"command": "assert_trap"}]), "assert_trap"),
        (1, changed(assertions={"total": 3, "passed": 1, "failed": 1, "not_run": 0}), "do not add up"),
        (1, changed(assertions={"total": 2, "passed": 1, "failed": 1, "not_run": 0}), "2 assertions, not 3"),
    ],
)
def test_every_wrong_answer_has_a_complaint(status, answer, complaint):
    assert any(complaint in text for text in check.complaints(promise, status, answer))


def test_an_unreadable_script_must_be_said_to_be_so_at_its_place():
    unreadable = check.Promise("unreadable", (), ((7, ""),), 0)
    counts = {"total": 0, "passed": 0, "failed": 0, "not_run": 0}
    answer = changed(outcome="unreadable", detail="unexpected token at 7:1", failures=[], assertions=counts)
    assert check.complaints(unreadable, 1, answer) == []
    answer["files"][0]["detail"] = "unexpected token at 17:1"
    assert check.complaints(unreadable, 1, answer) == ["interp: detail `unexpected token at 17:1`, not line 7"]


def test_each_variant_must_agree():
    answer = copy.deepcopy(right)
    answer["files"].append(changed(outcome="passed")["files"][0])
    assert check.complaints(promise, 1, answer)


scripts = sorted(folder.glob("*.wast"))


@pytest.mark.parametrize("script", scripts, ids=lambda script: script.stem)
def test_each_script_promises_failures_at_lines_where_a_command_begins(script):
    text = script.read_text("utf-8")
    said = check.promise_of(text)
    assert said.outcome in ("passed", "failed", "crashed", "timeout", "unreadable")
    assert bool(said.failures) == (said.outcome != "passed") or script.stem == "unreadable"
    lines = text.splitlines()
    for line, command in said.failures:
        assert re.match(rf"\s*\({command}", lines[line - 1]), lines[line - 1]


def test_there_are_scripts_for_every_outcome():
    outcomes = {check.promise_of(script.read_text("utf-8")).outcome for script in scripts}
    assert outcomes == {"passed", "failed", "crashed", "timeout", "unreadable"}


def pretend(path: pathlib.Path, answer: dict) -> list[str]:
    """A runner that says the same about every script."""
    path.write_text(
        f"#!{sys.executable}\nimport pathlib, sys\n"
        f"pathlib.Path(sys.argv[sys.argv.index('--json') + 1]).write_text({json.dumps(answer)!r})\n"
        "sys.exit(1 if '\"failed\": 1' in pathlib.Path(sys.argv[sys.argv.index('--json') + 1]).read_text() else 0)\n"
    )
    path.chmod(stat.S_IRWXU)
    return [str(path)]


def test_a_runner_that_finds_everything_fine_fails_the_check(tmp_path, capsys):
    kind = changed(outcome="passed", failures=[], assertions={"total": 99, "passed": 99, "failed": 0, "not_run": 0})
    assert check.main(pretend(tmp_path / "runner", kind)) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == f"1 passed, {len(scripts)} failed"  # and the folder
