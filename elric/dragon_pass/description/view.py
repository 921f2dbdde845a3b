"""What a seat may see [7.6]: the top counter of every stack and how many lie below; its own stacks whole.

A view is made by naming what is shown. `resample` deals a position that a seat cannot tell from the real one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from elric.dragon_pass.combat.reckoning import SCALE, Line, reckon
from elric.dragon_pass.combat_phase.dividing import join_battles
from elric.dragon_pass.components.board import HEXES
from elric.dragon_pass.components.units import (
    BY_ID,
    COUNT,
    DRAGONS,
    IDS,
    MAGICIANS,
    NOBODY,
    SIDE_NAMES,
    SIDES,
    UNCOUNTED,
    ids,
)
from elric.dragon_pass.independents.peoples import asked_ahead
from elric.dragon_pass.movement.going import pace
from elric.dragon_pass.movement.stacking import limit
from elric.dragon_pass.position.effects import UNITS_OF, refresh
from elric.dragon_pass.position.notes import (
    Away,
    BeatenBack,
    Carried,
    Caught,
    Envoy,
    Lair,
    Prowling,
    note_instead,
    noted,
    on_the_way,
    the_note,
)
from elric.dragon_pass.position.state import COMBAT, COMING, HELD, OUT, PHASES, Segment, State, sees
from elric.kernel import running
from elric.kernel.bits import bits, ones
from elric.kernel.chance import Chance
from elric.kernel.steps import Frame
from elric.kernel.views import outcome

BAT = BY_ID["crimson-bat"]
SPELLS = ("alone", "stretched", "with swords")
STRETCHED = SPELLS.index("stretched")


def faces_up(s: State, seat: int | None) -> int:
    """All counters on the board whose faces a seat sees, as bits."""
    if s.rules.open_stacks:
        return -1
    return s.tops | s.shown | s.of[NOBODY] | (s.of[seat] if seat is not None else 0)


def faces(s: State, units: tuple[int, ...], seat: int | None) -> list[str | None]:
    """Some counters as a seat sees them, None for each face down: those last, as their order would tell who they are."""
    seen: list[str | None] = [IDS[u] for u in units if (s.place[u] < 0 and s.place[u] != HELD) or sees(s, u, seat)]
    return seen + [None] * (len(units) - len(seen))


def view(s: State, seat: int | None) -> dict[str, Any]:
    """What a seat may see (None: what anybody may). JSON-able."""
    names = HEXES.names
    stacks = {}
    seen = faces_up(s, seat)
    for h in sorted(s.piles):
        pile = s.piles[h]
        owner = s.owner[pile[0]]
        shown = [IDS[u] if seen >> u & 1 else None for u in pile]
        # the order below the top is the owner's secret too: faces that lie open come first, the others after them
        if owner != seat and None in shown:
            shown = [shown[0], *(x for x in shown[1:] if x is not None), *(None for x in shown[1:] if x is None)]
        stacks[names[h]] = {"owner": owner, "counters": shown}
    coming = dict.fromkeys(s.scenario.sides, 0)
    if COMING in s.place:
        for u, place in enumerate(s.place):
            if place == COMING and s.owner[u] in coming:
                coming[s.owner[u]] += 1
    mover = seat == s.player
    return {
        "scenario": s.scenario.key,
        "turn": s.turn,
        "day": s.day,
        "phase": PHASES[s.phase],
        "player": s.player,
        "seat": s.seat if s.seat >= 0 else None,
        "order": list(s.order),
        "sides": {str(k): SIDE_NAMES[k] for k in s.scenario.sides},
        "stacks": stacks,
        "to_place": ids(s.to_place) if seat == s.player or s.rules.open_stacks else [],
        "waiting": len(s.to_place),
        "placing": army_to_place(s),
        "stack_limit": limit(s),
        "dead": ids(s.dead),
        "coming": {SIDES[k]: n for k, n in coming.items()},
        "hand": faces(s, s.hand, seat),
        "points": {IDS[u]: left for u, left in s.left.items()} if mover else {},
        "pace": pace(s, s.hand) if mover and s.hand else None,
        "forced": s.forced,
        "forced_used": [k for k in s.scenario.sides if s.forced_used >> k & 1],
        "links": [[names[a], names[t]] for a, t in s.links],
        "spells": [[names[a], names[t], SPELLS[how]] for a, t, how in s.spells],
        "wounds": {IDS[u]: n for u, n in s.wounds.items()},
        "scapegoats": {IDS[hunter]: IDS[goat] for hunter, goat in s.goats},
        "effects": effects(s, seat),
        "battles": [battle_view(s, battle, seat) for battle in waiting_battles(s)],
        "lairs": {IDS[beast.unit]: names[beast.hex] for beast in noted(s, Lair)},
        "giants": {IDS[giant.unit]: names[giant.hex] for giant in noted(s, Prowling)},
        "envoys": [IDS[envoy.unit] for envoy in noted(s, Envoy) if envoy.sender == seat],
        "caught": stack_under_sylphs(s, seat),
        "away": {
            str(k): [
                IDS[left.unit] if k == seat or s.rules.open_stacks else None
                for left in noted(s, Away)
                if s.owner[left.unit] == k
            ]
            for k in s.scenario.sides
        },
        "holders": dict(s.holder),
        "goals": [
            {"side": g.side, "says": g.says, "turns": g.turns, "held": s.tenure[k][0] if s.tenure else 0}
            for k, g in enumerate(s.scenario.goals)
        ],
        "outcome": outcome(s),
    }


def effects(s: State, seat: int | None) -> list[dict[str, Any]]:
    """What lasts: the hexes, or the counters whose faces this seat sees. How many others it holds depends on what they are, which
    is their owner's secret [7.6]."""
    out: list[dict[str, Any]] = []
    for e in s.effects:
        ends = e.ends - s.moves
        if e.kind not in UNITS_OF:
            out.append({"kind": e.kind, "ends": ends, "hexes": [HEXES.names[h] for h in ones(e.on)]})
        elif seen := [key for key in faces(s, ones(e.on), seat) if key is not None]:
            out.append({"kind": e.kind, "ends": ends, "counters": seen})
    return out


