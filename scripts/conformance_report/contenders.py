"""Other engines on the same scripts, for the columns beside ours: wabt, binaryen, V8.

Each says, file by file, how many assertions it passed: {"state", "passed", "failed", "unsupported"}, where the state is
`ran`, `cannot read` (its parser refuses the script) or `broke` (it crashed or hung; what it had not reached is `unsupported`).
Answers are kept by engine, version and content, so that an engine runs once for each script. An engine that is not
installed gives a column that says so.
"""

from __future__ import annotations

import concurrent.futures
import dataclasses
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable

from . import programs
from .model import Script

seconds_max = 120
drivers = pathlib.Path(__file__).resolve().parents[2] / "spectest" / "contenders"
assertion = re.compile(rb"\(\s*assert_[a-z_]+")

Answer = dict


@dataclasses.dataclass(frozen=True)
class Contender:
    """An engine: `prepare` brings a script into the form it reads, in a folder of its own, or gives None where that fails;
    `judge` runs it. An empty version means that it is not installed. `driver` is our own code that its answers depend on."""

    name: str
    title: str
    version: str = ""
    note: str = ""
    driver: bytes = b""
    prepare: Callable[[pathlib.Path, pathlib.Path], pathlib.Path | None] = lambda script, folder: script
    judge: Callable[[pathlib.Path], Answer] = lambda prepared: answer("broke")

    @property
    def installed(self) -> bool:
        return bool(self.version)


def answer(state: str, passed: int = 0, failed: int = 0, unsupported: int = 0) -> Answer:
    return {"state": state, "passed": passed, "failed": failed, "unsupported": unsupported}


def all_of(repository: pathlib.Path, built: programs.Programs | None) -> list[Contender]:
    """Every engine we know how to ask, installed or not. `built` translates scripts for engines without a parser of their own."""
    return [v8(repository, built), wabt(), binaryen()]


def run(
    contender: Contender, scripts: Iterable[Script], cache: pathlib.Path, progress: programs.Progress = lambda line: None
) -> dict:
    """The contender's part of the report. Several scripts run at once; the order of the answers is that of the scripts."""
    part = {"name": contender.name, "title": contender.title, "version": contender.version}
    part |= {"installed": contender.installed, "note": contender.note, "files": {}}
    if not contender.installed:
        return part
    scripts = list(scripts)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for script, found in zip(scripts, pool.map(lambda script: judged(contender, script.path, cache), scripts)):
            part["files"][script.name] = found
            progress(script.name)
    return part


def judged(contender: Contender, script: pathlib.Path, cache: pathlib.Path) -> Answer:
    with tempfile.TemporaryDirectory(prefix="contender-") as folder:
        prepared = contender.prepare(script, pathlib.Path(folder))
        if prepared is None:
            return answer("cannot read")
        kept = cache / f"{contender.name}-{contender.version}" / f"{fingerprint(contender, prepared)}.json"
        if kept.is_file():
            return json.loads(kept.read_text("utf-8"))
        found = contender.judge(prepared)
    kept.parent.mkdir(parents=True, exist_ok=True)
    fresh = kept.with_suffix(f".{os.getpid()}-{id(found)}")
    fresh.write_text(json.dumps(found), "utf-8")
    fresh.replace(kept)
    return found


def fingerprint(contender: Contender, prepared: pathlib.Path) -> str:
    """Of the engine's input (all files of a translation) and of the driver."""
    digest = hashlib.sha256(contender.driver)
    files = [prepared] if prepared.suffix == ".wast" else sorted(prepared.parent.iterdir())
    for file in files:
        content = file.read_bytes()
        # A translation names the script by its path; the same script elsewhere is the same input.
        if file == prepared and file.suffix == ".json":
            content = json.dumps(json.loads(content).get("commands"), sort_keys=True).encode()
        digest.update(f"{file.name if file != prepared else ''}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:40]


def execute(command: list[str], seconds: float = seconds_max) -> subprocess.CompletedProcess[str] | None:
    """The finished process; nothing where it hung. Output that is no text is no reason to stop."""
    try:
        return subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=seconds
        )
    except subprocess.TimeoutExpired:
        return None


def version_of(command: list[str]) -> str:
    """The first version number that the program prints about itself."""
    if shutil.which(command[0]) is None:
        return ""
    said = execute(command, 20)
    found = re.search(r"\d+(\.\d+)*", said.stdout + said.stderr) if said else None
    return found[0] if found else ""


def assertions_of(script: pathlib.Path) -> int:
    """About how many: for scripts that an engine gave up on."""
    return len(assertion.findall(script.read_bytes()))


# wabt translates a script to JSON and modules, and then interprets those.


