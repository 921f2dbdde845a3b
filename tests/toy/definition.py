"""Hilltop: two sides, four counters each, and one hill that is worth holding when the fourth turn ends.

A stack marches two hexes and stops beside an enemy [2]. Who attacks and who is attacked choose in secret to press or to hold
[4], then a die and the difference of strengths give the result [5]. Only the top of a stack is seen by the other side [3].
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final, NamedTuple

from elric.kernel import running
from elric.kernel.chance import Chance
from elric.kernel.clauses import Clause, Register, Ruleset, Switch
from elric.kernel.definition import GameDef
from elric.kernel.faults import Faults
from elric.kernel.hexes import Hexes
from elric.kernel.notation import Kind, Notation
from elric.kernel.sealed import Sealed, sealed_view
from elric.kernel.steps import Action, Frame, Step
from elric.kernel.verdict import Reason, Why

HEXES: Final = Hexes(7, 5)
HILL: Final = HEXES.names.index("0403")
HOMES: Final = (tuple(map(HEXES.names.index, ("0102", "0104"))), tuple(map(HEXES.names.index, ("0702", "0704"))))
UNITS: Final = ("red-1", "red-2", "red-3", "red-4", "blue-1", "blue-2", "blue-3", "blue-4")
STRENGTH: Final = (1, 2, 3, 4) * 2
LAST_TURN: Final = 4
GONE: Final = -1
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
}

_BOOK: Final = (
    ("1", "The turn", "Each side in turn marches and then attacks; the game ends with the fourth turn."),
    ("2", "Marching", "A stack marches up to two hexes and stops beside an enemy. Two counters stack at most."),
    ("3", "Stacks", "The other side sees only the top counter of a stack, and how many there are."),
    ("4", "Stances", "Both sides choose in secret: to press adds one, to hold turns a step back into standing fast."),
    ("5", "Results", "The difference of strengths and a die give the result."),
    ("6", "Winning", "Who stands on the hill at the end of the fourth turn wins, or who alone has counters left."),
)
SWITCHES: Final = {
    "zones": Switch("zones", {"first": True}, (True, False), (("2",),), "Whether a march stops beside an enemy.")
}
REGISTER: Final = Register({("first", n): Clause("first", n, title, says) for n, title, says in _BOOK}, SWITCHES)


class Scenario(NamedTuple):
    key: str
    title: str
    says: str
    seats: int = 2
    editions: tuple[str, ...] = ("first",)


SCENARIOS: Final = {"hill": Scenario("hill", "The Hill", "Two sides race for one hill.")}


class State:
    """A position. `piles` has the counters of each hex, the top one first."""

    __slots__ = (
        "agenda",
        "fought",
        "outcome",
        "phase",
        "piles",
        "player",
        "rules",
        "scenario",
        "seat",
        "spent",
        "turn",
    )

    def __init__(self, scenario: Scenario, rules: Ruleset) -> None:
        self.scenario, self.rules = scenario, rules
        self.turn, self.player, self.seat, self.phase = 1, 0, 0, 0
        self.agenda: tuple[Frame, ...] = ((MARCH,),)
        self.piles: dict[int, tuple[int, ...]] = {}
        self.spent: dict[int, int] = {}  # hexes marched by the stack that stands here
        self.fought: frozenset[int] = frozenset()
        self.outcome: tuple[int, str, str] | None = None

    def copy(self) -> State:
        t = State.__new__(State)
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(t, name, dict(value) if isinstance(value, dict) else value)
        return t


def side(s: State, h: int) -> int:
    """Whose stack stands in a hex; -1 where there is none."""
    return s.piles[h][0] // 4 if h in s.piles else -1


def zone(s: State, seat: int) -> int:
    """The hexes beside a side's stacks, as bits."""
    out = 0
    for h in s.piles:
        if side(s, h) == seat:
            out |= HEXES.around[h]
    return out


def unseen(s: State, seat: int) -> list[int]:
    """The counters of a side that may lie face down: all but those on top of its stacks. Nobody tells what was lost there."""
    tops = {pile[0] for pile in s.piles.values()}
    return [u for u in range(4 * seat, 4 * seat + 4) if u not in tops]


def strength(s: State, h: int) -> int:
    return sum(STRENGTH[u] for u in s.piles.get(h, ()))


def _no(why: Why, clause: str, words: str, fix: str = "", *look: int) -> bool:
    if why is not None:
        why.append(Reason((clause,), words, fix, tuple(HEXES.names[h] for h in look)))
    return False


