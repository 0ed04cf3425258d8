# SPDX-License-Identifier: Apache-2.0
"""Reads the types of the spec: handles, enums, flags and structs."""

from __future__ import annotations

import re

from model import (
    SCALARS,
    Enum,
    Field,
    Flags,
    Handle,
    Noun,
    SpecError,
    Struct,
    Type,
    Value,
    Wrong,
)
from spec_keys import KEYWORDS, PREVIEW, Keys, read_doc, read_name, take

# A field alone can be of these: text in a buffer of its own, ended by NUL.
CHAR = "char"
UNITS = {"bytes", "elements", "blocks", "threads", "devices", "nanoseconds"}
JULIA_KEYWORDS = set("baremodule begin elseif end export finally function global local macro module quote".split())


class Types(Keys):
    """Reads types."""

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

    def is_preview(self, t: Type) -> bool:
        """Whether a type may change in any release: what a section has, it has as stable as itself."""
        known = {"handle": self.handles, "enum": self.enums, "flags": self.flags, "struct": self.structs}.get(t.kind, {})
        return t.name in known and known[t.name].noun.preview

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
