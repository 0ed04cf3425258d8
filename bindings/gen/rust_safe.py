# SPDX-License-Identifier: Apache-2.0
"""The generated part of `gridcall`, Rust's safe layer; a file for each noun."""

from __future__ import annotations

import re

from model import Function, Noun, Param, SpecError, Type
from rust_names import HEAD, LANGUAGE, PREVIEW, SCALARS, UNSAFE, camel, consumes, cut, is_duration, own_name, without_unit
from rust_types import Types
from template import template
from words import in_messages

SAFE = "bindings/rust/gridcall/src/generated"
# Imports of a file that speaks of the name.
IMPORTS = {"fmt": "use core::fmt;", "PhantomData": "use core::marker::PhantomData;", "ptr": "use core::ptr;",
           "Duration": "use core::time::Duration;", "Path": "use std::path::Path;", "c_void": "use std::ffi::c_void;"}
SUPPORT = ["array_out", "c_path", "c_text", "call", "check", "fixed_text", "nanoseconds", "string_out", "Host", "Keep"]
# The reason that holds for the calls of the library in every file.
WHY_SAFE = """\
// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.
"""
TOO_MANY = "#![allow(clippy::too_many_arguments)] // as many as MPI's and NCCL's functions have\n"


class Safe(Types):
    def errors(self, f: Function) -> str:
        return "# Errors\n\n" + ", ".join(self.words.errors(f)) + "." if f.fallible else ""

    def param_doc(self, p: Param) -> str:
        return self.words.value(p, "None")

    def is_path(self, f: Function, p: Param) -> bool:
        return f"{f.name}.{p.name}" in LANGUAGE["paths"]["params"]

    def input(self, p: Param) -> tuple[str, list[str], list[str]]:
        """Rust type, statements before the call, arguments of the call."""
        t, name = p.type, own_name(p)
        if is_duration(p):
            return "Duration", [], [f"nanoseconds({name})"]
        if p.out == "bytes":
            length = [f"{name}.len()"] if len(p.c) > 1 else []
            return "&mut [u8]", [], [f"{name}.as_mut_ptr().cast::<c_void>()"] + length
        if p.array:
            return self.input_array(p)
        if t.kind == "handle":
            kind = f"&{camel(t.name)}"
            if p.nullable:
                return f"Option<{kind}>", [], [f"{name}.map_or(ptr::null_mut(), |h| h.raw)"]
            return kind, [], [f"{name}.raw"]
        if t.kind == "struct":
            s = self.model.structs[t.name]
            if self.transparent(s):
                return f"&{self.type(t)}", [], [f"ptr::addr_of!({name}.0)"]
            call = f"{name}.as_c(&mut keep)?" if self.keeps(s) else f"{name}.as_c()"
            if not p.nullable:
                before = ["let mut keep = Keep::default();"] if self.keeps(s) else []
                return f"&{self.type(t)}", before + [f"let {name} = {call};"], [f"&{name}"]
            before = ["let mut keep = Keep::default();"] if self.keeps(s) else []
            mapped = f"let {name} = match {name} {{ Some({name}) => Some({call}), None => None }};"
            if not self.keeps(s):
                mapped = f"let {name} = {name}.map(|o| o.as_c());"
            return (f"Option<&{self.type(t)}>", before + [mapped],
                    [f"{name}.as_ref().map_or(ptr::null(), |o| o as *const _)"])
        if t.kind == "str":
            return "&str", [f'let {name} = c_text("{name}", {name})?;'], [f"{name}.as_ptr()"]
        if t.kind == "text":
            return "&str", [], [f"{name}.as_ptr().cast()", f"{name}.len()"]
        if t.kind == "bytes":
            if p.nullable:
                return ("Option<&[u8]>", [], [f"{name}.map_or(ptr::null(), |b| b.as_ptr().cast())", f"{name}.map_or(0, <[u8]>::len)"])
            return "&[u8]", [], [f"{name}.as_ptr().cast()", f"{name}.len()"]
        if t.kind in ("enum", "flags"):
            return camel(t.name), [], [f"{name}.0"]
        return self.type(t), [], [f"{name} as i32" if t.name == "bool" else name]

    def input_array(self, p: Param) -> tuple[str, list[str], list[str]]:
        t, name = p.type, p.name
        made = f"{name}_c"
        pointer = [f"if {made}.is_empty() {{ ptr::null() }} else {{ {made}.as_ptr() }}", f"{name}.len()"]
        if t.kind == "str":
            return ("&[&str]", ["let mut keep = Keep::default();", f'let {made} = keep.texts("{name}", {name})?;'],
                    [made, f"{name}.len()"])
        if t.kind == "handle":
            return f"&[&{camel(t.name)}]", [f"let {made}: Vec<_> = {name}.iter().map(|h| h.raw).collect();"], pointer
        if t.kind == "struct" and not self.transparent(self.model.structs[t.name]):
            if not self.keeps(self.model.structs[t.name]):
                return f"&[{self.type(t)}]", [f"let {made}: Vec<_> = {name}.iter().map(|item| item.as_c()).collect();"], pointer
            return (f"&[{self.type(t)}]",
                    ["let mut keep = Keep::default();", f"let {made} = keep.array({name}, |item, keep| item.as_c(keep))?;"],
                    [made, f"{name}.len()"])
        return (f"&[{self.type(t)}]", [],
                [f"if {name}.is_empty() {{ ptr::null() }} else {{ {name}.as_ptr().cast() }}", f"{name}.len()"])

    def element(self, p: Param) -> tuple[str, str]:
        """The Rust type of an element of an array that goes out, and what makes it of C's; "" if it is the same."""
        kind = self.type(p.type)
        return kind, {"struct": f"{kind}::from_c", "enum": kind, "handle": f"{kind}::own"}.get(p.type.kind, "")

    def output(self, p: Param) -> tuple[str, str, str]:
        """Rust type, the variable's start, the value out of it."""
        t, name = p.type, p.name
        if p.out == "owned_each":
            return f"Vec<{camel(t.name)}>", f"vec![ptr::null_mut(); {p.of}.len()]", f"{name}.into_iter().map({camel(t.name)}::own).collect()"
        if p.out == "owned" and p.nullable:
            return f"Option<{camel(t.name)}>", "ptr::null_mut()", f"(!{name}.is_null()).then(|| {camel(t.name)}::own({name}))"
        if p.out in ("owned", "borrowed"):
            return camel(t.name), "ptr::null_mut()", f"{camel(t.name)}::own({name})"
        if p.out == "struct":
            return camel(t.name), f"sys::{t.c} {{ struct_size: core::mem::size_of::<sys::{t.c}>(), ..unsafe {{ core::mem::zeroed() }} }}", \
                f"{camel(t.name)}::from_c({name})"
        if p.out == "fixed_bytes":
            return f"[u8; {p.count}]", f"[0u8; {p.count}]", name
        if t.kind == "enum":
            return camel(t.name), "0", f"{camel(t.name)}({name})"
        if t.name == "bool":
            return "bool", "0", f"{name} != 0"
        zero = "0.0" if t.name.startswith("f") else "0"
        return self.type(t), f"{zero}{SCALARS[t.name]}", name

    def function(self, f: Function, indent: str, method: bool) -> None:
        name = f.method if method else f.plain_name
        receiver = f.self_param if method else ""
        status_method = method and f.cls == "status"
        inputs = [p for p in f.params if (not p.out or p.out == "bytes") and not p.length_of]
        outs = f.results
        listed = [p for p in inputs if p.name != receiver and not status_method]
        bullets = "\n".join(f"* `{own_name(p)}`: {self.param_doc(p)}" for p in listed if not self.words.is_said(p))
        if len(outs) > 1:
            results = "; ".join(self.param_doc(p).rstrip(".") for p in outs)
            bullets += ("\n" if bullets else "") + f"* returns: {results}."
        elif outs and (outs[0].unit and outs[0].unit not in f.doc or outs[0].nullable):
            bullets += ("\n" if bullets else "") + f"* returns: {self.param_doc(outs[0])}"
        unsafe = UNSAFE.get(f.name, "")
        self.put("")
        takes = f"It takes the {camel(f.cls)}: if it fails, that is released as by dropping it." if method and consumes(f) else ""
        self.comment(indent, self.doc(f.doc), takes, bullets, f"# Safety\n\n{self.doc(unsafe)}" if unsafe else "", self.errors(f))
        params, before, arguments = [], [], []
        for p in f.params:
            if p in inputs:
                if p.name == receiver and receiver:
                    params.insert(0, "self" if consumes(f) else "&self")
                    arguments.append("self.raw.cast()" if p.c[0].role == "any" else "self.raw")
                    continue
                if status_method:
                    params.insert(0, "self")
                    arguments.append("self.0")
                    continue
                kind, statements, values = self.input(p)
                if self.is_path(f, p):
                    kind, statements = "impl AsRef<Path>", [f'let {p.name} = c_path("{p.name}", {p.name}.as_ref())?;']
                params.append(f"{own_name(p)}: {kind}")
                before += statements
                arguments += values
            elif p.out in ("string", "array"):
                arguments += ["buffer", "capacity", "needed"]
            elif p.length_of:
                arguments.append(f"{p.length_of}.len()")
            elif p.out in ("fixed_bytes", "owned_each"):
                arguments.append(f"{p.name}.as_mut_ptr()")
            else:
                arguments.append(f"&mut {p.name}")
        self.deprecate(f.deprecated, indent)
        if f.preview and not f.noun.apart:
            self.put(indent + PREVIEW)
        self.arguments.append(len(params))
        head = f"{indent}pub {'unsafe ' if unsafe else ''}fn {name}({', '.join(params)})"
        body = []
        if f.returns is not None:
            if f.deprecated:
                self.put(f"{indent}#[allow(deprecated)]")
            kind, value = self.returned(f.returns, f"unsafe {{ sys::{f.name}({', '.join(arguments)}) }}")
            self.put(f"{indent}{f'pub fn {name}'}({', '.join(params)}){kind} {{", f"{indent}    {value}", f"{indent}}}")
            return
        dynamic = next(iter(f.dynamic), None)
        call = f"sys::{f.name}({', '.join(arguments + ['error'])})"
        if dynamic:
            closure = f"|buffer, capacity, needed, error| unsafe {{ {call} }}"
            if dynamic.out == "string":
                result, tail = "String", [f"string_out({closure})"]
            else:
                item, make = self.element(dynamic)
                tail = [f"let items = array_out({closure})?;", f"Ok(items.into_iter().map({make}).collect())"]
                result, tail = f"Vec<{item}>", tail if make else [f"array_out({closure})"]
            body = before + tail
        else:
            kinds = [self.output(p) for p in outs]
            body = list(before)
            body += [f"let mut {p.name} = {start};" for p, (_, start, _) in zip(outs, kinds)]
            values = [value for _, _, value in kinds]
            checked = f"call(|error| unsafe {{ {call} }})"
            body += [f"{checked}?;", f"Ok({values[0] if len(values) == 1 else '(' + ', '.join(values) + ')'})"] if values else [checked]
            types = [t for t, _, _ in kinds]
            result = "()" if not types else types[0] if len(types) == 1 else f"({', '.join(types)})"
        if f.deprecated:
            self.put(f"{indent}#[allow(deprecated)]")
        if name == "default":  # it can fail, which Default::default cannot
            self.put(f"{indent}#[allow(clippy::should_implement_trait)]")
        if f.name in LANGUAGE["inline"]["functions"]:
            self.put(f"{indent}#[inline]")
        self.put(f"{head} -> Result<{result}> {{", *[f"{indent}    {line}" for line in body], f"{indent}}}")

    def returned(self, t: Type, call: str) -> tuple[str, str]:
        if t.kind == "str":
            return " -> &'static str", f"crate::support::static_text({call})"
        if t.kind == "enum":
            return f" -> {camel(t.name)}", f"{camel(t.name)}({call})"
        if t.kind == "scalar":
            return f" -> {self.type(t)}", call + (" != 0" if t.name == "bool" else "")
        raise SpecError(f"emit_rust: returning {t.kind} {t.name} is not written yet")

    def error_type(self) -> None:
        """The owned Rust copy of a gc_error, made at once, so that no handle lives on."""
        functions = [f for f in self.model.functions if f.cls == "error" and f.role != "destructor"]
        simple = [f for f in functions if len(f.params) == 1 and f.method != "note_count"]
        reports, preview = any(f.method == "report" for f in functions), '#[cfg(feature = "preview")]'
        kinds = {"str": "String", "enum": "Status", "scalar": "i32"}
        self.put("", "/// Why a call failed: everything the library says about it.", "pub struct Error(Box<Details>);", "",
                 "pub(crate) struct Details {")
        self.put(*[f"    pub(crate) {f.method}: {kinds[f.returns.kind]}," for f in simple], "    pub(crate) notes: Vec<String>,",
                 *[f"    {preview}", "    pub(crate) reports: Vec<crate::CheckReport>,"] * reports, "}", "")
        self.put("impl Error {", "    pub(crate) fn from_details(details: Details) -> Error {", "        Error(Box::new(details))", "    }", "",
                 "    /// Copies what a gc_error says, and releases it.", "    #[cold]",
                 "    pub(crate) fn take(status: sys::gc_status, error: *mut sys::gc_error) -> Error {",
                 "        // SAFETY: the accessors return empty text for NULL; text lives until the release below.",
                 "        unsafe {", "            let details = Details {")
        for f in simple:
            call = f"sys::{f.name}(error)"
            value = {"str": f"crate::support::owned_text({call})", "enum": "Status(status)", "scalar": call}[f.returns.kind]
            if f.method == "message":
                value = f"crate::support::message(status, error, {call})"
            self.put(f"                {f.method}: {value},")
        self.put("                notes: (0..sys::gc_error_note_count(error))",
                 "                    .map(|index| crate::support::owned_text(sys::gc_error_note(error, index)))",
                 "                    .collect(),",
                 *[f"                {preview}", "                reports: crate::check_report::read(error),"] * reports,
                 "            };", "            sys::gc_error_release(error);",
                 "            Error::from_details(details)", "        }", "    }")
        for f in simple:
            self.put("")
            self.comment("    ", self.doc(f.doc))
            if f.returns.kind == "str":
                self.put(f"    pub fn {f.method}(&self) -> &str {{", f"        &self.0.{f.method}", "    }")
            else:
                self.put(f"    pub fn {f.method}(&self) -> {kinds[f.returns.kind]} {{", f"        self.0.{f.method}", "    }")
        self.put("", "    /// Further lines, such as the files that were tried.", "    pub fn notes(&self) -> &[String] {",
                 "        &self.0.notes", "    }")
        if reports:
            self.put("", "    /// Preview: the reports of the CPU device's checks that made a launch fail.", f"    {preview}",
                     "    pub fn reports(&self) -> &[crate::CheckReport] {", "        &self.0.reports", "    }")
        self.put("}")

    def types(self, noun: Noun) -> set[str]:
        """The types that the noun's file defines."""
        return {camel(x.name) for x in noun.handles + noun.enums + noun.flags + noun.structs}

    def noun(self, noun: Noun) -> str:
        """The file of a noun; empty if it has nothing that Rust offers."""
        self.out, self.arguments = [], []
        for h in noun.handles:
            if h.name == "error":
                self.error_type()
            else:
                self.handle(h)
        for e in noun.enums:
            self.enum(e)
        for g in noun.flags:
            self.flags(g)
        for s in noun.structs:
            self.struct(s)
        for f in noun.functions:
            if f.any:
                self.methods(f)
        bound = [f for f in noun.functions if f.bind and not f.any and f.role != "destructor" and f.cls != "error"]
        classes = list(dict.fromkeys(f.cls for f in bound))
        for cls in classes:
            mine = [f for f in bound if f.cls == cls]
            if cls in self.model.handles or cls == "status":
                self.put("", f"impl {camel(cls)} {{")
                mark = len(self.out)
                for f in mine:
                    self.function(f, "    ", True)
                if self.out[mark] == "":
                    del self.out[mark]
                self.put("}")
            else:
                for f in mine:
                    self.function(f, "", False)
        return "\n".join([*self.imports(noun), *self.out]) + "\n" if self.out else ""

    def methods(self, f: Function) -> None:
        """A method that many classes have, once."""
        self.put("", "methods! {", *cut(f"[{', '.join(map(self.listed, f.any))}]", "    ", "     "), "    {")
        mark = len(self.out)
        self.function(next(m for m in f.noun.methods() if m.name == f.name), "        ", True)
        del self.out[mark]
        self.put("    }", "}")

    def listed(self, handle: str) -> str:
        return (PREVIEW + " ") * self.model.handles[handle].noun.apart + camel(handle)

    def imports(self, noun: Noun) -> list[str]:
        docs = "\n".join(line for line in self.out if line.lstrip().startswith("///"))
        code = "\n".join(line for line in self.out if not line.lstrip().startswith("///"))

        def named(name: str, text: str) -> bool:
            return re.search(rf"(?<!::)\b{name}\b", text) is not None

        lines = []
        support = [name for name in SUPPORT if named(name, code)]
        if support:
            lines.append(f"use crate::support::{{{', '.join(support)}}};" if len(support) > 1 else f"use crate::support::{support[0]};")
        if named("sys", code):
            lines.append("use crate::sys;")
        if named("Result", re.sub(r"fmt::Result", "", code)):
            lines.append("use crate::Result;")
        lines += [line for name, line in IMPORTS.items() if named(name, code)]
        others = {name for n in self.model.nouns if n is not noun for name in self.types(n)}
        if any(named(name, code) for name in others):
            lines.append("use super::*;")
        elif any(named(name, docs) for name in others):
            lines += ["#[allow(unused_imports)] // for the links in the documentation", "use super::*;"]
        # Previews beside stable functions: without the feature some imports have no use.
        some = not noun.apart and any(f.preview for f in noun.functions)
        head = [*[TOO_MANY] * (max(self.arguments, default=0) > 7), *[WHY_SAFE] * ("unsafe {" in code)]
        return [HEAD, *head, *['#![cfg_attr(not(feature = "preview"), allow(dead_code, unused_imports))]'] * some, *lines]

    def files(self) -> dict[str, str]:
        files = {noun.stem: text for noun in self.model.nouns if (text := self.noun(noun))}
        lines = []
        previews = {noun.stem for noun in self.model.nouns if noun.apart}
        for stem, text in files.items():
            gate = [PREVIEW] * (stem in previews)
            lines += ["", *gate, f"mod {stem};"]
            if re.search(r"^(pub|handle!|codes!|flags!)", text, re.MULTILINE):
                lines += [*gate, f"pub use {stem}::*;"]
        if any(f.writable for s in self.model.structs.values() for f in s.fields):
            lines.append("\npub use crate::support::Host;")
        paths = {f.name: "drop" if f.role == "destructor" else self.words.path(f) for f in self.model.functions if f.bind}
        table = in_messages(self.model, LANGUAGE, r"^[\w.:<>!]+?(?=\()", paths, camel, self.words, *[without_unit] * 2)
        rows = [f'("{name}", "{text.replace("::<T>", "")}")'.replace(" ", "\0") for name, text in table]
        files["messages"] = "\n".join([HEAD, "/// What messages say in Rust's words, longest first.", "pub(crate) const IN_RUST: &[(&str, &str)] = &["] +
                                      cut(", ".join(rows) + ",", "    ", "    ") + ["];", ""]).replace("\0", " ")
        files["mod"] = HEAD + template("rust_generated.rs.in") + "\n".join(lines) + "\n"
        return {f"{SAFE}/{stem}.rs": text for stem, text in files.items()}
