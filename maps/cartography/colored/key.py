"""The map key beside the board: the circle of the colors, what each looks like without its hue, lines and signs, the compass."""

from __future__ import annotations

from math import cos, pi, sin

from elric.sorcerer.components.board import BOARD
from elric.sorcerer.components.colors import GRAY, NAMES, ON_THE_WHEEL, WHITE
from elric.sorcerer.table.frame import KEY
from elric.sorcerer.table.palette import LOOKS

_SIZE = 19.0  # of words
# Where each of the kernel's directions points when west is at the top: degrees clockwise from straight up.
_NORTH = 90


def _hex(x: float, y: float, side: float) -> str:
    points = [(x + side * sin(k * pi / 3), y - side * cos(k * pi / 3)) for k in range(6)]
    return "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in points) + "Z"


def _ground(color: int, x: float, y: float, side: float, dark: bool) -> str:
    """A sample hex of a color with its pattern."""
    look, ring = LOOKS[color], _hex(x, y, side)
    over = f'<path fill="url(#p{color})" d="{ring}"/>' if look.lines or look.dots else ""
    return f'<path class="ge" fill="{look.night if dark else look.day}" d="{ring}"/>{over}'


def _words(x: float, y: float, words: str, cls: str = "kt", size: float = _SIZE) -> str:
    return f'<text class="{cls}" font-size="{size:g}" x="{x:.1f}" y="{y:.1f}">{words}</text>'


def _wheel(cx: float, cy: float, dark: bool) -> str:
    """The six colors in their circle, clockwise: each dominates the next."""
    out = []
    for color in range(ON_THE_WHEEL):
        turn = color * pi / 3
        x, y = cx + 86 * sin(turn), cy - 86 * cos(turn)
        out.append(_ground(color, x, y, 36, dark))
        out.append(f'<circle class="on" cx="{x:.1f}" cy="{y:.1f}" r="13"/>')
        out.append(_words(x, y + 6.5, LOOKS[color].letter, "cp", 19))
        a, b = turn + 0.42, turn + 0.72  # the arrow to the next
        (p, q), (u, v) = ((cx + 47 * sin(t), cy - 47 * cos(t)) for t in (a, b))
        out.append(f'<path class="ar" d="M{p:.1f} {q:.1f}A47 47 0 0 1 {u:.1f} {v:.1f}"/>')
        hx, hy = cos(b), sin(b)
        tip = f"M{u + 7 * hx:.1f} {v + 7 * hy:.1f}L{u - 3 * hx + 5 * hy:.1f} {v - 3 * hy - 5 * hx:.1f}L{u - 3 * hx - 5 * hy:.1f} {v - 3 * hy + 5 * hx:.1f}Z"
        out.append(f'<path class="si" d="{tip}"/>')
    return "".join(out)


def _compass(cx: float, cy: float) -> str:
    """The six directions with the die that a vortex takes each by."""
    out = [f'<path class="on" d="{_hex(cx, cy, 25)}"/>']
    for die, direction in enumerate(BOARD.towards, 1):
        turn = (direction * 60 + _NORTH) * pi / 180
        (x, y), (u, v) = ((cx + r * sin(turn), cy - r * cos(turn)) for r in (25, 38))
        out.append(f'<path class="ar" d="M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}"/>')
        out.append(_words(cx + 51 * sin(turn), cy - 51 * cos(turn) + 6.5, str(die), "cp", 20))
    for word, dx, dy in (("W", 0, -9), ("N", 13, 5), ("E", 0, 19), ("S", -13, 5)):
        out.append(_words(cx + dx, cy + dy, word, "cp", 14))
    return "".join(out)


def key(dark: bool) -> str:
    """The key as SVG, with the CSS classes of the drawing."""
    left, top, right, bottom = KEY
    centre, x = (left + right) / 2, left + 16
    out = [
        _words(centre, top + 44, "Sorcerer", "cp", 40),
        _words(centre, top + 68, "a board of our own: the printed one is lost", "it", 15.5),
        _words(centre, top + 112, "each color dominates the next", "it", 17),
        _wheel(centre, top + 248, dark),
    ]
    y = top + 408
    for n, color in enumerate((*range(ON_THE_WHEEL), WHITE, GRAY)):
        column, row = divmod(n, 4)
        cx, cy = x + 16 + column * 138, y + row * 40
        out.append(_ground(color, cx, cy, 18, dark))
        out.append(_words(cx + 24, cy + 0, NAMES[color].capitalize(), size=18))
        out.append(
            f'<text class="it kt" font-size="14.500" x="{cx + 24:.1f}" y="{cy + 15:.1f}">{LOOKS[color].motif}</text>'
        )
    y += 172
    out.append(f'<path class="ln" d="M{left + 20:.1f} {y - 24:.1f}H{right - 20:.1f}"/>')
    for cls in ("wh", "we", "wa", "wl"):
        out.append(f'<path class="{cls}" d="M{x:.1f} {y:.1f}h36"/>')
    out.append(_words(x + 48, y + 6, "River"))
    y += 36
    out.append(f'<path class="mb" d="M{x:.1f} {y + 4:.1f}h36"/>')
    out += [f'<use href="#pk" transform="translate({x + dx:.1f} {y + 5:.1f})scale(.9)"/>' for dx in (5, 18, 31)]
    out.append(_words(x + 48, y + 6, "Mountains"))
    for sign, words in (("cg", "City of men"), ("cw", "White city: magic")):
        y += 40
        out.append(f'<use href="#{sign}" x="{x + 18:.1f}" y="{y:.1f}"/>{_words(x + 48, y + 6, words)}')
    y += 28
    out.append(f'<path class="ln" d="M{left + 20:.1f} {y:.1f}H{right - 20:.1f}"/>')
    out.append(_words(centre, y + 30, "the die that sends a vortex on", "it", 17))
    out.append(_compass(centre, min(y + 108, bottom - 120)))
    return "".join(out)
