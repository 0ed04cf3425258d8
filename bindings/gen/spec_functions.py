# SPDX-License-Identifier: Apache-2.0
"""Reads the functions of the spec, and holds them against the rules of order, types and errors."""

from __future__ import annotations

import re

from model import (
    CParam,
    Function,
    Noun,
    Param,
    SpecError,
    Type,
)
from spec_keys import KEYWORDS, PREVIEW, STABILITIES, read_doc, read_name, take
from spec_types import Types

OUTS = {"value", "owned", "owned_each", "borrowed", "string", "array", "struct", "bytes", "fixed_bytes"}
ROLES = {"function", "constructor", "destructor", "getter"}
# The only function families whose second word is not one of the nouns.
NOUNLESS = ("gc_launch", "gc_get_api", "gc_memcpy", "gc_memset", "gc_version", "gc_handle_")


class Functions(Types):
    """Reads functions."""

    def read_param(self, function: str, item: dict, where: str) -> Param:
        at = f"{where}({item.get('name', '?')})"
        if "length_of" in item:
            take(item, at, "name length_of")
            read_name(item["name"], at)
            return Param(item["name"], Type("scalar", "size"), "Its size.", unit="bytes", length_of=item["length_of"],
                         c=[CParam("size_t", item["name"], "length")])
        take(item, at, "name", "doc type out of len array max_count count nullable unit true_doc false_doc example range wrong")
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
                  item.get("nullable", ""), self.unit(item, at), truth=truth,
                  examples=self.examples(item, kind, at), max_count=item.get("max_count", 0), of=item.get("of", ""))
        if p.max_count and not p.array:
            raise SpecError(f"{at}: max_count is for the count of an array")
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
        take(item, where, "name class doc", "since self role returns params errors method blocking bind any calls at_once deprecated "
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
                            item.get("example_errors", []), item.get("ends", False), preview, own, at_once=item.get("at_once", False))
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
        if f.dynamic and len(f.results) > 1:
            raise SpecError(f"{where}: a result of unknown size stands alone: use two functions")
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
            elif p.out or p.type.kind in ("str", "text", "bytes", "struct") or p.array or \
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
