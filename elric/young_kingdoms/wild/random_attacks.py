"""Random attacks, and open spells that lie in wait in a tipped world. Sources: Chaosium [7.5.5], [7.5.8], [7.6], [13.4] D;
Avalon Hill 6.55, 6.58, 6.6, 12.413.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, NamedTuple

from elric.kernel.rules import no
from elric.kernel.steps import Check, Frame
from elric.kernel.verdict import Why
from elric.young_kingdoms.artifacts.black_swords import blades
from elric.young_kingdoms.combat.battle import MONSTER, BattleState
from elric.young_kingdoms.combat.heroic_escape import ESCAPES
from elric.young_kingdoms.combat.losses import remove
from elric.young_kingdoms.combat_phase import phase as combat
from elric.young_kingdoms.combat_phase.aftermath import AFTER
from elric.young_kingdoms.combat_phase.phase import TO_READY, TO_WITHDRAW, TO_WITHHOLD
from elric.young_kingdoms.combat_phase.resolution import REVEAL, Resolve, takes_all
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD, SEA
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import ARMY, ARTIFACT, FLEET, HERO, KIND
from elric.young_kingdoms.magic import balance, hands
from elric.young_kingdoms.magic import tipped_world as tipped
from elric.young_kingdoms.magic_phase import casting
from elric.young_kingdoms.magic_phase import played_at_once as omens
from elric.young_kingdoms.magic_phase.casting import TO_CONJURE
from elric.young_kingdoms.position import fields, telling, words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.notes import Conjures, Prowls, noted, remember, strike_out
from elric.young_kingdoms.position.state import CAST, DISCARD, FACE_UP, HELD_OPEN, IN_HAND, State, ids, push
from elric.young_kingdoms.position.steps import Auto


def holds_chaos(s: State, units: Iterable[int]) -> bool:
    """Whether anybody in a stack holds Chaos magic, spells kept for muster included ([7.6] / 6.62)."""
    return magic_of(s, units) & hands.OF_CHAOS > 0


def magic_of(s: State, units: Iterable[int]) -> int:
    """The spells that a stack has with it, as bits: in anybody's hand, laid face down, or maintained."""
    there = s.spell_at.there
    held = 0
    for u in units:
        held |= there.get(IN_HAND + u, 0) | there.get(CAST + u, 0) | there.get(HELD_OPEN + u, 0)
    return held


def falls_on(s: State, i: int, a: int, here: Sequence[int]) -> bool:
    """Whether a spell drawn for a random attack attacks this stack: Chaos does, Law does if it has Chaos magic with it, and
    an eater does wherever it can bite ([7.6] / 6.61, 6.62, 6.64)."""
    align = spells.ALIGN[i]
    if spells.EATER[i] and s.rules.random_eaters == "always":
        return bool(spells.EATS_AT_SEA[i] if BOARD.kind[a] == SEA else spells.EATS_ON_LAND[i])
    return align == spells.CHAOS or (align == spells.LAW and holds_chaos(s, here))


class RandomAttackFrame(NamedTuple):
    step: Auto
    area: int
    seat: int
    pieces: tuple[int, ...]


class RandomAttack(Auto):
    """One spell is drawn and shown; Chaos attacks, Law attacks bearers of Chaos
    ([7.6] / 6.61-6.65)."""

    name = "random attack"
    holds = RandomAttackFrame
    words = (fields.AREA, fields.OWNER, fields.PIECES)

    def run(self, s: State, frame: RandomAttackFrame, cx: Context) -> None:
        area, seat, units = frame.area, frame.seat, frame.pieces
        here = [u for u in units if s.place[u] == area and s.owner[u] == seat]
        if not here:
            return
        spell = cx.draw(s)
        if spell < 0:
            return
        attacks = falls_on(s, spell, area, here)
        cx.tell("random attack", area=area, spell=spell, attacks=attacks, units=tuple(here))
        if spells.IMMEDIATE[spell]:
            omens.met(s, spell, area, seat, here, cx)
            if spells.ACTS[spell] == "reshuffle" and s.rules.reshuffle_draws_again:
                # what is drawn in its place is the random attack
                push(s, frame)
            return
        if not attacks:
            s.spell_at[spell] = DISCARD
            return
        strike(s, spell, area, seat, here, cx)


RANDOM: Final = RandomAttack()


class StrikesFrame(NamedTuple):
    step: Auto
    spell: int
    area: int
    seat: int
    pieces: tuple[int, ...]


