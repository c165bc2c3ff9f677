#!/usr/bin/env python3
"""Holds every source to what its room() line in CMakeLists.txt allows it to include.

usage: scripts/layering.py RECORD    where CMake wrote RECORD: build/<preset>/room_record.txt

The record has one line for each room: `name | folder | USES | TEST_USES`. There is no list of exceptions: a room that
needs another says so in CMakeLists.txt, where the floors are drawn.
"""

from __future__ import annotations

import dataclasses
import pathlib
import re
import sys
from collections.abc import Iterable, Iterator

repository = pathlib.Path(__file__).resolve().parent.parent

source_suffixes = frozenset({".hpp", ".cpp", ".def"})
include = re.compile(r'^\s*#\s*include\s*(?P<mark>[<"])(?P<path>[^>"]+)[>"]')

# Headers of the system that only some rooms of the engine may lean on; tests may use them all.
rooms_with_system_headers = frozenset({"platform", "cli"})
system_headers = frozenset({"thread", "mutex", "condition_variable", "future", "filesystem", "iostream", "fstream"})


@dataclasses.dataclass(frozen=True)
class Room:
    name: str
    folder: str
    uses: frozenset[str]
    test_uses: frozenset[str]

    def allows(self, other: str, is_test: bool) -> bool:
        return other == self.name or other in self.uses or (is_test and other in self.test_uses)


@dataclasses.dataclass(frozen=True)
class Finding:
    """An include that is not allowed, and why."""

    path: str
    line: int
    why: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.why}"


def read_record(text: str) -> list[Room]:
    rooms = []
    for line in text.splitlines():
        name, folder, uses, test_uses = (field.strip() for field in line.split("|"))
        rooms.append(Room(name, folder, frozenset(uses.split()), frozenset(test_uses.split())))
    return rooms


def innermost(path: str, names: Iterable[str]) -> str | None:
    """The longest of the names that is a folder the path lies in."""
    return max((name for name in names if path.startswith(name + "/")), key=len, default=None)


def check_source(path: str, text: str, room: Room, room_names: frozenset[str]) -> Iterator[Finding]:
    is_test = path.endswith("_test.cpp")
    for number, line in enumerate(text.splitlines(), start=1):
        found = include.match(line)
        if not found:
            continue
        target = found["path"]
        other = innermost(target, room_names)
        if other is not None:
            if not room.allows(other, is_test):
                yield Finding(path, number, f'"{target}": room {room.name} does not use {other}')
        elif found["mark"] == '"':
            yield Finding(path, number, f'"{target}" is not a path that begins with a room')
        elif target in system_headers and room.folder.startswith("engine/") and not is_test:
            if room.name not in rooms_with_system_headers:
                yield Finding(path, number, f"<{target}> belongs to the rooms {', '.join(sorted(rooms_with_system_headers))}")


def check(root: pathlib.Path, rooms: list[Room]) -> tuple[int, list[Finding]]:
    """How many sources were read, and what is wrong with them."""
    by_folder = {room.folder: room for room in rooms}
    names = frozenset(room.name for room in rooms)
    findings: list[Finding] = []
    count = 0
    for top in sorted({room.folder.split("/")[0] for room in rooms}):
        for source in sorted((root / top).rglob("*")):
            if source.suffix not in source_suffixes:
                continue
            path = source.relative_to(root).as_posix()
            count += 1
            folder = innermost(path, by_folder)
            if folder is None:
                findings.append(Finding(path, 1, "lies in no room"))
                continue
            findings.extend(check_source(path, source.read_text("utf-8"), by_folder[folder], names))
    return count, findings


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    rooms = read_record(pathlib.Path(arguments[0]).read_text("utf-8"))
    count, findings = check(repository, rooms)
    for finding in findings:
        print(finding)
    print(f"{count} sources in {len(rooms)} rooms, {len(findings)} includes that the floors do not allow")
    return 1 if findings or not count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
