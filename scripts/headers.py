#!/usr/bin/env python3
"""Checks that every header compiles alone, so that no file depends on what was included before it."""

from __future__ import annotations

import concurrent.futures
import os
import pathlib
import subprocess
import sys

repository = pathlib.Path(__file__).resolve().parent.parent

tops = ("engine", "spectest", "differential", "fuzz")
command = ("clang++-22", "-std=c++23", "-march=x86-64-v2", "-fsyntax-only", "-Iengine", "-I.", "-x", "c++", os.devnull)


def headers(root: pathlib.Path) -> list[str]:
    found = [path for top in tops for path in (root / top).rglob("*.hpp")]
    return sorted(path.relative_to(root).as_posix() for path in found)


def complaint(root: pathlib.Path, header: str) -> str:
    """What the compiler says about a file with this header alone; empty where it is content."""
    done = subprocess.run([*command, "-include", header], cwd=root, capture_output=True, text=True)
    return done.stderr if done.returncode else ""


def check(root: pathlib.Path) -> tuple[int, dict[str, str]]:
    """How many headers there are, and the complaints about some of them."""
    names = headers(root)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        said = workers.map(lambda name: complaint(root, name), names)
    return len(names), {name: text for name, text in zip(names, said, strict=True) if text}


def main() -> int:
    count, complaints = check(repository)
    for name, text in complaints.items():
        print(f"{name} does not compile alone:\n{text}")
    print(f"{count} headers, {len(complaints)} that do not compile alone")
    return 1 if complaints or not count else 0


if __name__ == "__main__":
    sys.exit(main())
