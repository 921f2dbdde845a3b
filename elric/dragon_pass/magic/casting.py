"""Casting [7.2, 19.1, 21]: stacks are aimed at a target one by one, the target's friends may cover it, and one die decides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Final, NamedTuple

from elric.dragon_pass.combat.deaths import alive, kill
from elric.dragon_pass.combat.factors import CANNON, CRATERS
from elric.dragon_pass.combat.reckoning import lost_on, magical, slain_by_dragons
from elric.dragon_pass.combat.results import fight, without_the_dead
from elric.dragon_pass.components.board import BOARD, HEXES
from elric.dragon_pass.components.notation import VERBS
from elric.dragon_pass.components.units import DRAGONS, MAGICIANS, MF, UNITS
from elric.dragon_pass.magic.asking import is_asked
from elric.dragon_pass.magic.spells import (
    ALONE,
    STRETCHED,
    WITH_SWORDS,
    busy,
    casters,
    casting_hexes,
    coverers,
    in_range,
    shortest,
    spell_at,
    stretched_range,
    who_may_cover,
)
from elric.dragon_pass.movement.holds import hold_reason
from elric.dragon_pass.movement.stacking import fits
from elric.dragon_pass.movement.zones import may_fight, targets_of
from elric.dragon_pass.position import powers, telling
from elric.dragon_pass.position.effects import until
from elric.dragon_pass.position.events import EVENTS
from elric.dragon_pass.position.notes import NOTES, Cratered, forget, set_note, the_note
from elric.dragon_pass.position.state import COMBAT, EARLY, Segment, State, foes, move
from elric.dragon_pass.position.steps import (
    TO_DONE,
    Action,
    Auto,
    Bare,
    Context,
    Frame,
    Step,
    Why,
    always,
    drop,
    frame,
    no,
    push,
)
from elric.kernel.bits import bits, ones

TO_AIM: Final = VERBS.add("aim", "hex hex", "Aim the magicians of {0} at {1}", wished=True)
TO_STRETCH: Final = VERBS.add("stretch", "hex hex", "Reach out from {0} to {1} with ranges added", wished=True)
TO_ASSIST: Final = VERBS.add("assist", "hex hex", "Let the magicians of {0} cast with the swords at {1}", wished=True)
TO_WITHDRAW: Final = VERBS.add("withdraw", "hex", "Withdraw the spell of {0}")
TO_CAST: Final = VERBS.add("cast", "hex", "Cast at {0}", wished=True)
TO_COVER: Final = VERBS.add("cover", "hex", "Cover the target from {0}", wished=True)
TO_BARE: Final = VERBS.add("bare", "", "Leave the target uncovered")
TO_SHIELD: Final = VERBS.add("shield", "unit hex", "Shield the target: bring {0} to {1}")

COVER: Final = tuple(TO_COVER(h) for h in range(HEXES.size))
CAST: Final = tuple(TO_CAST(h) for h in range(HEXES.size))
HOW: Final = {"aim": ALONE, "stretch": STRETCHED, "assist": WITH_SWORDS}


def _may_send(s: State, args: tuple[int, ...], how: int, why: Why) -> bool:
    h, t = args
    here, there = HEXES.names[h], HEXES.names[t]
    if not s.at[s.player] >> h & 1:
        return no(why, "19.1", f"No stack of yours stands in {here}.", "Choose one of yours.", (here,))
    units = casters(s, h)
    if not units:
        if any(MAGICIANS >> u & 1 for u in s.piles[h]):
            return no(why, *_spent(s, h), look=(here,))
        return no(
            why, "19.1", f"There is no magician in {here}.", "Choose a stack with a unit that has a range.", (here,)
        )
    ok = True
    if any(a == h for a, _, _ in s.spells):
        ok = no(
            why, "19.1", f"The magicians in {here} are aimed already.", "Withdraw them first.", do=(f"withdraw {here}",)
        )
    if not foes(s, s.player) >> t & 1:
        return no(why, "21.1", f"No enemy stands in {there}.", "Choose an enemy stack in range.", (there,))
    far = HEXES.distance(h, t)
    near, wide = shortest(s, units), stretched_range(s, units)
    if how == STRETCHED:
        if not wide:
            ok = no(why, "21.4", "Two to four magicians stacked together can add their ranges, and Cannons never.")
        elif far <= near:
            ok = no(why, "21.4", f"{there} is near enough without that.", "Aim.", do=(f"aim {here} {there}",))
        elif far > wide:
            ok = no(why, "21.4", f"{there} is {far} hexes away, and together they reach {wide}.")
    elif far > near:
        fix = f"stretch {here} {there}" if how == ALONE and far <= wide else ""
        ok = no(why, "8.5", f"{there} is {far} hexes away, and the spell reaches {near}.",
                "Add the ranges up." if fix else "Choose a nearer target.", (there,), (fix,) if fix else ())  # fmt: skip
    if how == WITH_SWORDS and not any(d == t for _, d in s.links):
        ok = no(why, "21.3", f"Nobody attacks {there} with swords.", "Assign a stack to it first.", (there,))
    return ok


def may_aim(s: State, f: Bare, args: tuple[int, ...], why: Why) -> bool:
    """[19.1, 8.5]"""
    return _may_send(s, args, ALONE, why)


def may_stretch(s: State, f: Bare, args: tuple[int, ...], why: Why) -> bool:
    """[21.4]"""
    return _may_send(s, args, STRETCHED, why)


def may_assist(s: State, f: Bare, args: tuple[int, ...], why: Why) -> bool:
    """[21.3]"""
    if s.locked:
        return no(why, "14.2", "The battles are divided, and one has been fought.", "Cast alone.")
    return _may_send(s, args, WITH_SWORDS, why)


def may_withdraw(s: State, f: Bare, args: tuple[int, ...], why: Why) -> bool:
    """[19.1]"""
    aim = next(((t, how) for a, t, how in s.spells if a == args[0]), None)
    if aim is None or (s.locked and aim[1] == WITH_SWORDS):
        return no(why, "19.1", f"No spell is aimed from {HEXES.names[args[0]]} that could be withdrawn.")
    there = HEXES.names[aim[0]]
    return not bound(s) >> args[0] & 1 or no(
        why, "20.2", f"When another spell was cast this one was aimed at {there}, and kept those there from covering.",
        "Cast it.", (there,), (f"cast {there}",),
    )  # fmt: skip


@NOTES.one("declared")
class Declared(NamedTuple):
    """The stacks whose spells were aimed when another was cast, as bits."""

    hexes: int = 0


def bound(s: State) -> int:
    """The stacks, as bits, whose spells were aimed when another was cast: whoever is aimed at covers nobody, so they attack indeed
    and are no feint [20.2, 21.5]."""
    declared = the_note(s, Declared).hexes
    return declared & bits(a for a, _, _ in s.spells) if declared else 0


def all_cast(s: State, why: Why) -> bool:
    """[20.2] Whether no spell that has kept others from covering waits to be cast."""
    if not (left := bound(s)):
        return True
    names = tuple(sorted({HEXES.names[t] for a, t, _ in s.spells if left >> a & 1}))
    return no(why, "20.2", f"Spells aimed when another was cast go off too: at {', '.join(names)}.", "Cast them.", names,
              tuple(f"cast {name}" for name in names))  # fmt: skip


def may_cast(s: State, f: Bare, args: tuple[int, ...], why: Why) -> bool:
    """[19.1]"""
    if any(t == args[0] and how != WITH_SWORDS for _, t, how in s.spells):
        return True
    return no(why, "19.1", f"No magician is aimed at {HEXES.names[args[0]]}.", "Aim one first.")


CASTING: Final = {"aim": may_aim, "stretch": may_stretch, "withdraw": may_withdraw, "cast": may_cast}


def castings(s: State) -> list[Any]:
    """Every aiming, withdrawing and casting that may be done now."""
    out: list[Any] = []
    if s.scenario.magic:
        aimed = {a for a, _, _ in s.spells}
        swords = {t for _, t in s.links} if not s.locked and s.phase != EARLY else set()
        for h in casting_hexes(s, s.player):
            if h in aimed:
                continue
            units = casters(s, h)
            near = in_range(s, h, shortest(s, units))
            far = in_range(s, h, stretched_range(s, units)) & ~near
            for t in range_of(near):
                out.append(TO_AIM(h, t))
                if t in swords:
                    out.append(TO_ASSIST(h, t))
            out += [TO_STRETCH(h, t) for t in range_of(far)]
    if s.spells:
        out += [TO_WITHDRAW(a) for a, _, _ in s.spells if may_withdraw(s, s.agenda[-1], (a,), None)]
        out += [CAST[t] for t in sorted({t for _, t, how in s.spells if how != WITH_SWORDS})]
    return out


def range_of(hexes: int) -> list[int]:
    """Some hexes as a list; armies' hexes change too often to be kept."""
    out = []
    while hexes:
        low = hexes & -hexes
        out.append(low.bit_length() - 1)
        hexes ^= low
    return out


