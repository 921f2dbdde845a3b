"""What exotics and Independents can do, and when it is worth it: each power weighed by whom it touches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from elric.dragon_pass.combat.factors import immune
from elric.dragon_pass.components.board import AROUND, BOARD, HEXES
from elric.dragon_pass.components.units import DRAGONS, HEROES, MGF, SUPERHEROES, UNITS
from elric.dragon_pass.description.phrases import heard
from elric.dragon_pass.exotics.earthquake import LONG, SHORT
from elric.dragon_pass.exotics.sartar import STORM_RADIUS
from elric.dragon_pass.independents.dragons import TO_LET
from elric.dragon_pass.independents.ethilrist import DARK_RADIUS, ETHILRIST
from elric.dragon_pass.independents.peoples import PEOPLES, people_at
from elric.dragon_pass.lab.walk import WORTH
from elric.dragon_pass.movement.zones import restless
from elric.dragon_pass.planning import words
from elric.dragon_pass.planning.aims import posts
from elric.dragon_pass.planning.battles import Legal
from elric.dragon_pass.planning.look import Look
from elric.dragon_pass.turn.horde import gathered_horde
from elric.kernel.bits import ones
from elric.kernel.steps import Action
from elric.opponents.definition import Plan

Power = Callable[[Look, list[Action]], Iterator[Plan]]
_BOUND: Final = 0.25  # what it is worth to make an enemy stand still at half, as a share of it
_GATHERED: Final = 6  # units of the Horde that are enough to call it
_LATE: Final = 5  # the Turn from which fewer are enough
_DRAGON: Final = 12.0  # what a Dragon is worth that may die or be lost


def powers(look: Look, may: Legal) -> Iterator[Plan]:
    """Every power that is worth using now, each with what it promises."""
    for verb, give in _POWERS.items():
        if verb in may:
            yield from give(look, may[verb])


def _dies(look: Look, h: int) -> float:
    """What of an enemy stack a blow of nature destroys."""
    pile = look.s.piles.get(h, ())
    if not look.enemy >> h & 1:
        return -sum([look.worth(u) for u in pile if not SUPERHEROES >> u & 1])
    return sum([look.worth(u) for u in pile if not SUPERHEROES >> u & 1 and not immune(look.s, u, pile)])


def _held(look: Look, hexes: int) -> float:
    """What the enemies in some hexes are worth that could be made to stand still."""
    s = look.s
    return sum(
        [
            look.worth(u)
            for h in ones(hexes & look.enemy)
            for u in s.piles[h]
            if not HEROES >> u & 1 and not immune(s, u, s.piles[h])
        ]
    )


def _ask(look: Look, able: list[Action]) -> Iterator[Plan]:
    """An emissary asks: whom one misses least."""
    s = look.s
    plain = [a for a in able if not HEROES >> a.args[0] & 1]
    heroes = [a for a in able if SUPERHEROES >> a.args[0] & 1 and not PEOPLES[people_at(s, s.place[a.args[0]])].wounds]
    for a in plain or heroes:
        u = a.args[0]
        k = people_at(s, s.place[u])
        name = PEOPLES[k].name
        why = f"I let {UNITS[u].name} ask {name} for help: {heard(u, k, 'me')}."
        if SUPERHEROES >> u & 1:
            why = f"I let {UNITS[u].name} ask {name} for help, as a Superhero lives whatever the answer is."
        yield words.plan(a, why, f"I ask {name} for help.", 30.0 - WORTH[u])


def _hail(look: Look, able: list[Action]) -> Iterator[Plan]:
    """A magician calls, which costs nothing but his magic of this Move."""
    for a in able:
        u, k = a.args
        why = f"I let {UNITS[u].name} call to {PEOPLES[k].name}: one time in two it is heard, and a refusal costs nothing."
        yield words.plan(a, why, f"I call to {PEOPLES[k].name} by a spell.", 20.0 - MGF[u] - k / 100)


def _feed(look: Look, able: list[Action]) -> Iterator[Plan]:
    """The Bat eats what is worth least, when nothing else is left to be done."""
    for a in able:
        u = a.args[0]
        why = f"I feed {UNITS[u].name} to the Bat: a meal that it misses costs twice as much tomorrow."
        yield words.plan(a, why, "I feed the Bat.", 0.4 - WORTH[u] / 100)


def _give(look: Look, able: list[Action]) -> Iterator[Plan]:
    for a in able:
        u = a.args[0]
        if WORTH[u] <= 6:
            yield words.plan(
                a,
                f"I give {UNITS[u].name} to Delecti, who is my ally then.",
                "I give Delecti what he asks for.",
                20.0 - WORTH[u],
            )


def _storm(look: Look, able: list[Action]) -> Iterator[Plan]:
    """The storm's centre kills, and all around stand still."""
    for a in able:
        h = a.args[0]
        if not look.enemy >> h & 1:
            continue
        gain = _dies(look, h) + _BOUND * _held(look, HEXES.disc(h, STORM_RADIUS))
        if gain > 14:
            text = f"I bring the storm down on {words.at(h)}: who stands there dies, and who stands near cannot move."
            yield words.plan(a, text, text, gain)


