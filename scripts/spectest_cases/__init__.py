"""Scripts that are written anew instead of being kept: sweeps over every access, division and conversion, and shapes at the
implementation limits, which would be long to read and longer to store.

`write_all(folder)` writes each `<name>.wast` and gives their paths. The same sources give the same bytes.
"""

from __future__ import annotations

import pathlib
from collections.abc import Callable

from . import arithmetic, atomics, branches, limits, memory, shapes

scripts: dict[str, Callable[[], str]] = {
    "arithmetic_traps": arithmetic.script,
    "atomic_traps": atomics.script,
    "comparisons": branches.script,
    "limits": limits.script,
    "limits_exceeded": limits.exceeding_script,
    "memory_bounds": memory.script,
    "memory_bounds_64": memory.script_of_64_bits,
    "memory_bounds_empty": memory.script_of_nothing,
    "shapes": shapes.script,
}


def write_all(folder: pathlib.Path) -> list[pathlib.Path]:
    """Writes what is missing or differs, and removes scripts that are none any more."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{name}.wast" for name in sorted(scripts)]
    for stray in sorted(set(folder.glob("*.wast")) - set(paths)):
        stray.unlink()
    for path in paths:
        text = scripts[path.stem]()
        if not path.is_file() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
    return paths