def offers(s: State) -> list[Any]:
    """Everything that might be aimed, withdrawn or cast: more than is legal."""
    stacks, theirs = range_of(s.at[s.player]), range_of(foes(s, s.player))
    out: list[Any] = [Action(verb, (h, t)) for verb in HOW for h in stacks for t in theirs]
    return [*out, *(TO_WITHDRAW(h) for h in stacks), *(CAST[t] for t in theirs)]


def do(s: State, a: Any, cx: Context) -> None:
    """Aim, withdraw or cast."""
    verb, args = a
    if verb in HOW:
        if (declared := the_note(s, Declared).hexes) >> args[0] & 1:
            set_note(s, Declared(declared & ~(1 << args[0])))
        s.spells = (*s.spells, (*args, HOW[verb]))
    elif verb == "withdraw":
        s.spells = tuple(x for x in s.spells if x[0] != args[0])
    else:
        push(s, frame("loose ends"))
        cast(s, args[0], cx)


def close(s: State) -> None:
    """A phase in which spells were cast is over."""
    s.spells = ()
    forget(s, (Declared,))


def cast(s: State, t: int, cx: Context) -> None:
    """The spell at a hex is cast: its magicians have used their magic, and the target may be covered."""
    battle = spell_at(s, t)
    s.spells = tuple(x for x in s.spells if x[1] != t or x[2] == WITH_SWORDS)
    if s.spells:
        set_note(s, Declared(bound(s) | bits(a for a, _, how in s.spells if how != WITH_SWORDS)))
    use(s, battle)
    push(s, frame("cover", battle), frame("resolve", battle))


