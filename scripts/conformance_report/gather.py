"""The scripts of a run: the official suite, our own cases, and cases too large to keep, which are written anew."""

from __future__ import annotations

import pathlib
from collections.abc import Callable

import spectest_cases
import suite as official

from .model import Script

our_cases = official.repository / "spectest" / "cases"
generated = official.repository / "build" / "cases"


def scripts(suite: str | None, say: Callable[[str], None] = lambda line: None) -> tuple[list[Script], dict]:
    """All scripts, and what the report says about the suite. Without a suite, says so and gives our own cases alone.

    A suite that is named outright but is not there is an error (`suite.NamedButMissing`), not a reason to run less.
    """
    own = cases()
    try:
        found = official.find(suite)
    except official.NamedButMissing:
        raise
    except official.Missing as tried:
        say(f"The official suite was not found, so our own cases alone are run. Tried:\n{tried}")
        return own, {"found": "", "revision": "", "fingerprint": ""}
    theirs = [Script(script.path, script.name, script.proposal) for script in found.scripts()]
    return theirs + own, {"found": found.found, "revision": found.revision(), "fingerprint": found.fingerprint()}


def cases() -> list[Script]:
    """Our own cases, those that are written anew among them."""
    kept = sorted(our_cases.glob("*.wast"))
    anew = spectest_cases.write_all(generated)
    return [Script(path, f"cases/{path.name}", "cases") for path in kept] + [
        Script(path, f"cases/generated/{path.name}", "cases") for path in anew
    ]
