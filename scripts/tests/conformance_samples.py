"""Small made-up scripts and runs, spelled out where a test needs to see each number."""

from __future__ import annotations

import pathlib

from conformance_report import model

script_text = """(module (func (export "f") (result i32) (i32.const 7)))
(assert_return (invoke "f") (i32.const 7))
(assert_return (invoke "f") (i32.const 8))
;; <b>not markup</b> & no entity
(assert_trap (invoke "f") "unreachable")
"""

suite = {"found": "made up", "revision": "", "fingerprint": "f00d"}


def script(folder: pathlib.Path, name: str = "a.wast", proposal: str = "core") -> model.Script:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(script_text)
    return model.Script(path, name, proposal)


def failure(line: int = 3, got: str = "i32:7", wanted: str = "i32:8", message: str = "wrong result") -> dict:
    return {"line": line, "column": 1, "command": "assert_return", "message": message, "got": got, "expected": wanted}


def file(script: model.Script, variant: str = "interp", outcome: str = "passed", failures: tuple = (), **more) -> dict:
    failed = len(failures) if outcome == "failed" else 0
    unreached = more.pop("not_run", 0)
    return {
        "file": str(script.path),
        "variant": variant,
        "outcome": outcome,
        "detail": more.pop("detail", ""),
        "milliseconds": more.pop("milliseconds", 1.5),
        "commands": 4,
        "assertions": {"total": 3, "passed": 3 - failed - unreached, "failed": failed, "not_run": unreached},
        "failures": list(failures),
    }


def measured(*files: dict) -> dict:
    names = list(dict.fromkeys(entry["variant"] for entry in files))
    return {
        "format": 1,
        "engine": "assay",
        "build": {"compiler": "made up", "preset": "release", "machine": "x86_64"},
        "variants": [{"name": name, "runs": True, "reason": ""} for name in names],
        "files": list(files),
    }


def report(scripts: list[model.Script], *files: dict, **more) -> dict:
    facts = {"features": None, "suite": suite, "finished": "2026-01-31T12:00:00Z", "seconds": 1.0} | more
    return model.build(measured(*files), scripts, **facts)
