# SPDX-License-Identifier: Apache-2.0
"""The keys every item of the spec has: names, docs, versions, limits and examples; and what of them is refused."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from model import (
    ENVIRONMENT,
    Deprecated,
    Enum,
    ErrorGroup,
    Examples,
    Field,
    Flags,
    Function,
    Handle,
    Noun,
    Range,
    SpecError,
    Struct,
    Truth,
    Type,
    Wrong,
)

# A bare verb after gc_ belongs to another library (Boehm's collector, mostly).
BANNED = {"gc_" + verb for verb in (
    "init", "free", "malloc", "alloc", "calloc", "realloc", "collect", "release", "enable", "disable", "start", "stop",
    "run", "exit", "shutdown", "error_init", "new", "delete", "copy", "open", "close", "register", "unregister")}
DEVICES = ("gpu", "cpu")
STABILITIES = ("stable", "preview")
# Said in the docs of each function and handle that is not stable.
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


class Keys:
    """The spec's folder, its names, and the keys that items of every kind have."""

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

    def preview(self, table: dict, where: str, default: str = "stable") -> bool:
        stability = table.get("stability", default)
        if stability not in STABILITIES:
            raise SpecError(f"{where}: unknown stability '{stability}' (known: {', '.join(STABILITIES)})")
        return stability == "preview"

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

    def field_at(self, struct: Struct, path: str, where: str) -> Field:
        """The field "dst.offset" of a struct."""
        name, _, rest = path.partition(".")
        field = next((f for f in struct.fields if f.name == name), None)
        if field is None or rest and field.type.kind != "struct":
            raise SpecError(f"{where}: '{path}' is no field of struct.{struct.name}")
        return self.field_at(self.structs[field.type.name], rest, where) if rest else field

    def check_value(self, value: object, kind: Type, where: str) -> None:
        """An example is a number, a name of C's, an object of the test (@mem), or text for what takes text."""
        if isinstance(value, str) and not value.startswith("@") and kind.kind not in ("str", "text") and value not in LIMITS \
                and not re.fullmatch(r"GRIDCALL_[A-Z0-9_]+", value):
            raise SpecError(f"{where}: '{value}' is no number, constant or object (@name)")
        if isinstance(value, str) and value.startswith("GRIDCALL_") and not self.known(value):
            raise SpecError(f"{where}: '{value}' does not exist")
        if not isinstance(value, (str, int)):
            raise SpecError(f"{where}: {value!r} is no number, text, constant or object (@name)")

    # Names of the header that no item of the spec declares.
    EXTRA = {"gc_api", "GRIDCALL_API_HAS", "GRIDCALL_DEPRECATED", "GRIDCALL_VERSION", "GRIDCALL_ABI_VERSION",
             "GRIDCALL_API", "GRIDCALL_STATIC", "GRIDCALL_ARG", "GRIDCALL_ARG_MEM", "GRIDCALL_ARG_NDARRAY", "GRIDCALL_ARG_PIPE",
             "GRIDCALL_ARG_TEXTURE", "GRIDCALL_ARG_SURFACE", "GRIDCALL_HOST_ARG"}

    def known(self, word: str) -> bool:
        if word.endswith("*") or word.endswith("_"):
            return any(n.startswith(word.rstrip("*")) for n in self.names)
        return word in self.names or word in self.EXTRA or word in ENVIRONMENT
