"""How each color looks: a tint by day and by night, a pattern, a letter. Whoever sees no hues reads the pattern.

The tints were chosen so that any two stay apart for normal sight and for the three kinds of colour-blindness alike, and the
patterns so that each has a name of its own: waves, leaves, dots, strokes, flames, crosses, bricks, and none for White.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from elric.sorcerer.components.colors import BLACK, BLUE, GRAY, GREEN, ORANGE, PURPLE, RED, WHITE, YELLOW
from elric.widgets.markup import NOTHING, Markup, html

__all__ = ["LETTERS", "LOOKS", "Shade", "pattern"]


class Shade(NamedTuple):
    """A color as it is drawn.

    Attributes:
        day, night: the ground on the map.  ink, night_ink: the pattern over it.
        letter: on counters.  motif: the pattern in words.
        tile, lines, dots: the side of a tile of it, what is stroked there and what is filled, as SVG path data.
    """

    day: str
    night: str
    ink: str
    night_ink: str
    letter: str
    motif: str
    tile: float = 12.0
    lines: str = ""
    dots: str = ""


LOOKS: Final = {
    BLUE: Shade("#81a6ea", "#2f78b6", "#1d4590", "#a9c8ff", "B", "waves", 12, "M0 4q3 -3.200 6 0t6 0M0 10q3 -3.200 6 0t6 0"),
    GREEN: Shade("#5e7a64", "#244c46", "#16361d", "#9fd2a6", "G", "leaves", 12, "M1 5.500l3-4 3 4M7 11.500l3-4 3 4M-5 11.500l3-4 3 4"),
    YELLOW: Shade("#ffe069", "#d4b743", "#8a6a00", "#5a4500", "Y", "dots", 10, "",
                 "M3 1.200a1.500 1.500 0 1 0 .01 0zM8 6.200a1.500 1.500 0 1 0 .01 0z"),
    ORANGE: Shade("#d18d4b", "#ac6b31", "#7a3a00", "#ffd2a0", "O", "strokes", 9, "M-2 2l4-4M0 9l9-9M7 11l4-4"),
    RED: Shade("#b93614", "#7d2700", "#ffc3ab", "#ff9f8a", "R", "flames", 12, "",
              "M3.500 6.500c-3-1.500-1-4 0-6 1 2 3 4.500 0 6zM9.500 12.500c-3-1.500-1-4 0-6 1 2 3 4.500 0 6z"),
    PURPLE: Shade("#6f559e", "#48216a", "#e0cdfc", "#c9aaf2", "P", "crosses", 12, "M3.500 1v5M1 3.500h5M9.500 7v5M7 9.500h5"),
    WHITE: Shade("#ffffff", "#e2e5d5", "#8a8575", "#5c5646", "W", "plain"),
    GRAY: Shade("#9b9ca3", "#7a797d", "#3c3d44", "#26262a", "", "bricks", 12, "M0 .5h12M0 6.500h12M3 .5v6M9 6.500v6"),
    BLACK: Shade("#26222a", "#26222a", "#8f8799", "#8f8799", "K", "plain"),
}  # fmt: skip
LETTERS: Final = {color: look.letter for color, look in LOOKS.items()}


def pattern(color: int, name: str, dark: bool, opacity: float = 0.55) -> Markup:
    """The pattern of a color as an SVG `pattern` of that id; nothing for a color without."""
    look = LOOKS[color]
    if not look.lines and not look.dots:
        return NOTHING
    ink = look.night_ink if dark else look.ink
    lines = (
        html('<path d="{}" fill="none" stroke="{}" stroke-width="1.300"/>', look.lines, ink) if look.lines else NOTHING
    )
    dots = html('<path d="{}" fill="{}"/>', look.dots, ink) if look.dots else NOTHING
    return html(
        '<pattern id="{}" width="{t:g}" height="{t:g}" patternUnits="userSpaceOnUse"><g opacity="{}">{}{}</g></pattern>',
        name, opacity, lines, dots, t=look.tile,
    )  # fmt: skip
