# SPDX-License-Identifier: Apache-2.0
"""src/api/generated/: the extern "C" functions, what has to be implemented behind them, and the tables.

What the glue asks of src/api/boundary.h stands in the comment of implementation.h.
"""

from __future__ import annotations

from glue_functions import glue
from glue_implementation import FOLDER, HEAD, WIDTH, camel, implementation, is_table, packed
from model import Enum, Model, SpecError


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def api_table(model: Model) -> str:
    names = "".join(f"    &{f.name},\n" for f in model.table)
    deprecated = "#define GRIDCALL_NO_DEPRECATION_WARNINGS\n" if any(f.deprecated for f in model.functions) else ""
    return (HEAD + "\n" + deprecated + """\
#include "gridcall/preview.h"
#include "gridcall/table.h"

namespace {

constexpr gc_api kApi = {
    sizeof(gc_api),
""" + names + """};

}  // namespace

extern "C" const gc_api* gc_get_api(uint32_t abi_version) {
  return abi_version == GRIDCALL_ABI_VERSION ? &kApi : nullptr;
}
""")


def status_table(model: Model) -> str:
    categories = {v.value: v.constant for v in model.enums["category"].values}
    lines = [*HEAD.splitlines(), "", "// GRIDCALL_STATUS(constant, name, category, text)"]
    for v in model.enums["status"].values:
        lines += packed("GRIDCALL_STATUS", [v.constant, quoted(v.name.removeprefix("ERROR_")),
                                            categories[v.value // 100], quoted(v.doc)], "")
    return "\n".join(lines) + "\n"


def documented_table(model: Model) -> str:
    """The statuses each function may return: src/api/boundary.cpp holds what a driver says against it."""
    place = {v.name.removeprefix("ERROR_"): i for i, v in enumerate(model.enums["status"].values)}
    if len(place) > 64:
        raise SpecError("emit_glue: documented_statuses.inc has 64 bits a function, and there are more statuses")
    lines = [*HEAD.splitlines(), "",
             "// GRIDCALL_DOCUMENTED(function, statuses), by name: a bit for each row of status_table.inc, from the lowest"]
    for f in sorted((f for f in model.functions if f.fallible), key=lambda f: f.name):
        lines.append(f"GRIDCALL_DOCUMENTED({quoted(f.name)}, {sum(1 << place[e] for e in f.errors):#x})")
    return "\n".join(lines) + "\n"


def name_table(e: Enum) -> str:
    macro = f"GRIDCALL_{e.name.upper()}"
    lines = [*HEAD.splitlines(), "", f"// {macro}(number, name), by rising number"]
    values = sorted(e.values, key=lambda v: v.value)
    return "\n".join(lines + [f"{macro}({v.value}, {quoted(v.name)})" for v in values]) + "\n"


def word(name: str) -> str:
    """OUT_OF_MEMORY -> OutOfMemory."""
    return "".join(part.capitalize() for part in name.split("_"))


def status_header(model: Model) -> str:
    lines = [*HEAD.splitlines(), "//", "// The numbers that a function returns. Names and texts are in src/api/generated.", "", "#pragma once", "",
             '#include "base/failure.h"', "", "namespace gridcall::status {", ""]
    lines += [f"inline constexpr Status k{word(v.name.removeprefix('ERROR_'))} = {v.value};" for v in model.enums["status"].values]
    return "\n".join(lines + ["", "}  // namespace gridcall::status"]) + "\n"


def value_types_header(model: Model) -> str:
    lines = [*HEAD.splitlines(), "//", "// The types of a value: the numbers of gc_value_type, which images of the CPU device hold too.", "", "#pragma once", "",
             "#include <cstdint>", "", "namespace gridcall::value_type {", ""]
    lines += [f"inline constexpr std::uint32_t k{word(v.name)} = {v.value};" for v in model.enums["value_type"].values]
    return "\n".join(lines + ["", "}  // namespace gridcall::value_type"]) + "\n"


def types_header(model: Model) -> str:
    lines = [*HEAD.splitlines(), "", "#pragma once", "", "#include <cstdint>", "", "namespace gridcall::core {", "",
             "// Part of every handle's value, six bits.", "enum class HandleType : std::uint32_t {", "  kNone = 0,"]
    lines += [f"  k{camel(name)} = {i}," for i, name in enumerate(model.handles, 1)]
    lines += ["};", f"inline constexpr HandleType kLastHandleType = HandleType::k{camel(list(model.handles)[-1])};", "",
              '// "gc_stream"', "constexpr const char* handle_type_name(HandleType type) noexcept {", "  switch (type) {"]
    for name in model.handles:
        lines += [f"    case HandleType::k{camel(name)}:", f'      return "gc_{name}";']
    lines += ["    case HandleType::kNone:", "      break;", "  }", '  return "handle";', "}"]
    for e in (e for e in model.enums.values() if e.core):
        head, values = f"enum class {camel(e.name)} : std::int32_t {{", [f"k{word(v.name)} = {v.value}" for v in e.values]
        line = f"{head} {', '.join(values)} }};"
        lines += ["", *([line] if len(line) <= WIDTH else [head, *(f"  {v}," for v in values), "};"])]
    return "\n".join(lines + ["", "}  // namespace gridcall::core"]) + "\n"


def version_script(model: Model) -> str:
    """One node a version: a program that needs a newer one fails to load with that version's name."""
    nodes, parent = [], ""
    for since in model.since_versions:
        names = [f.name for f in model.functions if f.since == since]
        if not names and parent:
            continue
        node = f"GRIDCALL_{model.abi_version}" + (f".{since}" if parent else "")
        local = "" if parent else "  local:\n    *;\n"
        nodes.append(f"{node} {{\n  global:\n" + "".join(f"    {n};\n" for n in names) + local + f"}}{parent};\n")
        parent = f" {node}"
    return "# Generated from bindings/api/ by bindings/gen/gen.py: do not edit.\n" + "\n".join(nodes)


def emit(model: Model) -> dict[str, str]:
    core_files = {"src/base/status.h": status_header(model), "src/core/types.h": types_header(model)}
    if "value_type" in model.enums:  # not in the spec that tests/gen reads
        core_files["src/base/value_type.h"] = value_types_header(model)
    nouns = {f"{FOLDER}/{n.stem}.cpp": glue(model, n) for n in model.nouns if any(not is_table(f) for f in n.functions)}
    tables = {f"{FOLDER}/{e.name}_table.inc": name_table(e) for e in model.enums.values() if e.table}
    return core_files | nouns | tables | {f"{FOLDER}/{name}": text for name, text in {
        "implementation.h": implementation(model),
        "api_table.cpp": api_table(model),
        "status_table.inc": status_table(model),
        "documented_statuses.inc": documented_table(model),
        "gridcall.map": version_script(model),
    }.items()}
