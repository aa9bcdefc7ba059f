"""What the chart is drawn with: the colours of the house, jerseys, stage cards, markers."""

from __future__ import annotations

PAPER, CARD, INK, SOFT, LINE = "#F6F0E4", "#FFFDF7", "#1E2430", "#5C6472", "#D9CFBC"
YELLOW, GREEN, BLUE, RED = "#F2B90C", "#2B8A57", "#2563A8", "#D2402B"
ORANGE, AMBER, ASPHALT = "#E0762B", "#B9772E", "#4A4F57"
CLIMB, DESCENT = "#C9546C", "#4C86C6"

SEAT_COLOURS = (BLUE, RED, GREEN, ORANGE, ASPHALT, CLIMB)
"""By seat. Yellow is kept for whoever leads."""

SEAT_DASHES = ("", "", "", "9 4", "9 4", "2.5 4")
"""Lines differ by more than colour, so that a print in grey can be read."""


def mix(colour: str, share: float, other: str = CARD) -> str:
    """``share`` of one colour, and the rest of another."""
    pairs = zip(_parts(colour), _parts(other), strict=True)
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02X}" for a, b in pairs)


def _parts(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))


def marker(seat: int, x: float, y: float, fill: str, size: float = 5.5) -> str:
    """The mark of a seat at a point: each has a shape of its own."""
    style = f'fill="{fill}" stroke="{INK}" stroke-width="1.6" stroke-linejoin="round"'
    if seat == 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}" {style}/>'
    shapes = (
        ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
        ((0, -1.2), (1.15, 0.85), (-1.15, 0.85)),
        ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
        ((0, 1.2), (-1.15, -0.85), (1.15, -0.85)),
        ((0, -1.2), (1.1, -0.4), (0.75, 1), (-0.75, 1), (-1.1, -0.4)),
    )
    points = " ".join(f"{x + size * a:.1f},{y + size * b:.1f}" for a, b in shapes[seat - 1])
    return f'<polygon points="{points}" {style}/>'


def jersey(colour: str, yellow: bool) -> str:
    """A jersey in a field of 48 by 48: yellow for the leader, else white with a band."""
    outline = "M15 5L4 12L9 23L14 20.5V43H34V20.5L39 23L44 12L33 5Q24 13 15 5Z"
    band = (
        f'<path d="M14 24H34V33H14ZM4 12L9 23L14 20.5V12ZM44 12L39 23L34 20.5V12Z" '
        f'fill="{colour}"/>'
    )
    return (
        f'<path d="{outline}" fill="{YELLOW if yellow else CARD}"/>{band}'
        f'<path d="{outline}" fill="none" stroke="{INK}" stroke-width="2.4" '
        f'stroke-linejoin="round"/><path d="M15 5Q24 13 33 5Q24 17.5 15 5Z" fill="{INK}"/>'
    )


def _card(ground: str, drawing: str) -> str:
    return f'<rect width="80" height="60" rx="6" fill="{ground}"/>{drawing}'


STAGE_CARDS = {
    "flat": _card(
        mix(YELLOW, 0.3),
        f'<circle cx="60" cy="20" r="9" fill="{YELLOW}"/>'
        f'<path d="M0 36H80V54Q80 60 74 60H6Q0 60 0 54Z" fill="{GREEN}"/>'
        f'<path d="M0 42H80V49H0Z" fill="{mix(INK, 0.85, GREEN)}"/>'
        f'<path d="M4 45.5H76" stroke="{CARD}" stroke-width="1.5" stroke-dasharray="7 5"/>'
        '<path d="M12 36C8 30 9 22 12 16C15 22 16 30 12 36ZM22 36C19 31 20 25 22 20'
        'C24 25 25 31 22 36ZM31 36C28.5 32 29 28 31 24C33 28 33.5 32 31 36Z" '
        f'fill="{mix(GREEN, 0.75, INK)}"/>',
    ),
    "mountain": _card(
        mix(CLIMB, 0.2),
        f'<path d="M0 54V44L22 14L38 36L54 8L80 46V54Z" fill="{CLIMB}"/>'
        '<path d="M22 14L30 25L25 24L21 29L17 23L14.5 24ZM54 8L63 21L57.5 20L53 26L48.5 19'
        f'L45.5 21.5Z" fill="{CARD}"/>'
        '<path d="M0 54Q0 60 6 60H74Q80 60 80 54V50Q60 44 40 50T0 48Z" '
        f'fill="{mix(CLIMB, 0.7, INK)}"/>',
    ),
    "downhill": _card(
        mix(DESCENT, 0.22),
        '<path d="M0 54V8Q12 10 26 26T58 44Q70 48 80 49V54Q80 60 74 60H6Q0 60 0 54Z" '
        f'fill="{DESCENT}"/>'
        '<path d="M0 54V22Q12 26 28 40T80 56Q79 60 74 60H6Q0 60 0 54Z" '
        f'fill="{mix(DESCENT, 0.75, INK)}"/>'
        f'<path d="M38 14L62 30M62 30L61 20M62 30L52 30" fill="none" stroke="{RED}" '
        'stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>',
    ),
    "time-trial": _card(
        mix(BLUE, 0.24),
        f'<rect x="35" y="3" width="10" height="8" rx="2" fill="{INK}"/>'
        f'<path d="M58 14l5-4" stroke="{INK}" stroke-width="4" stroke-linecap="round"/>'
        f'<circle cx="40" cy="34" r="23" fill="{INK}"/>'
        f'<circle cx="40" cy="34" r="18.5" fill="{CARD}"/>'
        f'<path d="M40 34V15.5A18.5 18.5 0 0 1 58.5 34Z" fill="{YELLOW}"/>'
        f'<path d="M40 34L51 23" stroke="{RED}" stroke-width="3" stroke-linecap="round"/>'
        f'<circle cx="40" cy="34" r="3" fill="{INK}"/>',
    ),
    "broom-wagon": _card(
        mix(ORANGE, 0.3),
        f'<path d="M0 48H80V54Q80 60 74 60H6Q0 60 0 54Z" fill="{ASPHALT}"/>'
        '<path d="M12 47V24Q12 20 16 20H48Q52 20 54 24L60 33L68 35Q71 36 71 39V47Z" '
        f'fill="{CARD}"/><path d="M46 24H51Q53 24 54 26L58 33H46Z" fill="{DESCENT}"/>'
        f'<path d="M12 36H42V42H12Z" fill="{ORANGE}"/>'
        f'<path d="M14 14L46 17" stroke="{AMBER}" stroke-width="3" stroke-linecap="round"/>'
        f'<path d="M46 11L64 10L65 24L46 22Z" fill="{YELLOW}"/>'
        f'<path d="M52 11V22M57 11V23" stroke="{AMBER}" stroke-width="1.4"/>'
        f'<g fill="{INK}"><circle cx="25" cy="48" r="7"/><circle cx="58" cy="48" r="7"/></g>'
        f'<g fill="{CARD}"><circle cx="25" cy="48" r="2.5"/><circle cx="58" cy="48" r="2.5"/></g>',
    ),
}
"""The five profiles, each in a field of 80 by 60."""
