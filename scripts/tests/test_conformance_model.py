"""The report as data: results, expectations, failures, changes, sums."""

import json

import pytest

import conformance_samples as samples
from conformance_report import compare, excerpt, expected, model, summary


def test_a_run_in_which_all_passed_passes(tmp_path):
    script = samples.script(tmp_path)
    report = samples.report([script], samples.file(script))
    assert model.passed(report)
    assert report["files"][0]["results"]["interp"]["passed"] == 3


def test_a_run_of_nothing_does_not_pass(tmp_path):
    assert not model.passed(samples.report([samples.script(tmp_path)]))


def test_a_failure_carries_its_source_and_fails_the_run(tmp_path):
    script = samples.script(tmp_path)
    report = samples.report([script], samples.file(script, outcome="failed", failures=(samples.failure(),)))
    assert not model.passed(report)
    (failure,) = report["failures"]
    assert [line["line"] for line in failure["source"]] == [1, 2, 3, 4, 5]
    assert failure["source"][2]["text"] == '(assert_return (invoke "f") (i32.const 8))'


def test_the_same_failure_in_two_variants_is_one_entry(tmp_path):
    script = samples.script(tmp_path)
    failures = (samples.failure(),)
    report = samples.report(
        [script],
        samples.file(script, "interp", "failed", failures),
        samples.file(script, "interp-loop", "failed", failures),
    )
    assert [failure["variants"] for failure in report["failures"]] == [["interp", "interp-loop"]]


@pytest.mark.parametrize("outcome", ["crashed", "timeout", "unreadable"])
def test_a_file_that_broke_fails_with_what_it_did_not_reach(tmp_path, outcome):
    script = samples.script(tmp_path)
    report = samples.report([script], samples.file(script, outcome=outcome, detail="made up", not_run=2))
    tally = summary.of_all(report)
    assert (tally.passed, tally.unreached, tally.not_run, tally.failing) == (1, 2, 0, 2)
    assert report["failures"][0]["command"] == outcome
    assert not model.passed(report)


def test_an_unreadable_file_fails_at_the_place_that_its_detail_names(tmp_path):
    script = samples.script(tmp_path)
    report = samples.report([script], samples.file(script, outcome="unreadable", detail="unknown operator at 3:7: nonsense"))
    assert [(failure["line"], failure["column"]) for failure in report["failures"]] == [(3, 7)]
    assert report["failures"][0]["source"]


def test_a_file_that_broke_without_assertions_still_fails(tmp_path):
    script = samples.script(tmp_path)
    broken = samples.file(script, outcome="unreadable")
    broken["assertions"] = {"total": 0, "passed": 0, "failed": 0, "not_run": 0}
    report = samples.report([script], broken)
    assert summary.of_all(report).failing == 1
    assert not model.passed(report)


def test_a_command_that_asserts_nothing_but_fails_is_counted(tmp_path):
    script = samples.script(tmp_path)
    file = samples.file(script, outcome="failed", failures=(samples.failure(),))
    file["assertions"] = {"total": 3, "passed": 3, "failed": 0, "not_run": 0}
    report = samples.report([script], file)
    tally = summary.of_all(report)
    assert (tally.total, tally.passed, tally.failing) == (4, 3, 1)
    assert not model.passed(report)


def test_what_a_compile_only_variant_leaves_out_counts_for_nothing(tmp_path):
    script = samples.script(tmp_path)
    report = samples.report([script], samples.file(script, not_run=2))
    tally = summary.of_all(report)
    assert (tally.not_run, tally.judged, tally.failing) == (2, 1, 0)
    assert model.passed(report)


def expectation(line: int = 3, variant: str = "") -> expected.Expectation:
    return expected.Expectation("a.wast", line, variant, "made up")


