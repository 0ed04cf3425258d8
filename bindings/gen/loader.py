# SPDX-License-Identifier: Apache-2.0
"""Reads bindings/api/*.toml, and refuses whatever is not exactly right. bindings/README.md has the grammar."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path

import coverage
from model import (
    ENVIRONMENT,
    SCALARS,
    CParam,
    Deprecated,
    Enum,
    ErrorGroup,
    Examples,
    Field,
    Flags,
    Function,
    Handle,
    Model,
    Noun,
    Param,
    Range,
    SpecError,
    Struct,
    Truth,
    Type,
    Value,
    Wrong,
    group_sentences,
)

# A field alone can be of these: text in a buffer of its own, ended by NUL.
CHAR = "char"
UNITS = {"bytes", "elements", "blocks", "threads", "devices", "nanoseconds"}
OUTS = {"value", "owned", "owned_each", "borrowed", "string", "array", "struct", "bytes", "fixed_bytes"}
ROLES = {"function", "constructor", "destructor", "getter"}
# A bare verb after gc_ belongs to another library (Boehm's collector, mostly).
BANNED = {"gc_" + verb for verb in (
    "init", "free", "malloc", "alloc", "calloc", "realloc", "collect", "release", "enable", "disable", "start", "stop",
    "run", "exit", "shutdown", "error_init", "new", "delete", "copy", "open", "close", "register", "unregister")}
# The only function families whose second word is not one of the nouns.
NOUNLESS = ("gc_launch", "gc_get_api", "gc_memcpy", "gc_memset", "gc_version", "gc_handle_")
DEVICES = ("gpu", "cpu")
STABILITIES = ("stable", "preview")
# A sentence in the documentation of each function and handle that is not stable.
PREVIEW = " Preview: may change in any release."
# Numbers of C that an example or a wrong value may be.
LIMITS = {"NULL", "INT64_MIN", "INT32_MAX", "INT32_MIN", "UINT32_MAX", "UINT64_MAX", "SIZE_MAX"}
PLACEHOLDER = re.compile(r"\b(TODO|TBD|FIXME|XXX|lorem)\b", re.IGNORECASE)
C_KEYWORDS = set("""alignas alignof and asm auto bitand bitor bool break case catch char class compl const continue
    default delete do double else enum explicit export extern false float for friend goto if inline int long mutable
    namespace new not nullptr operator or private protected public register restrict return short signed sizeof static
    struct switch template this throw true try typedef typeid typename union unsigned using virtual void volatile
    while xor""".split())
# Words of Rust and of Go that a parameter or a field cannot be named; of Julia a field, whose parameters get a `_`.
KEYWORDS = set("""abstract as async await become box chan crate defer dyn extern fallthrough final fn go impl import in
    interface let loop macro match mod move mut override package priv pub ref select self super trait type unsafe
    unsized use var where yield""".split())
JULIA_KEYWORDS = set("baremodule begin elseif end export finally function global local macro module quote".split())


def take(table: dict, where: str, required: str, optional: str = "") -> dict:
    """The table, once its keys are exactly what the grammar knows."""
    if not isinstance(table, dict):
        raise SpecError(f"{where}: a table is wanted, not {table!r}")
    known = set(required.split()) | set(optional.split())
    for key in table:
        if key not in known:
            raise SpecError(f"{where}: unknown key '{key}' (known: {', '.join(sorted(known))})")
    for key in required.split():
        if key not in table:
            raise SpecError(f"{where}: key '{key}' is missing")
    return table


def read_doc(table: dict, where: str) -> str:
    doc = " ".join(table["doc"].split())
    if not doc:
        raise SpecError(f"{where}: doc is empty")
    if PLACEHOLDER.search(doc):
        raise SpecError(f"{where}: doc is a placeholder: \"{doc}\"")
    if doc[-1] not in ".?!":
        raise SpecError(f"{where}: doc is not a sentence (it ends in '{doc[-1]}'): \"{doc}\"")
    if "*/" in doc or "/*" in doc:
        raise SpecError(f"{where}: doc would end a C comment")
    return doc


def read_paragraphs(table: dict, where: str) -> list[str]:
    """The doc of a section: paragraphs, of which one whose lines begin with four spaces is code."""
    paragraphs = []
    for block in re.split(r"\n\s*\n", table["doc"].strip("\n")):
        code = all(line.startswith("    ") for line in block.splitlines())
        if code and not paragraphs:
            raise SpecError(f"{where}: doc begins with code")
        if not code and paragraphs and block.rstrip().endswith(":"):
            block = block.rstrip()[:-1] + "."  # code follows: checked as a sentence, printed as it is
            paragraphs.append(read_doc({"doc": block}, where)[:-1] + ":")
            continue
        if code and ("*/" in block or "/*" in block):
            raise SpecError(f"{where}: doc would end a C comment")
        paragraphs.append(block.rstrip() if code else read_doc({"doc": block}, where))
    return paragraphs


def read_name(name: str, where: str, pattern: str = r"[a-z][a-z0-9_]*", keywords: set[str] = frozenset()) -> str:
    if not isinstance(name, str) or not re.fullmatch(pattern, name):
        raise SpecError(f"{where}: '{name}' is not a name ({pattern})")
    if name in C_KEYWORDS:
        raise SpecError(f"{where}: '{name}' is a word of C or C++")
    if name in keywords:
        raise SpecError(f"{where}: '{name}' is a word of Rust, Go or Julia")
    return name


class Loader:
    def __init__(self, folder: Path):
        self.folder = folder
        index = take(self.read(folder / "index.toml"), "index.toml", "library")
        self.library = take(index["library"], "index.toml: library",
                            "name version version_status abi_version since_versions files", "coverage")
        if not re.fullmatch(r"\d+\.\d\d?\.\d\d?", self.library["version"]):
            raise SpecError(f"index.toml: library.version '{self.library['version']}' is not major.minor.patch")
        self.since_versions = self.library["since_versions"]
        self.files = self.library["files"]
        present = {p.name for p in folder.glob("*.toml")} - {"index.toml"}
        if present != set(self.files):
            odd = ", ".join(sorted(present ^ set(self.files)))
            raise SpecError(f"index.toml: files and folder differ: {odd}")
        self.names: dict[str, str] = {}  # every C identifier -> where it comes from
        self.values: dict[str, str] = {}
        self.nouns: list[Noun] = []
        self.handles: dict[str, Handle] = {}
        self.enums: dict[str, Enum] = {}
        self.flags: dict[str, Flags] = {}
        self.structs: dict[str, Struct] = {}
        self.functions: list[Function] = []
        self.groups: dict[str, ErrorGroup] = {}
        self.deprecations: list[tuple[str, str, Deprecated]] = []  # where, the struct whose field it is, what

    def read(self, path: Path) -> dict:
        try:
            return tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, tomllib.TOMLDecodeError) as e:
            raise SpecError(f"{path.name}: {e}") from e

    def read_contract(self) -> list[str]:
        path = self.folder / "contract.md"
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        text = text.replace("@ERROR_GROUPS@", " ".join(group_sentences(self.groups, self.enums)))
        return [p.strip() for p in text.split("\n\n") if p.strip()]

    def claim(self, name: str, where: str) -> None:
        if name in BANNED:
            raise SpecError(f"{where}: '{name}' belongs to another library; use gc_<noun>_<verb>")
        if name in self.names:
            raise SpecError(f"{where}: '{name}' stands already in {self.names[name]}")
        self.names[name] = where

    def since(self, table: dict, where: str) -> str:
        since = table.get("since", self.since_versions[0])
        if since not in self.since_versions:
            raise SpecError(f"{where}: since '{since}' is not one of {self.since_versions}")
        return since

    def load(self) -> Model:
        tables = {name: self.read(self.folder / name) for name in self.files}
        # Names first, so that any file may speak of any other's types.
        for name, table in tables.items():
            take(table, name, "noun", "handle enum flags struct function errors")
            where = f"{name}: noun"
            noun_table = take(table["noun"], where, "title doc", "includes errors params stability")
            paragraphs = read_paragraphs(noun_table, where)
            noun = Noun(name.removesuffix(".toml"), noun_table["title"], paragraphs[0], noun_table.get("includes", []), paragraphs[1:],
                        noun_table.get("errors", []), noun_table.get("params", []), self.preview(noun_table, where))
            self.nouns.append(noun)
            for key, item in table.get("handle", {}).items():
                self.handles[key] = self.read_handle(noun, key, item)
            for key, item in table.get("enum", {}).items():
                self.enums[key] = self.read_enum(noun, key, item)
            for key, item in table.get("flags", {}).items():
                self.flags[key] = self.read_flags(noun, key, item)
            for key in table.get("struct", {}):
                self.structs[key] = None  # placeholder: the name is known
        for noun in self.nouns:
            for key, item in tables[noun.stem + ".toml"].get("errors", {}).items():
                self.groups[key] = self.read_group(noun, key, item)
        for noun in self.nouns:
            for key, item in tables[noun.stem + ".toml"].get("struct", {}).items():
                self.structs[key] = self.read_struct(noun, key, item)
                noun.structs.append(self.structs[key])
        for noun in self.nouns:
            for item in tables[noun.stem + ".toml"].get("function", []):
                function = self.read_function(noun, item)
                self.functions.append(function)
                noun.functions.append(function)
            self.check_common(noun)
        self.cross_check()
        lock, table_order = self.read_lock()
        library = self.library
        model = Model(library["name"], library["version"], library["version_status"], library["abi_version"],
                     self.since_versions, self.nouns, self.handles, self.enums, self.flags, self.structs,
                     self.functions, table_order, lock, self.read_contract(), self.groups)
        if "coverage" in library:
            model.coverage = coverage.read(model, self.folder / library["coverage"])
        return model

    def preview(self, table: dict, where: str, default: str = "stable") -> bool:
        stability = table.get("stability", default)
        if stability not in STABILITIES:
            raise SpecError(f"{where}: unknown stability '{stability}' (known: {', '.join(STABILITIES)})")
        return stability == "preview"

    def check_common(self, noun: Noun) -> None:
        """What the comment of a section says for its functions holds for some of them."""
        where = f"{noun.stem}.toml: noun"
        for name in noun.params:
            texts = [p for f in noun.functions for p in f.params if p.name == name]
            if max((sum(p.says(q) for q in texts) for p in texts), default=0) < 2:
                raise SpecError(f"{where}: params: no two functions have a '{name}' of one text")
        if noun.errors and not any(f.common_errors for f in noun.functions if f.fallible):
            raise SpecError(f"{where}: errors: no function returns all of them")

    def read_group(self, noun: Noun, key: str, item: dict) -> ErrorGroup:
        where = f"{noun.stem}.toml: errors.{key}"
        take(item, where, "text members", "doc")
        read_name(key, where)
        if key in self.groups:
            raise SpecError(f"{where}: the group stands there twice")
        if not item["members"]:
            raise SpecError(f"{where}: members are missing")
        group = ErrorGroup(key, item["text"], read_doc(item, where) if "doc" in item else "", item["members"])
        self.resolve(group.members, where)  # a group of it stands before it
        return group

    def devices(self, item: dict, where: str) -> list[str]:
        devices = item.get("devices", [])
        for d in devices:
            if d not in DEVICES:
                raise SpecError(f"{where}: unknown device '{d}' (known: {', '.join(DEVICES)})")
        if "devices" in item and len(set(devices)) != 1:
            raise SpecError(f"{where}: devices names one kind; what every kind can do has no such key")
        if "cuda" in item and not re.fullmatch(r"\d+\.\d", str(item["cuda"])):
            raise SpecError(f"{where}: cuda '{item['cuda']}' is no version of CUDA (12.4)")
        if "cuda" in item and devices == ["cpu"]:
            raise SpecError(f"{where}: cuda is a version of the GPU's driver, and this is for the CPU device only")
        return devices

    def limits(self, item: dict, where: str, function: bool = False) -> str:
        """The sentences on devices, CUDA's version and threads that the doc ends with."""
        devices, cuda = self.devices(item, where), item.get("cuda", "")
        words = []
        if devices and not function:
            words.append("CPU device only." if devices == ["cpu"] else f"GPU only, with CUDA {cuda} or newer." if cuda else "GPU only.")
        elif devices == ["cpu"]:
            words.append("Only on the CPU device: a GPU returns UNSUPPORTED.")
        elif devices:
            words.append(f"Only on a GPU with CUDA {cuda} or newer: other devices return UNSUPPORTED." if cuda else
                         "Only on a GPU: the CPU device returns UNSUPPORTED.")
        elif cuda:
            words.append(f"A GPU needs CUDA {cuda} or newer" + (", else it returns UNSUPPORTED." if function else "."))
        if "threads" in item:
            words.append(read_doc({"doc": item["threads"]}, f"{where}: threads"))
        return "".join(" " + w for w in words)

    def deprecated(self, item: dict, where: str, since: str, struct: str = "") -> Deprecated | None:
        if "deprecated" not in item:
            return None
        table = take(item["deprecated"], f"{where}: deprecated", "since use")
        if table["since"] not in self.since_versions:
            raise SpecError(f"{where}: deprecated since '{table['since']}' is not one of {self.since_versions}")
        if self.since_versions.index(table["since"]) <= self.since_versions.index(since):
            raise SpecError(f"{where}: deprecated since {table['since']}, but it came with {since}")
        found = Deprecated(table["since"], table["use"])
        self.deprecations.append((where, struct, found))
        return found

    def truth(self, item: dict, kind: Type, where: str) -> Truth | None:
        """A truth value says when it is true instead of a doc, which would have to name a number."""
        if kind != Type("scalar", "bool"):
            if "true_doc" in item or "false_doc" in item:
                raise SpecError(f"{where}: true_doc and false_doc are for type bool")
            return None
        if "true_doc" not in item:
            raise SpecError(f"{where}: key 'true_doc' is missing: a bool says when it is true, in place of doc")
        for key in ("true_doc", "false_doc"):
            text = item.get(key, "x")
            if not text or text[-1] in ".?!" or PLACEHOLDER.search(text):
                raise SpecError(f"{where}: {key} is a clause that follows \"if\", without a full stop: \"{text}\"")
        return Truth(item["true_doc"], item.get("false_doc", ""))

    def doc_or_truth(self, item: dict, kind: Type, where: str) -> tuple[str, Truth | None]:
        truth = self.truth(item, kind, where)
        if truth is None:
            if "doc" not in item:
                raise SpecError(f"{where}: key 'doc' is missing")
            return read_doc(item, where), None
        if "doc" in item:
            raise SpecError(f"{where}: a bool has true_doc in place of doc")
        return truth.text("1", "0"), truth

    def examples(self, item: dict, kind: Type, where: str) -> Examples:
        """example, range and wrong: what tests/misuse passes."""
        examples = Examples(item.get("example"))
        number = kind.kind in ("scalar", "enum", "flags")
        if kind.kind == "struct" and isinstance(examples.example, dict):  # of its fields
            for name, value in examples.example.items():
                self.check_value(value, self.field_at(self.structs[kind.name], name, f"{where}: example").type, f"{where}: example")
            return examples
        if "range" in item:
            r = take(item["range"], f"{where}: range", "", "min step within below max errors")
            if not number:
                raise SpecError(f"{where}: range is for numbers")
            if not set(r) - {"errors"}:
                raise SpecError(f"{where}: range says nothing")
            for key in ("min", "step"):
                if key in r and not isinstance(r[key], int):
                    raise SpecError(f"{where}: range: {key} {r[key]!r} is no number")
            if r.get("max", "all") != "all":
                raise SpecError(f"{where}: range: max is \"all\": the largest number of the type is too large")
            examples.range = Range(r.get("min"), r.get("step", 0), r.get("within", ""), r.get("below", ""), r.get("max", ""),
                                   tuple(r.get("errors", ())))
        for w in item.get("wrong", []):
            take(w, f"{where}: wrong", "what value", "errors returns")
            if ("errors" in w) == ("returns" in w):
                raise SpecError(f"{where}: wrong: '{w['what']}' has either errors or, of a function that cannot fail, returns")
            examples.wrong.append(Wrong(w["what"], w["value"], tuple(w.get("errors", ())), returns=w.get("returns", "")))
        values = [*(w.value for w in examples.wrong)]
        values += examples.example if isinstance(examples.example, list) else [] if examples.example is None else [examples.example]
        for value in values:
            self.check_value(value, kind, where)
        return examples

    def check_value(self, value: object, kind: Type, where: str) -> None:
        """An example is a number, a name of C's, an object of the test (@mem), or text for what takes text."""
        if isinstance(value, str) and not value.startswith("@") and kind.kind not in ("str", "text") and value not in LIMITS \
                and not re.fullmatch(r"GRIDCALL_[A-Z0-9_]+", value):
            raise SpecError(f"{where}: '{value}' is no number, constant or object (@name)")
        if isinstance(value, str) and value.startswith("GRIDCALL_") and not self.known(value):
            raise SpecError(f"{where}: '{value}' does not exist")
        if not isinstance(value, (str, int)):
            raise SpecError(f"{where}: {value!r} is no number, text, constant or object (@name)")

    def read_handle(self, noun: Noun, key: str, item: dict) -> Handle:
        where = f"{noun.stem}.toml: handle.{key}"
        take(item, where, "doc", "release parent static since threads")
        read_name(key, where)
        static = item.get("static", False)
        if static == ("release" in item):
            raise SpecError(f"{where}: a handle has either release or static = true")
        handle = Handle(key, read_doc(item, where) + self.limits(item, where) + PREVIEW * noun.preview, noun, item.get("release", ""),
                        item.get("parent", ""), static, self.since(item, where), item.get("threads", ""))
        self.claim(handle.c_type, where)
        noun.handles.append(handle)
        return handle

    def read_enum(self, noun: Noun, key: str, item: dict) -> Enum:
        where = f"{noun.stem}.toml: enum.{key}"
        take(item, where, "doc values", "open since core table")
        read_name(key, where)
        since = self.since(item, where)
        enum = Enum(key, read_doc(item, where), noun, [], item.get("open", False), since, Type("enum", key).c,
                    f"gc_{key}_value", item.get("core", False), item.get("table", False))
        self.claim(enum.c_type, where)
        self.claim(enum.tag, where)
        prefix = "GRIDCALL_" if key == "status" else f"GRIDCALL_{key.upper()}_"
        seen: dict[int, str] = {}
        for v in item["values"]:
            at = f"{where}.{v.get('name', '?')}"
            take(v, at, "name value doc", "since deprecated devices cuda")
            read_name(v["name"], at, r"[A-Z][A-Z0-9_]*")
            number = v["value"]
            if not isinstance(number, int) or isinstance(number, bool) or not -(2**31) <= number < 2**31:
                raise SpecError(f"{at}: value {number!r} is not a 32-bit number")
            if number in seen:
                raise SpecError(f"{at}: value {number} is {seen[number]}'s already")
            seen[number] = v["name"]
            value = Value(v["name"], number, read_doc(v, at) + self.limits(v, at), prefix + v["name"],
                          self.since({"since": since} | v, at))
            value.deprecated = self.deprecated(v, at, value.since)
            self.claim(value.constant, at)
            enum.values.append(value)
        if not enum.values:
            raise SpecError(f"{where}: no values")
        noun.enums.append(enum)
        return enum

    def read_flags(self, noun: Noun, key: str, item: dict) -> Flags:
        where = f"{noun.stem}.toml: flags.{key}"
        take(item, where, "doc prefix values", "since")
        read_name(key, where)
        read_name(item["prefix"], where, r"[A-Z][A-Z0-9_]*")
        since = self.since(item, where)
        flags = Flags(key, read_doc(item, where), noun, item["prefix"], [], since)
        self.claim(flags.c_type, where)
        seen: dict[int, str] = {}
        for v in item["values"]:
            at = f"{where}.{v.get('name', '?')}"
            take(v, at, "name bit doc", "since deprecated devices cuda")
            read_name(v["name"], at, r"[A-Z][A-Z0-9_]*")
            bit = v["bit"]
            if not isinstance(bit, int) or not 0 <= bit < 64:
                raise SpecError(f"{at}: bit {bit!r} is not in 0 to 63")
            if bit in seen:
                raise SpecError(f"{at}: bit {bit} is {seen[bit]}'s already")
            seen[bit] = v["name"]
            value = Value(v["name"], 1 << bit, read_doc(v, at) + self.limits(v, at),
                          f"GRIDCALL_{flags.prefix}_{v['name']}", self.since({"since": since} | v, at))
            value.deprecated = self.deprecated(v, at, value.since)
            self.claim(value.constant, at)
            flags.values.append(value)
        noun.flags.append(flags)
        return flags

    def type(self, text: str, where: str) -> Type:
        if text in SCALARS:
            return Type("scalar", text)
        if text in ("str", "text", "bytes", "any", "api", "void", CHAR):
            return Type(text, text)
        if text in self.handles:
            return Type("handle", text)
        kind, _, name = text.partition(".")
        known = {"enum": self.enums, "flags": self.flags, "struct": self.structs}.get(kind, {})
        if name in known:
            return Type(kind, name)
        raise SpecError(f"{where}: unknown type '{text}'")

    def unit(self, item: dict, where: str) -> str:
        unit = item.get("unit", "")
        if unit and unit not in UNITS:
            raise SpecError(f"{where}: unknown unit '{unit}' (known: {', '.join(sorted(UNITS))})")
        return unit

    def read_struct(self, noun: Noun, key: str, item: dict) -> Struct:
        where = f"{noun.stem}.toml: struct.{key}"
        take(item, where, "doc fields", "versioned since wrong")
        read_name(key, where)
        since = self.since(item, where)
        struct = Struct(key, read_doc(item, where), noun, item.get("versioned", False), [], 0, since)
        self.claim(struct.c_type, where)
        if struct.versioned:
            self.claim(struct.init_macro, where)
            struct.fields.append(Field("struct_size", Type("scalar", "size"), f"sizeof({struct.c_type}).", 0,
                                       "size_t ", since=since, size=8))
        for f in item["fields"]:
            self.read_field(struct, f, f"{where}.{f.get('name', '?')}")
        struct.align = max((self.alignment(f) for f in struct.fields), default=1)
        struct.size = struct.fields[-1].offset + struct.fields[-1].size if struct.fields else 0
        if struct.size % struct.align:
            raise SpecError(f"{where}: {struct.size} bytes would be padded to a multiple of {struct.align}; add a reserved field")
        for f in struct.fields if not noun.preview else []:
            if self.is_preview(f.type):
                raise SpecError(f"{where}.{f.name}: a stable struct holds {f.type.c}, which is preview")
        by_name = {f.name: f for f in struct.fields}
        for f in struct.fields:
            for other in filter(None, (f.len, f.array)):
                if other not in by_name or by_name[other].type != Type("scalar", "size"):
                    raise SpecError(f"{where}.{f.name}: '{other}' is no field of type size")
                by_name[other].is_count_of = f.name
        for w in item.get("wrong", []):
            take(w, f"{where}: wrong", "what set errors", "element")
            for name, value in w["set"].items():
                self.check_value(value, self.field_at(struct, name, f"{where}: wrong").type, f"{where}: wrong")
            struct.wrong.append(Wrong(w["what"], w["set"], tuple(w["errors"]), w.get("element", -1)))
        return struct

    def field_at(self, struct: Struct, path: str, where: str) -> Field:
        """The field "dst.offset" of a struct."""
        name, _, rest = path.partition(".")
        field = next((f for f in struct.fields if f.name == name), None)
        if field is None or rest and field.type.kind != "struct":
            raise SpecError(f"{where}: '{path}' is no field of struct.{struct.name}")
        return self.field_at(self.structs[field.type.name], rest, where) if rest else field

    def alignment(self, f: Field) -> int:
        if f.type.kind == "struct" and not f.array:
            return self.structs[f.type.name].align
        return 8 if f.array else f.type.size

    def read_field(self, struct: Struct, f: dict, at: str) -> None:
        take(f, at, "name", "type doc unit len array nullable since bound out written true_doc false_doc deprecated devices "
             "cuda example range wrong")
        read_name(f["name"], at, keywords=KEYWORDS | JULIA_KEYWORDS)
        if f["name"] in {g.name for g in struct.fields}:
            raise SpecError(f"{at}: the field stands there twice")
        if f.get("out", "bytes") not in ("bytes", "either") or "out" in f and "type" in f:
            raise SpecError(f"{at}: a field's out is \"bytes\", memory that the library writes, or \"either\", and has no type")
        if "type" not in f and "out" not in f:
            raise SpecError(f"{at}: key 'type' is missing")
        text = f.get("type", "bytes")
        fixed = re.fullmatch(r"(.+)\[(\d+)\]", text)
        kind, count = self.type(fixed[1] if fixed else text, at), int(fixed[2]) if fixed else 0
        if fixed and (kind.kind not in ("scalar", "enum", "char") or not count or f.get("array")):
            raise SpecError(f"{at}: a fixed array holds numbers, enums or char, 1 or more: not {text}")
        if f.get("written") and kind.kind != "struct":
            raise SpecError(f"{at}: written is for a struct that names memory")
        if kind == Type("scalar", "bool") and (fixed or f.get("array")):
            raise SpecError(f"{at}: no arrays of bool: use flags, or u8")
        if kind.kind == "char" and not fixed:
            raise SpecError(f"{at}: one char is no text: give its size, char[64]")
        if text == "any" and not f.get("nullable"):
            raise SpecError(f"{at}: which handle or address it is, and when it is NULL, stands in nullable")
        if kind.kind in ("text", "api", "void"):
            raise SpecError(f"{at}: a field cannot be of type {text}")
        if f.get("array") and kind.kind not in ("scalar", "enum", "str", "struct"):
            raise SpecError(f"{at}: a field cannot be an array of {text}")
        if kind.kind == "struct":
            inner = self.structs[kind.name]
            if inner is None:
                raise SpecError(f"{at}: struct.{kind.name} stands behind it: a struct is defined before it is part of another")
            if inner.versioned:
                raise SpecError(f"{at}: struct.{kind.name} is versioned: it may grow, and what holds it could not")
        if (kind.kind == "bytes") != ("len" in f):
            raise SpecError(f"{at}: type bytes needs len, and nothing else has it")
        nested = kind.kind == "struct" and not f.get("array")
        align = self.structs[kind.name].align if nested else 8 if f.get("array") else kind.size
        offset = struct.fields[-1].offset + struct.fields[-1].size if struct.fields else 0
        if offset % align:
            what = "pointer" if f.get("array") else text
            raise SpecError(f"{at}: at offset {offset} a {what} would need padding before it; reorder or add a reserved field")
        size = self.structs[kind.name].size if nested else 8 if f.get("array") else kind.size * max(count, 1)
        decl = {"handle": f"{kind.c}* "}.get(kind.kind, f"{kind.c} ")
        if f.get("array"):
            decl = "const char* const* " if kind.kind == "str" else f"const {kind.c}* "
        if "out" in f:
            decl = "void* "
        if struct.versioned and kind.kind in ("handle", "any") and not f.get("nullable"):
            raise SpecError(f"{at}: a handle in an options struct is nullable: zero is the default of every field")
        doc, truth = self.doc_or_truth(f, kind, at)
        since = self.since({"since": struct.since} | f, at)
        struct.fields.append(Field(
            f["name"], kind, doc + self.limits(f, at), offset, decl, f.get("len", ""), f.get("array", ""), f.get("nullable", ""),
            self.unit(f, at), bound=self.type(f["bound"], at) if kind.kind == "any" else None, since=since, count=count,
            writable="out" in f, either=f.get("out") == "either", written=f.get("written", False), size=size, truth=truth, deprecated=self.deprecated(f, at, since, struct.name),
            examples=self.examples(f, kind, at)))

    def read_param(self, function: str, item: dict, where: str) -> Param:
        at = f"{where}({item.get('name', '?')})"
        if "length_of" in item:
            take(item, at, "name length_of")
            read_name(item["name"], at)
            return Param(item["name"], Type("scalar", "size"), "Its size.", unit="bytes", length_of=item["length_of"],
                         c=[CParam("size_t", item["name"], "length")])
        take(item, at, "name", "doc type out of len array max_count count nullable unit optional true_doc false_doc example range wrong")
        read_name(item["name"], at, keywords=KEYWORDS)
        out = item.get("out", "")
        if out and out not in OUTS:
            raise SpecError(f"{at}: unknown out '{out}' (known: {', '.join(sorted(OUTS))})")
        implied = {"string": "str", "bytes": "bytes", "fixed_bytes": "u8"}.get(out)
        if ("type" in item) == bool(implied):
            raise SpecError(f"{at}: " + (f"out = \"{out}\" has no type" if implied else "key 'type' is missing"))
        kind = self.type(implied or item["type"], at)
        doc, truth = self.doc_or_truth(item, kind, at)
        p = Param(item["name"], kind, doc, out, item.get("len", ""), item.get("array", ""), item.get("count", 0),
                  item.get("nullable", ""), self.unit(item, at), optional=item.get("optional", False), truth=truth,
                  examples=self.examples(item, kind, at), max_count=item.get("max_count", 0), of=item.get("of", ""))
        if p.max_count and not p.array:
            raise SpecError(f"{at}: max_count is for the count of an array")
        if p.optional and out not in ("value", "owned", "borrowed", "struct", "fixed_bytes"):
            raise SpecError(f"{at}: optional is for an out parameter of a known size")
        if isinstance(p.examples.example, list) != bool(p.array) and p.examples.example is not None:
            raise SpecError(f"{at}: the example of an array is a list, and nothing else's is")
        if (kind.kind == "bytes") != bool(p.len):
            raise SpecError(f"{at}: bytes need len, and nothing else has it")
        if (out == "fixed_bytes") != bool(p.count):
            raise SpecError(f"{at}: fixed_bytes need count, and nothing else has it")
        if (out == "owned_each") != bool(p.of):
            raise SpecError(f"{at}: owned_each needs of, the array that says how many, and nothing else has it")
        if p.nullable and not (kind.kind in ("handle", "any", "struct", "str", "text", "bytes") and not out) and out != "owned":
            raise SpecError(f"{at}: nullable means nothing for {item.get('type', out)}")
        if kind.kind == "struct" and (out == "array" or p.array) and self.structs[kind.name].versioned:
            raise SpecError(f"{at}: no array of a versioned struct: gc_{kind.name} may grow, and an array of it could not")
        if kind.kind == "struct" and out == "struct" and not self.structs[kind.name].versioned:
            raise SpecError(f"{at}: a struct that goes out is versioned, so that gc_{kind.name} can grow")
        self.check_integer(p, at)
        if out in ("value", "owned", "owned_each", "borrowed", "struct") and not p.name.startswith("out_"):
            raise SpecError(f"{at}: an out parameter's name begins with out_")
        p.c = self.expand(p, at)
        return p

    def check_integer(self, p: Param, at: str) -> None:
        """One type for each quantity (bindings/README.md)."""
        if p.type.kind != "scalar" or p.array:
            return
        name = p.name.removeprefix("out_")
        wanted = {"nanoseconds": ("u64", "i64"), "devices": ("i32",)}.get(p.unit)
        if wanted is None and p.unit == "bytes":
            wanted = ("u64",)
        if wanted is None and (name == "index" or name.endswith("_index")):
            wanted = ("size",)
        if wanted is None and p.unit == "elements":
            wanted = ("u64",) if not p.out and name == "count" else ("size",)
        if wanted and p.type.name not in wanted:
            raise SpecError(f"{at}: {p.name} is a {p.type.name}; this quantity ({p.unit or 'an index'}) is {' or '.join(wanted)}")

    def expand(self, p: Param, at: str) -> list[CParam]:
        kind, name = p.type.kind, p.name
        if not p.out:
            if p.array:
                if kind not in ("struct", "scalar", "str", "handle", "enum") or p.type.name == "bool":
                    raise SpecError(f"{at}: no arrays of {p.type.name}")
                decl = {"str": "const char* const*", "handle": f"{p.type.c}* const*"}.get(kind, f"const {p.type.c}*")
                return [CParam(decl, name, "array"), CParam("size_t", p.array, "length")]
            if kind == "text":
                p.len = f"{name}_size"
            return {
                "scalar": lambda: [CParam(p.type.c, name, "value")],
                "enum": lambda: [CParam(p.type.c, name, "value")],
                "flags": lambda: [CParam(p.type.c, name, "value")],
                "handle": lambda: [CParam(p.type.c + "*", name, "handle")],
                "any": lambda: [CParam(p.type.c, name, "any")],
                "struct": lambda: [CParam(f"const {p.type.c}*", name, "struct")],
                "str": lambda: [CParam("const char*", name, "str")],
                "text": lambda: [CParam("const char*", name, "text"), CParam("size_t", p.len, "length")],
                "bytes": lambda: [CParam("const void*", name, "bytes"), CParam("size_t", p.len, "length")],
            }.get(kind, lambda: self.fail(f"{at}: a parameter cannot be of type {kind}"))()
        if p.out == "array" and (kind not in ("scalar", "enum", "struct", "handle") or p.type.name == "bool"):
            raise SpecError(f"{at}: no arrays of {p.type.name} out")
        if p.out in ("owned", "owned_each", "borrowed") and kind != "handle" or p.out == "struct" and kind != "struct" or \
                p.out == "value" and kind not in ("scalar", "enum", "flags"):
            raise SpecError(f"{at}: out = \"{p.out}\" does not go with type {kind}")
        if p.out in ("owned", "owned_each") and self.handles[p.type.name].static:
            raise SpecError(f"{at}: a static handle is handed out borrowed")
        if p.out == "borrowed" and not self.handles[p.type.name].static:
            raise SpecError(f"{at}: only static handles are handed out borrowed")
        return {
            "value": lambda: [CParam(p.type.c + "*", name, "out")],
            "struct": lambda: [CParam(p.type.c + "*", name, "out")],
            "owned": lambda: [CParam(p.type.c + "**", name, "out")],
            "owned_each": lambda: [CParam(p.type.c + "**", name, "out_each")],
            "borrowed": lambda: [CParam(p.type.c + "**", name, "out")],
            "string": lambda: [CParam("char*", name, "buffer"), CParam("size_t", "capacity", "capacity"),
                               CParam("size_t*", "out_needed", "needed")],
            "array": lambda: [CParam(p.type.c + ("**" if kind == "handle" else "*"), name, "buffer"),
                              CParam("size_t", "capacity", "capacity"),
                              CParam("size_t*", "out_count", "needed")],
            "bytes": lambda: [CParam("void*", name, "out_bytes"), CParam("size_t", p.len, "length")],
            "fixed_bytes": lambda: [CParam("uint8_t", name, "out", f"[{p.count}]")],
        }[p.out]()

    def fail(self, message: str):
        raise SpecError(message)

    def read_function(self, noun: Noun, item: dict) -> Function:
        name = item.get("name", "?")
        where = f"{noun.stem}.toml: {name}"
        take(item, where, "name class doc", "since self role returns params errors method blocking bind any calls deprecated "
             "devices cuda threads example_errors ends stability")
        read_name(name, where, r"gc_[a-z][a-z0-9_]*")
        self.claim(name, where)
        cls = item["class"]
        stems = set(self.handles) | {n.stem for n in self.nouns}
        if cls not in stems:
            raise SpecError(f"{where}: class '{cls}' is neither a handle nor a file of the spec")
        if not name.startswith(NOUNLESS) and not any(name.startswith(f"gc_{s}_") for s in stems):
            raise SpecError(f"{where}: the name is not gc_<noun>_<verb>")
        role = item.get("role", "function")
        if not re.fullmatch(r"(\.\w+|(core|compile|ndarray|comm)(::\w+)+|)", item.get("calls", "")):
            raise SpecError(f"{where}: calls '{item['calls']}' is neither .method nor core::function, compile::function, ndarray::function or comm::function")
        if item.get("calls", "").startswith(".") and not item.get("self"):
            raise SpecError(f"{where}: calls '{item['calls']}' needs a self")
        if role not in ROLES:
            raise SpecError(f"{where}: unknown role '{role}'")
        params = [self.read_param(name, p, where) for p in item.get("params", [])]
        for i, p in enumerate(params):
            if not p.length_of:
                continue
            buffer = next((b for b in params[:i] if b.name == p.length_of and b.out == "bytes" and b.len == p.name), None)
            if buffer is None:
                raise SpecError(f"{where}({p.name}): length_of '{p.length_of}' is no buffer before it with len = \"{p.name}\"")
            buffer.c = buffer.c[:1]
        dynamic = [p for p in params if p.out in ("string", "array")]
        for p in dynamic if len(dynamic) > 1 else []:
            buffer, capacity, needed = p.c
            word = needed.name.removeprefix("out_")
            p.c = [buffer, replace(capacity, name=f"{p.name}_capacity"), replace(needed, name=f"out_{p.name}_{word}")]
        returns = self.type(item["returns"], where) if "returns" in item else None
        if returns is not None and "errors" in item:
            raise SpecError(f"{where}: it returns a value, so it has no errors")
        if returns is None and "errors" not in item and not noun.errors:
            raise SpecError(f"{where}: errors are missing, and the section has none in common")
        errors = item.get("errors", ["@common"] if noun.errors and returns is None else [])
        if "@common" in errors and not noun.errors:
            raise SpecError(f"{where}: errors: the section has none in common")
        own = [e for e in errors if e != "@common"]
        method = item.get("method") or name.removeprefix(f"gc_{cls}_").removeprefix("gc_").removeprefix("get_")
        since = self.since(item, where)
        preview = self.preview(item, where, STABILITIES[noun.preview])
        function = Function(name, noun, cls, read_doc(item, where) + self.limits(item, where, True) + PREVIEW * preview, since, role,
                            item.get("self", ""), method, returns, params, [], own + noun.errors if "@common" in errors else own,
                            item.get("blocking", False), item.get("bind", True), item.get("any", []), item.get("calls", ""),
                            self.deprecated(item, where, since), item.get("devices", []), item.get("cuda", ""),
                            item.get("example_errors", []), item.get("ends", False), preview, own)
        for doc in [function.doc] + [p.doc for p in params] if function.bind else []:
            if re.search(r"\b(NULL|nullptr|nil)\b", doc):
                raise SpecError(f"{where}: doc speaks of NULL, which the languages spell differently: use nullable")
        self.check_function(function, where)
        return function

    def check_function(self, f: Function, where: str) -> None:
        self.check_order(f, where)
        names = [c.name for c in f.c_params]
        for n in names:
            if names.count(n) > 1:
                raise SpecError(f"{where}: the parameter '{n}' stands there twice")
        if f.self_param:
            receiver = next((p for p in f.params if p.name == f.self_param), None)
            fits = receiver is not None and (receiver.type == Type("handle", f.cls) or (receiver.type.kind == "any" and f.any))
            if not fits:
                raise SpecError(f"{where}: self '{f.self_param}' is no parameter of type {f.cls}")
        for t in [p.type for p in f.params] + [f.returns] * (f.returns is not None) if not f.preview else []:
            if self.is_preview(t):
                raise SpecError(f"{where}: a stable function has {t.c}, which is preview")
        if f.role == "destructor" and (f.returns != Type("void", "void") or len(f.params) != 1):
            raise SpecError(f"{where}: a destructor takes one handle and returns void")
        if f.ends and (f.role != "function" or not f.fallible or not f.self_param or f.calls):
            raise SpecError(f"{where}: what ends a handle is a function of src/api with a self that can fail")
        for p in (p for p in f.params if p.of):
            if not any(q.name == p.of and q.array and not q.out for q in f.params):
                raise SpecError(f"{where}({p.name}): of '{p.of}' is no array that goes in")
        if len(f.results) > 1 and any(p.of or p.nullable for p in f.results):
            raise SpecError(f"{where}: handles for each of an array, and a handle that may be none, stand alone")
        if f.role == "constructor" and (f.outs and f.outs[0].nullable):
            raise SpecError(f"{where}: a constructor always makes its object")
        if f.role == "constructor" and [p.out for p in f.outs] != ["owned"]:
            raise SpecError(f"{where}: a constructor has one owned out parameter")
        if not f.fallible and f.outs:
            raise SpecError(f"{where}: a function that cannot fail returns its result")
        if f.dynamic and any(p.out == "owned" for p in f.outs):
            raise SpecError(f"{where}: a call that asks for a size would make the handle too: use two functions")
        if f.results and all(p.optional for p in f.results):
            raise SpecError(f"{where}: every result is optional; the caller always wants one")
        self.resolve_errors(f, where)
        if (f.devices or f.cuda) and "UNSUPPORTED" not in f.errors:
            raise SpecError(f"{where}: errors lack UNSUPPORTED, which a device that cannot do it returns")
        self.check_examples(f, where)

    def check_examples(self, f: Function, where: str) -> None:
        def check(errors, at: str) -> None:
            for e in errors:
                if e not in f.errors:
                    raise SpecError(f"{at}: {e} is not among the errors of the function")
        check(f.example_errors, f"{where}: example_errors")
        names = {p.name for p in f.params}
        for p in f.params:
            at, r = f"{where}({p.name})", p.examples.range
            for w in p.examples.wrong:
                check(w.errors, f"{at}: wrong")
            if r is not None:
                check(r.errors, f"{at}: range")
                if r.within and r.within not in names:
                    raise SpecError(f"{at}: range: within '{r.within}' is no parameter")

    def check_order(self, f: Function, where: str) -> None:
        """The object; destination and source, each with its offset; size or count; options; arguments; stream; results."""
        places = ["object", "destination", "source", "value", "size or count", "options", "arguments", "stream", "result"]

        def place(i: int, p: Param) -> str:
            if p.out and p.out != "bytes":
                return "result"
            if p.name.startswith("dst"):
                return "destination"
            if p.name.startswith("src"):
                return "source"
            if i == 0:
                return "object"
            if p.type == Type("handle", "stream"):
                return "stream"
            if p.type.kind == "struct" and (p.name == "arg" or p.array):
                return "arguments"
            if p.type.kind == "struct":
                return "options"
            if p.name in ("size", "count"):
                return "size or count"
            return ""

        last = 0
        for i, p in enumerate(f.params):
            now = place(i, p)
            if now and places.index(now) < last:
                raise SpecError(f"{where}({p.name}): the {now} stands behind the {places[last]}; the order is " + ", ".join(places))
            if not now and places[last] == "result":
                raise SpecError(f"{where}({p.name}): an input stands behind an out parameter")
            last = places.index(now) if now else last

    def resolve(self, errors: list[str], where: str) -> set[str]:
        """The statuses that statuses, categories and groups stand for."""
        statuses = {v.name.removeprefix("ERROR_"): v.value for v in self.enums["status"].values if v.value}
        categories = {v.name: v.value for v in self.enums["category"].values if v.value}
        each: list[set[str]] = []
        for e in errors:
            more = {e}
            if e.startswith("category.") and e.removeprefix("category.") in categories:
                hundred = categories[e.removeprefix("category.")]
                more = {s for s, n in statuses.items() if n // 100 == hundred}
            elif e.startswith("@") and e[1:] in self.groups:
                more = self.resolve(self.groups[e[1:]].members, where)
            elif e not in statuses:
                raise SpecError(f"{where}: unknown error '{e}'")
            each.append(more)
        for i, e in enumerate(errors):
            if each[i] <= set().union(*each[:i], *each[i + 1:]):
                raise SpecError(f"{where}: {e} is listed already, by itself or in a group or category")
        return set().union(*each)

    def holds_handle(self, t: Type) -> bool:
        """Whether a struct holds a handle, at any depth."""
        return t.kind in ("handle", "any") or t.kind == "struct" and any(
            self.holds_handle(f.type) for f in self.structs[t.name].fields)

    def is_preview(self, t: Type) -> bool:
        """Whether a type may change in any release: what a section has, it has as stable as itself."""
        known = {"handle": self.handles, "enum": self.enums, "flags": self.flags, "struct": self.structs}.get(t.kind, {})
        return t.name in known and known[t.name].noun.preview

    def resolve_errors(self, f: Function, where: str) -> None:
        """Resolves categories, and adds what the parameters show."""
        if not f.fallible:
            return
        for e in ("INTERNAL", "OUT_OF_HOST_MEMORY"):
            if e in f.error_text:
                raise SpecError(f"{where}: every function may return {e}: leave it out of errors")
        found = self.resolve(f.error_text, where)
        f.common_errors = self.resolve(f.noun.errors, f"{f.noun.stem}.toml: noun") <= found
        statuses = {v.name.removeprefix("ERROR_"): v.value for v in self.enums["status"].values if v.value}
        needs = {}
        for p in f.params:
            if not p.out and self.holds_handle(p.type):
                needs["INVALID_HANDLE"] = p
            if p.type.kind in ("handle", "any") and not p.out and not p.array:
                continue
            if p.type.kind == "struct" and p.out != "array" and not p.array and self.structs[p.type.name].versioned:
                needs["INVALID_OPTIONS"] = p
                needs |= {} if p.nullable else {"INVALID_ARGUMENT": p}
            elif p.type.kind == "flags" and not p.out:
                needs["INVALID_OPTIONS"] = p
            elif p.out and not p.optional or p.type.kind in ("str", "text", "bytes", "struct") or p.array or \
                    (p.type.kind == "enum" and not self.enums[p.type.name].open and not p.out):
                needs["INVALID_ARGUMENT"] = p
        for status, p in needs.items():
            if status in f.own_errors:
                raise SpecError(f"{where}: parameter '{p.name}' shows that {status} is possible: leave it out of errors")
        f.implied_errors = sorted(needs, key=statuses.get)
        if not f.error_text and not needs:
            raise SpecError(f"{where}: errors are missing: it can fail, and its parameters do not show how")
        found |= set(needs)
        if any(p.out in ("string", "array") for p in f.params):
            found.add("OUT_OF_RANGE")  # a buffer that is too small
        # Any call may run out of memory or meet a defect of the library; said once, at the top of the header.
        found |= {"INTERNAL", "OUT_OF_HOST_MEMORY"} & set(statuses)
        f.errors = sorted(found, key=statuses.get)

    def cross_check(self) -> None:
        functions = {f.name: f for f in self.functions}
        for h in self.handles.values():
            where = f"{h.noun.stem}.toml: handle.{h.name}"
            if h.parent and h.parent not in self.handles:
                raise SpecError(f"{where}: parent '{h.parent}' is no handle")
            if h.release:
                f = functions.get(h.release)
                if f is None or f.role != "destructor" or f.params[0].type != Type("handle", h.name):
                    raise SpecError(f"{where}: release '{h.release}' is no destructor of it")
        for f in self.functions:
            if f.role == "destructor" and self.handles[f.params[0].type.name].release != f.name:
                raise SpecError(f"{f.noun.stem}.toml: {f.name} is a destructor that no handle names")
        for v in self.enums["status"].values:
            if v.value and (not v.name.startswith("ERROR_") or not 1 <= v.value // 100 <= 5):
                raise SpecError(f"status.toml: enum.status.{v.name}: the hundreds of {v.value} are no category")
        for where, struct, d in self.deprecations:
            fields = {f.name for f in self.structs[struct].fields} if struct else set()
            if d.use not in fields and (struct or d.use not in self.names):
                raise SpecError(f"{where}: deprecated: use '{d.use}' does not exist")
        for f in self.functions:
            for p in f.params:
                below = p.examples.range.below if p.examples.range else ""
                counts = functions.get(below)
                if below and (counts is None or [q.out for q in counts.params] != ["", "value"] or
                              counts.params[0].type.kind != "handle"):
                    raise SpecError(f"{f.noun.stem}.toml: {f.name}({p.name}): range: below '{below}' is no function that "
                                    "returns the count of a handle")
        # gc_<x> in a doc must exist.
        for where, doc in self.docs():
            for word in re.findall(r"\b(?:gc_[a-z0-9_]+|GRIDCALL_[A-Z0-9_]+)\b\*?", doc):
                if not self.known(word) and not self.known(word.rstrip("*")):  # in code a pointer
                    raise SpecError(f"{where}: doc speaks of '{word}', which does not exist")
        self.mark_directions()

    def parts(self, name: str) -> set[str]:
        """A struct and those it holds or points to."""
        return {name}.union(*(self.parts(f.type.name) for f in self.structs[name].fields if f.type.kind == "struct"))

    def mark_directions(self) -> None:
        """Which structs the library writes, and which it reads too."""
        def of(params) -> set[str]:
            return set().union(*(self.parts(p.type.name) for p in params if p.type.kind == "struct"))
        written = of(p for f in self.functions for p in f.outs)
        read = of(p for f in self.functions for p in f.inputs)
        for s in self.structs.values():
            s.written, s.output = s.name in written, s.name in written and s.name not in read
            for f in s.fields if s.written else []:
                if f.array or f.type.kind in ("bytes", "handle", "any") or f.type.kind == "str" and not s.output:
                    raise SpecError(f"{s.noun.stem}.toml: struct.{s.name}.{f.name}: a struct that goes out holds no array, buffer "
                                    "or handle, for nobody would release it, and no text if it goes in too")

    def docs(self):
        for n in self.nouns:
            for paragraph in (n.doc, *n.guide):
                yield f"{n.stem}.toml: noun", paragraph
            for group in (n.handles, n.enums, n.flags, n.structs, n.functions):
                for item in group:
                    where = f"{n.stem}.toml: {item.name}"
                    yield where, item.doc
                    for part in getattr(item, "values", []) + getattr(item, "fields", []) + getattr(item, "params", []):
                        yield f"{where}.{part.name}", part.doc

    # Names that the header has and no item of the spec declares.
    EXTRA = {"gc_api", "GRIDCALL_API_HAS", "GRIDCALL_DEPRECATED", "GRIDCALL_VERSION", "GRIDCALL_ABI_VERSION", "GRIDCALL_API", "GRIDCALL_STATIC", "GRIDCALL_ARG", "GRIDCALL_ARG_MEM",
             "GRIDCALL_ARG_NDARRAY", "GRIDCALL_ARG_PIPE", "GRIDCALL_ARG_TEXTURE", "GRIDCALL_ARG_SURFACE", "GRIDCALL_HOST_ARG"}

    def known(self, word: str) -> bool:
        if word.endswith("*") or word.endswith("_"):
            return any(n.startswith(word.rstrip("*")) for n in self.names)
        return word in self.names or word in self.EXTRA or word in ENVIRONMENT

    # --- lock.txt: what a release promised never changes -------------------------------------------------

    def released(self, since: str) -> bool:
        current = ".".join(self.library["version"].split(".")[:2])
        order = self.since_versions
        if current not in order:
            raise SpecError(f"index.toml: library.version {self.library['version']} is not among since_versions")
        return order.index(since) < order.index(current) or (since == current and not self.library["version_status"])

    def lock_lines(self, preview: bool = False) -> list[str]:
        """A line for each symbol, constant and field that is stable, or preview."""
        lines = []
        for n in self.nouns:
            if n.preview == preview:
                lines += [f"{h.since} handle {h.c_type}" for h in n.handles]
                for e in n.enums:
                    lines += [f"{v.since} constant {v.constant} = {v.value}" for v in e.values]
                for g in n.flags:
                    lines += [f"{v.since} constant {v.constant} = {v.value:#x}" for v in g.values]
                for s in n.structs:
                    lines += [f"{f.since} field {s.c_type}.{f.name} {f.c_decl.strip()}{f.suffix} at {f.offset}" for f in s.fields]
            lines += [f"{f.since} function {f.name} {f.signature}" for f in n.functions if f.preview == preview]
        return lines

    def read_lock(self) -> tuple[list[str], list[Function]]:
        path = self.folder / "lock.txt"
        old = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        frozen = [line for line in old if line and not line.startswith("#") and self.released(line.split()[0])]
        now = self.lock_lines()
        previews = {line.split()[2] for line in self.lock_lines(preview=True)}
        for line in frozen:
            if line.split()[2] in previews:
                raise SpecError(f"lock.txt: released as stable, and preview in the spec: {line}")
            if line not in now:
                raise SpecError(f"lock.txt: released and no longer so in the spec: {line}")
        for line in now:
            if self.released(line.split()[0]) and path.exists() and line not in frozen and \
                    self.library["version_status"]:
                raise SpecError(f"lock.txt: new, but dated before this version: {line}")
        lock = frozen + [line for line in now if line not in frozen]
        order = {line.split()[2]: i for i, line in enumerate(lock) if line.split()[1] == "function"}
        stable = sorted((f for f in self.functions if f.name != "gc_get_api" and not f.preview), key=lambda f: order[f.name])
        return lock, stable + [f for f in self.functions if f.preview]
