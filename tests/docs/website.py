#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the documentation's site, strictly: no broken link, no page that the navigation lacks. Writes TAP."""

import importlib.util
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from html import unescape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from tap import Skip, Tap  # noqa: E402

WIDTH = 101  # columns of code that fit into a page, as docs/site.css says
UNBOUND = {"library": 1, "error": 1}  # page of the reference -> how many of its functions are C's alone
MKDOCS = ROOT / ".prefix/python/bin/mkdocs"


def build(tree, site):
    if not MKDOCS.exists():
        raise Skip("mkdocs is not installed: scripts/setup puts it into .prefix/python")
    return subprocess.run([tree / "scripts/docs", site], check=False, capture_output=True, text=True)


def builds(site):
    done = build(ROOT, site)
    if done.returncode:
        return done.stdout + done.stderr
    wanted = ["index.html", "architecture.html", "environment.html", "reference/launch.html", "decisions/README.html", "search/search_index.json"]
    wanted = [name.replace("README.html", "index.html") for name in wanted]
    return [f"the site has no {name}" for name in wanted if not (site / name).exists()]


def copy(tree):
    """The sources of the site; without what takes long and finds no fault."""
    for name in ["docs", "scripts", "bindings", "tests/coverage", "examples/README.md", "tests/README.md", "tests/textures/README.md", "include", "src/driver", *ROOT.glob("*.md"), "mkdocs.yml"]:
        there = tree / (ROOT / name).relative_to(ROOT)
        there.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, there, ignore=shutil.ignore_patterns("target"))
        else:
            shutil.copy(ROOT / name, there)
    (tree / ".prefix").symlink_to(ROOT / ".prefix")
    # The headings of the reference are enough.
    for name, text, other in (("mkdocs.yml", "plugins: [search]", "plugins: []"), ("mkdocs.yml", "pygments_lang_class", "use_pygments: false, pygments_lang_class"),
                              ("scripts/docs_hooks.py", "page.read_text(), page.rel", 're.sub(r"(?m)^[^#].*\\n", "", page.read_text()), page.rel')):
        settings = (tree / name).read_text()
        if text not in settings:
            raise ValueError(f"{name} has no `{text}`")
        (tree / name).write_text(settings.replace(text, other))


# Page, what is added to it, and what the message about it names.
WRONG = [
    ("docs/guide/devices.md", "[x](nothing.md)", "nothing.md"),
    ("ARCHITECTURE.md", "[x](docs/environment.md#nothing)", "#nothing"),
    ("docs/guide/errors.md", "`gc_nothing`", "gc_nothing"),
]


def refuses(tree):
    for page, line, _ in WRONG:
        path = tree / page
        path.write_text(f"{path.read_text()}\n{line}\n")
    done = build(tree, tree / "site")
    if done.returncode == 0:
        return "they were accepted"
    return [f"no message names {said}, from `{line}` in {page}" for page, line, said in WRONG if said not in done.stdout + done.stderr]


def in_four_languages(site):
    """Guides and reference have tabs and links, and no line of code is wider than a page."""
    wrong = [f"{page.relative_to(site)}: {done} of {count} functions have four tabs" for page in site.glob("reference/*.html")
             if (count := len(re.findall(r'<h3 id="gc_', html := page.read_text()))) - (done := html.count(">Julia</label>")) > UNBOUND.get(page.stem, 0)]
    for page, texts in {
        "guide/graphs.html": ['class="tabbed-set', 'href="../reference/stream.html#gc_stream_notify"'],
        "reference/stream.html": ['class="tabbed-set', "wait_event", "WaitEvent"],
        "coming/pyopencl.html": ['href="../reference/mapping.html#gc_mem_map"', "Mem.map", "enqueue_map_buffer"],
        "reference/go.html": ['<a href="stream.html#gc_stream_wait_event"', "Stream.WaitEvent"],
    }.items():
        html = (site / page).read_text()
        wrong += [f"{page} has no {text}" for text in texts if text not in html]
    for page in [site / "index.html", *site.glob("guide/*.html"), *site.glob("cookbook/*.html"), *site.glob("coming/*.html"), *site.glob("reference/*.html")]:
        # A command or a message is no code, and breaks at the end of the page.
        for block in re.findall(r'class="language-(?!text).*?<pre[^>]*>(.*?)</pre>', page.read_text(), re.DOTALL):
            lines = unescape(re.sub(r"<[^>]+>", "", block)).splitlines()
            wrong += [f"{page.relative_to(site)}: {len(line)} columns, at most {WIDTH} fit: {line}" for line in lines if len(line) > WIDTH]
    return wrong


