#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles the public headers alone, in every dialect we promise, beside Boehm's gc.h, and as whole programs that use
every constant, macro, function and field of the table; and the code that the header's sections show. Writes TAP; a
compiler that is not there is a skip, by name."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bindings/gen"))
sys.path.insert(0, str(ROOT / "tests/support"))

import build_layout  # noqa: E402
import loader  # noqa: E402
import model as spec  # noqa: E402
from effort import effort_seed, part  # noqa: E402
from tap import Skip, Tap, left_out  # noqa: E402

STRICT = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-Wshadow", "-Wconversion", "-Wundef"]
C_STRICT = ["-Wstrict-prototypes"]
# Warnings of -Weverything that any header with macros causes: unused macros, the C++98 dialect.
EVERYTHING = ["-Weverything", "-Wno-unused-macros", "-Wno-c++98-compat-pedantic", "-Wno-pre-c11-compat",
              "-Wno-declaration-after-statement"]
C_DIALECTS = ["c99", "c11", "c17", "gnu99", "c2x"]
CXX_DIALECTS = ["c++11", "c++14", "c++17", "c++20"]

ALONE = '#include "gridcall/gridcall.h"\n'
CXX = '#include "gridcall/gridcall.hpp"\n'
TABLE = '#include "gridcall/table.h"\n'
PREVIEW = '#include "gridcall/preview.h"\n'
TWICE = ALONE + ALONE + PREVIEW + PREVIEW + TABLE + TABLE
BEFORE_GC = ALONE + "#include <gc.h>\n"
AFTER_GC = "#include <gc.h>\n" + ALONE


def whole(model: spec.Model) -> str:
    """A program that takes the address of every function and starts every options struct from its macro."""
    lines = [PREVIEW + TABLE, "typedef void (*any_function)(void);", "extern const any_function functions[];",
             "const any_function functions[] = {"]
    lines += [f"  (any_function)&{f.name}," for f in model.functions] + ["};"]
    for s in model.structs.values():
        if s.versioned:
            lines += [f"size_t use_{s.name}(void);", f"size_t use_{s.name}(void) {{",
                      f"  {s.c_type} options = {s.init_macro};", "  return options.struct_size;", "}"]
    constants = [v.constant for e in model.enums.values() for v in e.values]
    lines += ["extern const int32_t constants[];", "const int32_t constants[] = {"]
    lines += [f"  {c}," for c in constants] + ["};"]
    flags = [v.constant for g in model.flags.values() for v in g.values]
    lines += ["extern const uint64_t flags[];", "const uint64_t flags[] = {"] + [f"  {c}," for c in flags] + ["};"]
    lines += ["int has_all(const gc_api* table);", "int has_all(const gc_api* table) {", "  return 1"]
    lines += [f"      && (any_function)table->{f.implementation} == (any_function)&{f.name} && GRIDCALL_API_HAS(table, {f.implementation})"
              for f in model.table] + ["      ;", "}"]
    return "\n".join(lines) + "\n"


# Each error is wanted, not the first ones.
NO_LIMIT = {"gcc": "-fmax-errors=0", "g++": "-fmax-errors=0", "clang-19": "-ferror-limit=0", "clang++-19": "-ferror-limit=0"}


def addresses(functions: list[spec.Function]) -> str:
    lines = [f"  (void)&{f.name};" for f in functions]
    return "\n".join([TABLE, "void take(void);", "void take(void) {", *lines, "}"]) + "\n"


