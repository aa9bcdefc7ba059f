"""What is in the box of Tapas (§2, §3): plain data, no rules."""

from __future__ import annotations

from typing import Final

SIZE: Final = 6
"""The plate has 6 × 6 squares without the four corners: 32."""

JALAPENO, CROQUETA = 0, 1
COLOURS: Final = ("j", "c")
TAPAS_OF_VALUE: Final = (12, 3, 2, 1)
"""How many tapas of value 1, 2, 3 and 4 each player owns: 18 in all."""

EXTRAS: Final = ("TO", "KE", "MA", "WA", "SE", "AD")
"""Toast, Ketchup, Mayonnaise, Wasabi, Serviette (napkin), Addition (bill)."""

EXTRA_SLOTS: Final = {
    0: (),
    2: ((4, 3), (3, 4)),
    3: ((5, 2), (2, 3), (4, 5)),
    5: ((4, 2), (5, 3), (2, 4), (4, 4), (3, 5)),
}
"""Where the special sides of the board place 2, 3 or 5 Extras, as (x, y) from 1, top left."""


def is_corner(x: int, y: int) -> bool:
    """Is the square (x, y), counted from 0, one of the four missing corners?"""
    return x in (0, SIZE - 1) and y in (0, SIZE - 1)


def is_rim(x: int, y: int) -> bool:
    """Is the square (x, y), counted from 0, one of the 16 on which the first tapas stand?"""
    edge = x in (0, SIZE - 1) or y in (0, SIZE - 1)
    return edge and not is_corner(x, y)