def stack_under_sylphs(s: State, seat: int | None) -> dict[str, Any] | None:
    """The stack under the Sylphs [25.3]: where, whose, how many, and its counters for its owner."""
    if Caught not in s.notes:
        return None
    held = the_note(s, Caught)
    owner = s.owner[held.units[0]]
    counters = [IDS[u] if s.rules.open_stacks or owner == seat else None for u in held.units]
    return {"hex": HEXES.names[held.hex], "owner": owner, "counters": counters}


def army_to_place(s: State) -> dict[str, Any] | None:
    """The army that is being placed: its name and where it stands, which the scenario tells everybody."""
    if not s.to_place or running.step_name(s) != "setup":
        return None
    army = s.scenario.armies[s.agenda[-1].army]
    return {"army": army.name, "says": army.says}


def waiting_battles(s: State) -> tuple[Segment, ...]:
    """The battles that wait for their rolls: as they were divided, or before the first roll as they are assigned so far."""
    if s.locked or s.segments or s.phase != COMBAT:
        return s.segments
    links = tuple(link for link in s.links if link[0] in s.piles and link[1] in s.piles)
    return join_battles(s, links, s.player)


def sees_battle(s: State, battle: Segment, seat: int | None) -> bool:
    """Whether a seat sees everybody on whom the strengths of a battle rest: who fights, the stacks that cast, and for magic
    the Bat, near which the moon is strong [24.2]: a Bat sent away in secret might as well lie in a stack."""
    if battle.casters and s.place[BAT] == HELD and s.owner[BAT] != seat and not s.rules.open_stacks:
        return False
    units = [u for _, stack in (*battle.attackers, *battle.defenders) for u in stack if s.place[u] >= 0]
    units += [u for h, *_ in battle.casters for u in s.piles.get(h, ())]
    units += battle.covers
    if battle.casters and s.place[BAT] >= 0:
        units.append(BAT)
    return all(s.place[u] < 0 or sees(s, u, seat) for u in units)


def battle_view(s: State, battle: Segment, seat: int | None) -> dict[str, Any]:
    """A battle that waits for its roll: which stacks meet, and its strengths line by line (in `SCALE` parts) for a seat that
    sees everybody in it. Others see them when the first battle is rolled: all who fight lie open then [7.6]."""
    found = reckon(s, battle, tell=True) if sees_battle(s, battle, seat) else None
    return {
        "attackers": [HEXES.names[a] for a, _ in battle.attackers],
        "defenders": [HEXES.names[d] for d, _ in battle.defenders],
        "attack": found.attack / SCALE if found else None,
        "defence": found.defence / SCALE if found else None,
        "odds": found.odds if found else None,
        "lines": [line_view(line) for line in found.lines] if found else [],
    }