def own_names():
    """The short forms that bindings/lang tells of are in the hand-written parts of the packages."""
    wrong = []
    for language, pattern, call, definition in (
        ("rust", "rust/gridcall/src/*.rs", r"(\w+)!?\(", r"(?:fn|macro_rules!) {}\b"),
        ("go", "go/[!z]*.go", r"(.*)", r"^{} \{{"),
        ("julia", "julia/src/*.jl", r"^@?([\w!]{2,})[({ ]", r"(?:^|\.|macro |function |struct |:){}[({{,) ]"),
        ("python", "python/gridcall/_*.py", r"^(\w+)\(", r"(?:def|class) {}\b"),
    ):
        sources = "\n".join(path.read_text() for path in (ROOT / "bindings").glob(pattern))
        own = tomllib.loads((ROOT / f"bindings/lang/{language}.toml").read_text())["own"]
        for line in {line for text in own.values() for line in text.splitlines()}:
            name = re.search(call, line)
            if name and not re.search(definition.format(re.escape(name[1])), sources, re.MULTILINE):
                wrong.append(f"bindings/lang/{language}.toml: {line}: no {name[1]} in bindings/{pattern}")
    return wrong


def named_there():
    """Each name that the tables of docs/coming call gridcall's is in the package of the page's language, or is CUDA's."""
    wrong = []
    cuda = [*(ROOT / "src/cc/device").rglob("*.h*"), *(ROOT / "docs/cookbook").glob("*.md")]
    for page in (ROOT / "docs/coming").glob("*.md"):
        language = {"cudarc": "rust/gridcall/src", "cuda_jl": "julia/src"}.get(page.stem, "python/gridcall")
        sources = "\n".join(path.read_text() for path in [*(ROOT / "bindings" / language).rglob("*.[rjp][sly]"), *cuda, ROOT / "docs/environment.md"])
        known = set(re.findall(r"\w+", sources))
        for row in re.findall(r"^\|.*\| (.*) \|$", page.read_text(), re.MULTILINE):
            for word in re.findall(r"\b[A-Za-z_]\w{3,}", " ".join(re.findall(r"`([^`]*)`", re.sub(r'"[^"]*"', "", row)))):
                wrong += [] if word in known else [f"{page.name}: {word}, in {row}"]
    return wrong


def fetches(site):
    """A page must not load anything from another host."""
    wrong = []
    for page in site.rglob("*.html"):
        text = page.read_text()
        wrong += [f"{page.relative_to(site)} loads {each}" for each in ('src="http', 'rel="stylesheet" href="http', "fonts.googleapis.com") if each in text]
    return wrong


def pictures():
    spec = importlib.util.spec_from_file_location("draw", ROOT / "docs/images/draw.py")
    draw = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(draw)
    return [f"docs/images/{name}.svg is not what docs/images/draw.py draws" for name, picture, title in draw.PICTURES
            if (ROOT / f"docs/images/{name}.svg").read_text() != draw.draw(picture, title)]


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="gridcall-docs-") as folder:
        site, tree = Path(folder) / "site", Path(folder) / "tree"
        tap.case("the site builds", lambda: builds(site))
        tap.case("no page loads anything from another host", lambda: fetches(site) if site.exists() else build(ROOT, site) and None)
        tap.case("functions and guides are shown in four languages", lambda: in_four_languages(site) if site.exists() else build(ROOT, site) and None)
        copy(tree)
        tap.case("a link to no file or heading is refused, and a name that the API has not", lambda: refuses(tree))
        tap.case("what the packages have of their own is there", own_names)
        tap.case("what the pages for users of other packages name is there", named_there)
        tap.case("the pictures are those that their script draws", pictures)
    tap.end()


main()
