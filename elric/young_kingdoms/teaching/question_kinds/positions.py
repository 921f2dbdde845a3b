"""Positions to ask about: walked into by playing at random, or built small."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final

from elric.kernel import running
from elric.kernel.chance import SeededChance
from elric.kernel.clauses import Ruleset
from elric.kernel.verdict import Reason
from elric.opponents.at_random import any_action
from elric.tutor.question import Citation
from elric.young_kingdoms.components import law, pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.components.pieces import ARMY, ARTIFACT, HERO, INFLUENCE, KIND
from elric.young_kingdoms.components.scenarios import scenarios
from elric.young_kingdoms.description.plain import PositionError
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.planning.decision import leader as leader_of
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.state import IN_HAND, State
from elric.young_kingdoms.teaching.phrases import phrase
from elric.young_kingdoms.turn.setup import new_state

WALKS: Final = 28  # different games to fetch positions from, of every scenario in turn
KEEP: Final = 6  # of each decision, in each game,
KEEP_MORE: Final = {"stack": 48, "muster": 16}  # and of those that come in many sorts
SCENARIO: Final = "successor"  # of positions that are built


class Still:
    """A source of chance that refuses: for asking the engine what needs no dice."""

    def __init__(self) -> None:
        self.results: list[int] = []

    def pick(self, n: int) -> int:
        raise NeedsChance


class NeedsChance(Exception):
    """Dice or a card were asked for."""


def still() -> Context:
    """A context without chance and without a story."""
    return Context(Still())


@lru_cache(maxsize=2 * WALKS)
def walked(edition: str, seed: int) -> Mapping[str, tuple[State, ...]]:
    """Positions of one game played at random, by the decision that waits in them. Never change them: copy."""
    rules: Ruleset = law.ruleset(edition)
    rng = Random(seed)
    wars = [x for x in scenarios().values() if edition in x.editions]
    s = new_state(wars[seed % len(wars)], rules)
    cx = Context(SeededChance(seed))
    running.begin(s, cx)
    seen: dict[str, int] = {}
    kept: dict[str, list[State]] = {}
    while s.agenda:
        name = running.step_name(s)
        n = seen[name] = seen.get(name, 0) + 1
        row = kept.setdefault(name, [])
        keep = KEEP_MORE.get(name, KEEP)
        if len(row) < keep:
            row.append(s.copy())
        elif rng.random() * n < keep:
            row[int(rng.random() * keep)] = s.copy()
        running.apply(s, any_action(rng, running.legal(s)), cx)
    return {name: tuple(row) for name, row in kept.items()}


def game_of(s: State, seed: int = 0) -> Game:
    """A game that stands at a position and has no past."""
    return Game.from_state(s.copy(), seed)


def snapshot(rng: Random, edition: str, *steps: str) -> Game | None:
    """A position of a random game in which one of these decisions waits."""
    found = walked(edition, rng.randrange(WALKS))
    rows = [s for name in steps for s in found.get(name, ())]
    return game_of(rng.choice(rows)) if rows else None


def sample_positions(rng: Random, edition: str, steps: Sequence[str], most: int) -> Iterator[State]:
    """Positions in which one of these decisions waits, from many games; at most so many. Never change them: copy."""
    games = rng.sample(range(WALKS), WALKS)
    for seed in games:
        rows = [s for name in steps for s in walked(edition, seed).get(name, ())]
        rng.shuffle(rows)
        for s in rows[:most]:
            most -= 1
            yield s
        if most <= 0:
            return


def built(edition: str, **parts: Any) -> Game | None:
    """A small position (see young_kingdoms.position); None when it cannot be."""
    try:
        return Game.at({"scenario": SCENARIO, "rules": edition, "turn": 3, **parts}, leaderless=True)
    except PositionError:
        return None


def bare(edition: str) -> Game:
    """A position without anybody, to ask about the board or the book."""
    return Game.at({"scenario": SCENARIO, "rules": edition, "turn": 3}, leaderless=True)


def in_hand(rng: Random, edition: str, *, armies: bool = False) -> Game | None:
    """A walked position in which a stack has been taken up and may still go somewhere."""
    g = snapshot(rng, edition, "movement")
    if g is None:
        return None
    leads = [a for a in g.legal_actions() if a.verb == "lead"]
    rng.shuffle(leads)
    for lead in leads:
        h = game_of(g.state)
        h.push(lead)
        joins = [a for a in h.legal_actions() if a.verb == "join"]
        rng.shuffle(joins)
        for a in joins[: rng.randrange(4)]:
            if h.step == "stack" and h.verdict(a):
                h.push(a)
        if h.step != "stack" or (armies and not any(KIND[u] == ARMY for u in h.state.moving)):
            continue
        if any(a.verb in ("step", "sail", "land", "attack") for a in h.legal_actions()):
            return game_of(h.state)
    return None


# ---- names ----------------------------------------------------------------------------------------------------------


def side(s: State, seat: int) -> words.Noun:
    """Who plays a seat, within a sentence: "the Western League"; before sides are chosen as the scenario has them."""
    k = s.sides[seat] if seat < len(s.sides) else -1
    group = s.scenario.groups[k if k >= 0 else seat]
    return words.name(group.name) if group.nations else words.Noun(f"the side of {group.name}")


def deed(s: State, a: Action, notes: bool = True) -> str:
    """An action in words, and where those are who do it: “March an army to Sequa” (it stands in Gromoorva)."""
    here = s.place[s.moving[0]] if s.moving else s.battle.area if s.battle is not None else -1
    pieces_named = [x for kind, x in zip(VERBS[a.verb].takes, a.args, strict=True) if kind == "piece"]
    away = [u for u in pieces_named if s.place[u] < BOARD.size and s.place[u] != here]
    if len({s.place[u] for u in away}) == 1 and len(away) > 1:
        told = [f"both stand {words.inside(s.place[away[0]])}"]
    else:
        told = [f"{_who(u):stands|stand} {words.inside(s.place[u])}" for u in away]
    held = [s.spell_at[x] - IN_HAND for kind, x in zip(VERBS[a.verb].takes, a.args, strict=True) if kind == "spell"]
    told += [f"{words.unit(u):holds|hold} it" for u in held if 0 <= u < pieces.SIZE and u not in pieces_named]
    return f"“{phrase(a)}”" + (f" ({words.listed(told)})" if told and notes else "")


def _who(u: int) -> words.Noun:
    return words.unit(u) if KIND[u] == HERO else words.Noun("it")


def hand(g: Game) -> dict[str, object]:
    """Who has taken up whom, and where: fields for a template."""
    s = g.state
    leader = leader_of(s)
    rest = [u for u in s.moving if u != leader and KIND[u] != ARTIFACT]
    seat = s.owner[leader]
    return {"side": side(s, seat), "stack": words.units([leader, *rest]), "at": words.inside(s.place[leader])}


def because(reasons: Iterable[Reason], fixes: bool = False) -> str:
    """What the rules say against an action."""
    return " ".join(f"{r.words} {r.fix}".strip() if fixes else r.words for r in reasons)


def cited(reasons: Sequence[Reason]) -> list[Citation]:
    """The clauses that forbid an action."""
    return [r.clause for r in reasons]


# ---- small positions ------------------------------------------------------------------------------------------------

NATIONS: Final = tuple(n for n in pieces.NATIONS if not n.horde and n.id in BOARD.home and n.index != pieces.MELNIBONE)


def heroes_of(n: int, fighting: bool = False) -> list[int]:
    """The personalities of a nation; those who fight only, if asked."""
    return [u for u in pieces.NATIONS[n].pieces if KIND[u] == HERO and not (fighting and INFLUENCE[u])]


def armies_of(n: int) -> list[int]:
    """The armies of a nation."""
    return [u for u in pieces.NATIONS[n].pieces if KIND[u] == ARMY]


def names(units: Sequence[int]) -> list[str]:
    """Ids of pieces."""
    return [pieces.IDS[u] for u in units]


def clash(rng: Random, edition: str, walls: bool | None = None, bare: bool = False) -> tuple[Game, int] | None:
    """Two nations facing each other in an area: the game in its Combat phase and the area.

    Args:
        walls: True for a walled city held by the defender, False for open ground, None for either.
        bare: a neutral city with nobody but its people.
    """
    lands = [
        a for a in BOARD.lands if BOARD.nation[a] and not BOARD.wild[a] and nation_of(a) >= 0 and not BOARD.special[a]
    ]
    if walls is not None:
        lands = [a for a in lands if bool(BOARD.wall[a]) == walls and (walls or not BOARD.city[a])]
    if bare:
        lands = [a for a in lands if BOARD.city[a]]
    a = rng.choice(lands)
    home = nation_of(a)
    if heroes_of(home) == []:
        return None
    able = [n.index for n in NATIONS if n.index != home and heroes_of(n.index) and armies_of(n.index)]
    foe = rng.choice(able)
    mine, theirs = heroes_of(foe), heroes_of(home)
    attack = rng.sample(mine, min(len(mine), rng.randint(1, 2)))
    attack += armies_of(foe)[: rng.randint(1, 7)]
    units = {BOARD.ids[a]: names(attack)}
    nations = {pieces.NATIONS[foe].id: 0}
    if not bare:
        defend = rng.sample(theirs, min(len(theirs), rng.randint(0, 1))) + armies_of(home)[: rng.randint(1, 5)]
        units[BOARD.ids[a]] += names(defend)
        nations[pieces.NATIONS[home].id] = 1
    g = built(edition, phase="magic", nations=nations, units=units, assaults=[BOARD.ids[a]], balance=rng.randint(-6, 6))
    return None if g is None else (g, a)


def nation_of(a: int) -> int:
    """Index of the nation an area belongs to, -1 for none or for one that is not played here."""
    n = pieces.NATION_INDEX.get(BOARD.nation[a], -1)
    return n if any(x.index == n for x in NATIONS) else -1


__all__ = [
    "NATIONS",
    "NeedsChance",
    "armies_of",
    "bare",
    "because",
    "built",
    "cited",
    "clash",
    "deed",
    "game_of",
    "hand",
    "heroes_of",
    "in_hand",
    "names",
    "nation_of",
    "sample_positions",
    "side",
    "snapshot",
    "still",
    "walked",
]
