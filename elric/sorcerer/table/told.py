"""What the panels tell of strength: the circle of the colors on a ground, points as a budget, totals line by line, a die face by face."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import cos, pi, sin
from typing import Any, Final

from elric.sorcerer.combat.strength import Clash, Total
from elric.sorcerer.components.colors import INDEX as COLOR_INDEX
from elric.sorcerer.components.colors import NAMES, NO_COLOR, ON_THE_WHEEL, WHITE, ahead, line, on_line, value
from elric.sorcerer.components.table import COLUMNS, FIRST, PIN, column
from elric.sorcerer.components.units import ALLOWANCE, BY_ID, COLOR
from elric.sorcerer.table.palette import LETTERS, LOOKS
from elric.sorcerer.teaching.what import ground as lies
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.controls import chip
from elric.widgets.panels.controls import seat as seat_of

__all__ = ["budget", "chances", "clash", "points", "swatch", "wheel"]

_FAR: Final = 62.0  # of a color from the middle of the circle


def swatch(color: int) -> Markup:
    """A little hex in a color, before its name."""
    return html(
        '<svg class="so-swatch" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 1L22 6.500V17.500L12 23L2 17.500V6.500z" fill="{}" stroke="#17110a"/>'
        '<path d="M12 1L22 6.500V17.500L12 23L2 17.500V6.500z" fill="url(#so-p{})"/></svg>', LOOKS[color].day, color,
    )  # fmt: skip


def wheel(view: Mapping[str, Any], area: str, seat: int, white: int) -> Markup:
    """The six colors round a ground: what each is worth on it, which are the seat's, and how they meet those of others there.

    Args:
        view: a position as that seat sees it.
        white: what every color is worth in White.
    """
    ground = lies(view, area)
    mine = [COLOR_INDEX[word] for word in view["powers"].get(str(seat), ())]
    mine = [color for color in mine if color < ON_THE_WHEEL]

    def worth(color: int) -> int:
        return white if ground == WHITE else value(color, ground)

    cells = []
    for color in range(ON_THE_WHEEL):
        turn = color * pi / 3
        x, y = 86 + _FAR * sin(turn), 86 - _FAR * cos(turn)
        cells.append(_cell(color, x, y, 25))
        if color in mine:
            cells.append(html('<path class="ring" d="{}"/>', _hex(x, y, 27)))
        cells.append(
            html('<text class="on" x="{:.1f}" y="{:.1f}">{} {}</text>', x, y + 5, LETTERS[color], worth(color))
        )
    rows = [html("<li>{}<b>{}</b> ground {}</li>", swatch(ground), NAMES[ground].capitalize(), chip("5.2"))]
    rows += [html("<li>{}Your {} is worth <b>{}</b> here.</li>", swatch(c), NAMES[c], worth(c)) for c in mine]
    here = [
        (unit["owner"] == seat, _magic(unit["counter"], view)) for unit in view["units"].values() if unit["at"] == area
    ]
    ours = {color for own, color in here if own and color >= 0}
    for c in sorted(ours or set(mine)):
        rows += [_meeting(c, other) for other in sorted({color for own, color in here if not own and color >= 0})]
    said = f"On {NAMES[ground]}: " + ", ".join(f"{NAMES[c]} {worth(c)}" for c in range(ON_THE_WHEEL))
    return html(
        '<div class="so-wheel"><svg viewBox="0 0 172 172" role="img" aria-label="{}">{}{}<text class="on" x="86" y="91">{}</text></svg><ul>{}</ul></div>',
        said, join(cells), _cell(ground, 86, 86, 25), LETTERS[ground], join(rows),
    )  # fmt: skip


def _magic(counter: str, view: Mapping[str, Any]) -> int:
    """The color of a counter's magic on the circle, that of Fane's die for White ones [19.33]; NO_COLOR for none."""
    color = COLOR[BY_ID[counter]]
    color = COLOR_INDEX[view["fane"]] if color == WHITE else color
    return color if color < ON_THE_WHEEL else NO_COLOR


def _meeting(ours: int, theirs: int) -> Markup:
    one, other = line(ours, theirs), line(theirs, ours)
    return html(
        "<li>{}{} against {}{}: <b>{}</b>, and back {} {}</li>", swatch(ours), NAMES[ours], swatch(theirs), NAMES[theirs],
        on_line(one), on_line(other), chip("13.0"),
    )  # fmt: skip


def _hex(x: float, y: float, side: float) -> str:
    points = [(x + side * sin(k * pi / 3), y - side * cos(k * pi / 3)) for k in range(6)]
    return "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in points) + "Z"


def _cell(color: int, x: float, y: float, side: float) -> Markup:
    ring = _hex(x, y, side)
    return html(
        '<path class="cell" d="{r}" fill="{}"/><path d="{r}" fill="url(#so-p{})"/>', LOOKS[color].day, color, r=ring
    )


def budget(unit: Mapping[str, Any], left: int) -> Markup:
    """A counter's points as a row of boxes, those that are left filled."""
    whole = ALLOWANCE[BY_ID[unit["counter"]]][bool(unit.get("depleted"))]
    boxes = join(html('<i class="{}"></i>', "left" if n < left else "gone") for n in range(whole))
    said = f"{left} of {whole} points left"
    return html(
        '<div><p><b>{}</b>: {} {}</p><div class="so-points" role="img" aria-label="{}">{}</div></div>', unit["name"], said, chip("6.32"), said, boxes,
    )  # fmt: skip


