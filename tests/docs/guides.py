#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds and runs the code of docs/guide, docs/cookbook and docs/coming in one language: what a fence of `text` behind it says it must print. Writes TAP.

A guide or recipe has a piece of code in five languages, one fence behind the other, which are tabs on the site. A whole program (with a main
function, `using` or `import`) runs as it stands, any other piece inside tests/docs/frame. All of a language are built together. A fence of
`cuda` before them is a file, whose name is its first line. The pieces of docs/troubleshooting.md, of Python and of sh, fail with the message
behind them. `...` in a text stands for any.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from tap import Skip, Tap  # noqa: E402

FENCE = re.compile(r"^```(\w+)\n(.*?)^```\n(?:\s*\n)?(?=(```)?)", re.MULTILINE | re.DOTALL)
# Language -> the program that it needs on PATH, and what only a whole program has.
LANGUAGES = {"c": ("cc", "int main("), "rust": ("cargo", "fn main("), "go": ("go", "func main("), "julia": ("julia", "using GridCall"),
             "python": (sys.executable, "import gridcall"), "sh": ("sh", "")}
SUFFIXES = {"rust": "rs", "julia": "jl", "python": "py"}
# The driver of a language writes it, with the name of the piece, before what that prints; "=== !" if it fails, "=== ?" if it cannot run here.
MARK = "=== "
NOT_IN_ALL = ["linking", "whole-programs", "plugin", "command", "rust_soundness"]  # pages of what is no call of the API, or not of other languages
ERRORS = "troubleshooting"
IN_ALL = [*sorted((ROOT / "docs/guide").glob("*.md")), *sorted((ROOT / "docs/cookbook").glob("*.md"))]
PAGES = [*IN_ALL, *sorted((ROOT / "docs/coming").glob("*.md")), ROOT / f"docs/{ERRORS}.md"]


def groups(page):
    """The code of a page: for each piece what it is in each language, and what it prints."""
    found, current = [], {}
    for kind, source, follows in FENCE.findall(page.read_text()):
        if kind in LANGUAGES and (kind != "sh" or page.stem == ERRORS) or kind in ("text", "cuda"):
            current.setdefault(kind, source)
        if not follows and set(current) & set(LANGUAGES):
            found.append(current)
        current = current if follows else {}
    return found


def pieces(language):
    """(name, source, printed) of all pages in a language."""
    path = ROOT / f"tests/docs/frame/frame.{SUFFIXES.get(language, language)}"
    frame = path.read_text() if path.exists() else "# The piece.\n"
    place = re.search(r"^([ \t]*)(?://|#) The piece\.$", frame, re.MULTILINE)
    for page in PAGES:
        for number, group in enumerate(groups(page), 1):
            source = group.get(language)
            if source is None:
                continue
            if LANGUAGES[language][1] not in source:
                source = frame.replace(place[0], textwrap.indent(source, place[1]).rstrip("\n"))
            yield f"{page.stem}_{number}", source, group.get("text")


def write_files(folder):
    """The files of device code that the pieces compile."""
    for page in PAGES:
        for group in groups(page):
            if source := group.get("cuda"):
                path = folder / source.split(maxsplit=2)[1]
                if path.exists():
                    raise ValueError(f"{page.name}: another page has a {path.name}")
                path.write_text(source)


def build_c(folder, names):
    for name in names:
        yield f"cc -std=c11 -Wall -Wextra -Werror {name}.c -o {name} $(pkg-config --cflags --libs gridcall)"
    (folder / "all.sh").write_text("".join(f"echo '{MARK}{name}'\n./{name} || echo '{MARK}!'\n" for name in names))
    yield "sh all.sh"


def build_rust(folder, names):
    """One crate with a module for each."""
    (folder / "Cargo.toml").write_text(f"""[package]
name = "guides"
version = "0.0.0"
edition = "2021"
[[bin]]
name = "guides"
path = "main.rs"
[dependencies]
gridcall = {{ path = "{ROOT}/bindings/rust/gridcall", features = ["preview"] }}
""")
    shutil.copy(ROOT / "examples/rust/Cargo.lock", folder / "Cargo.lock")  # the versions of a known build, so that no index is asked
    for name in names:
        path = folder / f"{name}.rs"
        path.write_text(path.read_text().replace("fn main(", "pub fn main("))
    runs = "".join(f'    println!("{MARK}{name}");\n    if let Err(error) = {name}::main() {{ println!("{MARK}!{{error}}") }}\n' for name in names)
    (folder / "main.rs").write_text("".join(f"mod {name};\n" for name in names) + f"fn main() {{\n{runs}}}\n")
    yield "cargo run -q"


def build_go(folder, names):
    """One module with a package for each."""
    go = "github.com/gridcall/gridcall/bindings/go"
    (folder / "go.mod").write_text(f"module guides\n\ngo 1.24\n\nrequire {go} v0.0.0\n\nreplace {go} => {ROOT}/bindings/go\n")
    for name in names:
        source = (folder / f"{name}.go").read_text()
        (folder / f"{name}.go").unlink()
        (folder / name).mkdir()
        (folder / name / "piece.go").write_text(source.replace("package main\n", f"package {name}\n").replace("func main(", "func Main("))
    imports = "".join(f'\t"guides/{name}"\n' for name in names)
    runs = "".join(f'\tprintln("{MARK}{name}")\n\t{name}.Main()\n' for name in names).replace("println", "fmt.Println")
    (folder / "main.go").write_text(f'package main\n\nimport (\n\t"fmt"\n{imports})\n\nfunc main() {{\n{runs}}}\n')
    yield "go run ."


