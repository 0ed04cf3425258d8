# SPDX-License-Identifier: Apache-2.0
"""The API as plain dataclasses: what emitters read. loader.py makes them of bindings/api/*.toml."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, replace
from pathlib import Path


class SpecError(Exception):
    """An error in the spec; the message names the file, the item and the key."""


# Spec name -> (C type, size in bytes; sizes are those of every 64-bit platform).
SCALARS = {
    "u8": ("uint8_t", 1), "u16": ("uint16_t", 2), "i32": ("int32_t", 4), "u32": ("uint32_t", 4),
    "i64": ("int64_t", 8), "u64": ("uint64_t", 8), "f32": ("float", 4), "f64": ("double", 8),
    "size": ("size_t", 8), "bool": ("int32_t", 4),
}
# Variables of the environment that docs speak of.
ENVIRONMENT = {"GRIDCALL_DEVICE", "GRIDCALL_CACHE_DIR", "GRIDCALL_DISABLE_CACHE", "GRIDCALL_DISABLE_TIERING", "GRIDCALL_LOG", "GRIDCALL_TRACE",
               "GRIDCALL_KERNEL_TIMEOUT", "GRIDCALL_DEFAULT_OPTIONS", "GRIDCALL_COMM_RANK", "GRIDCALL_COMM_COUNT", "GRIDCALL_COMM_ID",
               "GRIDCALL_BLAS", "GRIDCALL_CUBLAS", "GRIDCALL_CUFFT", "GRIDCALL_CUSOLVER", "GRIDCALL_FFTW"}


@dataclass(frozen=True)
class Type:
    kind: str  # scalar enum flags struct handle any str text bytes char api void
    name: str  # "u64", "status", "stream_options", "stream"; the kind itself for the rest

    @property
    def c(self) -> str:
        """The C type of a value of this type; of what the pointer points to for structs and handles."""
        return {
            "scalar": lambda: SCALARS[self.name][0],
            "enum": lambda: f"gc_{self.name}",
            "flags": lambda: f"gc_{self.name}",
            "struct": lambda: f"gc_{self.name}",
            "handle": lambda: f"gc_{self.name}",
            "str": lambda: "const char*",
            "text": lambda: "const char*",
            "bytes": lambda: "const void*",
            "char": lambda: "char",
            "any": lambda: "const void*",
            "api": lambda: "const gc_api*",
            "void": lambda: "void",
        }[self.kind]()

    @property
    def size(self) -> int:
        """Bytes that a struct field of this type takes; a struct tells its own."""
        if self.kind == "scalar":
            return SCALARS[self.name][1]
        return {"enum": 4, "flags": 8, "char": 1}.get(self.kind, 8)


@dataclass(frozen=True)
class Deprecated:
    since: str
    use: str  # what replaces it: a function, a constant, or a field of the same struct


@dataclass(frozen=True)
class Truth:
    """The meaning of a truth value; each language has its own words for the two values."""

    true_doc: str
    false_doc: str

    def text(self, true: str, false: str) -> str:
        return f"{true} if {self.true_doc}, " + (f"{false} if {self.false_doc}." if self.false_doc else f"else {false}.")


@dataclass(frozen=True)
class Wrong:
    """A value, or values of a struct's fields, that a function refuses."""

    what: str
    value: object  # of a parameter; of a struct a table of its fields
    errors: tuple[str, ...]
    element: int = -1  # of an array's example: the one that is made wrong; -1: the last
    returns: str = ""  # of a function that cannot fail: what is true of its value, "== NULL"


@dataclass(frozen=True)
class Range:
    """The values that a number may have; others are refused."""

    min: int | None = None
    step: int = 0  # a multiple of it
    within: str = ""  # the parameter inside whose memory it lies, with the offset, size or count beside it
    below: str = ""  # the function that returns the count it is below
    max: str = ""  # "all" of the type but too large a number
    errors: tuple[str, ...] = ()  # what is returned for others; () where the kind of range says it


@dataclass
class ErrorGroup:
    """Statuses that are listed under one name."""

    name: str
    text: str  # "any device error"
    doc: str
    members: list[str]


