"""The page: one self-contained HTML file, readable without scripts, the same bytes for the same report.

What the templates show is worked out here, as plain dictionaries; the templates hold markup only.
"""

from __future__ import annotations

import datetime
import pathlib
import re
from collections.abc import Mapping

import jinja2
import markupsafe

from . import summary

templates = pathlib.Path(__file__).parent / "templates"
slowest_max = 12
excerpts_max = 2000
failures_open_max = 25

outcome_words = {
    "passed": "passed",
    "failed": "failed",
    "crashed": "crashed",
    "timeout": "ran out of time",
    "unreadable": "could not be read",
}


def render(report: Mapping, changes: Mapping | None = None) -> str:
    """The whole page. `changes` is what `compare.changes` found against an earlier report."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(templates),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters.update(count=count, duration=duration, plural=plural)
    style = markupsafe.Markup((templates / "page.css").read_text("utf-8"))
    return environment.get_template("page.html").render(
        style=style,
        header=header(report),
        variants=summary.variants_run(report),
        idle=[variant for variant in report["variants"] if not variant["runs"]],
        contenders=contenders(report),
        rows=rows(report),
        totals=totals(report),
        comparison=comparison(report),
        failures=failures(report),
        stale=report["stale"],
        expected=[failure for failure in report["failures"] if failure["reason"]],
        groups=groups(report),
        slowest=slowest(report),
        changes=changes and changes_view(changes),
        report=report,
    )


def header(report: Mapping) -> dict:
    everything = summary.of_all(report)
    variants = summary.variants_run(report)
    scripts = [file for file in report["files"] if file["results"]]
    failing = [failing_in(file) for file in scripts]
    ok = bool(scripts) and not everything.failing and not report["stale"]
    return {
        "ok": ok,
        "percent": summary.percent(everything.passed, everything.judged),
        "tally": everything,
        "assertions": sum(summary.assertions_of(file) for file in scripts),
        "failing": sum(failing),
        "failing_files": sum(amount > 0 for amount in failing),
        "files": len(scripts),
        "proposals": sum(proposal["supported"] for proposal in report["proposals"]),
        "variants": len(variants),
        "finished": readable_time(report["finished"]),
        "bar": bar(everything),
    }


def bar(tally: summary.Tally) -> list[dict]:
    """The parts of a bar in per cent of its length. A part that exists is never narrower than the eye can see."""
    parts = [
        ("passed", tally.passed),
        ("expected", tally.expected),
        ("failed", tally.failed),
        ("unreached", max(tally.unreached, tally.failing - tally.failed)),
        ("not-run", tally.not_run),
    ]
    parts = [(name, amount) for name, amount in parts if amount]
    whole = sum(amount for _, amount in parts)
    widths = [max(100 * amount / whole, 1.5) for _, amount in parts]
    scale = 100 / sum(widths) if widths else 1
    return [{"name": name, "width": f"{width * scale:.2f}"} for (name, _), width in zip(parts, widths)]


def rows(report: Mapping) -> list[dict]:
    """The matrix: one row for each proposal, one cell for each variant."""
    variants = summary.variants_run(report)
    found = []
    for proposal in report["proposals"]:
        files = [file for file in report["files"] if file["proposal"] == proposal["name"]]
        cells = [cell(summary.of_proposal(report, proposal["name"], variant)) for variant in variants]
        found.append({**proposal, "assertions": sum(map(summary.assertions_of, files)), "cells": cells})
    return found


def totals(report: Mapping) -> dict:
    return {
        "files": sum(bool(file["results"]) for file in report["files"]),
        "assertions": sum(map(summary.assertions_of, report["files"])),
        "cells": [cell(summary.of_variant(report, variant)) for variant in summary.variants_run(report)],
    }


def comparison(report: Mapping) -> list[dict]:
    """Ours beside other engines: a row for each proposal that ours knows, and one for all of them (without a name)."""
    others = [contender for contender in report["contenders"] if contender["installed"]]
    found = []
    for proposal in [*report["proposals"], {"name": None, "title": "All of them", "supported": True}]:
        if not proposal["supported"]:
            continue
        name = proposal["name"]
        files = [file for file in report["files"] if name is None or file["proposal"] == name]
        ours = summary.tally(result for file in files for result in file["results"].values())
        shares = [share(ours.passed, ours.judged)]
        for contender in others:
            theirs = summary.of_contender(report, contender, name)
            shares.append({**share(theirs.passed, theirs.total), "unread": theirs.unread, "files": theirs.files})
        found.append({"name": name, "title": proposal["title"], "shares": shares})
    return found


def share(passed: int, total: int) -> dict:
    width = f"{100 * passed / total:.2f}" if total else "0"
    return {"total": total, "percent": summary.percent(passed, total), "width": width, "unread": 0, "files": 0}


def cell(tally: summary.Tally) -> dict:
    return {"state": tally.state, "tally": tally, "percent": summary.percent(tally.passed, tally.judged)}


def contenders(report: Mapping) -> dict:
    return {
        "installed": [contender for contender in report["contenders"] if contender["installed"]],
        "absent": [contender for contender in report["contenders"] if not contender["installed"]],
    }


def failures(report: Mapping) -> list[dict]:
    """Unexpected failures by file, with a budget of excerpts so that a broken build still gives a page one can open."""
    by_file: dict[str, list[dict]] = {}
    for number, failure in enumerate(failure for failure in report["failures"] if not failure["reason"]):
        shown = dict(failure) if number < excerpts_max else {**failure, "source": []}
        by_file.setdefault(failure["path"], []).append(shown)
    return [
        {"path": path, "anchor": anchor("fail", path), "failures": found, "open": len(found) <= failures_open_max}
        for path, found in by_file.items()
    ]


def groups(report: Mapping) -> list[dict]:
    """Every file with its bars, by proposal. Bars are as long as the square root of the file's assertions."""
    variants = summary.variants_run(report)
    longest = max((summary.assertions_of(file) for file in report["files"]), default=0) or 1
    found = []
    for proposal in report["proposals"]:
        files = []
        for file in report["files"]:
            if file["proposal"] != proposal["name"]:
                continue
            assertions = summary.assertions_of(file)
            files.append(
                {
                    "path": file["path"],
                    "name": pathlib.PurePosixPath(file["path"]).name,
                    "anchor": anchor("file", file["path"]),
                    "assertions": assertions,
                    "state": worst(file["results"]),
                    "failing": failing_in(file),
                    "length": f"{max(100 * (assertions / longest) ** 0.5, 1.5):.2f}",
                    "cells": [file_cell(file["results"].get(variant)) for variant in variants],
                    "milliseconds": max((result["milliseconds"] for result in file["results"].values()), default=0.0),
                    "tip": tip(file, assertions),
                }
            )
        failing = sum(file["failing"] for file in files)
        found.append({**proposal, "rows": files, "failing": failing, "anchor": anchor("proposal", proposal["name"])})
    return found


