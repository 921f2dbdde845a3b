"""Heroic escapes and where heroes come to light again. Sources: Chaosium [10.8], Avalon Hill 9.8-9.84."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, ClassVar, Final, NamedTuple

from elric.kernel.bits import bits, ones
from elric.kernel.rules import no
from elric.kernel.steps import Check, Frame
from elric.kernel.verdict import Why
from elric.young_kingdoms.artifacts.black_swords import is_bracketed, sword_value
from elric.young_kingdoms.artifacts.bonds import voices
from elric.young_kingdoms.combat.battle import BattleState
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD, SEA
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.components.pieces import ELRIC, HERO, KIND
from elric.young_kingdoms.magic import balance, hands
from elric.young_kingdoms.magic.chaos_fleet import landfall
from elric.young_kingdoms.magic.tipped_world import let_go, set_down, spend
from elric.young_kingdoms.position import fields, telling, words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.fixes import choose
from elric.young_kingdoms.position.notes import Met, remember
from elric.young_kingdoms.position.state import (
    ASHORE,
    CAST,
    DISCARD,
    HALTED,
    HELD_OPEN,
    IN_HAND,
    LOST,
    MOVEMENT,
    NEUTRAL,
    NOBODY,
    State,
    box,
    drop_hand,
    foes_at,
    ids,
    lose,
    own,
    push,
    put,
)
from elric.young_kingdoms.position.steps import Auto, Step, frame_of
from elric.young_kingdoms.world.terrain import IMRRYR, enemy_city
from elric.young_kingdoms.world.victory import sorcerer_lost

TO_ROLL: Final = VERBS.add("roll", "", "Roll the die", shown=True)
TO_CHARM: Final = VERBS.add("charm", "spell", "Use {0}", wished=True)
TO_SAVE: Final = VERBS.add("save", "", "Use Invulnerability")
TO_FALL: Final = VERBS.add("fall", "", "Let go")
TO_REAPPEAR: Final = VERBS.add("reappear", "area", "Come to light {at}", shown=True, obvious=True, wished=True)


class EscapesFrame(NamedTuple):
    step: Step
    side: int


class Escapes(Auto):
    """Every personality lost on a side tries to escape, the strongest first ([10.8] / 9.8)."""

    name = "escapes"
    of_battle = True
    holds = EscapesFrame
    words = (fields.SIDE,)

    def run(self, s: State, frame: EscapesFrame, cx: Context) -> None:
        battle: BattleState = s.battle
        if battle.out:
            push(s, *attempts(s, battle, frame.side, battle.out))


ESCAPES: Final = Escapes()


def attempts(s: State, battle: BattleState, side: int, lost: Iterable[int]) -> list[Frame]:
    """The escapes of those lost on a side: fighters first, the strongest before the weaker, then those who follow."""
    company = battle.units[side]
    mine = [u for u in lost if u in company]
    if not mine:
        return []
    fighters = sorted([u for u in mine if not is_bracketed(s, u)], key=lambda u: (-sword_value(s, u), u))
    out: list[Frame] = [ESCAPE.frame(u, battle.area) for u in fighters]
    if len(fighters) < len(mine):
        out += [FOLLOW.frame(u, battle.area, tuple(company)) for u in mine if is_bracketed(s, u)]
    return out


def helps(s: State, u: int) -> list[int]:
    """Spells a personality could use to help an escape: a magician's own, with a value, Escape or Invulnerability ([10.8], [16.5] /
    9.81, 14.5)."""
    if not pieces.MAGIC[u] or s.scenario.solo:
        return []
    there = s.spell_at.there
    kept = there.get(HELD_OPEN + u, 0)
    # who keeps a spell up casts no other ([13.4] A / 12.41)
    return [i for i in ones(kept or there.get(IN_HAND + u, 0) | _conjured_spells(s, u)) if lends(s, u, i)]


def _conjured_spells(s: State, u: int) -> int:
    """What a conjurer has drawn in this battle to save himself, as bits."""
    return s.spell_at.there.get(CAST + u, 0) & _SAVERS if s.battle is not None and u in s.battle.conjured else 0


def lends(s: State, u: int, i: int) -> bool:
    """Whether the kind of a spell lets this magician escape by it; brackets only keep a value out of battle totals. Special
    spells are for any magician ([9.3.2] / 8.32)."""
    if spells.ACTS[i] in SAVING:
        return True
    if i == spells.DRAGONS:
        return u in pieces.DRAGONMASTERS
    return spells.ALIGN[i] != spells.OTHER and spells.VALUE[i] > 0


# Invulnerability saves like Escape, and may wait until the roll has failed ([16.5] / 14.5).
SAVING: Final = ("escape", "invulnerability")
_SAVERS: Final = bits(i for i in range(spells.SIZE) if spells.ACTS[i] in SAVING)


def _not_failed(s: State, frame: Frame, args: tuple[int, ...], why: Why) -> bool:
    if frame.attempt != "failed":
        return True
    return no(
        why,
        ("10.8", "9.8"),
        "The roll has been made and has failed.",
        (("Use Invulnerability.", ("save",)), ("Let go.", ("fall",))),
    )


def _check_roll(s: State, frame: Frame, args: tuple[int, ...], why: Why) -> bool:
    personality = frame.personality
    if not is_bracketed(s, personality):
        return _not_failed(s, frame, args, why)
    return why is not None and no(
        why,
        ("10.8", "9.82"),
        f"{words.unit(personality):has|have} no value to escape by, and nobody to share a fate with.",
        (("Use a spell.", ("charm",)), ("Let go.", ("fall",))),
        ids((personality,)),
    )


def _check_charm(s: State, frame: Frame, args: tuple[int, ...], why: Why) -> bool:
    personality = frame.personality
    (spell,) = args
    if not _not_failed(s, frame, args, why):
        return False
    if spell in helps(s, personality):
        return True
    return why is not None and no(
        why,
        ("10.8", "9.81"),
        f"{words.spell(spell):is|are} no help to {words.unit(personality)} now."
        if pieces.MAGIC[personality]
        else f"{words.unit(personality):is no magician|are no magicians} and cannot use {words.spell(spell)}.",
        "It takes a magician's own spell that has a value, Escape or Invulnerability.",
    )


def _check_save(s: State, frame: Frame, args: tuple[int, ...], why: Why) -> bool:
    if frame.attempt == "failed" and invulnerable(s, frame.personality) >= 0:
        return True
    return no(why, ("16.5", "14.5"), "Only Invulnerability saves a personality whose escape has failed.", "")


def _check_fall(s: State, frame: Frame, args: tuple[int, ...], why: Why) -> bool:
    if frame.attempt == "failed" or is_bracketed(s, frame.personality):
        return True
    return no(why, ("10.8", "9.8"), "The escape has not been tried yet.", "Roll for it.", do=("roll",))


def invulnerable(s: State, u: int) -> int:
    """The Invulnerability spell that a magician may still use, or -1."""
    return next((i for i in helps(s, u) if spells.ACTS[i] == "invulnerability"), -1)


class EscapeChoiceFrame(NamedTuple):
    step: Step
    personality: int
    area: int
    attempt: str


class EscapeStep(Step):
    """Roll, or let magic help; after a failure Invulnerability
    may save. A value in brackets has nothing to roll with ([10.8] / 9.8-9.82)."""

    name = "escape"
    public = True
    secrets = "some"
    holds: ClassVar[Any] = EscapeChoiceFrame
    words: ClassVar[tuple[Any, ...]] = (fields.PIECE, fields.AREA, fields.ATTEMPT)
    verbs: ClassVar[dict[str, Check]] = {
        "roll": _check_roll,
        "charm": _check_charm,
        "save": _check_save,
        "fall": _check_fall,
    }

    def seat(self, s: State, frame: Frame) -> int:
        o = s.owner[frame.personality]
        return o if o < NEUTRAL else s.player

    def candidates(self, s: State, frame: Frame) -> Iterable[Action]:
        yield TO_SAVE()
        yield TO_ROLL()
        for i in helps(s, frame.personality):
            yield TO_CHARM(i)
        yield TO_FALL()

    def do(self, s: State, frame: Frame, action: Action, cx: Context) -> None:
        s.agenda = s.agenda[:-1]
        if action.verb == "fall":
            self.lost(s, frame, cx)
        elif action.verb == "save" or (action.verb == "charm" and spells.ACTS[action.args[0]] in SAVING):
            i = invulnerable(s, frame.personality) if action.verb == "save" else action.args[0]
            s.spell_at[i] = DISCARD
            cx.tell("saved", unit=frame.personality, spell=i)
            self.saved(s, frame, cx)
        else:
            self.attempt(s, frame, action.args[0] if action.verb == "charm" else -1, cx)

    def lost(self, s: State, frame: Frame, cx: Context) -> None:
        """He lets go."""
        perish(s, frame.personality, cx)

    def saved(self, s: State, frame: Frame, cx: Context) -> None:
        """A spell saves him without a roll."""
        get_away(s, frame.personality, frame.area, cx)

    def attempt(self, s: State, frame: Frame, charm: int, cx: Context) -> None:
        """He rolls, with a spell's help or without."""
        try_escape(s, frame.personality, frame.area, charm, cx)


