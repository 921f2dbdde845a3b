"""Coming out of hiding [19.24, 23.2]: at the beginning of a combat phase all decide in secret, at the beginning of his movement the owner."""

from __future__ import annotations

from typing import Any, ClassVar

from elric.kernel.sealed import choices_of
from elric.sorcerer.components.units import HUMAN, KIND, SORCERER, UNITS
from elric.sorcerer.position import hooks
from elric.sorcerer.position.notes import Cloak, Revealed, Spoiled, note_instead, noted, remember, who_is_cloaked
from elric.sorcerer.position.state import COMBAT, NOBODY, State, enemies_in, force, put
from elric.sorcerer.position.steps import Action, Context, Frame, Sealed, SealedFrame, Why, always, frame, no, push

WAIT = Action("wait")


def hidden_infantry(s: State, seat: int) -> tuple[int, ...]:
    """The infantry of a seat in hiding; who is under a Cloak is not."""
    cloaked = who_is_cloaked(s)
    return tuple(u for u in s.hidden if s.owner[u] == seat and u not in cloaked and KIND[u] == HUMAN)


def who_may_come_out(s: State, seat: int) -> tuple[int, ...]:
    """Everybody of a seat who may come out now: those in hiding, and in a combat phase those under a Cloak too [20.3]."""
    if s.phase != COMBAT:
        return hidden_infantry(s, seat)
    return tuple(u for u in s.hidden if s.owner[u] == seat)


def may_reveal(s: State, f: SealedFrame, args: tuple[int, ...], why: Why) -> bool:
    """[19.24, 23.2]"""
    u = args[0]
    if u not in who_may_come_out(s, s.seat) or any(a.args == args for a in choices_of(f, s.seat)):
        clause = "19.24" if s.scenario.story == "stones" else "23.2"
        return no(why, clause, f"{UNITS[u].name} is not in hiding for you.", "Choose one who is.", do=("wait",))
    if (
        s.scenario.story == "stones"
        or s.phase != COMBAT
        or u in who_is_cloaked(s)
        or enemies_in(s, s.seat, s.hidden[u])
    ):
        return True
    return no(why, "23.2", "In a combat phase it comes out where enemies are.", "Wait.", do=("wait",))


class Ambush(Sealed):
    """Who comes out in this combat phase. Everybody with somebody in hiding is asked, wherever that is."""

    name = "ambush"
    verbs: ClassVar = {"reveal": may_reveal, "wait": always}
    holds = SealedFrame

    def seats(self, s: State, f: Frame) -> tuple[int, ...]:
        return tuple(seat for seat in s.order if s.alive >> seat & 1 and who_may_come_out(s, seat))

    def finished(self, s: State, f: Frame, seat: int) -> bool:
        made = choices_of(f, seat)
        return bool(made) and (made[-1] == WAIT or len(made) == len(who_may_come_out(s, seat)))

    def candidates(self, s: State, x: Any) -> list[Action]:
        return [*(Action("reveal", (u,)) for u in who_may_come_out(s, s.seat)), WAIT]

    def reveal(self, s: State, f: Frame, choices: dict[int, Action], cx: Context) -> None:
        out = [(seat, a.args[0]) for seat in self.seats(s, f) for a in choices_of(f, seat) if a.verb == "reveal"]
        came = [(seat, s.hidden[u]) for seat, u in out if u in hidden_infantry(s, seat)]
        waits: list[Frame] = []
        for seat, u in out:
            h = s.hidden[u]
            sudden = not force(s, seat, h) and u not in who_is_cloaked(s)
            come_out(s, u, cx)
            sorcerer = beset(s, seat, h)
            if s.phase == COMBAT and (s.scenario.story == "stones" or (sudden and sorcerer >= 0)):
                s.ambush |= 1 << u
                waits += [frame("spoil", k, sorcerer, h) for k in s.order if k != seat and hidden_infantry(s, k)]
        if s.scenario.story != "stones":
            for seat, h in came:
                spoil(s, seat, h)
            push(s, *waits)


def spoil(s: State, side: int, h: int) -> None:
    """A side's assassin has come out in a hex, and those of others there do not strike doubly [23.6]."""
    remember(s, *(Spoiled(u) for u in s.piles[h] if s.ambush >> u & 1 and s.owner[u] != side))


def beset(s: State, seat: int, h: int) -> int:
    """An enemy Sorcerer who is in a hex [23.5]; -1 for none."""
    return next((u for k in enemies_in(s, seat, h) for u in force(s, k, h) if KIND[u] == SORCERER), -1)


def uncover(s: State, u: int) -> None:
    """It is under no Cloak any more."""
    note_instead(s, Cloak, [Cloak(one.caster, tuple(v for v in one.units if v != u)) for one in noted(s, Cloak)])


def come_out(s: State, unit: int, cx: Context) -> None:
    """It stands on the map, out of hiding or from under a Cloak."""
    kind = "comes out" if s.scenario.story == "stones" else "leaves hiding"
    if unit in who_is_cloaked(s):
        kind = "is seen again"
    elif Revealed(unit) not in noted(s, Revealed):
        remember(s, Revealed(unit))
    h = s.hidden.pop(unit)
    s.place[unit] = NOBODY
    put(s, unit, h, s.owner[unit])
    uncover(s, unit)
    cx.tell(kind, seat=s.owner[unit], unit=unit, hex=h)


class Emerge(Ambush):
    """Who comes out before his owner moves."""

    name = "emerge"

    def seats(self, s: State, f: Frame) -> tuple[int, ...]:
        return (s.player,) if hidden_infantry(s, s.player) else ()


def before_combat(s: State, cx: Context) -> None:
    if s.hidden and any(who_may_come_out(s, seat) for seat in s.order if s.alive >> seat & 1):
        push(s, frame("ambush", ()))


def before_move(s: State, cx: Context) -> None:
    if s.hidden and hidden_infantry(s, s.player):
        push(s, frame("emerge", ()))


AMBUSH, EMERGE = Ambush(), Emerge()
hooks.BEFORE_COMBAT.append(before_combat)
hooks.BEFORE_MOVE.append(before_move)
