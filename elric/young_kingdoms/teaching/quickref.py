"""The quick reference of an edition: made from the engine's own tables and the register, on three printed pages.

No figure stands here that the engine does not use: each is read from its tables, or found by asking it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from elric.kernel.chance import ScriptedChance
from elric.kernel.clauses import value_words
from elric.tutor.quickref import Section
from elric.young_kingdoms.combat import battle
from elric.young_kingdoms.components import board, law, pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.magic import balance
from elric.young_kingdoms.magic_phase.casting import SPELLS_A_BATTLE
from elric.young_kingdoms.march import next_area as march
from elric.young_kingdoms.movement.ships import boarding_cost
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.state import CONTAINER, PHASES, State
from elric.young_kingdoms.reinforcements import mustered
from elric.young_kingdoms.wild import random_attacks, wilderness

Pair = tuple[str, ...]
_PHASES: Final[tuple[tuple[str, Pair], ...]] = (
    ("appearance", ("5.0A", "4.1")),
    ("replacement", ("5.0B", "4.2")),
    ("movement", ("5.0C", "4.3")),
    ("search", ("5.0D", "4.4")),
    ("magic", ("5.0E", "4.5")),
    ("combat", ("5.0F", "4.6")),
    ("muster", ("5.0G", "4.7")),
    ("drift", ("5.0H", "4.8")),
)


def _numbers(edition: str, *pairs: Pair) -> tuple[str, ...]:
    return tuple(law.cite(p, edition) for p in pairs)


def _scene(edition: str, **parts: Any) -> Game:
    return Game.at({"scenario": "successor", "rules": edition, "turn": 3, **parts}, leaderless=True)


# ---- the engine, asked ----------------------------------------------------------------------------------------------


def boarding(edition: str) -> dict[str, int]:
    """What going aboard costs: "army port", "army coast", "hero port", "hero coast"."""
    port = next(a for a in BOARD.home["jharkor"] if BOARD.ports[a])
    coast, sea = next(
        (a, x)
        for a in BOARD.home["jharkor"]
        for x in BOARD.near[a]
        if not BOARD.city[a] and BOARD.kind[x] == board.SEA and x not in BOARD.ports[a]
    )
    out = {}
    for where, a, at in (("port", port, port), ("coast", coast, sea)):
        units: dict[str, list[str]] = {BOARD.ids[a]: ["yishana", "jharkor-army-1"]}
        units.setdefault(BOARD.ids[at], []).append("jharkor-fleet-1")
        s = _scene(edition, nations={"jharkor": 0}, units=units).state
        for who, u in (("army", "jharkor-army-1"), ("hero", "yishana")):
            out[f"{who} {where}"] = boarding_cost(s, pieces.INDEX[u], pieces.INDEX["jharkor-fleet-1"])
    return out


def search_rolls(edition: str) -> dict[str, int]:
    """The least die that finds: "first", "again" after a failure last turn, "other" after one for something else."""
    s = _scene(edition).state
    a = next(x for x in BOARD.lands if BOARD.wild[x])
    out = {"first": wilderness.chance_needed(s, a, wilderness.MAGIC_THERE)}
    for name, what in (("again", wilderness.MAGIC_THERE), ("other", wilderness.ENEMIES)):
        s.tries = ((s.player, a, what, s.turn - 1),)
        out[name] = wilderness.chance_needed(s, a, wilderness.MAGIC_THERE)
    return out


def attacks(edition: str, spell: int, dark: bool) -> bool:
    """Whether a spell drawn in a random attack falls upon a stack that holds Chaos magic (`dark`) or none."""
    a = next(x for x in BOARD.lands if BOARD.wild[x] and not BOARD.special[x])
    s = _scene(
        edition,
        nations={"pan-tang": 0},
        units={BOARD.ids[a]: ["jagreen-lern", "pan-tang-army-1"]},
        hands={"jagreen-lern": ["arioch"] if dark and spell != spells.INDEX["arioch"] else []},
    ).state
    if dark and spell == spells.INDEX["arioch"]:
        return True
    left = [i for i, at in enumerate(s.spell_at) if at == CONTAINER]
    events: list[dict[str, Any]] = []
    stack = tuple(u for u in range(pieces.SIZE) if s.place[u] == a)
    cx = Context(ScriptedChance([left.index(spell)]), events)
    random_attacks.RANDOM.run(s, random_attacks.RANDOM.frame(a, 0, stack), cx)
    return any(e["kind"] == "random attack" and e["attacks"] for e in events)


def boxes(edition: str) -> tuple[int, ...]:
    """The numbers in the boxes of one arm of the Balance, from the middle outwards."""
    s = _scene(edition).state
    return tuple(balance.box_value(s, n) for n in range(1, int(s.rules.balance_arm) + 1))


def _rate(s: State, of: Callable[[int], int]) -> str:
    values = sorted({of(u) for u in pieces.FLEETS if pieces.NATION[u] >= 0})
    return str(values[0]) if len(values) == 1 else f"{values[0]} to {values[-1]}"


# ---- the boxes ------------------------------------------------------------------------------------------------------


def _turn(e: str) -> Section:
    rows = []
    for n, (phase, pair) in enumerate(_PHASES, 1):
        if phase not in PHASES:
            raise LookupError(f"the engine has no phase “{phase}”")
        c = law.register().get(e, law.cite(pair, e).split()[0])
        title = c.title.split(": ", 1)[-1]
        rows.append((str(n), title[:1].upper() + title[1:], first_sentence(c.says), c.number))
    return Section("turn", "The turn", _numbers(e, ("5.0", "4")), ("", "Step", "What is done", "Rule"), tuple(rows))


def first_sentence(text: str) -> str:
    """The first sentence of a clause."""
    head, dot, _ = text.partition(". ")
    return head + "." if dot else text


def _movement(e: str) -> Section:
    s = _scene(e).state
    cost = boarding(e)
    mage = pieces.INDEX["theleb-kaarna"]
    land = BOARD.lands[0]
    sea = next(a for a in BOARD.seas if not BOARD.special[a])
    rows = [
        ("Movement by land, armies and personalities", str(pieces.LAND_MOVES), "7.2 6.2"),
        ("One area of land", str(march.cost_of(s, (mage,), march.MARCH, land)), "7.2 6.2"),
        ("One sea on foot (magicians, Melniboneans)", str(march.cost_of(s, (mage,), march.MARCH, sea)), "7.3 6.3"),
        ("One sea by ship", str(march.cost_of(s, (), march.SAILING, sea)), "7.3 6.31"),
        ("Movement of fleets, armies they carry", f"{_rate(s, pieces.MOVE.__getitem__)}; {_rate(s, pieces.CARRY.__getitem__)}", "7.1 6.1"),
        ("Going aboard in a port: army, personality", f"{cost['army port']}, {cost['hero port']}", "7.3 6.31"),
        ("Going aboard on an open coast: army, personality", f"{cost['army coast']}, {cost['hero coast']}", "7.3 6.31"),
        ("From a ship in port onto the quay, paid by the ship", str(s.rules.ashore_cost), "7.3 6.31"),
        ("Landing on a coast", "1, paid by the ship" if s.rules.landing_by == "ship" else "1, paid by those who land", "7.3 6.31"),
        ("Too many armies aboard", _OVERLOAD[s.rules.overload], "7.1 6.1"),
        ("Left behind to ride on past an enemy", f"{s.rules.overrun_ratio} × his strength", "10.9.2 9.92"),
    ]  # fmt: skip
    return _listed("movement", "Movement points", e, rows)


_OVERLOAD = {"sinks": "the fleet sinks", "all-sink": "all fleets of the stack sink", "refused": "refused"}


def _listed(key: str, title: str, e: str, rows: Sequence[tuple[str, str, str]]) -> Section:
    cells = []
    for what, value, numbers in rows:
        one, two = numbers.split()
        cells.append((what, value, law.cite((one, two), e)))
    return Section(key, title, tuple(dict.fromkeys(c[2] for c in cells)), ("", "", "Rule"), tuple(cells))


def _results(e: str) -> Section:
    rows = []
    top = ""
    for least, losses, name in battle.TABLE:
        span = f"{least} or more" if not top else str(least) if int(top) - 1 == least else f"{least}–{int(top) - 1}"
        rows.append((span, name, "all" if losses < 0 else str(losses)))
        top = str(least)
    return Section(
        "results",
        "Combat results",
        _numbers(e, ("10.6", "9.6"), ("10.7", "9.7")),
        ("Difference", "The loser", "Loses"),
        tuple(rows),
        "Each side adds combat values, spells and walls, and one die. Losses come as near to the number as the pieces allow.",
    )


def _walls(e: str) -> Section:
    rules = law.ruleset(e)
    dealt = "the difference" if rules.wall_damage == "difference" else "the losses in the table"
    half = "half the defenders, rounded up, are lost" if rules.failed_assault_halves else "losses are taken as usual"
    ships = "count" if rules.port_fleets_help else "do not count"
    rows = [
        ("Wall of a city", f"+{board.WALL_CITY}", "7.5.7 6.571"),
        ("Wall of a capital", f"+{board.WALL_CAPITAL}", "7.5.2 6.52"),
        ("City without a wall", "+0", "7.5.6 6.56"),
        ("The city falls when defenders and wall are covered by", dealt, "7.5.7 6.571"),
        ("Won, but the wall holds", half, "7.5.7 6.572"),
        ("Ships in a port attacked by land", ships, "10.9.5 9.961"),
        ("Garrison of a foreign city", "an army at least", "10.9.1 9.91"),
    ]
    return _listed("walls", "Cities and walls", e, rows)


def _search(e: str) -> Section:
    need = search_rolls(e)
    rows = [
        ("A search finds on", f"{need['first']} or more", "8.0 7.2"),
        ("Again next turn, for the same thing", f"{need['again']} or more", "8.0 7.3"),
        ("Again next turn, for something else", f"{need['other']} or more", "8.0 7.3"),
        ("Escape of a lost personality", "die no higher than the combat value", "10.8 9.8"),
        ("Escape by magic", "die no higher than the spell's value and what the Balance adds", "10.8 9.81"),
    ]
    return _listed("search", "Search and escape", e, rows)


def _random(e: str) -> Section:
    rows = []
    for name in ("law", "neutral", "chaos"):
        i = next(k for k in range(spells.SIZE) if spells.ALIGNMENT_NAMES[k] == name and not spells.ACTS[k])
        rows.append((name.capitalize(), *("attacks" if attacks(e, i, dark) else "passes" for dark in (False, True))))
    noose = spells.INDEX["noose-of-flesh"]
    rows.append(("Eater of armies", *("eats" if attacks(e, noose, dark) else "passes" for dark in (False, True))))
    return Section(
        "random",
        "Random attacks",
        _numbers(e, ("7.6", "6.6")),
        ("Drawn", "Stack without Chaos", "Stack with Chaos"),
        tuple(rows),
        "Wilderness: stacks with armies draw in each area they come to, personalities without armies where they end their "
        "movement. Straits of Chaos: every stack draws once as it comes through.",
    )


def _balance(e: str) -> Section:
    values = boxes(e)
    return Section(
        "balance",
        "The Cosmic Balance",
        _numbers(e, ("13.2", "12.2"), ("13.4", "12.4"), ("13.5", "12.5")),
        ("Box", *(str(n) for n in range(1, len(values) + 1))),
        (("Adds", *(str(v) for v in values)),),
        f"Past box {len(values)} the world tips and ends {balance.WORLD_END_TURNS} turns later. Spells worth "
        f"{balance.SACRIFICE_BASE} and all open spells of that side set it right.",
    )


def _limits(e: str) -> Section:
    rules = law.ruleset(e)
    again = "each player-turn" if rules.cast_limit == "player-turn" else "each game-turn"
    rows = [
        ("Spells one side may use in a battle", str(SPELLS_A_BATTLE), "9.2 8.2"),
        ("Spells one magician may cast", f"1 {again}", "9.2 8.2"),
        ("Armies due in a city at set-up", str(mustered.ARMIES_A_CITY), "4.0F 3.8"),
        ("Replacements", "one for each nation" if rules.replacements == "each-nation" else "one for each player", "6.0 5"),
    ]  # fmt: skip
    return _listed("limits", "Limits", e, rows)


def _spells(e: str) -> Section:
    rows = []
    for i in range(spells.SIZE):
        value = f"({spells.VALUE[i]})" if spells.BRACKETED[i] else str(spells.VALUE[i] or "")
        calls = ", ".join(_name(t) for t in spells.MUSTERS[i])
        rows.append((spells.NAMES[i], spells.ALIGNMENT_NAMES[i].capitalize(), value, calls))
    return Section(
        "spells",
        "Spells",
        _numbers(e, ("16.0", "14")),
        ("Spell", "Kind", "Value", "Calls"),
        tuple(rows),
        "A value in brackets moves the Balance and is not added in battle.",
    )


def _name(target: str) -> str:
    if target in pieces.NATION_INDEX:
        return pieces.NATIONS[pieces.NATION_INDEX[target]].name
    return pieces.NAMES[pieces.INDEX[target]] if target in pieces.INDEX else target


def _switches(e: str) -> Section:
    rows = []
    for w in law.switches().values():
        if len(set(w.values.values())) > 1:
            rows.append((w.says, *(value_words(w.values[x]) for x in law.EDITIONS)))
    return Section(
        "switches", "Where the editions differ", (), ("", *(law.MARKS[x] for x in law.EDITIONS)), tuple(rows)
    )


@cache
def sections(edition: str) -> tuple[Section, ...]:
    """The boxes of an edition's reference, in order. Raises RulesetError, with a hint, for an unknown edition."""
    law.ruleset(edition)
    makers = (_turn, _movement, _results, _walls, _search, _random, _balance, _limits, _switches, _spells)
    return tuple(make(edition) for make in makers)


__all__ = ["Section", "attacks", "boarding", "boxes", "search_rolls", "sections"]
