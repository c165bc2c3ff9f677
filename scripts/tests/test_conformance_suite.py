"""Finding the official suite, and naming its proposals."""

import pathlib

import pytest

import suite


def scripts_in(folder: pathlib.Path, *names: str) -> pathlib.Path:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"(module) ;; {name}\n")
    return folder


def no_download(folder: pathlib.Path) -> suite.Suite:
    raise suite.Missing("no download in tests")


@pytest.mark.parametrize(
    ("name", "proposal"),
    [
        ("i32.wast", "core"),
        ("custom/name_annot.wast", "custom"),
        ("legacy/throw.wast", "legacy"),
        ("proposals/threads/atomic.wast", "threads"),
        ("proposals/threads/more/atomic.wast", "threads"),
    ],
)
def test_a_folder_names_the_proposal(name, proposal):
    assert suite.proposal_of(name) == proposal


def test_the_argument_comes_before_the_environment(tmp_path):
    argued = scripts_in(tmp_path / "argued", "a.wast")
    meant = scripts_in(tmp_path / "meant", "b.wast")
    found = suite.find(str(argued), {suite.environment_variable: str(meant)}, tmp_path, (no_download,))
    assert found.root == argued


def test_the_environment_comes_before_the_folder_beside_the_checkout(tmp_path):
    meant = scripts_in(tmp_path / "meant", "b.wast")
    scripts_in(tmp_path / "shared" / "testsuite", "c.wast")
    found = suite.find(None, {suite.environment_variable: str(meant)}, tmp_path / "checkout", (no_download,))
    assert found.root == meant


def test_the_folder_beside_the_checkout_comes_before_a_download(tmp_path):
    beside = scripts_in(tmp_path / "shared" / "testsuite", "c.wast")
    (tmp_path / "checkout").mkdir()
    assert suite.find(None, {}, tmp_path / "checkout", (no_download,)).root == beside


def test_a_named_folder_without_scripts_is_an_error_and_not_a_reason_to_look_on(tmp_path):
    scripts_in(tmp_path / "shared" / "testsuite", "c.wast")
    with pytest.raises(suite.Missing, match="--suite"):
        suite.find(str(tmp_path), {}, tmp_path / "checkout", (no_download,))


def test_downloads_are_tried_in_order_and_their_reasons_told(tmp_path):
    def works(folder: pathlib.Path) -> suite.Suite:
        return suite.Suite(scripts_in(folder, "d.wast"), "the second download")

    assert suite.find(None, {}, tmp_path / "checkout", (no_download, works)).found == "the second download"
    with pytest.raises(suite.Missing, match="no download in tests"):
        suite.find(None, {}, tmp_path / "checkout", (no_download, no_download))


def test_scripts_are_sorted_and_know_their_proposal(tmp_path):
    scripts_in(tmp_path, "z.wast", "a.wast", "proposals/threads/t.wast", "notes.txt")
    found = suite.Suite(tmp_path, "").scripts()
    assert [(script.name, script.proposal) for script in found] == [
        ("a.wast", "core"),
        ("proposals/threads/t.wast", "threads"),
        ("z.wast", "core"),
    ]


def test_the_fingerprint_follows_names_and_contents_but_not_places(tmp_path):
    one = suite.Suite(scripts_in(tmp_path / "one", "a.wast", "b.wast"), "")
    two = suite.Suite(scripts_in(tmp_path / "two", "a.wast", "b.wast"), "")
    assert one.fingerprint() == two.fingerprint()
    (tmp_path / "two" / "a.wast").write_text("(module) ;; changed\n")
    assert one.fingerprint() != two.fingerprint()


def test_a_note_tells_the_revision(tmp_path):
    (tmp_path / "SOURCE.md").write_text("The suite: repository X, commit 193e551 (2026-06-17), its .wast files.\n")
    assert suite.Suite(tmp_path, "").revision() == "193e551 (2026-06-17)"


def test_the_crate_is_laid_out_as_the_official_repository(tmp_path):
    data = tmp_path / "data"
    scripts_in(
        data,
        "wasm-latest/i32.wast",
        "wasm-latest/select.wast",
        "proposals/gc/select.wast",
        "proposals/gc/array.wast",
        "proposals/memory64/memory64.wast",
        "proposals/threads/atomic.wast",
    )
    suite.lay_out(data, tmp_path / "suite")
    laid = suite.Suite(tmp_path / "suite", "")
    assert [script.name for script in laid.scripts()] == ["array.wast", "i32.wast", "proposals/threads/atomic.wast", "select.wast"]
    assert "wasm-latest" in (laid.root / "select.wast").read_text()


def test_without_cargo_and_git_the_reasons_say_so(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(suite.Missing, match="cargo is not installed"):
        suite.from_cargo(tmp_path)
    with pytest.raises(suite.Missing, match="git is not installed"):
        suite.from_git(tmp_path)


def test_the_command_prints_the_folder_or_the_files(tmp_path, capsys):
    scripts_in(tmp_path, "a.wast")
    assert suite.main(["--suite", str(tmp_path)]) == 0
    assert suite.main(["--suite", str(tmp_path), "--files"]) == 0
    assert capsys.readouterr().out.splitlines() == [str(tmp_path), str(tmp_path / "a.wast")]
    assert suite.main(["--suite", str(tmp_path / "nowhere")]) == 1