ESCAPE_CHOICE: Final = EscapeStep()


class EscapeFrame(NamedTuple):
    step: Step
    personality: int
    area: int


class Escape(Auto):
    """Asks magicians with spells for a choice; everybody else just rolls."""

    name = "try to escape"
    holds = EscapeFrame
    words = (fields.PIECE, fields.AREA)

    def run(self, s: State, frame: EscapeFrame, cx: Context) -> None:
        unit = frame.personality
        if s.place[unit] != LOST:
            perish(s, unit, cx)
            return
        there = s.spell_at.there
        holds = IN_HAND + unit in there or HELD_OPEN + unit in there or _conjured_spells(s, unit)
        if pieces.MAGIC[unit] and holds and s.owner[unit] < NEUTRAL:
            push(s, ESCAPE_CHOICE.frame(unit, frame.area, "first"))
        else:
            try_escape(s, unit, frame.area, -1, cx)


ESCAPE: Final = Escape()


def dare(s: State, unit: int, area: int, charm: int, cx: Context, kind: str = "escape", **more: int) -> bool:
    """Whether a personality rolls at or below his combat value, or the value of the spell used instead, with what the
    Balance adds to it ([10.8], [13.2] / 9.8, 9.81, 12.2). A spell so used moves the Balance and is spent, which in a
    tipped world leaves it on the board; a maintained one that did not help stays behind in the area. `kind` and `more`
    say how it is told."""
    target = sword_value(s, unit)
    if charm >= 0:
        target = spells.VALUE[charm] + balance.bonus(s, spells.ALIGN[charm]) if balance.works(charm, unit, cx) else 0
    maintained = charm >= 0 and s.spell_at[charm] >= HELD_OPEN
    if charm >= 0 and not maintained:
        s.spell_at[charm] = DISCARD
    roll = cx.die()
    ok = roll <= target
    cx.tell(kind, unit=unit, roll=roll, target=target, spell=charm, ok=ok, **more)
    if charm >= 0 and not maintained:
        balance.shift(s, ((spells.ALIGN[charm], spells.PULL[charm]),), cx)
        spend(s, charm, unit, area)
    if maintained and not ok:
        let_go(s, charm, area)
    return ok


