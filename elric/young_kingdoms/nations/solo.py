"""Founding of the Bright Empire, for one player: monsters on the spell places, Dragons on Melnibone. Sources: Chaosium [14.1],
Avalon Hill 13.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from elric.kernel.bits import ones
from elric.kernel.rules import no
from elric.kernel.steps import Frame
from elric.kernel.verdict import Fix, Why
from elric.young_kingdoms.combat.battle import MONSTER, BattleState
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD, SEA
from elric.young_kingdoms.components.pieces import ARTIFACT, DRAGONMASTERS, FIGHT, FREE_FLEET, HERO, KIND
from elric.young_kingdoms.magic import balance, hands
from elric.young_kingdoms.nations.lone_pieces import stand
from elric.young_kingdoms.position import fields, telling, words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.fixes import act, later
from elric.young_kingdoms.position.notes import Searched, noted, remember
from elric.young_kingdoms.position.state import FACE_UP, GONE, HIDDEN, State, ids, own_in, push
from elric.young_kingdoms.position.steps import Auto, frame_of
from elric.young_kingdoms.world.terrain import BOILING, IMRRYR
from elric.young_kingdoms.world.victory import end

HOME: Final = BOARD.index["rlin_kren_aa"]

_FOUR: Final = ("quaolnargn", "xiombarg", "kyreenee", "slortar-the-old")
_SEVEN: Final = (*_FOUR, "balo-the-jester", "chardros", "dead-gods-book")


def removed_spells(s: State) -> tuple[str, ...]:
    """Chaos spells that are left out: four are named in 1981, seven in 1984."""
    return _SEVEN if s.rules.founding_removed == 7 else _FOUR


# ---- set-up ---------------------------------------------------------------------------------------------------------


def lay_out(s: State, places: Sequence[int], cx: Context) -> None:
    """Only Chaos spells are in the game, one hidden on each spell place; what is left over stays out
    ([14.1] B, C / 13.1 B, C)."""
    out = removed_spells(s)
    monsters = []
    for i in range(spells.SIZE):
        s.spell_at[i] = GONE
        if spells.ALIGN[i] == spells.CHAOS and spells.IDS[i] not in out:
            monsters.append(i)
    for a in places:
        i = cx.one_of(monsters)
        monsters.remove(i)
        s.spell_at[i] = HIDDEN + a


def anchorage() -> int:
    """Where the Free Fleet lies: the sea beside R'lin K'ren A'a that does not boil."""
    return next(a for a in BOARD.near[HOME] if BOARD.kind[a] == SEA and a != BOILING)


class SoloPlaceFrame(NamedTuple):
    step: Auto
    seat: int
    nation: int


class PlaceOlab(Auto):
    """The Olab stand in R'lin K'ren A'a, with the Free Fleet beside them ([14.1] A /
    13.1 A)."""

    name = "set up the solo game"
    holds = SoloPlaceFrame
    words = (fields.SEAT, fields.NATION)

    def run(self, s: State, frame: SoloPlaceFrame, cx: Context) -> None:
        seat, n = frame.seat, frame.nation
        s.nation_owner[n] = seat
        for u in pieces.NATIONS[n].pieces:
            stand(s, u, seat, HOME)
        stand(s, FREE_FLEET, seat, anchorage())
        cx.tell("nation", nation=n, seat=seat, capital=HOME)
        cx.tell("appears", unit=FREE_FLEET, area=anchorage())


PLACE: Final = PlaceOlab()


# ---- monsters -------------------------------------------------------------------------------------------------------


def seekers(s: State, a: int, lead: int = -1) -> list[int]:
    """The stack that searches in an area: its leader's, or the strongest personality's, with all who are beside him."""
    mine = own_in(s, a, s.player)
    if lead < 0:
        lead = max((u for u in mine if KIND[u] == HERO), key=lambda u: (FIGHT[u], -u), default=-1)
    return [u for u in mine if s.band[u] == s.band[lead] or KIND[u] == ARTIFACT] if lead >= 0 else []


def confront(s: State, spell: int, area: int, units: Sequence[int], cx: Context) -> None:
    """A monster is met: it lies open from now on, and is fought at once. What cannot fight is simply taken
    ([14.1] E / 13.1 E)."""
    s.spell_at[spell] = FACE_UP + area
    cx.tell("monster", spell=spell, area=area, units=tuple(units))
    if not balance.works(spell, -1, cx):
        return
    if not spells.STRENGTH[spell]:
        hands.found(s, spell, s.player, area, cx)
        return
    s.battle = BattleState(area, MONSTER, s.player, ((), tuple(units)), monster=spell, outer=s.battle)
    push(s, frame_of("resolve"))


def after_monster(s: State, battle: BattleState, cx: Context) -> None:
    """A beaten monster's spell is won; an unbeaten one stays where it is."""
    here = [u for u in battle.units[1] if s.place[u] == battle.area and KIND[u] == HERO]
    if battle.loser == 0 and here:
        hands.found(s, battle.monster, s.player, battle.area, cx)


def monsters_at(s: State, a: int) -> list[int]:
    """Monsters known to be in an area."""
    return list(ones(s.spell_at.there.get(FACE_UP + a, 0)))