def older_and_newer(model: spec.Model) -> str:
    """A program that ends with 0 if GRIDCALL_API_HAS knows what a library of another version has."""
    stable = [f.implementation for f in model.table if not f.preview]
    preview = next(f.implementation for f in model.table if f.preview)
    return PREVIEW + TABLE + f"""
static uint32_t this_version(void) {{ return GRIDCALL_VERSION; }}
static uint32_t next_version(void) {{ return GRIDCALL_VERSION + 1; }}
static gc_api made;
int main(void) {{
  int wrong = 0;
  made.size = sizeof made;
  made.version = this_version;
  wrong += !GRIDCALL_API_HAS(&made, {stable[0]}) || !GRIDCALL_API_HAS(&made, {stable[-1]}) || !GRIDCALL_API_HAS(&made, {preview});
  made.size = offsetof(gc_api, {stable[-1]});
  wrong += !GRIDCALL_API_HAS(&made, {stable[-2]}) || GRIDCALL_API_HAS(&made, {stable[-1]}) || GRIDCALL_API_HAS(&made, {preview});
  made.size = sizeof made + 8;
  made.version = next_version;
  wrong += !GRIDCALL_API_HAS(&made, {stable[-1]}) || GRIDCALL_API_HAS(&made, {preview});
  return wrong;
}}
"""


# Variables that the code of the sections finds: handles and results by their usual names.
SKETCH = """\
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "gridcall/preview.h"
#include "gridcall/table.h"
void sketch(gc_device* device, gc_context* context, gc_stream* stream, gc_stream** streams, gc_event* event, gc_event* start,
            gc_event* end, gc_completion* completion, gc_dtype* dtype, gc_mem* mem, gc_mem* x, gc_mem* y, gc_mapping* mapping,
            gc_pipe* pipe, gc_array* array, gc_texture* texture, gc_module* module, gc_program* program, gc_kernel* kernel,
            gc_graph* graph, gc_pool* pool, gc_ndarray* a, gc_ndarray* b, gc_ndarray* keys,
            gc_ndarray* order, gc_ndarray* sorted, gc_ndarray* prices, gc_ndarray* product, gc_ndarray* solution,
            gc_ndarray* signal, gc_ndarray* spectrum, gc_ndarray* left, gc_ndarray* right, gc_comm* comm, gc_log* log, gc_error* error, gc_status status,
            gc_launch_config config, const gc_arg* args, const char* source, size_t size, uint64_t token, int n) {
  float host[16] = {0}, factor = 2;
  const uint32_t zero = 0;
  const uint64_t shape[] = {4, 4};
  uint64_t address = 0, tensor = 0;
  int64_t nanoseconds = 0;
  uint32_t block = 0, grid = 0;
  int32_t done = 0;
  size_t needed = 0, image_size = 64, other_size = 64;
  const void *image = source, *other = source;
  {
@CODE@
  }
}
"""


def sketches(model: spec.Model):
    """(section, program) for the code that a section of the header shows."""
    for noun in model.nouns:
        code = "\n".join(paragraph for paragraph in noun.guide if paragraph.startswith("    "))
        if code:
            yield noun.title, SKETCH.replace("@CODE@", code)


ARGUMENTS = ["mem", "ndarray", "pipe", "texture", "surface"]  # of which GRIDCALL_ARG makes arguments of their own kind


