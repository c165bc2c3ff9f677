"""The report as data: what `spectest` measured, joined with the suite's shape, expectations and source lines.

`report.json` is this data and nothing else; the page, the table and the JUnit file are functions of it. Shape (format 1):

    {"format": 1, "finished": "2026-01-31T12:00:00Z", "seconds": 3.1,
     "engine": {"name", "build": {"compiler", "preset", "machine"}},
     "suite": {"found", "revision", "fingerprint"},
     "variants": [{"name", "runs", "reason"}],
     "proposals": [{"name", "title", "supported", "reason", "files"}],
     "files": [{"path", "proposal", "results": {variant: Result}}],
     "failures": [Failure],                          sorted by path, line, column
     "stale": [{"file", "line", "variant", "reason"}],   listed as expected, but passing
     "contenders": [{"name", "title", "version", "installed", "note", "files": {path: {"state", "passed", "failed", "unsupported"}}}]}

A Result is {"outcome", "detail", "milliseconds", "commands", "total", "passed", "failed", "expected", "unreached", "not_run"}:
`failed` are assertions that failed unexpectedly, `expected` those that are listed, `unreached` those after a crash or a
timeout (they count as failed), `not_run` those that a variant which only compiles does not execute (they count for nothing).
A Failure is {"path", "proposal", "line", "column", "command", "message", "got", "expected", "variants", "reason", "source"};
`reason` is empty unless it is an expected one, and `source` the lines around it as [{"line", "text"}].
"""

from __future__ import annotations

import dataclasses
import pathlib
import re
from collections.abc import Iterable, Mapping

from . import excerpt, expected

titles = {
    "core": "WebAssembly 3.0 core",
    "custom": "Custom sections",
    "legacy": "Legacy exceptions",
    "cases": "Our own cases",
}
always_supported = frozenset(titles)


@dataclasses.dataclass(frozen=True)
class Script:
    """A script to run: where it lies, its name in the report, its proposal."""

    path: pathlib.Path
    name: str
    proposal: str


def build(
    measured: Mapping,
    scripts: Iterable[Script],
    *,
    features: Iterable[Mapping] | None,
    expectations: Iterable[expected.Expectation] = (),
    suite: Mapping,
    finished: str,
    seconds: float,
    contenders: Iterable[Mapping] = (),
) -> dict:
    """The report of one run. `features` is the engine's list, or None where it cannot say: then every proposal counts as supported."""
    scripts = sorted(scripts, key=lambda script: (order(script.proposal), script.name))
    named = {str(script.path): script for script in scripts}
    unsupported = unsupported_proposals(scripts, features)
    expectations = list(expectations)
    results: dict[str, dict[str, dict]] = {script.name: {} for script in scripts}
    failures: dict[tuple, dict] = {}
    met: set[expected.Expectation] = set()
    for file in measured["files"]:
        script = named[file["file"]]
        listed = [expectation for expectation in expectations if expectation.file == script.name]
        results[script.name][file["variant"]] = result(file, script.name, listed, met)
        for failure in failures_of(file):
            reason = next((e.reason for e in listed if e.covers(script.name, failure["line"], file["variant"])), "")
            merge(failures, script, failure, file["variant"], reason)
    ran = {(name, variant) for name, variants in results.items() for variant in variants}
    return {
        "format": 1,
        "finished": finished,
        "seconds": round(seconds, 3),
        "engine": {"name": measured.get("engine", ""), "build": dict(measured.get("build", {}))},
        "suite": dict(suite),
        "variants": [dict(variant) for variant in measured["variants"]],
        "proposals": proposals(scripts, unsupported),
        "files": [
            {"path": script.name, "proposal": script.proposal, "results": dict(sorted(results[script.name].items()))}
            for script in scripts
        ],
        "failures": [
            {**failure, "source": excerpt.around(scripts_path(scripts, failure["path"]), failure["line"])}
            for _, failure in sorted(failures.items())
        ],
        "stale": [
            dataclasses.asdict(expectation)
            for expectation in expectations
            if expectation not in met and was_run(expectation, ran)
        ],
        "contenders": [dict(contender) for contender in contenders],
    }


def runnable(scripts: Iterable[Script], features: Iterable[Mapping] | None) -> list[Script]:
    """The scripts whose proposal the engine knows."""
    scripts = list(scripts)
    unsupported = unsupported_proposals(scripts, features)
    return [script for script in scripts if script.proposal not in unsupported]


