"""The official suite and our own cases in every variant of one build, counted by assertion."""

from __future__ import annotations

import json
import pathlib
import sys

from . import counts
from .commands import Log, repository
from .counts import Counts

# What the programs that run the suite are called in the build.
targets = ("assay", "spectest")

# One script may take this long under a sanitizer or an emulator.
script_seconds_max = 300

failures_shown_max = 20


def has_runner() -> bool:
    """Whether the build makes a spectest at all."""
    return (repository / "spectest" / "main.cpp").is_file()


def run(log: Log, folder: pathlib.Path, suite: str | None) -> Counts:
    """Runs the build in `folder` as scripts/conformance does, without a comparison; its report stays in the folder."""
    if not has_runner():
        log.say("  no spectest target")
        return Counts()
    out = folder / "conformance"
    answer = out / "report.json"
    answer.unlink(missing_ok=True)
    command = [sys.executable, "-m", "conformance_report", "--no-build", "--no-contenders", "--preset", folder.name]
    command += ["--out", out, "--timeout", script_seconds_max]
    if suite is not None:
        command += ["--suite", suite]
    passed = log.run(command, 3600)
    if not answer.is_file():
        return counts.of_one(False)
    report = json.loads(answer.read_text("utf-8"))
    for failure in [failure for failure in report["failures"] if not failure["reason"]][:failures_shown_max]:
        log.say(f"    {failure['path']}:{failure['line']}: {failure['command']}: {failure['message']}")
    found = counts.from_spectest(report)
    return found if passed or found.failed else found + counts.of_one(False)