@dataclass
class Examples:
    """The facts that the tests of wrong arguments know of a parameter or a field."""

    example: object = None
    range: Range | None = None
    wrong: list[Wrong] = field(default_factory=list)


@dataclass
class Value:
    name: str
    value: int
    doc: str
    constant: str  # GRIDCALL_ERROR_DRIVER
    since: str
    deprecated: Deprecated | None = None


@dataclass
class Enum:
    name: str
    doc: str
    noun: Noun
    values: list[Value]
    open: bool  # other numbers may occur: never match it exhaustively
    since: str
    c_type: str = ""  # gc_mem_place
    tag: str = ""  # gc_mem_place_value
    core: bool = False  # src/core reads its numbers
    table: bool = False  # the library has its names as text


@dataclass
class Flags:
    name: str
    doc: str
    noun: Noun
    prefix: str
    values: list[Value]  # value is 1 << bit
    since: str

    @property
    def c_type(self) -> str:
        return f"gc_{self.name}"

    @property
    def mask(self) -> int:
        return sum(v.value for v in self.values)


@dataclass
class CParam:
    """One parameter of the C function."""

    decl: str  # "gc_stream*": the type
    name: str
    role: str  # value handle struct str text bytes array length capacity needed count out out_bytes error
    suffix: str = ""  # "[16]"

    @property
    def text(self) -> str:
        return f"{self.decl} {self.name}{self.suffix}"


@dataclass
class Param:
    """One parameter of the spec; may be two or three in C."""

    name: str
    type: Type
    doc: str
    out: str = ""  # "" for inputs, else one of OUTS
    len: str = ""  # bytes and text: name of the C length parameter
    array: str = ""  # inputs: name of the C count parameter
    count: int = 0  # fixed_bytes
    nullable: str = ""  # what NULL means; "" if NULL is refused
    unit: str = ""
    length_of: str = ""  # this is the length of that buffer, which stands further left
    truth: Truth | None = None  # bool
    examples: Examples = field(default_factory=Examples)
    max_count: int = 0  # array: a larger count is refused before an element is read
    of: str = ""  # owned_each: the input array that says how many
    c: list[CParam] = field(default_factory=list)

    def says(self, other: Param) -> bool:
        """Whether both have one text."""
        return (self.doc, self.unit, self.nullable, self.out) == (other.doc, other.unit, other.nullable, other.out)


@dataclass
class Field:
    name: str
    type: Type
    doc: str
    offset: int
    c_decl: str  # "const char* const* "
    len: str = ""  # bytes: the field with its size
    array: str = ""  # the field with the count
    nullable: str = ""
    unit: str = ""
    bound: Type | None = None  # type any: what the languages offer for it
    is_count_of: str = ""  # the pointer field whose length or count this one is
    since: str = ""
    count: int = 0  # a fixed array: how many elements
    writable: bool = False  # bytes that the library writes
    either: bool = False  # bytes that the library writes where the field that holds their struct is `written`, and else reads
    written: bool = False
    size: int = 0  # bytes of it in the struct
    truth: Truth | None = None  # bool
    deprecated: Deprecated | None = None
    examples: Examples = field(default_factory=Examples)

    @property
    def suffix(self) -> str:
        return f"[{self.count}]" if self.count else ""

    @property
    def pointer(self) -> bool:
        return bool(self.array) or self.type.kind in ("str", "bytes", "handle", "any")


@dataclass
class Struct:
    name: str
    doc: str
    noun: Noun
    versioned: bool  # struct_size first; may grow
    fields: list[Field]  # struct_size included
    size: int
    since: str
    output: bool = False  # only ever written by the library
    written: bool = False  # written by the library, and perhaps read too
    align: int = 1
    wrong: list[Wrong] = field(default_factory=list)

    @property
    def c_type(self) -> str:
        return f"gc_{self.name}"

    @property
    def init_macro(self) -> str:
        return f"GRIDCALL_{self.name.upper()}_INIT"


@dataclass
class Handle:
    name: str
    doc: str
    noun: Noun
    release: str  # function; "" for static handles
    parent: str  # handle; ""
    static: bool  # never released
    since: str
    threads: str = ""  # where the rule for threads differs from the contract's

    @property
    def c_type(self) -> str:
        return f"gc_{self.name}"


