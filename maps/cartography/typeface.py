"""Text metrics of the map's fonts, and the fonts as data for the drawing.

The fonts are three small cuts of Alegreya (SIL Open Font License) in ``maps/fonts``; ``metrics.json`` beside them holds
their advance widths, so that measuring needs no font library.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path

#: Ascent and descent of a line of text, as shares of the font size.
ABOVE, BELOW = 0.71, 0.23
#: Line spacing, as a share of the font size.
LEADING = 0.98


@dataclass(frozen=True)
class Typeface:
    """Advance widths of the three cuts: ``text``, ``italic`` and ``caps``."""

    folder: Path
    advance: dict[str, dict[str, float]]

    @classmethod
    def load(cls, folder: Path) -> Typeface:
        """:raises FileNotFoundError: when ``metrics.json`` is not there."""
        raw = json.loads((folder / "metrics.json").read_text(encoding="utf-8"))
        return cls(folder, {cut: dict(data["advance"]) for cut, data in raw.items()})

    def advances(self, cut: str, text: str, size: float, spacing: float = 0.0) -> list[float]:
        """Width of each letter in drawing units; ``spacing`` is added after each, in em."""
        table = self.advance[cut]
        return [(table.get(c, 0.55) + spacing) * size for c in text]

    def width(self, cut: str, text: str, size: float, spacing: float = 0.0) -> float:
        return sum(self.advances(cut, text, size, spacing)) - spacing * size

    def css(self) -> str:
        """The cuts as ``@font-face`` rules with embedded fonts, as an SVG image cannot load files."""
        rules = []
        for cut, style in (("text", "normal"), ("italic", "italic"), ("caps", "normal")):
            data = base64.b64encode((self.folder / f"{cut}.woff2").read_bytes()).decode("ascii")
            family = "Young Caps" if cut == "caps" else "Young"
            rules.append(
                f"@font-face{{font-family:'{family}';font-style:{style};src:url(data:font/woff2;base64,{data})}}"
            )
        return "".join(rules)


def broken(text: str, lines: int) -> list[str] | None:
    """The text broken into that many lines of similar length; None when it has too few words."""
    words = text.split()
    if lines > len(words):
        return None
    best: tuple[int, list[str]] | None = None
    for cuts in combinations(range(1, len(words)), lines - 1):
        edges = (0, *cuts, len(words))
        out = [" ".join(words[a:b]) for a, b in pairwise(edges)]
        longest = max(map(len, out))
        if best is None or longest < best[0]:
            best = (longest, out)
    return best[1] if best else None


def block(face: Typeface, cut: str, lines: Sequence[str], size: float, spacing: float = 0.0) -> tuple[float, float]:
    """Width and height of a block of lines, drawing units."""
    width = max(face.width(cut, line, size, spacing) for line in lines)
    return width, size * (ABOVE + BELOW + LEADING * (len(lines) - 1))
