"""The end of movement: a stronger voice takes Elric away. Sources: Chaosium [12.1.2], Avalon Hill 11.122."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, NamedTuple

from elric.kernel.steps import Check, Frame
from elric.kernel.verdict import Why
from elric.young_kingdoms.artifacts.bonds import friends
from elric.young_kingdoms.combat.heroic_escape import TO_REAPPEAR
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import ELRIC, HERO, KIND, MOONGLUM
from elric.young_kingdoms.legends.elric import greet
from elric.young_kingdoms.magic import hands
from elric.young_kingdoms.position import fields, words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.fixes import choose
from elric.young_kingdoms.position.notes import Sways, forget, noted
from elric.young_kingdoms.position.state import ASHORE, State, foes_at, give, own_in, push, put
from elric.young_kingdoms.position.steps import Auto, Step
from elric.young_kingdoms.world.terrain import enemy_city


def end_of_movement(s: State, cx: Context) -> None:
    """A stronger voice takes Elric over; whoever has come to a masterless Elric wins him ([12.1.2] / 11.12, 11.122)."""
    sway = noted(s, Sways)
    if sway:
        forget(s, {Sways})
        u = sway[0].leader
        if s.place[u] == s.place[ELRIC] < BOARD.size and s.owner[ELRIC] != s.owner[u]:
            where = shelters(s, u)
            if len(where) > 1:
                push(s, SHELTER.frame(u, tuple(where)), MEET.frame())
                return
            take_away(s, u, where[0] if where else s.place[u], cx)
    greet(s, cx)


class Meet(Auto):
    """Whoever shares a place with a masterless Elric wins him."""

    name = "meet elric"

    def run(self, s: State, frame: Frame, cx: Context) -> None:
        greet(s, cx)


MEET: Final = Meet()


def shelters(s: State, u: int) -> list[int]:
    """Where a new master may take him: the nearest friendly stacks, or the nearest provinces free of enemies."""
    here, seat = s.place[u], s.owner[u]
    far = BOARD.distances(here)
    free = s.rules.takeover_goes == "free-province"
    open_ = [
        a
        for a in BOARD.lands
        if a != here
        and far[a] >= 0
        and not foes_at(s, a, seat)
        and not enemy_city(s, a, seat)
        and (free or s.who[a] >> seat & 1)
        and (BOARD.special[a] != "imrryr" or s.control[a] == seat)
    ]
    near = min((far[a] for a in open_), default=-1)
    return [a for a in open_ if far[a] == near]


def take_away(s: State, unit: int, goal: int, cx: Context) -> None:
    """Elric follows his new master, and both are gone from where they met."""
    here, seat = s.place[unit], s.owner[unit]
    party = [unit, ELRIC]
    if friends(s) and s.place[MOONGLUM] == here:
        party.append(MOONGLUM)
    for x in party[1:]:
        give(s, x, seat)
        s.aboard[x] = ASHORE
    cx.tell("follows", unit=ELRIC, seat=seat, area=here)
    if goal == here:
        return
    band = next((s.band[x] for x in own_in(s, goal, seat) if KIND[x] == HERO), 0)
    for x in party:
        put(s, x, goal)
        s.aboard[x] = ASHORE
        s.band[x] = band
    cx.tell("reappears", unit=unit, area=goal)
    hands.settle_alignment(s, goal, seat)


def _check_shelter(s: State, frame: ShelterFrame, args: tuple[int, ...], why: Why) -> bool:
    if args[0] in frame.areas:
        return True
    return why is not None and choose(
        why,
        ("12.1.2", "11.122"),
        f"{words.unit(frame.master):takes|take} Elric to the nearest shelter, not to {words.area(args[0])}.",
        "reappear",
        frame.areas,
    )


class ShelterFrame(NamedTuple):
    step: Step
    master: int
    areas: tuple[int, ...]


class ShelterStep(Step):
    """Several shelters are as near: the new master's player chooses."""

    name = "shelter"
    public = True
    holds = ShelterFrame
    words = (fields.PIECE, fields.AREAS)
    verbs: ClassVar[dict[str, Check]] = {"reappear": _check_shelter}

    def candidates(self, s: State, frame: ShelterFrame) -> Iterable[Action]:
        return [TO_REAPPEAR(a) for a in frame.areas]

    def do(self, s: State, frame: ShelterFrame, action: Action, cx: Context) -> None:
        s.agenda = s.agenda[:-1]
        take_away(s, frame.master, action.args[0], cx)


SHELTER: Final = ShelterStep()
