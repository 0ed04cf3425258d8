# SPDX-License-Identifier: Apache-2.0
"""The spec's sentences in a language's words: its names for functions and constants, for NULL and for truth values."""

from __future__ import annotations

import re
from collections.abc import Callable

from model import Enum, Field, Flags, Function, Model, Param, Value, error_words, with_unit

NAME = re.compile(r"(`?\b(?:gc_[a-z0-9_]*[a-z0-9]|GRIDCALL_[A-Z0-9_]*(?:_\*|[A-Z0-9]))`?(?!\w))")


def restates(p: Param, text: str, model: Model) -> bool:
    """Whether a text says no more than the name or the type of a parameter does: `context The context.`"""
    said = text.lower().rstrip(".").removeprefix("the ").removesuffix(" number").removesuffix(", in bytes")
    said = re.sub(r" (to (make|load|register|allocate)( it)? in|it runs in|whose kernels( use it)?|to run|that waits)$", "", said)
    if p.nullable == "all defaults":
        return said.startswith(("options", "flags", "further facts"))
    name = p.name.removeprefix("out_").replace("_", " ")
    words = [name, name.split()[-1], f"{p.count} bytes", p.type.name.replace("_", " "), "its value", "value", "number", "any"]
    words += ["numbers"] if p.out else ["new value"]
    words += [f"gridcall_{model.flags[p.type.name].prefix.lower()}_* bits"] if p.type.kind == "flags" else []
    if p.type.kind == "handle":
        words += ["record"] * (p.type.name == "dtype")
        noun = model.handles[p.type.name].noun.title.lower()
        words += [noun, f"{p.type.name} {noun}"]
    return said.removeprefix("its ") in words or said in words


# Constants by which messages say what to pass, also without what stands before their name.
IN_MESSAGES = ("GRIDCALL_COMM_CHECKED", "GRIDCALL_COMPILE_NO_FILES", "GRIDCALL_DLPACK_LEGACY", "GRIDCALL_LAUNCH_COOPERATIVE", "GRIDCALL_MAP_READ",
               "GRIDCALL_MAP_WRITE", "GRIDCALL_MAP_WRITE_INVALIDATE_REGION", "GRIDCALL_KERNEL_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES")
# Phrases about C's structs of arguments, which no language has.
IN_ALL = {"`object` of argument": "argument", "`config->grid_": "`grid.", "`config->block_": "`block.", "`config->": "`",
          "`host_args[": "array `["}


def lengths(model: Model, name: Callable[[str], str]) -> dict[str, str]:
    """C's lengths, of which the languages have none: what each is the length of. `size` and `count` are by function."""
    table: dict[str, set[str]] = {}
    shown = {p.name for f in model.functions for p in f.params if not p.length_of}
    shown |= {f.name for s in model.structs.values() for f in s.fields if not f.is_count_of}
    for f in model.functions:
        of = {c: p for p in f.inputs for c in (p.len, p.array) if c}
        for c, p in of.items():
            key = f"`{c}`" if c not in shown else f"{f.name}: `{c}`"
            table.setdefault(key, set()).add(f"the {'number' if p.array else 'size'} of `{name(p.name)}`")
    for f in (f for s in model.structs.values() for f in s.fields if f.is_count_of and f.name not in shown):
        table.setdefault(f"`{f.name}`", set()).add(f"the {'size' if 'size' in f.name else 'number'} of `{name(f.is_count_of)}`")
    return {key: texts.pop() for key, texts in table.items() if len(texts) == 1}


def in_messages(model: Model, language: dict, call: str, paths: dict[str, str], types: Callable[[str], str],
                words: Words, name: Callable[[str], str], field: Callable[[str], str]) -> list[tuple[str, str]]:
    """The phrases of messages in a language, longest first: phrases of its `[messages]`, functions, as `call` finds them in its `[own]` or as
    they are generated, types, parameters and fields."""
    own = {f: [match[0] for line in text.splitlines() if (match := re.search(call, line))] for f, text in language["own"].items()}
    own = {f: " or ".join(dict.fromkeys(calls)) for f, calls in own.items() if f in paths}
    table = {x.c_type: types(x.name) for group in (model.handles, model.structs, model.enums) for x in group.values()}
    table |= {f"GRIDCALL_{e.name.upper()}_*": types(e.name) for e in model.enums.values()}
    table |= {f"a {c}": f"an {text}" for c, text in table.items() if re.match("[AEIO]|Nd", text)}
    table |= {f"`{f.name}`": f"`{field(f.name)}`" for s in model.structs.values() for f in s.fields if "_" in f.name}
    table |= {f"`{p.name}`": f"`{name(p.name)}`" for f in model.functions if f.bind for p in f.inputs if "_" in p.name}
    table |= {part: words.text(c).strip("[`]") for c in IN_MESSAGES
              for part in (c, re.sub("GRIDCALL_(KERNEL_ATTRIBUTE_)?", "", c))}
    table |= paths | own
    for c, text in lengths(model, name).items():
        f = c.rpartition(": ")[0]
        if not f or f in table:
            table[c] = (f"{table[f]}: " if f else "") + text
    table |= IN_ALL | language["messages"]
    return sorted(((c, text) for c, text in table.items() if c != text), key=lambda item: (-len(item[0]), item[0]))