class Strikes(Auto):
    """What a spell holds falls upon whoever has come upon it."""

    name = "strikes"
    holds = StrikesFrame
    words = (fields.SPELL, fields.AREA, fields.OWNER, fields.PIECES)

    def run(self, s: State, frame: StrikesFrame, cx: Context) -> None:
        strike(s, frame.spell, frame.area, frame.seat, frame.pieces, cx)


STRIKES: Final = Strikes()


def is_warded(s: State, here: Iterable[int]) -> bool:
    """Whether somebody in a stack maintains Dispel Magic, which undoes whatever attacks it ([16.3] / 12.42, 14.3)."""
    return any(spells.ACTS[k] == "dispel" for k in tipped.kept_up(s, here))


def strike(s: State, spell: int, area: int, seat: int, here: Sequence[int], cx: Context) -> None:
    """A spell's creature falls upon a stack."""
    if spells.ACTS[spell] == "quaolnargn":
        omens.met(s, spell, area, seat, here, cx)
        if s.rules.quaolnargn_on_the_road == "discarded":
            s.spell_at[spell] = DISCARD  # whoever beats it does not hold it (6.66)
        return
    s.spell_at[spell] = DISCARD
    if is_warded(s, here):
        cx.tell("dispelled", spell=spell)
        return
    leave_or_keep(s, spell, area, False)
    if spells.ALIGN[spell] == spells.CHAOS and any(s.aboard[pieces.CHAOS_SHIELD] == u for u in here):
        cx.tell("shielded", spell=spell)
        return
    if spells.EATER[spell]:
        if not (spells.EATS_AT_SEA[spell] if BOARD.kind[area] == SEA else spells.EATS_ON_LAND[spell]):
            return
        prey = [
            u
            for u in here
            if (KIND[u] == ARMY and spells.EATS_ARMIES[spell])
            or (KIND[u] == FLEET and (spells.EATS_FLEETS[spell] or takes_all(s, spell)))
            or KIND[u] == HERO
        ]
        s.battle = BattleState(area, MONSTER, seat, ((), tuple(here)), monster=spell, loser=0, outer=s.battle)
        cx.tell("eaten", units=tuple(prey), spell=spell)
        remove(s, prey, cx)
        s.moving = tuple(u for u in s.moving if s.place[u] == area)
        push(s, ESCAPES.frame(1), AFTER.frame())
        return
    if not balance.works(spell, -1, cx):
        return
    if not spells.STRENGTH[spell]:
        return
    artifacts = tuple(x for x in pieces.ARTIFACTS if s.aboard[x] in here)
    s.battle = BattleState(
        area,
        MONSTER,
        seat,
        ((), tuple(here) + tuple(x for x in artifacts if x not in here)),
        monster=spell,
        outer=s.battle,
    )
    push(s, BRACE.frame(1), REVEAL.frame())


def _check_conjure(s: State, ranks: combat.Ranks, args: tuple[int, ...], why: Why) -> bool:
    unit = args[0]
    battle: BattleState = s.battle
    if unit not in battle.units[1] or not pieces.CONJURES[unit] or Conjures(unit) in noted(s, Conjures):
        return why is not None and no(
            why,
            ("9.2", "8.22"),
            f"{words.unit(unit)} cannot draw a spell against this attack.",
            "Elric, Yyrkoon or Theleb K'aarna may, once, when the attack is on him.",
            ids((unit,)),
        )
    if unit in battle.held:
        return why is not None and no(
            why,
            ("9.2", "8.22"),
            f"{words.unit(unit):is|are} held back, and only who is in the fight conjures.",
            "Another conjurer may draw.",
            ids((unit,)),
        )
    ok = casting.is_rested(s, unit, why)
    if (
        len(tipped.kept_up(s, battle.units[1])) + sum(Conjures(x) in noted(s, Conjures) for x in battle.units[1])
        < casting.SPELLS_A_BATTLE
    ):
        return ok
    return no(why, ("9.2", "8.2"), "Three spells are in use already, and no side may use more.", "")


def _check_withhold(s: State, ranks: combat.Ranks, args: tuple[int, ...], why: Why) -> bool:
    if s.rules.attacked_may != "nothing":
        return combat.check_withhold(s, ranks, args, why)
    return why is not None and no(
        why, ("7.6", "6.61"), "A random attack strikes the whole stack.", "Fight with everybody.", ids(args), ("ready",)
    )