def arguments(cxx: bool) -> str:
    """A program that makes arguments of objects and values, and ends with 0 if each is what it must be."""
    one = "gc_arg arg = GRIDCALL_ARG({});" if cxx else "const gc_arg arg = GRIDCALL_ARG({});"
    lines = [ALONE]
    if not cxx:
        lines += ["struct made { const gc_arg* args; size_t count; };",
                  "static struct made of_args(const gc_arg* args, size_t count) { const struct made made = {args, count}; return made; }"]
    lines += ["int main(void) {", "  int wrong = 0;"]
    for i, name in enumerate(ARGUMENTS, 1):
        for qualifier in ("", "const "):
            lines += ["  {", f"    gc_{name}* {qualifier}object = (gc_{name}*)(uintptr_t){i * 4096};", f"    {one.format('object')}",
                      f"    wrong += arg.kind != GRIDCALL_ARG_KIND_{name.upper()} || arg.size != 8 || arg.object != object || arg.bits != 0;", "  }"]
    for kind, value in (("float", "1.5f"), ("int", "-3"), ("const double", "2"), ("void*", "(void*)(uintptr_t)64"), ("float*", "(float*)(uintptr_t)64")):
        lines += ["  {", f"    {kind} value = {value};", f"    {one.format('value')}",
                  f"    wrong += arg.kind != GRIDCALL_ARG_KIND_VALUE || arg.size != sizeof value || *({kind}*)(uintptr_t)arg.object != value;", "  }"]
    lines += ["  {", "    struct pair { float x, y; } value = {1, 2};", f"    {one.format('value')}",
              "    wrong += arg.kind != GRIDCALL_ARG_KIND_VALUE || arg.size != 8 || ((const struct pair*)arg.object)->y != 2;", "  }",
              "  {", "    float array[4] = {0, 0, 0, 0};", "    gc_host_arg arg = GRIDCALL_HOST_ARG(0, IN, array, sizeof array);",
              "    wrong += arg.host_address != (uint64_t)(uintptr_t)array || arg.size != 16;", "  }",
              "  {", "    const float* array = (const float*)(uintptr_t)4096;", "    gc_host_arg arg = GRIDCALL_HOST_ARG(0, OUT, array, 4);",
              "    wrong += arg.host_address != 4096;", "  }"]
    if not cxx:
        for count in (1, 2, 16):
            lines += ["  {", "    const int n = 7;", "    (void)n;", "    gc_mem* mem = (gc_mem*)(uintptr_t)4096;",
                      f"    const struct made made = of_args(GRIDCALL_ARGS({', '.join(['n'] * (count - 1) + ['mem'])}));",
                      f"    wrong += made.count != {count} || made.args[{count - 1}].kind != GRIDCALL_ARG_KIND_MEM || made.args[{count - 1}].object != mem;",
                      f"    wrong += {count} > 1 && *(const int*)made.args[0].object != 7;", "  }"]
        lines += ["  {", "    const gc_launch_config* shape = GRIDCALL_SHAPE(3 + 4, 64);",
                  "    wrong += shape->struct_size != sizeof *shape || shape->grid_x != 7 || shape->block_x != 64 || shape->grid_y != 0 || shape->shared_size != 0;",
                  "    const gc_mem_options* options = GRIDCALL_OPTIONS(gc_mem_options, .place = GRIDCALL_MEM_PLACE_HOST, .size = 64);",
                  "    wrong += options->struct_size != sizeof *options || options->place != GRIDCALL_MEM_PLACE_HOST || options->size != 64 || options->flags != 0;", "  }"]
    lines += ["  return wrong;", "}"]
    return "\n".join(lines) + "\n"


def no_argument(handle: str) -> str:
    return f"{ALONE}gc_arg make(gc_{handle}* object);\ngc_arg make(gc_{handle}* object) {{ gc_arg arg = GRIDCALL_ARG(object); return arg; }}\n"


def no_array(handle: str) -> str:
    return (f"{ALONE}gc_host_arg make(gc_{handle}* object);\n"
            f"gc_host_arg make(gc_{handle}* object) {{ gc_host_arg arg = GRIDCALL_HOST_ARG(0, IN, object, 4); return arg; }}\n")


# Code over gridcall.hpp that must not compile, each beside the nearest that does.
CXX_REFUSED = [
    ("a copy of an object", "void f(gridcall::stream& s) { gridcall::stream other = @; }", "std::move(s)", "s"),
    ("an argument that is no plain value", "void f(const gridcall::kernel& k, @ s) { gridcall::launch(k, 1, 1, s); }", "int", "std::string"),
    ("an object that is no argument", "void f(const gridcall::kernel& k, const gridcall::@& s) { gridcall::launch(k, 1, 1, s); }", "mem", "stream"),
    ("elements that are not copied by their bytes", "gridcall::buffer<@> x;", "double", "std::vector<int>"),
    ("values of another type", "void f(gridcall::buffer<float>& x) { x.upload(std::vector<@>(2)); }", "float", "double"),
    ("too many arguments of a function", "void f(const gridcall::stream& s) { gridcall::call<gc_stream_synchronize>(s@); }", "", ", 1, 2"),
]


def released(model: spec.Model) -> str:
    """A program that holds an object of each handle."""
    lines = [PREVIEW + CXX] + [f"gridcall::object<{h.c_type}> hold_{h.name}({h.c_type}* handle);\n"
                              f"gridcall::object<{h.c_type}> hold_{h.name}({h.c_type}* handle) {{ return gridcall::object<{h.c_type}>(handle); }}"
                              for h in model.handles.values() if h.release and h.name != "error"]
    return "\n".join(lines) + "\n"


