#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The rules of the tree: which folder may include which, licences, what no file may name, generated files in step."""

import functools
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
import environment  # noqa: E402
import style  # noqa: E402
from tap import Tap  # noqa: E402

# Dependencies point one way. A folder may include itself and these; a single file where only that is meant.
ALLOWED = {
    "base": [],
    "driver": ["base/"],
    "image": ["base/"],
    "core": ["base/", "driver/", "image/"],
    "comm": ["base/", "driver/", "core/"],
    "compile": ["base/", "image/", "cc/protocol.h"],
    "program": ["base/", "image/", "core/", "compile/"],
    "ndarray": ["base/", "driver/", "core/", "compile/", "program/"],
    "api": ["base/", "driver/", "core/", "comm/", "compile/", "program/", "ndarray/"],
    "cpu": ["base/environment.h", "base/populate.h", "base/value_type.h", "driver/"],
    "cudart": [],  # the public header alone
    "nvcc": ["base/environment.h", "compile/search_paths.h", "compile/sha256.h", "image/image.h"],
    "command": ["base/environment.def", "base/similar.h", "compile/entry.h"],  # and the public header
    "cc": ["base/value_type.h", "cpu/abi/check.h", "cpu/abi/image.h", "cpu/abi/limits.h", "cpu/abi/runtime.def", "cpu/abi/math.def",
           "cpu/abi/texture.def", "cpu/abi/features.def"],
}
# The rooms of src/cpu (src/cpu/README.md): what each may include of the others, in the order from the bottom up.
CPU_ROOMS = {
    "abi": [],
    "base": ["abi"],
    "memory": ["abi", "base"],
    "runtime": ["abi", "base", "memory"],
    "image": ["abi", "base", "memory", "runtime"],
    "exec": ["abi", "base", "memory", "runtime"],
    "queue": ["abi", "base", "memory", "runtime", "image", "exec"],
    "driver": ["abi", "base", "memory", "runtime", "image", "exec", "queue"],
}
# Includes against that order, each with the reason why it stays: (room, header).
CPU_EXCEPTIONS = {}
# The stages of src/cc, in the order in which a source passes them; a stage includes itself and these.
WARP = ["passes/warp/analysis", "passes/warp/emit", "passes/warp"]
CC_STAGES = {
    "ir": [],
    "frontend": ["ir"],
    "passes": ["ir"],
    "passes/device": ["ir", "passes"],
    "passes/check": ["ir", "passes"],
    "passes/reference": ["ir", "passes", "passes/device"],
    "passes/warp/analysis": ["ir", "passes"],
    "passes/warp/emit": ["ir", "passes", *WARP[:1]],
    "passes/warp": ["ir", "passes", *WARP[:2]],
    "passes/host": ["ir", "passes", *WARP],
    "backend": ["ir", "frontend", "passes"],
    "service": ["ir", "frontend", "passes", "backend", "protocol.h"],
}
# Everything the installed libraries are built of: headers of clang and LLVM stay in the program gridcall-cc.
NO_LLVM = ["base", "driver", "image", "core", "comm", "compile", "program", "ndarray", "api", "cpu", "cudart", "nvcc", "command"]
SOURCE = {".h", ".c", ".cpp", ".cc", ".def", ".cu", ".cuh", ".inc", ".py", ".sh", ".rs", ".go", ".jl", ".cmake"}
# Written by tools, or formats without comments.
NO_LICENCE_LINE = re.compile(r"(^|/)(Cargo\.lock|go\.sum|Manifest\.toml|LICENSE.*)$|\.(json|md|txt|map|toml|mod|lock)$")

# Tests may make up a user's home, /home/u.
HOST_PATHS = re.compile(r"(?<![\w.$}])/(work|home(?!/u\b)|root|tmp/bash)/[A-Za-z0-9_.-]+")
REGISTRY_HOSTS = re.compile(
    r"\b(deb\.debian\.org|security\.debian\.org|archive\.debian\.org|snapshot\.debian\.org|pypi\.org|files\.pythonhosted\.org|"
    r"crates\.io/api|static\.crates\.io|index\.crates\.io|proxy\.golang\.org|sum\.golang\.org|pkg\.julialang\.org|archive\.ubuntu\.com)\b")