def file_cell(result: Mapping | None) -> dict | None:
    if result is None:
        return None
    tally = summary.tally([result])
    return {
        "result": result,
        "tally": tally,
        "bar": bar(tally),
        "state": worst({"": result}),
        "words": outcome_words[result["outcome"]],
    }


def worst(results: Mapping[str, Mapping]) -> str:
    """One word for a file over all its variants."""
    outcomes = {result["outcome"] for result in results.values()}
    for broken in ("crashed", "timeout", "unreadable"):
        if broken in outcomes:
            return "broken"
    together = summary.tally(results.values())
    if together.failing or "failed" in outcomes:
        return "failed"
    if together.expected:
        return "expected"
    return "passed" if together.passed or together.total == 0 and results else "not-run"


def failing_in(file: Mapping) -> int:
    """One assertion that fails in every variant is one thing to mend, so a file counts with its worst variant."""
    return max((summary.tally([result]).failing for result in file["results"].values()), default=0)


def tip(file: Mapping, assertions: int) -> str:
    if not file["results"]:
        return f"{file['path']}: not supported"
    failing = failing_in(file)
    return f"{file['path']}: {f'{count(failing)} failing' if failing else plural(assertions, 'assertion')}"


def slowest(report: Mapping) -> list[dict]:
    timed = [
        {"path": file["path"], "variant": variant, "milliseconds": result["milliseconds"], "anchor": anchor("file", file["path"])}
        for file in report["files"]
        for variant, result in file["results"].items()
    ]
    timed.sort(key=lambda entry: (-entry["milliseconds"], entry["path"], entry["variant"]))
    longest = timed[0]["milliseconds"] if timed and timed[0]["milliseconds"] else 1
    return [{**entry, "width": f"{100 * entry['milliseconds'] / longest:.2f}"} for entry in timed[:slowest_max]]


def changes_view(changes: Mapping) -> dict:
    return {**changes, "finished": readable_time(changes["finished"])}


def anchor(kind: str, name: str) -> str:
    return f"{kind}-{re.sub(r'[^A-Za-z0-9._-]+', '-', name)}"


def count(number: int) -> str:
    return f"{number:,}"


def plural(number: int, word: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def duration(milliseconds: float) -> str:
    """Three digits at most, so that columns of times read at a glance."""
    if milliseconds < 0.1:
        return "< 0.1 ms"
    if milliseconds < 100:
        return f"{milliseconds:.1f} ms"
    if milliseconds < 1000:
        return f"{milliseconds:.0f} ms"
    seconds = milliseconds / 1000
    return f"{seconds:.1f} s" if seconds < 100 else f"{int(seconds) // 60} min {int(seconds) % 60:02d} s"


def readable_time(moment: str) -> str:
    when = datetime.datetime.fromisoformat(moment.replace("Z", "+00:00")).astimezone(datetime.timezone.utc)
    return f"{when.day} {when:%B %Y}, {when:%H:%M} UTC"
