# SPDX-License-Identifier: Apache-2.0
"""Hooks of mkdocs: pages of the repository that lie outside of docs/ become pages of the site, the reference is made of
bindings/api, and links between all of them lead there."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path, PurePosixPath

from mkdocs.exceptions import PluginError
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
ALSO = {"include/gridcall/gridcall.h": "reference/gridcall.md", "tests/coverage/items.toml": "reference/coverage.md"}
LINK = re.compile(r"(?P<image>!?)\[(?P<text>[^\]]*)\]\((?P<target>[^)\s#]*)(?P<anchor>#[^)\s]*)?\)")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def on_files(files, config):
    for name, site in PAGES.items():
        files.append(File.generated(config, site, content=(ROOT / name).read_text()))
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, ROOT / "bindings/gen/gen.py", "--build", "reference", "coverage", "--root", folder], check=True)
        for page in sorted(Path(folder).rglob("*.md")):
            files.append(File.generated(config, page.relative_to(folder).as_posix(), content=page.read_text()))
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
        raise PluginError(f"{repository_path(site)} links to {target}, which is not in the repository")
    if name in PAGES or name in ALSO:
        there = PAGES.get(name) or ALSO[name]
    elif name.startswith("docs/"):
        there = name.removeprefix("docs/")
    else:
        return f"`{name}`"
    return f"{match['image']}[{match['text']}]({os.path.relpath(there, PurePosixPath(site).parent)}{anchor})"


def on_page_markdown(markdown, page, **_):
    site = page.file.src_uri
    out, at = [], 0
    for fence in FENCE.finditer(markdown):
        out += [LINK.sub(lambda match: link(match, site), markdown[at : fence.start()]), fence[0]]
        at = fence.end()
    return "".join([*out, LINK.sub(lambda match: link(match, site), markdown[at:])])