# Words of our own making, and the field's: the glossary of ARCHITECTURE.md has the rest. They are looked for in what is written,
# and as parts of names, `CamelCase` and `snake_case`.
OLD_WORDS = {
    r"set_aside|strayed|strands?|StrandList": "suspend, suspended run", r"breathe|stand_still": "yield_if_idle, park_forever",
    r"quick (version|object|image)|quick_first|made in a hurry": "baseline", r"full version|FullVersion|go_over": "optimized tier, tier_up",
    r"masked version": "predicated variant", r"unfit": "not vectorizable", r"(?<!_)in_turn|run_in_turn": "thread loop", r"block_loop": "warp loop",
    r"cheap_to_remake|made again": "rematerializable", r"order_zeros": "lower_fminmax", r"contract_products": "form_fma",
    r"heap_take|heap_give": "heap_alloc, heap_free", r"without_needless_blanks": "normalize_whitespace", r"broken_limit": "violated_limit",
    r"carried header": "built-in header", r"Followers?|(?<!in_)(?<!single_)Flight": "observer, tier-up, compilation", r"goes round": "back edge", r"whoever": "the caller, a thread that",
    r"pointer's clothes": "opaque identifier", r"tells the whole story": "describes the failure", r"is no handle of this library": "is not a gridcall handle",
    r"answered": "returned", r"of before|of late": "earlier, recently",
    r"\w*(optim|initial|normal|scalar|recogn|final|synchron|serial|material|linear|special)is(e[drs]?|ing|ation)s?": "optimize, initialize: -ize, as LLVM spells it",
}


