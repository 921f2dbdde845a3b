"""Dragons [35.1, 38.1-38.9, 39.4]: they carry a master, no magic touches them, and they fight all around them at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, NamedTuple

from elric.dragon_pass.combat.deaths import alive, kill, wound
from elric.dragon_pass.combat.factors import ILLUSIONS
from elric.dragon_pass.components.board import AROUND, BOARD, HEXES
from elric.dragon_pass.components.notation import VERBS
from elric.dragon_pass.components.units import COUNT, DRAGONS, MF, NOBODY, SUPERHEROES, UNITS, units_named
from elric.dragon_pass.independents.peoples import INDEX, PEOPLES
from elric.dragon_pass.movement.holds import held, mine
from elric.dragon_pass.movement.zones import unable
from elric.dragon_pass.position import powers, telling
from elric.dragon_pass.position.events import EVENTS
from elric.dragon_pass.position.notes import Ally, note_instead, noted
from elric.dragon_pass.position.state import COMBAT, OUT, State, enemies, foes, lift
from elric.dragon_pass.position.steps import Action, Auto, Context, Step, Why, always, drop, frame, no, push
from elric.kernel.bits import bits, ones

TO_DRAGONFIGHT: Final = VERBS.add("dragonfight", "unit hex", "Send {0} to fight at {1}", wished=True)
TO_DRAGONDUEL: Final = VERBS.add("dragonduel", "unit hex", "Send {0} to seek the Superhero in {1}")
TO_CANCEL: Final = VERBS.add("cancel", "unit", "Stop it with {0}")
TO_LET: Final = VERBS.add("let", "", "Let it come")

HERS: Final = units_named("dragon-4")[0]
CLIFF: Final = PEOPLES[INDEX["cragspider"]].groups[0][1]
WING: Final = MF[HERS]
KILLED, BOTH = 2, 4  # a die up to this kills the Dragon alone; up to that, all [38.9]
_CANCEL: Final = tuple(TO_CANCEL(u) for u in range(COUNT))


def free(s: State, seat: int) -> list[int]:
    """A side's Dragons that may fight now."""
    bound = unable(s) | s.fought
    return [*ones(s.of[seat] & DRAGONS & ~bound)]


def may_fight_so(s: State, args: tuple[int, ...], why: Why) -> bool:
    """[38.6]"""
    u, h = args
    if u not in free(s, s.player):
        name = UNITS[u].name
        if not DRAGONS >> u & 1:
            return no(why, "38.6", f"{name} is no Dragon, and only Dragons make a Dragonfight.")
        if not mine(s, u, why):
            return False
        if s.fought >> u & 1:
            return no(why, "38.6", f"{name} has fought in this Combat already.")
        return held(s, u, why)
    ok = True
    if s.locked and any(u in units for battle in s.segments for _, units in battle.attackers):
        ok = no(why, "14.2", "This Dragon is in a battle that waits for its roll.")
    if HEXES.distance(s.place[u], h) > WING:
        ok = no(why, "38.6", f"A Dragon flies no farther than {WING} hexes to a Dragonfight.", "Choose a nearer hex.")
    if not foes(s, s.player) & (AROUND[h] | 1 << h):
        ok = no(why, "38.6", f"No enemy stands in {HEXES.names[h]} or beside it.", "Choose another hex.")
    return ok


def may_duel(s: State, args: tuple[int, ...], why: Why) -> bool:
    """[38.8]"""
    return may_fight_so(s, args, why) and (
        bool(foes(s, s.player) >> args[1] & 1) or no(why, "38.8", "To seek a Superhero it comes down on a stack.")
    )


def fights(s: State) -> list[Action]:
    """Every hex that has an enemy in it or beside it, for every Dragon."""
    dragons = free(s, s.player)
    if not dragons:
        return []
    enemy = foes(s, s.player)
    zone = enemy
    for h in ones(enemy):
        zone |= AROUND[h]
    return [TO_DRAGONFIGHT(u, h) for u in dragons for h in ones(zone)]


def duels(s: State) -> list[Action]:
    """Every enemy stack, for every Dragon."""
    return [TO_DRAGONDUEL(u, h) for u in free(s, s.player) for h in ones(foes(s, s.player))]


def declare(s: State, args: tuple[int, ...], cx: Context) -> None:
    """[38.6, 38.7] The Dragon flies; an enemy Dragon may stop it before the die falls."""
    _declare(s, args, False, cx)


def declare_duel(s: State, args: tuple[int, ...], cx: Context) -> None:
    """[38.8] It seeks the Superhero in a stack; where none is, it fights what is there."""
    _declare(s, args, True, cx)


