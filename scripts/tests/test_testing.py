"""scripts/test counts what its programs say, keeps to the budget and lets no failure pass."""

import argparse
import json

import pytest

from testing import __main__ as program
from testing import budget, commands, counts, steps
from testing.counts import Counts


@pytest.mark.parametrize("text, minutes", [("35", 35), ("35m", 35), ("1.5h", 90), ("90s", 1.5)])
def test_durations_are_read_as_people_write_them(text, minutes):
    assert budget.minutes(text) == minutes


@pytest.mark.parametrize("text", ["", "m", "-3", "3 days"])
def test_other_durations_are_refused(text):
    with pytest.raises(argparse.ArgumentTypeError):
        budget.minutes(text)


def test_a_step_that_would_exceed_the_budget_does_not_fit():
    assert budget.fits(5, 30, 35)
    assert not budget.fits(5.1, 30, 35)
    assert budget.fits(1000, 1000, None)


def test_a_skipped_test_has_not_passed(tmp_path):
    file = tmp_path / "pytest.xml"
    file.write_text('<testsuites><testsuite tests="5" failures="1" errors="0" skipped="1"/></testsuites>')
    assert counts.from_junit(file) == Counts(3, 2)


def ctest(tmp_path, status, googletest=None):
    (tmp_path / "ctest.xml").write_text(f'<testsuite><testcase name="wasm_test" status="{status}"/></testsuite>')
    if googletest:
        (tmp_path / "wasm_test.json").write_text(json.dumps(googletest))
    return counts.from_ctest(tmp_path / "ctest.xml", tmp_path)


def test_a_googletest_program_counts_by_its_tests(tmp_path):
    assert ctest(tmp_path, "run", {"tests": 7, "failures": 0}) == Counts(7, 0)


def test_failed_googletests_are_counted_once(tmp_path):
    assert ctest(tmp_path, "fail", {"tests": 7, "failures": 2}) == Counts(5, 2)


def test_a_program_that_crashed_is_a_failure(tmp_path):
    assert ctest(tmp_path, "fail") == Counts(0, 1)


def test_a_program_that_failed_after_its_tests_is_a_failure(tmp_path):
    assert ctest(tmp_path, "fail", {"tests": 7, "failures": 0}) == Counts(7, 1)


def spectest(**result):
    whole = {"outcome": "passed", "passed": 0, "failed": 0, "expected": 0, "unreached": 0} | result
    return counts.from_spectest({"files": [{"results": {"some": whole}}], "stale": []})


def test_assertions_are_counted():
    assert spectest(passed=3) == Counts(3, 0)
    assert spectest(outcome="failed", passed=3, failed=2) == Counts(3, 2)


def test_a_crash_fails_even_where_nothing_was_left_to_reach():
    assert spectest(outcome="crashed", passed=3) == Counts(3, 1)
    assert spectest(outcome="crashed", passed=3, unreached=4) == Counts(3, 4)


def quiet_log(monkeypatch, tmp_path, said):
    monkeypatch.setattr(commands, "logs", tmp_path)
    return commands.Log("some", said.append)


def test_a_command_that_fails_shows_its_output(monkeypatch, tmp_path):
    said = []
    log = quiet_log(monkeypatch, tmp_path, said)
    assert not log.run(["sh", "-c", "echo the reason; exit 3"], 60)
    assert "exit status 3" in said[0]
    assert said[-1].strip() == "the reason"


def test_a_command_that_takes_too_long_is_ended(monkeypatch, tmp_path):
    said = []
    assert not quiet_log(monkeypatch, tmp_path, said).run(["sleep", "60"], 0.1)
    assert "too slow" in said[0]


def test_steps_that_do_not_fit_are_left_out(monkeypatch):
    monkeypatch.setattr(program, "say", lambda text: None)
    made = [
        steps.Step("long", 50, "", lambda log, options: Counts(1, 0)),
        steps.Step("short", 1, "", lambda log, options: Counts(2, 1)),
    ]
    results = program.run(made, 35, steps.Options())
    assert list(results) == ["short"]
    assert results["short"][0] == Counts(2, 1)


def test_every_preset_that_a_step_builds_exists():
    presets = json.loads((commands.repository / "CMakePresets.json").read_text())["configurePresets"]
    names = {preset["name"] for preset in presets if not preset.get("hidden")}
    assert {"release", "gcc", "asan", "assert", "arm64", "wasi"} <= names & set(steps.by_name())
