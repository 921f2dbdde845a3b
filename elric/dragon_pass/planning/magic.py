"""Spells [19-22]: whom to cast at, from which stacks together, and whom to cover.

Who has no magic of his own cannot turn a spell back [21.1]: against him it costs nothing but the day's magic.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from elric.dragon_pass.combat.reckoning import magical
from elric.dragon_pass.combat.table import odds_words
from elric.dragon_pass.components.board import HEXES
from elric.dragon_pass.components.units import UNITS
from elric.dragon_pass.description.view import sees_battle
from elric.dragon_pass.lab import Plan as LabPlan
from elric.dragon_pass.lab import odds
from elric.dragon_pass.lab.odds import best_cover, with_cover
from elric.dragon_pass.lab.walk import PLAIN
from elric.dragon_pass.magic.casting import TO_AIM, TO_BARE, TO_CAST
from elric.dragon_pass.magic.spells import casters, casting_hexes, coverers, in_range, shortest, touchable
from elric.dragon_pass.planning import words
from elric.dragon_pass.planning.aims import Post, posts, prize
from elric.dragon_pass.planning.battles import Legal
from elric.dragon_pass.planning.look import Look
from elric.dragon_pass.planning.weighing import CERTAIN, Outlook, outlook
from elric.dragon_pass.position.state import EARLY, Segment, State
from elric.kernel.bits import ones
from elric.lab.say import often, percent
from elric.opponents.definition import Plan

_TARGETS: Final = 6  # stacks that are looked at closely
_EARLY: Final = 2.5  # factors that a spell before the march must promise: its casters do not march
_LATE: Final = 0.3


def spells(look: Look, may: Legal) -> Iterator[Plan]:
    """The best spells of a phase."""
    s = look.s
    if s.spells:
        yield from _cast(look, may)
        return
    if "aim" not in may:
        return
    wanted = posts(look)
    early = s.phase == EARLY
    rows = [row for t in _targets(look, wanted) if (row := _group(look, t, wanted)) is not None]
    rows.sort(key=lambda row: (-row[0], row[1]))
    for gain, t, hexes, promise in rows:
        if gain > (_EARLY if early else _LATE) and (not early or promise.column >= CERTAIN - 1):
            actions = (*(TO_AIM(h, t) for h in hexes), TO_CAST(t))
            yield Plan(actions, _why(look, t, hexes, promise), _aim_sentence(t, hexes), 6.0 + gain)


def _cast(look: Look, may: Legal) -> Iterator[Plan]:
    """What is aimed already is cast, or dropped."""
    for a in may.get("cast", ()):
        text = f"I cast the spell at {words.at(a.args[0])}."
        yield words.plan(a, text, text, 6.0)


def _targets(look: Look, wanted: list[Post]) -> list[int]:
    """Enemy stacks in range of anybody that magic can touch, those first that cannot answer and matter most."""
    s = look.s
    near = 0
    for h in casting_hexes(s, look.seat):
        near |= in_range(s, h, shortest(s, casters(s, h)))
    found = [t for t in ones(near) if touchable(s, t)]
    found.sort(key=lambda t: (magical(s.piles[t]), -look.value(t) - 3 * prize(look, wanted, t), t))
    return found[:_TARGETS]


def _group(look: Look, t: int, wanted: list[Post]) -> tuple[float, int, tuple[int, ...], Outlook] | None:
    """The stacks that should cast at a target together: as few as promise the most."""
    s = look.s
    able = [h for h in casting_hexes(s, look.seat) if HEXES.distance(h, t) <= shortest(s, casters(s, h))]
    # who reaches few others is used first
    able.sort(key=lambda h: (in_range(s, h, shortest(s, casters(s, h))).bit_count(), h))
    best: tuple[float, int, tuple[int, ...], Outlook] | None = None
    group: tuple[int, ...] = ()
    for h in able:
        group = (*group, h)
        found = _weighed(look, t, group)
        gain = found.gain + found.clears * prize(look, wanted, t) - 0.1 * len(group)
        if best is None or gain > best[0]:
            best = (gain, t, group, found)
        if found.column == CERTAIN:
            break
    return best


def _segment(s: State, t: int, hexes: tuple[int, ...], seat: int) -> Segment:
    return Segment((), ((t, s.piles[t]),), (), seat, False, tuple((h, casters(s, h), 1, t) for h in hexes))


def _weighed(look: Look, t: int, hexes: tuple[int, ...]) -> Outlook:
    """What a spell promises, whether or not its target is covered: the worse of both."""
    s = look.s
    battle = _segment(s, t, hexes, look.seat)
    bare = outlook(look, s, battle)
    able = tuple(h for h in coverers(s, battle) if look.open(s.piles[h]))
    if not able:
        return bare
    shielded = outlook(look, s, with_cover(s, battle, PLAIN._replace(covers=able)))
    return min(bare, shielded, key=lambda o: o.gain)


def _why(look: Look, t: int, hexes: tuple[int, ...], promise: Outlook) -> str:
    s = look.s
    battle = _segment(s, t, hexes, look.seat)
    who = words.units([u for h in hexes for u in casters(s, h)])
    if sees_battle(s, battle, look.seat):
        found = odds(s, battle)
        return f"I cast at {words.at(t)} with {who}: at {found.odds} they are destroyed {often(found.gone)}."
    return f"I cast at {words.at(t)} with {who}, at about {odds_words(promise.column)}."


def _aim_sentence(t: int, hexes: tuple[int, ...]) -> str:
    return f"I cast at {words.at(t)} from {words.places(hexes)}."


def cover(look: Look, may: Legal) -> Iterator[Plan]:
    """Whether the target of a spell is covered [21.5]: where the lab says that it loses less so."""
    s = look.s
    battle: Segment = s.agenda[-1].battle
    target = words.at(battle.aims[0])
    best = best_cover(s, battle)
    for a in may.get("cover", ()):
        if a.args[0] in best.covers:
            text = f"I cover {target} from {words.at(a.args[0])}"
            yield words.plan(a, f"{text}{_compared(look, battle, best)}.", f"{text}.", 1.0)
    for a in may.get("shield", ()):
        threat = outlook(look, s, battle).gain
        why = f"I bring {UNITS[a.args[0]].name} to {words.at(a.args[1])}, to shield {target}."
        yield words.plan(
            a, why, f"I bring a Dragon to {words.at(a.args[1])}, to shield {target}.", 0.5 if threat > 6 else -1.0
        )
    text = f"I leave {target} bare"
    why = ": to cover it wins nothing on average, and who covers rests a Move" if "cover" in may else ""
    yield words.plan(TO_BARE(), f"{text}{why}.", f"{text}.", 0.0)


def _compared(look: Look, battle: Segment, covered: LabPlan) -> str:
    """What comes of a spell that is covered, and of the same left bare."""
    if not sees_battle(look.s, battle, look.seat):
        return ""
    both = [odds(look.s, battle, how) for how in (covered, PLAIN)]
    (gone, casters), (bare, theirs) = [(percent(x.gone), percent(x.destroyed(x.attackers))) for x in both]
    return (
        f": at {both[0].odds} it is destroyed in {gone} of battles, the casters in {casters}; left bare, at {both[1].odds}, "
        f"it is {bare} and {theirs}"
    )


__all__ = ["cover", "spells"]
