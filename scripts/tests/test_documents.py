"""What documents and comments name exists, and every room explains itself on one page."""

import pathlib
import re
import subprocess

import pytest

repository = pathlib.Path(__file__).resolve().parent.parent.parent
page_lines_max = 120

link = re.compile(r"\[[^\]]*\]\(([^)#\s]+)[^)]*\)")
quoted = re.compile(r"`([^`\n]+)`")
file_name = re.compile(r"[\w./-]+")
comment_path = re.compile(r"\b((?:\w+/)+\w+\.(?:hpp|cpp|def|py|md|wast?|txt|cmake))\b")


def tracked(*patterns):
    listed = subprocess.run(["git", "ls-files", "--", *patterns], cwd=repository, capture_output=True, text=True, check=True)
    return [path for path in listed.stdout.splitlines() if (repository / path).is_file()]


def rooms():
    """The folders of sources in the engine and around it that a room() line of CMakeLists.txt declares."""
    text = (repository / "CMakeLists.txt").read_text("utf-8")
    for name, outside in re.findall(r"^\s*room\((\S+?)(\s+OUTSIDE)?[\s)]", text, re.MULTILINE):
        folder = name if outside else f"engine/{name}"
        if tracked(f"{folder}/*.cpp", f"{folder}/*.hpp"):
            yield folder


def places(name, document):
    """Where a document may mean a path to begin."""
    here = (repository / document).parent
    return [here / name, repository / name, repository / "engine" / name]


def paths_named(document):
    """What a document links to, and what it quotes that looks like a path into the repository."""
    text = (repository / document).read_text("utf-8")
    tops = {path.split("/")[0] for path in tracked()} | {path.name for path in (repository / "engine").iterdir()}
    tops -= {"build"}
    for name in link.findall(text):
        if "://" not in name:
            yield name
    for words in quoted.findall(text):
        name = words.split()[0]
        if "/" in name and name.split("/")[0] in tops and file_name.fullmatch(name):
            yield name


@pytest.mark.parametrize("document", tracked("*.md"))
def test_a_document_names_paths_that_exist(document):
    missing = [name for name in paths_named(document) if not any(place.exists() for place in places(name, document))]
    assert missing == []


@pytest.mark.parametrize("room", list(rooms()))
def test_a_room_explains_itself_on_one_page(room):
    page = repository / room / "README.md"
    assert page.is_file(), f"{room} has no README.md"
    assert len(page.read_text("utf-8").splitlines()) < page_lines_max


def test_comments_name_files_that_exist():
    missing = []
    for source in tracked("engine/*pp", "spectest/*pp", "fuzz/*pp", "differential/*pp"):
        for number, line in enumerate((repository / source).read_text("utf-8").splitlines(), start=1):
            comment = line.partition("//")[2]
            for name in comment_path.findall(comment):
                if "://" not in comment and not any(place.exists() for place in places(name, source)):
                    missing.append(f"{source}:{number}: {name}")
    assert missing == []
