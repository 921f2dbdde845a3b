"""After the dice: losses, heroic escapes, retreats, captured cities, garrisons, nations that fall apart.

Sources: Chaosium [6.0], [10.7]-[10.9]; Avalon Hill 5.3, 9.7-9.9.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from ..kernel.steps import Auto, Check, Frame, Step
from ..kernel.verdict import Reason, Why
from . import magic, pieces, spells, words
from .actions import Action
from .board import BOARD, LAND, SEA
from .combat import MONSTER, TABLE, Battle, take_city
from .context import Context
from .movement import enemy_city, room, walk_in, wild_for
from .pieces import ARMY, ARTIFACT, ARTIFACTS, ELRIC, FIGHT, FLEET, HERO, INFLUENCE, KIND
from .state import (
    ASHORE,
    BOX,
    CAST,
    DISCARD,
    HALTED,
    HELD_OPEN,
    IN_HAND,
    LOST,
    NEUTRAL,
    NOBODY,
    State,
    box,
    cargo,
    drop_hand,
    foes_at,
    hand,
    ids,
    lose,
    own_in,
    push,
    put,
)


def present(s: State, b: Battle, side: int) -> list[int]:
    """Pieces of a side still standing where the battle is."""
    return [u for u in b.units[side] if s.place[u] == b.area and u not in b.out]


# ---- who is lost ----------------------------------------------------------------------------------------------------


def cost(s: State, b: Battle, u: int) -> int:
    """What a piece counts for when losses are taken in combat values ([10.7] / 9.7, 9.72)."""
    k = KIND[u]
    if k == ARTIFACT or INFLUENCE[u]:
        return 0
    if b.sea:
        return 0 if k == ARMY else FIGHT[u]
    if k == FLEET:
        return FIGHT[u] if b.wall and b.loser == 1 and s.rules.port_fleets_help else 0
    return FIGHT[u]


def best_sum(values: Iterable[int], most: int) -> int:
    """The largest sum of some of these values that does not pass `most`."""
    reach = 1
    for v in values:
        reach |= reach << v
    reach &= (1 << (most + 1)) - 1
    return reach.bit_length() - 1


def remove(s: State, units: Iterable[int], cx: Context) -> None:
    """Take pieces out of the battle as lost; heroes wait for their escape, and a sinking ship takes its company along."""
    b: Battle = s.battle
    todo = [u for u in units if s.place[u] == b.area and u not in b.out]
    out: list[int] = []
    for u in todo:
        if u not in out:
            out.append(u)
        if KIND[u] == FLEET:
            out.extend(x for x in cargo(s, u) if x not in out and KIND[x] != ARTIFACT and x not in b.out)
    gone = tuple(u for u in out if KIND[u] != HERO)
    heroes = tuple(u for u in out if KIND[u] == HERO)
    for u in gone:
        lose(s, u)
    for u in heroes:
        put(s, u, LOST)
        s.aboard[u] = ASHORE
    s.battle = b._replace(out=(*b.out, *heroes))
    if out:
        cx.tell("lost", units=gone, heroes=heroes, area=b.area)


def suffer(s: State, cx: Context) -> None:
    """Apply a battle's result to the loser, then escapes, retreat and what follows."""
    b: Battle = s.battle
    remove(s, b.eaten, cx)
    b = s.battle
    losing = present(s, b, b.loser)
    seat = b.seat(b.loser)
    losses = TABLE[b.row][1]
    tail: list[Frame] = [(ESCAPES, b.loser), (ESCAPES, 1 - b.loser), (RETREAT, b.loser), (AFTER,)]
    if b.loser == 0 and b.attacker == MONSTER:
        push(s, *tail)
        return
    if b.fell or losses < 0:
        remove(s, losing, cx)
        push(s, *tail)
        return
    if b.loser == 1 and (b.wall or b.base):
        if seat < NEUTRAL or losing:
            if s.rules.failed_assault_halves:
                counters = [u for u in losing if KIND[u] != ARTIFACT and (KIND[u] != FLEET or s.rules.port_fleets_help)]
                need = (len(counters) + 1) // 2
                _take_losses(s, seat, need, True, losing, tail, cx)
                return
            _take_losses(s, seat, losses, False, losing, tail, cx)
            return
        push(s, *tail)
        return
    _take_losses(s, seat, losses, False, losing, tail, cx)


