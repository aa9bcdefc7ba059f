"""How soon a move is seen: from the click to the frame in which the board shows it, in Chromium.

    python -m bench.drawing [--game tapas] [--moves 30] [--json]

Somebody plays each game on the page of a real server, against bots. The page itself keeps time:
from the moment at which the browser says the click came, to just after the frame that draws the
position after it. In between lies the way to the server and back, which is told apart.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable

import msgspec
from playwright.sync_api import Browser, TimeoutError

from bench import program
from bench.browsing import browsing, served
from bench.processes import PATIENCE
from echappee.games import game_ids
from tests.browser.desk import YOU, Table
from tests.browser.people import Person
from tests.browser.players import Player, move
from tests.browser.speech import WORDS
from tests.games.flamme_rouge.browser import FlammePlayer
from tests.games.tapas.browser import TapasPlayer
from tests.games.tape_letape.browser import TapePlayer
from tests.games.tour_de_france.browser import TourPlayer

PLAYERS: dict[str, tuple[int, Callable[[Person], Player]]] = {
    "flamme-rouge": (4, FlammePlayer),
    "tapas": (2, TapasPlayer),
    "tape-letape": (4, TapePlayer),
    "tour-de-france": (4, TourPlayer),
}
_RIVAL = {"kind": "bot", "bot": "greedy"}
# The last click, what was sent after it, and the first position that is another one.
_STOPWATCH = """
(() => {
  const seen = (globalThis.drawn = []);
  let click = null;
  addEventListener("click", (event) => (click = { at: event.timeStamp }), true);
  const Socket = WebSocket;
  globalThis.WebSocket = class extends Socket {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", ({ data }) => {
        if (click?.sent && !click.heard && data.includes('"type":"news"'))
          click.heard = performance.now();
      });
    }
    send(text) {
      if (click && text.includes('"type":"move"')) click.sent = performance.now();
      super.send(text);
    }
  };
  const channel = new MessageChannel();
  const waiting = [];
  channel.port1.onmessage = () => {
    const one = waiting.shift();
    seen.push([performance.now() - one.at, one.heard - one.sent]);
  };
  new MutationObserver((changes) => {
    const board = document.querySelector("main[data-moment]");
    if (!board || !changes.some(({ target }) => target === board) || !click?.heard) return;
    const one = click;
    click = null;
    requestAnimationFrame(() => {
      waiting.push(one);
      channel.port2.postMessage(null);
    });
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-moment"] });
})();
"""


class Drawing(msgspec.Struct, frozen=True):
    """Moves of one game; all times in milliseconds."""

    game: str
    moves: int
    median: float
    slow: float
    """One move in twenty takes longer than this."""
    way: float
    """The median of the way to the server and back."""
    load: float
    """The machine's load while it was measured: processes that want a core, for each core."""


def draw(browser: Browser, address: str, game_id: str, moves: int) -> Drawing:
    """Play some moves through the page, in as many games as it takes."""
    times: list[list[float]] = []
    while len(times) < moves:
        found = _played(browser, address, game_id, moves - len(times))
        if not found:
            raise program.TroubleError(f"no move of a whole game of {game_id} was seen")
        times += found[: moves - len(times)]
    whole = [taken for taken, _ in times]
    return Drawing(
        game=game_id,
        moves=len(whole),
        median=statistics.median(whole),
        slow=statistics.quantiles(whole, n=20, method="inclusive")[-1],
        way=statistics.median(way for _, way in times),
        load=os.getloadavg()[0] / (os.cpu_count() or 1),
    )


def _played(browser: Browser, address: str, game_id: str, moves: int) -> list[list[float]]:
    """One game, or so many moves of it: when each was seen, and its way to the server and back.

    There may be some more of them: between two looks at the page several can be drawn.
    """
    players, kind = PLAYERS[game_id]
    table = Table(address, game_id, [YOU, *[_RIVAL] * (players - 1)])
    words = WORDS["en"]
    context = browser.new_context(
        base_url=address, viewport={"width": 1280, "height": 800}, locale=words.locale,
        reduced_motion="reduce", service_workers="block",
    )  # fmt: skip
    context.set_default_timeout(1000 * PATIENCE)
    who = Person(context, context.new_page(), words)
    who.page.add_init_script(_STOPWATCH)
    who.go(table.link())
    player = kind(who)
    times: list[list[float]] = []
    end = time.monotonic() + PATIENCE
    while len(times) < moves and not who.result.is_visible():
        if time.monotonic() > end:
            raise program.TroubleError(f"within {PATIENCE:g} s, no move of {game_id} was seen")
        skip = who.page.locator(".skip:not([inert])")
        player.offered.or_(skip).or_(who.result).first.wait_for()
        if skip.is_visible():
            try:
                skip.click(timeout=500)
            except TimeoutError:  # it went by itself
                continue
        elif player.offered.count():
            move(player)
        drawn: list[list[float]] = who.page.evaluate("drawn")
        if len(drawn) > len(times):
            times, end = drawn, time.monotonic() + PATIENCE
    context.close()
    return times


def main() -> None:
    """Measure every game, and print what was found."""
    parser = program.Parser("bench.drawing", __doc__)
    parser.add_argument("--game", action="append", type=program.game)
    parser.add_argument("--moves", type=program.whole(2), default=30)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    games = given.game or list(game_ids())
    with served() as server, browsing() as browser:
        found = [draw(browser, server.address, game_id, given.moves) for game_id in games]
    if given.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
        return
    for one in found:
        print(
            f"{one.game:16} {one.moves:4} moves  seen after {one.median:.0f} ms (median), "
            f"slowest in twenty {one.slow:.0f} ms; of it to the server and back {one.way:.0f} ms; "
            f"load {one.load:.1f} a core"
        )


if __name__ == "__main__":
    program.run(main)