def try_escape(s: State, u: int, area: int, charm: int, cx: Context) -> None:
    """Roll, and get away or not; Invulnerability may still help afterwards ([10.8], [16.5] / 9.8, 14.5)."""
    if dare(s, u, area, charm, cx):
        get_away(s, u, area, cx)
    elif s.owner[u] < NEUTRAL and invulnerable(s, u) >= 0:
        push(s, ESCAPE_CHOICE.frame(u, area, "failed"))
    else:
        perish(s, u, cx)


def perish(s: State, unit: int, cx: Context) -> None:
    """A personality is out of the game, with the spells in hand and what he bore."""
    if s.battle is not None:
        s.battle = s.battle.but(fates=(*s.battle.fates, (unit, False)))
    drop_hand(s, unit)
    there = s.spell_at.there
    for i in ones(there.get(HELD_OPEN + unit, 0) | there.get(CAST + unit, 0)):
        if s.spell_at[i] >= HELD_OPEN:
            # what he maintained stays where he fell ([13.4] A / 12.412)
            here = (
                s.place[unit] if s.place[unit] < BOARD.size else s.battle.area if s.battle is not None else BOARD.size
            )
            let_go(s, i, here)
        else:
            s.spell_at[i] = DISCARD
    for x in set_down(s, unit):
        cx.tell("artifact lost", unit=x)
    cx.tell("perished", unit=unit)
    lose(s, unit)
    if unit == ELRIC:
        own(s, unit, NOBODY)
    elif pieces.NATION[unit] < 0:
        box(s, unit)
    _gone(s, unit)
    sorcerer_lost(s, unit, cx)


