"""Drawn positions of Tapas: sparse and crowded, early and late, in every variant."""

from __future__ import annotations

import random

from tests.games.tapas import naive

EXTRAS = ("TO", "KE", "MA", "WA", "SE", "AD")
BOX = {f"{colour}{v}": n for colour in "jc" for v, n in ((1, 12), (2, 3), (3, 2), (4, 1))}
INSIDE = [(x, y) for y in range(6) for x in range(6) if x % 5 or y % 5]


def drawn_position(seed: int) -> str:
    """A valid position of a running game, the same for the same ``seed``.

    Its tapas needn't all be there: the Addition may have struck some off. In Burning Head nobody is
    stuck who could turn the board (§7).
    """
    draw = random.Random(seed)
    stock = [piece for piece, n in BOX.items() for _ in range(n)]
    draw.shuffle(stock)
    hands = {"j": "", "c": ""}
    for colour in "jc":
        own = [piece for piece in stock if piece[0] == colour]
        for piece in own[: draw.randint(1, 5)]:
            stock.remove(piece)
            hands[colour] += piece[1]
    variant = draw.choice((0, 2, 3, 5))
    extras = draw.sample(EXTRAS, variant)
    squares = draw.sample(INSIDE, draw.choice((1, 3, 6, 12, 20)))
    favourite = draw.choice(("j", "c", "jc"))  # one colour alone makes players stuck
    allowed = [piece for piece in stock if piece[0] in favourite]
    board = [[".."] * 6 for _ in range(6)]
    for y in (0, 5):
        for x in (0, 5):
            board[y][x] = "--"
    catch = {"j": ["", ""], "c": ["", ""]}
    for x, y in squares:
        if extras and draw.random() < 0.3:
            board[y][x] = extras.pop()
        elif allowed:
            board[y][x] = allowed.pop()
            stock.remove(board[y][x])
    for piece in stock[: draw.randint(0, len(stock))]:
        catch["c" if piece[0] == "j" else "j"][0] += piece[1]
    for extra in sorted(extras[: draw.randint(0, len(extras))], key=EXTRAS.index):
        catch[draw.choice("jc")][1] += extra
    for held in catch.values():
        if all(sauce in held[1] for sauce in ("KE", "MA", "WA")):
            held[1] = ""
    flags = [f"extras:{variant}"] if variant else []
    flags += ["strict-bill"] if draw.random() < 0.3 else []
    flags += [f"faces:{draw.choice('NESW')}"] if draw.random() < 0.5 else []
    flags += ["first:c"] if draw.random() < 0.5 else []
    flags += ["passes:1"] if draw.random() < 0.1 else []
    turn, first = draw.choice("jc"), "c" if "first:c" in flags else "j"
    flags += [f"handicap:{draw.choice((0.5, 1, 7.5, 20)):g}"] if draw.random() < 0.3 else []
    if draw.random() < 0.4:
        flags.append(f"swap:{draw.choice(('open' if turn == first else 'asked', 'kept', 'taken'))}")
    text = " ".join(
        (
            "/".join("".join(row) for row in board),
            turn,
            "".join(sorted(hands["j"])),
            "".join(sorted(hands["c"])),
            *(
                "".join(sorted(digits)) + (f"+{names}" if names else "") or "-"
                for digits, names in catch.values()
            ),
            draw.choice(("-", f"{draw.choice('NESW')}{draw.randint(2, 5)}")),
            ",".join(flags) or "-",
        )
    )
    return naive.read(text).turned_if_stuck().text()