def line_view(line: Line) -> dict[str, Any]:
    """One counter's share of a battle, and what made it so, each as [words, clause]."""
    return {
        "counter": IDS[line.unit],
        "attacks": line.attacks,
        "parts": line.factor,
        "why": [[words, clause] for words, clause in line.why],
    }


DEALINGS: Final = 40  # attempts at a deal without overfull Dragon stacks; after that Dragons keep their places


def resample(s: State, seat: int | None, chance: Chance) -> State:
    """A position that this seat cannot tell from the real one: what lies hidden is dealt anew among the hidden places of its
    side, counters that count in stacking and those that do not each among themselves; so are the prisoners of the Sylphs
    and the emissaries that are on their way [25.3, 28.6]. What is dealt depends on chance and on what the seat sees, not on
    what really lies there."""
    swap = list(range(COUNT))
    lies = {u: (h, depth) for h, pile in s.piles.items() for depth, u in enumerate(pile)}
    lies |= {u: (OUT, depth) for depth, u in enumerate(the_note(s, Caught).units)}
    lies |= {u: (HELD, depth) for depth, u in enumerate(on_the_way(s))}
    mages = known_casters(s, seat, chance)
    for other in s.scenario.sides:
        if other == seat:
            continue
        away = bits(unseen_away(s, other, seat))
        for counts in (True, False):
            hidden = [
                u for u in range(COUNT)
                if s.owner[u] == other and bool(UNCOUNTED >> u & 1) != counts
                and (away >> u & 1 or (s.place[u] >= 0 and not sees(s, u, seat)))
            ]  # fmt: skip
            _deal(s, sorted(hidden, key=lies.__getitem__), mages, swap, chance)
    dealt = renamed_state(s, swap)
    if not s.rules.open_stacks:
        note_instead(dealt, Envoy, _aims(dealt, seat, chance))
    return dealt


def _aims(s: State, seat: int | None, chance: Chance) -> list[Envoy]:
    """The emissaries on their way, those of others each to anybody who may be asked so."""
    out: list[Envoy] = []
    for envoy in noted(s, Envoy):
        goal = envoy.people
        if envoy.sender != seat:
            taken = {other.people for other in out if other.sender == envoy.sender}
            free = [k for k in asked_ahead(s) if k not in taken] or [goal]
            goal = free[chance.pick(len(free))]
        out.append(envoy._replace(people=goal))
    return out


def known_casters(s: State, seat: int | None, chance: Chance) -> frozenset[int]:
    """The hidden counters in whose places magicians lie, as everybody knows: a spell is aimed from there [19.1, 7.6]. Which of a
    stack's places it is nobody knows, and is drawn."""
    found: set[int] = set()
    spent = s.cast | s.waded | s.still | s.early
    for h, _, how in s.spells:
        pile = s.piles.get(h, ())
        able = [u for u in pile if not spent >> u & 1]
        wanted = (2 if how == STRETCHED else 1) - sum(MAGICIANS >> u & 1 for u in able if sees(s, u, seat))
        hidden = [u for u in able if not sees(s, u, seat)]
        while wanted > 0 and hidden:
            found.add(hidden.pop(chance.pick(len(hidden))))
            wanted -= 1
    for frame in s.agenda:
        if frame.step.name in ("cover", "resolve"):
            found |= {u for _, units, *_ in frame.battle.casters for u in units}
    return frozenset(found)


def _deal(s: State, hidden: list[int], mages: frozenset[int], swap: list[int], chance: Chance) -> None:
    """Shuffle some counters among their places, which come in the order of the board: a magician where one is known to lie (`mages`
    has those places), and a Dragon is never crowded [38.1]."""
    tight = [u for u in hidden if crowds_dragon(s, u)]
    dragons = {u for u in hidden if DRAGONS >> u & 1}
    first = [u for u in hidden if u in mages]
    for _ in range(DEALINGS):
        left = sorted(hidden)
        for u in first:
            able = [v for v in left if MAGICIANS >> v & 1]
            if not able:
                break
            swap[u] = able[chance.pick(len(able))]
            left.remove(swap[u])
        else:
            for u in hidden:
                if u not in mages:
                    swap[u] = left.pop(chance.pick(len(left)))
            if not dragons or not any(swap[u] in dragons for u in tight):
                return
    for u in hidden:
        swap[u] = u


