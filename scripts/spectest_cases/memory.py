"""Every load and store at every edge of a memory.

The last sixteen bytes of a one-page memory hold 0x80, 0x81 … 0x8f, so that each load has one right answer there, signs
included. Every instruction is tried with the address in a local and as a constant, with offsets 0, in between, one too
large and the largest, and with its result dropped, which must not make the trap go away. A store that traps must not have
written anything.
"""

from __future__ import annotations

import dataclasses

page_bytes = 65536
tail = bytes(range(0x80, 0x90))
out_of_bounds = '"out of bounds memory access"'


@dataclasses.dataclass(frozen=True)
class Access:
    """An instruction by its text name, how much of memory it touches, the type it loads or stores, and whether it names a lane."""

    name: str
    bytes_in_memory: int
    type: str
    lane: bool = False

    @property
    def stores(self) -> bool:
        return "store" in self.name

    def immediate(self, offset: str) -> str:
        return f"{self.name} {offset}{' 0' if self.lane else ''}".replace("  ", " ")


loads = [
    *(Access(f"i32.load{part}", size, "i32") for part, size in (("", 4), ("8_s", 1), ("8_u", 1), ("16_s", 2), ("16_u", 2))),
    *(
        Access(f"i64.load{part}", size, "i64")
        for part, size in (("", 8), ("8_s", 1), ("8_u", 1), ("16_s", 2), ("16_u", 2), ("32_s", 4), ("32_u", 4))
    ),
    Access("f32.load", 4, "f32"),
    Access("f64.load", 8, "f64"),
    Access("v128.load", 16, "v128"),
    *(Access(f"v128.load{shape}_{sign}", 8, "v128") for shape in ("8x8", "16x4", "32x2") for sign in "su"),
    *(Access(f"v128.load{bits}_splat", bits // 8, "v128") for bits in (8, 16, 32, 64)),
    *(Access(f"v128.load{bits}_zero", bits // 8, "v128") for bits in (32, 64)),
    *(Access(f"v128.load{bits}_lane", bits // 8, "v128", lane=True) for bits in (8, 16, 32, 64)),
]
stores = [
    *(Access(f"i32.store{part}", size, "i32") for part, size in (("", 4), ("8", 1), ("16", 2))),
    *(Access(f"i64.store{part}", size, "i64") for part, size in (("", 8), ("8", 1), ("16", 2), ("32", 4))),
    Access("f32.store", 4, "f32"),
    Access("f64.store", 8, "f64"),
    Access("v128.store", 16, "v128"),
    *(Access(f"v128.store{bits}_lane", bits // 8, "v128", lane=True) for bits in (8, 16, 32, 64)),
]
zero_of = {
    "i32": "(i32.const 0)",
    "i64": "(i64.const 0)",
    "f32": "(f32.const 0)",
    "f64": "(f64.const 0)",
    "v128": "(v128.const i64x2 0 0)",
}


def script() -> str:
    return "\n".join(
        [
            ";; Written by scripts/spectest_cases/memory.py: every load and store at the end of a memory.",
            *sweep(loads + stores, "i32", "(memory 1 1)", ""),
            ";; The same in a memory that is not the first.",
            *sweep(loads + stores, "i32", "(memory 0 0) (memory 1 1)", "1"),
            "",
        ]
    )


def script_of_64_bits() -> str:
    return "\n".join(
        [
            ";; Written by scripts/spectest_cases/memory.py: every load and store at the end of a memory of 64-bit addresses.",
            *sweep(loads + stores, "i64", "(memory i64 1 1)", ""),
            "",
        ]
    )


def script_of_nothing() -> str:
    """A memory without pages: nothing is in bounds, whatever the width."""
    lines = [";; Written by scripts/spectest_cases/memory.py: every load and store in a memory of no bytes.", "(module", "  (memory 0)"]
    for access in loads + stores:
        lines += function(access, access.name, "i32", "", drop=True)
    lines.append(")")
    for access in loads + stores:
        lines += [trap(access.name, address) for address in ("(i32.const 0)", "(i32.const -1)", "(i32.const 0x80000000)")]
    return "\n".join([*lines, ""])


def sweep(accesses: list[Access], address: str, memories: str, which: str) -> list[str]:
    """A module of all accesses in one kind of memory, and the assertions about it."""
    largest = "0xffffffff" if address == "i32" else "0xffffffffffffffff"
    which_memory = f" {which}" if which else ""
    data = "".join(f"\\{byte:02x}" for byte in tail)
    lines = [
        f"(module {memories}",
        f'  (data (memory {which or 0}) ({address}.const {page_bytes - len(tail)}) "{data}")',
        f'  (func (export "tail") (result i64 i64) (i64.load{which_memory} ({address}.const {page_bytes - 16}))'
        f" (i64.load{which_memory} ({address}.const {page_bytes - 8})))",
        f'  (func (export "restore") (v128.store{which_memory} ({address}.const {page_bytes - 16})'
        f" (v128.const i8x16 {' '.join(map(hex, tail))})))",
    ]
    checks = []
    for access in accesses:
        last = page_bytes - access.bytes_in_memory
        lines += function(access, access.name, address, which_memory)
        lines += function(access, f"{access.name} offset last", address, which_memory, f"offset={last}")
        lines += function(access, f"{access.name} offset beyond", address, which_memory, f"offset={last + 1}")
        lines += function(access, f"{access.name} offset largest", address, which_memory, f"offset={largest}")
        lines += function(access, f"{access.name} dropped", address, which_memory, drop=True)
        lines += constant_function(access, f"{access.name} constant last", address, which_memory, last)
        lines += constant_function(access, f"{access.name} constant beyond", address, which_memory, last + 1)
        checks += in_bounds(access, address, last)
        beyond = [last + 1, page_bytes - 1 if access.bytes_in_memory > 1 else page_bytes, page_bytes, 2**31, 2**32 - 1]
        if address == "i64":
            beyond += [2**32, 2**32 + last, 2**63, 2**64 - 1, 2**64 - access.bytes_in_memory]
        for place in dict.fromkeys(beyond):
            checks.append(trap(access.name, f"({address}.const {place:#x})"))
        checks.append(trap(f"{access.name} dropped", f"({address}.const {last + 1})"))
        checks.append(trap(f"{access.name} offset last", f"({address}.const 1)"))
        checks.append(trap(f"{access.name} offset last", f"({address}.const -1)"))
        checks.append(trap(f"{access.name} offset beyond", f"({address}.const 0)"))
        checks.append(trap(f"{access.name} offset largest", f"({address}.const 0)"))
        checks.append(trap(f"{access.name} offset largest", f"({address}.const 1)"))
        checks.append(trap(f"{access.name} offset largest", f"({address}.const -1)"))
        checks.append(trap(f"{access.name} constant beyond"))
        if access.stores:
            checks.append(f'(assert_return (invoke "tail") {tail_is(tail)})')
    return [*lines, ")", *checks]


def in_bounds(access: Access, address: str, last: int) -> list[str]:
    """The access that ends with the memory, in its three spellings. Stores are undone at once."""
    found = []
    for name, place in (("", last), (" offset last", 0)):
        call = f'(invoke "{access.name}{name}" ({address}.const {place}))'
        found += stored(access, call) if access.stores else [f"(assert_return {call} {loaded(access)})"]
    call = f'(invoke "{access.name} constant last")'
    return found + (stored(access, call) if access.stores else [f"(assert_return {call} {loaded(access)})"])


def stored(access: Access, call: str) -> list[str]:
    """Stores write zeros, which the tail shows; then the old bytes are put back."""
    written = tail[: len(tail) - access.bytes_in_memory] + bytes(access.bytes_in_memory)
    return [
        f"(assert_return {call})",
        f'(assert_return (invoke "tail") {tail_is(written)})',
        '(invoke "restore")',
    ]


def tail_is(content: bytes) -> str:
    return " ".join(f"(i64.const {int.from_bytes(content[at : at + 8], 'little'):#x})" for at in (0, 8))


def loaded(access: Access) -> str:
    """What the load of the memory's last bytes gives, as a script's constant."""
    content = tail[-access.bytes_in_memory :]
    number = int.from_bytes(content, "little")
    if access.type in ("i32", "i64"):
        width = int(access.type[1:])
        signed = int.from_bytes(content, "little", signed=access.name.endswith("_s"))
        return f"({access.type}.const {signed % 2**width:#x})"
    if access.type in ("f32", "f64"):
        # Compared as integers: see `function`.
        return f"(i{access.type[1:]}.const {number:#x})"
    return "(v128.const i8x16 " + " ".join(f"{byte:#x}" for byte in vector(access, content)) + ")"


def vector(access: Access, content: bytes) -> bytes:
    name = access.name
    if name.endswith("_splat"):
        return content * (16 // len(content))
    if "x" in name:
        bits, lanes = map(int, name.removeprefix("v128.load")[:-2].split("x"))
        size, signed = bits // 8, name.endswith("_s")
        parts = [int.from_bytes(content[at * size : at * size + size], "little", signed=signed) for at in range(lanes)]
        return b"".join((part % 256 ** (2 * size)).to_bytes(2 * size, "little") for part in parts)
    return content + bytes(16 - len(content))


def function(access: Access, name: str, address: str, which: str, offset: str = "", drop: bool = False) -> list[str]:
    return body(access, name, which, offset, "(local.get 0)", f"(param {address})", drop)


def constant_function(access: Access, name: str, address: str, which: str, place: int) -> list[str]:
    return body(access, name, which, "", f"({address}.const {place})", "", False)


def body(access: Access, name: str, which: str, offset: str, place: str, params: str, drop: bool) -> list[str]:
    instruction = access.immediate(f"{which} {offset}".strip())
    operand = f" {zero_of['v128']}" if access.lane else ""
    params = f" {params}" if params else ""
    if access.stores:
        value = operand or f" {zero_of[access.type]}"
        return [f'  (func (export "{name}"){params} ({instruction} {place}{value}))']
    if drop:
        return [f'  (func (export "{name}"){params} (drop ({instruction} {place}{operand})))']
    if access.type in ("f32", "f64"):
        bits = access.type[1:]
        return [
            f'  (func (export "{name}"){params} (result i{bits}) (i{bits}.reinterpret_f{bits} ({instruction} {place})))'
        ]
    return [f'  (func (export "{name}"){params} (result {access.type}) ({instruction} {place}{operand}))']


def trap(name: str, *arguments: str) -> str:
    return f'(assert_trap (invoke "{name}"{"".join(f" {argument}" for argument in arguments)}) {out_of_bounds})'