@functools.cache
def files():
    """Tracked files; without git (an unpacked archive) every file that is not a build's."""
    git = subprocess.run(["git", "-C", ROOT, "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
                         capture_output=True, text=True)
    if git.returncode == 0:
        names = [Path(name) for name in git.stdout.split("\0") if name]
    else:
        names = [path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file()]
        names = [name for name in names if not re.match(r"(\.git|\.prefix|\.cache|build[^/]*)(/|$)|.*/(target|__pycache__)/", str(name))]
    return [name for name in names if (ROOT / name).is_file()]


@functools.cache
def text(name):
    try:
        return (ROOT / name).read_text()
    except UnicodeDecodeError:
        return ""


def includes(folder):
    for path in sorted((ROOT / "src" / folder).rglob("*")):
        # Headers that gridcall-cc gives to kernels are not part of our own includes.
        if path.suffix not in (".h", ".cpp", ".c", ".inc") or "src/cc/device" in path.as_posix():
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if match := re.match(r'\s*#\s*include\s*(["<])([^">]+)[">]', line):
                yield f"{path.relative_to(ROOT)}:{number}", match[1], match[2]


def check_folder(folder):
    wrong = []
    for where, _, name in includes(folder):
        other = name.split("/")[0]
        if "/" not in name or other not in ALLOWED or other == folder:
            continue
        if not any(name == allowed or (allowed.endswith("/") and name.startswith(allowed)) for allowed in ALLOWED[folder]):
            wrong.append(f"{where}: src/{folder} must not include {name}")
    return wrong


def check_cpu_rooms():
    """One way: a room includes only what CPU_ROOMS lists, and each exception is still needed."""
    wrong, used = [], set()
    rooms = list(CPU_ROOMS)
    for room, allowed in CPU_ROOMS.items():
        wrong += [f"CPU_ROOMS: {room} may include {other}, which is not below it" for other in allowed
                  if rooms.index(other) >= rooms.index(room)]
    for path in sorted((ROOT / "src/cpu").iterdir()):
        if path.suffix in (".h", ".cpp", ".def") or (path.is_dir() and path.name not in CPU_ROOMS):
            wrong.append(f"src/cpu/{path.name}: no room of CPU_ROOMS")
    for room, allowed in CPU_ROOMS.items():
        for where, _, name in includes(f"cpu/{room}"):
            parts = name.split("/")
            if parts[0] != "cpu" or (len(parts) == 3 and parts[1] in [room] + allowed):
                continue
            if (room, name) in CPU_EXCEPTIONS:
                used.add((room, name))
            else:
                wrong.append(f"{where}: src/cpu/{room} must not include {name}")
    wrong += [f"CPU_EXCEPTIONS: nothing of {room} includes {name} any more" for room, name in CPU_EXCEPTIONS if (room, name) not in used]
    return wrong


# Pairs of src/core that include each other: a list of contexts is swept by what it lists; a kernel holds its module, which makes it.
CORE_CIRCLES = {("context", "context_list"), ("kernel", "module")}


def core_room(name):
    """A folder of src/core, or a file with its header."""
    parts = Path(name).parts
    return parts[1] if len(parts) > 2 else Path(name).stem


def check_core_circles():
    """The rooms of src/core include one way, but for CORE_CIRCLES."""
    below = {}
    for where, _, name in includes("core"):
        room, other = core_room(where.split(":")[0].removeprefix("src/")), core_room(name)
        if name.startswith("core/") and other != room:
            below.setdefault(room, set()).add(other)

    def reached(room):
        found, queue = set(), [room]
        while queue:
            for other in below.get(queue.pop(), set()) - found:
                found.add(other)
                queue.append(other)
        return found

    reach = {room: reached(room) for room in below}
    circles = {tuple(sorted((room, other))) for room in below for other in reach[room] if room in reach.get(other, ()) and room != other}
    return [f"src/core: {one} and {other} include each other, by way of other files or straight" for one, other in sorted(circles - CORE_CIRCLES)] + \
        [f"CORE_CIRCLES: {one} and {other} do not include each other any more" for one, other in sorted(CORE_CIRCLES - circles)]


def check_compile_order():
    """The table in the README of src/compile is the order of its files: each includes those of its row and below."""
    rows = [re.findall(r"`(\w+)\.", row) for row in re.findall(r"^\| (`.*?) \|", (ROOT / "src/compile/README.md").read_text(), re.MULTILINE)]
    place = {stem: number for number, row in enumerate(rows) for stem in row}
    found = [(Path(where.split(":")[0]).stem, Path(name).stem, where) for where, _, name in includes("compile") if name.startswith("compile/")]
    return [f"{where} includes {other}.h, which stands above {stem} in src/compile/README.md" for stem, other, where in found
            if place.get(other, -1) < place.get(stem, len(rows))]


def cc_stage(name):
    """The innermost stage that a path below src/cc lies in; a file beside the stages is its own."""
    inside = [stage for stage in CC_STAGES if name.startswith(stage + "/")]
    return max(inside, key=len) if inside else name


def check_cc_stages():
    wrong = []
    for where, _, name in includes("cc"):
        if not name.startswith("cc/"):
            continue
        stage, other = cc_stage(where.split(":")[0].removeprefix("src/cc/")), cc_stage(name.removeprefix("cc/"))
        if other != stage and other not in CC_STAGES.get(stage, []):
            wrong.append(f"{where}: src/cc/{stage} must not include {name}")
    return wrong


# A difference between engines of communicators is a field of comm::Engine.
ENGINES = {"engine.h", "engine.cpp", "nccl_engine.cpp", "mpi_engine.cpp"}


def check_engines():
    """Only an engine's own file knows which one it is."""
    return [f"{path.relative_to(ROOT)}:{number}: asks which engine it has: add a field to comm::Engine"
            for folder in ("comm", "api") for path in sorted((ROOT / "src" / folder).glob("*.[hc]*")) if path.name not in ENGINES
            for number, line in enumerate(path.read_text().splitlines(), 1) if re.search(r"\b(EngineKind|CommEngine)\b", line)]


def check_cc_exceptions():
    """LLVM is built without exceptions: src/cc returns llvm::Error, llvm::Expected or a text, and no file is compiled with them."""
    wrong = []
    for path in sorted((ROOT / "src/cc").rglob("*")):
        if not path.is_file() or path.is_relative_to(ROOT / "src/cc/device"):
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if path.suffix in (".h", ".cpp"):
                found = re.search(r"\b(throw|catch)\b|\btry\s*\{", re.sub(r"//.*", "", re.sub(r'"(\\.|[^"\\])*"', '""', line)))
            else:
                found = re.search(r"-f(cxx-)?exceptions", line)
            if found:
                wrong.append(f"{path.relative_to(ROOT)}:{number}: {found[0]}: return an llvm::Error")
    return wrong


def check_llvm():
    return [f"{where}: includes {name}" for folder in NO_LLVM for where, _, name in includes(folder)
            if re.match(r"(clang|llvm)(-c)?/", name)]


def check_nvidia():
    """The build needs nothing of NVIDIA's; only tests/unit/driver compiles against a toolkit, where there is one."""
    return [f"{where}: includes {name}" for folder in ALLOWED for where, _, name in includes(folder)
            if re.match(r"(cuda|nvrtc|cuda_runtime|cuda_runtime_api|nvJitLink)\.h$", name)]


def snake(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])| ", "_", name).lower()


