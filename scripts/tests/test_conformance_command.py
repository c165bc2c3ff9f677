"""The command from end to end, with programs that only pretend to be ours."""

import io
import json
import pathlib
import stat
import sys

import pytest
import rich.console

from conformance_report import command, contenders, gather, programs, terminal

pretended = """#!{python}
import json, pathlib, sys
arguments = sys.argv[1:]
program = pathlib.Path(sys.argv[0]).name
if program == "assay":
    print(json.dumps([{{"name": "interp", "runs": True, "reason": ""}}] if arguments[0] == "variants" else []))
    sys.exit(0)
if {breaks}:
    print("no answer today", file=sys.stderr)
    sys.exit(3)
files = []
for path in arguments:
    if not path.endswith(".wast"):
        continue
    print("[1/2] interp", path, file=sys.stderr)
    print("something else about it", file=sys.stderr)
    total = pathlib.Path(path).read_text().count("(assert_")
    failures = [
        {{"line": number, "column": 1, "command": "assert_return", "message": "wrong result", "got": "i32:1", "expected": "i32:0"}}
        for number, line in enumerate(pathlib.Path(path).read_text().split("\\n"), 1) if "FAIL" in line
    ]
    files.append({{
        "file": path, "variant": "interp", "outcome": "failed" if failures else "passed", "detail": "", "milliseconds": 1.0,
        "commands": total + 1, "failures": failures,
        "assertions": {{"total": total, "passed": total - len(failures), "failed": len(failures), "not_run": 0}},
    }})
answer = {{
    "format": 1, "engine": "assay", "build": {{"compiler": "made up", "preset": "release", "machine": "x86_64"}},
    "variants": [{{"name": "interp", "runs": True, "reason": ""}}], "files": files,
}}
pathlib.Path(arguments[arguments.index("--json") + 1]).write_text(json.dumps(answer))
sys.exit(any(file["failures"] for file in files))
"""


@pytest.fixture
def workshop(tmp_path, monkeypatch):
    """A repository with pretended programs, an official suite, one own case, and a console to read."""
    root = tmp_path / "checkout"
    pretend(root / "build" / "release" / "bin")
    suite = tmp_path / "suite"
    (suite / "proposals" / "unheard-of").mkdir(parents=True)
    (suite / "good.wast").write_text('(module)\n(assert_return (invoke "f"))\n')
    (suite / "proposals" / "unheard-of" / "new.wast").write_text("(assert_return FAIL)\n")
    cases = root / "spectest" / "cases"
    cases.mkdir(parents=True)
    (cases / "own.wast").write_text('(assert_return (invoke "g"))\n')
    monkeypatch.setattr(command, "repository", root)
    monkeypatch.setattr(gather, "our_cases", cases)
    monkeypatch.setattr(gather, "generated", root / "generated")
    monkeypatch.setattr(gather.spectest_cases, "scripts", {"anew": lambda: "(module)\n"})
    screen = terminal.Screen(rich.console.Console(file=io.StringIO(), width=160))
    monkeypatch.setattr(terminal, "Screen", lambda: screen)

    class Workshop:
        out = tmp_path / "out"

        def run(self, *arguments: str, suite: pathlib.Path = suite) -> int:
            always = ["--no-build", "--no-contenders", "--suite", str(suite), "--out", str(self.out)]
            return command.main([*always, *arguments])

        def said(self) -> str:
            return screen.console.file.getvalue()

    Workshop.root, Workshop.suite = root, suite
    return Workshop()


def pretend(folder: pathlib.Path, breaks: bool = False) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("assay", "spectest"):
        (folder / name).write_text(pretended.format(python=sys.executable, breaks=breaks))
        (folder / name).chmod(stat.S_IRWXU)


def test_all_passing_writes_three_files_and_ends_well(workshop):
    assert workshop.run() == 0
    assert sorted(path.name for path in workshop.out.iterdir()) == ["index.html", "junit.xml", "report.json"]
    report = json.loads((workshop.out / "report.json").read_text("utf-8"))
    assert [file["path"] for file in report["files"]] == [
        "good.wast",
        "proposals/unheard-of/new.wast",
        "cases/generated/anew.wast",
        "cases/own.wast",
    ]
    assert report["files"][1]["results"] == {}
    assert "All 2 assertions passed" in workshop.said()


def test_a_failure_ends_badly_and_is_named(workshop):
    (workshop.suite / "good.wast").write_text('(module)\n(assert_return (invoke "f")) ;; FAIL\n')
    assert workshop.run() == 1
    assert "good.wast:2" in workshop.said()


