"""scripts/test: runs the steps that fit into the budget and says what they found."""

from __future__ import annotations

import argparse
import sys
import time

import rich.box
import rich.console
import rich.table

from . import budget, steps
from .commands import Log
from .counts import Counts

console = rich.console.Console(highlight=False)


def say(text: str) -> None:
    console.print(text, markup=False, soft_wrap=True)
    sys.stdout.flush()


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="scripts/test", description="Builds and runs every test.")
    made.add_argument("--budget", type=budget.minutes, metavar="MINUTES", help="run only the steps that fit: 35, 35m, 1.5h")
    made.add_argument("--only", nargs="+", choices=sorted(steps.by_name()), metavar="STEP", help="run these steps")
    made.add_argument("--suite", metavar="DIR", help="where the official suite is")
    made.add_argument("--list", action="store_true", help="name the steps and what each takes, then stop")
    return made


def run(chosen: list[steps.Step], limit: float | None, options: steps.Options) -> dict[str, tuple[Counts, float]]:
    """What each step that was run counted, and its minutes."""
    results: dict[str, tuple[Counts, float]] = {}
    began = time.monotonic()
    for step in chosen:
        before = (time.monotonic() - began) / 60
        if not budget.fits(step.minutes, before, limit):
            say(f"{step.name}: not run, {budget.as_text(before)} of the budget are used and it takes about {step.minutes:g} minutes")
            continue
        say(f"{step.name}: {step.title} (about {step.minutes:g} min)")
        found = step.run(Log(step.name, say), options)
        minutes = (time.monotonic() - began) / 60 - before
        results[step.name] = (found, minutes)
        say(f"{step.name}: {found.passed} passed, {found.failed} failed in {budget.as_text(minutes)}\n")
    return results


def summary(chosen: list[steps.Step], results: dict[str, tuple[Counts, float]]) -> rich.table.Table:
    table = rich.table.Table(box=rich.box.SIMPLE_HEAD)
    table.add_column("step")
    for column in ("passed", "failed", "minutes"):
        table.add_column(column, justify="right")
    for step in chosen:
        if step.name in results:
            found, minutes = results[step.name]
            style = "red" if found.failed else None
            table.add_row(step.name, f"{found.passed}", f"{found.failed}", budget.as_text(minutes), style=style)
        else:
            table.add_row(step.name, "not run", "", "", style="dim")
    return table


def main() -> int:
    arguments = parser().parse_args()
    chosen = [step for step in steps.steps if not arguments.only or step.name in arguments.only]
    if arguments.list:
        for step in chosen:
            say(f"{step.name:8} {step.minutes:4g} min  {step.title}")
        return 0
    results = run(chosen, arguments.budget, steps.Options(suite=arguments.suite))
    console.print(summary(chosen, results))
    missing = [step.name for step in chosen if step.name not in results]
    if missing:
        say(f"not run, for want of time: {', '.join(missing)}")
    total = sum((found for found, _ in results.values()), Counts())
    say(f"{total.passed} passed, {total.failed} failed")
    return 1 if total.failed or not total.total else 0


if __name__ == "__main__":
    sys.exit(main())