def _check_withdraw(s: State, ranks: combat.Ranks, args: tuple[int, ...], why: Why) -> bool:
    if s.rules.attacked_may == "fall-back":
        return combat.check_withdraw(s, ranks, args, why)
    return why is not None and no(
        why,
        ("7.6", "6.61"),
        "A random attack strikes at once, and nobody falls back before it.",
        "A retreat comes afterwards, if the fight is lost.",
        (BOARD.ids[args[0]],),
    )


class BraceStep(combat.WithholdStep):
    """A stack that a spell's creature attacks holds back whom it will; a conjurer may draw a spell
    ([7.6], [9.2], [10.2], [12.1.3] / 6.66, 8.22, 9.2, 11.132)."""

    own_name = "brace"
    verbs: ClassVar[dict[str, Check]] = {
        **combat.WithholdStep.verbs,
        TO_WITHHOLD.name: _check_withhold,
        TO_WITHDRAW.name: _check_withdraw,
        "conjure": _check_conjure,
    }

    def live(self, s: State, frame: Frame) -> bool:
        # one who is alone and has no black sword to fear gains nothing by being held back
        more = [a for a in self.legal(s, frame) if a.verb not in (TO_READY.name, TO_WITHHOLD.name)]
        battle: BattleState = s.battle
        fighting = [u for u in battle.units[1] if KIND[u] != ARTIFACT and u not in battle.held]
        return bool(more) or (
            len(self.legal(s, frame)) > 1 and (len(fighting) > 1 or any(blades(s, u) for u in fighting))
        )

    def legal(self, s: State, frame: Frame) -> list[Action]:
        plain = [] if s.rules.attacked_may == "nothing" else super().legal(s, frame)
        out = [a for a in plain if a.verb != "conjure"]
        units = s.battle.units[1]
        draws = (TO_CONJURE(u) for u in pieces.CONJURERS if u in units)
        out += [a for a in draws if _check_conjure(s, self.facts(s, frame), a.args, None)]
        if TO_READY() not in out and self.verbs["ready"](s, self.facts(s, frame), (), None):
            out.append(TO_READY())
        return out


BRACE: Final = BraceStep()


class FallsUpon(Resolve):
    """The dice between a stack and a spell's creature; a creature of Chaos that is not beaten may stay."""

    name = "falls upon"
    of_battle = True

    def run(self, s: State, frame: Frame, cx: Context) -> None:
        super().run(s, frame, cx)
        battle: BattleState = s.battle
        leave_or_keep(s, battle.monster, battle.area, battle.loser == 0)
        if battle.monster in battle.undone:
            s.spell_at[battle.monster] = DISCARD


FALLS_UPON: Final = FallsUpon()


def leave_or_keep(s: State, i: int, a: int, beaten: bool) -> None:
    """With the world tipped to Chaos, a Chaos spell that attacked and was not beaten stays where it is ([13.4] D)."""
    if not s.rules.attack_card_stays or s.tipped != spells.CHAOS or spells.ALIGN[i] != spells.CHAOS:
        return
    strike_out(s, Prowls, i)
    s.spell_at[i] = DISCARD if beaten else FACE_UP + a
    if not beaten:
        remember(s, Prowls(i))


class Lurks(Auto):
    """An open spell of the side that rules a tipped world attacks."""

    name = "lurking spell"
    holds = StrikesFrame
    words = (fields.SPELL, fields.AREA, fields.OWNER, fields.PIECES)

    def run(self, s: State, frame: StrikesFrame, cx: Context) -> None:
        spell, area, seat, units = frame.spell, frame.area, frame.seat, frame.pieces
        here = [u for u in units if s.place[u] == area and s.owner[u] == seat]
        if not here or s.spell_at[spell] != FACE_UP + area:
            return
        if spells.ALIGN[spell] == spells.LAW and magic_of(s, here) & hands.OF_LAW:
            return
        cx.tell("lurks", spell=spell, area=area)
        lies_on = not is_warded(s, here)
        strike(s, spell, area, seat, here, cx)
        if lies_on:
            s.spell_at[spell] = FACE_UP + area


LURKS: Final = Lurks()


EVENTS.add(
    "random attack",
    "area spell attacks units",
    words=lambda e, n: (
        f"Random attack {words.inside(e['area'])}: {telling.spell(e)}. {'It attacks!' if e['attacks'] else 'Nothing happens.'}"
    ),
    clause=("7.6", "6.6"),
)
EVENTS.add("lurks", "spell area", words=lambda e, n: f"{telling.spell(e):lies|lie} in wait {words.inside(e['area'])}.")
