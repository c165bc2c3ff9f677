"""What changed between two reports: new failures, fixed ones, and files whose counts differ."""

from __future__ import annotations

from collections.abc import Mapping


def changes(before: Mapping, after: Mapping) -> dict:
    """{"new", "fixed": failures with one variant each; "counts": [{"path", "variant", "before", "after"}]; "same_suite"}.

    A failure counts as new or fixed only where both runs ran that file in that variant; files and variants that only one
    of them has show up among the counts.
    """
    old, new = by_place(before), by_place(after)
    still_failing = by_place(after, expected=True).keys()
    old_runs, new_runs = runs(before), runs(after)
    both = old_runs.keys() & new_runs.keys()
    return {
        "new": [new[key] for key in sorted(new.keys() - old.keys()) if key[:2] in both],
        "fixed": [old[key] for key in sorted(old.keys() - still_failing) if key[:2] in both],
        "counts": [
            {"path": key[0], "variant": key[1], "before": old_runs.get(key), "after": new_runs.get(key)}
            for key in sorted(old_runs.keys() | new_runs.keys())
            if old_runs.get(key) != new_runs.get(key)
        ],
        "same_suite": before["suite"].get("fingerprint") == after["suite"].get("fingerprint"),
        "finished": before["finished"],
    }


def by_place(report: Mapping, expected: bool = False) -> dict[tuple, dict]:
    """Failures by where they are; with those that are expected, if so asked."""
    return {
        (failure["path"], variant, failure["line"], failure["column"], failure["command"]): {**failure, "variants": [variant]}
        for failure in report["failures"]
        if expected or not failure["reason"]
        for variant in failure["variants"]
    }


def runs(report: Mapping) -> dict[tuple[str, str], dict]:
    return {
        (file["path"], variant): {key: result[key] for key in ("outcome", "total", "passed")}
        for file in report["files"]
        for variant, result in file["results"].items()
    }
