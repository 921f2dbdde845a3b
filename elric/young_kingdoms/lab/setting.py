"""From a battle as it was written down to a position in which the game's own steps can fight it.

Whatever a rule forbids is refused by the rule itself, so the lab and play never disagree about what may be.
"""

from __future__ import annotations

from typing import Final

from elric.kernel.clauses import RulesetError, with_hint
from elric.kernel.running import top
from elric.kernel.verdict import Reason
from elric.lab.form import Problem
from elric.young_kingdoms.combat.battle import BattleState, pending_battles
from elric.young_kingdoms.combat.ports import PORT, sally
from elric.young_kingdoms.combat_phase.phase import TO_READY, TO_WITHHOLD, WITHHOLD, begin
from elric.young_kingdoms.components import law, pieces, spells
from elric.young_kingdoms.components.board import BOARD, MOUNTAIN, SEA
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import ARMY, ARTIFACT, FIGHT, FLEET, HERO, KIND, MAGIC
from elric.young_kingdoms.components.scenarios import scenarios
from elric.young_kingdoms.definition import GAME
from elric.young_kingdoms.lab.places import PLACES, area_of
from elric.young_kingdoms.lab.spec import Spec
from elric.young_kingdoms.lab.walk import STILL
from elric.young_kingdoms.magic import hands
from elric.young_kingdoms.magic_phase.casting import SPELLS_A_BATTLE, may_cast, may_conjure
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.notes import Conjures, Fought, Searching, Trail, noted, remember, strike_out
from elric.young_kingdoms.position.state import (
    ASHORE,
    BOX,
    CAST,
    CAST_NOW,
    COMBAT,
    CONTAINER,
    DISCARD,
    HELD_OPEN,
    IN_HAND,
    NEUTRAL,
    NOBODY,
    STEPPED,
    State,
    own,
    own_in,
    put,
)
from elric.young_kingdoms.world.terrain import room, wild_for

_PLACE: Final = "Choose an area of the map, or a kind of place: " + ", ".join(PLACES) + "."


