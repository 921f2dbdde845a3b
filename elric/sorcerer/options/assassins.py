"""Hiding and assassination [23.0], by the switch `assassins`: infantry in hiding falls upon a Sorcerer who enters a Gray hex.

Whoever has somebody in hiding is asked whenever an enemy Sorcerer enters any Gray hex, so that the question tells nobody where.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from elric.sorcerer.combat.losses import strike
from elric.sorcerer.combat.strength import clash, default_lead, defence, total
from elric.sorcerer.components.board import BOARD
from elric.sorcerer.components.colors import GRAY
from elric.sorcerer.components.units import HUMAN, KIND, SORCERER
from elric.sorcerer.position import hooks
from elric.sorcerer.position.notes import NOTES, Halted, Revealed, forget, note_instead, noted, remember, who_is_cloaked
from elric.sorcerer.position.state import COMBAT, HIDDEN, State, foes, force, here_of, hidden_at
from elric.sorcerer.position.state import lift as off
from elric.sorcerer.position.steps import Action, Context, Frame, Step, Why, always, drop, no, push
from elric.sorcerer.stories.hiding import come_out, hidden_infantry, spoil, uncover

WAIT = Action("wait")


class Entry(NamedTuple):
    """The frame of a Sorcerer's entry into a Gray hex: the seat asked, the Sorcerer, the hex."""

    step: Any
    side: int
    sorcerer: int
    hex: int


@NOTES.many("springs")
class Spring(NamedTuple):
    """Who has fallen upon a Sorcerer in this phase, and whether his strength is doubled [23.3]."""

    unit: int
    sorcerer: int
    sudden: bool


def entered(s: State, hand: tuple[int, ...], here: int, cx: Context) -> None:
    """[23.2] Everybody with somebody in hiding is asked, one after another."""
    if not s.hidden or not s.rules.assassins or not s.hand:
        return
    sorcerer = next((u for u in s.hand if KIND[u] == SORCERER and u not in s.hidden), -1)
    there = s.place[sorcerer]
    if sorcerer < 0 or s.ground[there] != GRAY:
        return
    mover = s.owner[sorcerer]
    seats = [k for k in s.order if k != mover and s.alive >> k & 1 and hidden_infantry(s, k)]
    push(s, *(Entry(LURK, k, sorcerer, there) for k in seats))


def may_spring(s: State, f: Entry, args: tuple[int, ...], why: Why) -> bool:
    """[23.2, 23.3]"""
    u = args[0]
    return (u in hidden_infantry(s, f.side) and s.hidden[u] == f.hex) or (
        why is not None
        and no(
            why, "23.2", "Nobody of yours hides where the Sorcerer has come to under that name.", "Wait.", do=("wait",)
        )
    )


class Lurk(Step):
    """Does somebody in hiding fall upon the Sorcerer?"""

    name = "lurk"
    verbs: ClassVar = {"spring": may_spring, "wait": always}
    holds = Entry
    asks = "side"

    def live(self, s: State, f: Frame) -> bool:
        return bool(s.place[f.sorcerer] == f.hex and hidden_infantry(s, f.side))

    def candidates(self, s: State, x: Any) -> list[Action]:
        return [*(Action("spring", (u,)) for u in hidden_infantry(s, x.side)), WAIT]

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        drop(s)
        if a.verb == "wait":
            return
        (u,) = a.args
        come_out(s, u, cx)
        remember(s, Halted(f.sorcerer), Spring(u, f.sorcerer, True))  # he must stop [23.2]
        others = [k for k in s.order if k != f.side and s.alive >> k & 1 and hidden_infantry(s, k)]
        push(s, *(Entry(SPOIL, k, f.sorcerer, f.hex) for k in others))


class Spoil(Lurk):
    """Another's hidden unit there may come out and take the doubling away [23.6], also in a combat phase."""

    name = "spoil"
    verbs: ClassVar = {"spoil": may_spring, "wait": always}

    def candidates(self, s: State, x: Any) -> list[Action]:
        return [*(Action("spoil", (u,)) for u in hidden_infantry(s, x.side)), WAIT]

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        drop(s)
        if a.verb == "spoil":
            come_out(s, a.args[0], cx)
            if s.phase == COMBAT:
                spoil(s, f.side, f.hex)
                return
            springs = noted(s, Spring)
            note_instead(s, Spring, [*springs[:-1], springs[-1]._replace(sudden=False)])


def fall_upon(s: State, cx: Context) -> None:
    """The end of the movement phase [23.0, 23.3]: double strength, resolved as any attack, and the Sorcerer loses first."""
    springs = noted(s, Spring)
    forget(s, (Spring,))
    for one in springs:
        u, sorcerer = one.unit, one.sorcerer
        h = s.place[u]
        if h < 0 or s.place[sorcerer] != h:
            continue
        side = s.owner[sorcerer]
        met = clash(total(s, (u,), h, -1, one.sudden << u), defence(s, side, h, default_lead(s, force(s, side, h))))
        die = cx.die()
        result = met.result(die)
        cx.tell("springs", seat=s.owner[u], unit=u, hex=h, die=die, result=result)
        cx.tell("attack", seat=s.owner[u], hex=h, die=die, result=result, words=met.words(die, result))
        strike(s, side, h, result, sorcerer, (s.owner[u],) if result > 0 else (), cx, surprise=True)


def may_hide(s: State, _: object, args: tuple[int, ...], why: Why) -> bool:
    """[23.1, 23.4]"""
    u, (h,) = s.hand[0], args
    if not s.rules.assassins:
        return no(why, "23.0", "This game is played without hiding.")
    ok = True
    cloaked = u in who_is_cloaked(s)
    if KIND[u] != HUMAN or (u in s.hidden and not cloaked) or len(s.hand) > 1:
        ok = no(why, "23.1", "One company of infantry hides by itself.", "Take it up alone.")
    elif not cloaked and Revealed(u) not in noted(s, Revealed):
        words = "It was not in hiding before, and everybody sees it."
        ok = no(why, "23.1", words, "Bring it to the city under a Sorcerer's Cloak.")
    if here_of(s, u) != h or not BOARD.gray >> h & 1:
        ok = no(why, "23.4", "It hides in the Gray city in which it stands.", "Go to one.")
    if foes(s, s.owner[u]) >> h & 1:
        ok = no(why, "23.4", "Nobody hides where an enemy stands.", "Go elsewhere.")
    if any(v in hidden_infantry(s, s.owner[u]) for v in hidden_at(s, s.owner[u], h)):
        ok = no(why, "23.1", "One hides here already.", "Go elsewhere.")
    return ok


def hide(s: State, args: tuple[int, ...], cx: Context) -> None:
    """It is gone from the map, for nothing; who comes from under a Cloak was gone before, and nobody is told."""
    u, (h,) = s.hand[0], args
    if u in who_is_cloaked(s):
        uncover(s, u)
    else:
        off(s, u, HIDDEN)
        s.hidden[u] = h
        cx.tell("goes into hiding", seat=s.owner[u], unit=u, hex=h)
    s.hand = ()


def offer_hide(s: State, u: int, have: int) -> Sequence[Action]:
    if not s.rules.assassins or KIND[u] != HUMAN:
        return ()
    a = Action("hide", (here_of(s, u),))
    return (a,) if may_hide(s, None, a.args, None) else ()


LURK, SPOIL = Lurk(), Spoil()
hooks.add("hide", hooks.Task(may_hide, hide, offer_hide, anybody=True, played=lambda s: bool(s.rules.assassins)))
hooks.ENTERED.append(entered)
hooks.AFTER_MOVE.append(fall_upon)

__all__ = ["fall_upon"]
