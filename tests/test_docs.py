"""What the documents say is run: examples work as written."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import echappee
from echappee.learning.handbook import rulings_page

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])


def _blocks(path: Path) -> str:
    """All Python of a document, in order; a block with prompts is a doctest."""
    found = re.findall(r"^```python\n(.*?)^```", path.read_text(encoding="utf-8"), re.M | re.S)
    return "\n".join(block for block in found if ">>>" not in block)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_python_in_documents_runs(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(_blocks(path), str(path), "exec"), {"__name__": "document"})


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_prompts_in_documents_answer_as_written(path: Path) -> None:
    failures, _ = doctest.testfile(str(path), module_relative=False)
    assert failures == 0


def test_the_package_docstring_is_true() -> None:
    failures, tried = doctest.testmod(echappee)
    assert (failures, tried > 3) == (0, True)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


def test_the_page_of_rulings_is_fresh_and_has_every_ruling_that_is_cited() -> None:
    page = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    assert page == rulings_page(), "python -m echappee.learning.handbook > docs/rulings.md"
    told = set(re.findall(r"^\| ([A-Z]+-\d+) ", page, re.M))
    assert len(told) > 100
    kinds = {one.split("-")[0] for one in told}
    cited = re.compile(rf"\b(?:{'|'.join(sorted(kinds))})-\d\d\b")
    for folder in ("src", "tests", "bench", "web/src", "docs"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".toml", ".ts", ".svelte", ".md"):
                unknown = set(cited.findall(path.read_text(encoding="utf-8"))) - told
                assert not unknown, path


EXAMPLES = {"mybot.py": "adding-a-bot.md", "train.py": "learning-agents.md"}


def test_the_examples_are_those_that_are_shown() -> None:
    folder = ROOT / "docs" / "examples"
    assert {path.name for path in folder.iterdir() if path.is_file()} == EXAMPLES.keys()
    for name, page in EXAMPLES.items():
        shown = (ROOT / "docs" / page).read_text(encoding="utf-8")
        assert (folder / name).read_text(encoding="utf-8") in shown, name


def test_every_file_for_operators_is_linked() -> None:
    page = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    for path in (ROOT / "deploy").iterdir():
        assert f"](../deploy/{path.name})" in page, path.name
