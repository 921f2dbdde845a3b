"""The clash: spells are turned up, eaters eat, dice fall, the table speaks. Sources: Chaosium [9.2], [10.3]-[10.6], [13.2];
Avalon Hill 8.22, 9.3-9.6, 12.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, NamedTuple

from elric.kernel.bits import ones
from elric.kernel.rules import no
from elric.kernel.steps import Check, Frame
from elric.kernel.verdict import Why
from elric.young_kingdoms.combat.battle import (
    MONSTER,
    SPELLS_A_BATTLE,
    TABLE,
    BattleState,
    defenders_worth,
    fights,
    row,
    stands_aside,
    total,
    total_lines,
)
from elric.young_kingdoms.combat.heroic_escape import SAVING
from elric.young_kingdoms.combat_phase.aftermath import suffer
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.components.pieces import ARMY, ARTIFACT, ELRIC, FLEET, HERO, KIND
from elric.young_kingdoms.legends.melniboneans import swords_drawn
from elric.young_kingdoms.magic import balance
from elric.young_kingdoms.magic.tipped_world import let_go, spend
from elric.young_kingdoms.position import fields, telling, words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.fixes import NOTHING
from elric.young_kingdoms.position.notes import Conjures, Dispelled, forget, noted, remember, strike_out
from elric.young_kingdoms.position.state import CAST, CAST_NOW, DISCARD, HELD_OPEN, NEUTRAL, USED, State, push
from elric.young_kingdoms.position.steps import Auto, Step, frame_of

TO_DISPEL: Final = VERBS.add("dispel", "spell", "Undo {0}")


class Reveal(Auto):
    """Spells laid for this battle are turned up, conjurers draw, and the battle goes on to its totals ([10.3] / 9.3)."""

    name = "reveal"
    of_battle = True

    def run(self, s: State, frame: Frame, cx: Context) -> None:
        battle: BattleState = s.battle
        if cx.events is not None:
            _tell_ranks(s, battle, cx)
        there = s.spell_at.there
        # what was laid was laid for a battle; what is maintained works in any fight
        least = HELD_OPEN if battle.attacker == MONSTER else CAST
        if max(there) >= least:
            cast = sorted([(i, (at - CAST) % 1000) for at in there if at >= least for i in ones(there[at])])
            ours, theirs = (in_use(s, battle, [x for x in cast if x[1] in battle.units[side]]) for side in (0, 1))
            s.battle = battle = battle.but(laid=(ours, theirs))
            for side in (0, 1):
                for i, u in battle.laid[side]:
                    cx.tell("revealed", unit=u, spell=i, side=side)
        frames: list[Frame] = []
        for side in (0, 1):
            if not _CONJURERS.isdisjoint(battle.units[side]):
                frames += [
                    CONJURE.frame(note.personality, side)
                    for note in noted(s, Conjures)
                    if note.personality in battle.units[side]
                ]
        push(s, *frames, COUNTER.frame())


def _tell_ranks(s: State, battle: BattleState, cx: Context) -> None:
    """Who of those present takes no part: held back, or of Melnibone and standing aside."""
    here = [
        (side, u) for side in (0, 1) for u in battle.units[side] if KIND[u] != ARTIFACT and s.place[u] == battle.area
    ]
    held = tuple(u for _, u in here if u in battle.held)
    aside = tuple(u for side, u in here if u not in battle.held and stands_aside(battle, side, u))
    for kind, units in (("held back", held), ("stands aside", aside)):
        if units:
            cx.tell(kind, units=units)


def in_use(s: State, battle: BattleState, laid: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The spells of a side, with their magicians, that work in a battle: three at most. Where more are maintained, those
    worth most here do: eaters that find prey, then the strongest ([9.2], [13.4] A / 8.2, 12.411)."""
    over = len(laid) - SPELLS_A_BATTLE
    if over <= 0:
        return tuple(laid)

    def worth(x: tuple[int, int]) -> tuple[bool, bool, int, int]:
        i = x[0]
        bites = spells.EATER[i] and (spells.EATS_AT_SEA[i] if battle.sea else spells.EATS_ON_LAND[i])
        gain = spells.STRENGTH[i] + balance.bonus(s, spells.ALIGN[i]) if spells.STRENGTH[i] else 0
        return s.spell_at[i] < HELD_OPEN, bites, gain, -i

    idle = sorted(laid, key=worth)[:over]
    return tuple(x for x in laid if x not in idle)


