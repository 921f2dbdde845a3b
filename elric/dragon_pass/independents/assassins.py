"""The Assassins [46.3]: one a side, bought with twelve friendly CF; it picks one unit out of an enemy stack, by its depth."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, NamedTuple

from elric.dragon_pass.combat.deaths import kill
from elric.dragon_pass.combat.results import TO_LOSE
from elric.dragon_pass.combat.table import D_ELIM, TRADE, result
from elric.dragon_pass.components.board import BOARD, HEXES
from elric.dragon_pass.components.notation import VERBS
from elric.dragon_pass.components.units import CF, COUNT, SUPERHEROES, UNITS
from elric.dragon_pass.position import powers, telling
from elric.dragon_pass.position.events import EVENTS
from elric.dragon_pass.position.notes import NOTES, noted, remember, strike_out
from elric.dragon_pass.position.state import COMBAT, EARLY, MOVEMENT, State, foes, sees
from elric.dragon_pass.position.steps import Action, Context, Step, Why, frame, no, push
from elric.kernel.bits import bits, ones

TO_HIRE: Final = VERBS.add("hire", "", "Buy the Assassins", wished=True)
TO_MURDER: Final = VERBS.add("murder", "hex depth", "Set the Assassins on the {1} counter in {0}")

PRICE: Final = 12
EVEN: Final = 1  # the column of 1:1
DEPTHS: Final = 12
LOSE: Final = tuple(TO_LOSE(u) for u in range(COUNT))


def means(s: State) -> int:
    """The printed CF of the mover's units on the board."""
    return sum([CF[u] for u in ones(s.of[s.player]) if not SUPERHEROES >> u & 1])


@NOTES.many("hired")
class Hired(NamedTuple):
    """Who has bought the Assassins."""

    seat: int


@NOTES.many("assassins")
class Waiting(NamedTuple):
    """Whose Assassins have not been sent yet."""

    seat: int


def may_hire(s: State, args: tuple[int, ...], why: Why) -> bool:
    """[46.3]"""
    if "assassins" not in s.scenario.peoples:
        return no(why, "46.3", "No Assassins are for sale in this game.")
    if Hired(s.player) in noted(s, Hired):
        return no(why, "46.3", "Each side buys the Assassins once.")
    return means(s) >= PRICE or no(why, "46.3", f"Their price is {PRICE} combat factors of your units on the board.")


def hire(s: State, args: tuple[int, ...], cx: Context) -> None:
    """The price is paid, unit by unit."""
    remember(s, Hired(s.player), Waiting(s.player))
    cx.tell("hired", seat=s.player)
    push(s, frame("loose ends"))
    push(s, frame("price", PRICE))


def may_pay(s: State, f: PriceFrame, args: tuple[int, ...], why: Why) -> bool:
    """[46.3]"""
    u = args[0]
    if s.of[s.player] >> u & 1 and CF[u] and not SUPERHEROES >> u & 1:
        return True
    return no(
        why,
        "46.3",
        f"{UNITS[u].name} cannot be given for the Assassins.",
        "Give a unit of yours that has a combat factor.",
    )


class PriceFrame(NamedTuple):
    step: Step
    due: int


class Price(Step):
    """"""

    name = "price"
    holds = PriceFrame
    verbs: ClassVar = {"lose": may_pay}

    def live(self, s: State, f: PriceFrame) -> bool:
        return f.due > 0 and any(may_pay(s, f, (u,), None) for u in ones(s.of[s.player]))

    def legal(self, s: State, f: PriceFrame) -> list[Action]:
        return [LOSE[u] for u in ones(s.of[s.player]) if may_pay(s, f, (u,), None)]

    def candidates(self, s: State, x: PriceFrame) -> Iterable[Action]:
        return [LOSE[u] for u in ones(s.of[s.player])]

    def do(self, s: State, f: PriceFrame, a: Action, cx: Context) -> None:
        step, due = f.step, f.due
        u = a[1][0]
        s.agenda = (*s.agenda[:-1], step.frame(due - CF[u]))
        kill(s, (u,), cx, "price")


def in_sight(s: State, h: int, seat: int) -> tuple[int, ...]:
    """A stack in the order in which a seat sees it: the top, what lies open, what does not. A depth tells no more than that."""
    pile = s.piles[h]
    below = pile[1:]
    return (pile[0], *(u for u in below if sees(s, u, seat)), *(u for u in below if not sees(s, u, seat)))


def may_murder(s: State, args: tuple[int, ...], why: Why) -> bool:
    """[46.3]"""
    h, depth = args
    if Waiting(s.player) not in noted(s, Waiting):
        return no(why, "46.3", "You have no Assassins to send.", "Buy them first.")
    if not foes(s, s.player) >> h & 1:
        return no(why, "46.3", f"No enemy stands in {HEXES.names[h]}.", "Choose an enemy stack.")
    return depth < len(s.piles[h]) or no(why, "46.3", "The stack is not so deep.", "Choose a unit nearer to the top.")


def murders(s: State) -> list[Action]:
    """Every enemy unit, by its depth in its stack."""
    if Waiting(s.player) not in noted(s, Waiting):
        return []
    return [TO_MURDER(h, k) for h in ones(foes(s, s.player)) for k in range(min(len(s.piles[h]), DEPTHS))]


def murder(s: State, args: tuple[int, ...], cx: Context) -> None:
    """One to one: the victim dies of a Trade or an Elim. The Assassins are gone, whatever comes of it."""
    h, depth = args
    victim = in_sight(s, h, s.player)[depth]
    strike_out(s, Waiting, s.player)
    die = cx.die()
    s.shown |= bits((victim,))
    cx.tell("murder", seat=s.player, unit=victim, hex=h, die=die)
    if result(EVEN, die) in (D_ELIM, TRADE) and not SUPERHEROES >> victim & 1 and UNITS[victim].kind != "dragon":
        kill(s, (victim,), cx, "assassins")


powers.add(
    TO_HIRE,
    powers.Power(
        may_hire,
        hire,
        lambda s: [TO_HIRE()] if "assassins" in s.scenario.peoples else [],
        frozenset({EARLY, MOVEMENT, COMBAT}),
    ),
)
powers.add(TO_MURDER, powers.Power(may_murder, murder, murders, frozenset({COMBAT})))
PRICE_STEP: Final = Price()


EVENTS.add("hired", "seat", words=lambda event, names: f"{telling.who(event, names)} buys the Assassins.")
EVENTS.add(
    "murder",
    "seat unit hex die",
    words=lambda event, names: (
        f"Assassins strike at {UNITS[event['unit']].name} in {BOARD.where(event['hex'])} and roll {event['die']}."
    ),
)
