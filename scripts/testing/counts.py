"""How many tests passed and failed, read from what the test programs wrote."""

from __future__ import annotations

import dataclasses
import json
import pathlib
import xml.etree.ElementTree


@dataclasses.dataclass(frozen=True)
class Counts:
    passed: int = 0
    failed: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.passed + other.passed, self.failed + other.failed)

    @property
    def total(self) -> int:
        return self.passed + self.failed


def of_one(passed: bool) -> Counts:
    """A check that has no parts counts as one test."""
    return Counts(1, 0) if passed else Counts(0, 1)


def from_junit(file: pathlib.Path) -> Counts:
    """What pytest counted. A test that was skipped did not pass."""
    counts = Counts()
    for suite in xml.etree.ElementTree.parse(file).getroot().iter("testsuite"):
        tests = int(suite.get("tests", 0))
        bad = sum(int(suite.get(word, 0)) for word in ("failures", "errors", "skipped"))
        counts += Counts(tests - bad, bad)
    return counts


def from_ctest(junit: pathlib.Path, googletest: pathlib.Path) -> Counts:
    """What ctest ran, each GoogleTest program counted by the tests in it.

    `googletest` has one NAME.json for each program that came to its end; one that failed without saying which of its
    tests did has crashed, and counts as one more failure.
    """
    counts = Counts()
    for case in xml.etree.ElementTree.parse(junit).getroot().iter("testcase"):
        passed = case.get("status") == "run"
        said = googletest / f"{case.get('name')}.json"
        inner = from_googletest(said) if said.is_file() else None
        if inner is None:
            counts += of_one(passed)
        else:
            counts += inner if passed or inner.failed else inner + Counts(0, 1)
    return counts


def from_googletest(file: pathlib.Path) -> Counts:
    report = json.loads(file.read_text("utf-8"))
    failed = report["failures"] + report.get("errors", 0)
    return Counts(report["tests"] - failed, failed)


def from_spectest(report: dict) -> Counts:
    """The assertions of a conformance report; a file that broke fails in what it did not reach, at least once."""
    counts = Counts()
    for file in report["files"]:
        for result in file["results"].values():
            failed = result["failed"] + result["unreached"]
            if result["outcome"] != "passed":
                failed = max(failed, 1)
            counts += Counts(result["passed"] + result["expected"], failed)
    return counts + Counts(0, len(report["stale"]))