def check_words():
    """One word for one idea, and the field's."""
    wrong = []
    in_names = {re.compile(rf"(?:^|_)({snake(old)})(?=_|$)"): new for old, new in OLD_WORDS.items()}
    any_name = re.compile(rf"(?:^|_)(?:{'|'.join(map(snake, OLD_WORDS))})(?=_|$)")
    # In any case, which finds more than is wrong, and all of it at once.
    somewhere = re.compile(rf"(?<![\w-])(?:{'|'.join(OLD_WORDS)})(?![\w-])", re.IGNORECASE)
    known = {}  # what is wrong with a name
    for name in files():
        if name.parts[0] not in ("src", "bindings", "include", "docs", "examples", "tests", "scripts", "cmake"):
            continue
        if name.suffix not in SOURCE | {".toml", ".md", ".ll", ""} or str(name) == "tests/structure/run.py":
            continue
        content = text(name)
        suspicious = bool(somewhere.search(content))
        parts = set(re.findall(r"\w+", content))
        for part in parts - known.keys():
            words = snake(part)
            is_old = (words != part or "_" in part) and any_name.search(words)
            known[part] = next(new for old, new in in_names.items() if old.search(words)) if is_old else None
        if not suspicious and not any(known[part] for part in parts):
            continue
        for number, line in enumerate(content.splitlines(), 1):
            small = re.sub(r"\b[A-Z](?=[a-z])", lambda first: first[0].lower(), line)  # as within a sentence
            for old, new in OLD_WORDS.items() if somewhere.search(line) else ():
                if match := re.search(rf"(?<![\w-])({old})(?![\w-])", line) or re.search(rf"(?<![\w-])({old})(?![\w-])", small):
                    wrong.append(f"{name}:{number}: \"{match[0]}\": the field says {new}")
            wrong += [f"{name}:{number}: \"{part}\": the field says {known[part]}" for part in re.findall(r"\w+", line) if known[part]]
    return wrong


def check_licence():
    wrong = []
    for name in files():
        script = (ROOT / name).read_bytes()[:2] == b"#!"
        listed = name.suffix in SOURCE or name.name in ("CMakeLists.txt",) or script
        if not listed or (NO_LICENCE_LINE.search(str(name)) and name.name != "CMakeLists.txt"):
            continue
        head = "\n".join(text(name).splitlines()[:8])
        if head.strip() and "SPDX-License-Identifier:" not in head:
            wrong.append(f"{name}: no SPDX-License-Identifier in its first lines")
    return wrong


def check_absent(pattern, what):
    wrong = []
    for name in files():
        if str(name) == "tests/structure/run.py":  # the patterns themselves
            continue
        for number, line in enumerate(text(name).splitlines(), 1):
            if match := pattern.search(line):
                wrong.append(f"{name}:{number}: {what}: {match[0]}")
    return wrong


def check_environment():
    page = (ROOT / "docs/environment.md").read_text()
    table = page[page.find("| variable | values | default | |"):].partition("\n\n")[0].splitlines()
    wanted = environment.rows()
    if table == wanted:
        return None
    return "docs/environment.md's table of variables differs from src/base/environment.def; tests/support/environment.py --write mends it\n" + \
        "\n".join(sorted(set(table) ^ set(wanted)))


