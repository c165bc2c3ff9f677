#!/usr/bin/env python3
"""Which lines of which room the unit tests and the official suite run; `scripts/line_coverage.py --help` says how to ask.

Builds the preset `coverage`, runs its programs with a profile for each, and adds the lines up by room. The floor of 95
percent holds for the rooms that read what strangers wrote.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import pathlib
import shutil
import subprocess
import sys

import layering

repository = pathlib.Path(__file__).resolve().parent.parent
build = repository / "build" / "coverage"

rooms_with_a_floor = frozenset({"binary", "text", "validate"})
floor_percent = 95.0


@dataclasses.dataclass
class Lines:
    """Lines that could be run, and those that were."""

    count: int = 0
    covered: int = 0

    @property
    def percent(self) -> float:
        return 100.0 * self.covered / self.count if self.count else 100.0


def by_room(export: dict, rooms: list[layering.Room], root: pathlib.Path = repository) -> dict[str, Lines]:
    """What `llvm-cov export` says about every file, added up; tests do not count as lines of their room."""
    names = {room.folder: room.name for room in rooms}
    sums: dict[str, Lines] = {}
    for file in export["data"][0]["files"]:
        path = pathlib.Path(file["filename"])
        path = path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()
        folder = layering.innermost(path, names)
        if folder is None or path.endswith("_test.cpp"):
            continue
        lines = sums.setdefault(names[folder], Lines())
        lines.count += file["summary"]["lines"]["count"]
        lines.covered += file["summary"]["lines"]["covered"]
    return sums


def below_the_floor(sums: dict[str, Lines]) -> list[str]:
    return sorted(room for room in rooms_with_a_floor if room in sums and sums[room].percent < floor_percent)


def run(command: list, **options) -> subprocess.CompletedProcess:
    return subprocess.run([str(word) for word in command], cwd=repository, check=True, **options)


def programs() -> list[pathlib.Path]:
    found = [path for folder in ("tests", "bin") for path in sorted((build / folder).glob("*"))]
    return [path for path in found if path.is_file() and os.access(path, os.X_OK)]


def measure(scripts: list[str]) -> dict:
    """Runs the unit tests, then spectest over the scripts, and asks llvm-cov."""
    profiles = build / "profiles"
    shutil.rmtree(profiles, ignore_errors=True)
    profiles.mkdir(parents=True)
    environment = {**os.environ, "LLVM_PROFILE_FILE": f"{profiles}/%m-%p.profraw"}
    run(["ctest", "--test-dir", build, "--output-on-failure", "-j", os.cpu_count() or 1], env=environment)
    if scripts:
        run([build / "bin" / "spectest", *scripts], env=environment, stdout=subprocess.DEVNULL)
    merged = build / "merged.profdata"
    run(["llvm-profdata-22", "merge", "-sparse", "-o", merged, *profiles.glob("*.profraw")])
    first, *rest = programs()
    objects = [word for program in rest for word in ("-object", program)]
    command = ["llvm-cov-22", "export", "-summary-only", f"-instr-profile={merged}", first, *objects]
    return json.loads(run(command, capture_output=True, text=True).stdout)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="scripts/line_coverage.py", description="Line coverage of every room.")
    parser.add_argument("--floor", action="store_true", help=f"fail where {floor_percent:g} percent are promised and not reached")
    parser.add_argument("scripts", nargs="*", metavar="FILE.wast", help="scripts to run besides the unit tests")
    options = parser.parse_args(arguments)
    run(["cmake", "--preset", "coverage"], stdout=subprocess.DEVNULL)
    run(["cmake", "--build", build])
    rooms = layering.read_record((build / "room_record.txt").read_text("utf-8"))
    sums = by_room(measure(options.scripts), rooms)
    for room, lines in sorted(sums.items()):
        print(f"{room:16} {lines.covered:6} of {lines.count:6} lines  {lines.percent:5.1f} %")
    below = below_the_floor(sums)
    if below:
        print(f"below {floor_percent:g} percent: {', '.join(below)}")
    return 1 if below and options.floor else 0


if __name__ == "__main__":
    sys.exit(main())
