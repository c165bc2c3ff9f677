"""MADE UP: runs of `spectest` that never happened, for the tests of the report and for looking at the page.

The counts, times and failures here are invented. `run` invents a run over given scripts; with `flaws` it breaks some of them
in every way that a report must show. Same arguments, same run.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable

from conformance_report import model

assertion = re.compile(rb"\((assert_\w+)")

variants = [
    {"name": "interp", "runs": True, "reason": ""},
    {"name": "interp-loop", "runs": True, "reason": ""},
    {"name": "emit-arm64", "runs": False, "reason": "made up: this machine is not an arm64 one"},
]

features = [
    {"name": "threads", "folder": "threads", "default": True},
    {"name": "wide_arithmetic", "folder": "wide-arithmetic", "default": True},
    {"name": "custom_page_sizes", "folder": "custom-page-sizes", "default": True},
]

suite = {"found": "made up", "revision": "0000000 (2026-01-01)", "fingerprint": "0123456789abcdef"}

ways_to_fail = [
    ("assert_return", "wrong result", "i32:7", "i32:8"),
    ("assert_return", "wrong result", "f32:nan:0x200000", "f32:nan:canonical"),
    ("assert_trap", "wrong trap", "integer overflow", "integer divide by zero"),
    ("assert_trap", "no trap", "i64:-9223372036854775808", "out of bounds memory access"),
    ("assert_invalid", "the module was accepted", "", "type mismatch"),
    ("assert_malformed", "wrong message", "unexpected end", "length out of bounds"),
]


def number(*words: object) -> int:
    """A number that looks random and is always the same for the same words."""
    return zlib.crc32(" ".join(map(str, words)).encode())


def run(scripts: Iterable[model.Script], flaws: bool = False) -> dict:
    """What `spectest --json` could have written about these scripts."""
    scripts = list(scripts)
    return {
        "format": 1,
        "engine": "assay",
        "build": {"compiler": "made up 1.0", "preset": "release", "machine": "x86_64"},
        "variants": variants,
        "files": [
            file(script, variant["name"], flaws and number(script.name) % 23 == 0, index)
            for index, script in enumerate(scripts)
            for variant in variants
            if variant["runs"]
        ],
    }


def file(script: model.Script, variant: str, flawed: bool, index: int) -> dict:
    content = script.path.read_bytes()
    places = [(content.count(b"\n", 0, found.start()) + 1, found[1].decode()) for found in assertion.finditer(content)]
    total = len(places)
    made = {
        "file": str(script.path),
        "variant": variant,
        "outcome": "passed",
        "detail": "",
        "milliseconds": round(0.3 + len(content) / 9000 * (1 + number(script.name, variant) % 100 / 100), 3),
        "commands": total + 1,
        "assertions": {"total": total, "passed": total, "failed": 0, "not_run": 0},
        "failures": [],
    }
    if not flawed or total == 0:
        return made
    way = number(script.name) // 23 % 8
    if way == 0 and variant == "interp":
        return made
    if way in (1, 2):
        reached = total // 3
        made["outcome"] = "crashed" if way == 1 else "timeout"
        made["detail"] = "the worker ended by signal 11" if way == 1 else "no answer within 10 s"
        made["assertions"] = {"total": total, "passed": reached, "failed": 0, "not_run": total - reached}
        line, command = places[reached]
        made["failures"] = [
            {"line": line, "column": 1, "command": command, "message": made["detail"], "got": "", "expected": ""}
        ]
        return made
    failing = places[:: max(total // (2 + way), 1)][:40]
    made["outcome"] = "failed"
    made["assertions"] = {"total": total, "passed": total - len(failing), "failed": len(failing), "not_run": 0}
    for line, command in failing:
        kind, message, got, wanted = ways_to_fail[number(script.name, line) % len(ways_to_fail)]
        made["failures"].append(
            {"line": line, "column": 1, "command": command, "message": message, "got": got, "expected": wanted}
        )
    return made


def contenders(scripts: Iterable[model.Script]) -> list[dict]:
    """Three other engines: one reads nearly all, one stumbles often, one is absent."""
    scripts = list(scripts)

    def files(can_read: int, passes: int) -> dict:
        found = {}
        for script in scripts:
            if number(script.name, can_read) % 100 >= can_read:
                found[script.name] = {"state": "cannot read", "passed": 0, "failed": 0, "unsupported": 0}
            else:
                failed = 3 if number(script.name, passes) % 100 >= passes else 0
                found[script.name] = {"state": "ran", "passed": 50 - failed, "failed": failed, "unsupported": 0}
        return found

    return [
        {"name": "v8", "title": "V8", "version": "14.6", "installed": True, "note": "made up", "files": files(99, 95)},
        {"name": "wabt", "title": "wabt", "version": "1.0.32", "installed": True, "note": "", "files": files(60, 96)},
        {"name": "binaryen", "title": "binaryen", "version": "", "installed": False, "note": "no wasm-shell", "files": {}},
    ]
