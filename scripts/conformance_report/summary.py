"""Sums over a report: by proposal and variant, for the table in the terminal and the page alike."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping


@dataclasses.dataclass
class Tally:
    """Counts of assertions over some files. `milliseconds` adds up the files, whatever ran beside them."""

    files: int = 0
    total: int = 0
    passed: int = 0
    failed: int = 0
    expected: int = 0
    unreached: int = 0
    not_run: int = 0
    broken: int = 0
    milliseconds: float = 0.0

    def add(self, result: Mapping) -> None:
        self.files += 1
        self.broken += result["outcome"] in ("crashed", "timeout", "unreadable")
        self.milliseconds += result["milliseconds"]
        for name in ("total", "passed", "failed", "expected", "unreached", "not_run"):
            setattr(self, name, getattr(self, name) + result[name])

    def __iadd__(self, other: Tally) -> Tally:
        for field in dataclasses.fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))
        return self

    @property
    def failing(self) -> int:
        """Assertions that failed or were not reached. A file that broke without leaving any counts as one."""
        return max(self.failed + self.unreached, self.broken)

    @property
    def judged(self) -> int:
        """Assertions that a verdict is expected on: all but those that a compile-only variant does not execute."""
        return self.total - self.not_run

    @property
    def state(self) -> str:
        if not self.files:
            return "none"
        if self.failing:
            return "failed"
        return "passed" if self.judged else "not-run"


def tally(results: Iterable[Mapping]) -> Tally:
    sum_of = Tally()
    for result in results:
        sum_of.add(result)
    return sum_of


def of_proposal(report: Mapping, proposal: str, variant: str) -> Tally:
    return tally(
        file["results"][variant] for file in report["files"] if file["proposal"] == proposal and variant in file["results"]
    )


def of_variant(report: Mapping, variant: str) -> Tally:
    return tally(file["results"][variant] for file in report["files"] if variant in file["results"])


def of_all(report: Mapping) -> Tally:
    return tally(result for file in report["files"] for result in file["results"].values())


def variants_run(report: Mapping) -> list[str]:
    """The variants that have results, in the order that the engine lists them."""
    ran = {variant for file in report["files"] for variant in file["results"]}
    listed = [variant["name"] for variant in report["variants"] if variant["name"] in ran]
    return listed + sorted(ran - set(listed))


def assertions_of(file: Mapping) -> int:
    """How many assertions a script has: the most that any variant saw of it."""
    return max((result["total"] for result in file["results"].values()), default=0)


@dataclasses.dataclass
class Standing:
    """How another engine does on the files that ours ran, counted in our assertions: its share of each file times our count."""

    files: int = 0
    unread: int = 0
    total: int = 0
    passed: int = 0


def of_contender(report: Mapping, contender: Mapping, proposal: str | None = None) -> Standing:
    standing = Standing()
    for file in report["files"]:
        if not file["results"] or (proposal is not None and file["proposal"] != proposal):
            continue
        theirs = contender["files"].get(file["path"])
        if theirs is None:
            continue
        assertions = assertions_of(file)
        seen = theirs["passed"] + theirs["failed"] + theirs["unsupported"]
        if theirs["state"] == "ran" and not seen:
            continue  # nothing in it that could be asked of this engine
        standing.files += 1
        standing.total += assertions
        if theirs["state"] == "cannot read":
            standing.unread += 1
        elif seen:
            standing.passed += assertions * theirs["passed"] // seen
    return standing


def percent(part: int, whole: int) -> str:
    """Rounded towards failure: only a full count is 100, and only an empty one is 0."""
    if whole == 0:
        return "–"
    if part == whole:
        return "100"
    hundredths = min(part * 10000 // whole, 9999)
    if part and not hundredths:
        return "0.01"
    text = f"{hundredths / 100:.2f}" if hundredths >= 9900 else f"{hundredths // 10 / 10:.1f}"
    return "0" if text == "0.0" and part == 0 else text