def use(s: State, battle: Segment) -> None:
    """The casters of a battle have used their magic in this Move."""
    units = bits(u for _, group, *_ in battle.casters for u in group)
    s.cast |= units
    if s.phase == EARLY:
        s.early |= units
    if units >> CRATERS & 1 and the_note(s, Cratered).turn < s.turn - 1:
        set_note(s, Cratered(s.turn))  # [24.4] every other day
    s.struck |= bits(u for d, group in battle.defenders if d in battle.aims for u in group)


def may_cover(s: State, f: CoverFrame, args: tuple[int, ...], why: Why) -> bool:
    """[21.5]"""
    battle = f.battle
    if args[0] in coverers(s, battle):
        return True
    if lost_on(s, battle):
        return no(why, "21.5", "No magic touches the target: there is nothing to cover.", "Leave it.", do=("bare",))
    words, clause = _why_uncovered(s, battle, args[0])
    return no(why, clause, words, "Leave it bare.", (HEXES.names[args[0]],), ("bare",))


def _spent(s: State, h: int) -> tuple[str, str]:
    """Why the magicians of a stack cannot use their magic now: the clause, and the words, for the topmost of them."""
    u = next(u for u in s.piles[h] if MAGICIANS >> u & 1)
    if s.cast >> u & 1:
        return "20.3", f"{UNITS[u].name} has used its magic in this Move."
    if s.waded >> u & 1:
        return "21.6", f"{UNITS[u].name} has walked on water or made a ford in this Move, and that was its magic."
    if (s.still | s.early) >> u & 1:
        return hold_reason(s, u)
    return "48.1", f"{UNITS[u].name} has Illusions on the board, and attacks nobody with magic while it has."


