"""Which steps still fit into the minutes that are left."""

from __future__ import annotations

import argparse
import re


def minutes(text: str) -> float:
    """A duration as people write it: 35, 35m, 1.5h, 90s."""
    units = {"": 1.0, "m": 1.0, "h": 60.0, "s": 1 / 60}
    said = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([mhs]?)", text.strip())
    if not said:
        raise argparse.ArgumentTypeError(f"{text!r} is not a duration such as 35m")
    return float(said[1]) * units[said[2]]


def fits(estimate: float, elapsed: float, budget: float | None) -> bool:
    """Whether a step that takes about `estimate` minutes ends in time. A later, shorter step may fit where this does not."""
    return budget is None or elapsed + estimate <= budget


def as_text(value: float) -> str:
    """Minutes for people: 0:07, 12:30."""
    seconds = round(value * 60)
    return f"{seconds // 60}:{seconds % 60:02}"
