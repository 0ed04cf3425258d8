#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the generator: bad specs are refused by name, what is written is what the spec says. Writes TAP."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "bindings/gen"))

import build_layout  # noqa: E402
import build_misuse  # noqa: E402
import build_random_calls  # noqa: E402
import build_reference  # noqa: E402
import build_scenario  # noqa: E402
import coverage  # noqa: E402
import emit_c  # noqa: E402
import emit_glue  # noqa: E402
import emit_go  # noqa: E402
import emit_julia  # noqa: E402
import emit_lock  # noqa: E402
import emit_python  # noqa: E402
import emit_rust  # noqa: E402
import gen  # noqa: E402
import glue_functions  # noqa: E402
import loader  # noqa: E402
import model as spec  # noqa: E402
import rust_names  # noqa: E402
import rust_safe  # noqa: E402
import rust_sys  # noqa: E402

TINY = HERE / "tiny"

# (what is wrong, file, text of the tiny spec, what replaces it, part of the message)
BAD = [
    ("an unknown key", "lamp.toml", 'class = "lamp"\nrole', 'clazz = 1\nclass = "lamp"\nrole', "unknown key 'clazz'"),
    ("an unknown key of a parameter", "lamp.toml", 'doc = "Watts." }', 'doc = "Watts.", ount = 1 }', "unknown key 'ount'"),
    ("an unknown table", "lamp.toml", "[enum.colour]", "[enumeration.colour]", "unknown key 'enumeration'"),
    ("a missing doc", "lamp.toml", 'doc = "Makes a lamp."\n', "", "gc_lamp_create: key 'doc' is missing"),
    ("an empty doc", "lamp.toml", '"Makes a lamp."', '" "', "gc_lamp_create: doc is empty"),
    ("a placeholder", "lamp.toml", '"Makes a lamp."', '"TODO write this."', "placeholder"),
    ("a doc that is no sentence", "lamp.toml", '"Makes a lamp."', '"Makes a lamp"', "not a sentence"),
    ("a doc that ends the comment", "lamp.toml", '"Makes a lamp."', '"Makes */ a lamp."', "would end a C comment"),
    ("a doc that speaks of nothing", "lamp.toml", '"Makes a lamp."', '"See gc_lamp_brek."', "'gc_lamp_brek', which does not"),
    ("a doc that speaks of NULL", "lamp.toml", '"Makes a lamp."', '"Makes a lamp, or NULL."', "use nullable"),
    ("an unknown type", "lamp.toml", 'type = "f64"', 'type = "f80"', "unknown type 'f80'"),
    ("an unknown struct", "lamp.toml", 'name = "wire", type = "struct.wire"', 'name = "wire", type = "struct.cable"',
     "unknown type 'struct.cable'"),
    ("an unknown error", "lamp.toml", '"@device"]', '"BURNT"]', "unknown error 'BURNT'"),
    ("an unknown category", "lamp.toml", '"@device"]', '"category.FIRE"]', "unknown error 'category.FIRE'"),
    ("options behind the arguments", "lamp.toml",
     '{ name = "wires", type = "struct.wire", array = "wire_count", doc = "Wires." },\n  { name = "paint"',
     '{ name = "wires", type = "struct.wire", array = "wire_count", doc = "Wires." },\n  { name = "more", type = "struct.wire", doc = "One." },\n  { name = "paint"',
     "the options stands behind the arguments"),
    ("a source before its destination", "lamp.toml", '{ name = "src", type = "lamp", doc = "The lamp." },\n',
     '{ name = "src", type = "lamp", doc = "The lamp." },\n  { name = "dst_offset", type = "u64", unit = "bytes", doc = "Where." },\n',
     "the destination stands behind the source"),
    ("an offset of another type", "lamp.toml", '{ name = "src_offset", type = "u64"', '{ name = "src_offset", type = "u32"',
     "src_offset is a u32; this quantity (bytes) is u64"),
    ("a length of no buffer", "lamp.toml", 'length_of = "dst"', 'length_of = "src"', "length_of 'src' is no buffer before it"),
    ("a result that cannot grow", "lamp.toml", 'doc = "A result that may grow."\nversioned = true', 'doc = "A result that may grow."',
     "a struct that goes out is versioned"),
    ("missing errors", "lamp.toml", 'errors = []\n', "", "errors are missing"),
    ("an error that an argument can cause", "lamp.toml", '"UNSUPPORTED", "@device"]', '"INVALID_OPTIONS", "UNSUPPORTED", "@device"]',
     "parameter 'options' shows that INVALID_OPTIONS is possible: leave it out of errors"),
    ("a failure that nothing shows", "lamp.toml", 'name = "gc_lamp_watts"', 'name = "gc_lamp_fail"\nclass = "lamp"\ndoc = "Fails."\nerrors = []\n\n[[function]]\nname = "gc_lamp_watts"',
     "its parameters do not show how"),
    ("common errors of a section without", "lamp.toml", '"UNSUPPORTED", "@device"]', '"@common", "@device"]', "the section has none in common"),
    ("common errors that no function has", "lamp.toml", 'title = "Lamp"', 'title = "Lamp"\nerrors = ["DRIVER_UNAVAILABLE"]', "no function returns all of them"),
    ("an unknown common error", "lantern.toml", '"UNSUPPORTED", "@driver"]', '"BURNT"]', "unknown error 'BURNT'"),
    ("a common error again", "lantern.toml", '"@common", "OUT_OF_RANGE"]', '"@common", "DRIVER"]', "DRIVER is listed already"),
    ("a common parameter that is none", "lantern.toml", 'params = ["room"]', 'params = ["size"]', "no two functions have a 'size' of one text"),
    ("an unknown stability", "lantern.toml", 'stability = "preview"', 'stability = "beta"', "unknown stability 'beta' (known: stable, preview)"),
    ("an unknown stability of a function", "lantern.toml", 'stability = "stable"', 'stability = "rock"', "gc_lantern_count: unknown stability 'rock'"),
    ("a stable function of preview types", "lantern.toml", 'name = "gc_lantern_resize"', 'name = "gc_lantern_resize"\nstability = "stable"',
     "gc_lantern_resize: a stable function has gc_lantern_size, which is preview"),
    ("a stable struct of preview types", "lamp.toml", '{ name = "size", type = "u32", unit = "bytes", doc = "Its size." },\n  { name = "lamp"',
     '{ name = "size", type = "struct.lantern_size", doc = "Its size." },\n  { name = "lamp"', "lantern_size"),
    ("a guide that begins with code", "lantern.toml", "A section that may change.\n\nIt has", "    gc_lantern_count();\n\nIt has", "doc begins with code"),
    ("a guide that is no sentence", "lantern.toml", "It has a guide with code:", "It has a guide with code", "not a sentence"),
    ("code of what is not there", "lantern.toml", "gc_lantern_measure(room, &watts", "gc_lantern_weigh(room, &watts", "'gc_lantern_weigh', which does not"),
    ("errors of a call that cannot fail", "lamp.toml", 'returns = "u32"', 'returns = "u32"\nerrors = ["INVALID_HANDLE"]',
     "it has no errors"),
    ("an array of structs that may grow", "lamp.toml", 'out = "array", type = "struct.point"',
     'out = "array", type = "struct.lamp_options"', "no array of a versioned struct"),
    ("an unknown group of errors", "lamp.toml", '"@device"]', '"@house"]', "unknown error '@house'"),
    ("an error twice", "lamp.toml", '"UNSUPPORTED", "@device"]', '"UNSUPPORTED", "DRIVER", "@device"]', "DRIVER is listed already"),
    ("an error that every function has", "lamp.toml", '"UNSUPPORTED", "@device"]', '"OUT_OF_HOST_MEMORY", "@device"]',
     "every function may return OUT_OF_HOST_MEMORY"),
    ("a group of a later group", "status.toml", 'members = ["DRIVER"]', 'members = ["@device"]', "unknown error '@device'"),
    ("a group without members", "status.toml", 'members = ["DRIVER"]', "members = []", "members are missing"),
    ("a struct before it is there", "lamp.toml", '{ name = "origin", type = "struct.point"', '{ name = "origin", type = "struct.lamp_options"',
     "struct.lamp_options stands behind it"),
    ("a struct that may grow inside another", "lamp.toml", '{ name = "place", type = "struct.point"', '{ name = "place", type = "struct.beam"',
     "struct.beam is versioned"),
    ("a fixed array of pointers", "lamp.toml", 'type = "u32[3]"', 'type = "str[3]"', "a fixed array holds numbers, enums or char"),
    ("a fixed array of nothing", "lamp.toml", 'type = "u32[3]"', 'type = "u32[0]"', "1 or more: not u32[0]"),
    ("one char", "lamp.toml", 'type = "char[16]"', 'type = "char"', "one char is no text"),
    ("a char that is a parameter", "lamp.toml", 'name = "source", type = "text"', 'name = "source", type = "char"', "cannot be of type char"),
    ("a fixed array that needs padding", "lamp.toml", '"char[16]"', '"char[15]"', "at offset 15 a u32[3] would need padding"),
    ("a writable field with a type", "lamp.toml", 'out = "bytes", len = "pixels_size"', 'out = "bytes", type = "bytes", len = "pixels_size"',
     "a field's out is \"bytes\""),
    ("a number that names memory", "lamp.toml", '{ name = "watts", type = "u32"', '{ name = "watts", type = "u32", written = true',
     "written is for a struct"),
    ("a wrong field that is not there", "lamp.toml", 'set = { shape = "NULL"', 'set = { "origin.z" = 1, shape = "NULL"', "'z' is no field of struct.point"),
    ("a wrong field of a number", "lamp.toml", 'set = { shape = "NULL"', 'set = { "dim.z" = 1, shape = "NULL"', "'dim.z' is no field"),
    ("an example of a field that is not there", "lamp.toml", '{ name = "origin", type = "struct.point"',
     '{ name = "origin", type = "struct.point", example = { z = 1 }', "'z' is no field"),
    ("a writable field without a length", "lamp.toml", 'out = "bytes", len = "pixels_size"', 'out = "bytes"', "bytes needs len"),
    ("a handle that options need", "lamp.toml", 'type = "lamp", nullable = "no lamp"', 'type = "lamp"', "in an options struct is nullable"),
    ("a field of handles", "lamp.toml", 'type = "u64", array = "shape_count"', 'type = "lamp", array = "shape_count"', "cannot be an array of lamp"),
    ("an array of truth values", "lamp.toml", 'type = "u64", array = "shape_count", doc = "Its shape."',
     'type = "bool", array = "shape_count", true_doc = "it is"', "no arrays of bool"),
    ("a struct out that points somewhere", "lamp.toml", '{ name = "y", type = "f32", doc = "Up." }',
     '{ name = "y", type = "f32", doc = "Up." },\n  { name = "name", type = "str", doc = "Its name." }', "no text if it goes in too"),
    ("a field that is a word of Rust", "lamp.toml", 'name = "plug", type', 'name = "match", type', "a word of Rust, Go or Julia"),
    ("a field that is a word of Julia", "lamp.toml", 'name = "plug", type', 'name = "end", type', "a word of Rust, Go or Julia"),
    ("a parameter that is a word of Go", "lamp.toml", 'name = "line", type', 'name = "defer", type', "a word of Rust, Go or Julia"),
    ("a result beside one of unknown size", "lamp.toml", '{ name = "name", out = "string", doc = "The name." },',
     '{ name = "name", out = "string", doc = "The name." },\n  { name = "out_age", out = "value", type = "u64", doc = "Its age." },', "a result of unknown size stands alone"),
    ("an array out of texts", "lamp.toml", 'out = "array", type = "u8"', 'out = "array", type = "str"', "no arrays of str out"),
    ("an error that handles can cause", "lamp.toml", 'doc = "The lamps of the group." },\n]\nerrors = []',
     'doc = "The lamps of the group." },\n]\nerrors = ["INVALID_HANDLE"]', "shows that INVALID_HANDLE is possible"),
    ("deprecated without a successor", "lamp.toml", '{ since = "0.2", use = "gc_lamp_paint" }', '{ since = "0.2" }', "key 'use' is missing"),
    ("deprecated for what is not there", "lamp.toml", 'use = "gc_lamp_paint"', 'use = "gc_lamp_print"', "use 'gc_lamp_print' does not exist"),
    ("deprecated for a field of another struct", "lamp.toml", 'use = "more_flags"', 'use = "serial"', "use 'serial' does not exist"),
    ("deprecated before it came", "lamp.toml", 'name = "gc_lamp_burn"\nclass = "lamp"\nself = "lamp"\nsince = "0.1"',
     'name = "gc_lamp_burn"\nclass = "lamp"\nself = "lamp"\nsince = "0.2"', "deprecated since 0.2, but it came with 0.2"),
    ("deprecated in no version", "lamp.toml", '{ since = "0.2", use = "gc_lamp_paint" }', '{ since = "9", use = "gc_lamp_paint" }',
     "deprecated since '9' is not one of"),
    ("an unknown device", "lamp.toml", 'devices = ["gpu"]\ncuda', 'devices = ["tpu"]\ncuda', "unknown device 'tpu'"),
    ("every device", "lamp.toml", 'devices = ["gpu"]\ncuda', 'devices = ["gpu", "cpu"]\ncuda', "devices names one kind"),
    ("a version of CUDA that is none", "lamp.toml", 'cuda = "12.4"\nparams', 'cuda = "new"\nparams', "no version of CUDA"),
    ("a version of CUDA for the CPU device", "lamp.toml", 'devices = ["cpu"]\nparams', 'devices = ["cpu"]\ncuda = "12.4"\nparams',
     "cuda is a version of the GPU's driver"),
    ("a device that says nothing", "lamp.toml", '\nerrors = ["UNSUPPORTED"]', "\nerrors = []", "errors lack UNSUPPORTED"),
    ("a rule for threads that is no sentence", "lamp.toml", 'lamp meanwhile."', 'lamp meanwhile"', "threads: doc is not a sentence"),
    ("a bool with a doc", "lamp.toml", 'true_doc = "it is on"', 'true_doc = "it is on", doc = "On."', "a bool has true_doc in place of doc"),
    ("a bool without true_doc", "lamp.toml", 'true_doc = "it is on"', 'doc = "1 if on."', "key 'true_doc' is missing"),
    ("a true_doc that is a sentence", "lamp.toml", 'true_doc = "it is on"', 'true_doc = "It is on."', "a clause that follows"),
    ("a true_doc of a number", "lamp.toml", 'name = "watts", type = "u64", doc', 'name = "watts", type = "u64", true_doc = "x", doc', "are for type bool"),
    ("an example that is no list", "lamp.toml", 'example = ["one", "two"]', 'example = "one"', "the example of an array is a list"),
    ("an example that is no constant", "lamp.toml", "example = 8", 'example = "eight"', "'eight' is no number"),
    ("an example that does not exist", "lamp.toml", "example = 8", 'example = "GRIDCALL_LAMP_LIT"', "'GRIDCALL_LAMP_LIT' does not exist"),
    ("a range of a text", "lamp.toml", 'example = ["one", "two"]', "range = { min = 1 }", "range is for numbers"),
    ("a range of nothing", "lamp.toml", 'range = { below = "gc_lamp_line_count", errors = ["INVALID_ARGUMENT"] }', 'range = { errors = ["UNSUPPORTED"] }', "range says nothing"),
    ("a range inside no parameter", "lamp.toml", 'within = "lamp"', 'within = "room"', "within 'room' is no parameter"),
    ("a range below no count", "lamp.toml", 'below = "gc_lamp_line_count"', 'below = "gc_lamp_name"', "is no function that returns the count"),
    ("a range with an error that is not there", "lamp.toml", 'range = { below = "gc_lamp_line_count", errors = ["INVALID_ARGUMENT"] }',
     'range = { below = "gc_lamp_line_count", errors = ["DRIVER"] }', "DRIVER is not among the errors"),
    ("a wrong value with an error that is not there", "lamp.toml", 'value = 3, errors = ["INVALID_ARGUMENT"]', 'value = 3, errors = ["DRIVER"]',
     "DRIVER is not among the errors"),
    ("a wrong value of no field", "lamp.toml", 'set = { shape = "NULL"', 'set = { form = "NULL"', "'form' is no field"),
    ("an error of an example that is not there", "lamp.toml", 'example_errors = ["UNSUPPORTED"]', 'example_errors = ["INVALID_STATE"]',
     "INVALID_STATE is not among the errors"),
    ("an unknown unit", "lamp.toml", 'unit = "nanoseconds"', 'unit = "hours"', "unknown unit 'hours'"),
    ("an unknown out", "lamp.toml", 'out = "string"', 'out = "strings"', "unknown out 'strings'"),
    ("an unknown role", "lamp.toml", 'role = "getter"', 'role = "gettr"', "unknown role 'gettr'"),
    ("an out that is not named so", "lamp.toml", 'name = "out_watts"', 'name = "watts"', "begins with out_"),
    ("an out before an input", "lamp.toml", '{ name = "lamp", type = "lamp", doc = "The lamp." },\n  { name = "out_watts", '
     'out = "value", type = "f64", doc = "Watts." },', '{ name = "out_watts", out = "value", type = "f64", doc = "Watts." '
     '},\n  { name = "lamp", type = "lamp", doc = "The lamp." },', "an input stands behind an out parameter"),
    ("a parameter twice", "lamp.toml", 'name = "out_age"', 'name = "out_watts"', "'out_watts' stands there twice"),
    ("a keyword as a name", "lamp.toml", 'name = "bright"', 'name = "class"', "a word of C or C++"),
    ("a handle without release", "lamp.toml", 'release = "gc_lamp_release"\n', "", "either release or static"),
    ("a release that is none", "lamp.toml", 'release = "gc_lamp_release"', 'release = "gc_lamp_wires"', "no destructor of it"),
    ("an unknown parent", "lamp.toml", 'parent = "room"', 'parent = "house"', "parent 'house' is no handle"),
    ("a borrowed handle that is not static", "lamp.toml", 'out = "owned"', 'out = "borrowed"', "only static handles"),
    ("handles for each of what is no array", "lamp.toml", 'of = "watts"', 'of = "room"', "of 'room' is no array that goes in"),
    ("handles for each of nothing", "lamp.toml", 'out = "owned_each", of = "watts"', 'out = "owned_each"', "owned_each needs of"),
    ("static handles for each", "lamp.toml", 'of = "watts", type = "lamp"', 'of = "watts", type = "room"', "static handle is handed out borrowed"),
    ("numbers for each", "lamp.toml", 'of = "watts", type = "lamp"', 'of = "watts", type = "u64"', "does not go with type scalar"),
    ("handles for each beside another result", "lamp.toml", 'doc = "The lamps, in the order of the numbers." },',
     'doc = "The lamps, in the order of the numbers." }, { name = "out_age", out = "value", type = "u64", doc = "Its age." },', "stand alone"),
    ("a constructor that may make nothing", "lamp.toml", 'out = "owned", type = "lamp", doc = "The lamp." }', 'out = "owned", type = "lamp", nullable = "it is dark", doc = "The lamp." }',
     "a constructor always makes its object"),
    ("an owned handle that is static", "lamp.toml", 'out = "borrowed"', 'out = "owned"', "static handle is handed out borrowed"),
    ("a value twice", "lamp.toml", 'name = "BLUE", value = 2', 'name = "BLUE", value = 1', "value 1 is RED's already"),
    ("a constant twice", "lamp.toml", 'name = "BLUE", value = 2', 'name = "RED", value = 2', "stands already in"),
    ("a value that is too large", "lamp.toml", "value = 2,", "value = 3000000000,", "not a 32-bit number"),
    ("a bit that is too large", "lamp.toml", "bit = 3,", "bit = 64,", "not in 0 to 63"),
    ("a function twice", "lamp.toml", 'name = "gc_lamp_name"', 'name = "gc_lamp_id"', "'gc_lamp_id' stands already in"),
    ("a function named as a type", "lamp.toml", 'name = "gc_lamp_name"', 'name = "gc_lamp_options"', "stands already in"),
    ("a bare verb", "lamp.toml", 'name = "gc_lamp_name"', 'name = "gc_collect"', "belongs to another library"),
    ("a name without a noun", "lamp.toml", 'name = "gc_lamp_name"', 'name = "gc_name_lamp"', "not gc_<noun>_<verb>"),
    ("an unknown class", "lamp.toml", 'class = "room"', 'class = "house"', "neither a handle nor a file"),
    ("a self of another type", "lamp.toml", 'self = "lamp"', 'self = "colour"', "no parameter of type lamp"),
    ("padding inside a struct", "lamp.toml", '{ name = "size", type = "u32", unit = "bytes", doc = "Its size." },\n', "",
     "would need padding before it"),
    ("padding behind a struct", "lamp.toml", '  { name = "reserved", type = "u32", since = "0.2", doc = "Zero." },\n', "",
     "would be padded to a multiple of 8"),
    ("a length that is not there", "lamp.toml", 'len = "blob_size"', 'len = "blob_length"', "'blob_length' is no field"),
    ("a count that is not there", "lamp.toml", 'array = "tag_count"', 'array = "tags_count"', "'tags_count' is no field"),
    ("bytes without len", "lamp.toml", 'type = "bytes", len = "paint_size"', 'type = "bytes"', "bytes need len"),
    ("a nullable number", "lamp.toml", 'name = "bright", type', 'name = "bright", nullable = "no", type', "nullable means nothing"),
    ("a version that is none", "lamp.toml", 'since = "0.2"\n', 'since = "0.9"\n', "since '0.9'"),
    ("a constructor without a result", "lamp.toml", '"gc_lamp_name"\nclass = "lamp"', '"gc_lamp_name"\nclass = "lamp"\nrole = '
     '"constructor"', "has one owned out parameter"),
    ("a status in no category", "status.toml", "value = 506", "value = 906", "are no category"),
    ("a file that is not listed", "index.toml", ', "lantern.toml"]', "]", "files and folder differ: lantern.toml"),
    ("broken TOML", "lamp.toml", "[noun]", "[noun", "lamp.toml: "),
]


