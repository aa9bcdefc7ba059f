"""How smoothly a replay can be dragged: frames a second in Chromium, from one end to the other.

    python -m bench.scrubbing [--game tapas] [--moves 500] [--json]

For each game a long game is played by simple bots, cut at so many moves, and its replay is dragged
along at the pace of a hand: one input a frame, a move or more each; a short game is dragged to and
fro until as many moves were drawn. The page must be built.
"""

from __future__ import annotations

import os
import statistics

import msgspec
from playwright.sync_api import Browser, CDPSession

from bench import program
from bench.browsing import browsing, in_time, served
from bench.host import call
from bench.processes import PATIENCE, Server
from echappee.bots.chair import next_action
from echappee.bots.registry import bot
from echappee.games import game_ids, rulebook
from echappee.match.game import Game

# To one end and back, so that every step is here.
_READY = """
async (total) => {
  const slider = document.querySelector("input[type=range]");
  const root = document.querySelector(".record");
  for (let number = 0; number <= total + 60; number += 60)
    for (const end of [Math.min(number, total), 0]) {
      slider.value = end;
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      while (Number(root.dataset.entry) !== end) await new Promise(requestAnimationFrame);
    }
}
"""
_DRAG = """
async ([total, moves]) => {
  const slider = document.querySelector("input[type=range]");
  const root = document.querySelector(".record");
  const times = [performance.now()];
  for (let drawn = 1; drawn <= Math.max(total, moves); drawn++) {
    const along = drawn % (2 * total);
    const number = along > total ? 2 * total - along : along;
    slider.value = number;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    do {
      await new Promise(requestAnimationFrame);
      times.push(performance.now());
    } while (Number(root.dataset.entry) !== number);
  }
  return times.slice(1).map((time, i) => time - times[i]);
}
"""


class Smoothness(msgspec.Struct, frozen=True):
    """One replay, dragged from its start to its end."""

    game: str
    moves: int
    frames: int
    per_second: float
    """Frames a second, all of them together."""
    slow: float
    """Milliseconds of the slowest frame in twenty."""
    work: float
    """Milliseconds of the page's own processor time for a frame: it depends least on what else
    the machine is busy with."""
    load: float
    """The machine's load while it was measured: processes that want a core, for each core."""


def long_record(game_id: str, moves: int) -> str:
    """A game of the most players, up to so many moves."""
    rules = rulebook(game_id)
    match = Game(rules).start(rules.players[1], seed="scrubbing")
    bots = {seat: bot("greedy") for seat in range(match.players)}
    while not match.over and match.number < moves:
        action = next_action(match, bots, 1)
        assert action is not None
        match.play(*action)
    return match.save()


def drag(browser: Browser, server: Server, game_id: str, moves: int) -> Smoothness:
    """Have the server keep a record, and drag along it."""
    record = call(server.port, "/records", {"text": long_record(game_id, moves)})
    total = len(record["entries"])
    page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en-GB")
    page.set_default_timeout(1000 * PATIENCE)
    page.goto(f"{server.address}/r/{record['id']}")
    page.locator(".record").wait_for()
    page.evaluate(in_time(_READY), total)
    meter = page.context.new_cdp_session(page)
    meter.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = _spent(meter)
    times: list[float] = page.evaluate(in_time(_DRAG), [total, moves])
    after = _spent(meter)
    page.close()
    return Smoothness(
        game=game_id,
        moves=total,
        frames=len(times),
        per_second=1000 * len(times) / sum(times),
        slow=statistics.quantiles(times, n=20)[-1],
        work=1000 * (after - before) / len(times),
        load=os.getloadavg()[0] / (os.cpu_count() or 1),
    )


def _spent(meter: CDPSession) -> float:
    """Seconds of processor time that the page's main thread has worked."""
    told = meter.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in told if one["name"] == "TaskDuration"))


def main() -> None:
    """Measure every game, and print what was found."""
    parser = program.Parser("bench.scrubbing", __doc__)
    parser.add_argument("--game", action="append", type=program.game)
    parser.add_argument("--moves", type=program.whole(2), default=500)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    games = given.game or list(game_ids())
    with served() as server, browsing() as browser:
        found = [drag(browser, server, game_id, given.moves) for game_id in games]
    if given.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
        return
    for one in found:
        print(
            f"{one.game:16} {one.moves:4} moves  {one.per_second:5.1f} frames/s  "
            f"slowest in twenty {one.slow:.0f} ms, processor time a frame {one.work:.1f} ms; "
            f"load {one.load:.1f} a core"
        )


if __name__ == "__main__":
    program.run(main)
