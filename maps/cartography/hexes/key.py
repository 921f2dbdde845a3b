"""The map key beside the hex board: its title, the days of the moon, and the meaning of each ground, line and symbol."""

from __future__ import annotations

from elric.dragon_pass.combat.factors import MOON
from elric.dragon_pass.table.frame import DAYS, KEY, SCALE

#: The dark share of the moon, by day: it waxes until the fourth and wanes after it.
_DARK = (1.0, 0.66, 0.33, 0.0, 0.33, 0.66, 0.82)
_NAMES = ("Black", "", "", "Full", "", "", "")
_SIGNS = (
    ("city", "City"), ("fort", "Fort"), ("temple", "Temple"), ("town", "Town"), ("newt", "Dragonewts"), ("rest", "Dragonrest"),
    ("home", "Home of a people"), ("power", "Place of power"), ("rune", "Special hex"), ("ruins", "Ruins"),
)  # fmt: skip
_LINES = (
    (("re", "ro"), "Primary road"), (("th", "tr"), "Secondary road"), (("nh", "nw"), "Dragonewt road"),
    (("we", "wa"), "River"), (("fr",), "Where a land ends"),
)  # fmt: skip
_GROUNDS = (
    ("^", "Ridge: strokes run downhill"),
    ("f", "Forest"),
    ("m", "Marsh"),
    ("d", "Delta"),
    ("=", "Ford or bridge"),
)


def _hex(x: float, y: float, side: float) -> str:
    h = side * 3**0.5 / 2
    return f"M{x - side:.1f} {y:.1f}l{side / 2:.1f}-{h:.1f}h{side:.1f}l{side / 2:.1f} {h:.1f}l-{side / 2:.1f} {h:.1f}h-{side:.1f}Z"


def _moons() -> str:
    out = []
    for day, ((x, y), dark, strength, name) in enumerate(zip(DAYS, _DARK, MOON, _NAMES, strict=True)):
        r, waning = 17.0, day > _DARK.index(0.0)
        out.append(f'<circle class="mo" cx="{x:.1f}" cy="{y:.1f}" r="{r}"/>')
        if dark >= 1:
            out.append(f'<circle class="md" cx="{x:.1f}" cy="{y:.1f}" r="{r}"/>')
        elif dark > 0:
            bulge = r * (1 - 2 * dark)
            side = int(waning)  # the lit side is right when waxing, left when waning
            sweep = int(bulge > 0) ^ side
            out.append(
                f'<path class="md" d="M{x:.1f} {y - r:.1f}A{r} {r} 0 0 {side} {x:.1f} {y + r:.1f}'
                f'A{abs(bulge):.1f} {r} 0 0 {sweep} {x:.1f} {y - r:.1f}Z"/>'
            )
        out.append(f'<text class="cp km" font-size="20" x="{x:.1f}" y="{y + 42:.1f}">{strength}</text>')
        if name:
            out.append(f'<text class="it" font-size="17" x="{x:.1f}" y="{y - 31:.1f}">{name}</text>')
    return "".join(out)


