"""Expected failures: `spectest/expected/<proposal>.txt`, one assertion a line.

    br.wast:12 a reason in words
    proposals/threads/atomic.wast:40 @interp-loop only where code runs in the looping dispatch

A listed assertion may fail. One that is listed and passes is an error, so that the list can only shrink.
"""

from __future__ import annotations

import dataclasses
import pathlib
import re

line_form = re.compile(r"(?P<file>\S+\.wast):(?P<line>\d+)(?:\s+@(?P<variant>\S+))?\s+(?P<reason>\S.*)")


@dataclasses.dataclass(frozen=True, order=True)
class Expectation:
    """One assertion that may fail, in one variant or (an empty name) in all."""

    file: str
    line: int
    variant: str
    reason: str

    def covers(self, file: str, line: int, variant: str) -> bool:
        return self.file == file and self.line == line and self.variant in ("", variant)


class Malformed(Exception):
    """A line of a list that does not have the form above."""


def read(folder: pathlib.Path) -> list[Expectation]:
    """Every expectation of every list in the folder, sorted. No folder means that nothing is expected to fail."""
    found = []
    for path in sorted(folder.glob("*.txt")):
        for number, text in enumerate(path.read_text("utf-8").splitlines(), 1):
            text = text.strip()
            if not text or text.startswith("#"):
                continue
            said = line_form.fullmatch(text)
            if said is None:
                raise Malformed(f"{path.name}:{number}: expected `file.wast:line reason`, found `{text}`")
            found.append(Expectation(said["file"], int(said["line"]), said["variant"] or "", said["reason"]))
    return sorted(found)
