"""The blocks of code in the documents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
_BLOCK = re.compile(r"^( *)```([^\n]*)\n(.*?)^\1```$", re.M | re.S)


@dataclass(frozen=True)
class Block:
    """One block: where it stands, what it is, and what is in it."""

    path: Path
    info: str
    text: str

    def __str__(self) -> str:
        return f"{self.path.name}: {self.text.strip()[:60]}"


def blocks(path: Path) -> Iterator[Block]:
    """All blocks of a document."""
    for _, info, text in _BLOCK.findall(path.read_text(encoding="utf-8")):
        yield Block(path, info.strip(), text)


def all_blocks(info: str) -> list[Block]:
    """The blocks of a kind in all documents."""
    return [one for path in DOCUMENTS for one in blocks(path) if one.info == info]


def commands(block: Block) -> Iterator[str]:
    """The command lines of a block, without remarks."""
    for line in block.text.replace("\\\n", " ").splitlines():
        command = re.sub(r"(^|\s)#.*", "", line).strip()
        if command:
            yield command