def seen_to_cast(s: State, fight: BattleState) -> list[int]:
    """Personalities who add no combat value to a battle because they use magic in it, as far as anybody can see before the
    spells are turned up: something lies before them, or they are about to draw ([9.2] / 8.2, 8.22)."""
    if any(fight.laid):
        return []
    least = HELD_OPEN if fight.attacker == MONSTER else CAST
    there = s.spell_at.there
    # by personality: the order of the spells, or which of many are used, would tell what they are
    casters = {(at - CAST) % 1000 for at in there if at >= least}
    busy = [
        u
        for side in (0, 1)
        for u in fight.units[side]
        if u in casters and (s.flags[u] & CAST_NOW or not s.rules.keeper_fights)
    ]
    present = fight.units[0] + fight.units[1]
    drawing = [note.personality for note in noted(s, Conjures) if note.personality in present]
    return list(dict.fromkeys(busy + drawing))


_CONJURERS: Final = frozenset(pieces.CONJURERS)


REVEAL: Final = Reveal()


class ConjureFrame(NamedTuple):
    step: Step
    personality: int
    side: int


class Conjure(Auto):
    """A conjurer draws the spell he fights with ([9.2], [12.1.3] / 8.22-8.222, 11.132)."""

    name = "conjure"
    of_battle = True
    holds = ConjureFrame
    words = (fields.PIECE, fields.SIDE)

    def run(self, s: State, frame: ConjureFrame, cx: Context) -> None:
        unit, side = frame.personality, frame.side
        battle: BattleState = s.battle
        strike_out(s, Conjures, unit)
        if s.place[unit] != battle.area or stands_aside(battle, side, unit):
            return
        spell = cx.draw(s)
        if spell < 0:
            return
        cx.tell("conjured", unit=unit, spell=spell, side=side)
        again = unit in battle.conjured  # a second Reshuffle grants no third draw
        s.battle = battle = battle.but(conjured=(*battle.conjured, unit))
        if spells.ACTS[spell] == "reshuffle" and s.rules.reshuffle_draws_again and not again:
            # the other spell it grants is drawn for this battle too
            push(s, frame_of("omen", spell, unit, s.owner[unit]), frame)
            return
        if spells.IMMEDIATE[spell] or (spells.ACTS[spell] == "quaolnargn" and s.rules.quaolnargn_conjured == "attacks"):
            push(s, frame_of("omen", spell, unit, s.owner[unit]))
            return
        s.spell_at[spell] = CAST + unit
        if spells.ACTS[spell] in SAVING:
            return  # it serves him in this battle, or nobody
        sea = battle.sea
        kind = spells.ALIGNMENT_NAMES[spell]
        fits = (kind in ("law", "chaos", "neutral") and spells.ACTS[spell] not in ("book", "quaolnargn")) or (
            spell == spells.DRAGONS and unit in pieces.DRAGONMASTERS
        )
        if spells.EATER[spell] and not (spells.EATS_AT_SEA[spell] if sea else spells.EATS_ON_LAND[spell]):
            fits = False
        if not fits or (spells.FLIES[spell] and not spells.STRENGTH[spell]):
            s.spell_at[spell] = DISCARD
            return
        against = (
            unit != ELRIC
            and spells.ALIGN[spell] in (spells.LAW, spells.CHAOS)
            and any(spells.ALIGN[j] == -spells.ALIGN[spell] for j, at in enumerate(s.spell_at) if at == 1000 + unit)
        )
        if battle.monster >= 0 and spells.EATER[spell] and not against:
            # a spell's creature has nothing that could be eaten
            s.spell_at[spell] = DISCARD
            return
        laid = list(battle.laid)
        laid[side] = (*laid[side], (spell, unit))
        s.battle = battle.but(laid=(laid[0], laid[1]), turned=(*battle.turned, spell) if against else battle.turned)


CONJURE: Final = Conjure()


def struck_side(battle: BattleState, side: int, i: int) -> int:
    """The side a spell works against: the other one, or its own when a conjured spell has turned on its caster."""
    return side if i in battle.turned else 1 - side


