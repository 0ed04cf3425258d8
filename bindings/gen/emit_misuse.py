# SPDX-License-Identifier: Apache-2.0
"""tests/misuse/misuse_matrix.inc: every function with each of its parameters made wrong in every way the spec
knows of, one cell each; and one cell in which all are right, so that the others have one fault alone.

What a valid argument is stands in VALID; tests/misuse/misuse_main.c makes the objects and judges the answers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from emit_glue import HEAD, first_size, quoted
from model import Function, Model, Param, Struct

PATH = "tests/misuse/misuse_matrix.inc"

# Valid arguments: by function and parameter, else by parameter, else by type.
VALID = {
    ("gc_memcpy_htod_async", "src"): "f->host", ("gc_memcpy_dtoh_async", "dst"): "f->host",
    ("gc_memcpy_dtod", "src"): "f->other_mem",
    ("gc_mem_get_host_address", "mem"): "f->host",
    ("gc_event_get_elapsed", "start"): "f->start",
    ("gc_device_find", "text"): "f->device_text",
    ("gc_device_get_by_pci_bus_id", "bus_id"): '"0000:00:00.0"',
    ("gc_device_attribute_from_name", "name"): '"WARP_SIZE"',
    ("gc_module_get_kernel", "name"): '"misuse_kernel"', ("gc_module_get_global", "name"): '"misuse_global"',
    ("gc_module_from_file", "path"): "f->path",
    ("gc_module_from_source", "source"): "f->source", ("gc_module_from_source", "source_size"): "f->source_size",
    ("gc_device_get_attribute", "attribute"): "GRIDCALL_DEVICE_ATTRIBUTE_WARP_SIZE",
    ("gc_kernel_get_attribute", "attribute"): "GRIDCALL_KERNEL_ATTRIBUTE_MAX_THREADS_PER_BLOCK",
    ("gc_kernel_set_attribute", "attribute"): "GRIDCALL_KERNEL_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES",
    ("gc_mem_get_attribute", "attribute"): "GRIDCALL_MEM_ATTRIBUTE_PLACE",
    ("gc_context_is_supported", "feature"): "GRIDCALL_FEATURE_STREAM_CANCEL",
    ("", "handle"): "f->mem",
    ("gc_get_api", "abi_version"): "GRIDCALL_ABI_VERSION",
    ("", "size"): "64", ("", "arg_count"): "2", ("", "arg"): "&f->args[1]", ("", "args"): "f->args",
    ("", "bytes_size"): "0", ("", "bytes"): "NULL", ("", "address"): "f->address", ("", "count"): "4",
    ("gc_prepared_set_arg", "index"): "1", ("", "status"): "GRIDCALL_ERROR_DRIVER",
    ("", "image"): "f->bytes", ("gc_memcpy_htod", "src"): "f->bytes",
}
# What a call with valid arguments may answer besides OK on some machine, as the spec documents.
BASELINE = {
    "gc_version_get_driver": ["DRIVER_UNAVAILABLE", "DRIVER_TOO_OLD"], "gc_version_get_nvrtc": ["COMPILER_UNAVAILABLE"],
    "gc_device_get_by_pci_bus_id": ["NOT_FOUND"], "gc_device_get_pci_bus_id": ["UNSUPPORTED"],
    "gc_module_from_buffer": ["UNSUPPORTED", "INVALID_IMAGE"], "gc_kernel_get_param_count": ["UNSUPPORTED"],
    "gc_kernel_get_param": ["UNSUPPORTED"], "gc_kernel_set_attribute": ["UNSUPPORTED"],
}
# Wrong values that follow from what a function does: (function, parameter) -> (what, expression, statuses).
# A function "" stands for all that have the parameter and answer OUT_OF_RANGE.
UNKNOWN = "NOT_FOUND INVALID_ARGUMENT"
UNFIT = "INVALID_ARGUMENT UNSUPPORTED"
BEYOND = "INVALID_ARGUMENT OUT_OF_RANGE"
NO_DEVICE = "INVALID_ARGUMENT NOT_FOUND NO_DEVICE"
NO_ATTRIBUTE = [("unknown", "INT32_MAX", UNKNOWN), ("negative", "-1", UNKNOWN)]
VALUES = {
    ("", "index"): [("too large", "(index_type)-1", "OUT_OF_RANGE"), ("one too many", "2", "OUT_OF_RANGE")],
    ("gc_memset_d16", "offset"): [("misaligned", "1", "INVALID_ARGUMENT")],
    ("gc_memset_d32", "offset"): [("misaligned", "2", "INVALID_ARGUMENT")],
    ("gc_device_get_by_index", "index"): [("negative", "-1", "OUT_OF_RANGE"), ("too large", "INT32_MAX", "OUT_OF_RANGE")],
    ("gc_device_get_attribute", "attribute"): NO_ATTRIBUTE,
    ("gc_mem_get_attribute", "attribute"): NO_ATTRIBUTE,
    ("gc_context_is_supported", "feature"): NO_ATTRIBUTE,
    ("gc_kernel_get_attribute", "attribute"): NO_ATTRIBUTE,
    ("gc_kernel_set_attribute", "attribute"): [
        ("unknown", "INT32_MAX", UNFIT), ("read-only", "GRIDCALL_KERNEL_ATTRIBUTE_NUM_REGS", UNFIT)],
    ("gc_kernel_set_attribute", "value"): [("negative", "-1", BEYOND), ("too large", "INT32_MAX", BEYOND)],
    ("gc_device_find", "text"): [
        ("empty", '""', NO_DEVICE), ("nothing", '"no such device"', NO_DEVICE),
        ("too large", '"cpu:99999999999999999999"', NO_DEVICE)],
    ("gc_device_get_by_pci_bus_id", "bus_id"): [("empty", '""', UNKNOWN), ("no id", '"::::"', UNKNOWN)],
    ("gc_device_attribute_from_name", "name"): [("empty", '""', UNKNOWN), ("nothing", '"NO_SUCH"', "NOT_FOUND")],
    ("gc_module_get_kernel", "name"): [("empty", '""', UNKNOWN), ("nothing", '"no_such_kernel"', "NOT_FOUND")],
    ("gc_module_get_global", "name"): [("empty", '""', UNKNOWN), ("nothing", '"no_such_global"', "NOT_FOUND")],
    ("gc_module_from_file", "path"): [
        ("empty", '""', "INVALID_ARGUMENT"), ("nothing", '"/no/such/file.cu"', "NOT_FOUND")],
    ("gc_prepared_set_arg", "index"): [
        ("too large", "SIZE_MAX", "OUT_OF_RANGE"), ("one too many", "2", "OUT_OF_RANGE")],
    ("gc_mem_wrap", "size"): [("overflow", "UINT64_MAX", BEYOND)],
}
# Wrong fields of the structs a function takes: struct -> (field, what, statement on `o`, statuses).
NO_LAUNCH = "INVALID_LAUNCH INVALID_ARGUMENT OUT_OF_RANGE"
NO_KIND = "INVALID_ARGUMENT INVALID_OPTIONS"
MISFIT = "ARGUMENT_MISMATCH INVALID_ARGUMENT"
FIELDS = {
    "launch_config": [
        ("grid_x", "zero", "o.grid_x = 0", NO_LAUNCH),
        ("grid", "too large", "o.grid_y = o.grid_z = UINT32_MAX", NO_LAUNCH),
        ("block_x", "zero", "o.block_x = 0", NO_LAUNCH),
        ("block", "too large", "o.block_x = UINT32_MAX", NO_LAUNCH),
        ("block", "overflow", "o.block_x = o.block_y = 65536", NO_LAUNCH),
        ("shared", "too large", "o.shared_size = UINT32_MAX", NO_LAUNCH),
    ],
    "pool_options": [("place", "unknown", "o.place = 99", NO_KIND)],
    "arg": [
        ("arg", "kind zero", "o.kind = 0", MISFIT),
        ("arg", "kind unknown", "o.kind = 99", MISFIT),
        ("arg", "kind MEM, mem NULL", "o.kind = GRIDCALL_ARG_KIND_MEM; o.size = 0; o.object = NULL",
         "INVALID_HANDLE " + MISFIT),
        ("arg", "size zero", "o.size = 0", MISFIT),
        ("arg", "size odd", "o.size = 3", MISFIT),
        ("arg", "size of another type", "o.size = 8", "ARGUMENT_MISMATCH"),
        ("arg", "kind VALUE, object NULL", "o.kind = GRIDCALL_ARG_KIND_VALUE; o.object = NULL", MISFIT),
        ("arg", "kind VALUE, size of another type", "o.kind = GRIDCALL_ARG_KIND_VALUE; o.object = f->bytes; o.size = 8",
         "ARGUMENT_MISMATCH"),
        ("arg", "kind BYTES past the bytes", "o.kind = GRIDCALL_ARG_KIND_BYTES; o.bits = 1", BEYOND),
        ("arg", "kind BYTES, overflow", "o.kind = GRIDCALL_ARG_KIND_BYTES; o.bits = UINT64_MAX", BEYOND),
    ],
}
MEM_ARG = [("NULL", "NULL"), ("of another kind", "(gc_mem*)f->stream"), ("released", "f->released_mem"),
           ("forged", "(gc_mem*)FORGED(f->mem)"), ("an address", "(gc_mem*)(void*)f")]


@dataclass
class Cell:
    function: str
    what: str  # "context released"
    names: str  # what the message must name, alternatives by |
    statuses: list[str]
    lines: list[str]  # statements before the call
    call: str
    kind: str = "WRONG"  # cell_kind of misuse_main.c
    release: str = "NULL"  # what frees the handle that the call makes, if it succeeds


def valid(f: Function, name: str, p: Param | None) -> str:
    for key in ((f.name, name), ("", name)):
        if key in VALID:
            return VALID[key]
    if p is not None and p.type.kind == "handle":
        return f"f->{p.type.name}"
    if p is not None and p.type.kind == "struct":
        return f"&f->{p.type.name}"
    return "0"


def wrong_handles(kind: str) -> list[tuple[str, str]]:
    """(what, expression) of the handles that are wrong whatever the parameter."""
    other = "context" if kind != "context" else "device"
    return [("of another kind", f"(gc_{kind}*)f->{other}"), ("forged", f"(gc_{kind}*)FORGED(f->{kind})"),
            ("of another generation", f"(gc_{kind}*)ANOTHER_GENERATION(f->{kind})"),
            ("an address", f"(gc_{kind}*)(void*)f")]


class Cells:
    def __init__(self, model: Model, f: Function):
        self.model, self.f, self.cells = model, f, []
        self.arguments: dict[str, str] = {}
        out = 0
        for p in f.params:
            for c in p.c:
                if p.out == "struct":
                    self.arguments[c.name] = f"sized(f, {out}, sizeof({p.type.c}))"
                    out += 1
                elif c.role in ("out", "needed", "buffer", "out_bytes"):
                    self.arguments[c.name] = f"OUT({out})"
                    out += 1
                elif c.role == "capacity":
                    self.arguments[c.name] = "OUT_CAPACITY"
                else:
                    self.arguments[c.name] = valid(f, c.name, p if c is p.c[0] else None)

    def call(self, **changed: str) -> str:
        arguments = [changed.get(n, v) for n, v in self.arguments.items()]
        return f"{self.f.name}({', '.join(arguments + (['e'] if self.f.fallible else []))})"

    def add(self, parameter: str, what: str, expression: str, statuses: str, names: str = "", lines=(), kind="WRONG"):
        listed = statuses.split()
        documented = [s for s in listed if s in self.f.errors]
        if not documented:
            raise ValueError(f"{self.f.name}({parameter} {what}): {statuses} are not in its errors")
        self.cells.append(Cell(self.f.name, f"{parameter} {what}", names or parameter, documented, list(lines),
                               self.call(**{parameter: expression}), kind))

    def handle(self, p: Param) -> None:
        kind = p.type.name
        ways = wrong_handles(kind)
        if not self.model.handles[kind].static:
            other = "event" if kind != "event" else "stream"
            ways += [("released", f"f->released_{kind}"),
                     ("of another kind, released", f"(gc_{kind}*)f->released_{other}")]
        if not p.nullable:
            ways.insert(0, ("NULL", "NULL"))
        for what, expression in ways:
            self.add(p.name, what, expression, "INVALID_HANDLE")

    def any(self, p: Param) -> None:
        ways = [("NULL", "NULL"), ("released", "f->released_mem"), ("forged", "(void*)FORGED(f->mem)"),
                ("of another generation", "(void*)ANOTHER_GENERATION(f->mem)"), ("an address", "f")]
        for what, expression in ways:
            self.add(p.name, what, expression, "INVALID_HANDLE")
        if "UNSUPPORTED" in self.f.errors:
            self.add(p.name, "an error", "f->error", "UNSUPPORTED", "handle|gc_error")

    def out_struct(self, p: Param, s: Struct) -> None:
        self.add(p.name, "NULL", "NULL", "INVALID_ARGUMENT")
        for what, size in (("zero", "0"), ("too small", str(first_size(s) - 1)), ("absurd", "SIZE_MAX")):
            self.add(p.name, f"struct_size {what}", f"sized(f, 0, {size})", "INVALID_OPTIONS")

    def struct(self, p: Param, s: Struct) -> None:
        name = p.name
        copy = f"{s.c_type} o = *{self.arguments[name]};"
        if not p.nullable:
            self.add(name, "NULL", "NULL", "INVALID_ARGUMENT")
        if s.versioned:
            least = first_size(s)
            for what, size in (("zero", "0"), ("too small", str(least - 1)), ("absurd", "SIZE_MAX")):
                self.add(name, f"struct_size {what}", "&o", "INVALID_OPTIONS", "", [copy, f"o.struct_size = {size};"])
            self.add(name, "non-zero tail", "&big.o", "INVALID_OPTIONS", lines=[
                f"struct {{ {s.c_type} o; unsigned char tail[16]; }} big;", "memset(&big, 0, sizeof big);",
                f"big.o = *{self.arguments[name]};", "big.o.struct_size = sizeof big;", "big.tail[15] = 1;"])
        for field_ in s.fields:
            if field_.type.kind == "flags":
                self.add(name, f"{field_.name} unknown bit", "&o", "INVALID_OPTIONS", "",
                         [copy, f"o.{field_.name} |= UINT64_C(1) << 63;"])
            elif field_.name.startswith("reserved"):
                self.add(name, f"{field_.name} not zero", "&o", "INVALID_OPTIONS", "",
                         [copy, f"o.{field_.name} = 1;"])
            elif field_.array or field_.type.kind == "bytes":
                count = field_.array or field_.len
                self.add(name, f"{field_.name} NULL with a count", "&o", "INVALID_ARGUMENT", names=field_.name,
                         lines=[copy, f"o.{field_.name} = NULL;", f"o.{count} = 1;"])
                if field_.type.kind == "str":
                    for what, text in (("holds NULL", "NULL"), ("not UTF-8", "NOT_UTF8")):
                        self.add(name, f"{field_.name} {what}", "&o", "INVALID_ARGUMENT", names=field_.name, lines=[
                            copy, f"const char* texts[1] = {{{text}}};", f"o.{field_.name} = texts;",
                            f"o.{count} = 1;"])
                elif field_.type.kind == "struct":
                    inner = self.model.structs[field_.type.name]
                    for g in inner.fields:
                        wrong = [("not UTF-8", "NOT_UTF8")] + ([] if g.nullable else [("NULL", "NULL")])
                        for what, text in wrong if g.type.kind == "str" else []:
                            others = "".join(f" inner[0].{h.name} = \"x\";" for h in inner.fields if h is not g)
                            what = f"{field_.name}[].{g.name} {what}"
                            self.add(name, what, "&o", "INVALID_ARGUMENT", field_.name, [
                                copy, f"{inner.c_type} inner[1];", f"memset(inner, 0, sizeof inner);{others}",
                                f"inner[0].{g.name} = {text};", f"o.{field_.name} = inner;", f"o.{count} = 1;"])
            elif field_.type.kind == "str":
                self.add(name, f"{field_.name} not UTF-8", "&o", "INVALID_ARGUMENT", field_.name,
                         [copy, f"o.{field_.name} = NOT_UTF8;"])
        for label, what, statement, statuses in FIELDS.get(s.name, []):
            self.add(name, what if label == "arg" else f"{label} {what}", "&o", statuses, f"{label}|{name}",
                     [copy, statement + ";"])
        if s.name == "arg":
            self.mem_arguments(name, "&o", ["gc_arg o = f->args[0];"], "o", index="0")

    def mem_arguments(self, name: str, expression: str, lines: list[str], target: str, index: str = "") -> None:
        """The memory of an argument made wrong; argument 0 of the kernel is a pointer."""
        changed = {name: expression} | ({"index": index} if index else {})
        for what, value in MEM_ARG:
            statuses = ["INVALID_HANDLE"] + (["INVALID_ARGUMENT"] if what == "NULL" else [])
            self.cells.append(Cell(self.f.name, f"{name} mem {what}", "arg|object", statuses,
                                   lines + [f"{target}.object = {value};"], self.call(**changed)))
        self.cells.append(Cell(self.f.name, f"{name} mem offset too large", "arg|mem", ["OUT_OF_RANGE"],
                               lines + [f"{target}.bits = MEM_SIZE + 1;"], self.call(**changed)))

    def array(self, p: Param) -> None:
        self.add(p.name, "NULL with a count", "NULL", "INVALID_ARGUMENT")
        if p.type.kind == "struct" and p.type.name == "arg":
            copy = ["gc_arg all[2] = {f->args[0], f->args[1]};"]
            for label, what, statement, statuses in FIELDS["arg"]:
                self.add(p.name, what, "all", statuses, names=f"{label}|{p.name}", lines=copy + [
                    statement.replace("o.", "all[1].") + ";"])
            self.mem_arguments(p.name, "all", copy, "all[0]")
            for what, count in (("zero", "0"), ("one too few", "1"), ("absurd", "SIZE_MAX")):
                self.add(p.array, what, count, "ARGUMENT_MISMATCH INVALID_ARGUMENT OUT_OF_RANGE", names="arg")

    def value(self, p: Param, name: str) -> None:
        f = self.f
        ways = VALUES.get((f.name, name))
        if ways is None and ("", name) in VALUES and "OUT_OF_RANGE" in f.errors:
            ways = [(w, e.replace("index_type", p.type.c), s) for w, e, s in VALUES[("", name)]]
        for what, expression, statuses in ways or []:
            self.add(name, what, expression, statuses)
        if p.unit in ("bytes", "elements") or name == "address":
            if "not 0" in p.doc:
                self.add(name, "zero", "0", "INVALID_ARGUMENT")
            if "OUT_OF_RANGE" in f.errors and f.name.startswith(("gc_mem_sub", "gc_memcpy", "gc_memset")):
                for what, e in (("overflow", "UINT64_MAX"), ("past the end", "MEM_SIZE + 64"),
                                ("wraps around", "UINT64_MAX - 63")):
                    also = " INVALID_ARGUMENT" if what != "past the end" else ""  # misaligned as well
                    self.add(name, what, e, "OUT_OF_RANGE" + (also if "memset" in f.name else ""),
                             names=f"{name}|offset|size|count")
            elif name == "size" and "OUT_OF_MEMORY" in f.errors:
                for what, e in (("overflow", "UINT64_MAX"), ("absurd", "UINT64_MAX / 4")):
                    self.add(name, what, e, "OUT_OF_MEMORY OUT_OF_HOST_MEMORY " + BEYOND, "size|memory|bytes")

    def build(self) -> list[Cell]:
        f = self.f
        for p in f.params:
            kind = p.type.kind
            if p.out in ("string", "array"):
                self.add(p.name, "NULL with a capacity", "NULL", "INVALID_ARGUMENT")
                self.add("capacity", "zero with a buffer", "0", " ".join(["OUT_OF_RANGE", *BASELINE.get(f.name, [])]),
                         f"capacity|{p.name}|bytes|elements|{f.cls}", kind="WRITES_NEEDED")
                self.add(p.c[2].name, "NULL", "NULL", "INVALID_ARGUMENT")
            elif p.out == "bytes":
                self.add(p.name, "NULL with a size", "NULL", "INVALID_ARGUMENT")
                self.add(p.len, "too large", "SIZE_MAX", BEYOND, f"{p.len}|{p.name}|offset")
            elif p.out == "struct":
                self.out_struct(p, self.model.structs[p.type.name])
            elif p.out:
                self.add(p.name, "NULL", "NULL", "INVALID_ARGUMENT")
            elif kind == "any":
                self.any(p)
            elif p.array:
                self.array(p)
            elif kind == "handle":
                self.handle(p)
            elif kind == "struct":
                self.struct(p, self.model.structs[p.type.name])
            elif kind in ("str", "text", "bytes"):
                if kind == "str":
                    self.add(p.name, "NULL", "NULL", "INVALID_ARGUMENT")
                    self.add(p.name, "not UTF-8", "NOT_UTF8", "INVALID_ARGUMENT")
                else:
                    length = {p.len: "64"} if p.nullable else {}
                    self.cells.append(Cell(f.name, f"{p.name} NULL with a size", p.name, ["INVALID_ARGUMENT"], [],
                                           self.call(**({p.name: "NULL"} | length))))
                    also = "" if kind == "text" else " OUT_OF_RANGE"
                    if not p.nullable:
                        self.add(p.len, "absurd", "SIZE_MAX", "INVALID_ARGUMENT" + also,
                                 f"{p.len}|{p.name}|offset")
                if kind == "text":
                    self.cells.append(Cell(f.name, f"{p.name} not UTF-8", p.name, ["INVALID_ARGUMENT"], [],
                                           self.call(**{p.name: "NOT_UTF8", p.len: "2"})))
                for what, expression, statuses in VALUES.get((f.name, p.name), []):
                    self.add(p.name, what, expression, statuses, names=f"{p.name}|{expression.strip(chr(34)) or chr(34) * 2}")
            elif kind in ("scalar", "enum", "flags") and not p.length_of:
                self.value(p, p.name)
        baseline = ["OK", *BASELINE.get(f.name, [])]
        released = [f"release_{p.type.name}" for p in f.params if p.out == "owned"]
        self.cells.append(Cell(f.name, "all valid", "", baseline, [], self.call(),
                               "BASELINE"))
        for cell in self.cells:
            cell.release = released[0] if released else "NULL"
        return self.cells


def accessor_cells(f: Function) -> list[tuple[str, str]]:
    """(what, expression that is true) for a function that cannot fail."""
    handle = next((p for p in f.params if p.type.kind == "handle"), None)
    others = ["0" for p in f.params if p is not handle]
    cells = []
    if handle:
        kind = handle.type.name
        for what, expression in [("NULL", "NULL"), ("released", f"f->released_{kind}"), *wrong_handles(kind)]:
            call = f"{f.name}({', '.join([expression, *others])})"
            if f.role == "destructor":
                cells.append((f"{handle.name} {what}", f"({call}, 1)"))
            elif f.c_returns == "const char*":
                cells.append((f"{handle.name} {what}", f"is_empty({call})"))
            else:
                cells.append((f"{handle.name} {what}", f"{call} == 0"))
        if f.role != "destructor" and others:
            cells.append(("index too large", f"is_empty({f.name}(f->{kind}, SIZE_MAX))"))
    else:
        for p in f.params:
            for what, expression in (("too large", "INT32_MAX"), ("negative", "-1"), ("smallest", "INT32_MIN")):
                if p.type.kind == "enum":
                    test = f"{f.name}({expression})"
                    cells.append((f"{p.name} {what}", f"{test} != NULL" if f.c_returns == "const char*" else
                                  f"{test} == GRIDCALL_CATEGORY_RUNTIME"))
        if f.name == "gc_get_api":
            cells += [("abi_version unknown", "gc_get_api(UINT32_MAX) == NULL"),
                      ("abi_version known", "gc_get_api(GRIDCALL_ABI_VERSION)->size == sizeof(gc_api)")]
    return cells


def emit(model: Model) -> dict[str, str]:
    lines = [*HEAD.splitlines(), "//", "// Included by misuse_main.c, which says what a cell is.", ""]
    for h in model.handles.values():
        if h.release and h.name != "error":
            lines += [f"static void release_{h.name}(void* handle) {{ {h.release}(handle); }}"]
    lines += [""]
    cells = []
    for f in model.functions:
        if f.fallible:
            cells += Cells(model, f).build()
        else:
            cells += [Cell(f.name, what, "", ["OK"], [], f"{expression} ? GRIDCALL_OK : -1", "ACCESSOR")
                      for what, expression in accessor_cells(f)]
    rows = []
    for number, cell in enumerate(cells):
        text = "\n".join([*cell.lines, cell.call])
        unused = [n for n in ("f", "e") if not re.search(rf"\b({n}|OUT)\b", text)]
        statements = [f"(void){n};" for n in unused] + cell.lines + [f"return {cell.call};"]
        lines += [f"static gc_status cell_{number}(struct fixture* f, gc_error** e) {{",
                  *(f"  {line}" for line in statements), "}"]
        statuses = ", ".join("GRIDCALL_OK" if s == "OK" else f"GRIDCALL_ERROR_{s}" for s in cell.statuses)
        names = f"{quoted(cell.function)}, {quoted(cell.what)}, {quoted(cell.names)}"
        rows.append(f"    {{{names}, cell_{number}, {{{statuses}}}, {len(cell.statuses)}, {cell.kind}, {cell.release}}},")
    lines += ["", "static const struct cell kCells[] = {", *rows, "};"]
    return {PATH: "\n".join(lines) + "\n"}
