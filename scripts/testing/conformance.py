"""The official suite in every variant of one build, counted by assertion."""

from __future__ import annotations

import datetime
import json
import pathlib

import suite as official
from conformance_report import expected, model

from . import counts
from .commands import Log, repository
from .counts import Counts

our_cases = repository / "spectest" / "cases"


def has_runner() -> bool:
    """Whether the build makes a spectest at all."""
    return (repository / "spectest" / "main.cpp").is_file()


def run(log: Log, folder: pathlib.Path, suite: str | None) -> Counts:
    if not has_runner():
        log.say("  no spectest target")
        return Counts()
    scripts, found = all_scripts(log, suite)
    if not scripts:
        return counts.of_one(False)
    measured = folder / "spectest.json"
    measured.unlink(missing_ok=True)
    command = [*emulator(folder), folder / "bin" / "spectest", "--json", measured, *(script.path for script in scripts)]
    finished = log.run(command, 3600)
    if not measured.is_file():
        return counts.of_one(False)
    report = model.build(
        json.loads(measured.read_text("utf-8")),
        scripts,
        features=None,
        expectations=[],
        suite={"found": found, "revision": "", "fingerprint": ""},
        finished=datetime.datetime.now(datetime.timezone.utc).isoformat(),
        seconds=0,
    )
    total = counts.from_spectest(report)
    for failure in report["failures"][:20]:
        log.say(f"  {failure['path']}:{failure['line']}: {failure['command']}: {failure['message']}")
    return total if finished or total.failed else total + counts.of_one(False)


def all_scripts(log: Log, suite: str | None) -> tuple[list[model.Script], str]:
    """The official scripts and our own, and where the official ones were found."""
    cases = [model.Script(path, f"cases/{path.name}", "cases") for path in sorted(our_cases.glob("*.wast"))]
    try:
        found = official.find(suite)
    except official.Missing as tried:
        log.say("  the official suite was not found, so our own cases alone are run:")
        for line in str(tried).splitlines():
            log.say(f"    {line}")
        return cases, "not found"
    scripts = [model.Script(script.path, script.name, script.proposal) for script in found.scripts()]
    return scripts + cases, found.found


def emulator(folder: pathlib.Path) -> list[str]:
    """What runs the programs of a cross build: CMake writes it beside them."""
    return (folder / "emulator.txt").read_text("utf-8").split()
