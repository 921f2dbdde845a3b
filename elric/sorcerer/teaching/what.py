"""What is this? A small card on a counter, a hex, a color, a word or a phase, made from a view.

A card tells what anybody may know who sees that view: what is printed, what it does, what it is worth where it stands. What is not known
of the printed game says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from elric.kernel.bits import ones
from elric.sorcerer.components import law, units
from elric.sorcerer.components.board import BOARD, INDEX, MOUNTAIN, RIVER
from elric.sorcerer.components.colors import EXIT, GRAY, NAMES, ON_THE_WHEEL, VALUE, WHITE, line, on_line
from elric.sorcerer.components.colors import INDEX as COLORS
from elric.sorcerer.components.units import BY_ID, IDS, KIND, MAGICAL, UNITS
from elric.sorcerer.components.words import listed, where
from elric.sorcerer.magic.conjuring import PRICE
from elric.sorcerer.teaching.glossary import GLOSSARY
from elric.tutor.definition import Card, Line

View = Mapping[str, Any]

_PHASES: Final = {
    "setup": ("Set-up", "Each side puts its units where the scenario says.", "16.0"),
    "movement": ("Movement and conjuration", "The mover leads units, and his Sorcerers spend their points.", "4.1"),
    "attrition": (
        "Attrition, then vortexes",
        "Two colors are drawn; magical units there and in White may lose a step. Then every vortex runs.",
        "11.0",
    ),
    "combat": ("Joint combat", "In every shared hex everybody may attack; results come together.", "13.0"),
}
_DOES: Final = {
    units.DRAGON: ("Fast and cheap; its strength stays when it is depleted. While full it flies over rivers and mountains for nothing.", "6.65"),
    units.DEMON: ("The only unit that can be put inside a fortress as its garrison.", "14.2"),
    units.TROLL: ("Strong and nearly immobile alone: lead it with a Sorcerer of its color. Rivers cost it nothing.", "6.64"),
    units.HUMAN: ("Holds Gray cities, which score; cannot be conjured again, and no color or attrition touches it.", "15.22"),
    units.FORTRESS: ("Never moves. Shields its garrison, infantry and Sorcerers from vortexes, loses one step in a phase at most.", "14.1"),
    units.SORCERER: ("Conjures, flings, converts, restores: all for his points. Loses one step in a phase at most.", "12.17"),
}  # fmt: skip


def what(thing: str, view: View) -> Card | None:
    """The card for "unit:blue-troll-1", "area:0710", "color:blue", "term:pinned", "phase:combat" or "vortex"; None for anything else, and
    for counters that this view does not show."""
    kind, _, key = thing.partition(":")
    if kind == "unit" and key in BY_ID:
        return _unit(BY_ID[key], view)
    if kind == "area" and key in INDEX:
        return _hex(key, view)
    if kind == "color" and key in COLORS:
        return _color(COLORS[key])
    if kind == "term" and (term := GLOSSARY.term(key)) is not None:
        return Card(term.name, "a word of the game", (Line(term.says, term.clause[0]),))
    if kind == "phase" and key in _PHASES:
        title, says, clause = _PHASES[key]
        return Card(title, "a phase", (Line(says, clause),))
    if kind == "vortex":
        book = law.register()
        lines = (Line(book.get(law.EDITION, n).says, n) for n in ("8.11", "8.21", "8.22", "8.12"))
        return Card("Vortex", "a storm of chaos", tuple(lines))
    return None


# ---- counters ----------------------------------------------------------------------------------------------------------


def ground(view: View, name: str) -> int:
    """The color of a hex now, as a view tells it."""
    return COLORS[view["ground"].get(name, NAMES[BOARD.printed[INDEX[name]]])]


def _unit(u: int, view: View) -> Card | None:
    found = next(((h, c) for h, pile in view["stacks"].items() for c in pile if c["unit"] == IDS[u]), None)
    if found is None and IDS[u] not in view["hidden"]:
        return None
    h, state = found or (view["hidden"][IDS[u]], {"depleted": False, "pinned": False, "inside": False})
    low = 1 if state["depleted"] else 0
    (full, weak), (far, short) = units.STRENGTH[u], units.ALLOWANCE[u]
    printed = f"Strength {full}, depleted {weak}" + (
        f"; {far} movement points, depleted {short}." if far else "; it does not move."
    )
    lines = [Line(printed, "3.21"), Line(*_DOES[KIND[u]])]
    if KIND[u] == units.SORCERER:
        lines += _sorcerer(u, units.STRENGTH[u][low])
    elif KIND[u] != units.HUMAN:
        lines += _magical(u, ground(view, h), KIND[u] in PRICE)
    lines += _now(IDS[u], state, view)
    if UNITS[u].lost:
        lines.append(Line(f"Reconstructed: {listed(UNITS[u].lost)}. The printed counter is lost to us.", ""))
    return Card(UNITS[u].name, units.KIND_WORDS[KIND[u]], tuple(lines))


def _sorcerer(u: int, strength: int) -> list[Line]:
    if u == units.SHIR:
        return [
            Line(
                "Black: he is a vortex with a mind. He flings and teleports between Gray hexes, always on Neutral.",
                "21.2",
            )
        ]
    if u == units.FANE:
        return [Line("White: a die gives him a color in each combat and each of his own movements.", "19.33")]
    powers = ones(UNITS[u].powers)
    names = listed(NAMES[c].capitalize() for c in powers)
    lines = [Line(f"He has power in {names}: there he conjures and flings, and between such hexes he teleports.", "12.0"),
             Line(f"In a fight {strength} with magical units of {'his color' if len(powers) == 1 else 'one of his colors'}, but no more than they "
                  f"have; alone, in Gray or with others {strength // 2}. His Bolts always have {strength}.", "12.11")]  # fmt: skip
    if len(powers) > 1:
        lines.append(Line("No vortex harms him, or who is with him.", "8.22"))
    return lines


def _magical(u: int, here: int, walks: bool) -> list[Line]:
    color = UNITS[u].color
    if color == WHITE:
        return [Line("White: its color in a fight is the one that Fane's die gives.", "19.33")]
    best, worst = (color + 1) % ON_THE_WHEEL, (color - 1) % ON_THE_WHEEL
    lines = [
        Line(
            f"{NAMES[color].capitalize()} dominates {NAMES[best].capitalize()} and is dominated by {NAMES[worst].capitalize()}.",
            "5.0",
        )
    ]
    if here == GRAY:
        lines.append(
            Line("In Gray it counts 1 and adds no color; depleted it is gone there when combat begins or ends.", "13.3")
        )
    else:
        leaves = f", pays {EXIT[color][here]} to leave alone," if walks else ""
        lines.append(Line(f"Here, in {NAMES[here].capitalize()}, its color value is {VALUE[color][here]}: that is what it adds once to its stack"
                          f"{leaves} and the die up to which attrition strikes it." if walks else
                          f"Here its color value is {VALUE[color][here]}, added once to its stack.", "5.2"))  # fmt: skip
    if walks:
        lines.append(Line(f"To conjure one costs {PRICE[KIND[u]]} points.", "6.61"))
    return lines


def _now(uid: str, state: Mapping[str, Any], view: View) -> list[Line]:
    out = []
    if state["depleted"]:
        out.append(Line("Depleted: the next step removes it.", "13.5"))
    if state["pinned"]:
        out.append(Line("Pinned: it neither moves nor attacks, but defends as ever.", "13.5"))
    if state["inside"]:
        out.append(Line("On garrison: neither attrition nor vortexes reach it.", "14.21"))
    if uid in view["points_left"] and not MAGICAL >> BY_ID[uid] & 1:
        left = view["points_left"][uid]
        out.append(Line(f"{left} point{'' if left == 1 else 's'} left in this phase.", "6.32"))
    if uid in view["primes"].values():
        out.append(Line("A Prime Sorcerer: lost, he takes the game with him.", "15.25"))
    if uid in view["mending"]:
        out.append(Line("Restored when the phase ends.", "12.42"))
    return out


# ---- hexes and colors --------------------------------------------------------------------------------------------------


def _hex(name: str, view: View) -> Card:
    h = INDEX[name]
    color = ground(view, name)
    lines = [_ground(color)]
    if h in BOARD.cities:
        white = BOARD.cities[h].white
        lines.append(
            Line("A White city: 5 points, beside the 5 for the hex, to whoever's color the hex has been given." if white else
                 "A Gray city: 3 points to whoever has the stronger infantry in it at the end.", "15.22")
        )  # fmt: skip
    if color != BOARD.printed[h]:
        lines.append(Line(f"It is printed {NAMES[BOARD.printed[h]].capitalize()}.", "9.11"))
    if name in view["vortexes"]:
        lines.append(Line("A vortex is here: it strikes whoever enters.", "8.23"))
    kinds = {kind for _, kind in BOARD.sides[h]}
    if RIVER in kinds:
        lines.append(
            Line("A river runs along it: one point more to cross, nothing for trolls and full dragons.", "6.64")
        )
    if MOUNTAIN in kinds:
        lines.append(
            Line("Mountains stand at its side: two points more; full dragons fly, vortexes die there.", "6.64")
        )
    if name in view["seals"]:
        lines.append(Line(f"{view['seals'][name]} Stones under Seals lie here.", "19.23"))
    if BOARD.confidence[h] == "reconstructed":
        lines.append(Line("Reconstructed: the printed map is lost, and the color of this hex is ours.", ""))
    return Card(where(h), f"{NAMES[color]} hex", tuple(lines))


def _ground(color: int) -> Line:
    if color == GRAY:
        return Line(
            "Gray: magical units count 1 here, Sorcerers half; neither attrition nor vortexes come here; no Bolts, no teleporting.",
            "13.3",
        )
    if color == WHITE:
        return Line(
            "White: every color conjures here and has 6; attrition is certain; a Sorcerer who begins here full can convert it.",
            "9.11",
        )
    return Line(
        f"{NAMES[color].capitalize()}: {NAMES[color].capitalize()} units are worth 6 more here, and are wasted surest.",
        "5.0",
    )


def _color(color: int) -> Card:
    title = NAMES[color].capitalize()
    if color >= ON_THE_WHEEL:
        return Card(
            title,
            "off the wheel",
            (_ground(color) if color in (WHITE, GRAY) else Line("Shir's: always on Neutral.", "21.4"),),
        )
    rows = [Line(f"Against {NAMES[c].capitalize()} it attacks on {on_line(line(color, c))}; in a hex of it, "
                 f"its value is {VALUE[color][c]}.", "5.2") for c in range(ON_THE_WHEEL)]  # fmt: skip
    return Card(title, "a color of magic", tuple(rows))


__all__ = ["ground", "what"]
