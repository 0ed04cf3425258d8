# SPDX-License-Identifier: Apache-2.0
"""The part of the model that the interpreters of the scenario need, in every language."""

from __future__ import annotations

from model import Field, Function, Model, Param, Struct, Type

FLOATS = ("f32", "f64")
SIGNED = ("i32", "i64")


def inputs(f: Function) -> list[Param]:
    """The values a line of the scenario gives, in C's order: every input, and for a buffer its type and count."""
    return [p for p in f.params if (not p.out or p.out == "bytes") and not p.length_of]


def results(f: Function) -> list[Param]:
    return f.outs


def visible(s: Struct) -> list[Field]:
    return [f for f in s.fields if f.name not in ("struct_size", "reserved") and not f.is_count_of and not f.writable]


def leaves(model: Model, s: Struct) -> list[tuple[str, Field]]:
    """The fields that a line names, "dst.offset" where the struct inside has handles or bytes; other structs are a word."""
    found = []
    for f in visible(s):
        inner = model.structs[f.type.name] if f.type.kind == "struct" and not f.array else None
        if inner and any(g.type.kind in ("handle", "bytes") for g in inner.fields):
            found += [(f"{f.name}.{g.name}", g) for g in visible(inner) + [g for g in inner.fields if g.either and not f.written]]
        else:
            found.append((f.name, f))
    return found


def written(model: Model, f: Function) -> bool:
    """Whether the interpreters can read what the function takes and show what it gives. A function that they cannot is no
    operation, so the scenario asks for a reason: tests/bindings/scenario.py."""
    structs = [model.structs[p.type.name] for p in f.params if p.type.kind == "struct"]
    structs += [model.structs[g.type.name] for s in structs for g in s.fields if g.type.kind == "struct"]
    plain = all(g.type.kind != "char" or g.array for s in structs for g in s.fields)
    plain = plain and not any(g.count or (g.writable and not g.nullable) or (g.array and g.type.kind == "handle") for s in structs for g in s.fields)
    arrays = all(p.type.kind in ("struct", "handle") or p.type.kind == "scalar" and p.type.name not in FLOATS for p in f.params if p.array and not p.out)
    outs = not any(p.out == "array" and p.type.kind != "struct" for p in f.params) and len([p for p in f.params if p.out == "owned"]) < 2
    items = not any(g.type.kind == "bytes" for p in f.params if p.array and p.type.kind == "struct" for g in model.structs[p.type.name].fields)
    return plain and arrays and outs and items


class Spec:
    """The part of the model that all languages need."""

    def __init__(self, model: Model):
        self.model = model
        # The runtimes release errors, and what the languages do not have cannot be called in all of them.
        self.functions = [f for f in model.functions if f.bind and written(model, f) and not (f.cls == "error" and f.role == "destructor")]
        self.methods: dict[str, list[Function]] = {}  # those that take any handle, by function: one for each class
        for noun in model.nouns:
            for f in noun.methods():
                if model.function(f.name).any:
                    self.methods.setdefault(f.name, []).append(f)
        self.classes = [h.name for h in model.handles.values() if h.name != "error"]
        params = [p for f in self.functions for p in f.params]
        self.structs = self.read_structs({p.type.name for p in params if p.type.kind == "struct" and not p.out})
        fields = [f for s in self.structs for _, f in leaves(model, s)]
        types = [p.type for p in params if not p.out] + [f.type for f in fields]
        self.enums = [e for e in model.enums.values() if Type("enum", e.name) in types]
        self.flags = [g for g in model.flags.values() if Type("flags", g.name) in types]

    def read_structs(self, names: set[str]) -> list[Struct]:
        """The structs that are read from words, those inside others first."""
        inner = {f.type.name for name in names for _, f in leaves(self.model, self.model.structs[name]) if f.type.kind == "struct"}
        every = [self.model.structs[name] for name in self.model.structs if name in names | inner]
        return sorted(every, key=lambda s: s.name not in inner)

    def fields(self, f: Function, kind: str) -> list[tuple[str, str]]:
        """The accessors of an error: the function and the field."""
        return [(g.name, g.method) for g in self.functions if g.cls == "error" and g.method == kind]