class Words:
    """One language's. A language derives from it, and fills `names` with what it calls the names of the header."""

    null, true, false = "NULL", "1", "0"

    def __init__(self, model: Model):
        self.model = model
        self.names: dict[str, str] = {}

    def name_all(self, link: str, types: Callable[[str], str], value: Callable[[Enum | Flags, str], str]) -> None:
        """Fills `names` with links, `link` % what the language calls it: `types` names types, `value` constants."""
        model = self.model
        self.names |= {f.name: link % self.path(f) for f in model.functions if f.bind}
        for group in (model.handles, model.structs, model.enums, model.flags):
            self.names |= {x.c_type: link % types(x.name) for x in group.values()}
        for e in model.enums.values():
            self.names[f"GRIDCALL_{e.name.upper()}_*"] = link % types(e.name)
            self.names |= {v.constant: link % value(e, v.name) for v in e.values}
        for g in model.flags.values():
            self.names[f"GRIDCALL_{g.prefix}_*"] = link % types(g.name)
            self.names |= {v.constant: link % value(g, v.name) for v in g.values}

    def path(self, f: Function) -> str:
        """The path of a function in the language."""
        raise NotImplementedError

    def plain(self, text: str) -> str:
        """A text that is no name of the header's, as the language's documentation wants it."""
        return text

    def other(self, name: str) -> str:
        """A name of the header's that the language has none for."""
        return self.plain(name)

    def text(self, doc: str) -> str:
        parts = NAME.split(doc)
        for i, part in enumerate(parts):
            name = part.strip("`") if i % 2 else ""
            parts[i] = (self.names.get(name) or self.other(name)) if name else self.plain(part)
        text = re.sub(r"\b([Aa]) (?=\[`?(?:[AEIO]|Ndarray))", r"\1n ", "".join(parts))
        return re.sub(r"\bNULL\b", self.null, text)

    def value(self, item: Param | Field, null: str = "") -> str:
        """The description of a parameter or a field, and what `null`, the language's word, means there."""
        doc = item.truth.text(self.true, self.false) if item.truth else with_unit(item.doc, item.unit)
        return self.text(doc) + (f" {null}: {self.text(item.nullable)}." if item.nullable and null else "")

    def is_said(self, p: Param) -> bool:
        """Whether name and type say all that its documentation does: `context`, "The context."."""
        return not p.nullable and not p.truth and restates(p, with_unit(p.doc, p.unit), self.model)

    def deprecation(self, item: Function | Value | Field) -> str:
        """`since 0.2; use x.`; "" for what is not deprecated."""
        return f"since {item.deprecated.since}; use {self.text(item.deprecated.use)}." if item.deprecated else ""

    def item(self, item: Value | Field, null: str = "") -> str:
        """The doc of a constant or a field, with its deprecation."""
        doc = self.text(item.doc) if isinstance(item, Value) else self.value(item, null)
        return doc + (f" Deprecated {self.deprecation(item)}" if item.deprecated else "")

    def status(self, name: str) -> str:
        """A status without GRIDCALL_ERROR_."""
        return f"`{name}`"

    def error_list(self, errors: list[str]) -> list[str]:
        """Plain names first, then groups and categories."""
        named = [self.status(e) for e in errors if not e.startswith(("@", "category."))]
        return named + [error_words(e, self.model.groups, self.model.enums) for e in errors if e.startswith(("@", "category."))]

    def errors(self, f: Function) -> list[str]:
        """The errors of a function besides those of wrong arguments; that, if it is all."""
        return self.error_list(f.error_text or f.implied_errors)

    def own_errors(self, f: Function) -> str:
        """The errors of a function besides those of wrong arguments and of its section; "" if that is all."""
        if not f.fallible or f.common_errors:
            return ", ".join(self.error_list([e for e in f.own_errors if e not in f.noun.errors]))
        return "only " + (", ".join(self.error_list(f.own_errors)) or "what wrong arguments cause")
