"""The steps of scripts/test, those first that find most bugs per minute."""

from __future__ import annotations

import dataclasses
import functools
import os
import pathlib
import shutil
import subprocess
import sys
from collections.abc import Callable

from . import conformance, counts
from .commands import Log, repository
from .counts import Counts


@dataclasses.dataclass(frozen=True)
class Options:
    """What the command line says to every step."""

    suite: str | None = None


@dataclasses.dataclass(frozen=True)
class Step:
    """Something that is run and counted; `minutes` are those on two cores with an empty compiler cache."""

    name: str
    minutes: float
    title: str
    run: Callable[[Log, Options], Counts]


def preset(name: str, *, unit_tests: bool = True, suite: bool = True) -> Callable[[Log, Options], Counts]:
    """Configures and builds a preset, then runs its unit tests and the official suite in every variant."""

    def run(log: Log, options: Options) -> Counts:
        folder = repository / "build" / name
        target = ["--target", *conformance.targets] if suite and not unit_tests and conformance.has_runner() else []
        build = ["cmake", "--build", folder, *target]
        if not log.run(["cmake", "--preset", name], 300) or not log.run(build, 3600):
            return counts.of_one(False)
        total = Counts() if unit_tests or suite else counts.of_one(True)
        if unit_tests:
            total += run_ctest(log, folder)
        if suite:
            total += conformance.run(log, folder, options.suite)
        return total

    return run


def run_ctest(log: Log, folder: pathlib.Path) -> Counts:
    junit = folder / "ctest.xml"
    googletest = folder / "googletest-results"
    shutil.rmtree(googletest, ignore_errors=True)
    junit.unlink(missing_ok=True)
    command = ["ctest", "--test-dir", folder, "--output-on-failure", "--timeout", "300", "--no-tests=error"]
    command += ["-j", str(os.cpu_count() or 1), "--output-junit", junit]
    passed = log.run(command, 1800, {"GTEST_OUTPUT": f"json:{googletest}/"})
    found = counts.from_ctest(junit, googletest) if junit.is_file() else Counts()
    return found if passed or found.failed else found + counts.of_one(False)


def run_pytest(log: Log, options: Options) -> Counts:
    junit = repository / "build" / "pytest.xml"
    junit.unlink(missing_ok=True)
    passed = log.run([sys.executable, "-m", "pytest", f"--junit-xml={junit}"], 900)
    found = counts.from_junit(junit) if junit.is_file() else Counts()
    return found if passed or found.failed else found + counts.of_one(False)


def sources(*suffixes: str) -> list[str]:
    """The repository's own files with these suffixes, the ones changed by the newest commits first."""
    kept = git("ls-files", "--", *(f"*{suffix}" for suffix in suffixes))
    changed = git("log", "-n", "200", "--name-only", "--format=", "--", *(f"*{suffix}" for suffix in suffixes))
    known = set(kept)
    return list(dict.fromkeys([path for path in changed if path in known] + kept))


def git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=repository, capture_output=True, text=True, check=True)
    return [line for line in done.stdout.splitlines() if line and (repository / line).is_file()]


def run_headers(log: Log, options: Options) -> Counts:
    return counts.of_one(log.run([sys.executable, "scripts/headers.py"], 900))


def run_format(log: Log, options: Options) -> Counts:
    return counts.of_one(log.run(["clang-format-22", "--dry-run", "-Werror", *sources(".cpp", ".hpp")], 300))


def run_tidy(log: Log, options: Options, files_max: int = 48) -> Counts:
    """The linter over the sources that the newest commits changed: over all of them it would take longer than all else."""
    database = repository / "build" / "release"
    if not (database / "compile_commands.json").is_file() and not log.run(["cmake", "--preset", "release"], 300):
        return counts.of_one(False)
    known = (database / "compile_commands.json").read_text("utf-8")
    files = [path for path in sources(".cpp") if f"{path}\"" in known][:files_max]
    command = ["run-clang-tidy-22", "-quiet", "-p", database, "-j", str(os.cpu_count() or 1)]
    command += ["-warnings-as-errors=*", *(f"^{repository}/{path}$" for path in files)]
    return counts.of_one(log.run(command, 1800))


steps = (
    Step("format", 0.2, "the sources are formatted", run_format),
    Step("scripts", 0.3, "the programs in scripts/, and the paths that documents name", run_pytest),
    Step("headers", 1, "every header compiles alone", run_headers),
    Step("release", 3.5, "optimized: unit tests and suite", preset("release")),
    Step("gcc", 4.5, "the second compiler: unit tests and suite", preset("gcc")),
    Step("asan", 5, "address and undefined-behaviour sanitizers: unit tests and suite", preset("asan")),
    Step("assert", 3, "optimized with assertions: suite", preset("assert", unit_tests=False)),
    Step("arm64", 6, "aarch64 under qemu: suite", preset("arm64", unit_tests=False)),
    Step("wasi", 1.5, "wasm32-wasi: compiles", preset("wasi", unit_tests=False, suite=False)),
    Step("tidy", 4, "the linter on what changed last", run_tidy),
)


@functools.cache
def by_name() -> dict[str, Step]:
    return {step.name: step for step in steps}
