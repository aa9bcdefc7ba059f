"""What the theme writes into its pages, put into files beside them; and our fonts.

`echappee serve` lets a page run and wear only what comes as a file from itself.
"""

from __future__ import annotations

import hashlib
import re
from functools import partial
from pathlib import Path
from shutil import copyfile
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from docs._sphinx.game_pages import FOLDERS

_SCRIPT = re.compile(r"<script>(.*?)</script>", re.S)
_STYLE = re.compile(r"<style[^>]*>(.*?)</style>", re.S)
_FACES = (
    ("Barlow Condensed", "barlow-condensed", 600),
    ("Barlow Condensed", "barlow-condensed", 800),
    ("Source Sans 3", "source-sans-3", 400),
    ("Source Sans 3", "source-sans-3", 600),
)


def digest(folder: Path, fonts: Path) -> str:
    """Of all that pages look like: where it changes, every page is written anew."""
    total = hashlib.sha256()
    for path in [*sorted(folder.rglob("*.*")), *sorted(fonts.glob("*/package.json"))]:
        if path.is_file() and "__pycache__" not in path.parts:
            total.update(path.read_bytes())
    return total.hexdigest()


def setup(app: Sphinx, fonts: Path) -> None:
    """Do so at the end of a build."""
    app.connect("html-page-context", _own_language)
    app.connect("build-finished", partial(_finish, fonts))


def _own_language(
    _: Sphinx, name: str, __: str, context: dict[str, Any], ___: nodes.document | None
) -> None:
    """A French page says that it is French."""
    context["language"] = "fr" if name.startswith(FOLDERS["fr"] + "/") else "en"


def _finish(fonts: Path, app: Sphinx, error: Exception | None) -> None:
    if error is not None:
        return
    target = Path(app.outdir)
    _add_fonts(fonts, target / "_static")
    for page in target.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        outside = _moved_out(text, target, "../" * (len(page.relative_to(target).parts) - 1))
        if outside != text:
            page.write_text(outside, encoding="utf-8")


def _moved_out(text: str, target: Path, up: str) -> str:
    """A page with its scripts and styles in files; ``up`` leads to the site's root."""

    def script(found: re.Match[str]) -> str:
        return f'<script src="{up}{_file(target, found[1], "js")}"></script>'

    def style(found: re.Match[str]) -> str:
        return f'<link rel="stylesheet" href="{up}{_file(target, found[1], "css")}">'

    return _STYLE.sub(style, _SCRIPT.sub(script, text))


def _file(target: Path, content: str, kind: str) -> str:
    """A file with this content, named by it."""
    name = f"_static/inline-{hashlib.sha256(content.encode()).hexdigest()[:12]}.{kind}"
    if not (target / name).exists():
        (target / name).write_text(content.strip() + "\n", encoding="utf-8")
    return name


def _add_fonts(fonts: Path, static: Path) -> None:
    """The page's own fonts, where they are at hand."""
    rules = []
    for family, package, weight in _FACES:
        name = f"{package}-latin-{weight}-normal.woff2"
        source = fonts / package / "files" / name
        if source.is_file():
            copyfile(source, static / name)
            rules.append(
                f'@font-face {{ font-family: "{family}"; font-weight: {weight}; '
                f'font-display: swap; src: url("{name}") format("woff2"); }}'
            )
    (static / "fonts.css").write_text("\n".join(rules) + "\n", encoding="utf-8")
