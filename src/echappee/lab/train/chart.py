"""A course as a picture: what the log tells, round by round."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Any

from echappee.lab.report.charts import check_plotting
from echappee.lab.train.course import Round

_SALT = "course"
_SIZE = (6.4, 7.2)  # inches


def chart(log: Sequence[Round], text: Callable[[str], str]) -> bytes:
    """Three curves above each other: against older selves, how undecided, how far off.

    ``text`` gives the words of each, by its name.
    """
    check_plotting()
    import matplotlib
    from matplotlib.figure import Figure

    figure = Figure(figsize=_SIZE, layout="constrained")
    shown = figure.subplots(3, 1, sharex=True)
    millions = [one.steps / 1e6 for one in log]
    against = [
        (steps, one.against_older)
        for steps, one in zip(millions, log, strict=True)
        if one.against_older is not None
    ]
    curves: list[tuple[str, Any, Any]] = [
        ("against-older", [one[0] for one in against], [one[1] for one in against]),
        ("entropy", millions, [one.entropy for one in log]),
        ("value-loss", millions, [one.value_loss for one in log]),
    ]
    for axes, (name, across, up) in zip(shown, curves, strict=True):
        axes.plot(across, up, linewidth=1.2)
        axes.set_title(text(name), loc="left", fontsize=10)
        axes.grid(alpha=0.3)
    shown[0].axhline(1.0, linewidth=0.8, linestyle=":", color="grey")
    shown[-1].set_xlabel(text("millions"))
    out = io.BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": _SALT, "svg.fonttype": "none"}):
        figure.savefig(out, format="svg", metadata={"Date": None})
    return out.getvalue()