def _pillar(look: Look, able: list[Action]) -> Iterator[Plan]:
    for a in able:
        gain = sum(_dies(look, h) for h in a.args)
        if gain > 10:
            text = f"I raise the Pillar of Fire on {words.places(a.args)}: everything there burns."
            yield words.plan(a, text, text, gain)


def _horse(look: Look, able: list[Action]) -> Iterator[Plan]:
    near = sum(
        [
            look.worth(u)
            for h in ones(look.enemy)
            for u in look.s.piles[h]
            if UNITS[u].horse and not look.hidden >> u & 1
        ]
    )
    if near > 20:
        text = "I let Ironhoof bid the enemy's horses stand still for a Turn."
        yield words.plan(able[0], text, text, _BOUND * near)


def _loose(look: Look, able: list[Action]) -> Iterator[Plan]:
    """The Hound runs where it kills more enemies than friends."""
    s = look.s
    for a in able:
        gain = 0.0
        for h in HEXES.ray(s.place[ETHILRIST], a.args[0]):
            pile = s.piles.get(h, ())
            if any(SUPERHEROES >> u & 1 and not look.hidden >> u & 1 for u in pile):
                break
            gain += sum([look.worth(u) for u in pile]) * (1 if look.enemy >> h & 1 else -1)
        if gain > 10:
            text = "I let the Hound loose: it destroys all that it passes."
            yield words.plan(a, text, text, gain)


def _cloak(look: Look, able: list[Action]) -> Iterator[Plan]:
    s = look.s
    dark = HEXES.disc(s.place[ETHILRIST], DARK_RADIUS)
    own = sum([look.worth(u) for h in ones(dark & look.own) for u in s.piles[h] if not HEROES >> u & 1])
    gain = _BOUND * (_held(look, dark) - own)
    if gain > 10:
        text = "I throw the Cloak of Darkness: more enemies than friends of mine stand still in it."
        yield words.plan(able[0], text, text, gain)


def _quake(look: Look, able: list[Action]) -> Iterator[Plan]:
    """The earth breaks where most enemies stand."""
    long_line = able[0].verb == "quake"
    for a in able:
        h = a.args[0]
        if look.enemy >> h & 1:
            gain = _BOUND * _held(look, HEXES.disc(h, 2)) * (1.0 if long_line else SHORT / LONG)
            if gain > 4:
                text = f"I break the earth open at {words.at(h)}: enemies near it stand still, or fight at half."
                yield words.plan(a, text, text, gain)


def crack(look: Look, may: Legal) -> Iterator[Plan]:
    """A fracture goes on through most enemies."""
    for a in may.get("crack", ()):
        h = a.args[0]
        text = f"I let the earth break on to {words.at(h)}."
        gain = (_held(look, 1 << h) + 0.4 * _held(look, AROUND[h])) - 0.01 * h / HEXES.size
        yield words.plan(a, text, text, gain)


def _murder(look: Look, able: list[Action]) -> Iterator[Plan]:
    """The Assassins go for the best that can be seen."""
    s = look.s
    for a in able:
        h, depth = a.args
        pile = s.piles[h]
        u = pile[0] if depth == 0 else -1
        worth = look.worth(u) if u >= 0 and not (SUPERHEROES | DRAGONS) >> u & 1 else 3.0
        text = f"I set the Assassins on a counter in {words.at(h)}: one time in three it dies, and they are gone whatever comes of it."
        yield words.plan(a, text, text, worth / 3)