@dataclass
class Function:
    name: str  # gc_stream_create
    noun: Noun
    cls: str  # the class it belongs to in method languages: a handle, or a noun without one
    doc: str
    since: str
    role: str
    self_param: str  # parameter that is the receiver; "" for constructors and plain functions
    method: str  # name in method languages
    returns: Type | None  # None: gc_status with a trailing out_error
    params: list[Param]
    errors: list[str]  # every status it may answer, without ERROR_, categories resolved, in order of number
    error_text: list[str]  # those that its parameters do not show, as the spec says it: the section's and its own
    blocking: bool
    bind: bool
    any: list[str] = field(default_factory=list)  # the handles whose classes have it as a method, if self is of type any
    calls: str = ""  # what the glue calls of the core: ".method" of self, or a function; "": a function of src/api
    deprecated: Deprecated | None = None
    devices: list[str] = field(default_factory=list)  # the only kinds of device that can do it; []: all
    cuda: str = ""  # the oldest CUDA with which a GPU can do it; "": the library's own
    example_errors: list[str] = field(default_factory=list)  # what valid arguments may return on some machine
    ends: bool = False  # it ends the handle `self`
    preview: bool = False  # it may change in any release
    own_errors: list[str] = field(default_factory=list)  # error_text without the section's
    common_errors: bool = True  # it may return all of the section's
    at_once: bool = False  # the glue first tries api::<name>_at_once, which takes all of its parameters
    implied_errors: list[str] = field(default_factory=list)  # those that its parameters show

    @property
    def fallible(self) -> bool:
        return self.returns is None

    @property
    def implementation(self) -> str:
        """Name of what src/api/ implements by hand."""
        return self.name.removeprefix("gc_")

    @property
    def plain_name(self) -> str:
        """The name without gc_ and without the verb get: what languages with a word order of their own begin with."""
        return self.name.removeprefix("gc_").replace("_get_", "_", 1)

    @property
    def inputs(self) -> list[Param]:
        return [p for p in self.params if not p.out and not p.length_of]

    @property
    def outs(self) -> list[Param]:
        return [p for p in self.params if p.out]

    @property
    def results(self) -> list[Param]:
        """The outs that a language returns; a buffer of a size that the caller knows is an argument there."""
        return [p for p in self.params if p.out and p.out != "bytes"]

    def count_of(self, p: Param) -> str:
        """The C parameter with the number of handles of an owned_each."""
        return next(q.array for q in self.params if q.name == p.of)

    @property
    def dynamic(self) -> list[Param]:
        """The results whose size only the library knows."""
        return [p for p in self.params if p.out in ("string", "array")]

    @property
    def c_params(self) -> list[CParam]:
        every = [c for p in self.params for c in p.c]
        return every + [CParam("gc_error**", "out_error", "error")] if self.fallible else every

    @property
    def c_returns(self) -> str:
        return "gc_status" if self.returns is None else self.returns.c

    @property
    def signature(self) -> str:
        return f"({', '.join(c.text for c in self.c_params) or 'void'}) -> {self.c_returns}"


@dataclass
class Noun:
    stem: str  # file name
    title: str
    doc: str  # the first paragraph
    includes: list[str] = field(default_factory=list)  # headers of the core that its functions' `calls` need
    guide: list[str] = field(default_factory=list)  # paragraphs behind it; code begins with four spaces
    errors: list[str] = field(default_factory=list)  # those that its functions have in common
    params: list[str] = field(default_factory=list)  # parameters that its comment describes for all its functions
    preview: bool = False  # its types and functions may change in any release
    handles: list[Handle] = field(default_factory=list)
    enums: list[Enum] = field(default_factory=list)
    flags: list[Flags] = field(default_factory=list)
    structs: list[Struct] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)

    @property
    def apart(self) -> bool:
        """Whether all of it is preview, so that the languages have it apart from the rest."""
        return self.preview and all(f.preview for f in self.functions)

    def common_params(self) -> dict[str, Param]:
        """The parameters that the section's comment describes: of each the one that most functions have."""
        found = {}
        for name in self.params:
            every = [p for f in self.functions for p in f.params if p.name == name]
            found[name] = max(every, key=lambda p: sum(p.says(q) for q in every))
        return found

    def methods(self) -> list[Function]:
        """As a language with classes has them: what takes any handle is a method of each class."""
        every = []
        for f in self.functions:
            if not f.any:
                every.append(f)
            for name in f.any:
                params = [replace(p, type=Type("handle", name)) if p.name == f.self_param else p for p in f.params]
                method = f.name.removeprefix("gc_handle_").removeprefix("get_")
                every.append(replace(f, cls=name, params=params, method=method, any=[]))
        return every