def _why_uncovered(s: State, battle: Segment, where: int) -> tuple[str, str]:
    """Why a stack cannot cover the target: one cause, and its clause [19.4, 20.2, 20.3, 21.5]."""
    here, aims = HEXES.names[where], [t for t in battle.aims if t in s.piles]
    seat, pile = s.owner[s.piles[aims[0]][0]], s.piles.get(where, ())
    mages = [u for u in pile if MAGICIANS >> u & 1 and s.owner[u] == seat]
    able = [u for u in casters(s, where, attack=False) if u in mages and u != CANNON]
    if where in busy(s, battle) or (able and all(s.struck >> u & 1 for u in able)):
        return f"The stack in {here} is a target itself, and covers nobody.", "20.2"
    bare = [t for t in aims if not magical(s.piles[t])]
    if not bare:
        return "The target is magical, and answers for itself: nobody covers it.", "21.5"
    if not mages:
        return f"No magician of the target's side stands in {here}.", "21.5"
    if not able:
        clause, words = _spent(s, where)
        return words, clause
    far = min(HEXES.distance(where, t) for t in bare)
    return f"The target is {far} hexes from {here}, and their magic reaches {shortest(s, tuple(able))}.", "8.5"


def shields(s: State, battle: Segment) -> list[Action]:
    """[38.5] The flights of the defender's Dragons that would bring a target under their protection."""
    aims = [t for t in battle.aims if t in s.piles]
    if not s.scenario.exotic or not aims or s.phase != COMBAT or lost_on(s, battle):
        return []
    seat = s.owner[s.piles[aims[0]][0]]
    own = s.of[seat] & DRAGONS & ~s.still
    near = bits(h for t in aims for h in ones(HEXES.disc(t, 1))) & ~foes(s, seat)
    return [
        TO_SHIELD(u, h) for u in range_of(own) for h in range_of(near)
        if HEXES.distance(s.place[u], h) <= MF[u] and fits(s, (u,), h)
    ]  # fmt: skip


def may_shield(s: State, f: CoverFrame, args: tuple[int, ...], why: Why) -> bool:
    """[38.5]"""
    if Action("shield", args) in shields(s, f.battle):
        return True
    return no(
        why, "38.5", "A Dragon of yours shields the target from a hex beside it or from its own, if it can fly there."
    )


def shield(s: State, battle: Segment, args: tuple[int, ...], cx: Context) -> None:
    """The Dragon flies; the spell is spent, and the Dragon does not move in its next Turn."""
    u, h = args
    if s.place[u] != h:
        move(s, (u,), h)
        powers.have_arrived(s, (u,), cx)
    s.shown |= 1 << u
    cx.tell("shielded", seat=s.owner[u], unit=u, hex=h)
    turns = (s.order.index(s.owner[u]) - s.order.index(s.player)) % len(s.order)
    until(s, "tied", 1 << u, turns, by="shield")


class LooseEnds(Auto):
    """After a spell or a power: plans that it has made impossible are dropped, who is aimed at whom and who attacks whom; who
    does not stand any more where a battle waits is out of it."""

    name = "loose ends"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        enemy, own = foes(s, s.player), s.at[s.player]
        if s.segments:
            s.segments = tuple(without_the_dead(s, battle) for battle in s.segments)
        if s.links and not s.locked:
            able = may_fight(s, s.player)
            s.links = tuple((a, t) for a, t in s.links if able >> a & 1 and targets_of(s, a) >> t & 1)
        if s.spells:
            hit = {t for _, t in s.links}
            s.spells = tuple(
                (h, t, how)
                for h, t, how in s.spells
                if own >> h & 1 and enemy >> t & 1 and casters(s, h) and (how != WITH_SWORDS or t in hit)
            )


class CoverFrame(NamedTuple):
    step: Step
    battle: Segment