def _gone(s: State, unit: int) -> None:
    """Outside a battle Elric is nobody's at once when he has lost his commander, and his friend's no more when he is lost himself; after
    one this is asked when Combat ends."""
    if s.battle is None and (unit == ELRIC or (s.owner[ELRIC] < NEUTRAL and not voices(s))):
        push(s, frame_of("meet elric"))


class FollowFrame(NamedTuple):
    step: Step
    personality: int
    area: int
    company: tuple[int, ...]


class Follow(Auto):
    """Somebody who cannot fight shares the fate of the strongest
    beside them ([10.8] / 9.82)."""

    name = "follow"
    of_battle = True
    holds = FollowFrame
    words = (fields.PIECE, fields.AREA, fields.PIECES)

    def run(self, s: State, frame: FollowFrame, cx: Context) -> None:
        unit, company = frame.personality, frame.company
        if s.place[unit] != LOST:
            return
        battle: BattleState = s.battle
        others = [
            x
            for x in company
            if KIND[x] == HERO
            and not is_bracketed(s, x)
            and x != unit
            and not (x == ELRIC and s.rules.influence_only_saved_if_not_rolled)
        ]
        strongest = max(others, key=lambda x: (sword_value(s, x), -x), default=-1)
        fate = dict(battle.fates)
        if (strongest >= 0 and fate.get(strongest)) or (
            strongest >= 0 and strongest not in battle.out and s.rules.influence_only_saved_if_not_rolled
        ):
            get_away(s, unit, frame.area, cx)
        elif helps(s, unit) and s.owner[unit] < NEUTRAL:
            # nobody saves a magician in brackets, but a spell may
            push(s, ESCAPE_CHOICE.frame(unit, frame.area, "first"))
        else:
            perish(s, unit, cx)


FOLLOW: Final = Follow()


def refuges(s: State, u: int, area: int) -> list[int]:
    """Where an escaped personality may come to light: the nearest land neither disputed nor held by an enemy
    ([10.8] / 9.83)."""
    seat = s.owner[u]
    # an enemy's province is entered only to fight, but his camp in the wilderness may be slipped past
    past = BOARD.kind[area] == SEA and s.rules.sea_escape == "nearest-land"
    for ring in _rings(area):
        free = [
            a
            for a in ring
            if ((past and BOARD.wild[a]) or not (foes_at(s, a, seat) or enemy_city(s, a, seat)))
            and (a != IMRRYR or s.control[a] == seat)
        ]
        if free:
            return free
    return []


@cache
def _rings(area: int) -> tuple[tuple[int, ...], ...]:
    """The lands around an area: those one step away, those two steps away, and so on."""
    far = BOARD.distances(area)
    return tuple(tuple(a for a in BOARD.lands if far[a] == steps) for steps in range(1, max(far) + 1))


