"""`scripts/conformance`: builds, runs the suite and our own cases in every variant, and writes the report."""

from __future__ import annotations

import argparse
import datetime
import json
import pathlib
import sys
import time
from collections.abc import Mapping

import suite as official

from . import compare, contenders, expected, gather, junit, model, page, programs, terminal

repository = official.repository


def parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts/conformance",
        description="Build, run the official suite and our own cases in every variant, and write the report.",
        epilog="Exit status: 0 if all passed, 1 if an assertion failed, 2 if there was no run to report on.",
    )
    parser.add_argument("--suite", metavar="DIR", help="the official suite, if it is not where scripts/suite.py looks")
    parser.add_argument("--variant", metavar="NAME", action="append", default=[], help="only this variant (may be repeated)")
    parser.add_argument("--out", metavar="DIR", type=pathlib.Path, help="where the report goes (default: build/conformance)")
    parser.add_argument("--against", metavar="REPORT", type=pathlib.Path, help="an earlier report.json: show what changed")
    parser.add_argument("--preset", default="release", help="which build to run (default: release)")
    parser.add_argument("--jobs", metavar="N", type=workers, help="worker processes (default: one for each processor)")
    parser.add_argument("--timeout", metavar="SECONDS", type=float, help="time for one script (default: spectest's own)")
    parser.add_argument("--no-contenders", action="store_true", help="do not compare with other engines")
    parser.add_argument("--no-build", action="store_true", help="run what is built already")
    return parser.parse_args(arguments)


def workers(word: str) -> int:
    number = int(word)
    if number < 1:
        raise ValueError
    return number


def main(arguments: list[str] | None = None) -> int:
    options = parse(arguments)
    screen = terminal.Screen()
    out = options.out or repository / "build" / "conformance"
    try:
        make_folder(out)  # before the run, so that a wrong name costs nothing
        before = read_report(options.against) if options.against else None
        report = run(options, screen)
    except (programs.Failed, official.Missing, expected.Malformed) as reason:
        screen.failed(str(reason))
        return 2
    changes = compare.changes(before, report) if before else None
    write(report, out, changes)
    screen.show(report, changes, out / "index.html")
    return 0 if model.passed(report) else 1


def run(options: argparse.Namespace, screen: terminal.Screen) -> dict:
    if options.no_build:
        built = programs.Programs(repository / "build" / options.preset)
    else:
        with screen.waiting("building") as progress:
            built = programs.build(repository, options.preset, progress)
    scripts, suite = gather.scripts(options.suite, screen.say)
    features = built.features()
    expectations = expected.read(repository / "spectest" / "expected")
    to_run = model.runnable(scripts, features)
    variants = options.variant or [variant["name"] for variant in built.variants() if variant["runs"]]
    finished = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    began = time.monotonic()
    with screen.counting("running", len(to_run) * len(variants)) as progress:
        measured = built.measure(
            to_run,
            built.folder / "conformance.json",
            variants=options.variant,
            jobs=options.jobs,
            timeout=options.timeout,
            progress=progress,
        )
    seconds = time.monotonic() - began
    others = [] if options.no_contenders else compete(built, to_run, screen)
    return model.build(
        measured,
        scripts,
        features=features,
        expectations=expectations,
        suite=suite,
        finished=finished,
        seconds=seconds,
        contenders=others,
    )


def compete(built: programs.Programs, scripts: list[model.Script], screen: terminal.Screen) -> list[dict]:
    """Every other engine over the same scripts; answers of earlier runs are kept."""
    found = []
    for contender in contenders.all_of(repository, built):
        with screen.counting(f"comparing with {contender.title}", len(scripts)) as progress:
            found.append(contenders.run(contender, scripts, repository / "build" / "contenders" / "cache", progress))
    return found


def read_report(path: pathlib.Path) -> dict:
    try:
        report = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as reason:
        raise programs.Failed(f"{path}: no report to compare with ({reason})") from reason
    if not isinstance(report, dict) or report.get("format") != 1 or not {"finished", "suite", "files", "failures"} <= report.keys():
        raise programs.Failed(f"{path}: not a report of this command, or one of another format")
    return report


def make_folder(path: pathlib.Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as reason:
        raise programs.Failed(f"{path}: no folder to write the report to ({reason.strerror})") from reason


def write(report: Mapping, out: pathlib.Path, changes: Mapping | None = None) -> None:
    """The three files. Each is a function of the report (and of what changed) alone."""
    (out / "report.json").write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", "utf-8")
    (out / "junit.xml").write_text(junit.render(report), "utf-8")
    (out / "index.html").write_text(page.render(report, changes), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
