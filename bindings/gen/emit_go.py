# SPDX-License-Identifier: Apache-2.0
"""Go: the generated part of package gridcall, over cgo: a file for each noun. What it writes is as gofmt would have it."""

from __future__ import annotations

import re

from go_names import HEAD, LANGUAGE, camel, cut, function_name, is_time, lower, own, short
from go_types import Types
from model import Function, Model, Noun, Param, Struct
from template import template
from words import in_messages

ROOT = "bindings/go"
IMPORTS = ["runtime", "time", "unsafe"]


class Go(Types):
    def errors(self, f: Function) -> str:
        return "It can fail with " + ", ".join(self.words.errors(f)) + "."

    def input_array(self, f: Function, p: Param, fail: str) -> tuple[str, list[str], list[str]]:
        """Go's type, the statements before the call, and the arguments."""
        n, t = lower(p.name), p.type
        items = f"{n}Items"
        if t.kind == "str":
            return "[]string", [f'{items}, err := keep.texts("{n}", {n})', "if err != nil {", f"\treturn {fail}", "}"], \
                [items, f"C.size_t(len({n}))"]
        if t.kind == "handle":
            return f"[]*{camel(t.name)}", [f"{items} := make([]*C.{t.c}, len({n}))", f"for i, h := range {n} {{",
                                           f"\t{items}[i] = h.raw()", "}"], \
                [f"unsafe.SliceData({items})", f"C.size_t(len({n}))"]
        if t.kind != "struct":
            return f"[]{self.type(t)}", [], [f"(*{self.c_scalar(t)})(unsafe.Pointer(unsafe.SliceData({n})))", f"C.size_t(len({n}))"]
        s = self.model.structs[t.name]
        if self.fails(s) or self.keeps(s):
            made = [f"{items}[i] = {n}[i].c(&keep)"] if not self.fails(s) else \
                ["var err error", f"if {items}[i], err = {n}[i].c({'&keep' if self.keeps(s) else ''}); err != nil {{",
                 f"\treturn {fail}", "}"]
            return f"[]{camel(t.name)}", [f"var {items} []C.{t.c}", f"if len({n}) > 0 {{",
                                          f"\t{items} = unsafe.Slice((*C.{t.c})(keep.alloc(C.size_t(len({n}))*C.sizeof_{t.c})), len({n}))",
                                          "}", f"for i := range {n} {{", *["\t" + line for line in made], "}"], \
                [f"unsafe.SliceData({items})", f"C.size_t(len({n}))"]
        before = [f"var {n}Fixed [16]{self.c_struct(s)}", f"{items} := {n}Fixed[:0]", f"if len({n}) > len({n}Fixed) {{",
                  f"\t{items} = make([]{self.c_struct(s)}, 0, len({n}))", "}", f"for i := range {n} {{",
                  f"\t{items} = append({items}, {n}[i].c())", "}"]
        first = f"unsafe.SliceData({items})"
        return f"[]{camel(t.name)}", before, \
            [f"(*C.{t.c})(unsafe.Pointer({first}))" if self.mirror(s) else first, f"C.size_t(len({items}))"]

    def needs_arena(self, p: Param) -> bool:
        if p.out:
            return False
        return bool(p.array and p.type.kind == "str") or p.type.kind == "struct" and (
            self.keeps(self.model.structs[p.type.name]) or bool(p.array) and self.fails(self.model.structs[p.type.name]))

    def element(self, p: Param, item: str) -> tuple[str, str]:
        """The type of an element of an array that goes out, and its value out of C's."""
        kind = self.type(p.type)
        return kind, {"struct": f"from{kind}(&{item})", "handle": f"new{kind[1:]}({item})"}.get(p.type.kind, f"{kind}({item})")

    def methods(self, f: Function) -> None:
        """The members many classes have: once for all, and a method of each, of which the first has the whole doc."""
        each = [m for m in f.noun.methods() if m.name == f.name]
        name, first = function_name(each[0]), camel(each[0].cls)
        once = name[0].lower() + name[1:] + "Of"
        kind = self.function(each[0], once)
        for m in each:
            self.put("")
            brief = re.split(r"[.:,] ", m.doc.rstrip("."))[0]
            if m is not each[0]:
                self.comment("", self.sentence(name, f"{brief}: see [{first}.{name}]."))
            else:
                self.comment("", self.sentence(name, m.doc), [], self.errors(m))
            self.put(*short(f"func (x *{camel(m.cls)}) {name}() {kind}", f"return {once}(x, x.Raw())"))

    def function(self, f: Function, once: str = "") -> str:
        """Writes a function, or what a method of many classes calls, `once`; what it returns."""
        name, fallible = once or function_name(f), f.fallible
        inputs = [p for p in f.params if (not p.out or p.out == "bytes") and not p.length_of]
        outs = f.results
        status = f.cls == "status"
        listed = [p for p in inputs if p.name != f.self_param and not status]
        bullets = [f"{lower(own(p))}: {self.field_doc(p)}" for p in listed if not self.words.is_said(p)]
        if len(outs) > 1 or (outs and (outs[0].unit and outs[0].unit not in f.doc or outs[0].nullable)):
            bullets.append("returns: " + "; ".join(self.field_doc(p).rstrip(".") for p in outs) + ".")
        self.put("")
        if not once:
            self.comment("", self.sentence(name, f.doc), bullets, self.errors(f) if fallible else "", self.deprecation(f))
        receiver, params, before, arguments, alive = "", [], [], [], []
        results, declare, values, filled, made = [], [], [], [], []
        if any(self.needs_arena(p) for p in f.params):
            before += ["var keep arena", "defer keep.free()"]
        for p in f.params:
            n, t = lower(own(p)), p.type
            fail = lambda: ", ".join(zero_values(self, outs) + ["err"])  # noqa: E731
            if once and p.name == f.self_param:
                name = f"{once}[T any]"
                params += ["x *T", "raw uintptr"]
                arguments.append("C.uintptr_t(raw)")
                alive.append("x")
            elif p.name == f.self_param and f.self_param:
                receiver = f"(x *{camel(f.cls)}) "
                arguments.append("C.uintptr_t(x.Raw())" if p.c[0].role == "any" else "x.raw()")
                alive.append("x")
            elif status and not p.out:
                receiver = "(s Status) "
                arguments.append("C.gc_status(s)")
            elif p.out == "bytes":
                params.append(f"{n} []byte")
                arguments += [f"unsafe.Pointer(unsafe.SliceData({n}))"] + ([f"C.size_t(len({n}))"] if len(p.c) > 1 else [])
                alive.append(n)
            elif p.length_of:
                arguments.append(f"C.size_t(len({lower(p.length_of)}))")
            elif not p.out and p.array:
                kind, statements, passed = self.input_array(f, p, fail())
                params.append(f"{n} {kind}")
                before += statements
                arguments += passed
                alive.append(n)
            elif not p.out and t.kind == "handle":
                params.append(f"{n} *{camel(t.name)}")
                arguments.append(f"{n}.raw()")
                alive.append(n)
            elif not p.out and t.kind == "struct":
                s = self.model.structs[t.name]
                errors = self.fails(s)
                params.append(f"{n} *{camel(t.name)}")
                keep = "&keep" if self.keeps(s) else ""
                call = f"{n}.c({keep})"
                convert = [f"c, err := {call}", "if err != nil {", f"\treturn {fail()}", "}"] if errors else [f"c := {call}"]
                before += [f"var c{camel(p.name)} *C.{t.c}", f"if {n} != nil {{"] + ["\t" + line for line in convert] + \
                    [f"\tc{camel(p.name)} = " + (f"(*C.{t.c})(unsafe.Pointer(&c))" if self.mirror(s) else "&c"), "}"]
                arguments.append(f"c{camel(p.name)}")
                if self.holds_handle(s):
                    alive.append(n)
            elif not p.out and t.kind == "str":
                params.append(f"{n} string")
                before += [f'c{camel(p.name)}, err := cText("{n}", {n})', "if err != nil {", f"\treturn {fail()}", "}"]
                arguments.append(f"(*C.char)(unsafe.Pointer(unsafe.SliceData(c{camel(p.name)})))")
                alive.append(f"c{camel(p.name)}")
            elif not p.out and t.kind == "text":
                params.append(f"{n} string")
                arguments += [f"(*C.char)(unsafe.Pointer(unsafe.StringData({n})))", f"C.size_t(len({n}))"]
                alive.append(n)
            elif not p.out and t.kind == "bytes":
                params.append(f"{n} []byte")
                arguments += [f"unsafe.Pointer(unsafe.SliceData({n}))", f"C.size_t(len({n}))"]
                alive.append(n)
            elif not p.out and t.name == "bool":
                params.append(f"{n} bool")
                before += [f"var c{camel(p.name)} C.int32_t", f"if {n} {{", f"\tc{camel(p.name)} = 1", "}"]
                arguments.append(f"c{camel(p.name)}")
            elif not p.out and is_time(p):
                params.append(f"{n} time.Duration")
                arguments.append(f"nanoseconds({n})")
            elif not p.out:
                params.append(f"{n} {self.type(t)}")
                arguments.append(f"{self.c_scalar(t)}({n})")
            elif p.out == "owned_each":
                declare.append(f"{n} := make([]*C.{t.c}, len({lower(p.of)}))")
                arguments.append(f"unsafe.SliceData({n})")
                results.append(f"[]*{camel(t.name)}")
                made += [f"result := make([]*{camel(t.name)}, len({n}))", f"for i, h := range {n} {{", f"\tresult[i] = new{camel(t.name)}(h)", "}"]
                values.append("result")
            elif p.out in ("owned", "borrowed"):
                declare.append(f"var {n} *C.{t.c}")
                arguments.append(f"&{n}")
                results.append(f"*{camel(t.name)}")
                values.append(f"new{camel(t.name)}({n})")
            elif p.out in ("string", "array"):
                results.append("string" if p.out == "string" else f"[]{self.type(t)}")
                arguments += ["buffer", "capacity", "needed"]
            elif p.out == "struct":
                declare += [f"var {n} C.{t.c}", f"{n}.struct_size = C.sizeof_{t.c}"]
                arguments.append(f"&{n}")
                results.append(camel(t.name))
                filled.append(f"result := from{camel(t.name)}(&{n})")  # texts in it live as long as the object
                values.append("result")
            elif p.out == "fixed_bytes":
                declare.append(f"var {n} [{p.count}]byte")
                arguments.append(f"(*C.uint8_t)(unsafe.Pointer(&{n}))")
                results.append(f"[{p.count}]byte")
                values.append(n)
            else:
                kind = "time.Duration" if is_time(p) else self.type(t)
                declare.append(f"var {n} {self.c_scalar(t)}")
                arguments.append(f"&{n}")
                results.append(kind)
                values.append(f"{n} != 0" if t.name == "bool" else f"{kind}({n})")
        merged = merge(params)
        if not fallible:
            kind, call = f.returns.kind, f"C.{f.name}({', '.join(arguments)})"
            result = {"str": "string"}.get(kind) or self.type(f.returns)
            value = f"C.GoString({call})" if kind == "str" else f"{result}({call})"
            self.put(*short(f"func {receiver}{name}({merged}) {result}", f"return {value}"))
            return result
        result = f"({', '.join(results + ['error'])})" if results else "error"
        keep_alive = [f"runtime.KeepAlive({a})" for a in alive]
        dynamic = next(iter(f.dynamic), None)
        if dynamic:
            # The first buffer is on the stack; text that is longer, and arrays, take a second call.
            head = f"func {receiver}{name}({merged}) {result} {{"
            if dynamic.out == "string":
                body = ["var small [256]C.char", "buffer, capacity := &small[0], C.size_t(len(small))", "for {",
                        "\tvar size C.size_t", "\tneeded := &size", "\tvar failure *C.gc_error",
                        f"\tcode := C.{f.name}({', '.join(arguments + ['&failure'])})", *["\t" + k for k in keep_alive],
                        "\tif code == C.GRIDCALL_ERROR_OUT_OF_RANGE && size > capacity {", "\t\tC.gc_error_release(failure)",
                        "\t\tlarge := make([]C.char, size)", "\t\tbuffer, capacity = &large[0], size", "\t\tcontinue", "\t}",
                        "\tif code != 0 {", '\t\treturn "", takeError(code, failure)', "\t}", "\treturn C.GoString(buffer), nil", "}"]
            else:
                c = self.c_out_element(dynamic)
                item, value = self.element(dynamic, "items[i]")
                body = [f"var items []{c}", "for {", "\tbuffer, capacity := unsafe.SliceData(items), C.size_t(len(items))",
                        "\tvar count C.size_t", "\tneeded := &count", "\tvar failure *C.gc_error",
                        f"\tcode := C.{f.name}({', '.join(arguments + ['&failure'])})", *["\t" + k for k in keep_alive],
                        "\tif count > capacity && (code == 0 || code == C.GRIDCALL_ERROR_OUT_OF_RANGE) {",
                        "\t\tC.gc_error_release(failure)", f"\t\titems = make([]{c}, count)", "\t\tcontinue", "\t}",
                        "\tif code != 0 {", "\t\treturn nil, takeError(code, failure)", "\t}", f"\tresult := make([]{item}, count)",
                        "\tfor i := range result {", f"\t\tresult[i] = {value}", "\t}", "\treturn result, nil", "}"]
            self.put(head, *["\t" + line for line in before + body], "}")
            return result
        helper = "any_" if any(p.c and p.c[0].role == "any" for p in f.params) else ""
        call = f"C.{helper}{f.name}({', '.join(arguments + ['&failure'])})"
        body = before + declare + ["var failure *C.gc_error", f"code := {call}"] + filled + keep_alive
        if made:
            body += ["if code != 0 {", f"\treturn {', '.join(zero_values(self, outs) + ['takeError(code, failure)'])}", "}", *made]
        # After a failure the results are as they were, zeros.
        body.append(f"return {', '.join(values + ['nil' if made else 'failed(code, failure)'])}")
        self.put(f"func {receiver}{name}({merged}) {result} {{", *["\t" + line for line in body], "}")
        return result

    def holds_handle(self, s: Struct) -> bool:
        return any(f.type.kind in ("handle", "any") or self.inner(f) and self.holds_handle(self.inner(f)) for f in s.fields)

    def c_out_element(self, p: Param) -> str:
        return f"*C.{p.type.c}" if p.type.kind == "handle" else self.c_element(p.type)

    def error_type(self) -> None:
        functions = [f for f in self.model.functions if f.cls == "error" and f.role != "destructor"]
        simple = [f for f in functions if len(f.params) == 1 and f.method != "note_count"]
        reports = any(f.method == "report" for f in functions)
        kinds = {"str": "string", "enum": "Status", "scalar": "int32"}
        self.put("", "// Error tells why a call failed: everything the library says about it.", "type Error struct {")
        for f in simple:
            self.comment("\t", self.doc(f.doc))
            self.put(f"\t{camel(f.method)} {kinds[f.returns.kind]}")
        self.put("\t// Further lines, such as the files that were tried.", "\tNotes []string",
                 *["\t// Preview: the reports of the CPU device's checks that made a launch fail.", "\tReports []CheckReport"] * reports, "}", "",
                 "// takeError copies what a gc_error says, and releases it.",
                 "func takeError(code C.gc_status, failure *C.gc_error) error {", "\te := &Error{")
        rows = []
        for f in simple:
            call = f"C.{f.name}(failure)"
            rows.append((camel(f.method) + ":", {"str": f"C.GoString({call})", "enum": "Status(code)",
                                                 "scalar": f"int32({call})"}[f.returns.kind] + ","))
        self.put(*self.aligned("\t\t", rows), "\t}", "\tfor i := C.size_t(0); i < C.gc_error_note_count(failure); i++ {",
                 "\t\te.Notes = append(e.Notes, C.GoString(C.gc_error_note(failure, i)))", "\t}",
                 *["\te.Reports = checkReports(func(index C.size_t) string { return C.GoString(C.gc_error_report(failure, index, nil)) })"] * reports,
                 "\tC.gc_error_release(failure)",
                 "\treturn e", "}")

    def noun(self, noun: Noun) -> str:
        """The file of a noun; empty if it has nothing that Go offers."""
        self.out = []
        for h in noun.handles:
            self.error_type() if h.name == "error" else self.handle(h)
        for e in noun.enums:
            self.enum(e)
        for g in noun.flags:
            self.flags(g)
        for s in noun.structs:
            self.struct(s)
        for f in noun.functions:
            if f.any:
                self.methods(f)
            elif f.bind and f.role != "destructor" and f.cls != "error":
                self.function(f)
        if not self.out:
            return ""
        text = "\n".join(self.out) + "\n"
        text += forwarded(text)
        # cgo refuses directives for functions that this file does not call.
        called = [f.name for f in self.model.functions if f"C.{f.name}(" in text]
        directives = "".join(f"#cgo noescape {name}\n#cgo nocallback {name}\n" for name in called)
        if directives:
            directives = "\n// The library keeps no pointer and calls nothing back: nothing that is passed needs the heap.\n" + directives
        helpers = ""
        for f in noun.functions:
            if f.any:
                helpers += (f"\nstatic {f.c_returns} any_{f.name}(" + ", ".join(
                    "uintptr_t handle" if c.role == "any" else c.text for c in f.c_params) + ") {\n" +
                    f"\treturn {f.name}(" + ", ".join("(const void*)handle" if c.role == "any" else c.name for c in f.c_params) + ");\n}\n")
        top = HEAD
        if re.search(r"\bC\.\w", text):
            standard = "#include <stdlib.h>\n" if re.search(r"\bC\.(malloc|calloc|free)\(", text) else ""
            top += f'\n/*\n{self.quiet()}#include <gridcall/preview.h>\n{standard}{directives}{helpers}*/\nimport "C"\n'
        imports = [f'\t"{name}"' for name in IMPORTS if re.search(rf"\b{name.rpartition('/')[2]}\.[A-Z]", text)]
        if imports:
            top += "\nimport (\n" + "\n".join(imports) + "\n)\n"
        return top + text

    def quiet(self) -> str:
        return "#define GRIDCALL_NO_DEPRECATION_WARNINGS\n" if any(f.deprecated for f in self.model.functions) else ""

    def package(self) -> str:
        short = ".".join(self.model.version.split(".")[:2])
        paths = {f.name: self.words.path(f) for f in self.model.functions if f.bind}
        table = in_messages(self.model, LANGUAGE, r"(?<=func )(\(\w+ \*?(\w+)\S*\) )?\w+", paths, camel, self.words, lower, camel)
        table = [(name, re.sub(r"\(\w+ \*?(\w+)\S*\) ", r"\1.", text)) for name, text in table]
        rows = ", ".join(f'"{name}",\0"{text}"'.replace(" ", "\0") for name, text in table) + ","
        names = "\n".join(line.replace("\0", " ") for line in cut(rows, "\t", "\t"))
        return HEAD + template("go_package.go.in", version=self.model.version_number, abi=self.model.abi_version, quiet=self.quiet(),
                               minor=self.model.version_number // 100, names=names, short=short)


def zero_values(go: Go, outs: list[Param]) -> list[str]:
    zeros = []
    for p in outs:
        if p.out in ("owned", "owned_each", "borrowed", "array"):
            zeros.append("nil")
        elif p.out == "string":
            zeros.append('""')
        elif p.out == "struct":
            zeros.append(f"{camel(p.type.name)}{{}}")
        elif p.out == "fixed_bytes":
            zeros.append(f"[{p.count}]byte{{}}")
        else:
            zeros.append("false" if p.type.name == "bool" else "0")
    return zeros


def forwarded(text: str) -> str:
    """The methods of an Ndarray as an NdarrayOf's own: one that Go takes from the part of a nil pointer panics."""
    out = []
    for name, params, results in re.findall(r"^func \(x \*Ndarray\) ([A-Z]\w*)\((.*?)\) (.*?) \{", text, re.MULTILINE):
        if name not in ("Close", "String"):  # which ndarray_of.go has
            passed = ", ".join(each.split(" ")[0] for each in params.split(", "))
            own = "x" if "a" in passed.split(", ") else "a"
            out += ["", f"// {name} is [Ndarray.{name}].", *short(f"func ({own} *NdarrayOf[T]) {name}({params}) {results}", f"return {own}.untyped().{name}({passed})")]
    return "\n".join([*out, ""]) if out else ""


def merge(params: list[str]) -> str:
    """`a uint64, b uint64` as `a, b uint64`."""
    out: list[str] = []
    for i, p in enumerate(params):
        name, kind = p.split(" ", 1)
        following = params[i + 1].split(" ", 1)[1] if i + 1 < len(params) else ""
        out.append(name if kind == following else p)
    return ", ".join(out)


def emit(model: Model) -> dict[str, str]:
    go = Go(model)
    files = {f"{ROOT}/zz_package.go": go.package()}
    for noun in model.nouns:
        if text := go.noun(noun):
            files[f"{ROOT}/zz_{noun.stem}.go"] = text
    return files
