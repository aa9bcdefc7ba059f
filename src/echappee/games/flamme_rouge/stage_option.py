"""Stages as an option: by name, by their tiles, or drawn at random from a seed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from echappee.errors import BadOption, Phrase, did_you_mean
from echappee.games.flamme_rouge import geometry, material
from echappee.games.flamme_rouge.material import Tile
from echappee.rulebook.words import Words

_WORDS = Words(__package__)
_RANDOM = re.compile(r"(random(?:-peloton|-wide)?):(\S{1,40})")

MOST_TILES: Final = 30
"""One start, one finish, and each of the other 28 pieces at most once."""
MOST_SQUARES: Final = 124
STAGE_NUMBERS: Final = 2 * MOST_TILES
"""What the rules get: the faces for up to four teams, then those for five and six; 0 fills up."""
FACES: Final = tuple(material.tiles())
_NUMBER: Final = {face: number for number, face in enumerate(FACES, 1)}

_CLIMBS: Final = 3
"""The designer's advice: at most so many stretches uphill or over cobbles."""
_TRIES: Final = 10_000


def canonical(text: str) -> str:
    """The one way to write a stage: its name, or its tiles; refuses what can't be laid."""
    given = text.strip()
    name = material.slug(given)
    if name in material.stages():
        return name
    drawn = _RANDOM.fullmatch(given)
    faces = draw(drawn[1], drawn[2]) if drawn else material.split_tiles(given)
    check(faces)
    for stage in material.stages().values():
        if stage.tiles == faces:
            return stage.id
    return material.join_tiles(faces)


def stage_tiles(value: str, teams: int) -> tuple[str, ...]:
    """The tiles of a stage, given in its one way of writing, for so many teams."""
    wide = teams > material.NARROW_TEAMS
    if value in material.stages():
        stage = material.stages()[value]
        return stage.wide if wide else stage.tiles
    faces = material.split_tiles(value)
    return material.widened(faces) if wide else faces


def pieces(value: str) -> set[str]:
    """The pieces of a stage, given in its one way of writing."""
    return {material.tiles()[face].piece for face in stage_tiles(value, 1)}


def option_value(faces: tuple[str, ...], teams: int) -> str:
    """How the option would name a stage on which so many teams race.

    A stage that could be laid with the narrow start alone is named by that: five and six teams get
    the wide one without being asked, and nobody measures again.
    """
    for stage in material.stages().values():
        if stage_tiles(stage.id, teams) == faces:
            return stage.id
    narrow = material.narrowed(faces)
    if teams > material.NARROW_TEAMS and narrow != faces and crossing(faces) is not None:
        return material.join_tiles(narrow)
    return material.join_tiles(faces)


def raced_value(faces: tuple[str, ...], teams: int, *, breakaway: bool) -> str:
    """How the option names a stage that is laid: in a breakaway tile 2 may have been put there."""
    value = option_value(faces, teams)
    if breakaway and value not in material.stages() and faces[1] in ("2", "2B"):
        bare = option_value((faces[0], *faces[2:]), teams)
        if bare in material.stages() or crossing(faces) is not None:
            return bare
    return value


@cache
def crossing(faces: tuple[str, ...]) -> tuple[int, int] | None:
    """The first two tiles, by their places, that would lie on one another; None if all fit.

    A stage with a name is laid as its card says: where its road meets itself, a bridge is built.
    """
    return None if material.stage_of(faces) else geometry.overlap(faces)


def lies_flat(faces: tuple[str, ...], teams: int, *, breakaway: bool = False) -> bool:
    """Can so many teams meet this road on a table?

    It may not cross itself as the option names it, and more than four teams have the wide start.
    """
    value = raced_value(faces, teams, breakaway=breakaway)
    tiles = stage_tiles(value, teams)
    if faces not in (tiles, (tiles[0], faces[1], *tiles[1:]) if breakaway else tiles):
        return False
    return value in material.stages() or crossing(material.split_tiles(value)) is None


def encode(value: str) -> tuple[int, ...]:
    """The stage as the rules see it (`STAGE_NUMBERS`)."""
    numbers: list[int] = []
    for teams in (material.NARROW_TEAMS, material.MOST_TEAMS):
        faces = [_NUMBER[face] for face in stage_tiles(value, teams)]
        numbers += faces + [0] * (MOST_TILES - len(faces))
    return tuple(numbers)


