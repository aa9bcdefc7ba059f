"""A course as a picture: what the log tells, round by round."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence

from echappee.lab.report.charts import check_plotting
from echappee.lab.train.course import Round

_SALT = "course"
_SIZE = (6.4, 9.0)  # inches
_SHARES = ("against-older", "against-greedy")


def chart(log: Sequence[Round], text: Callable[[str], str]) -> bytes:
    """Curves above each other: against older selves and greedy bots, how undecided, how far off.

    ``text`` gives the words of each, by its name.
    """
    check_plotting()
    import matplotlib
    from matplotlib.figure import Figure

    figure = Figure(figsize=_SIZE, layout="constrained")
    shown = figure.subplots(4, 1, sharex=True)
    millions = [one.steps / 1e6 for one in log]
    curves: dict[str, list[float | None]] = {
        "against-older": [one.against_older for one in log],
        "against-greedy": [one.against_greedy for one in log],
        "entropy": [one.entropy for one in log],
        "value-loss": [one.value_loss for one in log],
    }
    for axes, (name, told) in zip(shown, curves.items(), strict=True):
        points = [(at, up) for at, up in zip(millions, told, strict=True) if up is not None]
        axes.plot([at for at, _ in points], [up for _, up in points], linewidth=1.2)
        axes.set_title(text(name), loc="left", fontsize=10)
        axes.grid(alpha=0.3)
        if name in _SHARES:
            axes.axhline(1.0, linewidth=0.8, linestyle=":", color="grey")
    shown[-1].set_xlabel(text("millions"))
    out = io.BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": _SALT, "svg.fonttype": "none"}):
        figure.savefig(out, format="svg", metadata={"Date": None})
    return out.getvalue()