def _take_losses(
    s: State, seat: int, n: int, heads: bool, losing: Sequence[int], tail: list[Frame], cx: Context
) -> None:
    b: Battle = s.battle
    if n > 0 and losing:
        if heads:
            able = [u for u in losing if KIND[u] != ARTIFACT]
            if n >= len(able):
                remove(s, able, cx)
                n = 0
        elif n >= sum(cost(s, b, u) for u in losing):
            remove(s, [u for u in losing if cost(s, b, u)], cx)
            n = 0
        if n and seat >= NEUTRAL:
            # neutrals lose their weakest first
            for u in sorted((u for u in losing if KIND[u] != ARTIFACT), key=lambda u: (FIGHT[u], u)):
                c = 1 if heads else cost(s, b, u)
                if c and c <= n:
                    remove(s, (u,), cx)
                    n -= c
            n = 0
        if n:
            tail = [(LOSSES, b.loser, n, heads), *tail]
    push(s, *tail)


def _left(s: State, f: Frame) -> list[int]:
    b: Battle = s.battle
    units = [u for u in present(s, b, f[1]) if KIND[u] != ARTIFACT]
    if f[3]:
        return [u for u in units if KIND[u] != FLEET or b.sea or s.rules.port_fleets_help]
    return [u for u in units if cost(s, b, u)]


