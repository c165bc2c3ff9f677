"""The programs of a build: makes them, asks them what they know, and runs the suite with them."""

from __future__ import annotations

import collections
import json
import os
import pathlib
import re
import subprocess
from collections.abc import Callable, Iterable

from . import model

Progress = Callable[[str], None]

lines_shown_max = 40

# What spectest prints when a file is done; failures are told on lines of their own.
finished_file = re.compile(r"\[\d+/\d+\] ")


class Failed(Exception):
    """A program did not do what it is there for; the text is for people."""


class Programs:
    """`assay` and `spectest` of one preset, with the emulator that a cross build names."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        emulator = folder / "emulator.txt"
        self.prefix = emulator.read_text("utf-8").split() if emulator.is_file() else []

    def command(self, name: str, *arguments: object) -> list[str]:
        return [*self.prefix, str(self.folder / "bin" / name), *map(str, arguments)]

    def features(self) -> list[dict]:
        return self.ask("features")

    def variants(self) -> list[dict]:
        return self.ask("variants")

    def ask(self, topic: str) -> list[dict]:
        command = self.command("assay", topic, "--json")
        try:
            asked = subprocess.run(command, capture_output=True, text=True)
        except OSError as reason:
            raise Failed(f"{command[0]}: {reason.strerror}; is this preset built?") from reason
        if asked.returncode != 0:
            raise Failed(f"`assay {topic} --json` failed:\n{asked.stderr.strip()}")
        return json.loads(asked.stdout)

    def measure(
        self,
        scripts: Iterable[model.Script],
        answer: pathlib.Path,
        *,
        variants: Iterable[str] = (),
        jobs: int | None = None,
        timeout: float | None = None,
        progress: Progress = lambda line: None,
    ) -> dict:
        """One `spectest` process over all scripts, its answer kept in the file `answer`. `progress` gets a line for each finished file."""
        arguments: list[object] = []
        for variant in variants:
            arguments += ["--variant", variant]
        arguments += ["--json", answer, "--jobs", jobs or os.cpu_count() or 1]
        if timeout is not None:
            arguments += ["--timeout", f"{timeout:g}"]
        answer.parent.mkdir(parents=True, exist_ok=True)
        answer.unlink(missing_ok=True)
        command = self.command("spectest", *arguments, *(script.path for script in scripts))
        status, last = follow(command, lambda line: progress(line) if finished_file.match(line) else None)
        if status not in (0, 1) or not answer.is_file():
            raise Failed(f"spectest ended with status {status} and no answer:\n" + "\n".join(last))
        return json.loads(answer.read_text("utf-8"))


def build(repository: pathlib.Path, preset: str, progress: Progress = lambda line: None) -> Programs:
    """Configures and builds the two programs of a preset; quick where nothing changed."""
    folder = repository / "build" / preset
    for command in (
        ["cmake", "--preset", preset],
        ["cmake", "--build", str(folder), "--target", "assay", "spectest"],
    ):
        status, last = follow(command, progress, cwd=repository)
        if status != 0:
            raise Failed(f"`{' '.join(command)}` failed:\n" + "\n".join(last))
    return Programs(folder)


def follow(command: list[str], progress: Progress, cwd: pathlib.Path | None = None) -> tuple[int, list[str]]:
    """Runs a program, hands on each line as it comes, and gives its status and its last lines."""
    last: collections.deque[str] = collections.deque(maxlen=lines_shown_max)
    with subprocess.Popen(
        command,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            line = line.rstrip()
            if line:
                last.append(line)
                progress(line)
    return process.returncode, list(last)
