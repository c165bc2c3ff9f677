"""The lines around a failing assertion, as the report shows them."""

from __future__ import annotations

import functools
import pathlib

lines_before = 2
lines_after = 3
width_max = 160


@functools.lru_cache(maxsize=8)
def lines_of(path: pathlib.Path) -> tuple[str, ...]:
    # Scripts hold arbitrary bytes in strings and comments, and only a line feed counts as the end of a line.
    try:
        return tuple(path.read_bytes().decode("utf-8", "replace").split("\n"))
    except OSError:
        return ()


def around(path: pathlib.Path, line: int) -> list[dict]:
    """The line and its neighbours as [{"line", "text"}]; nothing where the script has no such line."""
    lines = lines_of(path)
    if not 1 <= line <= len(lines):
        return []
    first = max(1, line - lines_before)
    last = min(len(lines), line + lines_after)
    shown = [{"line": number, "text": shorten(lines[number - 1])} for number in range(first, last + 1)]
    while shown[-1]["line"] > line and not shown[-1]["text"].strip():
        shown.pop()
    while shown[0]["line"] < line and not shown[0]["text"].strip():
        shown.pop(0)
    return shown


def shorten(text: str) -> str:
    text = text.expandtabs(4).rstrip("\r ")
    printable = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
    return printable if len(printable) <= width_max else printable[: width_max - 1] + "\N{HORIZONTAL ELLIPSIS}"