def check_handles_in_structs():
    """The glue looks a handle up once and hands the object on: a second look-up finds nothing if another thread released it meanwhile."""
    wrong = [f"src/api/{path.name}: looks a handle up" for path in sorted((ROOT / "src/api").glob("*.cpp"))
             if path.stem != "at_once" and re.search(r"\bhandle_find|\bfind<", path.read_text())]
    declared = (ROOT / "src/api/generated/implementation.h").read_text()
    test = (ROOT / "tests/lifecycle/released_in_structs.cpp").read_text()
    for name, body in re.findall(r"^struct (\w+)Objects \{(.*?)^\};", declared, re.MULTILINE | re.DOTALL):
        struct = "gc_" + re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
        fields = re.findall(r"\b(\w+) = nullptr;", body)
        missing = [field for field in fields if not re.search(rf"\b{field}\b", test)] if struct in test else fields
        wrong += [f"{struct}.{field}: tests/lifecycle/released_in_structs.cpp releases none" for field in missing]
    return "\n".join(wrong)


# A context's own method would return itself, and errors are no handles in the languages.
NO_METHOD = {"gc_handle_get_context": {"context"}, "gc_handle_get_identity": {"error"}}
KIND_WORDS = {"mem": "memory", "comm": "communicator", "prepared": "prepared launch"}


def handle_classes():
    """The classes that handles name, by kind: what they and their base classes override."""
    bodies = {}
    for path in sorted((ROOT / "src").glob("*/**/*.h")):
        for name, bases, body in re.findall(r"^class (?:\w+::)?(\w+)[^;{\n]*?(?::([^{;]*))?\{\n(.*?)^\};", text(path.relative_to(ROOT)), re.MULTILINE | re.DOTALL):
            bodies.setdefault(name, (re.findall(r"\bpublic (\w+)", bases), body))

    def overrides(name, function):
        bases, body = bodies.get(name, ([], ""))
        return bool(re.search(rf"\b{function}\(\) (noexcept )?(override|final)", body)) or any(overrides(base, function) for base in bases)

    kinds = {}
    for name, (_, body) in bodies.items():
        for kind in re.findall(r"HandleType kType = (?:core::)?HandleType::k(\w+);", body):
            kinds[snake(kind)] = {function for function in ("context_or_null", "native") if overrides(name, function)}
    return kinds


def check_handle_kinds():
    """The languages have the methods of gc_handle_get_... where the class of the object has an answer, and the docs say where."""
    spec = tomllib.loads((ROOT / "bindings/api/handle.toml").read_text())["function"]
    kinds = {name for path in (ROOT / "bindings/api").glob("*.toml") for name in tomllib.loads(path.read_text()).get("handle", {})}
    classes = handle_classes()
    wrong = [f"no class of src has the type of handle {kind}" for kind in sorted(kinds ^ set(classes))]
    asks = {"gc_handle_get_context": "context_or_null", "gc_handle_get_native": "native"}
    for function in (each for each in spec if "any" in each):
        name = function["name"]
        accepted = {kind for kind in kinds if asks[name] in classes.get(kind, ())} if name in asks else kinds
        listed = set(function["any"]) | NO_METHOD.get(name, set())
        wrong += [f"{name}: the class of a {kind} {'accepts' if kind in accepted else 'refuses'} it, and `any` of handle.toml "
                  f"{'lists' if kind in listed else 'lacks'} it" for kind in sorted(listed ^ accepted)]
        works, refused = (function["params"][0]["doc"] + " ").split(". ", 1)
        for kind in sorted(kinds) if accepted != kinds else ():
            word = re.compile(rf"\b{KIND_WORDS.get(kind, kind)}\b")
            if bool(word.search(works)) != (kind in accepted) or bool(word.search(refused)) == (kind in accepted):
                wrong.append(f"{name}: the doc of `handle` must name a {kind} among those that {'work' if kind in accepted else 'are UNSUPPORTED'}")
    return wrong


