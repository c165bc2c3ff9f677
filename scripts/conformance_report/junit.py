"""The report as JUnit's XML: a test suite for each variant and proposal, a test case for each file."""

from __future__ import annotations

import re
import xml.etree.ElementTree as xml
from collections.abc import Mapping

from . import summary
from .page import outcome_words

# XML 1.0 has no way to write most control characters.
unwritable = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(report: Mapping) -> str:
    root = xml.Element("testsuites", name="conformance")
    for variant in summary.variants_run(report):
        for proposal in report["proposals"]:
            add_suite(root, report, variant, proposal["name"])
    xml.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + xml.tostring(root, encoding="unicode") + "\n"


def add_suite(root: xml.Element, report: Mapping, variant: str, proposal: str) -> None:
    files = [file for file in report["files"] if file["proposal"] == proposal]
    ran = [(file["path"], file["results"][variant]) for file in files if variant in file["results"]]
    suite = xml.SubElement(root, "testsuite", name=f"{variant}.{proposal}")
    bad = {"failures": 0, "errors": 0}
    for path, result in ran:
        case = xml.SubElement(suite, "testcase", classname=f"{variant}.{proposal}", name=path)
        case.set("assertions", str(result["total"]))
        case.set("time", seconds(result["milliseconds"]))
        tally = summary.tally([result])
        if result["outcome"] == "passed" and not tally.failing:
            continue
        kind = "failure" if result["outcome"] == "failed" else "error"
        bad[kind + "s"] += 1
        detail = xml.SubElement(case, kind, type=result["outcome"])
        detail.set("message", writable(f"{outcome_words[result['outcome']]}: {tally.failing} of {result['total']} assertions"))
        detail.text = writable("\n".join(lines(report, path, variant)) or result["detail"])
    unsupported = [file for file in files if not file["results"]]
    for file in unsupported:
        case = xml.SubElement(suite, "testcase", classname=f"{variant}.{proposal}", name=file["path"])
        xml.SubElement(case, "skipped", message="the engine does not know this proposal")
    suite.set("tests", str(len(ran) + len(unsupported)))
    suite.set("skipped", str(len(unsupported)))
    for name, amount in bad.items():
        suite.set(name, str(amount))
    suite.set("time", seconds(sum(result["milliseconds"] for _, result in ran)))


def lines(report: Mapping, path: str, variant: str) -> list[str]:
    return [
        f"{path}:{failure['line']}:{failure['column']}: {failure['command']}: {failure['message']}"
        f" (got {failure['got'] or 'nothing'}, expected {failure['expected'] or 'nothing'})"
        for failure in report["failures"]
        if failure["path"] == path and variant in failure["variants"] and not failure["reason"]
    ]


def seconds(milliseconds: float) -> str:
    return f"{milliseconds / 1000:.6f}"


def writable(text: str) -> str:
    return unwritable.sub("\N{REPLACEMENT CHARACTER}", text)
