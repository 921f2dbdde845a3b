"""Elric, his sword, and his kin. Sources: Chaosium [12.0]-[12.3], [13.3]; Avalon Hill 11, 12.3, 9.943, 14.8."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

from ..kernel.steps import Auto, Check, Frame, Step
from ..kernel.verdict import Why
from . import balance, hands, pieces, spells
from .actions import Action
from .board import BOARD, SEA
from .context import Context
from .pieces import COMBAT, ELRIC, FIGHT, HERO, INFLUENCE, KIND, MAGIC, MOONGLUM, MOURNBLADE
from .state import (
    ASHORE,
    AWAY,
    BOX,
    DISCARD,
    NEUTRAL,
    NOBODY,
    USED,
    State,
    box,
    cargo,
    drop_hand,
    give,
    lose,
    own_in,
    push,
    put,
)


def sword_value(s: State, u: int) -> int:
    """A personality's fighting value; Mournblade gives its bearer 6 in the Avalon Hill edition (14.8)."""
    v = FIGHT[u]
    if s.rules.mournblade_value and pieces.MELNIBONEAN[u] and s.aboard[MOURNBLADE] == u:
        return max(v, int(s.rules.mournblade_value))
    return v


def may_escape(s: State, u: int) -> bool:
    """Whether a lost personality may try to escape: not one slain by Stormbringer."""
    return not any(n == ("slain", u) for n in s.notes)


def influence(s: State, u: int) -> tuple[int, int]:
    """What a personality weighs in winning Elric: the printed value, influence before strength in a tie."""
    v = sword_value(s, u) if not INFLUENCE[u] else COMBAT[u]
    return (v, 1 if INFLUENCE[u] else 0)


def controller(s: State) -> int:
    """The personality in control of Elric, or -1 ([12.1.2] / 11.12)."""
    if s.owner[ELRIC] >= NEUTRAL or s.place[ELRIC] >= BOARD.size:
        return -1
    here = s.place[ELRIC]
    who = [u for u in own_in(s, here, s.owner[ELRIC]) if KIND[u] == HERO and u not in (ELRIC, MOONGLUM)]
    if BOARD.wild[here]:
        who = [u for u in who if s.band[u] == s.band[ELRIC]] or who
    return max(who, key=lambda u: (*influence(s, u), -u), default=-1)


# ---- Random Appearance ----------------------------------------------------------------------------------------------


def start_of_game_turn(s: State, cx: Context) -> None:
    """Elric appears somewhere at random when he is not stacked with a player's personality ([12.1.1] / 11.11)."""
    if not s.scenario.elric:
        return
    if s.place[ELRIC] == AWAY:
        if not any(n[0] == "away" and n[1] > s.turn for n in s.notes):
            s.notes = tuple(n for n in s.notes if n[0] != "away")
            push(s, (APPEAR,))
            if s.place[pieces.BRUT] == BOX:
                s.notes = (*s.notes, ("with brut",))
        return
    if controller(s) < 0 and not (s.scenario.key == "duel" and s.owner[ELRIC] < NEUTRAL):
        push(s, (APPEAR,))


