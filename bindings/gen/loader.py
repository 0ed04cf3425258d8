# SPDX-License-Identifier: Apache-2.0
"""Reads bindings/api/*.toml, and refuses whatever is not exactly right. bindings/README.md has the grammar."""

from __future__ import annotations

import re
from pathlib import Path

import coverage
from model import (
    ErrorGroup,
    Function,
    Model,
    Noun,
    SpecError,
    Type,
    group_sentences,
)
from spec_functions import Functions
from spec_keys import read_doc, read_name, read_paragraphs, take


class Loader(Functions):
    """Reads the whole, and what only the whole can show."""

    def read_contract(self) -> list[str]:
        path = self.folder / "contract.md"
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        text = text.replace("@ERROR_GROUPS@", " ".join(group_sentences(self.groups, self.enums)))
        return [p.strip() for p in text.split("\n\n") if p.strip()]

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

    def check_common(self, noun: Noun) -> None:
        """A section comment for its functions holds for some of them."""
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
        """The structs the library writes, and those it reads too."""
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


def load(folder: Path) -> Model:
    return Loader(folder).load()
