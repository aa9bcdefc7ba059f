"""What a stage needs (§9), told of one that is being built: a checklist, and why a face won't do.

The page shows what stands here and knows no rule of its own. Whether something is a stage is for
`stage_option.canonical` to say: it takes just those stages whose needs are all met.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal

import msgspec

from echappee.errors import Phrase
from echappee.games.flamme_rouge import geometry, material, stage_option
from echappee.games.flamme_rouge.material import Tile
from echappee.rulebook.words import Words

_WORDS = Words(__package__)
_TRIED: Final = 1_200
"""So many tiles are tried at the end of the road before a way on is given up."""
_MOST_AHEAD: Final = 4

NeedState = Literal["met", "open", "broken"]


class StageNeed(msgspec.Struct, frozen=True):
    """Something that a stage needs, and how it stands with it."""

    id: str
    state: NeedState
    words: Phrase
    detail: Phrase


class UnfitFaces(msgspec.Struct, frozen=True):
    """Faces that can't be laid at the end of the road, and why."""

    faces: list[str]
    words: Phrase


def needs(faces: tuple[str, ...], completion: tuple[str, ...] | None) -> list[StageNeed]:
    """The checklist, in the order in which one thinks of it."""
    known = [material.tiles()[face] for face in faces]
    return [
        _start(known), _once(known), _apart(faces), _finishable(known, completion), _finish(known)
    ]  # fmt: skip


def unfit(faces: tuple[str, ...], fitting: Sequence[str]) -> list[UnfitFaces]:
    """Every face that does not go on from the end, with those that share its reason."""
    found: dict[Phrase, list[str]] = {}
    for tile in material.tiles().values():
        if tile.face not in fitting:
            found.setdefault(_reason(faces, tile), []).append(tile.face)
    return [UnfitFaces(which, words) for words, which in found.items()]


def completed(faces: tuple[str, ...]) -> tuple[str, ...] | None:
    """The fewest tiles that would end this road with a finish; None where none were found.

    A road that is finished, or that has gone wrong, has nothing to be added.
    """
    known = [material.tiles()[face] for face in faces]
    pieces = {tile.piece for tile in known}
    sound = known and known[0].kind == "start" and len(pieces) == len(known)
    if not sound or any(tile.kind != _wanted(i) for i, tile in _ends(known)):
        return None
    if stage_option.crossing(faces) is not None:
        return None
    laid, tries = geometry.lay(faces), [_TRIED]
    for ahead in range(_MOST_AHEAD):
        found = _way_on(laid, pieces, ahead, tries)
        if found is not None:
            return found
    return None


def _wanted(place: int) -> str:
    return "start" if place == 0 else ""


def _ends(known: Sequence[Tile]) -> Iterator[tuple[int, Tile]]:
    """The starts and finishes among the tiles, with their places."""
    return ((i, tile) for i, tile in enumerate(known) if tile.kind in ("start", "finish"))


def _way_on(
    laid: list[geometry.Laid], used: set[str], ahead: int, tries: list[int]
) -> tuple[str, ...] | None:
    """A finish behind just so many other tiles."""
    last = laid[-1]
    x, y, heading = last.pose(material.tiles()[last.face].length)
    for tile in material.tiles().values():
        if tile.kind == "start" or (tile.kind == "finish") != (ahead == 0) or tile.piece in used:
            continue
        if tries[0] == 0:
            return None
        tries[0] -= 1
        piece = geometry.Laid(tile.face, x, y, heading)
        if not geometry.fits(laid, piece):
            continue
        if ahead == 0:
            return (tile.face,)
        rest = _way_on([*laid, piece], used | {tile.piece}, ahead - 1, tries)
        if rest is not None:
            return (tile.face, *rest)
    return None


# --------------------------------------------------------------------------------- the checklist


def _need(id_: str, state: NeedState, detail: str, **facts: Any) -> StageNeed:
    return StageNeed(
        id_, state, _WORDS.say("stage-needs", id_), _WORDS.say("stage-needs", detail, **facts)
    )


def _start(known: Sequence[Tile]) -> StageNeed:
    if not known:
        return _need("start", "open", "start-open", tiles=_faces("start"))
    again = [tile.face for i, tile in _ends(known) if tile.kind == "start" and i > 0]
    if known[0].kind != "start":
        return _need("start", "broken", "start-open", tiles=_faces("start"))
    if again:
        return _need("start", "broken", "start-again", tile=again[0])
    return _need("start", "met", "start-met", tile=known[0].face, n=known[0].line)


def _once(known: Sequence[Tile]) -> StageNeed:
    first: dict[str, str] = {}
    for tile in known:
        if tile.piece in first:
            return _need("once", "broken", "once-broken", tile=tile.face, other=first[tile.piece])
        first[tile.piece] = tile.face
    state: NeedState = "met" if known else "open"
    return _need("once", state, "once-met", n=len(known))


def _apart(faces: tuple[str, ...]) -> StageNeed:
    crossing = stage_option.crossing(faces)
    if crossing is None:
        bridged = bool(geometry.bridges(faces))
        detail = "apart-bridged" if bridged else "apart-met"
        return _need("apart", "met" if faces else "open", detail)
    first, second = crossing
    return _need(
        "apart", "broken", "apart-broken", first=faces[first], first_place=first + 1,
        second=faces[second], second_place=second + 1,
    )  # fmt: skip


def _finishable(known: Sequence[Tile], completion: tuple[str, ...] | None) -> StageNeed:
    if not known:
        return _need("finishable", "open", "finishable-open")
    if known[-1].kind == "finish":
        return _need("finishable", "met", "finishable-done")
    if completion is None:
        return _need("finishable", "broken", "finishable-broken")
    return _need("finishable", "met", "finishable-met", tiles=list(completion))


def _finish(known: Sequence[Tile]) -> StageNeed:
    early = [tile.face for i, tile in _ends(known) if tile.kind == "finish" and i < len(known) - 1]
    if early:
        return _need("finish", "broken", "finish-early", tile=early[0])
    if known and known[-1].kind == "finish":
        return _need("finish", "met", "finish-met", tile=known[-1].face)
    return _need("finish", "open", "finish-open", tiles=_faces("finish"))


def _faces(kind: str) -> list[str]:
    return [tile.face for tile in material.tiles().values() if tile.kind == kind]


# ------------------------------------------------------------------------------ why a face won't do


def _reason(faces: tuple[str, ...], tile: Tile) -> Phrase:
    known = [material.tiles()[face] for face in faces]
    for place, other in enumerate(known, 1):
        if other.piece == tile.piece:
            return _WORDS.say("stage-unfit", "used", place=place)
    if not known:
        return _WORDS.say("stage-unfit", "begin", tiles=_faces("start"))
    if known[-1].kind == "finish":
        return _WORDS.say("stage-unfit", "finished")
    if tile.kind == "start":
        return _WORDS.say("stage-unfit", "begun")
    met = geometry.overlap((*faces, tile.face))
    first = met[0] if met else len(faces) - 1
    return _WORDS.say("stage-unfit", "touches", tile=faces[first], place=first + 1)