def unsupported_proposals(scripts: Iterable[Script], features: Iterable[Mapping] | None) -> frozenset[str]:
    if features is None:
        return frozenset()
    known = {pathlib.PurePosixPath(feature.get("folder") or "").name for feature in features}
    return frozenset({script.proposal for script in scripts} - known - always_supported)


def order(proposal: str) -> tuple[int, str]:
    """Core first, then its two neighbours, then proposals by name, our own cases last."""
    places = {"core": 0, "custom": 1, "legacy": 2, "cases": 4}
    return places.get(proposal, 3), proposal


def proposals(scripts: list[Script], unsupported: frozenset[str]) -> list[dict]:
    names = sorted({script.proposal for script in scripts}, key=lambda name: (name in unsupported, order(name)))
    return [
        {
            "name": name,
            "title": titles.get(name, name.replace("-", " ").capitalize()),
            "supported": name not in unsupported,
            "reason": "the engine does not know this proposal" if name in unsupported else "",
            "files": sum(script.proposal == name for script in scripts),
        }
        for name in names
    ]


def result(file: Mapping, name: str, listed: list[expected.Expectation], met: set[expected.Expectation]) -> dict:
    """One file in one variant, its failures divided into expected and unexpected ones."""
    covered = 0
    for failure in file["failures"]:
        covering = [e for e in listed if e.covers(name, failure["line"], file["variant"])]
        met.update(covering)
        covered += bool(covering)
    assertions = file["assertions"]
    # A command that asserts nothing (a module that does not load, say) fails too, and must not go uncounted.
    failed = max(assertions["failed"], len(file["failures"]) if file["outcome"] == "failed" else 0)
    broke = file["outcome"] in ("crashed", "timeout", "unreadable")
    return {
        "outcome": outcome(file, covered),
        "detail": file.get("detail", ""),
        "milliseconds": round(file["milliseconds"], 3),
        "commands": file.get("commands", 0),
        "total": max(assertions["total"], assertions["passed"] + failed + assertions["not_run"]),
        "passed": assertions["passed"],
        "failed": max(failed - covered, 0),
        "expected": min(covered, failed),
        "unreached": assertions["not_run"] if broke else 0,
        "not_run": 0 if broke else assertions["not_run"],
    }


def outcome(file: Mapping, covered: int) -> str:
    """`passed` also where every failure is expected; what broke the worker stays what it was."""
    if file["outcome"] == "failed" and 0 < covered == len(file["failures"]):
        return "passed"
    return file["outcome"]


def failures_of(file: Mapping) -> list[Mapping]:
    """The failures of one file. One that broke has a failure in any case: at the place its detail names, else at none."""
    if file["failures"] or file["outcome"] in ("passed", "failed"):
        return list(file["failures"])
    detail = file.get("detail", "")
    named = re.search(r"\bat (\d+):(\d+)", detail)
    line, column = map(int, named.groups()) if named else (0, 0)
    return [{"line": line, "column": column, "command": file["outcome"], "message": detail, "got": "", "expected": ""}]


def merge(failures: dict[tuple, dict], script: Script, failure: Mapping, variant: str, reason: str) -> None:
    """The same failure in several variants is one entry that names them all."""
    key = (
        *order(script.proposal),
        script.name,
        failure["line"],
        failure["column"],
        failure["command"],
        failure["message"],
        failure.get("got", ""),
        failure.get("expected", ""),
        reason,
    )
    entry = failures.setdefault(
        key,
        {
            "path": script.name,
            "proposal": script.proposal,
            "line": failure["line"],
            "column": failure["column"],
            "command": failure["command"],
            "message": failure["message"],
            "got": failure.get("got", ""),
            "expected": failure.get("expected", ""),
            "variants": [],
            "reason": reason,
        },
    )
    if variant not in entry["variants"]:
        entry["variants"].append(variant)


def scripts_path(scripts: list[Script], name: str) -> pathlib.Path:
    return next(script.path for script in scripts if script.name == name)


def was_run(expectation: expected.Expectation, ran: set[tuple[str, str]]) -> bool:
    """An expectation of a file that this run left out says nothing."""
    return any(file == expectation.file and expectation.variant in ("", variant) for file, variant in ran)


def passed(report: Mapping) -> bool:
    """What the exit status says: nothing failed that was not expected, and nothing expected passed."""
    fine = all(is_fine(result) for file in report["files"] for result in file["results"].values())
    return fine and not report["stale"] and any(file["results"] for file in report["files"])


def is_fine(result: Mapping) -> bool:
    return result["outcome"] == "passed" and not result["failed"] and not result["unreached"]