def named_in(readme, folder):
    """The files and folders of a folder that a README names, as patterns: in backticks, by links, or in an indented list."""
    page = (ROOT / readme).read_text()
    words = re.findall(r"`([^`\s]+)`", page) + re.findall(r"\]\(([^)#\s]+)", page)
    words += [word for line in re.findall(r"^ {4}(\S.*)$", page, re.MULTILINE) for word in line.split()]
    for word in words:
        head, brace, rest = word.partition("{")
        inside, _, tail = rest.partition("}")
        for each in inside.split(",") if brace else [""]:
            name = re.sub(r"<\w+>", "*", f"{head}{each}{tail if brace else ''}").removesuffix("README.md").removeprefix(f"{folder.name}/")
            yield re.compile(re.escape(name).replace(r"\*", "[^/]*") + (".*" if name.endswith("/") else ""))


def check_readmes():
    """A folder's README names every file below it, or the folder that it is in."""
    every = [name for name in files() if name.name not in ("CMakeLists.txt", "README.md")]
    readmes = {name.parent: name for name in files() if name.name == "README.md" and name.parts[0] == "src"}
    lists = [(readme, folder, [name.relative_to(folder) for name in every if folder in name.parents and
                               next(parent for parent in name.parents if parent in readmes) == folder])
             for folder, readme in readmes.items() if folder != Path("src")]
    for folder, readme in (("bindings/gen", "bindings/README.md"), ("docs/decisions", "docs/decisions/README.md")):
        lists.append((Path(readme), Path(folder), [name.relative_to(folder) for name in every if Path(folder) in name.parents]))
    wrong = []
    for readme, folder, names in lists:
        patterns = list(named_in(readme, folder))
        missing = {name for name in names if not any(pattern.fullmatch(name.as_posix()) for pattern in patterns)}
        wrong += [f"{readme}: does not name {folder / name}" for name in sorted(missing)]
    for folder in ("src", "tests", "bindings"):
        named = {pattern.pattern.split("/")[0].replace("\\", "") for pattern in named_in(Path(folder) / "README.md", Path(folder))}
        folders = {name.parts[1] for name in every if name.parts[0] == folder and len(name.parts) > 2}
        wrong += [f"{folder}/README.md: does not name {folder}/{each}" for each in sorted(folders - named)]
    return wrong


def check_pages():
    """Each name on a page is there: functions and types of the header, files and folders of the tree."""
    wrong = []
    known = set(re.findall(r"\bgc_\w+", "".join((ROOT / "include/gridcall" / name).read_text() for name in ("gridcall.h", "preview.h"))))
    every = [name.as_posix() for name in files()]
    every += sorted({parent.as_posix() for name in files() for parent in name.parents})
    for name in files():
        if name.suffix != ".md" or name.name == "CHANGELOG.md":
            continue
        for number, line in enumerate(text(name).splitlines(), 1):
            for word in re.findall(r"(?<!\w)gc_\w*[a-z0-9](?![\w<*]|_\.)", line):
                if word not in known and not re.match(r"gc_x(_|$)", word):  # any function
                    wrong.append(f"{name}:{number}: {word} is not in the header")
            for word in re.findall(r"`((?:src|bindings|docs|examples|include|scripts|cmake|tests)/[^`\s]+)`", line):
                head, brace, rest = word.rstrip("/").partition("{")
                inside, _, tail = rest.partition("}")
                for part in inside.split(",") if brace else [""]:
                    path = re.escape(re.sub(r"<[^>]+>", "*", head + part + tail)).replace(r"\*", "[^/]*")
                    beside = f"({re.escape(name.parent.as_posix())}/)?{path}"
                    if not any(re.fullmatch(beside, each) for each in every):
                        wrong.append(f"{name}:{number}: {word} is not in the tree")
    return wrong


def check_getenv():
    """One place of the library reads the environment: base/environment.h. The compiler process gets what it needs from the library; the
    command tells the user of his own."""
    wrong = []
    for folder in sorted(set(NO_LLVM) - {"command"}):
        for path in sorted((ROOT / "src" / folder).rglob("*")):
            if path.suffix in (".h", ".cpp") and path.name not in ("environment.h", "environment.cpp"):
                for number, line in enumerate(path.read_text().splitlines(), 1):
                    if re.search(r"\bgetenv\s*\(", line):
                        wrong.append(f"{path.relative_to(ROOT)}:{number}: reads the environment by itself")
    return wrong