def key() -> str:
    """The key as SVG, with the CSS classes of the drawing."""
    left, top, right, bottom = KEY
    centre, x = (left + right) / 2, left + 22
    out = [
        f'<text class="cp km" font-size="40" letter-spacing="3" x="{centre:.1f}" y="{top + 50:.1f}">Dragon Pass</text>',
        f'<text class="it" font-size="17.500" x="{centre:.1f}" y="{top + 78:.1f}">a board of our own: the printed one is lost</text>',
        f'<path class="ln" d="M{left + 30:.1f} {top + 96:.1f}H{right - 30:.1f}"/>',
        _moons(),
        f'<text class="it" font-size="16.500" x="{centre:.1f}" y="{DAYS[0][1] + 66:.1f}">what the moon lends Lunar magic, day by day</text>',
        f'<path class="ln" d="M{left + 30:.1f} {DAYS[0][1] + 84:.1f}H{right - 30:.1f}"/>',
    ]
    y = DAYS[0][1] + 116
    for letter, words in _GROUNDS:
        out.append(_ground(letter, x + 18, y))
        out.append(f'<text class="kt" font-size="19.500" x="{x + 52:.1f}" y="{y + 6:.1f}">{words}</text>')
        y += 37
    y += 4
    for classes, words in _LINES:
        out += [f'<path class="{cls}" d="M{x - 2:.1f} {y:.1f}h40"/>' for cls in classes]
        out.append(f'<text class="kt" font-size="19.500" x="{x + 52:.1f}" y="{y + 6:.1f}">{words}</text>')
        y += 31
    out.append(f'<path class="wf" d="{_hex(x + 18, y, 13)}"/><path class="wk" d="{_hex(x + 18, y, 13)}"/>')
    out.append(f'<text class="kt" font-size="19.500" x="{x + 52:.1f}" y="{y + 6:.1f}">Walls</text>')
    y += 42
    half = (len(_SIGNS) + 1) // 2
    for n, (sign, words) in enumerate(_SIGNS):
        column, row = divmod(n, half)
        sx, sy = x + 18 + column * 186, y + row * 33
        out.append(f'<use href="#{sign}" transform="translate({sx:.1f} {sy:.1f})scale(1.25)"/>')
        out.append(f'<text class="kt" font-size="18" x="{sx + 24:.1f}" y="{sy + 6:.1f}">{words}</text>')
    out.append(_counter(x + 82, bottom - 112))  # above the buttons of the map, which stand in the corner
    out.append(_compass(right - 62, bottom - 112))
    return "".join(out)


def _ground(letter: str, x: float, y: float) -> str:
    """A sample hex with the ground in it; its colour is set by a CSS class."""
    ring = _hex(x, y, SCALE * 1.05)
    inside = {
        "^": f'<path class="ri" d="{ring}"/><use href="#crag0" transform="translate({x:.1f} {y + 6:.1f})scale(.8)"/>',
        "f": f'<use href="#tree0" transform="translate({x - 5:.1f} {y + 6:.1f})scale(.6)"/><use href="#pine0" transform="translate({x + 5:.1f} {y + 8:.1f})scale(.6)"/>',
        "m": f'<use href="#reed0" transform="translate({x:.1f} {y + 5:.1f})scale(.8)"/>',
        "d": f'<use href="#reed1" transform="translate({x:.1f} {y + 5:.1f})scale(.6)"/>',
        "=": "",
    }[letter]
    return f'<path class="k{ord(letter)} gk" d="{ring}"/>{inside}'


def _counter(x: float, y: float) -> str:
    """A sample counter with its four numbers, each with its meaning."""
    s = 27.0
    numbers = (("4", -14, -10, "end", -36, -14, "combat"), ("2", 14, -10, "start", 36, -14, "magic"),
               ("5", -14, 21, "end", -36, 20, "movement"), ("3", 14, 21, "start", 36, 20, "range"))  # fmt: skip
    out = [f'<rect class="sg" x="{x - s:.1f}" y="{y - s:.1f}" width="{2 * s}" height="{2 * s}" rx="4"/>']
    out.append(f'<circle class="ln" style="stroke-width:2;opacity:1" cx="{x:.1f}" cy="{y:.1f}" r="7.500"/>')
    for digit, dx, dy, anchor, wx, wy, word in numbers:
        out.append(f'<text class="cp km" font-size="19" x="{x + dx:.1f}" y="{y + dy:.1f}">{digit}</text>')
        out.append(
            f'<text class="it" style="text-anchor:{anchor}" font-size="16.500" x="{x + wx:.1f}" y="{y + wy:.1f}">{word}</text>'
        )
    return "".join(out)


def _compass(x: float, y: float) -> str:
    """West is at the top, as printed."""
    words = (("W", 0, -34), ("N", 36, 6), ("E", 0, 46), ("S", -36, 6))
    letters = "".join(
        f'<text class="cp km" font-size="18" x="{x + dx:.1f}" y="{y + dy:.1f}">{word}</text>' for word, dx, dy in words
    )
    return (
        f'<path class="si" d="M{x:.1f} {y - 26:.1f}l5 21 21 5-21 5-5 21-5-21-21-5 21-5Z" opacity=".75"/>'
        f'<path class="sr" d="M{x + 28:.1f} {y:.1f}l-20 -5v10Z"/>{letters}'
    )
