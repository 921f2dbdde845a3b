"""Hilltop: two sides, four counters each, and one hill that is worth holding when the fourth turn ends.

A stack marches two hexes and stops beside an enemy [2]. Who attacks and who is attacked choose in secret to press or to hold
[4], then a die and the difference of strengths give the result [5]. Only the top of a stack is seen by the other side [3].
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Final

from elric.kernel.clauses import Ruleset, Switch
from elric.kernel.definition import Scenario
from elric.kernel.hexes import Hexes
from elric.kernel.hexgame import HexGame, StackState
from elric.kernel.lawbook import ShortBook
from elric.kernel.rules import always, drop, no, push
from elric.kernel.sealed import Sealed
from elric.kernel.steps import Action, Frame, Step
from elric.kernel.verbs import Verb, VerbBook
from elric.kernel.verdict import Why
from elric.kernel.views import EventKind

HEXES: Final = Hexes(7, 5)
HILL: Final = HEXES.names.index("0403")
UNITS: Final = ("red-1", "red-2", "red-3", "red-4", "blue-1", "blue-2", "blue-3", "blue-4")
STRENGTH: Final = (1, 2, 3, 4) * 2
STANCES: Final = ("press", "hold")

# Results by difference of strengths, -2 or worse to +2 or better, for a die of 1 to 6.
TABLE: Final = {
    -2: ("AE", "AE", "AB", "AB", "EX", "DB"),
    -1: ("AE", "AB", "AB", "EX", "DB", "DB"),
    0: ("AE", "AB", "EX", "EX", "DB", "DE"),
    1: ("AB", "AB", "EX", "DB", "DB", "DE"),
    2: ("AB", "EX", "DB", "DB", "DE", "DE"),
}
RESULTS: Final = {
    "AE": "the attacker is destroyed",
    "AB": "the attacker falls back",
    "EX": "the top counter of each side is lost",
    "DB": "the defender falls back",
    "DE": "the defender is destroyed",
    "": "nobody moves",
}

_BOOK: Final = (
    ("1", "The turn", "Each side in turn marches and then attacks; the game ends with the fourth turn."),
    ("2", "Marching", "A stack marches up to two hexes and stops beside an enemy. Two counters stack at most."),
    ("3", "Stacks", "The other side sees only the top counter of a stack, and how many there are."),
    ("4", "Stances", "Both sides choose in secret: to press adds one, to hold turns a step back into standing fast."),
    ("5", "Results", "The difference of strengths and a die give the result."),
    ("6", "Winning", "Who stands on the hill at the end of the fourth turn wins, or who alone has counters left."),
)
_ZONES: Final = Switch("zones", {"first": True}, (True, False), (("2",),), "Whether a march stops beside an enemy.")
_HOMES: Final = {
    "0102": ("red-4", "red-1"), "0104": ("red-3", "red-2"), "0702": ("blue-4", "blue-1"), "0704": ("blue-3", "blue-2"),
}  # fmt: skip
HILL_RACE: Final = Scenario("hill", "The Hill", "Two sides race for one hill.", 2, ("first",), _HOMES)


class State(StackState):
    """A position: the stacks, how far each has marched, and which have attacked in this phase."""

    def __init__(self, scenario: Scenario, rules: Ruleset) -> None:
        super().__init__(scenario, rules)
        self.spent: dict[int, int] = {}  # hexes marched by the stack that stands here
        self.fought: frozenset[int] = frozenset()


def strength(s: State, h: int) -> int:
    return sum(STRENGTH[u] for u in s.piles.get(h, ()))


def result_of(gap: int, roll: int, attacker_holds: bool, defender_holds: bool) -> str:
    """[4], [5]: a letter pair of the table; "" where holding turned a step back into standing fast."""
    result = TABLE[max(-2, min(2, gap))][roll - 1]
    return "" if (result == "AB" and attacker_holds) or (result == "DB" and defender_holds) else result


def free(s: State, h: int) -> list[int]:
    """[5]: where a beaten stack may go: no enemy stands there, or beside it."""
    bad = GAME.zone(s, 1 - GAME.owner(s, h))
    return [n for n in HEXES.neighbours[h] if n not in s.piles and not bad >> n & 1]


def ends_if_one_is_left(s: State) -> None:
    """[6]"""
    alive = {GAME.owner(s, h) for h in s.piles}
    if len(alive) < 2:
        GAME.end(s, alive.pop() if alive else -1, "alone")


def may_march(s: State, x: object, args: tuple[int, ...], why: Why) -> bool:
    """[2]"""
    here, there = args
    at, to = HEXES.names[here], HEXES.names[there]
    if GAME.owner(s, here) != s.player:
        return no(why, "2", f"No stack of yours stands in {at}.", "Choose one of yours.", at)
    ok = True
    if there not in HEXES.neighbours[here]:
        ok = no(why, "2", "A stack goes one hex at a time.", "Choose a hex beside it.", to)
    if there in s.piles:
        ok = no(why, "2", "Somebody stands there.", "March round, or attack after marching.", to)
    if s.spent.get(here, 0) >= 2:
        ok = no(why, "2", "This stack has marched as far as it may.", "March with another, or end.", at)
    return ok


def may_top(s: State, x: object, args: tuple[int, ...], why: Why) -> bool:
    """[3]"""
    h = s.hex_of(args[0])
    if GAME.owner(s, h) != s.player:
        return no(why, "3", "That counter is not yours to turn.", "Choose one of yours.")
    return s.piles[h][0] != args[0] or no(why, "3", "It lies on top already.", "", HEXES.names[h])


def may_attack(s: State, x: object, args: tuple[int, ...], why: Why) -> bool:
    """[4]"""
    here, there = args
    if GAME.owner(s, here) != s.player or here in s.fought:
        return no(why, "4", "No fresh stack of yours stands there.", "Each stack attacks once.", HEXES.names[here])
    ok = there in HEXES.neighbours[here] and GAME.owner(s, there) == 1 - s.player
    return ok or no(why, "4", "No enemy stands beside the stack there.", "Attack a hex beside it.", HEXES.names[there])


def may_fall_back(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    """[5]"""
    _, beaten = f
    ways = free(s, beaten)
    look = tuple(HEXES.names[h] for h in ways)
    return args[0] in ways or no(why, "5", "It cannot fall back there.", "Choose a free hex.", look)


class March(Step):
    """[2], [3]"""

    name = "march"
    verbs: ClassVar = {"march": may_march, "top": may_top, "end": always}

    def candidates(self, s: State, x: object) -> Iterable[Action]:
        for h in GAME.stacks_of(s, s.player):
            yield from (Action("march", (h, n)) for n in HEXES.neighbours[h])
            yield from (Action("top", (u,)) for u in s.piles[h])
        yield Action("end")

    def do(self, s: State, f: Frame, a: Action, cx: Any) -> None:
        if a.verb == "end":
            s.agenda, s.phase = ((FIGHT,),), 1
        elif a.verb == "top":
            h = s.hex_of(a.args[0])
            s.piles[h] = (a.args[0], *(u for u in s.piles[h] if u != a.args[0]))
        else:
            here, there = a.args
            stops = s.rules.zones and GAME.zone(s, 1 - s.player) >> there & 1
            s.piles[there] = s.piles.pop(here)
            s.spent[there] = 2 if stops else s.spent.pop(here, 0) + 1
            cx.tell("march", seat=s.player, hex=here, to_hex=there, count=len(s.piles[there]))


class Fight(Step):
    """[4]"""

    name = "fight"
    verbs: ClassVar = {"attack": may_attack, "end": always}

    def candidates(self, s: State, x: object) -> Iterable[Action]:
        yield from (Action("attack", (h, n)) for h in s.piles for n in HEXES.neighbours[h])
        yield Action("end")

    def do(self, s: State, f: Frame, a: Action, cx: Any) -> None:
        if a.verb == "attack":
            s.fought |= {a.args[0]}
            push(s, (STANCE, (), *a.args))
        elif s.player and s.turn == GAME.turns:
            holder = GAME.owner(s, HILL)
            GAME.end(s, holder, "hill" if holder >= 0 else "draw")
        else:
            s.turn += s.player
            s.player, s.phase, s.spent, s.fought, s.agenda = 1 - s.player, 0, {}, frozenset(), ((MARCH,),)


class Stance(Sealed):
    """[4], [5] Frame: (step, seals, attackers' hex, defenders' hex)."""

    name = "stance"
    verbs: ClassVar = {"press": always, "hold": always}

    def seats(self, s: State, f: Frame) -> tuple[int, ...]:
        return (s.player, 1 - s.player)

    def reveal(self, s: State, f: Frame, choices: dict[int, Action], cx: Any) -> None:
        _, _, here, there = f
        foe = 1 - s.player
        pressed, foe_pressed = (choices[seat].verb == "press" for seat in (s.player, foe))
        gap = strength(s, here) + pressed - strength(s, there) - foe_pressed
        roll = cx.die()
        result = result_of(gap, roll, not pressed, not foe_pressed)
        cx.tell("fight", seat=s.player, against=foe, turn=s.turn, hex=here, to_hex=there, gap=gap, roll=roll, result=result,
                stances=[choices[seat].verb for seat in (0, 1)], came=RESULTS[result])  # fmt: skip
        for h, all_of_it in ((here, "AE"), (there, "DE")):
            pile = s.piles.pop(h)
            left = () if result == all_of_it else pile[1:] if result == "EX" else pile
            if left:
                s.piles[h] = left
        if result in ("AB", "DB"):
            beaten = here if result == "AB" else there
            if free(s, beaten):
                push(s, (BACK, beaten))
            else:
                cx.tell("perish", seat=GAME.owner(s, beaten), hex=beaten)
                del s.piles[beaten]
        ends_if_one_is_left(s)


class Back(Step):
    """[5] Frame: (step, hex). The owner of the beaten stack says where it goes."""

    name = "back"
    verbs: ClassVar = {"back": may_fall_back}

    def seat(self, s: State, f: Frame) -> int:
        _, beaten = f
        return GAME.owner(s, beaten)

    def candidates(self, s: State, f: Any) -> Iterable[Action]:
        _, beaten = f
        return [Action("back", (h,)) for h in free(s, beaten)]

    def do(self, s: State, f: Frame, a: Action, cx: Any) -> None:
        _, beaten = f
        (there,) = a.args
        cx.tell("back", seat=GAME.owner(s, beaten), hex=beaten, to_hex=there)
        s.piles[there] = s.piles.pop(beaten)
        drop(s)


MARCH, FIGHT, STANCE, BACK = March(), Fight(), Stance(), Back()


class Hilltop(HexGame):
    """The toy."""

    key: ClassVar = "toy"
    title: ClassVar = "Hilltop"
    says: ClassVar = "Two sides race for one hill and hide what they bring."
    editions: ClassVar = ("first",)
    rulebook: ClassVar = ShortBook("first", _BOOK, _ZONES)
    plays: ClassVar = (HILL_RACE,)
    phases: ClassVar = ("march", "fight")
    starts: ClassVar = (MARCH, FIGHT)
    order_of_play: ClassVar = ("1",)
    victory: ClassVar = ("6",)
    turns: ClassVar = 4
    board: ClassVar = HEXES
    counters: ClassVar = UNITS
    owners: ClassVar = (0, 0, 0, 0, 1, 1, 1, 1)
    sides: ClassVar = ("Red", "Blue")
    deepest: ClassVar = 2
    state: ClassVar = State
    verbs: ClassVar = VerbBook(
        Verb("march", "hex hex", "March from {0} to {1}", shown=True),
        Verb("top", "unit", "Turn up {0}", secret=True),
        Verb("attack", "hex hex", "From {0} attack {1}", shown=True),
        Verb("back", "hex", "Fall back to {0}", shown=True),
        Verb("press", says="Press"),
        Verb("hold", says="Hold"),
        Verb("end", says="End the phase", closes=True, shown=True),
    )
    events: ClassVar = {
        "sealed": EventKind("", "seat"),
        "march": EventKind("{who} marches to {to_hex}.", "seat hex to_hex count", clause=("2",)),
        "fight": EventKind("{who} attacks {to_hex} by {gap} and rolls {roll}: {came}.",
                           "seat against turn hex to_hex stances gap roll result came", clause=("4",)),
        "back": EventKind("{who} falls back to {to_hex}.", "seat hex to_hex", clause=("5",)),
        "perish": EventKind("{who} has no way out of {hex}.", "seat hex", clause=("5",)),
    }  # fmt: skip

    def sees(self, state: State, u: int, h: int, seat: int | None) -> bool:
        """[3]"""
        return self.owners[u] == seat or state.piles[h][0] == u

    def unseen(self, state: State, owner: int, seat: int | None) -> list[int]:
        """[3] All of a side but those on top of its stacks: nobody tells which was lost below another."""
        tops = {pile[0] for pile in state.piles.values()}
        return [u for u, side in enumerate(self.owners) if side == owner != seat and u not in tops]


GAME: Final = Hilltop()
