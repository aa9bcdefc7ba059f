"""Gathers what the site is made of into one folder: the pages of `docs`, and those of the games.

The pages as they stand in `docs` are to be read anywhere, so they keep to plain Markdown. Here they
get what only the site has. A file is written only where it has changed: Sphinx looks at its time.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from docs._sphinx import game_pages, server_settings

DOCS = Path(__file__).resolve().parents[1]
_CHANGES = DOCS.parent / "CHANGELOG.md"
_OWN = ("_sphinx",)
_SHELF = "<!-- the shelf of the games -->"
_SETTINGS = "<!-- the settings of a server -->"
_CARDS = "<!-- the cards of the nets -->"
_NETS = DOCS.parent / "src" / "echappee" / "bots" / "nets" / "files"
_OTHERS = "<!-- other pages -->"
_GLOB = re.compile(r"^(\w+\*)\n", re.M)
"""Pages that there may be; Sphinx wants to find at least one."""
_NAMED_BLOCK = re.compile(r"^```(\w+) (\S+/\S+)$", re.M)
_LINK = re.compile(r"(?<=\]\()([^)#:\s]+)(?=[)#])")
_SHOWN = {".md", ".png", ".webp", ".svg", ".cast", ".gif"}


def stage(folder: Path) -> None:
    """Make ``folder`` hold all sources of the site, and nothing else."""
    kept = set()
    for name, content in _all_files():
        path = folder / name
        kept.add(path)
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_file() and path not in kept:
            path.unlink()
        elif path.is_dir() and not any(path.iterdir()):
            shutil.rmtree(path)


def _all_files() -> Iterator[tuple[str, bytes]]:
    pictures = _pictures()
    for path in sorted(DOCS.rglob("*")):
        name = path.relative_to(DOCS).as_posix()
        if not path.is_file() or name.split("/")[0] in _OWN or path.suffix not in _SHOWN:
            continue
        if path.suffix == ".md":
            text, files = _adapted(path)
            yield name, text.encode()
            yield from files
        else:
            yield name, path.read_bytes()
    changes = _CHANGES.read_text(encoding="utf-8").replace("](docs/", "](")
    yield "changes.md", changes.encode()
    for name, text in game_pages.pages(pictures):
        yield name, text.encode()


def _adapted(path: Path) -> tuple[str, list[tuple[str, bytes]]]:
    """A page for the site, and the files that it links to which are no pages."""
    files: list[tuple[str, bytes]] = []
    up = "../" * (len(path.relative_to(DOCS).parts) - 1)

    def link(found: re.Match[str]) -> str:
        target = (path.parent / found[1]).resolve()
        if target == _CHANGES:
            return up + "changes.md"
        if not target.is_file() or target.suffix in _SHOWN:
            return found[1]
        name = f"files/{target.name}.txt"  # a browser shows what ends so
        files.append((name, target.read_bytes()))
        return up + name

    text = path.read_text(encoding="utf-8")
    if _SHELF in text:
        text = text.replace(_OTHERS, _others(text, _names()))
        text = _GLOB.sub(lambda found: found[0] if any(DOCS.glob(f"{found[1]}.md")) else "", text)
        text = text.replace(_SHELF, game_pages.shelf(_pictures()))
    if _SETTINGS in text:
        text = text.replace(_SETTINGS, server_settings.table())
    if _CARDS in text:
        cards = (card.read_text(encoding="utf-8") for card in sorted(_NETS.glob("*.md")))
        text = text.replace(_CARDS, "\n".join(cards))
    text = _NAMED_BLOCK.sub(r"```{code-block} \1\n:caption: \2\n", text)
    return _LINK.sub(link, text), files


def _pictures() -> set[str]:
    return {path.relative_to(DOCS).as_posix() for path in (DOCS / "pictures").rglob("*.*")}


def _names() -> list[str]:
    """The pages that are no game's and no reference."""
    return [*sorted(path.stem for path in DOCS.glob("*.md")), "changes"]


def _others(index: str, names: Sequence[str]) -> str:
    """The pages that the first page's lists don't name yet."""
    listed = " ".join(re.findall(r"^```{toctree}\n(.*?)^```", index, re.M | re.S)).split()
    return "\n".join(
        name for name in names if name != "index" and not any(map(Path(name).match, listed))
    )