def _dragonfight(look: Look, able: list[Action]) -> Iterator[Plan]:
    """A Dragon comes down where many enemies stand close together: two times in three they die, two in three it dies."""
    s, wild = look.s, restless(look.s, look.seat)
    for a in able:
        u, h = a.args
        zone = (AROUND[h] | 1 << h) & look.enemy
        theirs = sum([look.worth(v) for n in ones(zone) for v in s.piles[n] if not SUPERHEROES >> v & 1])
        gain = 2 / 3 * theirs - _DRAGON
        owed = wild >> s.place[u] & 1
        if gain > 4 or owed:
            # one that has to fight does so when nothing else is left to do
            gain = gain if gain > 4 else (gain - 1000) / 1000
            why = f"I send {UNITS[u].name} to fight at {words.at(h)}: two times in three all enemies there and beside it die."
            yield words.plan(a, why, f"I send a Dragon to fight at {words.at(h)}.", gain)


def _dragonduel(look: Look, able: list[Action]) -> Iterator[Plan]:
    s = look.s
    for a in able:
        u, h = a.args
        hero = next((v for v in s.piles.get(h, ()) if SUPERHEROES >> v & 1 and not look.hidden >> v & 1), -1)
        if hero >= 0 and s.wounds.get(hero, 0) >= 3:
            why = f"I send {UNITS[u].name} to seek {UNITS[hero].name} in {words.at(h)}."
            yield words.plan(a, why, f"I send a Dragon to seek {UNITS[hero].name}.", WORTH[hero] / 2)


def cancel(look: Look, may: Legal) -> Iterator[Plan]:
    """A Dragon stops another where more than a Dragon is at stake."""
    s = look.s
    fighter = s.agenda[-1].fighter
    near = HEXES.disc(s.place[fighter], 3) & look.own
    stake = sum([WORTH[u] for h in ones(near) for u in s.piles[h]])
    for a in may.get("cancel", ()):
        why = f"I stop it with {UNITS[a.args[0]].name}: both Dragons go home."
        yield words.plan(a, why, "I stop it with a Dragon of mine: both go home.", stake / 3 - _DRAGON)
    text = "I let the Dragon come."
    yield words.plan(TO_LET(), text, text, 0.0)


def moving(look: Look, may: Legal) -> Iterator[Plan]:
    """Powers of the Movement Phase: who is called, who settles on whom, what appears."""
    s = look.s
    for a in may.get("call", ()):
        u, h = a.args
        text = f"I call {UNITS[u].name} to {words.at(h)}."
        yield words.plan(a, text, text, 30.0 - 5.0 * bool(look.beside(h)) + 0.1 * ((BOARD.walls | BOARD.high) >> h & 1))
    for a in may.get("return", ()):
        u, h = a.args
        yield words.plan(
            a, f"I bring {UNITS[u].name} back at {words.at(h)}.", f"I bring a counter back at {words.at(h)}.", 25.0
        )
    if "summon" in may and (len(gathered_horde(s)) >= _GATHERED or s.turn >= _LATE):
        text = "I call the Horde: enough of it has gathered."
        yield words.plan(may["summon"][0], text, text, 25.0)
    wanted = posts(look)
    for a in may.get("settle", ()):
        h = a.args[0]
        worth = look.swords(h) >= 8 or any(p.hexes >> h & 1 and p.weight >= 4 for p in wanted)
        if worth and _held(look, 1 << h):  # whom no magic touches they cannot hold
            text = f"I let the Sylphs settle on the stack in {words.at(h)}: it is caught as long as they stay."
            yield words.plan(a, text, text, 8.0 + look.swords(h) / 10)
    for a in may.get("appear", ()):
        h = a.args[1]
        if look.beside(h) or not look.enemy:
            continue
        near = min([HEXES.distance(h, e) for e in ones(look.enemy)])
        text = f"I let an Illusion appear in {words.at(h)}."
        why = f"{text[:-1]}: it fights as if it were real."
        yield words.plan(a, why, text, 2.0 - near / 10)


_POWERS: Final[dict[str, Power]] = {
    "ask": _ask,
    "hail": _hail,
    "give": _give,
    "feed": _feed,
    "storm": _storm,
    "pillar": _pillar,
    "halt-horse": _horse,
    "loose": _loose,
    "cloak": _cloak,
    "quake": _quake,
    "rift": _quake,
    "murder": _murder,
    "dragonfight": _dragonfight,
    "dragonduel": _dragonduel,
}

__all__ = ["cancel", "crack", "moving", "powers"]