def test_an_expected_failure_does_not_fail_the_run(tmp_path):
    script = samples.script(tmp_path)
    file = samples.file(script, outcome="failed", failures=(samples.failure(),))
    report = samples.report([script], file, expectations=[expectation()])
    assert model.passed(report)
    assert report["failures"][0]["reason"] == "made up"
    assert report["files"][0]["results"]["interp"]["expected"] == 1
    assert report["files"][0]["results"]["interp"]["failed"] == 0


def test_another_failure_beside_an_expected_one_fails_the_run(tmp_path):
    script = samples.script(tmp_path)
    file = samples.file(script, outcome="failed", failures=(samples.failure(3), samples.failure(5)))
    assert not model.passed(samples.report([script], file, expectations=[expectation()]))


def test_an_expected_failure_of_one_variant_is_none_of_another(tmp_path):
    script = samples.script(tmp_path)
    file = samples.file(script, "interp", "failed", (samples.failure(),))
    report = samples.report([script], file, expectations=[expectation(variant="interp-loop")])
    assert not model.passed(report)


def test_listed_but_passing_fails_the_run(tmp_path):
    script = samples.script(tmp_path)
    report = samples.report([script], samples.file(script), expectations=[expectation()])
    assert report["stale"][0]["line"] == 3
    assert not model.passed(report)


def test_an_expectation_about_a_file_that_was_not_run_says_nothing(tmp_path):
    scripts = [samples.script(tmp_path), samples.script(tmp_path, "b.wast")]
    report = samples.report(scripts, samples.file(scripts[1]), expectations=[expectation()])
    assert model.passed(report)


def test_lists_of_expected_failures_are_read(tmp_path):
    (tmp_path / "core.txt").write_text("# why\n\na.wast:3 one reason\nb.wast:12 @interp another reason\n")
    assert expected.read(tmp_path) == [
        expected.Expectation("a.wast", 3, "", "one reason"),
        expected.Expectation("b.wast", 12, "interp", "another reason"),
    ]
    assert expected.read(tmp_path / "nowhere") == []


@pytest.mark.parametrize("line", ["a.wast:3", "a.wast reason", "3 reason", "a.wast:x reason"])
def test_a_malformed_expectation_is_refused_with_its_place(tmp_path, line):
    (tmp_path / "core.txt").write_text(f"# comment\n{line}\n")
    with pytest.raises(expected.Malformed, match="core.txt:2"):
        expected.read(tmp_path)


def test_an_unknown_proposal_has_a_row_and_is_not_run(tmp_path):
    scripts = [samples.script(tmp_path), samples.script(tmp_path, "proposals/new/b.wast", "new")]
    features = [{"name": "threads", "folder": "proposals/threads", "default": True}]
    assert model.runnable(scripts, features) == scripts[:1]
    report = samples.report(scripts, samples.file(scripts[0]), features=features)
    assert [(row["name"], row["supported"]) for row in report["proposals"]] == [("core", True), ("new", False)]
    assert model.passed(report)


def test_a_known_proposal_is_run_whether_its_folder_is_given_long_or_short(tmp_path):
    script = samples.script(tmp_path, "proposals/threads/b.wast", "threads")
    for folder in ("threads", "proposals/threads"):
        assert model.runnable([script], [{"name": "x", "folder": folder}]) == [script]


def test_core_comes_first_and_our_own_cases_last(tmp_path):
    scripts = [samples.script(tmp_path, f"{name}.wast", name) for name in ("cases", "threads", "legacy", "core", "custom", "gc")]
    rows = samples.report(scripts, *map(samples.file, scripts))["proposals"]
    assert [row["name"] for row in rows] == ["core", "custom", "legacy", "gc", "threads", "cases"]


def test_the_report_holds_no_path_of_this_machine(tmp_path):
    script = samples.script(tmp_path)
    report = samples.report([script], samples.file(script, outcome="failed", failures=(samples.failure(),)))
    assert str(tmp_path) not in json.dumps(report)