def may_march(s: State, x: object, args: tuple[int, ...], why: Why) -> bool:
    """[2]"""
    here, there = args
    if side(s, here) != s.player:
        return _no(why, "2", f"No stack of yours stands in {HEXES.names[here]}.", "Choose one of yours.", here)
    ok = True
    if there not in HEXES.beside[here]:
        ok = _no(why, "2", "A stack goes one hex at a time.", "Choose a hex beside it.", there)
    if there in s.piles:
        ok = _no(why, "2", "Somebody stands there.", "March round, or attack after marching.", there)
    if s.spent.get(here, 0) >= 2:
        ok = _no(why, "2", "This stack has marched as far as it may.", "March with another, or end.", here)
    return ok


def may_top(s: State, x: object, args: tuple[int, ...], why: Why) -> bool:
    """[3]"""
    h = next((h for h, pile in s.piles.items() if args[0] in pile), GONE)
    if h == GONE or side(s, h) != s.player:
        return _no(why, "3", "That counter is not yours to turn.", "Choose one of yours.")
    return s.piles[h][0] != args[0] or _no(why, "3", "It lies on top already.", "", h)


def may_attack(s: State, x: object, args: tuple[int, ...], why: Why) -> bool:
    """[4]"""
    here, there = args
    if side(s, here) != s.player or here in s.fought:
        return _no(why, "4", "No fresh stack of yours stands there.", "Each stack attacks once.", here)
    ok = there in HEXES.beside[here] and side(s, there) == 1 - s.player
    return ok or _no(why, "4", "No enemy stands there, beside the stack.", "Attack a hex beside it.", there)


def _always(s: State, x: object, args: tuple[int, ...], why: Why) -> bool:
    return True


class March(Step):
    name = "march"
    verbs: ClassVar = {"march": may_march, "top": may_top, "end": _always}

    def candidates(self, s: State, x: object) -> Iterable[Action]:
        for h in s.piles:
            if side(s, h) == s.player:
                yield from (Action("march", (h, n)) for n in HEXES.beside[h] if n >= 0)
                yield from (Action("top", (u,)) for u in s.piles[h])
        yield Action("end")

    def do(self, s: State, f: Frame, a: Action, cx: Any) -> None:
        if a.verb == "end":
            s.agenda, s.phase = ((FIGHT,),), 1
        elif a.verb == "top":
            h = next(h for h, pile in s.piles.items() if a.args[0] in pile)
            s.piles[h] = (a.args[0], *(u for u in s.piles[h] if u != a.args[0]))
        else:
            here, there = a.args
            stop = s.rules.zones and zone(s, 1 - s.player) >> there & 1
            s.piles[there] = s.piles.pop(here)
            s.spent[there] = 2 if stop else s.spent.pop(here, 0) + 1
            cx.tell("march", seat=s.player, hex=here, to_hex=there, count=len(s.piles[there]))


class Fight(Step):
    name = "fight"
    verbs: ClassVar = {"attack": may_attack, "end": _always}

    def candidates(self, s: State, x: object) -> Iterable[Action]:
        yield from (Action("attack", (h, n)) for h in s.piles for n in HEXES.beside[h] if n >= 0)
        yield Action("end")

    def do(self, s: State, f: Frame, a: Action, cx: Any) -> None:
        if a.verb == "attack":
            s.fought |= {a.args[0]}
            s.agenda = (*s.agenda, (STANCE, (), *a.args))
            return
        s.player, s.phase, s.spent, s.fought = 1 - s.player, 0, {}, frozenset()
        s.turn += s.player == 0
        s.agenda = ((MARCH,),)
        if s.turn > LAST_TURN:
            s.turn, holder = LAST_TURN, side(s, HILL)
            s.outcome = (holder, "hill" if holder >= 0 else "draw", "6")