class Setting:
    """A battle set up, or every reason why it cannot be.

    Attributes:
        state: the battle begun, the REVEAL frame on top; None when there are problems.
        problems: see `Problem`.
    """

    def __init__(self, spec: Spec, base: State | None = None) -> None:
        self.spec = spec
        self.problems: list[Problem] = []
        self.state: State | None = None
        self.me, self.foe = 0, 1
        try:
            rules = law.ruleset(spec.edition)
        except RulesetError as e:
            self.bad("edition", spec.edition, str(e))
            rules = law.ruleset("avalon-hill")
        self.edition = rules.edition
        self.area = area_of(spec.place, spec.defend)
        if self.area < 0:
            names = (*PLACES, *BOARD.ids)
            self.bad("place", spec.place, with_hint(f"There is no place “{spec.place}”", spec.place, names), _PLACE)
            return
        if BOARD.kind[self.area] == MOUNTAIN:
            self.bad("place", spec.place, "Nobody fights in the mountains.", "Choose another place.", ("7.5.3", "6.53"))
            return
        s = base.copy() if base is not None else State(scenarios()["successor"], rules)
        s.rules = rules
        self._who(s, base)
        self._people(s, base)
        if not self.problems:
            self._ships(s)
        if not self.problems:
            self._begin(s)

    def bad(self, where: str, what: str, words_: str, fix: str = "", clause: tuple[str, ...] = ("", "")) -> None:
        self.problems.append(Problem(where, what, Reason(clause, words_, fix)))

    # ---- who is whose -----------------------------------------------------------------------------------------------

    def _who(self, s: State, base: State | None) -> None:
        spec, area = self.spec, self.area
        if base is not None:
            self.me = s.player
            self.foe = self._other(s)
        else:
            for x in BOARD.lands:
                if BOARD.city[x]:
                    s.control[x] = NEUTRAL
            s.order = tuple(range(s.scenario.seats))
            s.turn = 1
            s.sides = tuple(range(s.scenario.seats))
            for seat, names in ((1, spec.defend), (0, spec.attack)):
                for name in names:
                    n = pieces.NATION[pieces.INDEX[name]] if name in pieces.INDEX else -1
                    if n >= 0 and (seat == 0 or not spec.neutral):
                        s.nation_owner[n] = seat
            for x in BOARD.lands:
                n = pieces.NATION_INDEX.get(BOARD.nation[x], -1)
                if BOARD.city[x] and n >= 0 and s.nation_owner[n] < NEUTRAL:
                    s.control[x] = s.nation_owner[n]
        if spec.neutral:
            self.foe = NEUTRAL
            if not BOARD.city[area]:
                self.bad(
                    "place", spec.place, f"There is no city {words.inside(area)} that could defend itself.",
                    "Choose a place with a city, or name defenders.", ("10.9.3", "9.93"),
                )  # fmt: skip
        if BOARD.city[area] and (spec.sortie or s.control[area] == self.me or not self._camps(s, base)):
            s.control[area] = self.me if spec.sortie else self.foe
        if spec.sortie and not BOARD.wall[area]:
            self.bad(
                "place", spec.place, f"A sortie comes out of a walled city, and {words.area(area)} has none.",
                "Choose a walled city.", ("10.9.4", "9.942"),
            )  # fmt: skip
        s.phase = COMBAT
        s.agenda = ()
        s.battle = None
        s.player = self.me
        s.moving = ()
        arm = int(s.rules.balance_arm)
        if abs(spec.balance) > arm:
            self.bad(
                "balance", str(spec.balance), f"The Balance has {arm} boxes on each side.", f"Choose -{arm} to {arm}.",
                ("3.3", "2.3"),
            )  # fmt: skip
        s.balance = max(-arm, min(arm, spec.balance))
        if spec.tipped not in ("", "law", "chaos"):
            self.bad("tipped", spec.tipped, f"The world tips to law or to chaos, not to “{spec.tipped}”.")
        s.tipped = {"law": -1, "chaos": 1}.get(spec.tipped, 0)
        if s.tipped:
            s.balance = s.tipped * arm
            s.ends = s.ends or min(13, s.turn + 3)
        else:
            s.ends = 0

    def _camps(self, s: State, base: State | None) -> bool:
        """Whether the defenders stand there on the board, so that the city is whose it is: beside a neutral or a third player's city they
        have no wall (9.93)."""
        names = [u for u in self.spec.defend if u in pieces.INDEX]
        return base is not None and any(s.place[pieces.INDEX[u]] == self.area for u in names)

    def _other(self, s: State) -> int:
        """The seat of the defenders on the board: whoever of them is there, or holds the city, or is next in turn."""
        there = [s.owner[pieces.INDEX[u]] for u in self.spec.defend if u in pieces.INDEX]
        there = [o for o in there if o != self.me and o <= NEUTRAL]
        if there:
            return max(set(there), key=there.count)
        if BOARD.city[self.area] and s.control[self.area] not in (self.me, NOBODY):
            return s.control[self.area]
        return next((o for o in s.order if o != self.me), NEUTRAL)

    def _people(self, s: State, base: State | None) -> None:
        spec, area = self.spec, self.area
        placed: dict[int, int] = {}
        for side, names in enumerate((spec.attack, spec.defend)):
            key = ("attack", "defend")[side]
            for name in names:
                unit = pieces.INDEX.get(name, -1)
                if unit < 0:
                    self.bad(key, name, with_hint(f"There is no piece “{name}”", name, pieces.IDS))
                elif unit in placed:
                    both = placed[unit] != side
                    self.bad(
                        key,
                        name,
                        f"{words.unit(unit):is|are} named twice{', on both sides' if both else ''}.",
                        "Name it once.",
                    )
                else:
                    placed[unit] = side
        here = [u for u in range(pieces.SIZE) if s.place[u] == area]
        for unit in here:
            if unit not in placed and s.owner[unit] in (self.me, self.foe):
                put(s, unit, BOX)
        for unit, side in placed.items():
            owner = self.me if side == 0 else self.foe
            if s.place[unit] < BOARD.size:
                put(s, unit, BOX)
            own(s, unit, owner)
            s.flags[unit] = 0
            if s.aboard[unit] != ASHORE and s.place[s.aboard[unit]] != area:
                s.aboard[unit] = ASHORE
            put(s, unit, area)
        if not any(KIND[u] == HERO for u, side in placed.items() if side == 0) and not self.problems:
            self.bad(
                "attack", "", "An attack needs a personality to lead it." if spec.attack else "Nobody attacks.",
                "Add a personality to the attackers.", ("10.1", "9.11"),
            )  # fmt: skip
        defended = any(KIND[u] != ARTIFACT for u, side in placed.items() if side == 1)
        if (
            not defended
            and not (BOARD.city[area] and not spec.sortie and (spec.neutral or BOARD.wall[area]))
            and not self.problems
        ):
            self.bad(
                "defend", "", f"There is nobody to fight {words.inside(area)}.", "Add defenders, or choose a walled city.",
                ("10.1", "9.1"),
            )  # fmt: skip
        if spec.neutral and any(side == 1 for side in placed.values()) and not self.problems:
            self.bad(
                "defend", "", "A neutral city musters its own defence.", "Leave the defenders out.", ("10.9.3", "9.93")
            )

    # ---- ships ------------------------------------------------------------------------------------------------------

    def _ships(self, s: State) -> None:
        spec, area = self.spec, self.area
        for name, bearer in spec.aboard:
            u, piece = pieces.INDEX.get(name, -1), pieces.INDEX.get(bearer, -1)
            if u < 0 or piece < 0 or s.place[u] != s.place[piece] or s.owner[u] != s.owner[piece]:
                self.bad("aboard", name, f"“{name}” and “{bearer}” are not both on one side of this battle.")
            else:
                s.aboard[u] = piece
        if spec.landing:
            self._land(s)
            return
        for side, names in ((0, spec.attack), (1, spec.defend)):
            key = ("attack", "defend")[side]
            units = [pieces.INDEX[n] for n in names]
            ships = [u for u in units if KIND[u] == FLEET]
            if BOARD.kind[area] == SEA:
                self._load(s, key, units, ships)
            elif ships and not BOARD.ports[area]:
                self.bad(
                    key, pieces.IDS[ships[0]], f"There is no port {words.inside(area)} for {words.unit(ships[0])}.",
                    "Choose a port, or leave the ship out.", ("7.5.9", "6.59"),
                )  # fmt: skip
            elif ships and side == 0 and not spec.sortie:
                self.bad(
                    key, pieces.IDS[ships[0]], f"{words.unit(ships[0]):does|do} not attack on land.",
                    "Say from which sea the attack comes, or leave the ship out.", ("10.9.5", "9.96"),
                )  # fmt: skip
            bearers = [u for u in units if KIND[u] == HERO]
            for piece in units:
                if KIND[piece] == ARTIFACT and s.aboard[piece] == ASHORE and bearers:
                    s.aboard[piece] = max(bearers, key=lambda u: (pieces.MELNIBONEAN[u], FIGHT[u], -u))

    def _load(self, s: State, key: str, units: list[int], ships: list[int]) -> None:
        """Put everybody at sea aboard where there is room; whoever walks the waves may go on foot."""
        for unit in units:
            if KIND[unit] == FLEET or s.aboard[unit] != ASHORE or KIND[unit] == ARTIFACT:
                continue
            if KIND[unit] == HERO:
                if ships:
                    s.aboard[unit] = ships[0]
                elif not pieces.WALKS_SEA[unit]:
                    self.bad(
                        key,
                        pieces.IDS[unit],
                        f"{words.unit(unit):is|are} at sea without a ship.",
                        "Add a fleet.",
                        ("7.3", "6.3"),
                    )
                continue
            deck = next((x for x in ships if room(s, x) > 0), None)
            if deck is None and pieces.WALKS_SEA[unit]:
                continue
            if deck is None:
                self.bad(
                    key, pieces.IDS[unit], f"There is no room on board for {words.unit(unit)}.",
                    "Add a fleet with room, or leave the army out.", ("7.1", "6.1"),
                )  # fmt: skip
                return
            s.aboard[unit] = deck

    def _land(self, s: State) -> None:
        """The attackers of a port have come by sea: their ships lie off it ([10.9.5] / 9.962)."""
        sea = BOARD.index.get(self.spec.landing, -1)
        if sea not in BOARD.ports[self.area]:
            self.bad(
                "landing", self.spec.landing, f"The port of {words.area(self.area)} does not open on that sea.",
                "Choose " + (words.listed([words.area(x) for x in BOARD.ports[self.area]]) or "another place") + ".",
                ("7.5.9", "6.59"),
            )  # fmt: skip
            return
        mine = [pieces.INDEX[n] for n in self.spec.attack]
        ships = [u for u in mine if KIND[u] == FLEET]
        if not ships:
            self.bad("attack", "", "A landing needs ships.", "Add a fleet.", ("7.3", "6.3"))
        armies = sum(KIND[u] == ARMY for u in mine)
        space = sum(pieces.CARRY[x] for x in ships)
        if armies > space:
            self.bad(
                "attack", "", f"These ships carry {words.number(space)} armies, not {words.number(armies)}.",
                "Add a fleet or leave armies out.", ("7.1", "6.1"),
            )  # fmt: skip
        for x in ships:
            put(s, x, sea)
        lead = next((u for u in mine if KIND[u] == HERO), mine[0] if mine else 0)
        remember(s, Trail((sea,), self.area, lead))
        for u in mine:
            if KIND[u] != FLEET:
                s.flags[u] |= STEPPED
            if KIND[u] in (ARMY, HERO):
                s.aboard[u] = ASHORE

    # ---- spells, and the first steps of the battle ------------------------------------------------------------------

    def _begin(self, s: State) -> None:
        area = self.area
        strike_out(s, Fought, area)
        strike_out(s, Conjures, area)
        s.assaults |= 1 << area
        if wild_for(s, area):
            s.found |= 1 << area
            strike_out(s, Searching, area)  # whoever is in this battle has been found
            for seat in (self.me, self.foe):
                for u in own_in(s, area, seat) if seat < NEUTRAL else ():
                    s.band[u] = 100 + seat
        self._spells(s)
        if self.problems:
            return
        if area not in pending_battles(s):
            self.bad(
                "place",
                self.spec.place,
                f"No battle can be fought {words.inside(area)} as it stands.",
                "",
                ("10.1", "9.1"),
            )
            return
        begin(s, area, STILL)
        held = [pieces.INDEX.get(n, -1) for n in self.spec.held]
        while s.agenda and s.agenda[-1].step in (PORT, WITHHOLD):
            step, frame = top(s)
            if step is PORT:
                s.agenda = s.agenda[:-1]
                if self.spec.port == "ships":
                    sally(s, STILL)
                continue
            battle: BattleState = s.battle
            for u in [u for u in held if u in battle.units[frame.side]]:
                self._act(s, "held", pieces.IDS[u], TO_WITHHOLD(u))
            if not self._act(s, "held", "", TO_READY()):
                break
        for u, name in zip(held, self.spec.held, strict=True):
            if u < 0 or not any(u in side for side in s.battle.units):
                self.bad("held", name, f"“{name}” is not in this battle and cannot be held back.", "", ("10.2", "9.2"))
        self._unseen(s)
        if not self.problems:
            self.state = s

    def _act(self, s: State, where: str, what: str, action: Action) -> bool:
        step, frame = top(s)
        said = GAME.verdict(s, action)
        if not said:
            self.problems.extend(Problem(where, what, r) for r in said.reasons)
            return False
        step.do(s, frame, action, STILL)
        return True

    def _spells(self, s: State) -> None:
        spec = self.spec
        mine = {pieces.INDEX[n] for n in (*spec.attack, *spec.defend)}
        for spell, at in enumerate(s.spell_at):
            if at >= IN_HAND and (at - IN_HAND) % 1000 in mine and not 2000 <= at < CAST:
                s.spell_at[spell] = CONTAINER
        used: set[int] = set()
        rows = [("maintained", *x) for x in spec.maintained] + [("hands", *x) for x in spec.hands]
        for where, who, name in rows + [("cast", *x) for x in spec.cast]:
            unit, spell = pieces.INDEX.get(who, -1), spells.INDEX.get(name, -1)
            if unit not in mine:
                self.bad(where, who, with_hint(f"“{who}” is not in this battle", who, (pieces.IDS[x] for x in mine)))
            elif spell < 0:
                self.bad(where, who, with_hint(f"There is no spell “{name}”", name, spells.IDS))
            elif spell in used:
                self.bad(
                    where,
                    who,
                    f"{words.spell(spell):is|are} named twice, and there is one such spell.",
                    "Choose another.",
                )
            elif spells.IMMEDIATE[spell]:
                self.bad(
                    where, who, f"{words.spell(spell):is|are} played the moment it is drawn and never held.", "Choose another.",
                    ("9.3.1", "8.31"),
                )  # fmt: skip
            else:
                used.add(spell)
                s.spell_at[spell] = (HELD_OPEN if where == "maintained" else IN_HAND) + unit
        for name in spec.gone:
            spell = spells.INDEX.get(name, -1)
            if spell < 0:
                self.bad("gone", name, with_hint(f"There is no spell “{name}”", name, spells.IDS))
            elif spell not in used and s.spell_at[spell] == CONTAINER:
                s.spell_at[spell] = DISCARD
        for unit in mine:
            if hands.free_room(s, unit) < 0:
                self.bad(
                    "hands", pieces.IDS[unit],
                    f"{words.unit(unit)} can hold {words.number(hands.capacity(unit))} spell{'' if hands.capacity(unit) == 1 else 's'}.",
                    "Take one away.", ("9.5", "8.5"),
                )  # fmt: skip
        for seat in (self.me, self.foe):
            if seat < NEUTRAL:
                for group in hands.circles(s, self.area, seat):
                    if hands.alignments(s, group) == 3:
                        who = next(pieces.IDS[u] for u in group if MAGIC[u])
                        self.bad(
                            "cast", who, "Magicians of one stack may not hold Law and Chaos together.",
                            "Keep to one of the two, or to Neutral spells.", ("9.5", "8.35"),
                        )  # fmt: skip
        if self.problems:
            return
        for who, name in spec.cast:
            unit, spell = pieces.INDEX[who], spells.INDEX[name]
            why: list[Reason] = []
            if may_cast(s, s.owner[unit], unit, spell, why):
                s.spell_at[spell] = CAST + unit
                s.flags[unit] |= CAST_NOW
            else:
                self.problems.extend(Problem("cast", who, r) for r in why)
        for who in spec.conjure:
            unit = pieces.INDEX.get(who, -1)
            why = []
            if unit not in mine:
                self.bad("conjure", who, f"“{who}” is not in this battle.", "", ("9.2", "8.22"))
            elif may_conjure(s, s.owner[unit], unit, why):
                remember(s, Conjures(unit))
                s.flags[unit] |= CAST_NOW
            else:
                self.problems.extend(Problem("conjure", who, r) for r in why)

    def _unseen(self, s: State) -> None:
        """Somebody has to cast what nobody can see: the magicians whose arm is missed least."""
        battle: BattleState = s.battle
        pool = sum(at == CONTAINER for at in s.spell_at)
        if sum(self.spec.unseen) > pool:
            self.bad("unseen", "", f"Only {words.number(pool)} spells lie unseen.", "Take fewer.", ("9.0", "8"))
        for side, count in enumerate(self.spec.unseen):
            laid = [(at - CAST) % 1000 for at in s.spell_at if at >= CAST]
            busy = {u for u in laid if u in battle.units[side]} | {
                note.personality for note in noted(s, Conjures) if note.personality in battle.units[side]
            }
            free = [u for u in battle.units[side] if KIND[u] == HERO and MAGIC[u] and u not in busy]
            if count and len(busy) + count > SPELLS_A_BATTLE:
                self.bad(
                    "unseen",
                    str(side),
                    "No side may use more than three spells in a battle.",
                    "Take fewer.",
                    ("9.2", "8.2"),
                )
            elif count > len(free):
                self.bad(
                    "unseen", str(side),
                    f"Each spell needs a magician to cast it, and {words.number(len(free))} here "
                    f"{'is' if len(free) == 1 else 'are'} free to.", "Take fewer, or add a magician.", ("9.2", "8.2"),
                )  # fmt: skip
            casters = sorted(free, key=lambda u: (FIGHT[u], u))[:count]
            s.battle = battle = battle._replace(held=(*battle.held, *(u for u in casters if u not in battle.held)))
