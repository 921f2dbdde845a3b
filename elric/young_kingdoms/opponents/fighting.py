"""Which battles to fight of those one need not, which spells to lay for them, and whom to call: by the lab's odds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

from elric.kernel import running
from elric.kernel.bits import ones
from elric.lab.say import percent
from elric.opponents.definition import Plan
from elric.young_kingdoms.combat.battle import SPELLS_A_BATTLE, must, pending_battles
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import ARTIFACT, FIGHT, KIND, MAGIC
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.lab.battle import Battle
from elric.young_kingdoms.lab.risk import Risk
from elric.young_kingdoms.lab.spec import BattleError
from elric.young_kingdoms.lab.walk import STILL, ChanceAsked
from elric.young_kingdoms.opponents import worlds_end
from elric.young_kingdoms.planning import plans, told
from elric.young_kingdoms.planning.battles import risk_of, stakes, value
from elric.young_kingdoms.planning.companies import calling
from elric.young_kingdoms.planning.temper import EVEN, Temper
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import State, on_board
from elric.young_kingdoms.teaching import tips
from elric.young_kingdoms.teaching.phrases import phrase

__all__ = ["choice_of_battle", "musters", "side", "spells_to_lay"]

_BETTER: Final = 0.05  # by how much a battle must be worth it
_STRONGEST: Final = 4  # spells thought about for one battle
_NEIGHBOUR: Final = 5  # pieces that a capital within a march is worth, when sides are chosen
_NEAR: Final = 5
_NATION: Final = 0.5  # what a point of strength is worth that a spell could call elsewhere


def choice_of_battle(g: Game, temper: Temper = EVEN) -> Iterator[Plan]:
    """Of the battles that must be fought the surest first; of others those that are worth it."""
    s = g.state
    due = must(s)
    legal = g.legal_actions()
    for a in (a for a in legal if a.verb == "fight"):
        r = tips.odds(g, a.args[0], True)
        if r is None:
            if a.args[0] in due:
                yield Plan((a,), f"{phrase(a)}: it has to be.", "", 0.5)
            continue
        worth = value(s, a.args[0], r, (), temper)
        if a.args[0] in due:
            yield Plan(
                (a,),
                f"{phrase(a)}: I {told.won(r.win).removeprefix('you ')}{told.fall(r.falls)}.",
                "",
                10 + float(r.win),
            )
        elif worth > temper.battle:
            yield Plan((a,), f"{phrase(a)}: I {told.won(r.win).removeprefix('you ')}{told.fall(r.falls)}.", "", worth)
    for a in (a for a in legal if a.verb == "end"):
        yield Plan((a,), "No other battle is worth it.", "No other battle is worth it.", 0.0)


# ---- spells ---------------------------------------------------------------------------------------------------------


def spells_to_lay(g: Game, temper: Temper = EVEN) -> Iterator[Plan]:
    """The spells that are worth more in a coming battle than kept; to keep them otherwise."""
    s = g.state
    legal = g.legal_actions()
    seat = g.seat if g.seat is not None else -1
    yield from worlds_end.restoring(s, seat, legal)
    casts = [a for a in legal if a.verb == "cast"]
    for area in pending_battles(s):
        here = [
            a for a in casts if s.place[a.args[0]] == area and (spells.STRENGTH[a.args[1]] or spells.EATER[a.args[1]])
        ]
        if not here:
            continue
        was = tips.odds(g, area, True)
        if was is None or (not was.attacks and was.win == 1):
            continue
        yield from _laid(s, area, was, here, temper)
    done = next((a for a in legal if a.verb == "done"), None)
    if done is not None:
        yield Plan((done,), "I keep my spells for now.", "", 0.0)


def _laid(s: State, area: int, was: Risk, here: Sequence[Action], temper: Temper) -> Iterator[Plan]:
    """Some spells together, one for each magician: more of them as long as each is worth it."""
    seat = s.player if was.attacks else s.seat
    before = stakes(s, area, was, seat, temper)
    best: dict[int, Action] = {}
    for a in sorted(here, key=lambda a: (not spells.EATER[a.args[1]], -spells.STRENGTH[a.args[1]], a.args)):
        if a.args[1] not in {x.args[1] for x in best.values()}:
            best.setdefault(a.args[0], a)
    order = sorted(best.values(), key=lambda a: (not spells.EATER[a.args[1]], -spells.STRENGTH[a.args[1]], a.args))
    room = SPELLS_A_BATTLE - len(was.battle.spec.cast)
    cost, cards = 0.0, list(was.battle.spec.cast)
    for a in order[: max(0, min(room, _STRONGEST))]:
        u, i = a.args[:2]
        cards.append((pieces.IDS[u], spells.IDS[i]))
        cost += temper.spell * spells.VALUE[i]
        now = _but_cast(was.battle, cards)
        if now is None:
            continue
        try:
            r = risk_of(seat, now)
        except BattleError:
            continue
        used = [spells.INDEX[card] for _, card in cards[len(was.battle.spec.cast) :]]
        tilted = worlds_end.tilt(s, seat, used)
        gain = stakes(s, area, r, seat, temper) - before - cost + tilted
        helps = r.win > was.win or (_falls_oftener(was, r) if was.attacks else _falls_oftener(r, was))
        if gain > _BETTER and (helps or tilted > 0):
            beside = "With others beside it" if len(used) > 1 else "Then"
            more = f"{beside} {_changed(area, was, r)}" if helps else "It moves the Balance my way"
            first = order[0]
            yield Plan((first,), f"{phrase(first)}. {more}.", "", gain)


def _falls_oftener(was: Risk, now: Risk) -> bool:
    """Whether the city falls likelier now than before, where there is one."""
    return (now.falls or 0) > (was.falls or 0)


def _changed(area: int, was: Risk, now: Risk) -> str:
    """What spells change in a battle: that it is won, that a city falls or stands, or both."""
    falls = ""
    if now.falls is not None and was.falls is not None and now.falls != was.falls:
        falls = f"falls {told.times(now.falls)} instead of {percent(was.falls)}"
        falls = falls if now.falls else f"does not fall, as it would {told.times(was.falls)}"
    if now.win == was.win:
        return f"{words.area(area)} {falls}"
    wins = f"I {told.won(now.win).removeprefix('you ')} {words.inside(area)}"
    return f"{wins}, and the city {falls}" if falls else wins


def _but_cast(b: Battle, cards: Sequence[tuple[str, str]]) -> Battle | None:
    try:
        return b.but(cast=tuple(cards), hands=tuple(x for x in b.spec.hands if x not in cards))
    except BattleError:
        return None


# ---- calling --------------------------------------------------------------------------------------------------------


def musters(g: Game, temper: Temper = EVEN) -> Iterator[Plan]:
    """The call that brings most, less what its spell could call elsewhere."""
    s = g.state
    seat = g.seat if g.seat is not None else -1
    legal = g.legal_actions()
    for a in (a for a in legal if a.verb == "muster"):
        t = s.copy()
        with suppress(ChanceAsked):  # up to where a spell is drawn for a magician who has come
            running.apply(t, a, STILL)
        new = [u for u in ones(on_board(t, seat) & ~on_board(s, seat)) if KIND[u] != ARTIFACT]
        worth = sum(FIGHT[u] + 0.7 * MAGIC[u] for u in new) + 0.2 * len(new)
        u, i = a.args[:2]
        elsewhere = [comes for at, comes in calling(s, u) if _calls(i, at) and at != s.place[u]]
        kept = max((_NATION * comes for comes in elsewhere), default=0.0)
        if worth > 0:
            come = words.cap(words.units(new))
            text = f"{phrase(a)}: {come:comes|come}, with a combat value of {sum(FIGHT[x] for x in new)}."
            yield Plan((a,), text, "", worth - kept)
    for a in (a for a in legal if a.verb == "end"):
        yield Plan((a,), "I call nobody now.", "", 0.0)


def _calls(spell: int, at: int) -> bool:
    return any(n in pieces.NATION_INDEX and BOARD.nation[at] == n for n in spells.MUSTERS[spell])


# ---- sides ----------------------------------------------------------------------------------------------------------


def side(g: Game, temper: Temper = EVEN) -> Iterator[Plan]:
    """Whoever defends is the likelier to win where the other must take something by the last turn."""
    s = g.state
    wanted = {"imrryr": 1, "capitals": 0}.get(s.scenario.goal, -1)
    for a in g.legal_actions():
        group = s.scenario.groups[a.args[0]]
        homes = [BOARD.main_city(n) for n in group.nations]
        worth = sum(len(pieces.NATIONS[pieces.NATION_INDEX[n]].pieces) for n in group.nations)
        worth += _NEIGHBOUR * sum(
            any(0 < plans.overland(home)[a] <= _NEAR for home in homes) for a in BOARD.lands if BOARD.capital[a]
        )
        best = a.args[0] == wanted
        text = "Whoever has to keep something is better off than whoever has to take it." if best else f"{phrase(a)}."
        yield Plan((a,), text, text, worth + 100 * best)