def get_away(s: State, unit: int, area: int, cx: Context) -> None:
    """A personality gets away; where several places are as near, the owner chooses."""
    if s.place[unit] != LOST:
        return  # Pyaray has gone down, his own spell having turned the Balance to Law
    if s.battle is not None:
        s.battle = s.battle.but(fates=(*s.battle.fates, (unit, True)))
    shore = landfall(s, unit)
    if shore >= 0:
        put(s, unit, shore)
        cx.tell("reappears", unit=unit, area=shore)
        return
    where = refuges(s, unit, area)
    if not where:
        perish(s, unit, cx)
    elif len(where) == 1 or s.owner[unit] >= NEUTRAL:
        reappear(s, unit, where[0], cx)
    else:
        push(s, REAPPEAR.frame(unit, tuple(where)))


def reappear(s: State, unit: int, area: int, cx: Context) -> None:
    """Put an escaped personality on the board again."""
    put(s, unit, area)
    s.aboard[unit] = ASHORE
    s.band[unit] = unit + 1 if BOARD.wild[area] else 0
    s.flags[unit] |= HALTED
    if s.phase == MOVEMENT:
        # he has not come there by moving, so the end of movement draws nothing for him
        remember(s, Met(area, unit))
    cx.tell("reappears", unit=unit, area=area)
    _gone(s, unit)
    if s.owner[unit] < NEUTRAL:
        hands.settle_alignment(s, area, s.owner[unit])


def _check_reappear(s: State, frame: ReappearFrame, args: tuple[int, ...], why: Why) -> bool:
    personality = frame.personality
    if args[0] in frame.areas:
        return True
    return why is not None and choose(
        why,
        ("10.8", "9.83"),
        f"{words.unit(personality):comes|come} to light in the nearest free province, not {words.inside(args[0])}.",
        "reappear",
        frame.areas,
    )


_REAPPEAR: Final = tuple(TO_REAPPEAR(a) for a in range(BOARD.size))


class ReappearFrame(NamedTuple):
    step: Step
    personality: int
    areas: tuple[int, ...]


class ReappearStep(Step):
    """Several refuges are as near: the owner chooses."""

    name = "reappear"
    on_map = True
    public = True
    holds = ReappearFrame
    words = (fields.PIECE, fields.AREAS)
    verbs: ClassVar[dict[str, Check]] = {"reappear": _check_reappear}

    def seat(self, s: State, frame: ReappearFrame) -> int:
        return int(s.owner[frame.personality])

    def candidates(self, s: State, frame: ReappearFrame) -> Iterable[Action]:
        return [_REAPPEAR[a] for a in frame.areas]

    def do(self, s: State, frame: ReappearFrame, action: Action, cx: Context) -> None:
        s.agenda = s.agenda[:-1]
        reappear(s, frame.personality, action.args[0], cx)


REAPPEAR: Final = ReappearStep()


EVENTS.add(
    "escape",
    "unit roll target spell ok",
    words=lambda e, n: (
        f"{words.unit(e['unit']):tries|try} to escape: die {e['roll']}, {telling.at_most(e['target'])} was needed. {'Away!' if e['ok'] else 'Caught.'}"
    ),
    clause=("10.8", "9.8"),
)
EVENTS.add(
    "saved",
    "unit spell",
    words=lambda e, n: f"{telling.spell(e):saves|save} {words.unit(e['unit'])}.",
    clause=("10.8", "9.8"),
)
EVENTS.add("perished", "unit", words=lambda e, n: f"{words.unit(e['unit']):is|are} lost.", clause=("10.8", "9.8"))
EVENTS.add("artifact lost", "unit", words=lambda e, n: f"{words.unit(e['unit']):is|are} lost with the bearer.")
EVENTS.add(
    "reappears",
    "unit area",
    words=lambda e, n: f"{words.unit(e['unit']):comes|come} to light {words.inside(e['area'])}.",
)