def build_julia(folder, names):
    """One process with a module for each."""
    (folder / "all.jl").write_text("".join(
        f'println("{MARK}{name}")\ntry Base.include(Module(:{name}), "{folder}/{name}.jl") catch e; println("{MARK}!", sprint(showerror, e)) end\n'
        for name in names))
    # Each line runs once: to compile it takes longer than to interpret it.
    yield f"julia --compile=min -O0 --project={ROOT}/bindings/julia all.jl"


def build_python(folder, names):
    """One process, with a namespace for each."""
    (folder / "all.py").write_text(f"""import traceback
for name in {names!r}:
    print("{MARK}" + name, flush=True)
    fails = name.startswith("{ERRORS}_")
    try:
        exec(compile(open(name + ".py").read(), name, "exec"), {{"__name__": name}})
        if fails:
            print("{MARK}!it raised nothing")
    except Exception as error:
        if getattr(error, "name", "") == "numpy":
            print("{MARK}?" + str(error))
        else:
            print(error if fails else "{MARK}!" + traceback.format_exc())
""")
    python = next(each for each in (ROOT / ".prefix/python/bin/python", Path(sys.executable)) if each.exists())  # the first has NumPy
    yield f"PYTHONPATH={ROOT}/bindings/python {python} -u all.py"


def build_sh(folder, names):
    """The messages of processes, in which the environment is wrong."""
    (folder / "all.sh").write_text("".join(f"echo '{MARK}{name}'\nsh {name}.sh\n" for name in names))
    yield f"PATH={Path(sys.executable).parent}:$PATH PYTHONPATH={ROOT}/bindings/python sh all.sh"


def plain(text):
    """The output, without how a language writes a list and a whole float."""
    return re.sub(r"(\d)\.0\b", r"\1", re.sub(r"Float32|[\[\],]", "", text)).strip()


def alike(name, printed, wanted):
    """Whether it printed that. A message is wrapped on its page, and has its notes and log behind it."""
    fails = name.startswith(f"{ERRORS}_")
    printed, wanted = (" ".join(plain(text).split()) if fails else plain(text) for text in (printed, wanted))
    pattern = re.escape(wanted).replace(re.escape("..."), ".*")
    return (re.search if fails else re.fullmatch)(pattern, printed, re.DOTALL)


def run(folder, language, sources, has_cc):
    """The output of each piece; a text that says why not."""
    if not shutil.which(LANGUAGES[language][0]) or language == "c" and not shutil.which("pkg-config"):
        raise Skip(f"{LANGUAGES[language][0]} or pkg-config is not on this machine")
    if not has_cc:
        raise Skip("gridcall-cc is not built")
    write_files(folder)
    for name, source, _ in sources:
        (folder / f"{name}.{SUFFIXES.get(language, language)}").write_text(source)
    build = globals()[f"build_{language}"]
    for step in build(folder, [name for name, _, _ in sources]):
        done = subprocess.run(step, shell=True, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=280)
        if done.returncode and not done.stdout.startswith(MARK):
            return f"`{step}` ended with {done.returncode}\n{done.stdout}"
    return done.stdout


def case(name, printed, output):
    own = re.search(rf"^{MARK}{name}\n(.*?)(?=^{MARK}\w|\Z)", output, re.MULTILINE | re.DOTALL)
    if own and (why := re.search(rf"^{re.escape(MARK)}\?(.*)", own[1], re.MULTILINE)):
        raise Skip(why[1])
    if not own or f"{MARK}!" in own[1]:
        return own[1] if own else "it did not run"
    return None if printed is None or alike(name, own[1], printed) else f"printed {own[1]!r}, not {printed!r}"


def complete():
    """Each page has code, in all languages; one that cannot says so."""
    wrong = []
    for page in IN_ALL:
        found = groups(page)
        wrong += [] if found or page.stem in NOT_IN_ALL else [f"{page.name} has no code"]
        for number, group in enumerate(found, 1):
            missing = [each for each in LANGUAGES if each not in group and each != "sh"]
            if missing and page.stem not in NOT_IN_ALL:
                wrong.append(f"{page.name}, piece {number}: not in {', '.join(missing)}")
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("language", choices=LANGUAGES)
    parser.add_argument("--has-cc", required=True)
    arguments = parser.parse_args()
    tap = Tap()
    if arguments.language == "c":
        tap.case("each page has code in five languages", complete)
    sources = list(pieces(arguments.language))
    with tempfile.TemporaryDirectory(prefix="gridcall-guides-") as folder:
        try:
            output, skip = run(Path(folder), arguments.language, sources, arguments.has_cc == "1"), None
        except Skip as reason:
            output, skip = "", reason

    def told(wrong):
        if skip:
            raise skip
        return wrong

    tap.case("they build and run", lambda: told(None if output.startswith(MARK) else output))
    for name, _, printed in sources if skip or output.startswith(MARK) else []:
        tap.case(name, lambda name=name, printed=printed: told(case(name, printed, output)))
    tap.end()


main()
