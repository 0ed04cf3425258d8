# SPDX-License-Identifier: Apache-2.0
"""The C API as it is, by ctypes: `raw.gc_stream_create`, `raw.gc_stream_options`, `raw.GRIDCALL_MEM_ZERO`. A handle of the package may be passed
where C takes one; a struct of options knows its `struct_size`. Nothing is checked here, and no status raises."""

from __future__ import annotations

import ctypes
import os
import re
from functools import cache, cached_property
from typing import Any

from . import _table

SCALARS = {
    "u8": ctypes.c_uint8, "u16": ctypes.c_uint16, "i32": ctypes.c_int32, "u32": ctypes.c_uint32, "i64": ctypes.c_int64, "u64": ctypes.c_uint64,
    "f32": ctypes.c_float, "f64": ctypes.c_double, "size": ctypes.c_size_t, "bool": ctypes.c_int32, "char": ctypes.c_char, "void": None,
}
WORD = re.compile(r"(?P<out>>?)(?P<name>\w+):(?P<code>[@&=~]?)(?P<type>\w+)(?P<array>\*?)(?:\[(?P<count>\d+)\])?(?:#(?P<length_of>\w+))?"
                  r"(?P<nullable>\??)(?:\^(?P<of>\w+))?(?P<writable>[!%]?)(?P<raw>\$?)")


@cache
def result_of(name: str) -> Word:
    """The result of a function that cannot fail."""
    return Word(f"x:{FUNCTIONS[name][0]}")


class Word:
    """A parameter or a field, as a line of the table says it."""

    def __init__(self, text: str):
        match = WORD.fullmatch(text)
        assert match, text
        self.out, self.nullable, self.array, self.raw = (bool(match[key]) for key in ("out", "nullable", "array", "raw"))
        self.name, self.code, self.type, self.of = match["name"], match["code"], match["type"], match["of"]
        self.length_of, self.writable = match["length_of"], match["writable"]
        self.count = int(match["count"] or 0)
        self.key = self.name + "_" * (self.name in ("global", "from", "lambda", "class", "import", "with", "is", "in", "as"))

    @cached_property
    def options(self) -> bool:
        """Whether it is a struct whose fields are keyword arguments."""
        return self.code == "&" and not self.array and not self.raw and STRUCTS[self.type][0] == "struct_size:size"

    @cached_property
    def element(self) -> Any:
        """The C type of a value of it."""
        if self.code == "&":
            return struct(self.type)
        return {"=": ctypes.c_int32, "~": ctypes.c_uint64, "@": ctypes.c_void_p}.get(self.code) or \
            (ctypes.c_char_p if self.type == "str" else SCALARS.get(self.type, ctypes.c_void_p))

    @property
    def field(self) -> Any:
        return ctypes.c_void_p if self.array else self.element * self.count if self.count else self.element

    @property
    def parameters(self) -> list[Any]:
        """C's type for it."""
        pointer, size = ctypes.c_void_p, ctypes.c_size_t
        if self.out:
            return [pointer, size, pointer] if self.array or self.type == "str" else [pointer]
        if self.array or self.type in ("text", "bytes"):
            return [pointer, size]
        return [pointer] if self.code == "&" else [self.element]


def lines(text: str) -> dict[str, list[str]]:
    return {words[0]: words[1:] for words in (line.split() for line in text.replace("\n ", " ").split("\n")) if words}


STRUCTS, FUNCTIONS = lines(_table.STRUCTS), lines(_table.FUNCTIONS)
_structs: dict[str, Any] = {}
_words: dict[str, list[Word]] = {}


class Versioned(ctypes.Structure):
    def __init__(self, *args: Any, **fields: Any):
        super().__init__(*args, **fields)
        if not self.struct_size:
            self.struct_size = ctypes.sizeof(self)


def words(name: str) -> list[Word]:
    """The fields of a struct, or the parameters of a function."""
    found = _words.get(name)
    if found is None:
        found = _words[name] = [Word(text) for text in (FUNCTIONS[name][1:] if name in FUNCTIONS else STRUCTS[name])]
        if name in FUNCTIONS:
            for word in found:  # the length of a buffer that goes out may stand further right
                if word.out and word.type == "bytes" and all(other.length_of != word.name for other in found):
                    word.count = -1
    return found


def struct(name: str) -> Any:
    if name not in _structs:
        base = Versioned if STRUCTS[name][0] == "struct_size:size" else ctypes.Structure
        _structs[name] = type(f"gc_{name}", (base,), {"_fields_": [(word.name, word.field) for word in words(name)]})
    return _structs[name]


def load() -> ctypes.CDLL:
    """The library: what GRIDCALL_LIBRARY names, else beside the package, else where the loader finds it."""
    named, beside = os.environ.get("GRIDCALL_LIBRARY"), os.path.join(os.path.dirname(__file__), "lib", "libgridcall.so.0")
    tried = [named] if named else [path for path in (beside, "libgridcall.so.0") if path != beside or os.path.exists(path)]
    try:
        library = ctypes.CDLL(tried[0])
    except OSError as error:
        raise ImportError(f"{tried[0]} cannot be loaded: {error}. Install the wheel or the library (`ldconfig` after it), or set GRIDCALL_LIBRARY "
                          "to its file") from None
    library.gc_version.restype = ctypes.c_uint32
    if library.gc_version() // 100 != int(_table.VERSION.split(".")[0]) * 100 + int(_table.VERSION.split(".")[1]):
        raise ImportError(f"{tried[0]} is of version {library.gc_version()}, and this package of {_table.VERSION}: install those of one version")
    return library


_library: ctypes.CDLL | None = None


def function(name: str) -> Any:
    global _library
    if name not in FUNCTIONS:
        raise AttributeError(f"the C API has no function {name}")
    if _library is None:
        _library = load()
    found = getattr(_library, name)
    result, parameters = FUNCTIONS[name][0], [each for word in words(name) for each in word.parameters + [ctypes.c_size_t] * (word.count == -1)]
    found.argtypes = parameters + [ctypes.c_void_p] * (result == "-")
    found.restype = ctypes.c_int32 if result == "-" else Word(f"x:{result}").element
    return found


def __getattr__(name: str) -> Any:
    if name.startswith("gc_"):
        found = globals()[name] = struct(name[3:]) if name[3:] in STRUCTS else function(name)
        return found
    if name.startswith("GRIDCALL_"):
        from . import _call, preview  # noqa: F401 (registers its constants)

        if name in _call.constants:
            return _call.constants[name]
    raise AttributeError(f"module 'gridcall.raw' has no attribute {name!r}")


def __dir__() -> list[str]:
    from . import _call, preview  # noqa: F401

    return sorted([*FUNCTIONS, *(f"gc_{name}" for name in STRUCTS), *_call.constants])
