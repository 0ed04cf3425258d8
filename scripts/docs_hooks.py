# SPDX-License-Identifier: Apache-2.0
"""Hooks of mkdocs: pages of the repository that lie outside of docs/ become pages of the site, the reference is made of
bindings/api, links between all of them lead there, a name of the API is a link to its entry, and code in several languages becomes tabs."""

import logging
import os
import re
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path, PurePosixPath

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parents[1]
# Page in the repository -> page of the site.
PAGES = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "bindings/README.md": "spec.md",
    "examples/README.md": "examples.md",
}
SOURCES = {site: name for name, site in PAGES.items()}
# Pages of the site that stand for files of the repository in links.
ALSO = {"include/gridcall/gridcall.h": "reference/gridcall.md", "include/gridcall/preview.h": "reference/gridcall.md", "tests/coverage/items.toml": "reference/coverage.md"}
LINK = re.compile(r"(?P<image>!?)\[(?P<text>[^\]]*)\]\((?P<target>[^)\s#]*)(?P<anchor>#[^)\s]*)?\)")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
# Fences of several languages, one behind the other; with a title they are other packages' code.
LANGUAGES = {"c": "C", "rust": "Rust", "go": "Go", "julia": "Julia", "python": "Python"}
FENCES = re.compile(r"(?:^```(?:c|rust|go|julia|python)\n(?:(?!```).*\n)*```\n\n?){2,}|"
                    r"(?:^```(?:c|rust|go|julia|python) title=.*\n(?:(?!```).*\n)*```\n\n?){2,}", re.MULTILINE)
ENTRY = re.compile(r"^##+ (gc_\w+)$", re.MULTILINE)
# Code, or a link with what it shows; a name of the API where it is all of the code, or stands in a text without.
NAME = re.compile(r"\[[^\]]*\]\([^)]*\)|^#.*$|`(gc_[a-z0-9_]+)`|`[^`]*`|\b(gc_[a-z0-9_]+[a-z0-9])\b", re.MULTILINE)
log = logging.getLogger("mkdocs.hooks")  # a warning ends a strict build, when all are said
entries = {}  # name of the API -> its page of the reference
following = {}  # page of docs/ -> what is generated, and follows on it


def on_files(files, config):
    for name, site in PAGES.items():
        files.append(File.generated(config, site, content=(ROOT / name).read_text()))
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, ROOT / "bindings/gen/gen.py", "--build", "reference", "coverage", "--root", folder], check=True)
        for page in sorted(Path(folder).rglob("*.md")):
            content, site = page.read_text(), page.relative_to(folder).as_posix()
            if files.get_file_from_path(site):
                following[site] = content
            else:
                files.append(File.generated(config, site, content=content))
            entries.update({name: site for name in ENTRY.findall(content)})
    return files


def repository_path(site):
    return SOURCES.get(site, f"docs/{site}")


def link(match, site):
    """The link as it is on the page `site`. What the repository has and the site has not becomes code; what neither has is an error."""
    target, anchor = match["target"], match["anchor"] or ""
    if site.startswith("reference/") or not target or re.match(r"[a-z]+:", target) or target in SOURCES:
        return match[0]
    folder = PurePosixPath(repository_path(site)).parent
    name = os.path.normpath(folder / target)
    if not (ROOT / name).exists():
        # A page of the site may name another one as it is there.
        if os.path.normpath(PurePosixPath(site).parent / target) in SOURCES:
            return match[0]
        log.warning("%s links to %s, which is not in the repository", repository_path(site), target)
        return match[0]
    if name in PAGES or name in ALSO:
        there = PAGES.get(name) or ALSO[name]
    elif name.startswith("docs/"):
        there = name.removeprefix("docs/")
    else:
        return f"`{name}`"
    return f"{match['image']}[{match['text']}]({os.path.relpath(there, PurePosixPath(site).parent)}{anchor})"


def entry(match, site):
    """A name of the API as a link to its entry in the reference; a guide may name nothing that is not there."""
    name = match[1] or match[2]
    if not name or (match[2] and not site.startswith("reference/")):
        return match[0]
    if name in entries:
        return f"[{match[0]}]({os.path.relpath(entries[name], PurePosixPath(site).parent)}#{name})"
    if site.startswith(("guide/", "cookbook/", "coming/")) or site == "index.md":
        log.warning("%s names %s, which the API has not", repository_path(site), name)
    return match[0]


def prose(text, site):
    return NAME.sub(lambda match: entry(match, site), LINK.sub(lambda match: link(match, site), text))


def tabs(match):
    """Fences behind each other as tabs, if each is of another language."""
    fences = [each.strip() for each in FENCE.findall(match[0])]
    heads = [re.match(r"```(\w+)(?: title=\"(.*)\")?", each) for each in fences]
    names = [head[2] or LANGUAGES[head[1]] for head in heads]
    if len(set(names)) < len(names):
        return match[0]
    bare = [f"```{head[1]}{fence[head.end():]}" for head, fence in zip(heads, fences)]
    return "\n".join(f'=== "{name}"\n\n{textwrap.indent(fence, "    ")}\n' for name, fence in zip(names, bare)) + "\n"


def on_page_markdown(markdown, page, **_):
    site = page.file.src_uri
    follows = following.get(site, "")
    out, at = [], 0
    for fence in FENCE.finditer(markdown):
        out += [prose(markdown[at : fence.start()], site), fence[0]]
        at = fence.end()
    return FENCES.sub(tabs, "".join([*out, prose(markdown[at:], site)])) + follows
