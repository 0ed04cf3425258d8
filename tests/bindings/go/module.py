#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`go get` of a tag, as a user types it, of a repository in a folder that stands for the real one; README's program over it; and what the
compiler says without cgo. Writes TAP."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests/support"))
from slowdown import limit  # noqa: E402
from tap import Skip, Tap  # noqa: E402

MODULE = "github.com/gridcall/gridcall/bindings/go"
VERSION = re.search(r"^version = \"(.*?)\"", (ROOT / "bindings/api/index.toml").read_text(), re.MULTILINE)[1]
PROGRAM = re.search(r"^\*\*Go\*\* .*?```go\n(.*?)^```$", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)[1]


def run(*command, fails=False, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=limit(280), **options)
    if bool(done.returncode) != fails:
        raise RuntimeError(f"{' '.join(map(str, command))} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stderr if fails else done.stdout


def tagged(folder):
    """A repository with the module where ours has it, and the tag that `go get` looks for."""
    shutil.copytree(ROOT / "bindings/go", folder / "bindings/go")
    shutil.copy(ROOT / "LICENSE", folder)
    git = ["git", "-C", folder, "-c", "user.name=test", "-c", "user.email=test@localhost"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "a release"], ["tag", f"bindings/go/v{VERSION}"]):
        run(*git, *command)


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="gridcall-go-") as folder:
        folder = Path(folder)
        env = os.environ | {
            "GOPROXY": "direct", "GONOSUMDB": "*", "GOFLAGS": "-mod=mod -modcacherw", "GOMODCACHE": str(folder / "modules"), "GOTOOLCHAIN": "local",
            "GOWORK": "off", "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": f"url.file://{folder}/repository.insteadOf",
            "GIT_CONFIG_VALUE_0": "https://github.com/gridcall/gridcall"}

        def go(*words, **options):
            return run("go", *words, cwd=folder / "program", env=env | options.pop("more", {}), **options)

        def gets():
            if not shutil.which("go") or not shutil.which("git"):
                raise Skip("go or git is not installed")
            tagged(folder / "repository")
            (folder / "program").mkdir()
            (folder / "program/main.go").write_text(PROGRAM)
            go("mod", "init", "example.org/program")
            go("get", f"{MODULE}@v{VERSION}")
            listed = go("list", "-m", MODULE).split()
            return None if listed == [MODULE, f"v{VERSION}"] else f"it got {listed}"

        def has_its_licence():
            of = Path(go("list", "-m", "-f", "{{.Dir}}", MODULE).strip())
            return [f"{name} is not in the module" for name in ("LICENSE", "README.md", "doc.go") if not (of / name).is_file()]

        def runs():
            printed = go("run", ".")
            return None if printed.strip() == "[2 4 6]" else f"printed {printed!r}"

        def says_without_cgo():
            said = go("build", ".", fails=True, more={"CGO_ENABLED": "0"})
            return None if "set_CGO_ENABLED_1" in said and said.count("\n") <= 3 else said

        for name, case in (("go get of a tag", gets), ("the module has its licence", has_its_licence), ("README's program runs", runs),
                           ("without cgo the compiler says what to do", says_without_cgo)):
            tap.case(name, case)
    tap.end()


if __name__ == "__main__":
    main()