class Counterspells(Auto):
    """Dispel Magic is asked for its target, the attacker's first; then Balo rolls, the Chaos Shield turns spells
    aside, and eaters eat ([10.4] / 9.4)."""

    name = "counterspells"
    of_battle = True

    def run(self, s: State, frame: Frame, cx: Context) -> None:
        battle: BattleState = s.battle
        resolve = frame_of("falls upon") if battle.monster >= 0 else RESOLVE.frame()
        if not any(battle.laid):
            push(s, resolve)
            return
        for side in (0, 1):
            for spell, _ in battle.laid[side]:
                if (
                    spells.ACTS[spell] == "dispel"
                    and spell not in battle.void
                    and Dispelled(spell) not in noted(s, Dispelled)
                ):
                    remember(s, Dispelled(spell))
                    if battle.seat(side) < NEUTRAL and targets(s, battle, side):
                        push(s, DISPEL.frame(side, spell), self.frame())
                        return
        forget(s, {Dispelled})
        void = list(battle.void)
        for side in (0, 1):
            for spell, u in battle.laid[side]:
                if spell not in void and not balance.works(spell, u, cx):
                    void.append(spell)
                if (
                    spells.ALIGN[spell] == spells.CHAOS
                    and spell not in void
                    and pieces.CHAOS_SHIELD in battle.units[struck_side(battle, side, spell)]
                ):
                    cx.tell("shielded", spell=spell)
                    void.append(spell)
        if len(void) > len(battle.void):
            s.battle = battle = battle.but(void=tuple(void))
        eaten: list[int] = []
        for side in (0, 1):
            for spell, _ in battle.laid[side]:
                # a spell laid for a landing bites nobody when the battle is fought at sea
                fits = spells.EATS_AT_SEA[spell] if battle.sea else spells.EATS_ON_LAND[spell]
                if spells.EATER[spell] and fits and spell not in battle.void:
                    hit = prey_of(s, battle, spell, battle.units[struck_side(battle, side, spell)])
                    prey = [u for u in hit if u not in eaten]
                    if prey:
                        cx.tell("eaten", units=tuple(prey), spell=spell)
                        eaten.extend(prey)
        if eaten:
            s.battle = battle.but(eaten=tuple(eaten))
        push(s, resolve)


COUNTER: Final = Counterspells()


def takes_all(s: State, i: int) -> bool:
    """Whether an eater of armies takes every unit on land, ships in port too ([16.1], [16.2] / 14.1, 14.2)."""
    name = spells.IDS[i]
    if name == "noose-of-flesh":
        return bool(s.rules.noose_takes == "all")
    return bool(name == "kyreenee" and s.rules.kyreenee_takes == "all")


def prey_of(s: State, battle: BattleState, spell: int, units: Sequence[int]) -> list[int]:
    """Whom an eater takes among enemy units: its prey and every personality, who may yet escape
    ([16.1]-[16.3] / 14.1-14.3)."""
    out = []
    everything = takes_all(s, spell)
    for u in units:
        if s.place[u] != battle.area:
            continue
        k = KIND[u]
        prey = (k == ARMY and spells.EATS_ARMIES[spell]) or (k == FLEET and (spells.EATS_FLEETS[spell] or everything))
        if prey or k == HERO:
            out.append(u)
    if battle.sea:
        ships = {u for u in out if KIND[u] == FLEET}
        out.extend(u for u in units if KIND[u] == ARMY and s.aboard[u] in ships and u not in out)
    return out


def targets(s: State, battle: BattleState, side: int) -> list[int]:
    """Spells at work against a side that its Dispel Magic could undo: any but maintained ones, and the one that attacks at
    random ([16.3] / 14.3)."""
    creature = [battle.monster] if side == 1 and battle.monster >= 0 and battle.monster not in battle.void else []
    return creature + [
        i
        for other in (0, 1)
        for i, _ in battle.laid[other]
        if struck_side(battle, other, i) == side and i not in battle.void and s.spell_at[i] < HELD_OPEN
    ]


