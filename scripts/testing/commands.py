"""Runs commands with their output in a log, and says now and then how far they are."""

from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence

repository = pathlib.Path(__file__).resolve().parent.parent.parent
logs = repository / "build" / "logs"

seconds_between_signs_of_life = 30.0
lines_of_a_failure = 60


class Log:
    """The log of one step, to which its commands append."""

    def __init__(self, step: str, say=print):
        logs.mkdir(parents=True, exist_ok=True)
        self.path = logs / f"{step}.log"
        self.path.write_text("")
        self.say = say

    def run(self, command: Sequence[str], seconds_max: float, environment: Mapping[str, str] | None = None) -> bool:
        """Whether the command exited with 0 in time. It gets no input, and its whole process group ends with it."""
        shown = " ".join(str(word) for word in command).replace(f"{repository}/", "")
        shown = shown if len(shown) < 100 else shown[:97] + "..."
        began = time.monotonic()
        with self.path.open("ab") as log:
            log.write(f"$ {shown}\n".encode())
            log.flush()
            begin = log.tell()
            process = subprocess.Popen(
                [str(word) for word in command],
                cwd=repository,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, **(environment or {})},
                start_new_session=True,
            )
            try:
                status = self.wait(process, shown, began, seconds_max)
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
        seconds = time.monotonic() - began
        if status == 0:
            self.say(f"  {shown} ({seconds:.1f} s)")
            return True
        self.say(f"  FAILED: {shown} ({f'exit status {status}' if status is not None else 'too slow'}, {seconds:.1f} s)")
        for line in self.tail(begin):
            self.say(f"    {line}")
        return False

    def wait(self, process: subprocess.Popen, shown: str, began: float, seconds_max: float) -> int | None:
        """The exit status, or None where the time is up."""
        end = began + seconds_max
        while (left := end - time.monotonic()) > seconds_between_signs_of_life:
            try:
                return process.wait(seconds_between_signs_of_life)
            except subprocess.TimeoutExpired:
                last = (self.tail(0) or [""])[-1]
                self.say(f"  ... {shown[:40]} ({time.monotonic() - began:.0f} s): {last[:100]}")
        try:
            return process.wait(max(left, 0))
        except subprocess.TimeoutExpired:
            return None

    def tail(self, begin: int) -> list[str]:
        with self.path.open("rb") as log:
            log.seek(begin)
            return log.read().decode("utf-8", "replace").splitlines()[-lines_of_a_failure:]

    def text(self) -> str:
        return self.path.read_text("utf-8", "replace")