class Cover(Step):
    """Whether the target's friends cover it: asked wherever others cannot see that nobody will [7.6]."""

    name = "cover"
    holds = CoverFrame
    verbs: ClassVar = {"cover": may_cover, "shield": may_shield, "bare": always}

    def live(self, s: State, f: CoverFrame) -> bool:
        return is_asked(s, f.battle)

    def seat(self, s: State, f: CoverFrame) -> int:
        battle = f.battle
        target = next(units[0] for d, units in battle.defenders if d == battle.aims[0])
        return s.owner[target]

    def legal(self, s: State, f: CoverFrame) -> list[Action]:
        battle = f.battle
        return [*(COVER[h] for h in coverers(s, battle)), *shields(s, battle), TO_BARE()]

    def candidates(self, s: State, x: CoverFrame) -> Iterable[Action]:
        near = range_of(bits(h for t in x.battle.aims for h in ones(HEXES.disc(t, 1))))
        own = s.of[self.seat(s, x)] & DRAGONS
        flights = [TO_SHIELD(u, h) for u in range_of(own) for h in near]
        return [*(COVER[h] for h in range_of(s.at[self.seat(s, x)])), *flights, TO_BARE()]

    def do(self, s: State, f: CoverFrame, a: Action, cx: Context) -> None:
        step, battle = f.step, f.battle
        if a[0] == "bare":
            drop(s)
            return
        if a[0] == "shield":
            shield(s, battle, a[1], cx)
            drop(s)
            return
        units = who_may_cover(s, a[1][0])
        seat = s.owner[units[0]]
        after = battle._replace(covers=battle.covers + units)
        s.cast |= bits(units)
        s.shown |= bits(units)  # [7.6] everybody is told who covers
        # [21.5] they neither move nor attack in their next Move
        turns = (s.order.index(seat) - s.order.index(s.player)) % len(s.order)
        until(s, "tied", bits(units), turns)
        cx.tell("cover", seat=seat, units=units)
        s.agenda = (*s.agenda[:-2], frame("resolve", after), step.frame(after))


class ResolveFrame(NamedTuple):
    step: Auto
    battle: Segment


class Resolve(Auto):
    """A spell, or a battle with magic in it, is decided."""

    name = "resolve"
    holds = ResolveFrame

    def run(self, s: State, f: ResolveFrame, cx: Context) -> None:
        battle = f.battle
        sent = alive(s, (u for _, group, *_ in battle.casters for u in group))
        there = alive(s, (u for _, group in battle.defenders for u in group))
        if not there or not (sent or battle.attackers):
            return
        if proof := lost_on(s, battle):
            battle = self.wasted(s, battle, proof, there, cx)
            if not alive(s, (u for _, group in battle.attackers for u in group)):
                return
        fight(s, battle, cx)

    @staticmethod
    def wasted(s: State, battle: Segment, proof: int, there: tuple[int, ...], cx: Context) -> Segment:
        """Magic at those whom none touches (`proof`: their hexes) adds nothing and halves nothing [18.3]; a Dragon kills who aims at
        it [38.4]."""
        cx.tell("immune", seat=battle.attacker, hex=ones(proof)[0])
        s.shown |= bits(there)
        kill(s, slain_by_dragons(s, battle), cx, "dragon", there)
        return battle._replace(casters=(), covers=())


def may_end(s: State, f: Bare, args: tuple[int, ...], why: Why) -> bool:
    """[7.2, 20.2]"""
    return all_cast(s, why)


class Early(Step):
    """The Early Magic Phase [7.2]."""

    name = "early"
    verbs: ClassVar = {"done": may_end, **CASTING}

    def live(self, s: State, f: Bare) -> bool:
        return bool(casting_hexes(s, s.player)) or bool(s.spells) or bool(powers.usable_powers(s))

    def legal(self, s: State, f: Bare) -> list[Action]:
        return [*castings(s), *powers.usable_powers(s), *([] if bound(s) else [TO_DONE()])]

    def candidates(self, s: State, x: Bare) -> Iterable[Action]:
        return [*(a for a in offers(s) if a[0] != "assist"), *powers.offers(s), TO_DONE()]

    def do(self, s: State, f: Bare, action: Action, cx: Context) -> None:
        if action[0] == "done":
            close(s)
            drop(s)
            return
        if s.scenario.at_once:
            push(s, frame("judge"))
        if action[0] in powers.POWERS:
            push(s, frame("loose ends"))
            powers.use(s, action, cx)
        else:
            do(s, action, cx)


LOOSE_ENDS, COVERING, RESOLVE, EARLY_MAGIC = LooseEnds(), Cover(), Resolve(), Early()


EVENTS.add(
    "cover",
    "seat units",
    words=lambda event, names: f"{telling.does(event['units'], 'covers', 'cover')} the target with magic.",
)
EVENTS.add(
    "immune", "seat hex", words=lambda event, names: f"No magic touches the stack at {BOARD.where(event['hex'])}."
)
EVENTS.add(
    "shielded",
    "seat unit hex",
    words=lambda event, names: (
        f"{UNITS[event['unit']].name} flies to {BOARD.where(event['hex'])} and shields the target."
    ),
)