@dataclass
class Item:
    """The contents of another interface. One of functions, answer and open is not empty."""
    number: int
    name: str
    functions: list[str]  # functions and constants
    tests: list[str]  # of conformance; "ctest:" before the name of another
    note: str
    answer: str  # why no function is needed
    open: str  # what it waits for


@dataclass
class Part:
    source: str  # whose interface
    title: str
    items: list[Item]


@dataclass
class Model:
    name: str
    version: str  # "0.1.0"
    version_status: str  # "dev"
    abi_version: int
    since_versions: list[str]
    nouns: list[Noun]
    handles: dict[str, Handle]
    enums: dict[str, Enum]
    flags: dict[str, Flags]
    structs: dict[str, Struct]
    functions: list[Function]  # in the order of the spec
    table: list[Function]  # in the order of gc_api: the lock's order, new ones behind, previews last
    lock: list[str]  # lines of lock.txt as they must be; no preview is in it
    contract: list[str]  # what holds for every function: paragraphs of Markdown
    groups: dict[str, ErrorGroup] = field(default_factory=dict)
    coverage: list[Part] = field(default_factory=list)

    @property
    def version_number(self) -> int:
        major, minor, patch = (int(n) for n in self.version.split("."))
        return major * 10000 + minor * 100 + patch

    @property
    def version_text(self) -> str:
        return self.version + (f"-{self.version_status}" if self.version_status else "")

    def function(self, name: str) -> Function:
        return next(f for f in self.functions if f.name == name)

    @property
    def group_sentences(self) -> list[str]:
        return group_sentences(self.groups, self.enums)


def with_unit(doc: str, unit: str) -> str:
    """The doc with its unit, unless it says it: "How much; not 0." -> "How much, in bytes; not 0."."""
    if not unit or unit in ("elements", "devices") or unit in doc.lower():
        return doc
    end = min(i for i in (doc.find(c) for c in ".;,:") if i >= 0)
    return f"{doc[:end]}, in {unit}{doc[end:]}"


def error_words(error: str, groups: dict[str, ErrorGroup], enums: dict[str, Enum]) -> str:
    """An entry of `errors` as the docs say it: a status by its name, a group or a category in words."""
    if error.startswith("@"):
        return groups[error[1:]].text
    if error.startswith("category."):
        name = error.removeprefix("category.")
        number = next(v.value for v in enums["category"].values if v.name == name)
        return f"any {name.lower()} error ({number}xx)"
    return error


def group_sentences(groups: dict[str, ErrorGroup], enums: dict[str, Enum]) -> list[str]:
    """The errors that no list names, and what each group of errors is: `"Any driver error" is DRIVER or FORKED.`"""
    sentences = ["Lists of errors leave out what a wrong argument causes: INVALID_HANDLE (a handle), INVALID_OPTIONS (options and flags), "
                 "INVALID_ARGUMENT (any other) and OUT_OF_RANGE (a buffer that is too small)."]
    for g in groups.values():
        words = [error_words(e, groups, enums) for e in g.members]
        listed = ", ".join(words[:-1]) + " or " + words[-1] if len(words) > 1 else words[0]
        sentences.append(f'"{g.text[0].upper()}{g.text[1:]}" is {listed}.' + (f" {g.doc}" if g.doc else ""))
    return sentences


def language(name: str) -> dict:
    """The names of things in a language: bindings/lang/<name>.toml."""
    return tomllib.loads((Path(__file__).resolve().parents[1] / "lang" / f"{name}.toml").read_text(encoding="utf-8"))