def load_with(*changes: tuple[str, str, str], lock: str | None = None) -> spec.Model:
    """The tiny spec with some text replaced."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path in TINY.glob("*.toml"):
            shutil.copy(path, folder)
        for file, old, new in changes:
            text = (folder / file).read_text(encoding="utf-8")
            assert old in text, f"the tiny spec has no {old!r}"
            (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
        if lock is not None:
            (folder / "lock.txt").write_text(lock, encoding="utf-8")
        return loader.load(folder)


class BadSpecs(unittest.TestCase):
    """One test a line of BAD."""


for _i, (_what, _file, _old, _new, _message) in enumerate(BAD):
    def _test(self, file=_file, old=_old, new=_new, message=_message):
        with self.assertRaises(spec.SpecError) as caught:
            load_with((file, old, new))
        self.assertIn(message, str(caught.exception))
        # It names the place.
        self.assertRegex(str(caught.exception), r"^\w+\.toml")
    setattr(BadSpecs, f"test_{_i:02}_refuses_{_what.replace(' ', '_')}", _test)


class Tiny(unittest.TestCase):
    def test_the_tiny_spec_itself_is_good(self):
        self.assertEqual(len(load_with().functions), 41)

    def test_units_are_said_once(self):
        self.assertEqual(spec.with_unit("How much; not 0.", "bytes"), "How much, in bytes; not 0.")
        self.assertEqual(spec.with_unit("Bytes of it.", "bytes"), "Bytes of it.")

    def test_categories_and_implied_errors_are_resolved(self):
        m = load_with()
        self.assertIn("LAUNCH_FAILED", m.function("gc_lamp_create").errors)
        self.assertIn("OUT_OF_RANGE", m.function("gc_lamp_name").errors)
        self.assertEqual(m.function("gc_lamp_id").errors, ["INVALID_ARGUMENT", "INVALID_HANDLE"])
        self.assertIn("INVALID_OPTIONS", m.function("gc_lamp_create").errors)
        self.assertNotIn("OUT_OF_RANGE", m.function("gc_lamp_id").errors)

    def test_a_section_has_errors_in_common(self):
        m = load_with()
        implied = {"INVALID_ARGUMENT", "INVALID_HANDLE"}
        for name, own, shown in (("measure", {"UNSUPPORTED", "DRIVER"}, ""), ("resize", {"UNSUPPORTED", "DRIVER", "OUT_OF_RANGE"}, "OUT_OF_RANGE"),
                                 ("find", {"DRIVER_UNAVAILABLE"}, "only DRIVER_UNAVAILABLE")):
            f = m.function(f"gc_lantern_{name}")
            self.assertEqual(set(f.errors), implied | own)
            self.assertEqual(emit_c.C(m).own_errors(f), shown)
        self.assertIn("UNSUPPORTED, any driver error", ", ".join(emit_c.C(m).errors(m.function("gc_lantern_measure"))))
        self.assertEqual(emit_c.C(m).errors(m.function("gc_lamp_id")), ["INVALID_ARGUMENT", "INVALID_HANDLE"])

    def test_a_preview_is_said_everywhere(self):
        m = load_with()
        says = "Preview: may change in any release."
        self.assertEqual([f.name for f in m.functions if f.doc.endswith(says)], ["gc_lantern_measure", "gc_lantern_resize", "gc_lantern_find"])
        texts = emit_c.emit(m) | emit_rust.emit(m) | emit_go.emit(m) | emit_julia.emit(m) | emit_python.emit(m) | build_reference.emit(m)
        for path in (f"{rust_safe.SAFE}/lantern.rs", "bindings/go/zz_lantern.go", "bindings/julia/src/generated/lantern.jl",
                     "bindings/python/gridcall/_classes.py", "reference/lantern.md"):
            self.assertEqual(len(re.findall("Preview: may", re.sub(r"\s+(//+|\*|#)? *", " ", texts[path]))), 3, path)
        self.assertIn("**Preview.** ", texts["reference/lantern.md"])

    def test_previews_want_a_word_of_the_program(self):
        m = load_with()
        files, previews = emit_c.emit(m), [f.name for f in m.functions if f.preview]
        declared = {path: re.findall(r"^GRIDCALL_API .*?(gc_\w+)\(", text, re.MULTILINE) for path, text in files.items()}
        self.assertEqual(declared[emit_c.PREVIEW_HEADER], previews)
        self.assertEqual(set(declared[emit_c.HEADER]), {f.name for f in m.functions if not f.preview})
        self.assertEqual(re.findall(r'^    #\[cfg\(feature = "preview"\)\] fn (\w+)', rust_sys.functions(m), re.MULTILINE), previews)
        # A section with a stable function is not apart in the languages: its previews are one by one.
        self.assertNotIn("cfg", emit_rust.emit(m)[f"{rust_safe.SAFE}/mod.rs"])
        self.assertEqual(emit_rust.emit(m)[f"{rust_safe.SAFE}/lantern.rs"].count('#[cfg(feature = "preview")]'), 3)
        apart = load_with(("lantern.toml", '[[function]]\nname = "gc_lantern_count"\nclass = "lantern"\nstability = "stable"',
                           '[[function]]\nname = "gc_lantern_count"\nclass = "lantern"'))
        self.assertIn('#[cfg(feature = "preview")]\nmod lantern;', emit_rust.emit(apart)[f"{rust_safe.SAFE}/mod.rs"])
        self.assertIn('include("lantern.jl")', emit_julia.emit(apart)["bindings/julia/src/generated/previews.jl"])
        self.assertNotIn("lantern", emit_julia.emit(apart)["bindings/julia/src/generated/all.jl"])
        self.assertIn("/* --- Lantern ---", emit_c.emit(apart)[emit_c.PREVIEW_HEADER])
        self.assertNotIn(emit_c.PREVIEW_HEADER, emit_c.emit(load_with(("lantern.toml", 'stability = "preview"\n', ""))))

    def test_previews_stand_behind_the_stable_functions(self):
        m = load_with()
        self.assertEqual([f.name for f in m.table[-4:]], ["gc_lantern_count", "gc_lantern_measure", "gc_lantern_resize", "gc_lantern_find"])
        table = emit_c.emit(m)[emit_c.TABLE]
        self.assertEqual(re.findall(r"^  \S.*?(?:\(\*|\)\* )(\w+)[;)]", table, re.MULTILINE), [f.implementation for f in m.table])
        self.assertIn("#define GRIDCALL_API_STABLE_SIZE (offsetof(gc_api, lantern_count) + ", table)
        self.assertFalse([line for line in m.lock if "lantern" in line and "gc_lantern_count" not in line])

    def test_since_is_said_of_what_came_later(self):
        header = emit_c.emit(load_with())[emit_c.HEADER]
        self.assertIn("@since 0.2", header)
        self.assertNotIn("@since 0.1", header)

    def test_a_struct_that_grew_still_accepts_its_first_size(self):
        s = load_with().structs["lamp_options"]
        self.assertEqual((glue_functions.first_size(s), s.size), (72, 80))

    def test_what_is_deprecated_says_so_in_each_language(self):
        """A value, a field and functions, of which the library has none yet."""
        for emitter, says in ((emit_rust, ["use Colour::BLUE", "use more_flags", "use Lamp::paint", "use Lamp::watts"]),
                              (emit_go, ["use [ColourBlue].", "use MoreFlags.", "use [Lamp.Paint].", "use [Lamp.Watts]."]),
                              (emit_julia, ["use `COLOUR_BLUE`.", "use more_flags.", 'depwarn("burn is deprecated, use paint"', 'depwarn("heat is deprecated']),
                              (emit_python, ['deprecated("Lamp.burn", "since 0.2; use `Lamp.paint`.")', 'deprecated("Lamp.heat"'])):
            text = "".join(emitter.emit(load_with()).values())
            self.assertEqual([each for each in says if each not in text], [], emitter.__name__)
            self.assertRegex(text, "eprecated.{0,10}since")

    def test_a_function_more_is_an_operation_more_in_each_language(self):
        new = ('[[function]]\nname = "gc_lamp_dim"\nclass = "lamp"\nself = "lamp"\nsince = "0.2"\ndoc = "Dims it."\nparams = ['
               '{ name = "lamp", type = "lamp", doc = "The lamp." }, { name = "light", type = "f32", doc = "How much." }, '
               '{ name = "out_watts", out = "value", type = "u32", doc = "Watts." }]\nerrors = []\n\n'
               '[[function]]\nname = "gc_room_find"')
        before = build_scenario.emit(load_with())
        model = load_with(("lamp.toml", '[[function]]\nname = "gc_room_find"', new))
        self.assertIn("dim(lamp::Lamp, light::Real)", emit_julia.emit(model)["bindings/julia/src/generated/lamp.jl"])
        after = build_scenario.emit(model)
        self.assertEqual({path.rpartition(".")[2] for path in after}, {"c", "rs", "go", "jl", "py"})
        for path, text in after.items():
            added = "\n".join(line for line in text.splitlines() if line not in set(before[path].splitlines()))
            self.assertIn('"gc_lamp_dim"', added, path)
            self.assertRegex(added, r"gc_lamp_dim\(lamp, light|lamp\.dim\(light\)|lamp\.Dim\(light\)|dim\(lamp, light\)|gc\.Lamp\.dim, \"lamp\"", path)

    def test_an_address_is_unsafe_in_rust(self):
        """A function that takes an address, or an object of another library, is listed: a new one cannot be forgotten."""
        new = ('[[function]]\nname = "gc_lamp_%s"\nclass = "lamp"\nself = "lamp"\nsince = "0.2"\ndoc = "Dims it."\nparams = ['
               '{ name = "lamp", type = "lamp", doc = "The lamp." }, { name = "%s", type = "u64", doc = "Which." }]\n'
               'errors = []\n\n[[function]]\nname = "gc_room_find"')
        for name, number in (("dim", "native"), ("dim", "host_address"), ("wrap", "count"), ("wrap_any", "count")):
            model = load_with(("lamp.toml", '[[function]]\nname = "gc_room_find"', new % (name, number)))
            if name == "wrap_any":
                self.assertIn("pub fn wrap_any(&self", emit_rust.emit(model)[f"{rust_safe.SAFE}/lamp.rs"])
                continue
            with self.assertRaisesRegex(spec.SpecError, f"gc_lamp_{name} takes .*: say in bindings/lang/rust.toml"):
                emit_rust.emit(model)

    def test_what_ends_an_object_takes_it_in_rust(self):
        model = loader.load(ROOT / "bindings/api")
        self.assertEqual({f.name for f in model.functions if rust_names.consumes(f)}, {"gc_mem_free", "gc_mapping_unmap"})
        safe = "".join(emit_rust.emit(model).values())
        for f in model.functions:
            if rust_names.consumes(f):
                self.assertRegex(safe, rf"pub fn {f.method}\(self\b")
        named = {*rust_names.UNSAFE, *rust_names.LANGUAGE["harmless"], *rust_names.LANGUAGE["consumes"]["functions"]}
        self.assertEqual(named - {f.name for f in model.functions if f.bind}, set())

    def test_the_misuse_matrix_has_each_key(self):
        rows = re.findall(r'^    \{"(\w+)", "([^"]*)", "[^"]*", (cell_\d+), \{([^}]*)\}', build_misuse.matrix(load_with()), re.MULTILINE)
        cells = {(function, what): errors.replace("GRIDCALL_ERROR_", "") for function, what, _, errors in rows}
        self.assertEqual(len(rows), len(cells))  # no two cells of one name
        for function, what, errors in (
                ("gc_room_group", "lamps[1] released", "INVALID_HANDLE"), ("gc_room_group", "names[1] not UTF-8", "INVALID_ARGUMENT"),
                ("gc_room_group", "weights NULL with a count", "INVALID_ARGUMENT"),
                ("gc_lamp_split", "beam plug.label without a NUL", "INVALID_ARGUMENT"), ("gc_lamp_split", "beam partner forged", "INVALID_HANDLE"),
                ("gc_lamp_split", "beam more_flags unknown bit", "INVALID_OPTIONS"), ("gc_lamp_split", "beam plug.reserved not zero", "INVALID_OPTIONS"),
                ("gc_lamp_split", "beam pixels NULL with a count", "INVALID_ARGUMENT"), ("gc_lamp_split", "beam watts zero", "INVALID_OPTIONS"),
                ("gc_lamp_split", "beam shape without numbers", "INVALID_ARGUMENT"), ("gc_lamp_burn", "size zero", "INVALID_ARGUMENT"),
                ("gc_lamp_burn", "size odd", "INVALID_ARGUMENT"), ("gc_lamp_burn", "size misaligned", "INVALID_ARGUMENT"),
                ("gc_lamp_burn", "size past the end", "OUT_OF_RANGE"), ("gc_lamp_burn", "size too large", "OUT_OF_RANGE"),
                ("gc_lamp_pixels", "line one too many", "INVALID_ARGUMENT"), ("gc_lamp_name", "capacity zero with a buffer", "OUT_OF_RANGE"),
                ("gc_lamp_points", "capacity zero with a buffer", "OUT_OF_RANGE"), ("gc_lamp_create", "all valid", "GRIDCALL_OK, UNSUPPORTED")):
            self.assertEqual(cells.get((function, what)), errors, f"{function}: {what}")

    def test_outputs_are_the_same_each_time(self):
        self.assertEqual(emit_c.emit(load_with()), emit_c.emit(load_with()))


def tool(name: str) -> str | None:
    return shutil.which(name)


RUST_LIB = """\
#![deny(warnings)]
#![allow(dead_code, unused_imports)] // support.rs has more than this spec needs
pub use gridcall_sys as sys;
#[macro_use]
mod macros;
mod generated;
mod support;
pub use generated::*;
pub type Result<T> = core::result::Result<T, Error>;
"""
JULIA_MODULE = """\
module Tiny
include("LibGridCall.jl")
include("support.jl")
include("generated/types.jl")
include("error.jl")
include("generated/all.jl")
end
"""


# The code around the matrix, as tests/misuse/misuse_main.c has it.
MISUSE_TOP = """\
#include <stddef.h>
#include <string.h>
#include <gridcall/preview.h>
enum { MEM_SIZE = 64, OUT_CAPACITY = 64, OUTS = 10 };
struct fixture {
  void *context, *device, *stream, *mem, *released_mem, *released_event, *released_stream;
  gc_lamp *lamp, *other_lamp, *released_lamp;
  gc_room* room;
  gc_error *error, *released_error;
  char bytes[64];
  uint64_t out[OUTS][8];
};
#define FORGED(handle) ((uintptr_t)(handle) + 1)
#define ANOTHER_GENERATION(handle) ((uintptr_t)(handle) + 2)
#define OUT(i) ((void*)f->out[i])
#define NOT_UTF8 "\\xff"
void* sized(struct fixture* f, int i, size_t size);
int is_empty(const char* text);
enum cell_kind { WRONG, BASELINE, ACCESSOR, WRITES_NEEDED };
struct cell {
  const char *function, *what, *names;
  gc_status (*run)(struct fixture* f, gc_error** e);
  gc_status allowed[6];
  int allowed_count, kind;
  unsigned needed;
  void (*release[OUTS])(void* handle);
  int ends;
};
#include "misuse_matrix.inc"
const struct cell* cells(void) { return kCells; }
"""


class Compiles(unittest.TestCase):
    """Code that is generated of the tiny spec is accepted by each language's compiler, beside the hand-written parts."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = Path(cls.folder.name)
        model = load_with()
        for emitter in (emit_c, emit_glue, emit_go, emit_julia, emit_python, emit_rust):
            for path, text in emitter.emit(model).items():
                (cls.root / path).parent.mkdir(parents=True, exist_ok=True)
                (cls.root / path).write_text(text, encoding="utf-8")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_tool(self, *command: str | Path, cwd: Path | None = None, env: dict | None = None) -> str:
        done = subprocess.run([str(c) for c in command], cwd=cwd or self.root, env=os.environ | (env or {}), text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def write(self, path: str, text: str) -> Path:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, encoding="utf-8")
        return self.root / path

    @unittest.skipUnless(tool("cc") and tool("c++"), "cc is not installed")
    def test_c(self):
        use = self.write("use.c", '#include <gridcall/gridcall.h>\ngc_beam beam = GRIDCALL_BEAM_INIT;\n'
                                  'gc_lamp_state state = GRIDCALL_LAMP_STATE_INIT;\n')
        for language in (["cc", "-x", "c", "-std=c99"], ["cc", "-x", "c", "-std=c11"], ["c++", "-x", "c++", "-std=c++20"]):
            self.run_tool(*language, "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Iinclude", "-fsyntax-only", use)
        layout = self.write("layout_asserts.c", build_layout.emit(load_with())["layout_asserts.c"])
        self.run_tool("cc", "-std=c11", "-Werror", "-Iinclude", "-fsyntax-only", layout)

    @unittest.skipUnless(tool("cc"), "cc is not installed")
    def test_c_warns_of_what_is_deprecated(self):
        use = self.write("old.c", "#include <gridcall/gridcall.h>\nuint32_t heat(gc_lamp* lamp) { return gc_lamp_heat(lamp); }\n")
        self.assertIn("use gc_lamp_watts", self.run_tool("cc", "-Iinclude", "-fsyntax-only", use))
        self.assertEqual("", self.run_tool("cc", "-DGRIDCALL_NO_DEPRECATION_WARNINGS", "-Iinclude", "-fsyntax-only", use))

    @unittest.skipUnless(tool("cc"), "cc is not installed")
    def test_the_misuse_matrix(self):
        self.write("misuse_matrix.inc", build_misuse.matrix(load_with()))
        use = self.write("misuse.c", MISUSE_TOP)
        self.run_tool("cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-DGRIDCALL_NO_DEPRECATION_WARNINGS", "-Iinclude", "-I.",
                      "-fsyntax-only", use)

    @unittest.skipUnless(tool("c++"), "c++ is not installed")
    def test_the_random_calls(self):
        self.write("calls.inc", build_random_calls.emit(load_with())[build_random_calls.PATH])
        use = self.write("random.cpp", "#define GRIDCALL_NO_DEPRECATION_WARNINGS\n#include <gridcall/preview.h>\n"
                         + "".join(f"struct {name} {{}};\n" for name in re.findall(
                             r"void adjust\(State& s, (gc_\w+)& o\);", (ROOT / "tests/random_calls/state.h").read_text())) +
                         '#include "random_calls/state.h"\nnamespace {\n#include "calls.inc"\n'
                         "}\nconst Row* rows() { return kRelease[0] ? kRows : nullptr; }\n")
        self.run_tool("c++", "-std=c++20", "-Wall", "-Wextra", "-Werror", "-Iinclude", f"-I{ROOT}/tests", "-I.", "-fsyntax-only", use)

    @unittest.skipUnless(tool("rustc"), "rustc is not installed (rustup.rs)")
    def test_rust(self):
        for name in ("lib.rs", "declare.rs", "loaded.rs"):
            shutil.copy(ROOT / rust_sys.SYS / name, self.root / rust_sys.SYS)
        sys_crate = [*"rustc --edition 2021 --crate-type lib --emit metadata -D warnings -A unexpected_cfgs".split()]
        self.run_tool(*sys_crate, "--crate-name", "gridcall_sys", "-o", "libgridcall_sys.rmeta", f"{rust_sys.SYS}/lib.rs")
        self.write("rust/lib.rs", RUST_LIB)
        shutil.copytree(self.root / rust_safe.SAFE, self.root / "rust/generated")
        for name in ("support.rs", "macros.rs"):
            shutil.copy(ROOT / "bindings/rust/gridcall/src" / name, self.root / "rust")
        self.run_tool(*sys_crate, "--crate-name", "tiny", "--extern", "gridcall_sys=libgridcall_sys.rmeta", "-o", "libtiny.rmeta",
                      "rust/lib.rs")

    @unittest.skipUnless(tool("go") and tool("pkg-config") and tool("cc"), "go or pkg-config is not installed (go.dev)")
    def test_go(self):
        self.write("go/go.mod", "module tiny\n\ngo 1.24\n")
        for file in (self.root / emit_go.ROOT).glob("zz_*.go"):
            shutil.copy(file, self.root / "go")
        shutil.copy(ROOT / "bindings/go/support.go", self.root / "go")
        self.write("pkgconfig/gridcall.pc", f"Name: gridcall\nDescription: tiny\nVersion: 0.2.0\nCflags: -I{self.root}/include\n")
        self.assertEqual(self.run_tool("gofmt", "-l", ".", cwd=self.root / "go"), "")
        self.run_tool("go", "vet", "./...", cwd=self.root / "go", env={"PKG_CONFIG_PATH": str(self.root / "pkgconfig")})

    @unittest.skipUnless(tool("julia"), "julia is not installed (julialang.org)")
    def test_julia(self):
        source = self.root / "bindings/julia/src"
        for name in ("LibGridCall.jl", "support.jl", "error.jl"):
            shutil.copy(ROOT / "bindings/julia/src" / name, source)
        (source / "Tiny.jl").write_text(JULIA_MODULE, encoding="utf-8")
        self.run_tool("julia", "--startup-file=no", "-e", 'include("bindings/julia/src/Tiny.jl")')