def _check_dispel(s: State, frame: DispelFrame, args: tuple[int, ...], why: Why) -> bool:
    (spell,) = args
    battle: BattleState = s.battle
    if spell in targets(s, battle, frame.side):
        return True
    if why is None:
        return False
    if s.spell_at[spell] >= HELD_OPEN:
        return no(
            why,
            ("13.4A", "12.412"),
            f"{words.spell(spell):is|are} maintained, and Dispel Magic does not touch a maintained spell.",
            (("Choose another spell.", ("dispel",)), NOTHING),
        )
    return no(
        why,
        ("16.3", "14.3"),
        f"{words.spell(spell):is|are} not at work against you in this battle.",
        "Choose a spell that helps the other side.",
        do=("dispel",),
    )


class DispelFrame(NamedTuple):
    step: Step
    side: int
    spell: int


class DispelStep(Step):
    """Choose the spell it undoes."""

    name = "dispel"
    of_battle = True
    holds = DispelFrame
    words = (fields.SIDE, fields.SPELL)
    verbs: ClassVar[dict[str, Check]] = {"dispel": _check_dispel}

    def seat(self, s: State, frame: DispelFrame) -> int:
        return int(s.battle.seat(frame.side))

    def candidates(self, s: State, frame: DispelFrame) -> Iterable[Action]:
        for i in targets(s, s.battle, frame.side):
            yield TO_DISPEL(i)

    def do(self, s: State, frame: Frame, action: Action, cx: Context) -> None:
        s.agenda = s.agenda[:-1]
        battle: BattleState = s.battle
        s.battle = battle.but(void=(*battle.void, action.args[0]), undone=(*battle.undone, action.args[0]))
        cx.tell("dispelled", spell=action.args[0])


DISPEL: Final = DispelStep()


def has_survivors(s: State, battle: BattleState, side: int) -> bool:
    return any(s.place[u] == battle.area and u not in battle.eaten and KIND[u] != ARTIFACT for u in battle.units[side])


def falls(s: State, battle: BattleState, difference: int) -> bool:
    """Whether a city falls to attackers who win by this much: what they inflict covers defenders and wall ([7.5.2],
    [7.5.7] / 6.52, 6.571). Nothing keeps whoever wins out of a city without a wall, whose people have only their own strength."""
    if not battle.wall:
        return bool(battle.base) and not s.scenario.solo  # alone it is the Dragons that are beaten, and no city
    losses = TABLE[row(difference)].losses
    dealt = difference if s.rules.wall_damage == "difference" else losses
    return losses < 0 or dealt >= defenders_worth(s, battle) + battle.wall


class Resolve(Auto):
    """Both sides roll, the totals are compared, the table speaks, and the Balance moves ([10.5], [10.6] / 9.5-9.6)."""

    name = "resolve"
    of_battle = True

    def run(self, s: State, frame: Frame, cx: Context) -> None:

        battle: BattleState = s.battle
        sums = (total(s, battle, 0), total(s, battle, 1))
        for side in (0, 1):
            if not sums[side] and not has_survivors(s, battle, side):
                self.walkover(s, sums, side, cx)
                return
        self.result(s, sums, cx.contest(sums[0] - sums[1]), cx)

    def walkover(self, s: State, sums: tuple[int, int], loser: int, cx: Context) -> None:
        """Nobody, no spell and no wall is left of a side: there is nothing to roll for."""
        s.battle = b = s.battle.but(sums=sums, row=row(1), loser=loser)
        cx.tell("walkover", area=b.area, loser=loser)
        self._balance(s, b, cx)
        suffer(s, cx)

    def result(self, s: State, sums: tuple[int, int], rolls: Sequence[tuple[int, int]], cx: Context) -> None:
        """What the totals and the last of these dice mean: the row of the table, the Balance, losses, retreat."""
        battle: BattleState = s.battle
        difference = sums[0] + rolls[-1][0] - sums[1] - rolls[-1][1]
        loser = 1 if difference > 0 else 0
        difference = abs(difference)
        result = row(difference)
        fell = loser == 1 and falls(s, battle, difference)
        for side in (0, 1):
            for u in battle.units[side]:
                if KIND[u] == HERO and fights(s, battle, side, u):
                    s.flags[u] |= USED
        s.battle = battle = battle.but(
            sums=sums, rolls=tuple(rolls), difference=difference, row=result, loser=loser, fell=fell
        )
        if cx.events is not None:
            cx.tell(
                "battle",
                area=battle.area,
                attacker=battle.attacker,
                defender=battle.defender,
                lines=tuple(
                    tuple((x.words, x.value, x.clause) for x in total_lines(s, battle, side)) for side in (0, 1)
                ),
                sums=sums,
                rolls=tuple(rolls),
                difference=difference,
                row=result,
                loser=loser,
                wall=battle.wall,
                worth=defenders_worth(s, battle),
                fell=fell,
                monster=battle.monster,
            )
        self._balance(s, battle, cx)
        suffer(s, cx)

    def _balance(self, s: State, battle: BattleState, cx: Context) -> None:
        """Every spell used moves the Balance by its own value, but for those undone by Dispel Magic; maintained ones
        did so when they were cast ([9.4], [13.1], [13.2] / 8.4, 9.51, 12.1, 12.21). What was used is discarded ([9.6] / 8.6)."""
        laid = battle.laid[0] + battle.laid[1]
        pulls = swords_drawn(s, battle)
        for spell, _ in laid:
            if spell not in battle.undone and s.spell_at[spell] < HELD_OPEN:
                pulls.append((spells.ALIGN[spell], spells.PULL[spell]))
        if pulls:
            balance.shift(s, pulls, cx)
        for spell, unit in laid:
            if s.spell_at[spell] >= HELD_OPEN:
                continue
            if spell in battle.undone:
                s.spell_at[spell] = DISCARD
            elif spell in battle.turned:
                # it was nobody's to keep up
                let_go(s, spell, battle.area, fresh=True)
            else:
                spend(s, spell, unit, battle.area)


