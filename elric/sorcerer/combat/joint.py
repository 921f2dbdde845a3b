"""The joint combat phase [13.0]: everybody declares, dice are thrown for every attack, then all results fall together."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from elric.kernel.bits import bits, ones
from elric.kernel.sealed import choices_of
from elric.sorcerer.combat.losses import LOSSES as LOSSES_STEP
from elric.sorcerer.combat.losses import Blow, deal, pin
from elric.sorcerer.combat.strength import Clash, attack, clash, default_lead, defence, sorcerers, who_attacks
from elric.sorcerer.components.board import HEXES
from elric.sorcerer.components.colors import GRAY
from elric.sorcerer.components.notation import SIDE_WORDS
from elric.sorcerer.components.scenarios import MOST_SIDES
from elric.sorcerer.components.table import PIN
from elric.sorcerer.components.units import HUMAN, KIND, MAGICAL, SORCERER, UNITS
from elric.sorcerer.position import hooks
from elric.sorcerer.position.notes import Spoiled, forget, noted
from elric.sorcerer.position.state import COMBAT, GONE, POOL, State, enemies_in, force, here_of
from elric.sorcerer.position.state import lift as off
from elric.sorcerer.position.steps import Action, Auto, Context, Frame, Sealed, Why, frame, no, push


def contested_hexes(s: State) -> list[int]:
    """The hexes in which a player's counters meet an enemy's [13.11]."""
    once = twice = 0
    for side in range(MOST_SIDES):
        if side and s.scenario.alone:
            continue
        twice |= once & s.at[side]
        once |= s.at[side]
    if s.scenario.alone:
        for side in range(1, MOST_SIDES):
            twice |= once & s.at[side]
    return list(ones(twice))


def opponents(s: State, side: int, h: int) -> list[int]:
    """The sides that a side may attack in a hex: none where its Sorcerer and a brother are both present [19.27]."""
    found = enemies_in(s, side, h)
    if s.scenario.story == "stones" and sorcerers(s, side, h):
        return [k for k in found if not sorcerers(s, k, h)]
    return found


def leads_wanted(s: State, side: int, h: int) -> bool:
    """Whether a side has to say which of several Sorcerers takes part in a hex [10.3]."""
    return len(sorcerers(s, side, h)) > 1


def can_attack(s: State, side: int, h: int) -> bool:
    return bool(who_attacks(s, side, h)) and bool(opponents(s, side, h))


class Fight(NamedTuple):
    """What a side has to say of a contested hex: whether a lead, whether an attack."""

    hex: int
    lead: bool
    attack: bool


def duties(s: State, side: int) -> list[Fight]:
    """What a seat has to declare before the dice."""
    out = []
    for h in contested_hexes(s):
        if s.at[side] >> h & 1:
            fight = Fight(h, leads_wanted(s, side, h), can_attack(s, side, h))
            if fight.lead or fight.attack:
                out.append(fight)
    return out


def declarations(f: Declared, side: int) -> tuple[set[int], set[int]]:
    """What a seat has declared: its Sorcerers who take part, the hexes of its attacks and holds."""
    made = choices_of(f, side)
    return {a.args[0] for a in made if a.verb == "lead"}, {a.args[0] for a in made if a.verb != "lead"}


class Declared(NamedTuple):
    """The frame of the declarations: the choices so far, and what each seat has to say: (seat, hex, lead, attack)."""

    step: Any
    seals: tuple[tuple[int, Action], ...]
    wanted: tuple[tuple[int, int, bool, bool], ...]


def left_to_say(s: State, f: Declared, side: int) -> list[Fight]:
    """What a seat has not said yet."""
    leads, hexes = declarations(f, side)
    led = {s.place[u] for u in leads}
    mine = [row[1:] for row in f.wanted if row[0] == side]
    rest = [Fight(h, lead and h not in led, attacks and h not in hexes) for h, lead, attacks in mine]
    return [one for one in rest if one.lead or one.attack]


def may_lead(s: State, f: Declared, args: tuple[int, ...], why: Why) -> bool:
    """[10.3]"""
    u = args[0]
    side = s.seat
    if (
        s.owner[u] == side
        and KIND[u] == SORCERER
        and any(one.hex == s.place[u] and one.lead for one in left_to_say(s, f, side))
    ):
        return True
    return why is not None and no(
        why,
        "10.3",
        f"{UNITS[u].name} is not asked for: of several Sorcerers in a contested hex one takes part, named once.",
        "Go on with the attacks.",
    )


def may_attack(s: State, f: Declared, args: tuple[int, ...], why: Why) -> bool:
    """[13.1, 13.12, 13.2]"""
    h, other = args
    side = s.seat
    waits = any(one.hex == h and one.attack for one in left_to_say(s, f, side))
    if waits and other in opponents(s, side, h):
        return True
    if why is None:
        return False
    name = HEXES.names[h]
    if not s.at[side] >> h & 1:
        return no(why, "13.11", f"You have nobody in {name}.", "Attack where your units are.", name)
    if other not in enemies_in(s, side, h):
        there = tuple(f"attack {name} {SIDE_WORDS[k]}" for k in opponents(s, side, h))
        return no(why, "13.21", f"No such opponent is in {name}.", "Choose one who is.", name, there)
    if other not in opponents(s, side, h):
        return no(why, "19.27", "Brothers do not fight each other face to face.", "Hold.", name, (f"hold {name}",))
    if not who_attacks(s, side, h):
        words = f"Nobody of yours in {name} can attack: they are pinned, or it is a fortress without a Sorcerer of its color."
        clause = "13.5" if any(s.pinned >> u & 1 for u in force(s, side, h)) else "14.13"
        return no(why, clause, words, "Go on with another hex.", name)
    return no(
        why, "13.13", f"For {name} you have spoken already: one attack in a hex.", "Go on with another hex.", name
    )


def may_hold(s: State, f: Declared, args: tuple[int, ...], why: Why) -> bool:
    """[13.0]"""
    (h,) = args
    return any(one.hex == h and one.attack for one in left_to_say(s, f, s.seat)) or (
        why is not None
        and no(why, "13.0", f"In {HEXES.names[h]} there is no attack of yours to hold back.", "Choose a contested hex.")
    )


class Declare(Sealed):
    """Every seat with units in a contested hex says who takes part, and whom it attacks; then all is shown."""

    name = "declare"
    verbs: ClassVar = {"lead": may_lead, "attack": may_attack, "hold": may_hold}
    holds = Declared

    def seats(self, s: State, f: Frame) -> tuple[int, ...]:
        return tuple(dict.fromkeys(row[0] for row in f.wanted))

    def finished(self, s: State, f: Frame, seat: int) -> bool:
        return not left_to_say(s, f, seat)

    def candidates(self, s: State, x: Any) -> list[Action]:
        out = []
        for one in left_to_say(s, x, s.seat):
            if one.lead:
                out += [Action("lead", (u,)) for u in sorcerers(s, s.seat, one.hex)]
            if one.attack:
                out += [Action("attack", (one.hex, k)) for k in opponents(s, s.seat, one.hex)]
                out.append(Action("hold", (one.hex,)))
        return out

    def reveal(self, s: State, f: Frame, choices: dict[int, Action], cx: Context) -> None:
        made = {seat: choices_of(f, seat) for seat in self.seats(s, f)}
        leads = tuple(a.args[0] for acts in made.values() for a in acts if a.verb == "lead")
        attacks = [(seat, a.args[0], a.args[1]) for seat, acts in made.items() for a in acts if a.verb == "attack"]
        roll(s, leads, attacks, cx)


def declarers(s: State) -> tuple[int, ...]:
    """The seats that have something to declare, the last mover first [13.0]."""
    if s.scenario.alone:
        return (0,) if duties(s, 0) else ()
    k = s.order.index(s.player)
    return tuple(seat for seat in (*s.order[k:], *s.order[:k]) if duties(s, seat))


def automatic(s: State) -> list[tuple[int, int, int]]:
    """The attacks of automatic colors: each by itself, on whoever is there [17.17]; the Tide on humans only [17.26]."""
    out = []
    for h in contested_hexes(s) if s.scenario.alone else ():
        for side in range(1, MOST_SIDES):
            if s.at[side] >> h & 1 and can_attack(s, side, h):
                human = any(KIND[u] in (SORCERER, HUMAN) for u in force(s, 0, h))
                if human or s.scenario.story == "tour":
                    out.append((side, h, 0))
    return out


def clash_in(s: State, side: int, h: int, other: int, leads: tuple[int, ...]) -> Clash:
    """One side's attack on another in a hex, as it would be rolled; no other side adds to either [13.23]. A pinned Sorcerer who was
    named takes part in defence alone. Who came out in this phase strikes doubly [19.24], an assassin only at a force with a Sorcerer
    [23.5] and where nobody came out against it [23.6]; all defend as ever."""
    sudden = s.ambush if s.scenario.story == "stones" or sorcerers(s, other, h) else 0
    sudden &= ~bits(one.unit for one in noted(s, Spoiled))
    return clash(attack(s, side, h, _led(s, leads, side, h), sudden), defence(s, other, h, _led(s, leads, other, h)))


def _led(s: State, leads: tuple[int, ...], side: int, h: int) -> int:
    there = sorcerers(s, side, h)
    named = [u for u in leads if u in there]
    return named[0] if named else default_lead(s, there)


def roll(s: State, leads: tuple[int, ...], attacks: list[tuple[int, int, int]], cx: Context) -> None:
    """A die for each attack; what comes of them falls on the victims together, when all are rolled [13.0, 13.22]."""
    results: list[tuple[int, int, int, int]] = []
    for side, h, other in [*attacks, *automatic(s)]:
        met = clash_in(s, side, h, other, leads)
        die = cx.die()
        result = met.result(die)
        cx.tell("attack", seat=side, hex=h, die=die, result=result, words=met.words(die, result))
        results.append((side, h, other, result))
    fall(s, leads, results, cx)


def fall(s: State, leads: tuple[int, ...], results: list[tuple[int, int, int, int]], cx: Context) -> None:
    """The results of a phase fall together: (who attacked, the hex, whom, the result). Pins at once, losses as they can be dealt out."""
    pins: list[tuple[int, int]] = []
    steps: dict[tuple[int, int], int] = {}
    by: dict[tuple[int, int], tuple[int, ...]] = {}
    surprised: set[tuple[int, int]] = set()  # the Sorcerer loses first [23.3]
    for side, h, other, result in results:
        victim = other, h
        if result > 0 and s.rules.assassins and any(s.ambush >> u & 1 for u in force(s, side, h)):
            surprised.add(victim)
        if result == PIN:
            pins.append(victim)
        elif result:
            steps[victim] = steps.get(victim, 0) + result
            by[victim] = (*by.get(victim, ()), side)
    for other, h in dict.fromkeys(pins):
        pin(s, other, h, cx)
    blows = [
        frame("blow", Blow(LOSSES_STEP, *victim, lost, _led(s, leads, *victim), by[victim], victim in surprised))
        for victim, lost in steps.items()
    ]  # fmt: skip
    push(s, *blows)


class Struck(NamedTuple):
    """The frame of losses that wait for their turn."""

    step: Any
    blow: Blow


class Falling(Auto):
    """The losses of one force are dealt out."""

    name = "blow"
    holds = Struck

    def run(self, s: State, f: Frame, cx: Context) -> None:
        deal(s, f.blow, cx)


def fade(s: State, cx: Context) -> None:
    """Depleted magical units in Gray are gone, when the phase begins and when it ends [13.3], under a Cloak too."""
    for u in sorted(ones(s.depleted & MAGICAL), key=lambda v: s.owner[v]):
        side, h = s.owner[u], here_of(s, u)
        if s.ground[h] == GRAY:
            if u not in s.hidden:
                cx.tell("fades", seat=side, unit=u, hex=h)
            off(s, u, GONE if side and s.scenario.alone else POOL)


class Combat(Auto):
    """The phase begins."""

    name = "combat"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        s.phase = COMBAT
        s.struck = 0
        s.ambush = 0
        push(s, frame("contest"), frame("combat ends"))
        hooks.run(hooks.BEFORE_COMBAT, s, cx)
        fade(s, cx)


class Contest(Auto):
    """Who has come out has come out: now everybody declares."""

    name = "contest"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        wanted = tuple((seat, *one) for seat in declarers(s) for one in duties(s, seat))
        if wanted:
            push(s, frame("declare", (), wanted))
        else:
            roll(s, (), [], cx)


class CombatEnds(Auto):
    """All results have fallen."""

    name = "combat ends"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        fade(s, cx)
        s.ambush = 0
        forget(s, (Spoiled,))
        hooks.run(hooks.AFTER_COMBAT, s, cx)
        if s.outcome is None:
            hooks.run(hooks.AT_REST, s, cx)


DECLARE, BLOW, COMBAT_STEP, CONTEST, COMBAT_ENDS = Declare(), Falling(), Combat(), Contest(), CombatEnds()