class Lock(unittest.TestCase):
    """Version 0.1 of the tiny spec is released, 0.2 is not."""

    def lock(self) -> str:
        return "\n".join(load_with().lock) + "\n"

    def test_a_released_function_cannot_change(self):
        with self.assertRaisesRegex(spec.SpecError, "released and no longer so.*gc_lamp_measure"):
            load_with(("lamp.toml", 'type = "f64"', 'type = "f32"'), lock=self.lock())

    def test_a_released_constant_cannot_change(self):
        with self.assertRaisesRegex(spec.SpecError, "released and no longer so.*GRIDCALL_COLOUR_BLUE"):
            load_with(("lamp.toml", 'name = "BLUE", value = 2', 'name = "BLUE", value = 5'), lock=self.lock())

    def test_a_released_field_cannot_move(self):
        with self.assertRaisesRegex(spec.SpecError, "released and no longer so.*gc_lamp_options.blob"):
            load_with(("lamp.toml", '{ name = "blob", type', '{ name = "extra", type = "u64", doc = "New." },\n  '
                                    '{ name = "blob", type'), lock=self.lock())

    def test_the_lock_has_what_is_released(self):
        m = load_with()
        lines = emit_lock.emit(m)["bindings/api/lock.txt"].split("\n", emit_lock.HEAD.count("\n"))[-1].splitlines()
        self.assertEqual(lines, [line for line in m.lock if line.startswith("0.1 ")])  # the tiny spec is 0.2, not released
        m.version_status = ""
        self.assertEqual(emit_lock.emit(m)["bindings/api/lock.txt"], emit_lock.HEAD + "".join(f"{line}\n" for line in m.lock))

    def test_a_preview_is_not_in_the_lock(self):
        with self.assertRaisesRegex(spec.SpecError, "lock.txt: released as stable, and preview in the spec: 0.1 function gc_lantern_count"):
            load_with(("lantern.toml", 'stability = "stable"', 'stability = "preview"'), lock=self.lock())
        with self.assertRaisesRegex(spec.SpecError, "released as stable, and preview in the spec: 0.1 handle gc_room"):
            load_with(("lamp.toml", 'title = "Lamp"', 'title = "Lamp"\nstability = "preview"'), lock=self.lock())

    def test_a_preview_can_change(self):
        load_with(("lantern.toml", 'out = "value", type = "u32", doc = "How', 'out = "value", type = "f64", doc = "How'), lock=self.lock())

    def test_a_preview_that_becomes_stable_goes_to_the_end(self):
        names = [f.name for f in load_with(("lantern.toml", 'stability = "preview"\n', ""), lock=self.lock()).table]
        before = [f.name for f in load_with(lock=self.lock()).table if not f.preview]
        self.assertEqual([n for n in names if n in before], before)
        self.assertGreater(names.index("gc_lantern_resize"), names.index("gc_lantern_count"))

    def test_an_unreleased_function_can_change(self):
        load_with(("lamp.toml", 'type = "bool", true_doc = "it shall be bright"', 'type = "u32", doc = "How bright."'),
                  lock=self.lock())

    def test_a_new_function_cannot_be_dated_back(self):
        new = ('[[function]]\nname = "gc_lamp_off"\nclass = "lamp"\nsince = "0.1"\nreturns = "u32"\ndoc = "New."\n\n'
               '[[function]]\nname = "gc_room_find"')
        with self.assertRaisesRegex(spec.SpecError, "dated before this version.*gc_lamp_off"):
            load_with(("lamp.toml", '[[function]]\nname = "gc_room_find"', new), lock=self.lock())

    def test_a_new_function_goes_to_the_end_of_the_table(self):
        new = ('[[function]]\nname = "gc_lamp_off"\nclass = "lamp"\nsince = "0.2"\nreturns = "u32"\ndoc = "New."\n\n'
               '[[function]]\nname = "gc_room_find"')
        table = [f for f in load_with(("lamp.toml", '[[function]]\nname = "gc_room_find"', new), lock=self.lock()).table if not f.preview]
        self.assertEqual([f.since for f in table], sorted(f.since for f in table))
        self.assertEqual(table[0].name, "gc_error_release")
        self.assertIn("gc_lamp_off", [f.name for f in table[-13:]])


