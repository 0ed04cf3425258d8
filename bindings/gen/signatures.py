# SPDX-License-Identifier: Apache-2.0
"""The functions of the header in Rust, Go, Julia and Python: their names, and their signatures as the emitters write them."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass

import emit_go
import emit_julia
import emit_python
import emit_rust
from go_names import GoWords
from go_names import camel as go_camel
from julia_names import function_name as julia_name
from model import Function, Model, language
from python_names import Docs as Python
from rust_names import Rust

WIDTH = 96  # of code, as it fits on a page of the site
NOTES = ("note", "note_count")  # the languages have these as a list, `notes`


@dataclass
class Language:
    name: str
    about: list[str]  # paragraphs of Markdown
    own: dict[str, str]  # function -> how the hand-written part of the package offers it
    paths: dict[str, str]  # function -> its name
    signatures: dict[str, list[str]]  # function -> lines of code

    @property
    def fence(self) -> str:
        return self.name.lower()

    def code(self, f: Function) -> list[str]:
        """The call as a caller writes it: the short form first, where there is one."""
        own = self.own.get(f.name, "").splitlines()
        return [*(part for line in own for part in fill(line)), *self.signatures.get(f.name, [])]


def fill(head: str, indent: str = "") -> list[str]:
    """A signature on one line, or with its parameters on lines of their own."""
    if len(indent + head) <= WIDTH or "(" not in head:
        return [indent + head]
    start = head.index("(", head.startswith("func (") * head.find(")")) + 1  # behind Go's receiver
    depth, end = 1, start
    while depth:
        depth += {"(": 1, ")": -1}.get(head[end], 0)
        end += 1
    # Broken between parameters alone.
    body = " ".join(each.replace(" ", "\0") for each in re.split(r"(?<=[,;]) ", head[start : end - 1]))
    lines = textwrap.wrap(body, WIDTH - 4 - len(indent), break_long_words=False, break_on_hyphens=False)
    return [indent + head[:start], *(f"{indent}    {line}".replace("\0", " ") for line in lines), indent + head[end - 1 :]]


def callers(text: str, head: str, call: str) -> dict[str, re.Match]:
    """The functions of C that a generated file calls, each with the head of the function around its first call."""
    found, current = {}, None
    for line in text.splitlines():
        current = re.match(head, line) or current
        for name in re.findall(call, line) if current else []:
            found.setdefault(name, current)
    return found


def rust(model: Model) -> Language:
    words = Rust(model)
    signatures = {}
    for path, text in emit_rust.emit(model).items():
        if "/generated/" not in path:
            continue
        for name, match in callers(text, r"\s*(pub (?:unsafe )?fn .*?) \{", r"\bsys::(gc_\w+)\(").items():
            signatures[name] = match[1]
    paths = {f.name: "drop" if f.role == "destructor" else words.path(f) for f in model.functions}
    for f in model.functions:
        if f.cls == "error" and f.method in NOTES:
            paths[f.name] = "Error::notes"
        owner, _, method = paths[f.name].rpartition("::")
        if f.role == "destructor":
            signatures[f.name] = [f"drop({f.cls})"]
        elif f.cls == "error":
            signatures[f.name] = [f"error.{method}()"]
        elif f.name in signatures:
            head = fill(signatures[f.name], "    " * bool(owner))
            signatures[f.name] = [f"impl {owner} {{", *head, "}"] if owner else head
    return made("Rust", model, paths, signatures)


def go(model: Model) -> Language:
    words = GoWords(model)
    text = "\n".join(emit_go.emit(model).values())
    signatures = {name: fill(match[1]) for name, match in callers(text, r"(func .*?) \{(?: |$)", r"\bC\.(gc_\w+)\(").items()}
    paths = {f.name: words.path(f) for f in model.functions}
    for f in model.functions:
        owner, _, name = paths[f.name].rpartition(".")
        if f.role == "destructor":
            signatures[f.name] = [f"func (x *{go_camel(f.cls)}) Close() error"]
        elif f.cls == "error":
            paths[f.name] = "Error.Notes" if f.method in NOTES else paths[f.name]
            signatures[f.name] = [f"err.{paths[f.name].removeprefix('Error.')}"]
        elif f.any and (match := re.search(rf"^(func \(x \*{owner}\) {name}\(.*?) \{{", text, re.MULTILINE)):
            signatures[f.name] = fill(match[1])
    return made("Go", model, paths, signatures)


def julia(model: Model) -> Language:
    apart = {f.name for f in model.functions if f.noun.apart}
    signatures = {}
    for text in emit_julia.emit(model).values():
        blocks = text.split('\n"""\n')
        for doc, code in zip(blocks[1:], blocks[2:]):  # each docstring with what is behind it
            shown = re.match(r"    (\S.*(?:\n        .*)*)\n", doc)
            for name in re.findall(r"\bLibGridCall\.(gc_\w+)\(", code) if shown else []:
                module = "GridCall.Preview." if name in apart else "GridCall."
                signatures.setdefault(name, fill(module + " ".join(shown[1].split())))
    paths = {f.name: "close" if f.role == "destructor" else julia_name(f) for f in model.functions}
    for f in model.functions:
        if f.role == "destructor":
            signatures[f.name] = [f"close({f.cls})"]
        elif f.cls == "error":
            paths[f.name] = "notes" if f.method in NOTES else {"function": "func"}.get(f.method, f.method)
            signatures[f.name] = [f"error.{paths[f.name]}"]
    return made("Julia", model, paths, signatures)


def python(model: Model) -> Language:
    words = Python(model)
    paths = {f.name: words.path(f) for f in model.functions}
    signatures = {}
    text = "\n".join(emit_python.emit(model).values())
    for match in re.finditer(r'(@property\n *)?def \w+\(((?:(?!\bdef ).)*?)\) -> ([^\n]+):\n((?!\bdef ).)*?call\("(gc_\w+)"', text, re.DOTALL):
        given = re.sub(r"^(self|cls)(, )?", "", " ".join(match[2].split()))
        signatures[match[5]] = fill(f"{paths[match[5]]}: {match[3]}" if match[1] else f"{paths[match[5]]}({given}) -> {match[3]}")
    for f in model.functions:
        if f.role == "destructor":
            signatures[f.name] = [f"{f.cls}.close()"]
        elif f.cls == "error":
            paths[f.name] = "Error.notes" if f.method in NOTES else paths[f.name]
            signatures[f.name] = [f"error.{paths[f.name].removeprefix('Error.')}"]
    return made("Python", model, paths, signatures)


def made(name: str, model: Model, paths: dict[str, str], signatures: dict[str, list[str]]) -> Language:
    """The language, without what it does not offer."""
    words = language(name.lower())
    offered = [f.name for f in model.functions if f.bind and f.name != "gc_error_release"]  # an error is a value there
    paths = {name: paths[name] for name in offered}
    signatures = {name: signatures[name] for name in offered if name in signatures}
    return Language(name, words["about"]["text"].strip().split("\n\n"), words["own"], paths, signatures)


def languages(model: Model) -> list[Language]:
    return [rust(model), go(model), julia(model), python(model)]
