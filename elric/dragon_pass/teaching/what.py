"""What is this? A small card on a counter, a hex, a word or a phase, made from a view.

A card tells what anybody may know who sees that view: what is printed, what it does, how it stands now. What is not known of the
printed game says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from elric.dragon_pass.combat.factors import DAYS, MOON
from elric.dragon_pass.components.board import BOARD, INDEX
from elric.dragon_pass.components.units import BY_ID, SIDE_NAMES, UNITS, Unit
from elric.dragon_pass.independents.peoples import CITY_OF, PEOPLES
from elric.dragon_pass.teaching.glossary import GLOSSARY
from elric.tutor.definition import Card, Line

View = Mapping[str, Any]

_KINDS: Final = {
    "physical": "soldiers", "hero": "hero", "superhero": "Superhero", "best friend": "Best Friend", "hero magician": "hero and magician",
    "hero exotic": "hero", "hero magician exotic": "heroine and sorceress", "cyclical magician": "magicians of the moon",
    "steady magician": "magicians", "steady magician exotic": "magicians", "exotic": "strange being", "dragon": "Dragon",
    "carrier": "carriers", "giant carrier": "giant", "illusion": "Illusion", "zombie": "zombie",
}  # fmt: skip
# What single counters do, in plain words, by the counter or its kind.
_DOES: Final[dict[str, tuple[str, str]]] = {
    "crimson-bat": ("Lunar magicians within two hexes of it have 12. On Black and Dying days it must be fed.", "24.2"),
    "crater-makers": ("Every other day their spell cannot be sent back.", "24.4"),
    "full-moon-corps": ("Comes down beside a Lunar magician on Full day.", "24.5"),
    "dragontooth-runners": ("Appear beside Argrath whenever he likes.", "25.1"),
    "wind-children": ("Command the Sylphs, who go when they die.", "25.2"),
    "sylphs": ("Hold fast the enemy stack on which they settle; slain, they take it with them.", "25.3"),
    "stormwalkers-cult": ("Raise one storm in the game, small or great.", "26.1"),
    "the-dwarf": ("Doubles all factors of his gifts when he is with them.", "29.1"),
    "stone-man": ("Carries three units over any ground at no loss.", "29.3"),
    "cannon-cult": ("Nothing comes back on them when they fire.", "30.1"),
    "alchemical-transformer": ("Doubles the magic, or the range, of a magician with it.", "30.2"),
    "ironhoof": ("Once a game stops all enemy horses for a Turn.", "30.3"),
    "horse-herd": ("Carries two units two hexes farther than they walk.", "31.3"),
    "pteranodon": ("Flies, and carries one unit.", "32.5"),
    "dragon": ("Carries one master, fights in its own way, and is touched by no magic.", "38.1"),
    "cragspider-the-firewitch": ("Once a game raises the Pillar of Fire on three hexes.", "39.2"),
    "tusk-riders": ("Woods and ridges cost them nothing extra; roads give them nothing.", "39.5"),
    "giant": ("False: whenever it attacks, the enemy may call it over with a die.", "40.3"),
    "earthshaker-cult": ("Once a game breaks the earth.", "42.1"),
    "delecti-the-necromancer": ("His dead hang on him: if he dies they all fall.", "43.6"),
    "zombie": ("All zombies count in every battle; out of touch with Delecti they fall.", "43.3"),
    "sir-ethilrist": ("Rides the Hound, and owns the Cloak of Darkness.", "44.1"),
    "puppeteer-troupe": ("Calls up Illusionary Armies, and changes places with them.", "48.1"),
    "illusionary-army": ("Worth half of whom it faces; two or three together are even.", "48.3"),
    "prince-argrath": ("Keeps the Dragontooth Runners.", "25.1"),
    "harrek-the-berserk": ("His Best Friend is Gunda.", "17.5"),
    "gunda-the-guilty": ("Harrek's Best Friend: stacked together both double.", "17.6"),
    "jar-eel-the-razoress": ("Her Best Friend is Aelwrin.", "17.5"),
    "beat-pot-aelwrin": ("Jar-eel's Best Friend: stacked together both double.", "17.6"),
    "androgeus-the-unknowable": ("An Independent with two players, leader of Old Tarsh with three.", "47.1"),
}
_PHASES: Final = {
    "setup": ("Set-up", "Each side places its armies where the scenario says.", "64.2"),
    "early magic": ("Early magic", "Magic before the march; who is used now is spent for the Turn.", "7.2"),
    "movement": ("Movement", "Companies march, one after another.", "7.3"),
    "combat": ("Combat", "Battles, spells, emissaries and other powers.", "7.4"),
}


def what(thing: str, view: View) -> Card | None:
    """The card for "unit:krise", "area:2124", "term:sally", "phase:combat" or "day"; None for anything else, and for counters
    that this view does not show."""
    kind, _, key = thing.partition(":")
    if kind == "unit" and key in BY_ID and _shown(key, view):
        return _unit(UNITS[BY_ID[key]], view)
    if kind == "unit" and key.startswith("below-"):
        return Card("A counter face down", "below the top of a stack", (
            Line("Its owner knows it. You see it when it fights, or when it is turned up on top.", "7.6"),))  # fmt: skip
    if kind == "area" and key in INDEX:
        return _hex(INDEX[key])
    if kind == "term" and (term := GLOSSARY.term(key)) is not None:
        return Card(term.name, "a word of the game", (Line(term.says, term.clause[0]),))
    if kind == "phase" and key in _PHASES:
        title, says, clause = _PHASES[key]
        return Card(title, "a phase of the Move", (Line(says, clause),))
    if kind == "day" or thing == "day":
        return _day(view)
    return None


def _shown(key: str, view: View) -> bool:
    return any(key in stack["counters"] for stack in view["stacks"].values())


# ---- counters --------------------------------------------------------------------------------------------------------


def _unit(unit: Unit, view: View) -> Card:
    lines = [Line(unit.who, "")] if unit.who else []
    lines.append(Line(_factors(unit), "8.2"))
    if unit.superhero:
        lines.append(
            Line("Five Wounds kill; no magic touches this stack; all ground is open to it, walls too.", "18.5")
        )
    elif unit.hero:
        lines.append(
            Line(
                "Takes no room in a stack, lifts every other unit of it by one, goes over all ground but walls.", "17.2"
            )
        )
    elif not unit.counts:
        lines.append(Line("Takes no room in a stack.", "9.1"))
    if unit.wounds and not unit.superhero:
        lines.append(Line("May strike a Wound against a Superhero.", "9.2"))
    if unit.moon:
        day = view.get("day", -1)
        now = f": {MOON[day]} today, {DAYS[day]} day" if day >= 0 else ""
        lines.append(Line(f"Its magic goes with the moon{now}; 12 inside the Glowline.", "19.4"))
    elif unit.magician:
        lines.append(Line(f"Casts {unit.rf} hexes far, equally strong on every day.", "19.2"))
    elif unit.reflects:
        lines.append(Line("Sends spells back, but casts none.", "9.3"))
    if unit.flies:
        lines.append(Line("Flies: one point a hex, whatever lies below; roads give nothing.", "9.2"))
    does = _DOES.get(unit.id) or _DOES.get(unit.kind_id)
    if does:
        lines.append(Line(*does))
    if BY_ID[unit.id] in CITY_OF:
        home = BOARD.places[CITY_OF[BY_ID[unit.id]]].name
        lines.append(Line(f"Slain, it is home again in {home} at once, unless an enemy has taken it.", "33.1"))
    if unit.tarsh:
        lines.append(Line("A native of Tarsh: with three players it fights for Old Tarsh.", "8.9"))
    lines += _now(unit, view)
    lines += _doubtful(unit)
    side = SIDE_NAMES[("lunar", "sartar").index(unit.side)] if unit.side in ("lunar", "sartar") else "an Independent"
    return Card(unit.name, f"{_KINDS.get(unit.kind, unit.kind)}, {side}", tuple(lines))


def _factors(unit: Unit) -> str:
    parts = [f"combat {unit.cf}" if unit.cf else "a combat factor of its own kind"]
    magic = (
        "by the moon"
        if unit.moon
        else "beyond all magic"
        if unit.immune
        else str(unit.mgf)
        if unit.mgf
        else "of its own kind"
    )
    parts += [
        f"magic {magic}" if not unit.immune else magic,
        f"movement {unit.mf}" if unit.mf else "no movement of its own",
    ]
    if unit.rf:
        parts.append(f"range {unit.rf}")
    return f"{unit.printed}: {', '.join(parts)}."


def _now(unit: Unit, view: View) -> list[Line]:
    out = []
    if unit.id in view.get("points", {}):
        left = view["points"][unit.id]
        points = f"{left // 2 or ''}{'½' if left % 2 else ''}" if left > 0 else "no"
        out.append(Line(f"Has marched in this Move; {points} points left.", "8.4"))
    wounds = view.get("wounds", {}).get(unit.id)
    if wounds:
        out.append(Line(f"Bears {wounds} Wound{'' if wounds == 1 else 's'} of five.", "18.5"))
    for hunter, goat in view.get("scapegoats", {}).items():
        if goat == unit.id:
            out.append(Line(f"The Scapegoat: all factors doubled, hunted by {UNITS[BY_ID[hunter]].name}.", "18.1"))
        if hunter == unit.id:
            out.append(Line(f"Hunts {UNITS[BY_ID[goat]].name}, and attacks nobody else.", "18.1"))
    for effect in view.get("effects", ()):
        if unit.id in effect.get("counters", ()):
            says = {
                "still": "Bound: it neither marches nor attacks.",
                "half": "Halved by a power.",
                "tied": "Covered with its magic: rests a Move.",
            }
            out.append(Line(says.get(effect["kind"], "Under a power."), "9.3"))
    return out


def _doubtful(unit: Unit) -> list[Line]:
    """What is not known of the printed counter."""
    lost = {"arm": "whether it rides or walks", "wounds": "whether it may Wound"}
    told = [lost.get(x, x) for x in unit.lost]
    if told:
        return [Line(f"Reconstructed: {' and '.join(told)} stood on the counter only, and is our reading.", "")]
    if unit.confidence != "printed":
        return [Line("Reconstructed: the printed factors are not quite certain.", "")]
    return []


# ---- hexes and days --------------------------------------------------------------------------------------------------


def _hex(h: int) -> Card:
    place, lines = BOARD.place_at.get(h), []
    if place and BOARD.walls >> h & 1:
        lines.append(Line("Walls: all inside count twice, and are never driven out.", "13.7"))
    if BOARD.towns >> h & 1:
        lines.append(Line("Roads in every direction.", "11.6"))
    if BOARD.thick >> h & 1:
        name = "Forest" if BOARD.wood >> h & 1 else "Marsh" if BOARD.marsh >> h & 1 else "Delta"
        lines.append(Line(f"{name}: two points to enter, defenders count twice, death to who is driven here.", "11.3"))
    if BOARD.river >> h & 1:
        lines.append(
            Line(
                "River: a point in and a point out; half strength on it, and who attacks out of it doubles the enemy.",
                "11.2",
            )
        )
    if BOARD.ford >> h & 1:
        lines.append(Line("A ford: open ground.", "13.2"))
    if BOARD.high >> h & 1:
        lines.append(Line("On top of a ridge: two points to climb; defenders count twice against the slope.", "13.4"))
    if h in _ROADS:
        lines.append(Line("A primary road: half a point along it.", "11.6"))
    if BOARD.newt_hexes >> h & 1:
        lines.append(Line("A dragonewt road: one hex more, once a Move.", "11.8"))
    for people in PEOPLES:
        if people.home >> h & 1:
            lines.append(Line(f"Here {people.name} is asked for an alliance.", people.clause))
    if not lines:
        lines.append(Line("Open ground: one point.", "8.4"))
    lines.append(Line("The printed board is lost: where this lies is reconstructed.", "10.1"))
    return Card(BOARD.where(h), place.kind if place else "a hex", tuple(lines))


_ROADS: Final = frozenset(h for edge in BOARD.primary for h in edge)


def _day(view: View) -> Card | None:
    day = view.get("day", -1)
    if day < 0:
        return None
    week = ", ".join(f"{name} {MOON[k]}" for k, name in enumerate(DAYS))
    return Card(f"{DAYS[day]} day", "a phase of the moon", (
        Line(f"Cyclical magicians are worth {MOON[day]} today, outside the Glowline.", "20.1"),
        Line(f"The week: {week}.", "20.1"),
    ))  # fmt: skip


__all__ = ["what"]
