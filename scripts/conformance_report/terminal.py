"""What the terminal shows: progress while something runs, and the table at the end."""

from __future__ import annotations

import contextlib
import os
import pathlib
from collections.abc import Callable, Iterator, Mapping

import rich.box
import rich.console
import rich.markup
import rich.measure
import rich.progress
import rich.table
import rich.text

from . import page, summary

failures_max = 12


class Screen:
    """A console that draws progress only where a person watches, and plain lines elsewhere."""

    def __init__(self, console: rich.console.Console | None = None):
        self.console = console or rich.console.Console(highlight=False)

    def say(self, text: str) -> None:
        self.console.print(text, markup=False)

    def failed(self, text: str) -> None:
        self.console.print(rich.text.Text(text, style="red"), soft_wrap=True)

    @contextlib.contextmanager
    def waiting(self, title: str) -> Iterator[Callable[[str], None]]:
        """For work of unknown length: shows the last line that a program printed."""
        with self.bar(rich.progress.TextColumn("[dim]{task.fields[line]}", table_column=rich.table.Column(no_wrap=True))) as bar:
            task = bar.add_task(title, total=None, line="")
            yield lambda line: bar.update(task, line=rich.markup.escape(line))

    @contextlib.contextmanager
    def counting(self, title: str, total: int) -> Iterator[Callable[[str], None]]:
        """For work that finishes piece by piece: each call is one piece."""
        with self.bar(
            rich.progress.BarColumn(bar_width=30, complete_style="green", finished_style="green"),
            rich.progress.MofNCompleteColumn(),
            rich.progress.TimeElapsedColumn(),
            rich.progress.TextColumn("[dim]{task.fields[line]}", table_column=rich.table.Column(no_wrap=True)),
        ) as bar:
            task = bar.add_task(title, total=total, line="")
            yield lambda line: bar.update(task, advance=1, line=rich.markup.escape(line))

    def bar(self, *columns: rich.progress.ProgressColumn) -> rich.progress.Progress:
        return rich.progress.Progress(
            rich.progress.TextColumn("[bold]{task.description}"),
            *columns,
            console=self.console,
            transient=True,
            disable=not self.console.is_terminal,
        )

    def show(self, report: Mapping, changes: Mapping | None, written: pathlib.Path) -> None:
        self.whole(table(report))
        if any(contender["installed"] for contender in report["contenders"]):
            self.whole(comparison(report))
        for contender in report["contenders"]:
            if not contender["installed"]:
                self.console.print(f"[dim]{contender['title']}: not installed[/]")
        self.show_failures(report)
        if changes is not None:
            self.console.print(
                f"Against the earlier report: {page.plural(len(changes['new']), 'new failure')}, "
                f"{len(changes['fixed']):,} fixed, {page.plural(len(changes['counts']), 'file')} with other counts."
            )
        self.console.print(verdict(report))
        self.console.print(f"The report: {os.path.relpath(written)}", soft_wrap=True)

    def whole(self, shown: rich.table.Table) -> None:
        """Wider than the terminal rather than with words cut off."""
        narrow = self.console.width
        unbounded = self.console.options.update(max_width=1000)
        self.console.width = max(narrow, rich.measure.Measurement.get(self.console, unbounded, shown).maximum)
        self.console.print(shown)
        self.console.width = narrow

    def show_failures(self, report: Mapping) -> None:
        failures = [failure for failure in report["failures"] if not failure["reason"]]
        for failure in failures[:failures_max]:
            line = rich.text.Text.assemble(
                (f"{failure['path']}:{failure['line']}", "bold"),
                f" {failure['command']}: {failure['message']}",
                (f" [{', '.join(failure['variants'])}]", "dim"),
            )
            self.console.print(line, soft_wrap=True)
            if failure["got"] or failure["expected"]:
                values = f"    got {failure['got'] or 'nothing'}, expected {failure['expected'] or 'nothing'}"
                self.console.print(rich.text.Text(values, style="dim"), soft_wrap=True)
        if len(failures) > failures_max:
            self.console.print(f"[dim]… and {len(failures) - failures_max:,} more on the page[/]")
        for entry in report["stale"]:
            text = f"{entry['file']}:{entry['line']} is expected to fail, but passes ({entry['reason']})"
            self.console.print(rich.text.Text(text, style="yellow"), soft_wrap=True)


def table(report: Mapping) -> rich.table.Table:
    """How many assertions pass, or fail, by proposal and variant."""
    variants = summary.variants_run(report)
    shown = empty_table()
    shown.add_column("assertions passed", footer="all of them", no_wrap=True)
    for variant in variants:
        shown.add_column(variant, justify="right", footer=cell(summary.of_variant(report, variant)), no_wrap=True)
    for proposal in report["proposals"]:
        cells = [cell(summary.of_proposal(report, proposal["name"], variant)) for variant in variants]
        if not proposal["supported"]:
            cells = [rich.text.Text("not known", style="dim")] * len(variants)
        shown.add_row(proposal["title"], *cells)
    return shown


def comparison(report: Mapping) -> rich.table.Table:
    """What share of them other engines pass."""
    others = [contender for contender in report["contenders"] if contender["installed"]]
    shown = empty_table()
    shown.add_column("for comparison", footer="all of them", no_wrap=True)
    for contender in others:
        title = f"{contender['title']} {contender['version']}"
        shown.add_column(title, justify="right", footer=share(summary.of_contender(report, contender)), no_wrap=True)
    for proposal in report["proposals"]:
        if proposal["supported"]:
            shares = [share(summary.of_contender(report, contender, proposal["name"])) for contender in others]
            shown.add_row(proposal["title"], *shares)
    return shown


def empty_table() -> rich.table.Table:
    return rich.table.Table(box=rich.box.SIMPLE_HEAD, pad_edge=False, show_footer=True)


def cell(tally: summary.Tally) -> rich.text.Text:
    if tally.state == "none":
        return rich.text.Text("–", style="dim")
    if tally.state == "not-run":
        return rich.text.Text("not run", style="dim")
    if tally.failing:
        return rich.text.Text(f"{tally.failing:,} failed", style="red")
    return rich.text.Text(f"{tally.passed:,}", style="green")


def share(standing: summary.Standing) -> rich.text.Text:
    return rich.text.Text("–" if not standing.total else f"{summary.percent(standing.passed, standing.total)} %")


def verdict(report: Mapping) -> rich.text.Text:
    everything = summary.of_all(report)
    percent = summary.percent(everything.passed, everything.judged)
    seconds = page.duration(report["seconds"] * 1000)
    if not everything.files:
        return rich.text.Text("Nothing was run.", style="bold red")
    if everything.failing:
        text = f"{percent} %: {everything.failing:,} of {everything.judged:,} assertions failed, in {seconds}."
        return rich.text.Text(text, style="bold red")
    if report["stale"]:
        return rich.text.Text("Assertions that are expected to fail pass: shorten the list.", style="bold yellow")
    return rich.text.Text(f"All {everything.judged:,} assertions passed in {seconds}.", style="bold green")
