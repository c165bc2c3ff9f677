#!/usr/bin/env python3
"""Checks the runner with scripts that it must fail: `check.py RUNNER` runs each script beside this file.

A script's first lines say what must come out:

    ;; outcome: failed                  passed, failed, crashed, timeout or unreadable
    ;; options: --timeout 1             more options for the runner
    ;; fails: 7 assert_return           a failure at this line, by this command (left out where a script is unreadable)

The failures must be exactly those, so that neither a failing assertion nor a crash nor a hang hides the rest, and every
assertion must be accounted for. An unreadable script has no failures; its detail must name the place. Prints a line for each script that went otherwise, and `N passed, N failed` at the end.
"""

from __future__ import annotations

import dataclasses
import json
import pathlib
import re
import subprocess
import sys
import tempfile

folder = pathlib.Path(__file__).resolve().parent
headline = re.compile(r";; (outcome|options|fails): (.*)")
assertion = re.compile(r"^[^;\"]*?\((assert_\w+)", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class Promise:
    """What a script says about itself. A failure is (line, command), the command empty where it does not matter."""

    outcome: str
    options: tuple[str, ...]
    failures: tuple[tuple[int, str], ...]
    assertions: int


def promise_of(text: str) -> Promise:
    said: dict[str, list[str]] = {"outcome": [], "options": [], "fails": []}
    for line in text.splitlines():
        found = headline.fullmatch(line)
        if found is None:
            break
        said[found[1]].append(found[2])
    (outcome,) = said["outcome"]
    failures = tuple((int(words[0]), words[1] if len(words) > 1 else "") for words in map(str.split, said["fails"]))
    return Promise(outcome, tuple(" ".join(said["options"]).split()), failures, len(assertion.findall(text)))


def complaints(promise: Promise, status: int, answer: dict | None) -> list[str]:
    """How the runner's answer differs from the promise; nothing where it does not. With several variants, each must agree."""
    wanted_status = 0 if promise.outcome == "passed" else 1
    found = []
    if status != wanted_status:
        found.append(f"exit status {status}, not {wanted_status}")
    if answer is None:
        return found + ["no answer"]
    if not answer["files"]:
        found.append("ran in no variant")
    for file in answer["files"]:
        found += [f"{file['variant']}: {complaint}" for complaint in complaints_of_file(promise, file)]
    return found


def complaints_of_file(promise: Promise, file: dict) -> list[str]:
    found = []
    if file["outcome"] != promise.outcome:
        found.append(f"outcome {file['outcome']}, not {promise.outcome}")
    failures = sorted((failure["line"], failure["command"]) for failure in file["failures"])
    if promise.outcome == "unreadable":
        found += [f"detail `{file.get('detail', '')}`, not line {line}" for line, _ in promise.failures if f" {line}:" not in file.get("detail", "")]
    else:
        shown = [line for line, _ in failures]
        if shown != sorted(line for line, _ in promise.failures):
            found.append(f"failures at lines {shown}, not {sorted(line for line, _ in promise.failures)}")
        elif any(wanted and got != wanted for (_, got), (_, wanted) in zip(failures, sorted(promise.failures))):
            found.append(f"failures {failures}, not {sorted(promise.failures)}")
    counts = file["assertions"]
    if counts["passed"] + counts["failed"] + counts["not_run"] != counts["total"]:
        found.append(f"assertions do not add up: {counts}")
    if promise.outcome != "unreadable" and counts["total"] < promise.assertions:
        found.append(f"{counts['total']} assertions, not {promise.assertions}")
    return found


def run(runner: list[str], script: pathlib.Path) -> list[str]:
    promise = promise_of(script.read_text("utf-8"))
    with tempfile.TemporaryDirectory(prefix="self-") as place:
        answer = pathlib.Path(place) / "answer.json"
        command = [*runner, "--self", "--quiet", "--json", str(answer), *promise.options, str(script)]
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
        except subprocess.TimeoutExpired:
            return ["the runner itself hangs"]
        text = answer.read_text("utf-8") if answer.is_file() else ""
        return complaints(promise, done.returncode, json.loads(text) if text else None)


def run_a_folder(runner: list[str]) -> list[str]:
    """A folder in the place of a script, which opens but cannot be read, is no script that passes."""
    with tempfile.TemporaryDirectory(prefix="self-", suffix=".wast") as place:
        done = subprocess.run([*runner, place], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    return [] if done.returncode == 1 and "unreadable" in done.stderr else [f"exit status {done.returncode}: {done.stderr}"]


def main(runner: list[str]) -> int:
    scripts = sorted(folder.glob("*.wast"))
    answers = {script.name: run(runner, script) for script in scripts}
    answers["a folder"] = run_a_folder(runner)
    for name, found in answers.items():
        for complaint in found:
            print(f"{name}: {complaint}")
    failed = sum(bool(found) for found in answers.values())
    print(f"{len(answers) - failed} passed, {failed} failed")
    return 1 if failed or not scripts else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