# A name of the standard library, and its header: another one brings it along in some versions of libstdc++ and not in others.
STANDARD_NAMES = {
    "algorithm": r"std::(sort|stable_sort|clamp|find|find_if|copy_n|fill_n|any_of|all_of|none_of|upper_bound|lower_bound|max_element|reverse|"
                 r"remove_if|equal|min|max)\(",
    "array": r"std::array<", "atomic": r"std::atomic", "chrono": r"std::chrono", "cstdint": r"std::u?int(ptr|8|16|32|64|max)_t\b",
    "cstdlib": r"std::(getenv|abort|malloc|free|exit)\(", "cstring": r"std::(memcpy|memset|memcmp|strlen|strcmp)\(",
    "functional": r"std::function\b", "limits": r"std::numeric_limits", "map": r"std::map<", "memory": r"std::(unique_ptr|make_unique|shared_ptr)\b",
    "mutex": r"std::(mutex|lock_guard|unique_lock)\b", "optional": r"std::optional\b", "span": r"std::span", "string": r"std::(string|to_string)\b",
    "utility": r"std::(exchange|swap|pair)\b", "vector": r"std::vector<",
}
C_NAMES = {"cstdint": "stdint.h", "cstdlib": "stdlib.h", "cstring": "string.h"}


@functools.cache
def included(path):
    """The standard headers that a file itself includes, and the project's own."""
    found = re.findall(r'^\s*#\s*include\s*(["<])([^">]+)[">]', path.read_text(), re.M)
    bases = (ROOT / "src", ROOT / "include", ROOT / "tests", ROOT / "tests/unit", path.parent)
    return {name for kind, name in found if kind == "<"}, \
        [base / name for kind, name in found if kind == '"' for base in bases if (base / name).is_file()]


def standard_headers(path, seen):
    """The standard headers that a file includes, itself or through the project's own headers."""
    if path in seen:
        return set()
    seen.add(path)
    found, own = included(path)
    return found.union(*(standard_headers(each, seen) for each in own))


def check_standard_headers():
    wrong = []
    for name in files():
        if name.parts[0] not in ("src", "tests") or name.suffix not in (".h", ".cpp") or "src/cc/device" in name.as_posix():
            continue
        code = re.sub(r'//.*|"(\\.|[^"\\])*"', "", text(name))
        headers = standard_headers(ROOT / name, set())
        wrong += [f"{name} uses a name of <{header}> and does not include it" for header, names in STANDARD_NAMES.items()
                  if header not in headers and C_NAMES.get(header) not in headers and re.search(names, code)]
    return wrong

# Limits of time as C, C++ and Python tests write them; stretched they stand in alarm_limit(), stretched() or limit(), or are multiplied.
LIMITS = re.compile(r"\balarm\((?!0\)|alarm_limit\(|%)|\btimeout=\d|"
                    r"\b(?:assert_true|HOLDS)\(.*(?:since\(\w+\)|\btook|\bseconds|\bbegan|\bbegin) < [\d.]+(?![\d.]| \* slowdown\(\))")


def check_limits():
    """Limits of time depend on GRIDCALL_TEST_SLOWDOWN, which support/slowdown.h and slowdown.py read."""
    return [f"{name}:{number}: {match[0]}: a limit of time that GRIDCALL_TEST_SLOWDOWN does not stretch (tests/README.md)" for name in files()
            if name.parts[0] == "tests" and name.parts[1] not in ("docs", "mutation", "structure", "support") and name.suffix in (".c", ".cpp", ".h", ".py")
            for number, line in enumerate(text(name).splitlines(), 1) if (match := LIMITS.search(line))]