class ProwlFrame(NamedTuple):
    step: Auto
    spell: int
    area: int
    pieces: tuple[int, ...]


class Prowl(Auto):
    """A monster that was not beaten attacks whoever comes back."""

    name = "prowl"
    holds = ProwlFrame
    words = (fields.SPELL, fields.AREA, fields.PIECES)

    def run(self, s: State, frame: ProwlFrame, cx: Context) -> None:
        a, units = frame.area, frame.pieces
        here = [u for u in units if s.place[u] == a and s.owner[u] == s.player]
        if s.spell_at[frame.spell] == FACE_UP + a and any(KIND[u] != ARTIFACT for u in here):
            confront(s, frame.spell, a, here, cx)


PROWL: Final = Prowl()


def frames_of_monsters(s: State, a: int, going: Sequence[int]) -> list[Frame]:
    """What falls on a stack that comes into an area where a monster is known to be."""
    return [PROWL.frame(i, a, tuple(going)) for i in monsters_at(s, a)] if s.scenario.solo else []


def nobody_searches(area: int, why: Why) -> bool:
    """Why an area cannot be searched: no personality is there ([8.0] / 7.1)."""
    said = f"Searching takes a personality, and none of yours is {words.inside(area)}."
    return why is not None and no(
        why, ("8.0", "7.1"), said, "One must be there in the Search phase.", (BOARD.ids[area],)
    )


def check_hunt(s: State, frame: Frame, args: tuple[int, ...], why: Why) -> bool:
    """Whether a known monster may be attacked in the Search phase."""
    (area,) = args
    ok = True
    if not s.scenario.solo or not monsters_at(s, area):
        return why is not None and no(
            why,
            ("14.1E", "13.1E"),
            f"No monster is known to be {words.inside(area)}.",
            "A monster is found by searching for magic where a spell lies face down.",
            (BOARD.ids[area],),
        )
    if not seekers(s, area):
        ok = nobody_searches(area, why)
    if Searched(area) in noted(s, Searched):
        ok = why is not None and no(
            why,
            ("8.0", "7.1"),
            f"You have searched or hunted {words.inside(area)} this turn.",
            (
                (
                    "Hunt again next turn.",
                    later("search", act("hunt", area)) if seekers(s, area) and monsters_at(s, area) else (),
                ),
            ),
            (BOARD.ids[area],),
        )
    return ok


def hunt(s: State, a: int, cx: Context) -> None:
    """Attack a known monster with the stack that is there."""
    remember(s, Searched(a))
    confront(s, monsters_at(s, a)[0], a, seekers(s, a), cx)


def lairs(s: State) -> Iterable[int]:
    """Areas in which a known monster could be hunted."""
    return [a for a in BOARD.lands if s.who[a] >> s.player & 1 and monsters_at(s, a)]


# ---- Melnibone ------------------------------------------------------------------------------------------------------


def may_enter(s: State, moving: Sequence[int], area: int, attack: bool, why: Why) -> bool:
    """Whether a stack may come into a city's area: there are no nations yet, and the Dragons keep Melnibone."""
    if not BOARD.city[area]:
        return True
    if area != IMRRYR:
        if attack and why is not None:
            return no(
                why,
                ("14.1", "13.1"),
                f"There is no nation to be attacked {words.inside(area)} yet.",
                "Simply go there.",
                (BOARD.ids[area],),
                tuple(act(verb, area) for verb in ("step", "sail", "land")),
            )
        return not attack
    ok = True
    if not attack:
        ok = why is not None and no(
            why,
            ("14.1D", "13.1D"),
            "The Dragons of Melnibone let nobody ashore in peace.",
            "Attack them.",
            (BOARD.ids[area],),
            (act("attack", area),),
        )
    if not any(u in DRAGONMASTERS for u in moving):
        ok = why is not None and no(
            why,
            ("14.1", "13.1"),
            "Only a Dragon Master can face the Dragons.",
            "Find Dyvim Slorm or Dyvim Tvar first, and bring him along.",
            (*ids(DRAGONMASTERS[1:]), BOARD.ids[area]),
        )
    return ok


def needs_master(s: State, units: Iterable[int], fixes: tuple[Fix, ...], why: Why) -> bool:
    """Whether a Dragon Master is among those who fight on Melnibone; `fixes`: what else helps."""
    if any(u in DRAGONMASTERS for u in units):
        return True
    return why is not None and no(
        why,
        ("14.1", "13.1"),
        "Without a Dragon Master in the fight the Dragons cannot be mastered.",
        fixes,
        ids(DRAGONMASTERS[1:]),
    )


def after_battle(s: State, battle: BattleState, cx: Context) -> None:
    """The Dragons are mastered by any result against them."""
    if battle.area == IMRRYR and battle.attacker == s.player and battle.loser == 1:
        end(s, s.player, "dragons", s.scenario.clauses, "The Dragons of Melnibone have found their master.", cx)


EVENTS.add(
    "monster",
    "spell area units",
    words=lambda e, n: f"{telling.spell(e):is|are} found {words.inside(e['area'])}, and must be fought.",
)