def _declare(s: State, args: tuple[int, ...], hero: bool, cx: Context) -> None:
    u, h = args
    s.fought |= 1 << u
    s.shown |= 1 << u
    s.links = tuple(link for link in s.links if s.piles.get(link[0]) != (u,))
    cx.tell("dragonfight", seat=s.player, unit=u, hex=h)
    others = [k for k in enemies(s, s.player) if s.of[k] & DRAGONS]
    push(s, *(frame("dragon cancel", u, k) for k in others), frame("dragon roll", u, h, hero))


class CancelFrame(NamedTuple):
    step: Step
    fighter: int
    asked: int


class Cancel(Step):
    """[38.7] Whether a Dragon stops another."""

    name = "dragon cancel"
    holds = CancelFrame
    asks = "asked"
    verbs: ClassVar = {
        "cancel": lambda s, f, args, why: (
            args[0] in can_cancel(s, f) or no(why, "38.7", "Only a Dragon of yours that may still fly stops another.")
        ),
        "let": always,
    }

    def live(self, s: State, f: CancelFrame) -> bool:
        return s.place[f.fighter] >= 0 and bool(can_cancel(s, f))

    def legal(self, s: State, f: CancelFrame) -> list[Action]:
        return [*(_CANCEL[u] for u in can_cancel(s, f)), TO_LET()]

    def candidates(self, s: State, x: CancelFrame) -> Iterable[Action]:
        return [*(_CANCEL[u] for u in ones(DRAGONS)), TO_LET()]

    def do(self, s: State, f: CancelFrame, a: Action, cx: Context) -> None:
        fighter = f.fighter
        drop(s)
        if a[0] == "cancel":
            cx.tell("cancelled", seat=self.seat(s, f), units=(fighter, a[1][0]))
            for u in (fighter, a[1][0]):
                go_home(s, u)


def can_cancel(s: State, f: CancelFrame) -> list[int]:
    """The Dragons of the seat that is asked."""
    asked = f.asked
    return [*ones(s.of[asked] & DRAGONS & ~s.still)]


def go_home(s: State, u: int) -> None:
    """A Dragon goes back to its rest, and may be approached again; Cragspider's to her mountain, and is her ally's still [39.4]."""
    lift(s, (u,), OUT)
    if u == HERS:
        s.shown &= ~(1 << u)
        push(s, frame("muster", s.owner[u], (u,), CLIFF))
        return
    s.owner[u] = NOBODY
    s.shown &= ~(1 << u)
    note_instead(s, Ally, [ally for ally in noted(s, Ally) if PEOPLES[ally.people].units != (u,)])


class RollFrame(NamedTuple):
    step: Auto
    dragon: int
    hex: int
    seeks: bool


class Roll(Auto):
    """[38.9]"""

    name = "dragon roll"
    holds = RollFrame

    def run(self, s: State, f: RollFrame, cx: Context) -> None:
        u, h, seeks = f.dragon, f.hex, f.seeks
        if s.place[u] < 0:
            return
        near = foes(s, s.owner[u]) & (AROUND[h] | 1 << h)
        for v in [v for n in ones(near) for v in s.piles[n] if ILLUSIONS >> v & 1]:
            kill(s, (v,), cx, "dispelled")  # [48.3] it has come into their zone
        die = cx.die()
        cx.tell("dragon die", seat=s.owner[u], unit=u, die=die)
        enemy = foes(s, s.owner[u])
        here = s.piles.get(h, ()) if enemy >> h & 1 else ()
        heroes = tuple(v for v in here if SUPERHEROES >> v & 1)
        if seeks and heroes:
            victims: tuple[int, ...] = ()
            if die > KILLED and wound(s, heroes[0], cx):
                victims = heroes[:1]
        else:
            around = [v for n in ones(enemy & (AROUND[h] | 1 << h)) for v in s.piles[n]]
            victims = tuple(v for v in around if not SUPERHEROES >> v & 1) if die > KILLED else ()
            s.shown |= bits(alive(s, around))
        if die <= BOTH:
            kill(s, (u,), cx, "dragonfight", alive(s, here))
        for n in {s.place[v] for v in victims}:
            kill(s, tuple(v for v in victims if s.place[v] == n), cx, "dragonfight", (u,))
        push(s, frame("loose ends"))


powers.add(TO_DRAGONFIGHT, powers.Power(may_fight_so, declare, fights, frozenset({COMBAT})))
powers.add(TO_DRAGONDUEL, powers.Power(may_duel, declare_duel, duels, frozenset({COMBAT})))
CANCEL, ROLL = Cancel(), Roll()


EVENTS.add(
    "dragonfight",
    "seat unit hex",
    words=lambda event, names: f"{UNITS[event['unit']].name} comes down to fight at {BOARD.where(event['hex'])}.",
)
EVENTS.add("dragon die", "seat unit die", words=lambda event, names: f"The Dragonfight's die is a {event['die']}.")
EVENTS.add(
    "cancelled",
    "seat units",
    words=lambda event, names: f"{telling.listed(event['units'])} turn away from each other and go home.",
)
