"""Which names in docstrings and signatures must lead somewhere: ours.

Others are Python's or another package's; their inventories would have to be fetched. Of ours, those
that nobody needs to look up are listed here.
"""

from __future__ import annotations

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

NOT_OURS = [
    (r"py:.*", r"(?!echappee\.).*"),
    (r"py:class", r"echappee\.match\.position\.Step"),
    (r"py:class", r"echappee\.lab\.shards\.Result(_co)?"),
]
"""What does not begin with our package's name; a match's own workings; what stands for a type."""


def setup(app: Sphinx) -> None:
    """Words in single backticks that name nothing are code and no more."""
    app.connect("missing-reference", _as_code)


def _as_code(
    _: Sphinx, __: BuildEnvironment, node: pending_xref, content: nodes.Element
) -> nodes.Element | None:
    if node.get("refdomain") == "py" and node.get("reftype") == "obj":
        return content
    return None