RESOLVE: Final = Resolve()


def _came(losses: int) -> str:
    """What a row of the results table does to the losers."""
    if losses < 0:
        return "the losers are eliminated"
    return f"the losers retreat and lose {losses}" if losses else "the losers retreat without loss"


def _battle(event: telling.Event, names: telling.Names) -> str:
    who, foe = telling.sides(event, names)
    ours, theirs = event["sums"]
    ra, rb = event["rolls"][-1]
    ties = len(event["rolls"]) - 1
    again = f" (after {words.number(ties)} tie{'' if ties == 1 else 's'})" if ties else ""
    won = f"{words.cap(foe if event['loser'] == 0 else who):wins|win} by {event['difference']}"
    place = words.area(event["area"])
    if event["fell"]:
        end = f"{won}, and {place:falls|fall}."
    elif event["loser"] == 1 and event["wall"]:
        end = f"{won}, but the walls of {place} hold."
    else:
        end = f"{won}: {_came(TABLE[event['row']].losses)}."
    return f"Battle {words.inside(event['area'])}: {who:has|have} {ours} + die {ra} = {ours + ra}, {foe:has|have} {theirs} + die {rb} = {theirs + rb}{again}. {end}"


EVENTS.add(
    "conjured",
    "unit spell side",
    words=lambda e, n: f"{words.unit(e['unit']):conjures|conjure} {telling.spell(e)}.",
    clause=("9.2", "8.22"),
)
EVENTS.add(
    "revealed",
    "unit spell side",
    words=lambda e, n: f"{words.unit(e['unit']):reveals|reveal} {telling.spell(e)}.",
    clause=("10.3", "9.3"),
)
EVENTS.add("dispelled", "spell", words=lambda e, n: f"{telling.spell(e):is|are} dispelled.")
EVENTS.add("shielded", "spell", words=lambda e, n: f"The Chaos Shield turns {telling.spell(e)} aside.")
EVENTS.add(
    "battle",
    "area attacker defender lines sums rolls difference row loser wall worth fell monster",
    words=_battle,
    clause=("10.6", "9.6"),
)
EVENTS.add(
    "walkover",
    "area loser",
    words=lambda e, n: (
        f"Nothing is left {'to attack' if e['loser'] == 0 else 'to defend'} {words.area(e['area'])}, and no dice are thrown."
    ),
)
EVENTS.add(
    "held back", "units", words=lambda e, n: f"{words.units(e['units']):is|are} held back.", clause=("10.2", "9.2")
)
EVENTS.add("stands aside", "units", words=lambda e, n: f"{words.units(e['units']):stands|stand} aside from this fight.")
EVENTS.add("eaten", "units spell", words=lambda e, n: f"{telling.spell(e):swallows|swallow} {words.units(e['units'])}.")