class Appear(Auto):
    """Draw spells until one names a nation; Elric stands in its capital or main city."""

    name = "random appearance"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        _lift(s)
        for _ in range(spells.SIZE * 2):
            i = cx.draw(s)
            if i < 0:
                return
            s.spell_at[i] = DISCARD
            places = [
                BOARD.main_city(t)
                for t in spells.MUSTERS[i]
                if t in BOARD.home and t in pieces.NATION_INDEX and any(BOARD.city[x] for x in BOARD.home[t])
            ]
            cx.tell("omen card", spell=i)
            if spells.ACTS[i] == "reshuffle":
                from .omens import reshuffle

                reshuffle(s, cx)
            if not places:
                continue
            if len(places) == 1:
                arrive(s, places[0], cx)
            elif s.rules.appearance_choice == "die":
                roll = cx.die()
                arrive(s, places[(roll - 1) * len(places) // 6], cx)
            else:
                push(s, (WHERE, tuple(places)))
            return


APPEAR: Final = Appear()


def _lift(s: State) -> None:
    """Take Elric (and Moonglum with him) off the board, out of anybody's hands."""
    together = s.place[MOONGLUM] < BOARD.size and any(n == ("friends",) for n in s.notes)
    for u in (ELRIC, MOONGLUM) if together else (ELRIC,):
        if s.place[u] < BOARD.size:
            put(s, u, BOX)
        s.owner[u] = NOBODY
        s.place[u] = BOX
        s.aboard[u] = ASHORE
        s.flags[u] = 0
        for x in pieces.ARTIFACTS:
            if s.aboard[x] == u:
                box(s, x)


def _check_where(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    from ..kernel.verdict import Reason
    from . import words

    if args[0] in f[1]:
        return True
    if why is not None:
        why.append(
            Reason(
                ("12.1.1", "11.11"),
                f"The spell drawn does not name the nation of {words.area(args[0])}.",
                f"Choose {words.listed([words.area(a) for a in f[1]])}.",
                tuple(BOARD.ids[a] for a in f[1]),
            )
        )
    return False


class WhereStep(Step):
    """Frame: (step, areas). The active player chooses among the nations on the spell (11.11)."""

    name = "appearance"
    verbs: ClassVar[dict[str, Check]] = {"appear": _check_where}

    def candidates(self, s: State, f: Frame) -> Iterable[Action]:
        return [Action("appear", (a,)) for a in f[1]]

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        s.agenda = s.agenda[:-1]
        arrive(s, a.args[0], cx)


WHERE: Final = WhereStep()


def arrive(s: State, a: int, cx: Context) -> None:
    """Elric stands in an area, nobody's man yet."""
    party = [ELRIC]
    if any(n == ("friends",) for n in s.notes) and s.place[MOONGLUM] == BOX:
        party.append(MOONGLUM)
    if any(n == ("with brut",) for n in s.notes):
        s.notes = tuple(n for n in s.notes if n != ("with brut",))
        party.append(pieces.BRUT)
    for u in party:
        s.owner[u] = NEUTRAL
        put(s, u, a)
        s.aboard[u] = ASHORE
        s.band[u] = 0
        s.flags[u] = 0
        cx.tell("appears", unit=u, area=a)


# ---- control --------------------------------------------------------------------------------------------------------


def end_of_movement(s: State, cx: Context) -> None:
    """Whoever now shares a province with a masterless Elric wins him; Moonglum goes to his friend ([12.1.2], [12.1.6])."""
    _sway(s, cx)
    for u in (ELRIC, MOONGLUM, pieces.BRUT):
        here = s.place[u]
        if here < BOARD.size and s.owner[u] == NEUTRAL:
            if any(KIND[x] == HERO for x in own_in(s, here, s.player)):
                give(s, u, s.player)
                s.band[u] = next(s.band[x] for x in own_in(s, here, s.player) if KIND[x] == HERO and x != u)
                cx.tell("follows", unit=u, seat=s.player, area=here)
                if u == ELRIC and not any(n == ("met elric",) for n in s.notes):
                    s.notes = (*s.notes, ("met elric",))
                    push(s, (hands.DRAW, s.player, ELRIC, MAGIC[ELRIC], False))
    _friends(s, cx)


def _friends(s: State, cx: Context) -> None:
    a, b = s.place[ELRIC], s.place[MOONGLUM]
    if a >= BOARD.size or b >= BOARD.size or (a != b and b not in BOARD.touch[a]):
        return
    if BOARD.kind[a] == SEA and s.aboard[ELRIC] == ASHORE:
        return  # Elric walks on the waves, and his friend cannot follow him there
    if s.owner[MOONGLUM] != s.owner[ELRIC]:
        give(s, MOONGLUM, s.owner[ELRIC])
    if a != b or not any(n == ("friends",) for n in s.notes):
        put(s, MOONGLUM, a)
        s.aboard[MOONGLUM] = s.aboard[ELRIC]
        s.band[MOONGLUM] = s.band[ELRIC]
        if not any(n == ("friends",) for n in s.notes):
            s.notes = (*s.notes, ("friends",))
        cx.tell("friends", unit=MOONGLUM, area=a)


def _sway(s: State, cx: Context) -> None:
    for n in [n for n in s.notes if n[0] == "sway"]:
        u = n[1]
        s.notes = tuple(x for x in s.notes if x != n)
        here = s.place[ELRIC]
        if s.place[u] != here or here >= BOARD.size or s.owner[ELRIC] == s.owner[u]:
            continue
        give(s, ELRIC, s.owner[u])
        if any(x == ("friends",) for x in s.notes) and s.place[MOONGLUM] == here:
            give(s, MOONGLUM, s.owner[u])
        cx.tell("follows", unit=ELRIC, seat=s.owner[u], area=here)
        goal = _nearest_friend(s, here, s.owner[u])
        if goal >= 0:
            for x in (
                u,
                ELRIC,
                *((MOONGLUM,) if s.place[MOONGLUM] == here and s.owner[MOONGLUM] == s.owner[u] else ()),
            ):
                put(s, x, goal)
                s.aboard[x] = ASHORE
                s.band[x] = 0
            cx.tell("reappears", unit=u, area=goal)


def _nearest_friend(s: State, here: int, seat: int) -> int:
    from .ground import enemy_city
    from .state import foes_at

    far = BOARD.distances(here)
    free = s.rules.takeover_goes == "free-province"
    best = sorted(
        (far[a], BOARD.names[a], a)
        for a in BOARD.lands
        if a != here
        and far[a] >= 0
        and not foes_at(s, a, seat)
        and not enemy_city(s, a, seat)
        and (free or s.count[seat * BOARD.size + a])
        and BOARD.special[a] != "imrryr"
    )
    return best[0][2] if best else -1


# ---- the black swords -----------------------------------------------------------------------------------------------


def swords_thirst(s: State, cx: Context) -> None:
    """At the end of a Combat phase in which Elric (or Mournblade's bearer) fought, the sword may turn on a friend
    ([12.1.4], [13.3] / 11.14, 12.3)."""
    bearers = [(ELRIC, controller(s))]
    if s.aboard[MOURNBLADE] != ASHORE and s.place[MOURNBLADE] < BOARD.size:
        bearers.append((s.aboard[MOURNBLADE], s.aboard[MOURNBLADE]))
    for u, victim in bearers:
        if not s.flags[u] & USED or s.place[u] >= BOARD.size or s.owner[u] >= NEUTRAL:
            continue
        if s.rules.sword_shift == "using":
            balance.shift(s, ((spells.CHAOS, 1),), cx)
        roll = cx.die()
        cx.tell("sword", unit=u, roll=roll, victim=victim if roll >= 5 else -1)
        if roll >= 5:
            slay(s, u, victim, cx)
    for u in range(pieces.SIZE):
        s.flags[u] &= ~USED


def slay(s: State, bearer: int, victim: int, cx: Context) -> None:
    """A black sword takes its own: no escape, and the Balance moves one towards Chaos."""
    if victim >= 0 and s.place[victim] < BOARD.size:
        drop_hand(s, victim)
        for x in cargo(s, victim):
            if KIND[x] == pieces.ARTIFACT:
                box(s, x)
        lose(s, victim)
        if pieces.NATION[victim] < 0:
            box(s, victim)
        cx.tell("slain", unit=victim, bearer=bearer)
    balance.shift(s, ((spells.CHAOS, 1),), cx)
    if bearer == ELRIC:
        push(s, (APPEAR,))
    else:
        if s.place[MOURNBLADE] < BOARD.size:
            box(s, MOURNBLADE)
    from .realms import check_nations

    check_nations(s, cx)


def nightmare(s: State, roll: int, cx: Context) -> None:
    """Elric dreams: on 5 or 6 the swords slay those nearest ([12.1.5] / 11.15, 11.151)."""
    if roll < 5:
        return
    c = controller(s)
    if c >= 0:
        slay(s, ELRIC, c, cx)
    bearer = s.aboard[MOURNBLADE]
    if s.place[MOURNBLADE] < BOARD.size and bearer != ASHORE:
        slay(s, bearer, bearer, cx)


__all__ = [n for n in globals() if not n.startswith("_") and n not in ("LOST",)]