def clash(met: Clash, attacker: str, defender: str) -> Markup:
    """One attack before its die: both totals line by line, the line of the table, and what each face comes to."""
    words = html(
        "<p><b>{} against {}: {}</b> on {}, column {} {}</p>", met.attack.sum, met.defence.sum, ahead(met.differential),
        on_line(met.line), column(met.differential, met.line), chip("13.4"),
    )  # fmt: skip
    return html("<div>{}{}{}</div>", _sums(((attacker, met.attack), (defender, met.defence))), words, _dice(met))


def _sums(both: Iterable[tuple[str, Total]]) -> Markup:
    rows = []
    for side, total in both:
        for one in total.lines:
            words = f"{NAMES[total.color]} on this ground" if one.words == "color" else one.words
            rows.append(html('<tr><td>{} {}</td><td class="n">{}</td></tr>', words, chip(one.clause), one.adds))
        rows.append(html('<tr class="sum"><th scope="row">{}</th><td class="n">{}</td></tr>', side, total.sum))
    return html('<table class="so-sums"><tbody>{}</tbody></table>', join(rows))


def _dice(met: Clash) -> Markup:
    """What each face of the die comes to; a star where the printed table is lost and the cell is ours."""
    row = COLUMNS[column(met.differential, met.line) - FIRST]
    faces = []
    lost = False
    for die, cell in enumerate(row, 1):
        ours = cell.low != cell.high
        lost |= ours
        faces.append(html("<li><b>{}</b><small>{}{}</small></li>", die, _short(cell.result), "*" if ours else ""))
    told = (
        html(
            '<p class="quiet-words">* this cell of the printed table is lost: it is ours, within what the text allows.</p>'
        )
        if lost
        else NOTHING
    )
    return html('<ol class="so-dice" aria-label="What each face of the die comes to">{}</ol>{}', join(faces), told)


def _short(result: int) -> str:
    return "pin" if result == PIN else "–" if not result else f"{result} step{'s' if result > 1 else ''}"


def chances(met: Clash) -> str:
    """An attack in a few words: "5 in 6 a step or more, 1 in 6 pinned"."""
    faces = [met.result(die) for die in range(1, 7)]
    steps, pins = sum(x > 0 for x in faces), faces.count(PIN)
    some = [f"{n} in 6 {words}" for n, words in ((steps, "a step or more"), (pins, "pinned")) if n]
    return ", ".join(some) or "nothing can come of it"


def points(view: Mapping[str, Any], players: Mapping[int, Mapping[str, Any]]) -> Markup:
    """Everybody's points as they stand, by what they are for [15.1]; nothing for one player alone."""
    if len(players) < 2:
        return NOTHING
    rows = []
    for key, row in view["score"].items():
        cells = join(html("<td>{}</td>", row[part]) for part in _POINTS.values())
        player = players[int(key)]
        rows.append(html('<tr><th scope="row">{}</th>{}</tr>', seat_of(player["hue"], player["name"]), cells))
    head = join(html('<th scope="col">{}</th>', words) for words in _POINTS)
    sums = join(
        html(" {} <b>{}</b>", seat_of(players[int(key)]["hue"], players[int(key)]["name"]), row["sum"])
        for key, row in view["score"].items()
    )
    return html(
        '<details class="tracks" data-key="points"><summary>Points:{}</summary><table class="so-score"><thead><tr><td></td>{}</tr></thead>'
        "<tbody>{}</tbody></table></details>", sums, head, join(rows),
    )  # fmt: skip


_POINTS: Final = {
    "destroyed": "destroyed", "hexes": "converted", "cities": "gray_cities", "White cities": "white_cities", "sum": "sum",
}  # fmt: skip