def main() -> None:
    model = loader.load(ROOT / "bindings/api")
    gc_header = Path("/usr/include/gc.h").exists() or Path("/usr/include/gc/gc.h").exists()
    cases = []  # (name, compiler, arguments, text, reason to skip)
    for cc, cxx in (("gcc", "g++"), ("clang-19", "clang++-19")):
        for compiler, dialects, language in ((cc, C_DIALECTS, "c"), (cxx, CXX_DIALECTS, "c++")):
            extra = C_STRICT if language == "c" else []
            for dialect in dialects:
                flags = ["-x", language, f"-std={dialect}", *STRICT, *extra]
                cases.append((f"{compiler} {dialect} alone", compiler, flags, ALONE, ""))
                cases.append((f"{compiler} {dialect} the table alone", compiler, flags, TABLE, ""))
                cases.append((f"{compiler} {dialect} twice", compiler, flags, TWICE, ""))
            middle = dialects[1]
            # gc.h itself is not clean under -pedantic, and in C++ needs no more than its own dialect.
            flags = ["-x", language, f"-std={middle.replace('c', 'gnu', 1)}", "-Wall", "-Wextra", "-Werror"]
            lacks = "" if gc_header else "gc.h is not installed (apt-get install libgc-dev)"
            cases.append((f"{compiler} before gc.h", compiler, flags, BEFORE_GC, lacks))
            cases.append((f"{compiler} after gc.h", compiler, flags, AFTER_GC, lacks))
            cases.append((f"{compiler} static", compiler, [*flags, "-DGRIDCALL_STATIC"], ALONE, ""))
            if "clang" in compiler:
                for dialect in dialects:
                    flags = ["-x", language, f"-std={dialect}", "-Werror", *EVERYTHING]
                    cases.append((f"{compiler} {dialect} -Weverything", compiler, flags, TABLE, ""))
    for compiler in ("gcc", "clang-19"):
        for dialect in ("c99", "c11"):
            flags = ["-x", "c", f"-std={dialect}", "-Wall", "-Wextra", "-pedantic", "-Werror", "-Wno-cast-function-type"]
            cases.append((f"{compiler} {dialect} uses everything", compiler, flags, whole(model), ""))
    for compiler in ("g++", "clang++-19"):
        flags = ["-x", "c++", "-std=c++11", "-Wall", "-Wextra", "-Werror", "-Wno-cast-function-type"]
        cases.append((f"{compiler} c++11 uses everything", compiler, flags, whole(model), ""))
    for compiler in ("g++", "clang++-19"):
        for dialect in CXX_DIALECTS[2:]:
            flags = ["-x", "c++", f"-std={dialect}", *STRICT]
            cases.append((f"{compiler} {dialect} gridcall.hpp", compiler, flags, CXX + CXX, ""))
            cases.append((f"{compiler} {dialect} gridcall.hpp holds every handle", compiler, flags, released(model), ""))
        flags = ["-x", "c++", "-std=c++17", "-fno-exceptions", *STRICT]
        cases.append((f"{compiler} gridcall.hpp without exceptions", compiler, flags, CXX, ""))
    for title, text in sketches(model):
        flags = ["-x", "c", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-Wno-unused", "-Wno-missing-prototypes"]
        cases.append((f"the code of the section {title}", "gcc", flags, text, ""))
    layout = build_layout.emit(model)["layout_asserts.c"]
    cases.append(("gcc layout", "gcc", ["-x", "c", "-std=c11", *STRICT], layout, ""))
    # A test that cannot fail is none: the same driver must notice a broken header and a wrong layout.
    broken = [("a wrong layout is noticed", layout.replace("== 24", "== 23")),
              ("a wrong call is noticed", ALONE + "int x(void);\nint x(void) { return gc_mem_release(1, 2); }\n")]

    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "case.c"

        def complaint(compiler: str, flags: list[str], text: str) -> str:
            source.write_text(text, encoding="utf-8")
            done = subprocess.run([compiler, *flags, f"-I{ROOT / 'include'}", "-fsyntax-only", str(source)],
                                  capture_output=True, text=True, check=False)
            return done.stderr or str(done.returncode) if done.returncode else ""

        def compiles(compiler: str, flags: list[str], text: str, lacks: str) -> str:
            if not shutil.which(compiler):
                lacks = f"{compiler} is not installed"
            if lacks:
                raise Skip(lacks)
            return complaint(compiler, flags, text)

        print(f"# seed {effort_seed()}: a fourth of the programs that compile, or all of them")
        chosen = part(range(len(cases)), 4)
        for i, (name, *case) in enumerate(cases):
            tap.case(name, (lambda case=case: compiles(*case)) if i in chosen else left_out)
        # An object is an argument of its own kind, or does not compile; it is never its handle's number.
        def runs(compiler: str, flags: list[str], text: str) -> str:
            if not shutil.which(compiler):
                raise Skip(f"{compiler} is not installed")
            source.write_text(text, encoding="utf-8")
            program = Path(folder) / "case"
            done = subprocess.run([compiler, *flags, f"-I{ROOT / 'include'}", "-o", str(program), str(source)], capture_output=True, text=True,
                                  check=False)
            if done.returncode:
                return done.stderr
            wrong = subprocess.run([str(program)], check=False).returncode
            return f"{wrong} arguments are wrong" if wrong else ""

        def refuses(compiler: str, flags: list[str], texts: list[str]) -> str:
            if not shutil.which(compiler):
                raise Skip(f"{compiler} is not installed")
            return "\n".join(text for text in texts if not complaint(compiler, flags, text))

        # A program that does not include preview.h has the stable functions alone.
        def refuses_previews(compiler: str, flags: list[str]) -> str:
            previews = [f for f in model.functions if f.preview]
            said = compiles(compiler, flags, addresses(previews), "")
            stable = compiles(compiler, flags, addresses([f for f in model.functions if not f.preview]), "")
            unsaid = [f.name for f in previews if not re.search(rf"undeclared.*\b{f.name}\b|\b{f.name}\b.* (undeclared|was not declared)", said)]
            return stable or ", ".join(unsaid) or compiles(compiler, flags, PREVIEW + addresses(previews), "")

        refused = [no_argument(h) for h in model.handles if h not in ARGUMENTS] + [no_array(h) for h in model.handles]
        for compiler, flags in (("gcc", ["-x", "c", "-std=c11", *STRICT, "-O2"]), ("clang-19", ["-x", "c", "-std=c99", *STRICT]),
                                ("g++", ["-x", "c++", "-std=c++11", *STRICT, "-O2"]), ("clang++-19", ["-x", "c++", "-std=c++20", *STRICT])):
            tap.case(f"{compiler} makes arguments of objects", lambda c=compiler, f=flags: runs(c, f, arguments("+" in c)))
            tap.case(f"{compiler} knows what another version's table has", lambda c=compiler, f=flags: runs(c, f, older_and_newer(model)))
            tap.case(f"{compiler} refuses previews without preview.h", lambda c=compiler, f=flags: refuses_previews(c, [*f, NO_LIMIT[c]]))
            tap.case(f"{compiler} refuses other objects", lambda c=compiler, f=flags: refuses(c, f, refused))
        for name, text, right, wrong in CXX_REFUSED:
            flags = ["-x", "c++", "-std=c++17", "-Wall", "-Werror", "-Wno-unused"]
            tap.case(f"gridcall.hpp refuses {name}", lambda t=text, r=right, w=wrong, f=flags: compiles("g++", f, CXX + t.replace("@", r), "") or
                     refuses("g++", f, [CXX + t.replace("@", w)]))
        for name, text in broken:
            tap.case(name, lambda text=text: "" if complaint("gcc", ["-x", "c", "-std=c11", "-Werror"], text) else
                     "it compiles")
    tap.end()


if __name__ == "__main__":
    main()