def test_an_expected_failure_ends_well_and_a_stale_one_badly(workshop):
    (workshop.suite / "good.wast").write_text('(module)\n(assert_return (invoke "f")) ;; FAIL\n')
    expected = workshop.root / "spectest" / "expected"
    expected.mkdir()
    (expected / "core.txt").write_text("good.wast:2 made up\n")
    assert workshop.run() == 0
    (workshop.suite / "good.wast").write_text('(module)\n(assert_return (invoke "f"))\n')
    assert workshop.run() == 1


def test_an_earlier_report_shows_what_changed(workshop):
    assert workshop.run() == 0
    earlier = workshop.out / "earlier.json"
    (workshop.out / "report.json").rename(earlier)
    (workshop.suite / "good.wast").write_text('(module)\n(assert_return (invoke "f")) ;; FAIL\n')
    assert workshop.run("--against", str(earlier)) == 1
    assert "1 new failure, 0 fixed" in workshop.said()
    assert "1 new failure" in (workshop.out / "index.html").read_text("utf-8")


def test_without_a_report_to_compare_with_there_is_no_run(workshop):
    assert workshop.run("--against", str(workshop.out / "nothing.json")) == 2


@pytest.mark.parametrize("content", ["[]", "{}", '{"format": 1, "files": []}'])
def test_what_is_not_a_report_is_nothing_to_compare_with(workshop, tmp_path, content):
    (tmp_path / "other.json").write_text(content)
    assert workshop.run("--against", str(tmp_path / "other.json")) == 2
    assert "not a report" in workshop.said()


def test_a_place_that_takes_no_report_is_told_before_the_run(workshop):
    workshop.out.write_text("a file where the folder should be")
    assert workshop.run() == 2
    assert "no folder to write the report to" in workshop.said()
    assert "running" not in workshop.said()


def test_a_preset_that_is_not_built_is_no_run(workshop):
    assert workshop.run("--preset", "made-up") == 2
    assert "is this preset built?" in workshop.said()


def test_there_is_at_least_one_worker(workshop):
    with pytest.raises(SystemExit):
        workshop.run("--jobs", "0")
    assert not workshop.out.exists()


def test_a_runner_that_gives_no_answer_is_told_with_its_words(workshop):
    pretend(workshop.root / "build" / "release" / "bin", breaks=True)
    (workshop.root / "build" / "release" / "bin" / "assay").write_text(pretended.format(python=sys.executable, breaks=False))
    assert workshop.run() == 2
    assert "no answer today" in workshop.said()


def test_only_finished_files_are_progress(workshop, tmp_path):
    script = gather.Script(workshop.suite / "good.wast", "good.wast", "core")
    lines = []
    programs.Programs(workshop.root / "build" / "release").measure([script], tmp_path / "answer.json", progress=lines.append)
    assert lines == [f"[1/2] interp {script.path}"]


def test_a_suite_that_is_named_but_missing_is_an_error(workshop, tmp_path):
    assert workshop.run(suite=tmp_path / "nowhere") == 2


def test_a_suite_that_the_environment_names_but_is_missing_is_an_error(workshop, tmp_path, monkeypatch):
    monkeypatch.setenv(gather.official.environment_variable, str(tmp_path / "nowhere"))
    assert command.main(["--no-build", "--no-contenders", "--out", str(workshop.out)]) == 2


def test_without_a_suite_our_own_cases_are_run_and_that_is_said(workshop, monkeypatch):
    def missing(suite):
        raise gather.official.Missing("nowhere at all")

    monkeypatch.setattr(gather.official, "find", missing)
    assert command.main(["--no-build", "--no-contenders", "--out", str(workshop.out)]) == 0
    assert "nowhere at all" in workshop.said()
    assert "official suite was not found" in (workshop.out / "index.html").read_text("utf-8")


def test_contenders_stand_in_the_report(workshop, monkeypatch):
    judge = lambda prepared: contenders.answer("ran", 1)  # noqa: E731
    made_up = contenders.Contender("made-up", "Made up", "7", judge=judge)
    monkeypatch.setattr(contenders, "all_of", lambda repository, built: [made_up])
    arguments = ["--no-build", "--suite", str(workshop.suite), "--out", str(workshop.out)]
    assert command.main(arguments) == 0
    report = json.loads((workshop.out / "report.json").read_text("utf-8"))
    assert set(report["contenders"][0]["files"]) == {"good.wast", "cases/generated/anew.wast", "cases/own.wast"}
    assert "Made up" in (workshop.out / "index.html").read_text("utf-8")


def test_a_build_that_fails_is_told_with_its_last_lines(tmp_path):
    with pytest.raises(programs.Failed, match="cmake --preset release"):
        programs.build(tmp_path, "release")
