"""Small drawings: mountains, trees, dunes, rocks, and the symbols and sea figures of ``drawings.svg``.

Each is a group to be put in ``<defs>`` once and used many times. Scattered ones have several slightly different
versions, generated from a fixed seed.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Collection
from pathlib import Path

#: The number of versions of each scattered drawing.
VERSIONS = {
    "peak": 6, "crag": 4, "hill": 3, "tree": 4, "pine": 3, "palm": 3,
    "dune": 3, "tuft": 3, "reed": 3, "stone": 3, "tooth": 4, "steam": 3,
    "wave": 3,
}  # fmt: skip
#: Half width and half height of each sea figure, units.
REACH = {
    "dragon": (36.0, 26.0), "octopus": (28.0, 24.0), "fish": (31.0, 22.0), "ship": (26.0, 24.0), "rose": (36.0, 46.0),
}  # fmt: skip


def _n(v: float) -> str:
    text = f"{v:.1f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _d(*parts: str | float) -> str:
    """Path data from command letters and numbers."""
    out = ""
    for part in parts:
        text = part if isinstance(part, str) else _n(part)
        glued = not out or out[-1].isalpha() or text[0].isalpha() or text[0] == "-"
        out += text if glued else " " + text
    return out


def _path(points: list[tuple[float, float]], close: bool = False) -> str:
    flat = [v for p in points[1:] for v in p]
    return _d("M", *points[0], "L", *flat) + ("Z" if close else "")


def _p(cls: str, data: str) -> str:
    return f'<path class="{cls}" d="{data}"/>'


def _peak(rng: random.Random, width: float, height: float, lines: int) -> str:
    """A mountain lit from the west, with its dark side hatched."""
    top = (rng.uniform(-0.08, 0.12) * width, -height)
    left = [(-width / 2, 0.0)]
    right = [(width / 2, 0.0)]
    for t in (0.35, 0.7):
        x, y = -width / 2 + (top[0] + width / 2) * t, -height * t
        left.append((x + rng.uniform(-1.4, 1.4), y + rng.uniform(-1.2, 1.6)))
        x = width / 2 + (top[0] - width / 2) * t
        right.append((x + rng.uniform(-1.4, 1.4), y + rng.uniform(-1.2, 1.6)))
    right = right[::-1]
    ridge = [top, (top[0] + rng.uniform(0.4, 2.2), -height * 0.62), (top[0] + rng.uniform(-2.6, 0.2), -height * 0.3)]
    ridge.append((top[0] + rng.uniform(-0.5, 2.0), rng.uniform(-0.4, 0.8)))
    strokes = ""
    for i in range(lines):
        t = (i + 0.6) / lines
        y = -height * (1 - t) + 1.2
        strokes += _d("M", top[0] + (width / 2 - top[0]) * t, y)
        strokes += _d("l", rng.uniform(-1.6, -0.4), -y * rng.uniform(0.45, 0.75))
    lit = _p("pl", _path([*left, top, *right], True))
    dark = _p("pd", _path([top, *right, *reversed(ridge[1:])], True))
    return lit + dark + _p("ps", strokes) + _p("pk", _path([*left, top, *right])) + _p("ps", _path(ridge))


def _hill(rng: random.Random) -> str:
    w, h = rng.uniform(17, 22), rng.uniform(6, 8.5)
    strokes = ""
    for f in (0.12, 0.24, 0.36):
        strokes += _d("M", w * f, -h * (0.86 - 2.2 * f * f), "l", -0.6, h * rng.uniform(0.35, 0.55))
    back = _d("M", -w / 2, 0.0, "Q", -w / 5, -2 * h, w / 2, 0.0)
    return _p("pl", back + "Z") + _p("ps", strokes) + _p("pk", back)


def _tree(rng: random.Random) -> str:
    bumps, r = 7, rng.uniform(4.6, 5.6)
    turns = [2 * math.pi * (i + rng.uniform(-0.15, 0.15)) / bumps for i in range(bumps)]
    points = [(r * 1.12 * math.cos(a), -8.2 + r * math.sin(a)) for a in turns]
    crown = _d("M", *points[0])
    for x, y in [*points[1:], points[0]]:
        crown += _d("A", r * 0.52, r * 0.52, "0 0 1", x, y)
    shade = _d("M", 1.0, -4.6, "Q", r, -4.8, r * 0.92, -9.0)
    return _p("tk", "M0 1V-5") + _p("lf", crown + "Z") + _p("ls", shade)


def _pine(rng: random.Random) -> str:
    h, w = rng.uniform(14, 17), rng.uniform(4.2, 5.2)
    half = [(w * 0.55, -h * 0.62), (w * 0.25, -h * 0.62), (w * 0.8, -h * 0.34), (w * 0.4, -h * 0.34), (w, -1.5)]
    outline = [(0.0, -h), *half, *[(-x, y) for x, y in reversed(half)]]
    return _p("tk", "M0 1.4V-2") + _p("lf", _path(outline, True))


def _palm(rng: random.Random) -> str:
    lean = rng.uniform(-2.5, 2.5)
    fronds = ""
    for a in (-2.7, -2.0, -1.1, -0.4, 0.35, 2.8):
        c, s = math.cos(a), math.sin(a)
        fronds += _d("M", lean, -11.0, "Q", lean + 5 * c, -13 + 4 * s, lean + 8 * c, -9 + 6 * s)
    return _p("tk", _d("M", 0.0, 1.0, "Q", lean / 3, -6.0, lean, -11.0)) + _p("fr", fronds)


def _dune(rng: random.Random) -> str:
    w = rng.uniform(15, 21)
    crest = _d("M", -w / 2, 0.0, "Q", -w / 6, -5.5, w / 8, -4.5, "Q", w / 4, -1.0, w / 2, 0.6)
    lee = _d("M", w / 8, -4.5, "Q", w / 12, -1.5, w / 4, 1.0)
    dots = "".join(_d("M", rng.uniform(-w / 3, w / 2), rng.uniform(2, 5), "h.1") for _ in range(5))
    return _p("dn", crest + lee + dots)


def _tuft(rng: random.Random) -> str:
    blades = ""
    for x in (-1.6, -0.4, 0.7, 1.8):
        blades += _d("M", x, 0.0, "Q", x * 1.2, -3.0, x * 1.9 + rng.uniform(-1, 1), rng.uniform(-7, -4.5))
    return _p("gr", blades)


def _reed(rng: random.Random) -> str:
    blades = "".join(_d("M", x, 0.0, "V", rng.uniform(-9, -5)) for x in (-3.0, -1.0, 1.2, 3.0))
    return _p("gr", blades + "M-7 .8H7M-4 3H5")


def _stone(rng: random.Random) -> str:
    w, h = rng.uniform(6, 9), rng.uniform(4, 6.5)
    shape = [(-w / 2, 0.0), (-w * 0.38, -h * 0.6), (-w * 0.05, -h), (w * 0.32, -h * 0.7), (w / 2, 0.0)]
    strokes = _d("M", w * 0.1, -h * 0.8, "l", 1.4, h * 0.55, "M", w * 0.3, -h * 0.55, "l", 0.8, h * 0.4)
    return _p("pl", _path(shape, True)) + _p("ps", strokes) + _p("pk", _path(shape))


def _tooth(rng: random.Random) -> str:
    """A pointed rock in the water, with a smaller one at its foot."""
    h, w, bend = rng.uniform(16, 23), rng.uniform(10, 13), rng.uniform(-3.0, 3.0)
    left = _d("M", -w / 2, 0.0, "Q", -w / 5, -h * 0.45, bend, -h)
    shape = left + _d("Q", w / 5 + bend / 2, -h * 0.4, w / 2, 0.0)
    dark = _d("M", bend, -h, "Q", w / 5 + bend / 2, -h * 0.4, w / 2, 0.0, "L", -w * 0.04, 0.0) + "Z"
    side = rng.choice((-1, 1))
    x, t = side * w * 0.62, h * rng.uniform(0.34, 0.46)
    small = _d("M", x - 3.4, 0.6, "Q", x - 0.8, -t * 0.5, x + side, -t, "Q", x + 1.4, -t * 0.4, x + 3.6, 0.6)
    foam = _d("M", -w, 1.8, "Q", -w / 2, 4.2, 0.0, 2.4, "T", w, 2.2)
    return _p("th", shape + "Z" + small + "Z") + _p("pd", dark) + _p("pk", small + shape) + _p("fo", foam)


def _steam(rng: random.Random) -> str:
    wisps = ""
    for x, tall in ((-5.0, 0.8), (0.0, 1.1), (5.0, 0.9)):
        h = rng.uniform(3.4, 4.4) * tall
        wisps += _d("M", x, 0.0, "c", -2.6, -h * 0.6, 2.6, -h * 1.2, 0.0, -h * 2)
        wisps += _d("c", -1.8, -h * 0.5, 1.2, -h, 0.4, -h * 1.4)
    bubbles = ""
    for _ in range(3):
        x, y, r = rng.uniform(-9, 9), rng.uniform(2, 6), rng.uniform(1, 2)
        bubbles += f'<circle class="bu" cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}"/>'
    return _p("sm", wisps) + bubbles


def _wave(rng: random.Random) -> str:
    """Two short swells, one behind the other."""
    a, b, shift = rng.uniform(5.5, 7.0), rng.uniform(4.0, 5.0), rng.uniform(-3.0, 6.0)
    rows = _d("M", -a * 1.5, 0.0, "q", a / 2, -3.6, a, 0.0, "t", a, 0.0, a, 0.0)
    return _p("wv", rows + _d("M", shift - b, 6.0, "q", b / 2, -2.6, b, 0.0, "t", b, 0.0))


_MAKERS: dict[str, Callable[[random.Random], str]] = {
    "peak": lambda rng: _peak(rng, rng.uniform(23, 29), rng.uniform(20, 27), 5),
    "crag": lambda rng: _peak(rng, rng.uniform(15, 19), rng.uniform(12, 16), 3),
    "hill": _hill,
    "tree": _tree,
    "pine": _pine,
    "palm": _palm,
    "dune": _dune,
    "tuft": _tuft,
    "reed": _reed,
    "stone": _stone,
    "tooth": _tooth,
    "steam": _steam,
    "wave": _wave,
}


def scattered(kinds: Collection[str] = ()) -> str:
    """All versions of the scattered drawings (of these kinds, where any are given) as groups named ``<kind><number>``."""
    rng = random.Random(1981)
    drawn = [(kind, i, make(rng)) for kind, make in _MAKERS.items() for i in range(VERSIONS[kind])]
    return "".join(f'<g id="{kind}{i}">{it}</g>' for kind, i, it in drawn if not kinds or kind in kinds)


def _rose() -> str:
    """A compass rose: two crosses of pointed arms, one half of each arm dark, on a graduated ring."""
    out = ['<circle class="bl" r="24"/><circle class="bl" r="21.4"/>']
    for first, length, waist in ((math.pi / 4, 21.0, 4.5), (0.0, 34.0, 5.6)):
        for i in range(4):
            a = first + math.pi / 2 * i
            tip = (length * math.sin(a), -length * math.cos(a))
            for side, cls in ((-1, "bf"), (1, "bd")):
                b = a + side * math.pi / 4
                out.append(_p(cls, _path([(0.0, 0.0), tip, (waist * math.sin(b), -waist * math.cos(b))], True)))
    ticks = ""
    for t in (math.pi / 16 * i for i in range(32)):
        s, c = math.sin(t), -math.cos(t)
        ticks += _d("M", 21.4 * s, 21.4 * c, "L", 24 * s, 24 * c)
    return "".join(out) + _p("bl", ticks) + _p("bl", "M-3.4-37V-45L3.4-37V-45")


def signs() -> str:
    """The groups of ``drawings.svg``, and the compass rose, as one string without line ends."""
    text = (Path(__file__).parent / "drawings.svg").read_text(encoding="utf-8")
    body = text[text.index("-->") + 3 : text.rindex("</svg>")]
    return re.sub(r"\s*\n\s*", "", body) + f'<g id="rose">{_rose()}</g>'
