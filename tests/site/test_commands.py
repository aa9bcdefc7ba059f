"""Commands and data in the documents: each works as it is written."""

from __future__ import annotations

import importlib.util
import json
import re
import shlex
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

import bootstrap
from echappee.match.match import Match
from tests.browser.moments import whole_game
from tests.site.blocks import DOCUMENTS, ROOT, Block, all_blocks, blocks, commands
from tests.site.command_line import read

KINDS = {"", "python", "bash", "json", "toml", "text", "ini", "nginx"}
"""What a block may be. Without a name it is text that is shown as it is: a record, a file."""
UNTRIED = {
    "serve": "it never ends; tests/server starts it",
    "play": "it waits for a person; tests/cli plays",
    "calc": "it asks a person, or needs the file of a race; tests/calculator do all of it",
    "ladder": "it takes hours",
    "ablation": "it takes hours",
    "arena": "with bots that think it takes minutes",
    "report": "it takes minutes; tests/lab and tests/cli write reports",
    "train": "it takes minutes, and a GPU; tests/lab/test_train.py trains",
    "bench": "it measures, for seconds",
    "prepare": "it compiles",
    "store": "it needs the tables of a server; tests/cli/test_store.py does all of it",
    "": "the menu waits for a person",
    "--install-completion": "it writes into the files of one's shell; tests/cli try the script",
}
"""Commands of ours that are only read as they stand, and why."""
FEWER = {"sim": ("--games", "40"), "review": ("--simulations", "4")}
"""What is tried as it stands, but for its size."""
ELSEWHERE = {
    "systemctl",
    "cp",
    "install",
    "rm",
    "curl",
    "/opt/echappee/bin/pip",
    "python3",
    "sqlite3",
}
"""Programs of others, in places that a server has and a test has not."""

BASH = all_blocks("bash")


@pytest.mark.parametrize("block", BASH, ids=str)
def test_commands_work_as_written(
    block: Block, run: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    (tmp_path / "my-box.toml").write_bytes(
        (ROOT / "src/echappee/games/tour_de_france/material.toml").read_bytes()
    )
    monkeypatch.chdir(tmp_path)
    for command in commands(block):
        words = shlex.split(command)
        while "=" in words[0]:  # the environment
            words = words[1:]
        program = words[0].removeprefix("/opt/echappee/bin/")
        if program == "echappee":
            at_once = words[1:] and words[1].startswith("--") and words[1] in UNTRIED
            name = words[1] if at_once else read(words[1:])
            if name not in UNTRIED:
                (tmp_path / "FILE").write_text(_finished().record(), encoding="utf-8")
                run(*words[1:], *FEWER.get(name, ()))
        elif program == "make":
            assert words[1] in bootstrap.COMMANDS
        elif program in ("python", "pytest"):
            _look(words)
        else:
            assert words[0] in ELSEWHERE, command


def _finished() -> Match:
    return whole_game("tapas", 2, "{}")


def _look(words: list[str]) -> None:
    """A program of Python's: it is there."""
    if "-m" in words:
        assert importlib.util.find_spec(words[words.index("-m") + 1]), words
    else:
        assert (ROOT / words[1]).exists(), words


def test_every_block_says_what_it_is() -> None:
    for path in DOCUMENTS:
        for block in blocks(path):
            kind = block.info.split(" ")[0]
            assert kind in KINDS or kind.startswith("{"), block
            told = re.search(r"^(?:echappee|make) ", block.text, re.M)
            is_record = block.text.startswith("echappee ")
            assert kind or not told or is_record, f"{block}: commands belong into ```bash"


LEFT_OUT = (
    (r"(?<=[\[{])…(?:,\s*|(?=[\]}]))", ""),
    (r",\s*…", ""),
    (r"…(?=[,\]}\n])", "null"),
    ("…", ""),
)
"""What stands for the rest, and what is read in its place."""


@pytest.mark.parametrize("block", all_blocks("json"), ids=str)
def test_json_can_be_read(block: Block) -> None:
    text = block.text
    for dots, instead in LEFT_OUT:
        text = re.sub(dots, instead, text)
    rest = re.sub(r"^(?:(?:GET|POST|PUT) \S+|\d{3}$|[→←] )", "", text, flags=re.M).strip()
    while rest:
        _, end = json.JSONDecoder().raw_decode(rest)
        rest = rest[end:].strip()


@pytest.mark.parametrize("block", all_blocks("toml"), ids=str)
def test_toml_can_be_read(block: Block) -> None:
    tomllib.loads(block.text.replace("…", ""))