class Committed(unittest.TestCase):
    """The files in the tree are the spec's."""

    @classmethod
    def setUpClass(cls):
        cls.model = loader.load(ROOT / "bindings/api")
        cls.header = "".join((ROOT / path).read_text(encoding="utf-8") for path in (emit_c.HEADER, emit_c.PREVIEW_HEADER))

    def test_nothing_has_drifted(self):
        done = subprocess.run([sys.executable, ROOT / "bindings/gen/gen.py", "--check"], capture_output=True, text=True,
                              check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_drift_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            for path, text in gen.outputs(self.model).items():
                target = Path(folder) / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text, encoding="utf-8")
            header = Path(folder) / emit_c.HEADER
            header.write_text((ROOT / emit_c.HEADER).read_text(encoding="utf-8").replace("uint64_t gc_handle_count", "uint32_t gc_handle_count"), encoding="utf-8")
            done = subprocess.run([sys.executable, ROOT / "bindings/gen/gen.py", "--check", "--root", folder],
                                  capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 1)
            self.assertIn(emit_c.HEADER, done.stderr)
            self.assertEqual(done.stderr.count("\n  "), 1)

    def test_a_file_that_no_emitter_writes_any_more_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            generate = [sys.executable, ROOT / "bindings/gen/gen.py", "--root", folder]
            subprocess.run(generate, capture_output=True, check=True)
            old = ["bindings/go/zz_lantern.go", "src/api/generated/lantern.cpp"]
            for path in old:
                shutil.copy(Path(folder) / path.replace("lantern", "stream"), Path(folder) / path)
            (Path(folder) / "bindings/go/slice.go").write_text("package gridcall\n", encoding="utf-8")
            done = subprocess.run([*generate, "--check"], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 1)
            self.assertEqual(re.findall(r"^  (.*)", done.stderr, re.MULTILINE), old)
            subprocess.run(generate, capture_output=True, check=True)
            done = subprocess.run([*generate, "--check"], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertTrue((Path(folder) / "bindings/go/slice.go").exists())

    def test_a_coverage_row_names_what_there_is(self):
        model = loader.load(ROOT / "bindings/api")
        head = 'items = 1\n[[part]]\nsource = "S"\n[[part.item]]\nname = "x"\n'
        for rows, says in [
            ('functions = ["gc_nothing"]\ntests = ["t"]\n', "`gc_nothing` is neither a function of the spec nor a constant"),
            ('functions = ["gc_launch"]\n', "functions and tests belong together"),
            ('functions = ["gc_launch"]\ntests = ["t"]\nopen = "x"\n', "one of functions, answer and open is wanted"),
            ('', "one of functions, answer and open is wanted, not none"),
            ('open = "x"\n[[part.item]]\nname = "y"\nopen = "y"\n', "there are 2 items, and `items` says 1"),
            ('open = "x"\nmore = 1\n', "unknown key 'more'"),
        ]:
            with self.subTest(says), tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "items.toml"
                path.write_text(head + rows, encoding="utf-8")
                with self.assertRaises(spec.SpecError) as refused:
                    coverage.read(model, path)
                self.assertIn(says, str(refused.exception))

    @unittest.skipUnless(shutil.which("cc"), "there is no C compiler")
    def test_the_scenario_in_c_compiles_with_a_function_more(self):
        new = ('[[function]]\nname = "gc_pool_describe"\nclass = "pool"\nself = "pool"\nsince = "0.1"\ndoc = "New."\nparams = ['
               '{ name = "pool", type = "pool", doc = "It." }, { name = "words", type = "str", doc = "Text." }, '
               '{ name = "options", type = "struct.pool_options", nullable = "none", doc = "How." }, '
               '{ name = "args", type = "struct.arg", array = "arg_count", doc = "Values." }, '
               '{ name = "status", type = "enum.status", doc = "Code." }, { name = "out_mem", out = "owned", type = "mem", doc = "Some." }, '
               '{ name = "out_part", out = "value", type = "f32", doc = "Share." }]\n'
               'errors = []\n')
        with tempfile.TemporaryDirectory() as folder:
            api, root = Path(folder) / "bindings/api", Path(folder) / "root"
            shutil.copytree(ROOT / "bindings/api", api)
            shutil.copytree(ROOT / "tests/coverage", Path(folder) / "tests/coverage")
            with (api / "pool.toml").open("a", encoding="utf-8") as file:
                file.write("\n" + new)
            model = loader.load(api)
            for path, text in (emit_c.emit(model) | build_scenario.emit(model)).items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text, encoding="utf-8")
            done = subprocess.run(["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{root / 'include'}",
                                   f"-I{ROOT / 'tests'}", root / "operations.c"], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("gc_pool_describe(pool, words, options, args, arg_count, status, &out_mem, &out_part, &call_error)",
                          (root / "operations.c").read_text(encoding="utf-8"))

    def test_every_function_is_everywhere(self):
        names = {f.name for f in self.model.functions}
        self.assertGreaterEqual(len(names), 111)
        declared = re.findall(r"^GRIDCALL_API .*?(gc_\w+)\(", self.header, re.MULTILINE)
        self.assertEqual((len(declared), set(declared)), (len(names), names))
        generated = ROOT / "src/api/generated"
        exported = re.findall(r"^    (gc_\w+);", (generated / "gridcall.map").read_text(encoding="utf-8"), re.MULTILINE)
        self.assertEqual((len(exported), set(exported)), (len(names), names))
        table = re.findall(r"&(gc_\w+),", (generated / "api_table.cpp").read_text(encoding="utf-8"))
        self.assertEqual((len(table), set(table)), (len(names) - 1, names - {"gc_get_api"}))
        glue = "".join((generated / f"{n.stem}.cpp").read_text(encoding="utf-8") for n in self.model.nouns)
        defined = re.findall(r"^[\w ]+?\**\*? ?(gc_[a-z0-9_]+)\(.*", glue, re.MULTILINE)
        self.assertEqual(set(defined), names - {"gc_get_api"})

    def test_the_public_header_keeps_the_house_rules(self):
        code = re.sub(r"/\*.*?\*/", "", self.header, flags=re.DOTALL)
        code = re.sub(r'extern "C\+\+" \{.*?\n\}  // extern "C\+\+"\n', "", code, flags=re.DOTALL)
        for word in (r"\bbool\b", r"\bunion\b", r"\binline\b", r"\bvoid ?\*\*", r" : \d"):
            self.assertIsNone(re.search(word, code), word)
        self.assertNotIn("...", re.sub(r"#define (?:.*\\\n)*.*", "", code))  # no variadic function
        self.assertFalse([line for line in self.header.splitlines() if len(line) > emit_c.WIDTH])
        macros = set(re.findall(r"#define (\w+)", code))
        self.assertTrue(all(m.startswith("GRIDCALL_") for m in macros), macros)

    def test_every_doc_comment_belongs_to_something(self):
        # A declaration, a definition, a field or a value follows each comment.
        for comment, follower in re.findall(r"/\*\*(?!<)((?:(?!\*/)[\s\S])*)\*/\n(.*)", self.header):
            line = follower.split("\n")[0].strip()
            self.assertRegex(line, r"^(#define |typedef |struct |GRIDCALL_|enum |[\w *]+[ *]\w+(\[\d+\])?;)", comment.strip())

    @unittest.skipUnless(shutil.which("clang-19"), "clang-19 is not installed (apt-get install clang-19)")
    def test_clang_reads_in_the_header_what_the_spec_says(self):
        done = subprocess.run(["clang-19", "-x", "c", "-std=c11", "-fsyntax-only", "-include", str(ROOT / emit_c.PREVIEW_HEADER), "-Xclang", "-ast-dump=json", f"-I{ROOT / 'include'}",
                               str(ROOT / emit_c.TABLE)], capture_output=True, text=True, check=True)
        functions, structs, constants = {}, {}, {}
        for node in json.loads(done.stdout)["inner"]:
            if node["kind"] == "FunctionDecl":
                params = [(p["name"], p["type"]["qualType"]) for p in node.get("inner", []) if p["kind"] == "ParmVarDecl"]
                functions[node["name"]] = (node["type"]["qualType"].split("(")[0].strip(), params)
            elif node["kind"] == "RecordDecl" and "inner" in node and "name" in node:
                structs[node["name"]] = [(f["name"], f["type"]["qualType"]) for f in node["inner"] if f["kind"] == "FieldDecl"]
            elif node["kind"] == "EnumDecl":
                for c in node["inner"]:
                    if c["kind"] == "EnumConstantDecl":
                        constants[c["name"]] = int(c["inner"][0]["value"])

        def clang(c_type: str) -> str:
            return re.sub(r"\s*\*\s*", "*", c_type).strip()

        self.assertEqual(set(functions), {f.name for f in self.model.functions})
        for f in self.model.functions:
            returns, params = functions[f.name]
            self.assertEqual(clang(returns), clang(f.c_returns), f.name)
            # An array parameter is a pointer to clang.
            want = [(c.name, clang(c.decl) + ("*" if c.suffix else "")) for c in f.c_params]
            self.assertEqual([(n, clang(t)) for n, t in params], want, f.name)
        for s in self.model.structs.values():
            self.assertEqual([(n, clang(t)) for n, t in structs[s.c_type]],
                             [(f.name, clang(f.c_decl) + f.suffix) for f in s.fields], s.name)
        self.assertEqual([n for n, _ in structs["gc_api"]], ["size"] + [f.implementation for f in self.model.table])
        self.assertEqual(constants, {v.constant: v.value for e in self.model.enums.values() for v in e.values})


class Tap(unittest.TestResult):
    """One line a test."""

    def __init__(self, total: int):
        super().__init__()
        self.number = 0
        print(f"1..{total}")

    def line(self, word: str, test, tail: str = "") -> None:
        self.number += 1
        name = test.id().removeprefix("__main__.").replace("_", " ")
        print(f"{word} {self.number} - {name}{tail}")

    def addSuccess(self, test):
        super().addSuccess(test)
        self.line("ok", test)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.line("not ok", test)
        print("".join(f"# {line}\n" for line in self.failures[-1][1].splitlines()[-30:]), end="")

    def addError(self, test, err):
        super().addError(test, err)
        self.line("not ok", test)
        print("".join(f"# {line}\n" for line in self.errors[-1][1].splitlines()[-30:]), end="")

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.line("ok", test, f" # SKIP {reason}")


def main() -> int:
    suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])
    result = Tap(suite.countTestCases())
    suite.run(result)
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