def test_an_excerpt_shows_the_line_its_neighbours_and_no_more(tmp_path):
    path = tmp_path / "long.wast"
    path.write_bytes(b"\n".join(b"line %d" % number for number in range(1, 100)) + b"\n\xff\x01" + b"x" * 500)
    assert [line["line"] for line in excerpt.around(path, 50)] == [48, 49, 50, 51, 52, 53]
    assert [line["line"] for line in excerpt.around(path, 1)] == [1, 2, 3, 4]
    assert excerpt.around(path, 0) == excerpt.around(path, 1000) == []
    shown = excerpt.around(path, 100)[-1]["text"]
    assert len(shown) == excerpt.width_max and shown.startswith("\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}x")


def test_changes_tell_new_failures_from_fixed_ones(tmp_path):
    script = samples.script(tmp_path)
    before = samples.report([script], samples.file(script, outcome="failed", failures=(samples.failure(3),)))
    after = samples.report([script], samples.file(script, outcome="failed", failures=(samples.failure(5),)))
    changes = compare.changes(before, after)
    assert [failure["line"] for failure in changes["new"]] == [5]
    assert [failure["line"] for failure in changes["fixed"]] == [3]
    assert changes["counts"] == []


def test_a_failure_that_is_now_expected_is_not_fixed(tmp_path):
    script = samples.script(tmp_path)
    file = samples.file(script, outcome="failed", failures=(samples.failure(3),))
    before = samples.report([script], file)
    after = samples.report([script], file, expectations=[expectation(3)])
    changes = compare.changes(before, after)
    assert (changes["new"], changes["fixed"]) == ([], [])


def test_a_report_does_not_differ_from_itself(tmp_path):
    script = samples.script(tmp_path)
    report = samples.report([script], samples.file(script, outcome="failed", failures=(samples.failure(),)))
    changes = compare.changes(report, json.loads(json.dumps(report)))
    assert (changes["new"], changes["fixed"], changes["counts"], changes["same_suite"]) == ([], [], [], True)


def test_a_file_that_only_one_run_has_is_a_changed_count_and_not_a_new_failure(tmp_path):
    scripts = [samples.script(tmp_path), samples.script(tmp_path, "b.wast")]
    before = samples.report(scripts, samples.file(scripts[0]))
    after = samples.report(
        scripts, samples.file(scripts[0]), samples.file(scripts[1], outcome="failed", failures=(samples.failure(),))
    )
    changes = compare.changes(before, after)
    assert changes["new"] == []
    assert [(change["path"], change["before"]) for change in changes["counts"]] == [("b.wast", None)]


@pytest.mark.parametrize(
    ("part", "whole", "text"),
    [
        (0, 0, "–"),
        (0, 5, "0"),
        (5, 5, "100"),
        (99_999, 100_000, "99.99"),
        (1_999_999, 2_000_000, "99.99"),
        (1, 1_000_000, "0.01"),
        (1, 3, "33.3"),
        (9_949, 10_000, "99.49"),
    ],
)
def test_only_a_full_count_is_a_hundred_per_cent(part, whole, text):
    assert summary.percent(part, whole) == text


def test_another_engine_is_weighed_with_our_count_of_assertions(tmp_path):
    scripts = [samples.script(tmp_path, name) for name in ("a.wast", "b.wast", "c.wast", "d.wast")]
    files = {
        "a.wast": {"state": "ran", "passed": 8, "failed": 4, "unsupported": 0},
        "b.wast": {"state": "cannot read", "passed": 0, "failed": 0, "unsupported": 0},
        "c.wast": {"state": "ran", "passed": 4, "failed": 0, "unsupported": 0},
        "d.wast": {"state": "ran", "passed": 0, "failed": 0, "unsupported": 0},
    }
    contender = {"name": "x", "title": "X", "version": "1", "installed": True, "note": "", "files": files}
    report = samples.report(scripts, *map(samples.file, scripts), contenders=[contender])
    assert summary.of_contender(report, contender) == summary.Standing(files=3, unread=1, total=9, passed=2 + 0 + 3)