# The version besides index.toml: a file, a pattern that finds it there, and which number it is.
VERSIONS = [
    ("CMakeLists.txt", r"^project\(gridcall VERSION ([\d.]+)", "version"),
    ("CMakeLists.txt", r"^set\(GRIDCALL_SOVERSION (\d+)\)", "abi"),
    ("bindings/rust/Cargo.toml", r'^version = "(.*?)"', "version"),
    ("bindings/rust/gridcall/Cargo.toml", r'^gridcall-sys = .*\bversion = "(.*?)"', "version"),
    ("bindings/rust/gridcall-sys/build.rs", r'range_version\("(\d+\.\d+)\.0"', "minor"),
    ("examples/rust/Cargo.toml", r'^gridcall = .*\bversion = "(.*?)"', "version"),
    *((f"{folder}/Cargo.lock", r'^name = "gridcall(?:-sys)?"\nversion = "(.*?)"', "version")
      for folder in ("bindings/rust", "examples/rust", "tests/bindings/rust")),
    ("bindings/python/pyproject.toml", r'^version = "(.*?)"', "version"),
    ("bindings/julia/Project.toml", r'^version = "(.*?)"', "version"),
    ("bindings/julia/test/runtests.jl", r'version_text\(\), "(.*?)"', "version"),
]


def check_versions():
    """The files that the generator does not write state the version of the spec."""
    library = tomllib.loads((ROOT / "bindings/api/index.toml").read_text())["library"]
    version = library["version"]
    wanted = {"version": version, "minor": version.rpartition(".")[0], "abi": str(library["abi_version"])}
    found = [(name, re.findall(pattern, (ROOT / name).read_text(), re.MULTILINE), wanted[of]) for name, pattern, of in VERSIONS]
    return [f"{name}: states {', '.join(stated) or 'no version'}, and bindings/api/index.toml {right}" for name, stated, right in found
            if set(stated) != {right}]


def check_generated():
    result = subprocess.run([sys.executable, ROOT / "bindings/gen/gen.py", "--check"], capture_output=True, text=True)
    return None if result.returncode == 0 else result.stdout + result.stderr


def check_scripts():
    wrong = []
    for name in files():
        if name.parts[0] not in ("scripts", ".ci") or name.suffix:
            continue
        if not (ROOT / name).stat().st_mode & 0o100:
            wrong.append(f"{name} is not executable")
        result = subprocess.run(["bash", "-n", ROOT / name], capture_output=True, text=True)
        if result.returncode:
            wrong.append(result.stderr)
    return wrong


def main():
    tap = Tap()
    for folder in ALLOWED:
        if (ROOT / "src" / folder).is_dir():
            tap.case(f"src/{folder} includes only what it may", lambda folder=folder: check_folder(folder))
    tap.case("the rooms of src/cpu include one way", check_cpu_rooms)
    tap.case("the files of src/core include one way", check_core_circles)
    tap.case("the files of src/compile include in the order of their README", check_compile_order)
    tap.case("the stages of src/cc include one another one way", check_cc_stages)
    tap.case("nothing asks which engine a communicator has", check_engines)
    tap.case("src/cc has no exceptions", check_cc_exceptions)
    tap.case("every file includes the standard headers of the names it uses", check_standard_headers)
    tap.case("clang and LLVM stay in gridcall-cc", check_llvm)
    tap.case("nothing of NVIDIA's is needed to build", check_nvidia)
    tap.case("words are the field's", check_words)
    tap.case("every source names its licence", check_licence)
    tap.case("no file names a path of one machine", lambda: check_absent(HOST_PATHS, "a path of one machine"))
    tap.case("no file names a package registry's host", lambda: check_absent(REGISTRY_HOSTS, "a registry's host"))
    tap.case("handles in structs are looked up once, and a test releases each", check_handles_in_structs)
    tap.case("docs/environment.md lists the environment variables as they are", check_environment)
    tap.case("one place reads the environment", check_getenv)
    tap.case("the languages ask of each kind of handle what it has", check_handle_kinds)
    tap.case("a folder's README names what is in the folder", check_readmes)
    tap.case("what a page names is there", check_pages)
    tap.case("limits of time in tests can be stretched", check_limits)
    tap.case("all files state one version", check_versions)
    tap.case("generated files follow from the spec", check_generated)
    tap.case("scripts parse and can be run", check_scripts)
    for _, rule, found in style.rules((name, text(name)) for name in files()):
        tap.case(f"style: {rule}", lambda found=found: found)
    tap.end()


main()