def wabt() -> Contender:
    version = version_of(["spectest-interp", "--version"]) if shutil.which("wast2json") else ""
    return Contender("wabt", "wabt", version, prepare=wast2json, judge=spectest_interp)


def wast2json(script: pathlib.Path, folder: pathlib.Path) -> pathlib.Path | None:
    translated = folder / "script.json"
    done = execute(["wast2json", "--enable-all", str(script), "-o", str(translated)])
    return translated if done and done.returncode == 0 and translated.is_file() else None


def spectest_interp(translated: pathlib.Path) -> Answer:
    done = execute(["spectest-interp", "--enable-all", str(translated)])
    commands = json.loads(translated.read_text("utf-8"))["commands"]
    return from_spectest_interp(done.stdout if done else "", sum(c["type"].startswith("assert_") for c in commands))


def from_spectest_interp(printed: str, assertions: int) -> Answer:
    """It closes with `M/N tests passed.`, unless it did not get there."""
    said = re.search(r"^(\d+)/(\d+) tests passed\.", printed, re.MULTILINE)
    if said is None:
        return answer("broke", unsupported=assertions)
    passed, total = int(said[1]), int(said[2])
    return answer("ran", passed, total - passed)


# binaryen's shell reads scripts itself, and stops at the first assertion that fails.


def binaryen() -> Contender:
    version = version_of(["wasm-shell", "--version"])
    return Contender("binaryen", "binaryen", version, judge=wasm_shell)


def wasm_shell(script: pathlib.Path) -> Answer:
    done = execute(["wasm-shell", str(script)])
    if done is None:
        return answer("broke", unsupported=assertions_of(script))
    return from_wasm_shell(done.stderr + done.stdout, done.returncode, assertions_of(script))


def from_wasm_shell(printed: str, status: int, assertions: int) -> Answer:
    """It announces each module (`BUILDING MODULE`) and each command that it checks (`K/N CHECKING`)."""
    announced = re.findall(r"^(?:\d+/(\d+) CHECKING|BUILDING MODULE)", printed, re.MULTILINE)
    checked = [total for total in announced if total]
    if status == 0:
        return answer("ran", len(checked))
    if not checked:
        return answer("cannot read")
    stopped_at_check = bool(announced[-1])
    passed = len(checked) - stopped_at_check
    total = max(int(checked[-1]), assertions, len(checked))
    return answer("broke", passed, int(stopped_at_check), total - len(checked))


# V8 runs modules; a driver of ours executes the script around them.


def v8(repository: pathlib.Path, built: programs.Programs | None) -> Contender:
    node = find_node(repository)
    said = execute([node, "-p", "process.versions.v8 + ' ' + process.version"], 20) if node else None
    if not node or said is None or said.returncode != 0:
        return Contender("v8", "V8")
    version, node_version = said.stdout.split()
    driver = b"".join(path.read_bytes() for path in sorted(drivers.glob("*.mjs")))
    return Contender(
        "v8",
        "V8",
        re.match(r"[\d.]+\d", version)[0],
        f"of node {node_version}, as it ships",
        driver=driver,
        prepare=lambda script, folder: emit_json(built, script, folder) or wast2json_if_installed(script, folder),
        judge=lambda translated: drive_v8(node, translated),
    )


def find_node(repository: pathlib.Path) -> str | None:
    """The newest one, which scripts/setup fetches, before the system's own."""
    own = repository / "build" / "contenders" / "bin" / "node"
    return str(own) if own.exists() else shutil.which("node")


def emit_json(built: programs.Programs | None, script: pathlib.Path, folder: pathlib.Path) -> pathlib.Path | None:
    if built is None:
        return None
    ours = folder / "emitted"
    ours.mkdir()
    done = execute(built.command("spectest", "--emit-json", ours, script))
    translated = ours / f"{script.stem}.json"
    return translated if done and done.returncode == 0 and translated.is_file() else None


def wast2json_if_installed(script: pathlib.Path, folder: pathlib.Path) -> pathlib.Path | None:
    if shutil.which("wast2json") is None:
        return None
    theirs = folder / "translated"
    theirs.mkdir()
    return wast2json(script, theirs)


def drive_v8(node: str, translated: pathlib.Path) -> Answer:
    done = execute([node, str(drivers / "v8.mjs"), str(translated)])
    if done is None or done.returncode != 0:
        commands = json.loads(translated.read_text("utf-8"))["commands"]
        return answer("broke", unsupported=sum(command["type"].startswith("assert_") for command in commands))
    counts = json.loads(done.stdout.splitlines()[-1])
    return answer("ran", counts["passed"], counts["failed"], counts["unsupported"])