def _check_lose(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    (u,) = args
    b: Battle = s.battle
    left = _left(s, f)
    if u not in left:
        if why is not None:
            why.append(
                Reason(
                    ("10.7", "9.71"),
                    f"{words.unit(u)} cannot be taken as a loss here.",
                    "Choose one of the losing units that counts.",
                    ids((u,)),
                )
            )
        return False
    if f[3]:
        return True
    values = [cost(s, b, x) for x in left]
    best = best_sum(values, f[2])
    v = cost(s, b, u)
    rest = [cost(s, b, x) for x in left if x != u]
    if v <= f[2] and v + best_sum(rest, f[2] - v) == best:
        return True
    if why is not None:
        why.append(
            Reason(
                ("10.7", "9.71"),
                f"Losses must come as near to {f[2]} as they can without passing it, and with {words.unit(u)} they would not.",
                "Choose another unit.",
                ids((u,)),
            )
        )
    return False


class LossesStep(Step):
    """Frame: (step, side, how much is still to be lost, counted in heads?). The loser chooses who is lost."""

    name = "losses"
    verbs: ClassVar[dict[str, Check]] = {"lose": _check_lose}

    def seat(self, s: State, f: Frame) -> int:
        return int(s.battle.seat(f[1]))

    def live(self, s: State, f: Frame) -> bool:
        left = _left(s, f)
        if not left or f[2] <= 0:
            return False
        return bool(f[3]) or best_sum([cost(s, s.battle, u) for u in left], f[2]) > 0

    def candidates(self, s: State, f: Frame) -> Iterable[Action]:
        seen = set()
        for u in _left(s, f):
            if KIND[u] == ARMY:
                same = (pieces.NATION[u], s.aboard[u])
                if same in seen:
                    continue
                seen.add(same)
            yield Action("lose", (u,))

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        u = a.args[0]
        n = f[2] - (1 if f[3] else cost(s, s.battle, u))
        s.agenda = (*s.agenda[:-1], (self, f[1], n, f[3]))
        remove(s, (u,), cx)


LOSSES: Final = LossesStep()


# ---- heroic escapes -------------------------------------------------------------------------------------------------


class Escapes(Auto):
    """Frame: (step, side). Every personality lost on a side tries to escape, the strongest first ([10.8] / 9.8)."""

    name = "escapes"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        b: Battle = s.battle
        mine = [u for u in b.out if u in b.units[f[1]]]
        fighters = sorted((u for u in mine if not INFLUENCE[u]), key=lambda u: (-FIGHT[u], u))
        followers = [u for u in mine if INFLUENCE[u]]
        push(
            s, *((ESCAPE, u, b.area) for u in fighters), *((FOLLOW, u, b.area, tuple(b.units[f[1]])) for u in followers)
        )


ESCAPES: Final = Escapes()


def helps(s: State, u: int) -> list[int]:
    """Spells a personality could use to help an escape: a magician's, with a strength, or Escape."""
    if not pieces.MAGIC[u]:
        return []
    out = []
    for i, at in enumerate(s.spell_at):
        if at in (IN_HAND + u, HELD_OPEN + u):
            kind = spells.ALIGNMENT_NAMES[i]
            if (
                spells.ACTS[i] == "escape"
                or kind in ("law", "chaos", "neutral")
                or (kind == "melnibonean" and magic.melnibonean_may(s, u))
            ):
                out.append(i)
    return out


def _not_failed(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    if f[-1] != "failed":
        return True
    if why is not None:
        why.append(Reason(("10.8", "9.8"), "The roll has been made and has failed.", "Use Invulnerability, or let go."))
    return False


def _check_charm(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    (i,) = args
    if not _not_failed(s, f, args, why):
        return False
    if i in helps(s, f[1]):
        return True
    if why is not None:
        why.append(
            Reason(
                ("10.8", "9.81"),
                f"{words.spell(i)} is no help to {words.unit(f[1])} now.",
                "A magician may use a spell of his own with a strength, or Escape.",
            )
        )
    return False


def _check_save(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    if f[-1] == "failed" and invulnerable(s, f[1]) >= 0:
        return True
    if why is not None:
        why.append(Reason(("16.5", "14.5"), "Only Invulnerability saves a hero whose escape has failed.", ""))
    return False


def _check_fall(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    if f[-1] == "failed":
        return True
    if why is not None:
        why.append(Reason(("10.8", "9.8"), "The escape has not been tried yet.", "Roll for it."))
    return False


def invulnerable(s: State, u: int) -> int:
    """The Invulnerability spell in a magician's hand, or -1."""
    if not pieces.MAGIC[u]:
        return -1
    return next((i for i in hand(s, u) if spells.ACTS[i] == "invulnerability"), -1)


class EscapeStep(Step):
    """Frame: (step, personality, area[, "failed"]). Roll, or let magic help; after a failure Invulnerability may save."""

    name = "escape"
    verbs: ClassVar[dict[str, Check]] = {"roll": _not_failed, "charm": _check_charm, "save": _check_save, "fall": _check_fall}

    def seat(self, s: State, f: Frame) -> int:
        o = s.owner[f[1]]
        return o if o < NEUTRAL else s.player

    def candidates(self, s: State, f: Frame) -> Iterable[Action]:
        if f[-1] == "failed":
            yield Action("save")
            yield Action("fall")
            return
        yield Action("roll")
        for i in helps(s, f[1]):
            yield Action("charm", (i,))

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        _, u, area = f[:3]
        s.agenda = s.agenda[:-1]
        if a.verb == "save":
            i = invulnerable(s, u)
            s.spell_at[i] = DISCARD
            cx.tell("saved", unit=u, spell=i)
            escaped(s, u, area, cx)
        elif a.verb == "fall":
            perish(s, u, cx)
        elif a.verb == "charm" and spells.ACTS[a.args[0]] == "escape":
            s.spell_at[a.args[0]] = DISCARD
            cx.tell("saved", unit=u, spell=a.args[0])
            escaped(s, u, area, cx)
        else:
            try_escape(s, u, area, a.args[0] if a.verb == "charm" else -1, cx)


ESCAPE_CHOICE: Final = EscapeStep()


class Escape(Auto):
    """Frame: (step, personality, area). Asks magicians with spells for a choice; everybody else just rolls."""

    name = "try to escape"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        _, u, area = f
        from .melniboneans import may_escape

        if s.place[u] != LOST or not may_escape(s, u):
            perish(s, u, cx)
            return
        holds = any(at in (IN_HAND + u, HELD_OPEN + u) for at in s.spell_at)
        if pieces.MAGIC[u] and holds and s.owner[u] < NEUTRAL:
            push(s, (ESCAPE_CHOICE, u, area, "first"))
        else:
            try_escape(s, u, area, -1, cx)


ESCAPE: Final = Escape()


def try_escape(s: State, u: int, area: int, charm: int, cx: Context) -> None:
    """Roll at or below the combat value, or below the strength of the spell used instead."""
    from . import balance
    from .melniboneans import sword_value

    target = spells.VALUE[charm] if charm >= 0 else sword_value(s, u)
    maintained = charm >= 0 and s.spell_at[charm] >= HELD_OPEN
    if charm >= 0 and not maintained:
        s.spell_at[charm] = DISCARD
    roll = cx.die()
    ok = roll <= target
    cx.tell("escape", unit=u, roll=roll, target=target, spell=charm, ok=ok)
    if charm >= 0 and not maintained:
        balance.shift(s, ((spells.ALIGN[charm], spells.PULL[charm]),), cx)
    if ok:
        escaped(s, u, area, cx)
        return
    if charm >= 0 and maintained:
        s.spell_at[charm] = 3000 + area
    if s.owner[u] < NEUTRAL and invulnerable(s, u) >= 0:
        push(s, (ESCAPE_CHOICE, u, area, "failed"))
    else:
        perish(s, u, cx)


def perish(s: State, u: int, cx: Context) -> None:
    """A personality is out of the game, with the spells in hand and what he bore."""
    if s.battle is not None:
        s.battle = s.battle._replace(fates=(*s.battle.fates, (u, False)))
    drop_hand(s, u)
    for i, at in enumerate(s.spell_at):
        if at == HELD_OPEN + u or at == CAST + u:
            s.spell_at[i] = DISCARD
    for x in ARTIFACTS:
        if s.aboard[x] == u:
            box(s, x)
            cx.tell("artifact lost", unit=x)
    cx.tell("perished", unit=u)
    lose(s, u)
    if u == ELRIC:
        put(s, u, BOX)
        s.owner[u] = NOBODY
    elif pieces.NATION[u] < 0:
        box(s, u)


class Follow(Auto):
    """Frame: (step, personality, area, company). Somebody who cannot fight shares the fate of the strongest
    beside them ([10.8] / 9.82)."""

    name = "follow"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        _, u, area, company = f
        if s.place[u] != LOST:
            return
        b: Battle = s.battle
        others = [
            x
            for x in company
            if KIND[x] == HERO
            and not INFLUENCE[x]
            and x != u
            and not (x == ELRIC and s.rules.influence_only_saved_if_not_rolled)
        ]
        strongest = max(others, key=lambda x: (FIGHT[x], -x), default=-1)
        fate = dict(b.fates)
        if (strongest >= 0 and fate.get(strongest)) or (strongest >= 0 and strongest not in b.out and s.rules.influence_only_saved_if_not_rolled):
            escaped(s, u, area, cx)
        else:
            perish(s, u, cx)


FOLLOW: Final = Follow()


def refuges(s: State, u: int, area: int) -> list[int]:
    """Where an escaped personality may come to light: the nearest land neither disputed nor held by an enemy."""
    seat = s.owner[u]
    far = BOARD.distances(area)
    at_sea = BOARD.kind[area] == SEA
    best: list[int] = []
    near = 999
    for a in BOARD.lands:
        if a == area or far[a] < 0 or far[a] > near or (BOARD.special[a] == "imrryr" and s.control[a] != seat):
            continue
        loose = at_sea and s.rules.sea_escape == "nearest-land"
        if not loose and (foes_at(s, a, seat) or enemy_city(s, a, seat)):
            continue
        if loose and (foes_at(s, a, seat) or enemy_city(s, a, seat)) and not BOARD.wild[a]:
            continue
        if far[a] < near:
            near = far[a]
            best = []
        best.append(a)
    return best


def escaped(s: State, u: int, area: int, cx: Context) -> None:
    """A personality gets away; where several places are as near, the owner chooses."""
    if s.battle is not None:
        s.battle = s.battle._replace(fates=(*s.battle.fates, (u, True)), safe=(*s.battle.safe, u))
    where = refuges(s, u, area)
    if not where:
        perish(s, u, cx)
    elif len(where) == 1 or s.owner[u] >= NEUTRAL:
        reappear(s, u, where[0], cx)
    else:
        push(s, (REAPPEAR, u, tuple(where)))


def reappear(s: State, u: int, a: int, cx: Context) -> None:
    """Put an escaped personality on the board again."""
    put(s, u, a)
    s.aboard[u] = ASHORE
    s.band[u] = u + 1 if BOARD.wild[a] else 0
    s.flags[u] |= HALTED
    for x in ARTIFACTS:
        if s.aboard[x] == u:
            put(s, x, a)
    cx.tell("reappears", unit=u, area=a)
    if s.owner[u] < NEUTRAL:
        magic.settle_alignment(s, a, s.owner[u])


def _check_reappear(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    if args[0] in f[2]:
        return True
    if why is not None:
        why.append(
            Reason(
                ("10.8", "9.83"),
                f"{words.unit(f[1])} comes to light in the nearest free province, and {words.area(args[0])} is not one.",
                f"Choose {words.listed([words.area(a) for a in f[2]])}.",
                tuple(BOARD.ids[a] for a in f[2]),
            )
        )
    return False


class ReappearStep(Step):
    """Frame: (step, personality, areas). Several refuges are as near: the owner chooses."""

    name = "reappear"
    verbs: ClassVar[dict[str, Check]] = {"reappear": _check_reappear}

    def seat(self, s: State, f: Frame) -> int:
        return int(s.owner[f[1]])

    def candidates(self, s: State, f: Frame) -> Iterable[Action]:
        return [Action("reappear", (a,)) for a in f[2]]

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        s.agenda = s.agenda[:-1]
        reappear(s, f[1], a.args[0], cx)


REAPPEAR: Final = ReappearStep()


# ---- retreat --------------------------------------------------------------------------------------------------------


def came_through(s: State, area: int) -> set[int]:
    """Areas the attackers of an area passed on their way there this turn."""
    return {a for n in s.notes if n[0] == "trail" and n[2] == area for a in n[1]}


def ways_out(s: State, area: int, seat: int, units: Sequence[int], before: bool = False) -> list[int]:
    """Areas a seat's pieces may retreat into ([10.7] / 9.7): next to it, no mountain, no sea for land units without
    ships, no enemies, no enemy city; before a battle also none the attackers came through ([10.2] / 9.2)."""
    barred = came_through(s, area) if before else set()
    ships = [u for u in units if KIND[u] == FLEET]
    walkers = all(pieces.WALKS_SEA[u] or pieces.FLIES[u] or KIND[u] == ARTIFACT for u in units)
    armies = sum(KIND[u] == ARMY for u in units)
    out = []
    for a in BOARD.near[area]:
        if a in barred or (BOARD.special[a] == "imrryr" and s.control[a] != seat):
            continue
        if foes_at(s, a, seat) and not wild_for(s, a):
            continue
        if enemy_city(s, a, seat):
            continue
        if BOARD.kind[area] == SEA:
            if BOARD.kind[a] == SEA or (ships and area in BOARD.ports[a] and s.control[a] == seat) or (not ships and walkers):
                out.append(a)
        elif BOARD.kind[a] == LAND or (a in BOARD.ports[area] and ships and armies <= sum(pieces.CARRY[x] for x in ships)) or (armies <= sum(room(s, x) for x in own_in(s, a, seat) if KIND[x] == FLEET) and any(
            KIND[x] == FLEET for x in own_in(s, a, seat)
        )):
            out.append(a)
    return out


def fall_back(s: State, seat: int, units: Sequence[int], area: int, to: int, cx: Context) -> None:
    """Move retreating pieces. Ships in port stay unless they carry the retreat; wilderness draws a random attack."""
    by_sea = BOARD.kind[to] == SEA
    going = list(units)
    if by_sea and BOARD.kind[area] == LAND:
        decks = [u for u in going if KIND[u] == FLEET] or [u for u in own_in(s, to, seat) if KIND[u] == FLEET]
        space = {x: room(s, x) for x in decks}
        for u in going:
            if KIND[u] == ARMY and s.aboard[u] == ASHORE:
                deck = next((x for x in decks if space[x] > 0), None)
                if deck is None:
                    continue
                s.aboard[u] = deck
                space[deck] -= 1
            elif KIND[u] == HERO and s.aboard[u] == ASHORE:
                s.aboard[u] = decks[0]
    elif BOARD.kind[to] == LAND and BOARD.kind[area] == LAND:
        going = [u for u in going if KIND[u] != FLEET]
        for u in going:
            if KIND[u] != ARTIFACT:
                s.aboard[u] = ASHORE
    if BOARD.kind[area] == SEA:
        for x in list(going):
            if KIND[x] == FLEET:
                going.extend(u for u in cargo(s, x) if u not in going)
    band = next((u + 1 for u in going if KIND[u] == HERO), 100) if BOARD.wild[to] else 0
    for u in going:
        put(s, u, to)
        s.band[u] = band
        s.flags[u] |= HALTED
    for x in ARTIFACTS:
        if s.aboard[x] in going:
            put(s, x, to)
    s.moving = tuple(u for u in s.moving if u not in going)
    if not by_sea and any(KIND[u] == ARMY for u in going):
        walk_in_for(s, to, seat, cx)
    from .wilderness import retreat_into

    retreat_into(s, area, to, tuple(going), cx)
    if BOARD.kind[to] == LAND:
        magic.settle_alignment(s, to, seat)


def walk_in_for(s: State, a: int, seat: int, cx: Context) -> None:
    """A retreat may end in an undefended city of nobody's; it takes nothing from anybody."""
    if seat == s.player:
        walk_in(s, a, cx)


def _check_retreat(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    b: Battle = s.battle
    if args[0] in ways_out(s, b.area, b.seat(f[1]), present(s, b, f[1])):
        return True
    if why is not None:
        name = words.area(args[0])
        why.append(
            Reason(
                ("10.7", "9.7"),
                f"There is no retreat to {name}.",
                "Retreat one province, to one without enemies; land units need ships to go to sea.",
                (BOARD.ids[args[0]],),
            )
        )
    return False


def must_retreat(s: State, b: Battle, side: int) -> bool:
    """Whether the losing side has to leave: not from behind walls, and not back out of its own city after a sortie."""
    if side != b.loser or b.fell:
        return False
    if side == 1 and (b.wall or b.base):
        return False
    return not (side == 0 and b.sortie)


class RetreatStep(Step):
    """Frame: (step, side). The losing side goes one province back, the loser chooses where."""

    name = "retreat"
    verbs: ClassVar[dict[str, Check]] = {"retreat": _check_retreat}

    def seat(self, s: State, f: Frame) -> int:
        return int(s.battle.seat(f[1]))

    def candidates(self, s: State, f: Frame) -> Iterable[Action]:
        return [Action("retreat", (a,)) for a in BOARD.near[s.battle.area]]

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        b: Battle = s.battle
        units = present(s, b, f[1])
        s.agenda = s.agenda[:-1]
        cx.tell("retreat", units=tuple(units), area=b.area, to_area=a.args[0])
        seat = b.seat(f[1])
        fall_back(s, seat, units, b.area, a.args[0], cx)


RETREAT_CHOICE: Final = RetreatStep()


class Retreat(Auto):
    """Frame: (step, side). Starts a retreat, or the end of those who have no way out."""

    name = "begin retreat"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        b: Battle = s.battle
        side = f[1]
        if not must_retreat(s, b, side):
            return
        units = present(s, b, side)
        if not any(KIND[u] != ARTIFACT for u in units):
            return
        seat = b.seat(side)
        ways = ways_out(s, b.area, seat, units) if seat < NEUTRAL else []
        if ways:
            push(s, (RETREAT_CHOICE, side))
            return
        if seat == NEUTRAL:
            return
        cx.tell("no way out", units=tuple(units), area=b.area)
        remove(s, units, cx)
        push(s, (ESCAPES_LATE, side, len(b.out)))


RETREAT: Final = Retreat()


class LateEscapes(Auto):
    """Frame: (step, side, how many had been lost before). Those lost for want of a way out try to escape."""

    name = "late escapes"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        b: Battle = s.battle
        new = b.out[f[2] :]
        fighters = sorted((u for u in new if not INFLUENCE[u]), key=lambda u: (-FIGHT[u], u))
        followers = [u for u in new if INFLUENCE[u]]
        push(
            s, *((ESCAPE, u, b.area) for u in fighters), *((FOLLOW, u, b.area, tuple(b.units[f[1]])) for u in followers)
        )


ESCAPES_LATE: Final = LateEscapes()


# ---- what follows ---------------------------------------------------------------------------------------------------


class Aftermath(Auto):
    """The field is settled: a fallen city changes hands, the battle is closed."""

    name = "aftermath"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        b: Battle = s.battle
        s.battle = b.outer
        a = b.area
        if b.attacker != MONSTER:
            me = b.attacker
            cleared = b.loser == 1 and (b.fell or not (b.wall or b.base))
            if cleared and BOARD.city[a] and s.control[a] != me and not foes_at(s, a, me):
                armies = any(KIND[u] == ARMY for u in own_in(s, a, me))
                if b.fell or not BOARD.wall[a]:
                    if armies:
                        take_city(s, a, me, cx)
                    elif s.control[a] < NEUTRAL:
                        cx.tell("no garrison", area=a, seat=me)
        check_nations(s, cx)


AFTER: Final = Aftermath()


def check_garrisons(s: State, cx: Context) -> None:
    """Foreign cities without at least one army of their holder go back to their nation ([10.9.1] / 9.91)."""
    for a in BOARD.lands:
        c = s.control[a]
        if c >= NEUTRAL or not BOARD.city[a]:
            continue
        n = pieces.NATION_INDEX[BOARD.nation[a]]
        rightful = s.nation_owner[n]
        if rightful == c:
            continue
        if any(KIND[u] == ARMY and s.aboard[u] == ASHORE for u in own_in(s, a, c)):
            continue
        s.control[a] = rightful if rightful < NEUTRAL else NEUTRAL
        cx.tell("reverts", area=a, seat=s.control[a], before=c)


def check_nations(s: State, cx: Context) -> None:
    """A nation or horde without any personality left falls apart ([6.0], [11.0] / 5.3, 10.3)."""
    for n in pieces.NATIONS:
        seat = s.nation_owner[n.index]
        if seat >= NEUTRAL:
            continue
        if any(
            KIND[u] == HERO and s.owner[u] == seat and (s.place[u] < BOARD.size or s.place[u] == 253) for u in n.pieces
        ):
            continue
        if s.battle is not None and any(u in s.battle.out for u in n.pieces):
            continue
        fall_apart(s, n.index, cx)


def fall_apart(s: State, n: int, cx: Context) -> None:
    """Take a leaderless nation off the board; in cities under attack its units may fight on (5.3, 9.931)."""
    nation = pieces.NATIONS[n]
    seat = s.nation_owner[n]
    s.nation_owner[n] = NEUTRAL
    stay: list[int] = []
    for a in BOARD.home.get(nation.id, ()):
        if s.control[a] == seat and BOARD.city[a]:
            under_attack = foes_at(s, a, seat)
            if s.rules.leaderless_cities_fight_on and under_attack and not nation.horde:
                stay.append(a)
            else:
                s.control[a] = NEUTRAL
    for u in nation.pieces:
        if s.place[u] in stay and s.owner[u] == seat and KIND[u] == ARMY:
            continue
        if KIND[u] == HERO and s.owner[u] < NEUTRAL and s.owner[u] != seat and s.place[u] < BOARD.size:
            continue
        _off(s, u)
    s.moving = tuple(u for u in s.moving if s.place[u] < BOARD.size)
    if stay:
        s.notes = (*s.notes, ("orphans", n, seat))
    cx.tell("falls apart", nation=n, seat=seat, stay=tuple(stay))


def _off(s: State, u: int) -> None:
    if KIND[u] == FLEET and s.place[u] < BOARD.size:
        for x in cargo(s, u):
            s.aboard[x] = ASHORE
            if BOARD.kind[s.place[x]] == SEA and KIND[x] == ARMY:
                lose(s, x)
            elif BOARD.kind[s.place[x]] == SEA and KIND[x] == HERO and not pieces.WALKS_SEA[x]:
                strand(s, x)
    if KIND[u] == HERO:
        drop_hand(s, u)
    box(s, u)


def strand(s: State, u: int) -> None:
    """A hero whose ship has gone home without him is set ashore on the nearest free land."""
    where = refuges(s, u, s.place[u])
    if where:
        put(s, u, where[0])
        s.band[u] = u + 1 if BOARD.wild[where[0]] else 0


def check_orphans(s: State, cx: Context) -> None:
    """Leaderless units leave the board once the attack on their city is over."""
    for note in s.notes:
        if note[0] != "orphans":
            continue
        _, n, seat = note
        if s.nation_owner[n] < NEUTRAL:
            s.notes = tuple(x for x in s.notes if x != note)
            continue
        left = False
        for a in BOARD.home.get(pieces.NATIONS[n].id, ()):
            if s.control[a] != seat:
                continue
            if foes_at(s, a, seat) and any(pieces.NATION[u] == n for u in own_in(s, a, seat)):
                left = True
                continue
            s.control[a] = NEUTRAL
            for u in list(own_in(s, a, seat)):
                if pieces.NATION[u] == n:
                    _off(s, u)
        if not left:
            s.notes = tuple(x for x in s.notes if x != note)


def end_combat(s: State, cx: Context) -> None:
    """The Combat phase is over: swords are checked, unused spells return, garrisons counted."""
    from .melniboneans import swords_thirst
    from .sequence import next_phase

    for i, at in enumerate(s.spell_at):
        if CAST <= at < HELD_OPEN:
            s.spell_at[i] = IN_HAND + (at - CAST)
            s.flags[at - CAST] &= ~8
    s.notes = tuple(n for n in s.notes if n[0] not in ("fought", "conjure", "trail"))
    s.assaults = 0
    s.found = 0
    for u in range(pieces.SIZE):
        s.flags[u] &= ~16
    next_phase(s)
    swords_thirst(s, cx)
    check_garrisons(s, cx)
    check_nations(s, cx)
    check_orphans(s, cx)


__all__ = [n for n in globals() if not n.startswith("_") and n != "count"]