class Stance(Sealed):
    """Frame: (step, seals, attackers' hex, defenders' hex)."""

    name = "stance"
    verbs: ClassVar = {"press": _always, "hold": _always}

    def seats(self, s: State, f: Frame) -> tuple[int, ...]:
        return (s.player, 1 - s.player)

    def candidates(self, s: State, x: object) -> Iterable[Action]:
        return [Action(stance) for stance in STANCES]

    def reveal(self, s: State, f: Frame, choices: dict[int, Action], cx: Any) -> None:
        _, _, here, there = f
        pressed = [choices[seat].verb == "press" for seat in (s.player, 1 - s.player)]
        gap = strength(s, here) + pressed[0] - strength(s, there) - pressed[1]
        roll = cx.die()
        result = result_of(gap, roll, not pressed[0], not pressed[1])
        cx.tell("fight", seat=s.player, hex=here, to_hex=there, stances=[choices[o].verb for o in (0, 1)],
                gap=gap, roll=roll, result=result)  # fmt: skip
        for h, hit in ((here, result in ("AE", "EX")), (there, result in ("DE", "EX"))):
            if hit and (result != "EX" or len(s.piles[h]) == 1):
                del s.piles[h]
            elif hit:
                s.piles[h] = s.piles[h][1:]
        loser = {"AB": here, "DB": there}.get(result)
        if loser is not None:
            s.agenda = (*s.agenda, (BACK, loser))
        alive = {side(s, h) for h in s.piles}
        if len(alive) < 2:
            s.outcome = (alive.pop() if alive else -1, "alone", "6")


def result_of(gap: int, roll: int, attacker_holds: bool, defender_holds: bool) -> str:
    """[4], [5]: a letter pair of the table; "" where holding turned a step back into standing fast."""
    result = TABLE[max(-2, min(2, gap))][roll - 1]
    return "" if (result == "AB" and attacker_holds) or (result == "DB" and defender_holds) else result


def free(s: State, h: int) -> list[int]:
    """Where a beaten stack may go."""
    bad = zone(s, 1 - side(s, h))
    return [n for n in HEXES.beside[h] if n >= 0 and n not in s.piles and not bad >> n & 1]