def crowds_dragon(s: State, u: int) -> bool:
    """Whether a Dragon could not lie where this counter is: off the board, with two others, or with a Dragon."""
    if s.place[u] < 0:
        return True
    pile = s.piles.get(s.place[u], ())
    return len(pile) > 2 or any(v != u and DRAGONS >> v & 1 for v in pile)


def unseen_away(s: State, other: int, seat: int | None) -> list[int]:
    """The counters of a side that are off the board for a while, where this seat does not know who they are."""
    if s.rules.open_stacks:
        return []
    envoys = [envoy.unit for envoy in noted(s, Envoy) if envoy.sender != seat]
    gone = [left.unit for left in noted(s, Away)]
    return [u for u in (*the_note(s, Caught).units, *envoys, *gone) if s.owner[u] == other]


def renamed_battle(battle: Segment, swap: Sequence[int]) -> Segment:
    """A battle with counters renamed throughout."""

    def renamed(units: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(swap[u] for u in units)

    return Segment(
        tuple((h, renamed(units)) for h, units in battle.attackers),
        tuple((h, renamed(units)) for h, units in battle.defenders),
        battle.links,
        battle.attacker,
        battle.sally,
        tuple((h, renamed(units), share, aim) for h, units, share, aim in battle.casters),
        renamed(battle.covers),
    )


def _renamed_frame(f: Frame, swap: Sequence[int]) -> Frame:
    """A frame that names counters which may lie face down: a spell and its target before it is cast, a garrison that sallies."""
    step = f.step
    if step.name == "sally":
        wall, passing, going = f.wall, f.passing, f.going
        return step.frame(wall, passing, tuple(swap[u] for u in going))
    if step.name in ("cover", "resolve"):
        return step.frame(renamed_battle(f.battle, swap))
    return f


def renamed_state(s: State, swap: Sequence[int]) -> State:
    """The same position with counters renamed throughout; those who change places have one owner."""
    copied = s.copy()

    def renamed(units: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(swap[u] for u in units)

    def bits_of(these: int) -> int:
        return bits([swap[u] for u in ones(these)])

    for u in range(COUNT):
        copied.place[swap[u]] = s.place[u]
    copied.piles = {h: renamed(pile) for h, pile in s.piles.items()}
    note_instead(copied, Carried, [Carried(bits_of(one.units)) for one in noted(s, Carried)])
    note_instead(copied, BeatenBack, [BeatenBack(bits_of(one.units)) for one in noted(s, BeatenBack)])
    copied.of = [bits_of(units) for units in s.of]
    copied.tops = bits_of(s.tops)
    copied.left = {swap[u]: left for u, left in s.left.items()}
    copied.roads = {swap[u]: spent for u, spent in s.roads.items()}
    copied.done = bits_of(s.done)
    copied.sallied = bits_of(s.sallied)
    copied.fought = bits_of(s.fought)
    copied.cast = bits_of(s.cast)
    copied.early = bits_of(s.early)
    copied.waded = bits_of(s.waded)
    copied.struck = bits_of(s.struck)
    copied.effects = tuple(e._replace(on=bits_of(e.on)) if e.kind in UNITS_OF else e for e in s.effects)
    copied.wounds = {swap[u]: n for u, n in s.wounds.items()}
    copied.goats = tuple((swap[a], swap[b]) for a, b in s.goats)
    note_instead(copied, Caught, [held._replace(units=renamed(held.units)) for held in noted(s, Caught)])
    note_instead(copied, Away, [left._replace(unit=swap[left.unit]) for left in noted(s, Away)])
    note_instead(copied, Envoy, [envoy._replace(unit=swap[envoy.unit]) for envoy in noted(s, Envoy)])
    if s.agenda:
        copied.agenda = tuple(_renamed_frame(f, swap) for f in s.agenda)
    refresh(copied)
    copied.hand = renamed(s.hand)
    copied.segments = tuple(renamed_battle(battle, swap) for battle in s.segments)
    return copied
