#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the documentation's site, strictly: no broken link, no page that the navigation lacks. Writes TAP."""

import importlib.util
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from tap import Skip, Tap  # noqa: E402

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
    """What the site is built from."""
    for name in ["docs", "scripts", "bindings", "tests/coverage", "examples/README.md", "tests/README.md", "tests/textures/README.md", "include", "src/driver", *ROOT.glob("*.md"), "mkdocs.yml"]:
        there = tree / (ROOT / name).relative_to(ROOT)
        there.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, there, ignore=shutil.ignore_patterns("target"))
        else:
            shutil.copy(ROOT / name, there)
    (tree / ".prefix").symlink_to(ROOT / ".prefix")


def refuses(tree, page, line, said):
    path = tree / page
    before = path.read_text()
    path.write_text(f"{before}\n{line}\n")
    done = build(tree, tree / "site")
    path.write_text(before)
    text = done.stdout + done.stderr
    if done.returncode == 0:
        return f"`{line}` in {page} was accepted"
    return None if said in text else f"the message does not name `{said}`: {text}"


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
        copy(tree)
        tap.case("a link to no file is refused", lambda: refuses(tree, "docs/guide/devices.md", "[x](nothing.md)", "nothing.md"))
        tap.case("a link to no heading is refused", lambda: refuses(tree, "ARCHITECTURE.md", "[x](docs/environment.md#nothing)", "#nothing"))
        tap.case("the pictures are those that their script draws", pictures)
    tap.end()


main()