def may_back(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    """[5]"""
    return args[0] in free(s, f[1]) or _no(why, "5", "It cannot fall back there.", "Choose a free hex.", *free(s, f[1]))


class Back(Step):
    """Frame: (step, hex). The owner of the beaten stack says where it goes; with no way it is lost."""

    name = "back"
    verbs: ClassVar = {
        "back": may_back,
        "perish": lambda s, f, args, why: not free(s, f[1]) or _no(why, "5", "There is a way out.", "Fall back."),
    }

    def seat(self, s: State, f: Frame) -> int:
        return side(s, f[1])

    def candidates(self, s: State, f: Any) -> Iterable[Action]:
        return [*(Action("back", (h,)) for h in free(s, f[1])), Action("perish")]

    def do(self, s: State, f: Frame, a: Action, cx: Any) -> None:
        s.agenda = s.agenda[:-1]
        pile = s.piles.pop(f[1])
        cx.tell(a.verb, seat=pile[0] // 4, hex=f[1], to_hex=a.args[0] if a.args else f[1])
        if a.args:
            s.piles[a.args[0]] = pile
        elif len(alive := {side(s, h) for h in s.piles}) < 2:
            s.outcome = (alive.pop() if alive else -1, "alone", "6")


MARCH, FIGHT, STANCE, BACK = March(), Fight(), Stance(), Back()
_VERBS: Final = {"march": ("hex", "hex"), "top": ("unit",), "attack": ("hex", "hex"), "back": ("hex",),
                 "end": (), "press": (), "hold": (), "perish": ()}  # fmt: skip


class Hilltop(GameDef):
    """The toy."""

    key: ClassVar = "toy"
    title: ClassVar = "Hilltop"
    says: ClassVar = "Two sides race for one hill and hide what they bring."
    editions: ClassVar = ("first",)
    titles: ClassVar = {"first": "First"}
    marks: ClassVar = {"first": "First"}
    edition: ClassVar = "first"
    phases: ClassVar = ("march", "fight")
    notation = Notation(_VERBS, {"hex": Kind("hex", HEXES.names), "unit": Kind("counter", UNITS)})

    def register(self) -> Register:
        return REGISTER

    def ruleset(self, spec: str | Mapping[str, object] | Ruleset) -> Ruleset:
        return Ruleset.from_spec(spec, SWITCHES)

    def scenarios(self) -> Mapping[str, Scenario]:
        return SCENARIOS

    def not_now(self, state: State, verb: str) -> Reason:
        now = ", ".join(sorted({a.verb for a in running.legal(state)}))
        return Reason(("1",), f"“{verb}” is not what is asked for now.", f"What can be done: {now}.")

    def new_state(self, scenario: Scenario, rules: Ruleset) -> State:
        s = State(scenario, rules)
        for seat, homes in enumerate(HOMES):
            s.piles |= {homes[0]: (4 * seat + 3, 4 * seat), homes[1]: (4 * seat + 2, 4 * seat + 1)}
        return s

    def build(self, position: Mapping[str, Any]) -> State:
        wrong = Faults()
        wrong.keys("", position, ("scenario", "rules", "turn", "player", "phase", "piles"))
        rules = self.ruleset(position.get("rules", "first"))
        s = State(SCENARIOS["hill"], rules)
        s.turn = wrong.whole("turn", position.get("turn", 1), 1, LAST_TURN, 1)
        s.player = s.seat = wrong.whole("player", position.get("player", 0), 0, 1, 0)
        s.phase = self.phases.index(position.get("phase", "march"))
        s.agenda = (((MARCH, FIGHT)[s.phase],),)
        hexes, units = ({name: k for k, name in enumerate(names)} for names in (HEXES.names, UNITS))
        for name, pile in wrong.table("piles", position.get("piles", {})).items():
            h = wrong.name("piles", name, hexes)
            s.piles[h] = tuple(wrong.name(f"piles, {name}", u, units) for u in wrong.names(f"piles, {name}", pile))
        if faults := [*wrong.found, *self.broken(s)]:
            raise ValueError("; ".join(faults))
        return s

    def describe(self, state: State) -> dict[str, Any]:
        piles = {HEXES.names[h]: [UNITS[u] for u in pile] for h, pile in state.piles.items()}
        return {"rules": state.rules.name, "turn": state.turn, "player": state.player,
                "phase": self.phases[state.phase], "piles": piles}  # fmt: skip

    def broken(self, state: State) -> list[str]:
        there = [u for pile in state.piles.values() for u in pile]
        wrong = [] if len(there) == len(set(there)) else ["a counter stands in two places"]
        mixed = any(not pile or len(pile) > 2 or len({u // 4 for u in pile}) > 1 for pile in state.piles.values())
        return [*wrong, *(["a stack that cannot be"] if mixed else [])]

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        piles = {
            HEXES.names[h]: [UNITS[u] if k == 0 or u // 4 == seat else None for k, u in enumerate(pile)]
            for h, pile in state.piles.items()
        }
        sealed = sealed_view(state, seat)
        if sealed and sealed["own"]:
            sealed["own"] = sealed["own"].verb
        return {"turn": state.turn, "player": state.player, "seat": state.seat if state.seat >= 0 else None,
                "phase": self.phases[state.phase], "piles": piles, "sealed": sealed,
                "sides": {name: side(state, h) for h, name in enumerate(HEXES.names) if h in state.piles},
                "outcome": self.outcome(state)}  # fmt: skip

    def resample(self, state: State, seat: int | None, chance: Chance) -> State:
        t = state.copy()
        for other in (0, 1):
            if other != seat:
                hidden = unseen(t, other)
                for h, pile in t.piles.items():
                    below = [hidden.pop(chance.pick(len(hidden))) if u // 4 == other else u for u in pile[1:]]
                    t.piles[h] = (pile[0], *below)
        f = t.agenda[-1] if t.agenda else (None,)
        if f[0] is STANCE:
            _, seals, here, there = f
            made = tuple((o, a if o == seat else Action(STANCES[chance.pick(2)])) for o, a in seals)
            t.agenda = (*t.agenda[:-1], (STANCE, made, here, there))
        return t

    def outcome(self, state: State) -> dict[str, Any] | None:
        if state.outcome is None:
            return None
        winner, how, clause = state.outcome
        words = "Nobody wins." if winner < 0 else f"{('Red', 'Blue')[winner]} wins."
        return {"winner": None if winner < 0 else winner, "how": how, "clause": [clause], "words": words}

    def redact(self, events: Iterable[Mapping[str, Any]], seat: int | None) -> list[dict[str, Any]]:
        shown = ("kind", "seat", "hex", "to_hex", "count", "stances", "gap", "roll", "result")
        return [{k: e[k] for k in shown if k in e} for e in events]

    def sentence(self, event: Mapping[str, Any], names: Mapping[int, str]) -> str:
        who, at = names.get(event["seat"], ""), HEXES.names[event.get("to_hex", HILL)]
        if event["kind"] == "fight":
            return f"{who} attacks {at} by {event['gap']} and rolls {event['roll']}: {RESULTS.get(event['result'], 'nobody moves')}."
        said = {
            "march": f"{who} marches to {at}.",
            "back": f"{who} falls back to {at}.",
            "perish": f"{who} has no way out.",
        }
        return said.get(event["kind"], "")

    def names(self, scenario: Scenario, events: Iterable[Mapping[str, Any]]) -> dict[int, str]:
        return {0: "Red", 1: "Blue"}


GAME = Hilltop()
