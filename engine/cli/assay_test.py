#!/usr/bin/env python3
"""Runs the command as a person types it: `assay_test.py [EMULATOR...] ASSAY`."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

command: list[str] = []

module = """(module $m
  (import "spectest" "print_i32" (func $print (param i32)))
  (import "spectest" "print_f64_f64" (func $print_two (param f64 f64)))
  (func $inner (param i32 i32) (result i32)
    local.get 0
    local.get 1
    i32.div_s)
  (func $divide (export "divide") (param i32 i32) (result i32)
    local.get 0
    local.get 1
    call $inner)
  (func $deep (export "deep") (call $deep))
  (func (export "print") (call $print (i32.const -5)) (call $print_two (f64.const 0.1) (f64.const -0)))
  (func (export "same") (param i32 i64 f32 f64 v128 externref i31ref funcref)
    (result i32 i64 f32 f64 v128 externref i31ref funcref)
    local.get 0 local.get 1 local.get 2 local.get 3 local.get 4 local.get 5 local.get 6 local.get 7)
  (global (export "global") i32 (i32.const 1)))
"""
empty_binary = b"\0asm\1\0\0\0"


class Assay(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory(prefix="assay-")
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name)
        self.write("m.wat", module)

    def write(self, name: str, content: str | bytes) -> str:
        (self.folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    def run_it(self, *words: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        """In a folder that is not the build's nor the repository's."""
        return subprocess.run([*command, *words], cwd=self.folder, input=given, capture_output=True, timeout=60)

    def expect(self, *words: str, given: bytes = b"") -> str:
        done = self.run_it(*words, given=given)
        self.assertEqual((done.returncode, done.stderr.decode()), (0, ""))
        return done.stdout.decode()

    def refuse(self, status: int, *words: str, given: bytes = b"") -> str:
        done = self.run_it(*words, given=given)
        self.assertEqual((done.returncode, done.stdout.decode()), (status, ""), done.stderr.decode())
        return done.stderr.decode()

    # -- run

    def test_integers_are_signed_decimals(self):
        self.assertEqual(self.expect("run", "--invoke", "divide", "m.wat", "-7", "2"), "-3\n")
        self.assertEqual(self.expect("run", "m.wat", "--invoke", "divide", "0xffff_fff9", "2"), "-3\n")
        self.assertEqual(self.expect("run", "m.wat", "--invoke", "divide", "--", "-7", "2"), "-3\n")

    def test_results_read_back_as_the_same_values(self):
        words = ["-2147483648", "-1", "-nan:0x123456", "5e-324", "0x" + "0" * 29 + "abc", "77", "-3", "null"]
        printed = self.expect("run", "m.wat", "--invoke", "same", *words).split("\n")
        self.assertEqual(printed, [*words[:5], "host value 77", "i31 -3", "null", ""])

    def test_every_variant_that_runs_gives_the_same(self):
        for variant in json.loads(self.expect("variants", "--json")):
            if variant["runs"]:
                self.assertEqual(self.expect("run", "--variant", variant["name"], "--invoke", "divide", "m.wat", "7", "2"), "3\n")
            else:
                told = self.refuse(2, "run", "--variant", variant["name"], "--invoke", "divide", "m.wat", "7", "2")
                self.assertIn(variant["reason"], told)

    def test_print_functions_print_their_arguments(self):
        self.assertEqual(self.expect("run", "m.wat", "--invoke", "print"), "-5\n0.1 -0\n")

    def test_a_program_begins_with_start_then_main(self):
        both = '(module (func (export "main") (result i32) (i32.const 1)) (func (export "_start") (result i32) (i32.const 2)))'
        self.assertEqual(self.expect("run", self.write("both.wat", both)), "2\n")
        one = '(module (func (export "main") (param i32) (result i32) (local.get 0)))'
        self.assertEqual(self.expect("run", self.write("one.wat", one), "-1"), "-1\n")

    def test_a_start_function_is_enough(self):
        start = '(module (import "spectest" "print" (func $p)) (start $p))'
        self.assertEqual(self.expect("run", "-", given=start.encode()), "\n")
        self.assertIn("arguments for no function", self.run_it("run", "-", "1", given=start.encode()).stderr.decode())

    def test_nothing_to_call_is_said(self):
        self.assertEqual(self.run_it("run", "m.wat").stderr, b"m.wat: instantiated; name a function with --invoke\n")

    def test_a_trap_tells_who_called(self):
        for variant in json.loads(self.expect("variants", "--json")):
            if variant["runs"]:
                told = self.refuse(1, "run", "--variant", variant["name"], "--invoke", "divide", "m.wat", "1", "0").splitlines()
                self.assertEqual(told[0], "m.wat: trap: integer divide by zero")
                self.assertEqual(told[1:], ["  in function 2 $inner, line 7, column 5", "  in function 3 $divide, line 11, column 5"])
        self.expect("parse", "m.wat", "-o", "m.wasm")
        told = self.refuse(1, "run", "--invoke", "divide", "m.wasm", "1", "0")
        self.assertRegex(told, r"\A.*\n  in function 2, byte 0x\w+\n  in function 3, exported as \"divide\", byte 0x\w+\n\Z")

    def test_a_deep_stack_is_cut_short(self):
        told = self.refuse(1, "run", "--invoke", "deep", "m.wat").splitlines()
        self.assertEqual(told[0], "m.wat: exhaustion: call stack exhausted")
        self.assertRegex(told[-1], r"^  and \d{4,} more$")
        self.assertLess(len(told), 40)

    def test_an_exception_is_an_end(self):
        thrower = '(module (tag $t) (func (export "main") (throw $t)))'
        self.assertEqual(self.refuse(1, "run", self.write("t.wat", thrower)), "t.wat: exception: unhandled exception\n")

    def test_odd_arguments_are_refused(self):
        for words in (["x", "1"], ["", "1"], ["1.5", "1"], ["4294967296", "1"], ["--bogus", "1"], ["1"], ["1", "2", "3"]):
            self.refuse(2, "run", "m.wat", "--invoke", "divide", *words)
        good = ["1", "1", "1", "1", "0x1", "1", "1", "null"]
        for at, bad in ((2, "nan:0"), (3, "1e999"), (4, "12"), (4, "0x" + "1" * 33), (4, "0xg"), (5, "-1"), (6, "x"), (7, "1")):
            self.refuse(2, "run", "m.wat", "--invoke", "same", *good[:at], bad, *good[at + 1 :])

    def test_unknown_names_are_refused(self):
        self.assertIn("nothing", self.refuse(2, "run", "m.wat", "--invoke", "nothing"))
        self.refuse(2, "run", "m.wat", "--invoke", "global")
        self.assertIn("no variant", self.refuse(2, "run", "m.wat", "--variant", "nothing"))
        importer = '(module (import "env" "f" (func)))'
        self.assertEqual(self.refuse(1, "run", self.write("i.wat", importer)), "i.wat: unlinkable: unknown import: env.f\n")

    # -- validate

    def test_valid_modules_need_no_words(self):
        self.assertEqual(self.expect("validate", "m.wat", self.write("e.wasm", empty_binary), self.write("e.wat", "")), "")

    def test_errors_name_their_place(self):
        self.write("bad.wat", "(module\n  (func (result i32)\n    i64.const 1))")
        self.assertRegex(self.refuse(1, "validate", "m.wat", "bad.wat"), r"^bad\.wat:\d:\d+: invalid: type mismatch")
        self.assertRegex(self.refuse(1, "validate", self.write("b.wat", "(module (funk))")), r"^b\.wat:1:\d+: malformed: ")
        self.assertRegex(self.refuse(1, "validate", self.write("cut.wasm", b"\0as")), r"^cut\.wasm: byte 0x\w+: malformed: ")
        self.assertRegex(self.refuse(1, "validate", self.write("x.wasm", b"(module)")), r"magic")
        self.assertRegex(self.refuse(1, "validate", "-", given=b"("), r"^<stdin>:1:\d+: malformed: ")

    def test_all_files_are_checked(self):
        told = self.refuse(2, "validate", self.write("a.wat", "("), "missing.wat", self.write("b.wat", ")"))
        self.assertEqual([line.split(":")[0] for line in told.splitlines()], ["a.wat", "missing.wat", "b.wat"])

    def test_features_can_be_switched(self):
        vectors = self.write("v.wat", "(module (func (param v128)))")
        self.expect("validate", vectors)
        self.refuse(1, "validate", "--disable", "simd", vectors)
        self.expect("validate", "--enable", "simd", "--disable", "gc", "--disable", "threads", vectors)
        self.assertIn("no feature named nothing", self.refuse(2, "validate", "--enable", "nothing", vectors))

    # -- parse, print, inspect

    def test_print_undoes_parse(self):
        self.expect("parse", "--names", "m.wat", "-o", "m.wasm")
        text = self.expect("print", "m.wasm")
        self.assertIn("(func $inner", text)
        self.write("again.wat", text)
        self.expect("parse", "again.wat", "--output", "again.wasm")
        self.assertEqual((self.folder / "again.wasm").read_bytes(), (self.folder / "m.wasm").read_bytes())
        self.assertEqual(self.run_it("parse", "--names", "-", given=module.encode()).stdout, (self.folder / "m.wasm").read_bytes())
        self.assertNotIn("(func $inner", self.expect("print", "--no-names", "m.wasm"))

    def test_what_cannot_be_read_or_written_is_said(self):
        self.assertIn("missing", self.refuse(2, "print", "missing"))
        self.assertIn("cannot", self.refuse(2, "print", "."))
        self.assertIn("cannot", self.refuse(2, "parse", "m.wat", "-o", "no/such/folder"))
        self.assertIn("cannot write", self.refuse(2, "print", "m.wat", "-o", "/dev/full"))

    def test_inspect_shows_sections(self):
        self.expect("parse", "--names", "m.wat", "-o", "m.wasm")
        for file in ("m.wat", "m.wasm"):
            told = self.expect("inspect", file)
            for word in ("import", "code", '"name"', "spectest.print_i32", "as divide", "2 imported"):
                self.assertIn(word, told)

    # -- lists and help

    def test_lists_are_json_of_a_known_form(self):
        variants = json.loads(self.expect("variants", "--json"))
        self.assertTrue(variants)
        for variant in variants:
            self.assertEqual(list(variant), ["name", "runs", "reason"])
            self.assertEqual(variant["runs"], not variant["reason"])
            self.assertIn(variant["name"], self.expect("variants"))
        for feature in json.loads(self.expect("features", "--json")):
            self.assertEqual(list(feature), ["name", "folder", "default"])
            self.assertIn(feature["name"], self.expect("features"))

    def test_the_command_line_must_make_sense(self):
        for words in ([], ["nothing"], ["run"], ["validate"], ["parse", "m.wat", "m.wat"], ["variants", "--yaml"]):
            self.assertNotEqual(self.refuse(2, *words), "")
        for words in (["--help"], ["run", "--help"], ["validate", "-h"]):
            self.assertIn("Usage:", self.expect(*words))


if __name__ == "__main__":
    command = sys.argv[1:]
    if not command:
        sys.exit(__doc__)
    unittest.main(argv=sys.argv[:1], verbosity=1)
