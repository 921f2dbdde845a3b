"""Puzzles of the game of Elric: who takes a city, what a host can take, which spell a battle needs, where a host gives way to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any, ClassVar, Final

from elric.kernel.steps import Action
from elric.opponents.definition import carry_out
from elric.tutor.puzzles import RETREAT, Asking, Puzzle, Puzzles, Way, legal
from elric.young_kingdoms.combat.battle import pending_battles
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.pieces import ARMY, FIGHT, FLEET, KIND
from elric.young_kingdoms.lab.prospects import battle_of, marches, mask
from elric.young_kingdoms.lab.risk import Risk, risk
from elric.young_kingdoms.lab.spec import BattleError
from elric.young_kingdoms.movement.phase import MOVEMENT_PHASE
from elric.young_kingdoms.movement.stack import TO_HALT
from elric.young_kingdoms.planning.companies import companies
from elric.young_kingdoms.planning.ways import sure_reach
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.flags import rest
from elric.young_kingdoms.position.state import own_in
from elric.young_kingdoms.teaching import tips
from elric.young_kingdoms.teaching.phrases import phrase
from elric.young_kingdoms.world.terrain import company

__all__ = ["YoungKingdomsPuzzles", "risk_of_way"]

_HOSTS: Final = 8
_SPELLS: Final = 6
_FAR_AHEAD: Final = 1.5  # a host that is stronger than the next by more than this is no riddle


class YoungKingdomsPuzzles(Puzzles):
    """Puzzles of the game of Elric. A hand is open to its owner, and what others hold counts as what they may have drawn."""

    path: ClassVar = Path(__file__).parents[1] / "data" / "puzzles.jsonl"
    themes: ClassVar = {
        "siege": "Siege", "landing": "Landing", "field": "In the open", "magic": "Magic",
        "retreat": "Retreat",
    }  # fmt: skip
    clauses: ClassVar = {
        "siege": (("10.9.4", "9.94"),), "landing": (("7.3", "6.3"),), "field": (("10.4", "9.4"),), "magic": (("9.2", "8.2"),),
        "retreat": (("10.4", "9.4"), ("10.9.4", "9.94")),
    }  # fmt: skip

    def askings(self, game: Any) -> Iterator[Asking]:
        if game.scenario.solo or game.seat is None:
            return
        if game.step == "movement":
            yield from _marches(game)
            yield from _retreats(game)
        elif game.step == "magic":
            yield from _spells(game)

    def chance(self, game: Any, way: Way, asks: str) -> Fraction | None:
        if asks == RETREAT:
            return holds(r) if (r := worst_attack(game, way)) is not None else None
        r = risk_of_way(game, way)
        if r is None or r.battle.spec.sortie:
            return None
        if r.falls is None or asks == "beat":
            return r.win
        return r.falls if r.attacks else 1 - r.falls

    def sound(self, game: Any, asking: Asking) -> bool:
        if asking.asks == RETREAT:
            return True
        r = risk_of_way(game, asking.ways[0])
        return r is not None and r.falls != 0

    def theme(self, game: Any, asking: Asking) -> str:
        best = asking.ways[0]
        if asking.asks in ("spell", "spells"):
            return "magic"
        if asking.asks == RETREAT:
            return "retreat"
        if any(a.verb in ("sail", "land") for a in best.actions):
            return "landing"
        return "siege" if BOARD.city[BOARD.index[best.place]] else "field"

    def says(self, game: Any, puzzle: Puzzle) -> tuple[str, list[str]]:
        ways = self.ways(puzzle)
        place = BOARD.index[puzzle.ways[0][0]]
        area = words.area(place)
        if puzzle.asks == RETREAT:
            return f"{_when(game)} {_threatened(game, ways[0])}", [_to_stand(game, way) for way in ways]
        risks = [r for way in ways if (r := risk_of_way(game, way)) is not None]
        city = risks[0].falls is not None
        when = _when(game)
        if puzzle.asks in ("where", "beat"):
            host = words.units([u for u in _sent(risks[0]) if all(u in _sent(r) for r in risks)])
            if puzzle.asks == "where":
                text = f"{words.cap(host)} can attack one of these cities this turn. Which one falls most often?"
                return f"{when} {text}", [words.area(BOARD.index[way.place]) for way in ways]
            text = f"{words.cap(host)} can attack in one of these places this turn. Where is the battle won most often?"
            return f"{when} {text}", [words.area(BOARD.index[way.place]) for way in ways]
        if puzzle.asks == "who":
            aim = f"{area:is|are} to fall" if city else f"The enemy {words.inside(place)} is to be beaten"
            text = f"{words.cap(aim)} this turn, and only one of these hosts may march. Which?"
            return f"{when} {text}", [
                words.cap(words.units(_sent(r))) + _by(way) for r, way in zip(risks, ways, strict=True)
            ]
        attacks = risks[0].attacks
        aim = f"{area:falls|fall}" if city and attacks else f"{area:holds|hold}" if city else "you win it"
        many = "One spell is" if puzzle.asks == "spell" else "Two spells are"
        other = ", or none" if any(way.actions[0].verb == "done" for way in ways) else ""
        text = f"A battle is to be fought {words.inside(place)}; what counts is that {aim}. {many} laid for it{other}: which?"
        return f"{when} {text}", [_laid(way) for way in ways]

    def start(self, game: Any, way: Way) -> str:
        first = way.actions[0]
        return BOARD.ids[game.state.place[first.args[0]]] if first.verb in ("lead", "cast") else ""

    def outcome_in_words(self, game: Any, way: Way, asks: str) -> str:
        if asks == RETREAT:
            r = worst_attack(game, way)
            return f"{words.cap(words.units(_sent(r)))} can come. {r.sentence}" if r is not None else ""
        r = risk_of_way(game, way)
        return r.sentence if r is not None else ""


# ---- what could be asked ------------------------------------------------------------------------------------------------


def _marches(g: Any) -> Iterator[Asking]:
    """Each place that several hosts can attack, and each host that can attack several cities."""
    waiting = pending_battles(g.state)
    by_place: dict[int, list[tuple[frozenset[int], Way]]] = {}
    by_host: dict[tuple[Action, ...], list[Way]] = {}
    for base, t in companies(g):
        who = frozenset(u for u in (*t.moving, *company(t, t.moving)) if KIND[u] != FLEET)
        for area, route in sure_reach(t, True).items():
            fought = area == base.start or area in waiting  # a siege to break out of; a battle that waits already
            if route.attack and not route.risk and not fought and _defended(g.state, area):
                way = Way((*base.actions, *route.actions), BOARD.ids[area])
                by_place.setdefault(area, []).append((who, way))
                by_host.setdefault(base.actions, []).append(way)
    for rows in by_place.values():
        hosts = [(who, way) for who, way in rows if not any(who < other for other, _ in rows)]
        strength = sorted((sum(FIGHT[u] for u in who) for who, _ in hosts), reverse=True)
        if len(hosts) >= 3 and strength[0] <= _FAR_AHEAD * strength[1]:
            yield Asking("who", tuple(way for _, way in hosts[:_HOSTS]))
    for ways in by_host.values():
        cities = [way for way in ways if BOARD.wall[BOARD.index[way.place]]]
        for asks, several in (("where", cities), ("beat", ways)):
            if len(several) >= 3:
                yield Asking(asks, tuple(several[:_HOSTS]))


def _retreats(g: Any) -> Iterator[Asking]:
    """Each host on foot that could be attacked next turn where it stands, and where else it could await the enemy."""
    for base, t in companies(g):
        if any(a.verb not in ("lead", "join") for a in base.actions) or not any(KIND[u] == ARMY for u in t.moving):
            continue
        stay = Way((*base.actions, TO_HALT()), BOARD.ids[base.start])
        if not legal(g, stay.actions) or worst_attack(g, stay) is None:
            continue
        routes = sorted(sure_reach(t, True).items(), key=lambda row: (row[1].cost, row[0]))
        ways = [
            Way((*base.actions, *route.actions), BOARD.ids[area])
            for area, route in routes
            if not route.attack and not route.risk and all(a.verb == "step" for a in route.actions)
        ]
        yield Asking(RETREAT, (stay, *ways[: _HOSTS - 1]))


def _spells(g: Any) -> Iterator[Asking]:
    """Each battle for which several spells could be laid, one of them or two by two magicians."""
    may = g.legal_actions()
    for area in pending_battles(g.state):
        by_spell = {
            a.args[1]: a for a in may if a.verb == "cast" and g.state.place[a.args[0]] == area and _counts(a.args[1])
        }
        casts = list(by_spell.values())[:_SPELLS]
        acts = [*casts, *(a for a in may if a.verb == "done")]
        if len(acts) >= 3:
            yield Asking("spell", tuple(Way((a,), BOARD.ids[area]) for a in acts))
        pairs = [(a, b) for a, b in combinations(casts, 2) if a.args[0] != b.args[0]]
        if len(pairs) >= 3:
            yield Asking("spells", tuple(Way(pair, BOARD.ids[area]) for pair in pairs))


# ---- a way read back ----------------------------------------------------------------------------------------------------


def risk_of_way(game: Any, way: Way) -> Risk | None:
    """The lab's figures at a way's place when its actions are done; None where luck comes in before, or nobody fights there."""
    copy = game.copy()
    if carry_out(copy, way.actions) or copy.seat != game.seat:
        return None
    return tips.odds(copy, BOARD.index[way.place], True)


def worst_attack(game: Any, way: Way) -> Risk | None:
    """The battle at a way's place when all of one enemy who can come there attack it next turn, and nothing else has been done: of
    several enemies the one who is most to be feared. None where luck comes in before, or nobody can come."""
    copy = game.copy()
    if carry_out(copy, way.actions) or copy.seat != game.seat or not way.actions or way.actions[0].verb != "lead":
        return None
    place, found = BOARD.index[way.place], []
    if copy.state.place[way.actions[0].args[0]] != place:
        return None
    for seat in range(game.scenario.seats):
        if seat == game.seat:
            continue
        s = copy.state.copy()
        s.player, s.moving, s.assaults, s.agenda = seat, (), 0, (MOVEMENT_PHASE.frame(),)
        rest(s, seat, 0)
        for area, coming in marches(mask(s, game.seat)):
            if area == place:
                with suppress(BattleError):
                    found.append(risk(game, game.seat, battle_of(s, area, coming, game.seat)))
    return min(found, key=holds) if found else None


def holds(r: Risk) -> Fraction:
    """How likely it is that those who are attacked are still there afterwards."""
    return r.win if r.falls is None else 1 - r.falls


def _when(game: Any) -> str:
    side = game.state.sides[game.seat]
    who = f"you play {game.scenario.groups[side].name.replace('The ', 'the ')}" if side >= 0 else "it is your move"
    return f"Turn {game.turn}, {who}."


def _threatened(game: Any, way: Way) -> str:
    host = [a.args[0] for a in way.actions if a.verb in ("lead", "join")]
    here = game.state.place[host[0]]
    return (
        f"{words.cap(words.units(host)):stands|stand} {words.inside(here)}, and enemies are near. Next turn they can come to each of "
        "these places, and do so with all who can. Where does the host, with those of yours who are there, hold out most often? In the "
        "open it has to win, behind walls the city must not fall."
    )


def _to_stand(game: Any, way: Way) -> str:
    if any(a.verb == "step" for a in way.actions):
        return words.area(BOARD.index[way.place])
    return f"Where it stands, {words.inside(BOARD.index[way.place])}"


def _sent(r: Risk) -> list[int]:
    """Who attacks."""
    held = {pieces.INDEX[u] for u in r.battle.spec.held}
    return [u for u in r.battle.start.battle.units[0] if u not in held]


def _by(way: Way) -> str:
    """How a host comes where it does not march."""
    return ", by ship" if any(a.verb in ("sail", "land") for a in way.actions) else ""


def _laid(way: Way) -> str:
    """Which spells are laid, by whom."""
    if way.actions[0].verb != "cast":
        return "None of them"
    return "; ".join(phrase(a) for a in way.actions)


def _defended(s: Any, area: int) -> bool:
    """Whether somebody else stands there who fights."""
    return any(KIND[u] != FLEET for o in range(s.scenario.seats) if o != s.player for u in own_in(s, area, o))


def _counts(spell: int) -> bool:
    """Whether a spell has a part in a battle."""
    return bool(spells.STRENGTH[spell] or spells.EATER[spell])
