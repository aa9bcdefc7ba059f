"""The example that trains: it runs, and says how strong the learner is before and after."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import bootstrap

ROOT = Path(__file__).parents[2]
LACKING = [name for name in ("torch", "sb3_contrib") if importlib.util.find_spec(name) is None]


@pytest.mark.skipif(bool(LACKING), reason=f"no {LACKING}: {bootstrap.TRAIN_ADVICE}")
def test_the_example_learns_for_a_moment(tmp_path: Path) -> None:
    saved = tmp_path / "learnt.zip"
    done = subprocess.run(
        [
            sys.executable, "docs/examples/train.py", "--steps", "256", "--games", "2",
            "--side-by-side", "2", "--save", saved,
        ],
        cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL,
        env={**os.environ, "OMP_NUM_THREADS": "1"},  # others work beside it
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = re.findall(
        r"^(before|after) ([\d,]+) steps: \d+% ± \d+% against club$", done.stdout, re.M
    )
    assert told == [("before", "0"), ("after", "256")]
    assert saved.stat().st_size > 10_000


def test_the_example_is_short() -> None:
    lines = (ROOT / "docs/examples/train.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) < 60