def check(faces: Sequence[str]) -> None:
    """§9: known tiles, each once, the start first, the finish last, and none on another."""
    known = material.tiles()
    pieces: dict[str, str] = {}
    for face in faces:
        if face not in known:
            raise _unknown(face, faces)
        tile = known[face]
        if tile.piece in pieces:
            raise _refused("tile-twice", tile=face, other=pieces[tile.piece])
        pieces[tile.piece] = face
    if not faces or known[faces[0]].kind != "start":
        raise _refused("start-first")
    if known[faces[-1]].kind != "finish":
        raise _refused("finish-last")
    for face in faces[1:-1]:
        if known[face].kind in ("start", "finish"):
            raise _refused("inside", tile=face)
    two = 0 if "2" in pieces else known["2"].length  # a breakaway needs it
    squares = sum(known[face].length for face in faces) + two
    if squares > MOST_SQUARES:
        raise _refused("long", count=squares, most=MOST_SQUARES)
    found = crossing(tuple(faces))
    if found is not None:
        first, second = found
        raise _refused(
            "overlap",
            first=faces[first], first_place=first + 1,
            second=faces[second], second_place=second + 1,
        )  # fmt: skip


def _unknown(face: str, faces: Sequence[str]) -> BadOption:
    """What is neither a tile nor a stage, and the stage that has a name like it."""
    said = _WORDS.say("stage-refusals", "unknown-tile", tile=face[:20])
    near = did_you_mean(material.slug("-".join(faces)), material.stages())
    words = Phrase(said.en + near.en, said.fr + near.fr)
    return BadOption("stage-unknown-tile", words=words, article="9")


def _refused(reason: str, **facts: Any) -> BadOption:
    return BadOption(
        f"stage-{reason}", words=_WORDS.say("stage-refusals", reason, **facts), article="9"
    )


# ------------------------------------------------------------------------------- random stages


def draw(kind: str, seed: str) -> tuple[str, ...]:
    """A stage by the designer's advice: nine straights with start and finish, and all curves.

    ``random`` uses the base box, ``random-peloton`` both boxes, ``random-wide`` is for five and six
    teams: the wide start, tile 2 behind it, and tile 9. At most three stretches go uphill or over
    cobbles, and no supply zone lies beside the finish. The same seed gives the same stage for ever.
    """
    source = random.Random(f"{kind}:{seed}")
    chance = source.random  # the one method whose numbers never change between versions
    for _ in range(_TRIES):
        wanted = _dealt(kind, chance)
        if _advised(wanted):
            laid = _laid_out(wanted)
            if laid is not None and _advised(laid):
                return laid
    raise AssertionError("no stage found")


def _dealt(kind: str, chance: Callable[[], float]) -> tuple[str, ...]:
    """Tiles from start to finish in any order, each on either face."""
    pieces = _pieces()
    straights = [p for p, faces in pieces.items() if faces[0].kind == "straight"]
    straights = [p for p in straights if p not in ("2", "9")]
    if kind == "random":
        straights = [p for p in straights if not p.isdigit()]
    curves = [p for p, faces in pieces.items() if faces[0].kind == "curve"]
    wide = kind == "random-wide"
    _mix(straights, chance)
    inner = straights[: 6 if wide else 7] + curves + (["9"] if wide else [])
    _mix(inner, chance)
    ends = ["1" if wide else "a", *inner, "u"]
    faces = [pieces[p][int(chance() * 2)].face for p in ends]
    return (faces[0], "2", *faces[1:]) if wide else tuple(faces)


@cache
def _pieces() -> dict[str, list[Tile]]:
    """The two faces of each piece of the boxes that stages are drawn from."""
    found: dict[str, list[Tile]] = {}
    for tile in material.tiles().values():
        if tile.box not in material.DRAWN_BOXES:
            continue
        found.setdefault(tile.piece, []).append(tile)
    return found


def _mix(items: list[str], chance: Callable[[], float]) -> None:
    for i in range(len(items) - 1, 0, -1):
        j = int(chance() * (i + 1))
        items[i], items[j] = items[j], items[i]


def _laid_out(wanted: tuple[str, ...]) -> tuple[str, ...] | None:
    """Lay the tiles, turning over a curve that would lie on another; None if that doesn't help."""
    laid: list[geometry.Laid] = []
    x = y = heading = 0.0
    for face in wanted:
        tile = material.tiles()[face]
        other = next(t.face for t in _pieces()[tile.piece] if t.face != face)
        for side in (face, other) if tile.kind == "curve" else (face,):
            piece = geometry.Laid(side, x, y, heading)
            if geometry.fits(laid, piece):
                break
        else:
            return None
        laid.append(piece)
        x, y, heading = piece.pose(tile.length)
    return tuple(piece.face for piece in laid)


def _advised(faces: tuple[str, ...]) -> bool:
    """Not too many hard stretches, and no supply zone beside the finish."""
    known = material.tiles()
    terrain = [t for face in faces for t in known[face].terrain]
    hard = [t in (material.ASCENT, material.COBBLES) for t in terrain]
    stretches = sum(now and not before for before, now in zip([False, *hard], hard, strict=False))
    return stretches <= _CLIMBS and material.SUPPLY not in known[faces[-2]].terrain
