"""The page and its relatives: markup, escaping, the same bytes for the same data."""

import html.parser
import io
import json
import pathlib
import re
import xml.etree.ElementTree as xml

import rich.console

import conformance_samples as samples
import made_up
from conformance_report import compare, junit, model, page, summary, terminal

void = {"meta", "col", "br", "link", "hr", "input", "img"}


class Nesting(html.parser.HTMLParser):
    """Complains about tags that do not close in order; collects ids, links and tags."""

    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.tags = [], [], [], []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.tags.append((tag, values))
        if "id" in values:
            self.ids.append(values["id"])
        if values.get("href", "").startswith("#"):
            self.links.append(values["href"][1:])
        if tag not in void:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-3:]}"
        self.open.pop()


def read(text: str) -> Nesting:
    nesting = Nesting()
    nesting.feed(text)
    assert nesting.open == []
    return nesting


def made_up_scripts(folder, amount: int = 60) -> list[model.Script]:
    proposals = ("core", "threads", "custom-descriptors", "legacy")
    return [samples.script(folder, f"{index:03}.wast", proposals[index % 4]) for index in range(amount)]


def made_up_report(folder, flaws: bool) -> dict:
    scripts = made_up_scripts(folder)
    run = made_up.run(model.runnable(scripts, made_up.features), flaws)
    return model.build(
        run,
        scripts,
        features=made_up.features,
        suite=made_up.suite,
        finished="2026-01-31T12:00:00Z",
        seconds=3.2,
        contenders=made_up.contenders(scripts),
    )


def test_the_page_is_well_formed_and_its_links_lead_somewhere(tmp_path):
    before, after = made_up_report(tmp_path, False), made_up_report(tmp_path, True)
    assert after["failures"]
    for report, changes in ((before, None), (after, compare.changes(before, after))):
        nesting = read(page.render(report, changes))
        assert len(nesting.ids) == len(set(nesting.ids))
        assert set(nesting.links) <= set(nesting.ids)


def test_the_page_needs_nothing_but_itself(tmp_path):
    text = page.render(made_up_report(tmp_path, True))
    nesting = read(text)
    tags = {tag for tag, _ in nesting.tags}
    assert not tags & {"script", "link", "img", "iframe", "object"}
    assert not re.search(r"url\(|@import|https?://", text)


def test_tables_name_their_rows_and_columns(tmp_path):
    nesting = read(page.render(made_up_report(tmp_path, True)))
    headings = [attributes for tag, attributes in nesting.tags if tag == "th"]
    assert headings and all(attributes.get("scope") in ("row", "col", "colgroup") for attributes in headings)


def test_the_same_report_gives_the_same_bytes(tmp_path):
    report = made_up_report(tmp_path, True)
    again = json.loads(json.dumps(report))
    assert page.render(report) == page.render(again)
    assert junit.render(report) == junit.render(again)


def test_text_from_scripts_is_never_markup(tmp_path):
    script = samples.script(tmp_path)
    failure = samples.failure(line=4, got="<script>", wanted="&amp;", message="<b>bold</b>")
    text = page.render(samples.report([script], samples.file(script, outcome="failed", failures=(failure,))))
    for raw in ("<b>not markup</b>", "<script>", "<b>bold</b>"):
        assert raw not in text
    assert "&lt;b&gt;not markup&lt;/b&gt; &amp; no entity" in text
    assert "&amp;amp;" in text


def test_the_page_says_in_words_that_all_passed(tmp_path):
    script = samples.script(tmp_path)
    text = page.render(samples.report([script], samples.file(script)))
    assert "Every assertion passes" in text and "<span>100</span>" in text


def test_the_page_counts_an_assertion_once_however_many_variants_fail_it(tmp_path):
    script = samples.script(tmp_path)
    failures = (samples.failure(),)
    files = [samples.file(script, variant, "failed", failures) for variant in ("interp", "interp-loop")]
    text = page.render(samples.report([script], *files))
    assert "1 failing assertion in 1 file" in text
    assert "66.6" in text


def test_the_page_of_an_empty_run_does_not_claim_success(tmp_path):
    text = page.render(samples.report([samples.script(tmp_path)]))
    assert "Nothing was run" in text and "passes" not in re.sub(r"<style>.*</style>", "", text, flags=re.DOTALL)


def test_an_absent_engine_is_named_as_not_installed(tmp_path):
    assert "binaryen: not installed" in page.render(made_up_report(tmp_path, False))


def test_a_thousand_failures_still_make_a_page(tmp_path, monkeypatch):
    monkeypatch.setattr(page, "excerpts_max", 10)
    script = samples.script(tmp_path)
    failures = tuple(samples.failure(line=3, got=f"i32:{number}") for number in range(1000))
    text = page.render(samples.report([script], samples.file(script, outcome="failed", failures=failures)))
    assert text.count('class="failure"') == 1000
    assert text.count('class="source"') == 10


def test_bars_never_hide_a_failure():
    parts = page.bar(summary.Tally(total=100_000, passed=99_999, failed=1))
    assert [part["name"] for part in parts] == ["passed", "failed"]
    assert float(parts[1]["width"]) > 1
    assert abs(sum(float(part["width"]) for part in parts) - 100) < 0.1


def test_durations_read_at_a_glance():
    shown = [page.duration(value) for value in (0.01, 1.26, 99.94, 123.4, 1500, 61_000, 125_000)]
    assert shown == ["< 0.1 ms", "1.3 ms", "99.9 ms", "123 ms", "1.5 s", "61.0 s", "2 min 05 s"]


def test_junit_counts_files_failures_and_errors(tmp_path):
    scripts = [samples.script(tmp_path, name) for name in ("a.wast", "b.wast", "c.wast")]
    report = samples.report(
        scripts,
        samples.file(scripts[0]),
        samples.file(scripts[1], outcome="failed", failures=(samples.failure(message="bad \x00 byte"),)),
        samples.file(scripts[2], outcome="crashed", not_run=2),
    )
    (suite,) = xml.fromstring(junit.render(report))
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "1", "1")
    assert "b.wast:3:1" in suite.find("testcase[@name='b.wast']/failure").text


def shown(report: dict, changes: dict | None = None) -> str:
    console = rich.console.Console(file=io.StringIO(), width=140)
    terminal.Screen(console).show(report, changes, pathlib.Path("out/index.html"))
    return console.file.getvalue()


def test_the_terminal_shows_the_table_the_failures_and_a_verdict(tmp_path):
    report = made_up_report(tmp_path, True)
    text = shown(report, compare.changes(report, report))
    assert "not known" in text and "failed" in text and "0 new failures" in text
    assert report["failures"][0]["path"] in text
    clean = shown(made_up_report(tmp_path, False))
    assert "assertions passed" in clean and "fail" not in clean


def test_the_terminal_takes_square_brackets_as_text(tmp_path):
    script = samples.script(tmp_path)
    failure = samples.failure(message="expected [i32] [/red] but got [] [bold]")
    text = shown(samples.report([script], samples.file(script, outcome="failed", failures=(failure,))))
    assert "expected [i32] [/red] but got [] [bold]" in text
