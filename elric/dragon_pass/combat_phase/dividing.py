"""The Combat Phase [7.4, 12.1, 12.3, 14.2]: the attacker assigns stacks to targets, then rolls battle by battle.

Assignments are judged one by one and joined to battles when the first is rolled: whoever is linked with the same foe, or
whose foes are attacked together, fights in one battle. No list of all partitions is ever made.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Final

from elric.dragon_pass.combat.deaths import alive
from elric.dragon_pass.combat.results import fight, without_the_dead
from elric.dragon_pass.components.board import AROUND, BOARD, HEXES
from elric.dragon_pass.components.notation import VERBS, Action
from elric.dragon_pass.components.units import DRAGONS
from elric.dragon_pass.magic import casting
from elric.dragon_pass.magic.spells import WITH_SWORDS, casters, casting_hexes
from elric.dragon_pass.movement.holds import hold_reason
from elric.dragon_pass.movement.zones import able, in_the_streets, may_fight, must_fight, restless, targets_of, unable
from elric.dragon_pass.position import powers
from elric.dragon_pass.position.events import EVENTS
from elric.dragon_pass.position.state import Segment, State, foes, spread
from elric.dragon_pass.position.steps import TO_DONE, Bare, Context, Step, Why, drop, frame, no, push
from elric.kernel.bits import bits, ones

TO_ASSIGN: Final = VERBS.add("assign", "hex hex", "Send {0} against {1}", wished=True)
TO_PART: Final = VERBS.add("part", "hex", "Call {0} off", wished=True)
TO_ROLL: Final = VERBS.add("roll", "hex", "Roll for {0}", wished=True)

Links = tuple[tuple[int, int], ...]
DONE: Final = TO_DONE()
PART: Final = tuple(TO_PART(h) for h in range(HEXES.size))
ROLL: Final = tuple(TO_ROLL(h) for h in range(HEXES.size))


def waiting_stacks(s: State) -> tuple[int, int]:
    """(own stacks that must attack and do not yet, enemy stacks that must be attacked and are not), as bits [12.1, 14.2]."""
    must = must_fight(s, s.player)
    if not must:
        return 0, 0
    sent = hit = 0
    for a, t in s.links:
        sent |= 1 << a
        hit |= 1 << t
    wanted = foes(s, s.player) & (spread(must & ~BOARD.walls) | in_the_streets(must))
    if s.goats:
        open_ones = 0
        for h in ones(must):
            open_ones |= targets_of(s, h)
        wanted &= open_ones
    return must & ~sent, wanted & ~hit


def may_assign(s: State, f: Bare, args: tuple[int, ...], why: Why) -> bool:
    """[12.1, 14.2]"""
    a, t = args
    here, there = HEXES.names[a], HEXES.names[t]
    if s.locked:
        return no(why, "14.2", "The battles are divided, and one has been fought.", "Roll for the others.")
    if not s.at[s.player] >> a & 1:
        return no(why, "12.3", f"No stack of yours stands in {here}.", "Choose one of yours.", (here,))
    if not able(s, s.player) >> a & 1:
        bound = next((u for u in s.piles[a] if unable(s) >> u & 1), -1)
        clause, words = (
            hold_reason(s, bound) if bound >= 0 else ("38.6", f"In {here} stand Dragons only, and they fight duels.")
        )
        return no(why, clause, words, "Choose another stack.", (here,))
    if not targets_of(s, a) >> t & 1:
        return no(
            why, "12.1", f"No enemy stands in {there}, beside {here}.", "Choose an enemy stack beside it.", (there,)
        )
    return (a, t) not in s.links or no(why, "14.2", f"{here} attacks {there} already.")


def may_part(s: State, f: Bare, args: tuple[int, ...], why: Why) -> bool:
    """[14.2]"""
    if s.locked:
        return no(why, "14.2", "The battles are divided, and one has been fought.", "Roll for the others.")
    return any(a == args[0] for a, _ in s.links) or no(why, "14.2", f"{HEXES.names[args[0]]} attacks nobody yet.")


def complete(s: State, why: Why) -> bool:
    """[12.1, 14.2] Whether everybody who must fights, and nobody who must be fought is left out."""
    if s.locked:
        return True
    idle, spared = waiting_stacks(s)
    if not idle and not spared:
        return True
    if why is not None:
        own = tuple(HEXES.names[h] for h in ones(idle))
        theirs = tuple(HEXES.names[h] for h in ones(spared))
        do = tuple(f"assign {HEXES.names[a]} {HEXES.names[t]}" for a in ones(idle) for t in ones(targets_of(s, a)))
        if own:
            no(why, "12.1", f"Stacks beside an enemy must fight: {', '.join(own)}.", "Assign each a target.", own, do)
        if theirs:
            near = tuple(
                f"assign {HEXES.names[a]} {HEXES.names[t]}"
                for t in ones(spared)
                for a in ones(AROUND[t] & s.at[s.player])
            )
            no(
                why,
                "14.2",
                f"No stack in your zones may be left alone: {', '.join(theirs)}.",
                "Attack it too.",
                theirs,
                near,
            )
    return False


def may_roll(s: State, f: Bare, args: tuple[int, ...], why: Why) -> bool:
    """[12.3]"""
    t = args[0]
    if s.locked:
        if any(t == d for battle in s.segments for d, _ in battle.defenders):
            return True
        return no(why, "12.3", f"No battle waits in {HEXES.names[t]}.", "Choose one that does.")
    if not any(t == d for _, d in s.links):
        return no(why, "12.3", f"Nobody is assigned to {HEXES.names[t]}.", "Assign a stack first.")
    return complete(s, why)


def may_end(s: State, f: Bare, args: tuple[int, ...], why: Why) -> bool:
    """[12.3, 14.2]"""
    if not complete(s, why) or not casting.all_cast(s, why):
        return False
    if wild := restless(s, s.player):
        near = tuple(HEXES.names[h] for h in ones(wild))
        return no(
            why, "38.6", f"A Dragon beside an enemy fights: {', '.join(near)}.", "Let it make a Dragonfight.", near
        )
    if s.links:
        open_ones = {d for battle in s.segments for d, _ in battle.defenders} if s.locked else {d for _, d in s.links}
        names = tuple(HEXES.names[h] for h in sorted(open_ones))
        if names:
            return no(
                why,
                "12.3",
                "Battles are still to be rolled.",
                "Roll for them.",
                names,
                tuple(f"roll {n}" for n in names),
            )
    return True


def join_battles(s: State, links: Links, seat: int) -> tuple[Segment, ...]:
    """The battles that assignments make: each a connected part of who fights whom."""
    out = []
    bound = unable(s) | DRAGONS  # [38.6] they attack by Dragonfight alone
    left = list(links)
    while left:
        first = left.pop(0)
        mine, theirs, these = {first[0]}, {first[1]}, [first]
        grown = True
        while grown:
            grown = False
            for link in left[:]:
                if link[0] in mine or link[1] in theirs:
                    mine.add(link[0])
                    theirs.add(link[1])
                    these.append(link)
                    left.remove(link)
                    grown = True
        out.append(
            Segment(
                tuple((a, tuple(u for u in s.piles[a] if not bound >> u & 1)) for a in sorted(mine)),
                tuple((d, s.piles[d]) for d in sorted(theirs)),
                tuple(sorted(these)),
                seat,
                False,
                tuple((h, casters(s, h), 1, t) for h, t, how in s.spells if how == WITH_SWORDS and t in theirs),
            )
        )
    return tuple(out)


class Combat(Step):
    """The phase: who fights whom, and battle after battle."""

    name = "combat"
    verbs: ClassVar = {
        "done": may_end,
        "roll": may_roll,
        "assign": may_assign,
        "assist": casting.may_assist,
        **casting.CASTING,
        "part": may_part,
    }

    def live(self, s: State, f: Bare) -> bool:
        if s.segments or s.spells or (s.scenario.magic and casting_hexes(s, s.player)):
            return True
        return (not s.locked and bool(may_fight(s, s.player))) or bool(powers.usable_powers(s))

    def legal(self, s: State, f: Bare) -> list[Action]:
        spells = casting.castings(s) if s.scenario.magic else []
        if s.scenario.exotic:
            spells += powers.usable_powers(s)
        if s.locked:
            rolls = [ROLL[d] for battle in s.segments for d, _ in battle.defenders]
            return spells + (rolls or self.ends(s))
        links = s.links
        out: list[Any] = spells
        for a in ones(may_fight(s, s.player)):
            for t in ones(targets_of(s, a)):
                if (a, t) not in links:
                    out.append(TO_ASSIGN(a, t))
        out += [PART[a] for a in sorted({a for a, _ in links})]
        if complete(s, None):
            out += [ROLL[t] for t in sorted({t for _, t in links})] if links else self.ends(s)
        return out

    @staticmethod
    def ends(s: State) -> list[Any]:
        """The end of the phase, unless a spell waits that was declared, or a Dragon has still to fight."""
        return [] if casting.bound(s) or (s.scenario.exotic and restless(s, s.player)) else [DONE]

    def candidates(self, s: State, x: Bare) -> Iterable[Action]:
        hexes = ones(may_fight(s, s.player))
        out: list[Any] = [TO_ASSIGN(a, t) for a in hexes for t in ones(AROUND[a])]
        return [*out, *(PART[a] for a in hexes), *ROLL, DONE, *casting.offers(s), *powers.offers(s)]

    def do(self, s: State, f: Bare, action: Action, cx: Context) -> None:
        verb, args = action
        if s.scenario.at_once and verb not in ("assign", "part", "done"):
            push(s, frame("judge"))
        if verb == "assign":
            s.links = (*s.links, (args[0], args[1]))
        elif verb == "part":
            s.links = tuple(link for link in s.links if link[0] != args[0])
            hit = {t for _, t in s.links}
            s.spells = tuple(x for x in s.spells if x[2] != WITH_SWORDS or x[1] in hit)
        elif verb == "roll":
            if s.spells:
                push(s, frame("loose ends"))
            roll(s, args[0], cx)
        elif verb == "done":
            casting.close(s)
            drop(s)
        elif verb in powers.POWERS:
            push(s, frame("loose ends"))
            powers.use(s, action, cx)
        else:
            casting.do(s, action, cx)


def roll(s: State, target: int, cx: Context) -> None:
    """The battle for a target is fought. The first roll closes the dividing, and all who fight lie open."""
    if not s.locked:
        s.locked = True
        s.segments = join_battles(s, s.links, s.player)
        s.spells = tuple(x for x in s.spells if x[2] != WITH_SWORDS)
        for battle in s.segments:
            casting.use(s, battle)
        for battle in s.segments:
            s.shown |= bits(u for _, units in battle.attackers + battle.defenders for u in units)
        cx.tell("divided", seat=s.player, links=s.links)
    battle = next(b for b in s.segments if any(d == target for d, _ in b.defenders))
    s.segments = tuple(b for b in s.segments if b is not battle)
    battle = without_the_dead(s, battle)
    fighters = alive(s, (u for _, units in battle.attackers for u in units))
    s.fought |= bits(fighters)
    if fighters and alive(s, (u for _, units in battle.defenders for u in units)):
        if battle.casters:
            push(s, frame("cover", battle), frame("resolve", battle))
        else:
            fight(s, battle, cx)


COMBAT = Combat()


EVENTS.add("divided", "seat links")
