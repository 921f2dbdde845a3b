"""What is best decided where nobody marches: which side to take, which battles to fight, which spells to lay for them and whom to
muster, each with its worth and its reason. Coach and computers speak from it ([9.0]-[11.0] / 8-10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Final, NamedTuple

from elric.kernel import running
from elric.kernel.bits import ones
from elric.lab.say import percent
from elric.young_kingdoms.combat.battle import SPELLS_A_BATTLE, must, pending_battles
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import ARTIFACT, FIGHT, KIND, MAGIC
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.lab.risk import Risk
from elric.young_kingdoms.lab.spec import BattleError
from elric.young_kingdoms.lab.walk import STILL, ChanceAsked
from elric.young_kingdoms.planning import plans, told
from elric.young_kingdoms.planning.battles import odds, risk_of, stakes, value
from elric.young_kingdoms.planning.companies import calling
from elric.young_kingdoms.planning.temper import EVEN, Temper
from elric.young_kingdoms.planning.worlds_end import WorldsEnd
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import on_board

__all__ = ["Choice", "battles", "lay", "musters", "sides"]

_BETTER: Final = 0.05  # by how much spells must be worth more in a battle than kept
_ASKED: Final = 9  # spells that the lab is asked about at one decision
_TOGETHER: Final = 4  # spells laid together at most
_NEIGHBOUR: Final = 5  # pieces that a capital within a march is worth, when sides are chosen
_NEAR: Final = 5
_DUE: Final = 10.0  # what has to be fought comes first
_NATION: Final = 0.5  # what a point of strength is worth that a spell could call elsewhere
_MAGIC: Final = 0.7  # a point of magic of who is mustered
_PIECE: Final = 0.2


class Choice(NamedTuple):
    """Something that could be decided.

    Attributes:
        worth: the better of two is the one to carry out; to leave it is worth 0.
        why: a sentence to the player; "" where the action says it all.  area: the one to look at, -1 for none.
        keeps: whether it leaves what could be done for later.
    """

    action: Action
    worth: float
    why: str = ""
    area: int = -1
    keeps: bool = False


def sides(g: Game) -> list[Choice]:
    """Whoever defends is the likelier to win where the other must take something by the last turn; else whoever has more, and more to
    take nearby ([14.0] / 13)."""
    s = g.state
    wanted = {"imrryr": 1, "capitals": 0}.get(s.scenario.goal, -1)
    found = []
    for a in g.legal_actions():
        group = s.scenario.groups[a.args[0]]
        homes = [BOARD.main_city(n) for n in group.nations]
        worth = sum(len(pieces.NATIONS[pieces.NATION_INDEX[n]].pieces) for n in group.nations)
        worth += _NEIGHBOUR * sum(
            any(0 < plans.overland(home)[city] <= _NEAR for home in homes)
            for city in BOARD.lands
            if BOARD.capital[city]
        )
        best = a.args[0] == wanted
        why = "Whoever has to keep something is better off than whoever has to take it." if best else ""
        found.append(Choice(a, worth + 100 * best, why))
    return _best_first(found)


def battles(g: Game, viewer: int, temper: Temper = EVEN) -> list[Choice]:
    """Of the battles that must be fought the surest first; of others those that are worth it ([10.0] / 9).

    Args:
        viewer: whose knowledge counts for the odds; -1 for what everybody knows.
    """
    s = g.state
    due = must(s)
    found, known = [], True
    for a in (a for a in g.legal_actions() if a.verb == "fight"):
        area = a.args[0]
        r = odds(g, area, viewer)
        if r is None:
            known = False
            if area in due:
                found.append(Choice(a, _DUE / 2, "It has to be fought.", area))
            continue
        worth = _DUE + float(r.win) if area in due else value(s, area, r, (), temper)
        if area in due or worth > temper.battle:
            found.append(Choice(a, worth, f"{words.cap(told.won(r.win))}{told.fall(r.falls)}.", area))
    for a in g.legal_actions():
        if a.verb == "end" and known:
            found.append(Choice(a, 0.0, "No battle that is left is worth it: end the phase.", keeps=True))
    return _best_first(found)


# ---- spells ---------------------------------------------------------------------------------------------------------


class _Laid(NamedTuple):
    """Spells laid together for a battle: the cards, the first of them to lay, the odds with them, and what that is worth more than
    to keep them."""

    first: Action
    cards: Sequence[tuple[str, str]]
    now: Risk
    gain: float
    tilted: float


def lay(g: Game, viewer: int, temper: Temper = EVEN) -> list[Choice]:
    """The spells that are worth more in a coming battle than kept, by the lab's odds with them and without; to keep them otherwise
    ([9.0] / 8).

    Args:
        viewer: whose knowledge counts for the odds; -1 for what everybody knows, and no spell is thought of.
    """
    s, seat = g.state, g.seat
    legal = g.legal_actions()
    if seat is None:
        return []
    ending = WorldsEnd(s, seat)
    found = [Choice(a, worth, why) for a, worth, why in ending.restoring(legal)] if viewer >= 0 else []
    coming = pending_battles(s)
    rated = {area: r for area in coming if (r := odds(g, area, viewer)) is not None}
    hints = list[_Hint]()
    unsure = {area: r for area, r in rated.items() if viewer >= 0 and not _sure(r)}
    for area, was in unsure.items():
        here = [a for a in legal if a.verb == "cast" and s.place[a.args[0]] == area]
        for laid in _together(ending, area, was, _strongest_first(here)[: _ASKED // len(unsure)], temper):
            hint = _Hint(_helps(was, laid.now), was, laid, area)
            hints += [hint] if len(laid.cards) == 1 else []
            if laid.gain > _BETTER and (hint.much > 0 or laid.tilted > 0):
                why = _changed(area, was, laid) if hint.much > 0 else "It moves the Balance your way."
                found.append(Choice(laid.first, laid.gain, why, area))
    sure = bool(coming) and len(rated) == len(coming) and all(_sure(r) for r in rated.values())
    for a in legal:
        if a.verb == "done":
            found.append(Choice(a, 0.0, _kept(len(coming), sure, hints), keeps=True))
    return _best_first(found)


def _strongest_first(casts: Sequence[Action]) -> list[Action]:
    return sorted(casts, key=lambda a: (not spells.EATER[a.args[1]], -spells.STRENGTH[a.args[1]], a.args))


def _together(ending: WorldsEnd, area: int, was: Risk, casts: Sequence[Action], temper: Temper) -> Iterator[_Laid]:
    """Each spell alone; then those that help most together, one for each magician."""
    before = stakes(ending.s, area, was, ending.seat, temper)
    singles = [laid for a in casts if (laid := _laid(ending, area, was, before, [a], temper)) is not None]
    yield from singles
    best: dict[int, Action] = {}
    for laid in sorted(singles, key=lambda laid: -laid.gain):
        if laid.first.args[1] not in {a.args[1] for a in best.values()}:
            best.setdefault(laid.first.args[0], laid.first)
    chosen = list(best.values())[: max(0, min(SPELLS_A_BATTLE - len(was.battle.spec.cast), _TOGETHER))]
    for n in range(2, len(chosen) + 1):
        together = _laid(ending, area, was, before, chosen[:n], temper)
        if together is not None:
            yield together


def _laid(
    ending: WorldsEnd, area: int, was: Risk, before: float, casts: Sequence[Action], temper: Temper
) -> _Laid | None:
    s, seat = ending.s, ending.seat
    cards = [(pieces.IDS[a.args[0]], spells.IDS[a.args[1]]) for a in casts]
    spec = was.battle.spec
    try:
        with_them = was.battle.but(cast=(*spec.cast, *cards), hands=tuple(x for x in spec.hands if x not in cards))
        now = risk_of(seat, with_them)
    except BattleError:
        return None
    used = [a.args[1] for a in casts]
    tilted = ending.tilt(used)
    cost = temper.spell * sum(spells.VALUE[i] for i in used)
    return _Laid(casts[0], cards, now, stakes(s, area, now, seat, temper) - before - cost + tilted, tilted)


class _Hint(NamedTuple):
    """What a spell would do for a battle, and how much that is."""

    much: Fraction
    was: Risk
    laid: _Laid
    area: int

    @property
    def taken(self) -> bool:
        """Whether a city falls oftener to whoever attacks it."""
        return self.was.attacks and (self.laid.now.falls or 0) > (self.was.falls or 0)

    def then(self) -> str:
        """What would be so with it, and how often."""
        now = self.laid.now
        if now.win > self.was.win and not self.taken:
            return f"you would win {words.inside(self.area)} {told.times(now.win)}"
        return f"{words.area(self.area)} would {f'fall {told.times(now.falls)}' if now.falls else 'not fall'}"


def _helps(was: Risk, now: Risk) -> Fraction:
    """By how much oftener a battle is won, or the city falls to whoever attacks and stands for whoever defends it."""
    falls = ((now.falls or Fraction(0)) - (was.falls or Fraction(0))) * (1 if was.attacks else -1)
    return max(falls, now.win - was.win)


def _kept(coming: int, sure: bool, hints: Sequence[_Hint]) -> str:
    """Why no spell is laid though one would help most."""
    if sure:
        return f"You win {'the battle' if coming == 1 else 'every battle'} that is coming as it stands."
    best = max(hints, key=lambda h: h.much, default=None)
    if best is None:
        return ""
    if best.much <= 0:
        return "None of them is worth more now than later."
    plain = best.taken and not BOARD.capital[best.area]
    why = "that is no capital, and the spell may help to take one" if plain else "it is worth more later"
    return f"With {words.spell(best.laid.first.args[1])}, {best.then()}; but {why}."


def _sure(r: Risk) -> bool:
    """Whether nothing in a battle can be made better by a spell: it is won, and the city falls or stands."""
    return r.win == 1 and (r.falls is None or r.falls == (1 if r.attacks else 0))


def _changed(area: int, was: Risk, laid: _Laid) -> str:
    """What spells change in a battle: that it is won, that a city falls or stands, or both."""
    now, (_, *others) = laid.now, [words.spell(spells.INDEX[card]) for _, card in laid.cards]
    without = "without them" if others else "without it"
    much = []
    if now.win != was.win:
        much.append(f"you win {told.times(now.win)} {words.inside(area)}, {without} {percent(was.win)}")
    if now.falls is not None and was.falls is not None and now.falls != was.falls:
        place = "the city" if much else words.area(area)
        how = f"falls {told.times(now.falls)}" if now.falls else "never falls"
        much.append(f"{place} {how}, {without} {percent(was.falls)}")
    return f"{f'With {words.listed(others)} beside it,' if others else 'Then'} {'; '.join(much)}."


# ---- calling --------------------------------------------------------------------------------------------------------


def musters(g: Game) -> list[Choice]:
    """The calls that bring anything, each less what its spell could call elsewhere; to call nobody otherwise ([11.0] / 10)."""
    s, seat = g.state, g.seat
    if seat is None:
        return []
    found = []
    legal = g.legal_actions()
    for a in (a for a in legal if a.verb == "muster"):
        come = _who_comes(g, seat, a)
        if come:
            u, spell = a.args[:2]
            elsewhere = [strong for at, strong in calling(s, u) if _calls(spell, at) and at != s.place[u]]
            worth = sum(FIGHT[x] + _MAGIC * MAGIC[x] + _PIECE for x in come) - _NATION * max(elsewhere, default=0)
            who = words.cap(words.units(come))
            why = f"{who:comes|come}, with a combat value of {sum(FIGHT[x] for x in come)}."
            found.append(Choice(a, worth, why))
    why = "The spells can call more elsewhere." if found else ""
    found += [Choice(a, 0.0, why, keeps=True) for a in legal if a.verb == "end"]
    return _best_first(found)


def _who_comes(g: Game, seat: int, call: Action) -> list[int]:
    t = g.state.copy()
    with suppress(ChanceAsked):  # up to where a spell is drawn for a magician who has come
        running.apply(t, call, STILL)
    return [u for u in ones(on_board(t, seat) & ~on_board(g.state, seat)) if KIND[u] != ARTIFACT]


def _calls(spell: int, at: int) -> bool:
    return any(n in pieces.NATION_INDEX and BOARD.nation[at] == n for n in spells.MUSTERS[spell])


def _best_first(found: Sequence[Choice]) -> list[Choice]:
    return sorted(found, key=lambda choice: -choice.worth)
