"""The form of a battle: armies counted, personalities and ships switched on and off, what each magician does, each with what is
wrong beside it, and with what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

from elric.lab.form import FOLD, Check, Choose, Count, Group, Option, Part, Press, Problem, about
from elric.young_kingdoms.components import law, pieces, spells
from elric.young_kingdoms.components.board import BOARD, MOUNTAIN, SEA
from elric.young_kingdoms.components.pieces import ARMY, ARTIFACT, CONJURES, FIGHT, FLEET, HERO, KIND, MAGIC
from elric.young_kingdoms.lab.places import PLACES, area_of
from elric.young_kingdoms.lab.policy import POLICIES
from elric.young_kingdoms.lab.spec import Spec
from elric.young_kingdoms.position import words

__all__ = ["form"]

SIDES: Final = ("Attackers", "Defenders")
KEYS: Final = ("attack", "defend")
MOST_UNSEEN: Final = 4
_BESIDE: Final = ("cast", "hands", "conjure", "held", "maintained")  # faults that stand beside a personality
_BELOW: Final = ("balance", "policy", "edition", "aboard", "gone", "tipped")
Then = Callable[[], Spec]


def form(spec: Spec, problems: Sequence[Problem], edition: str, board: bool) -> list[Part]:
    """The whole form. `board`: the battle is one on the board, where a spell that is not cast goes back to the hand."""
    sides = [_side(spec, side, problems, board) for side in (0, 1)]
    folded = any(p.where in _BELOW for p in problems)
    rest = Group(FOLD, _rest(spec, problems, edition), "Balance, losses, edition", "more", folded)
    return [*_place(spec, problems), *sides, rest]


def _but(spec: Spec, name: str, values: Iterable[tuple[str, str]], group: str = "") -> list[Option]:
    return [Option(value, label, partial(spec.but, **{name: value}), group) for value, label in values]


def _place(spec: Spec, problems: Sequence[Problem]) -> list[Part]:
    areas = sorted(
        ((BOARD.ids[a], BOARD.names[a]) for a in range(BOARD.size) if BOARD.kind[a] != MOUNTAIN), key=lambda r: r[1]
    )
    kinds = [(key, label[:1].upper() + label[1:]) for key, label in PLACES.items()]
    dry = spec.but(landing="")
    options = [*_but(dry, "place", kinds, "A kind of place"), *_but(dry, "place", areas, "An area")]
    out: list[Part] = [Choose("place", "Place", options, spec.place)]
    a = area_of(spec.place, spec.defend)
    if a >= 0 and BOARD.wall[a]:
        out.append(Check("sortie", "a sortie of the besieged", spec.sortie, lambda on, _: spec.but(sortie=on)))
    if a >= 0 and BOARD.city[a]:
        out.append(Check("neutral", "a neutral city defends itself", spec.neutral, partial(_neutral, spec)))
    if a >= 0 and BOARD.ports[a]:
        seas = [("", "by land"), *((BOARD.ids[x], f"from {words.area(x)}") for x in BOARD.ports[a])]
        out.append(Choose("landing", "The attack comes", _but(spec, "landing", seas), spec.landing))
        if spec.landing:
            ways = [("armies", "with armies, behind the wall"), ("ships", "with ships, on the water")]
            out.append(Choose("port", "It is met", _but(spec, "port", ways), spec.port))
    return out + [p for where in ("place", "landing", "port") for p in about(problems, where)]


def _neutral(spec: Spec, on: bool, before: Spec | None) -> Spec:
    """A city that defends itself needs no defenders; those that it had come back with the enemy who holds it."""
    back = before.defend if before is not None else ()
    return spec.but(neutral=on, defend=() if on else spec.defend or back)


# ---- the sides ------------------------------------------------------------------------------------------------------


def _put(spec: Spec, side: int, units: Iterable[str]) -> Spec:
    """Other units on a side; what belonged to those who left goes with them."""
    both = [spec.attack, spec.defend]
    both[side] = tuple(units)
    there = {*both[0], *both[1]}

    def stay(rows: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
        return tuple(r for r in rows if r[0] in there)

    return spec.but(
        attack=both[0], defend=both[1], cast=stay(spec.cast), hands=stay(spec.hands), maintained=stay(spec.maintained),
        held=tuple(u for u in spec.held if u in there), conjure=tuple(u for u in spec.conjure if u in there),
        aboard=tuple(r for r in stay(spec.aboard) if r[1] in there),
    )  # fmt: skip


def _units(spec: Spec, side: int) -> tuple[str, ...]:
    return spec.defend if side else spec.attack


def _switch(spec: Spec, side: int, unit: str) -> Spec:
    there = _units(spec, side)
    return _put(spec, side, [x for x in there if x != unit] if unit in there else (*there, unit))


def _with_nation(spec: Spec, side: int, nation: int) -> Spec:
    """A nation joins a side: the best of its personalities who fight, and three armies."""
    free = [u for u in pieces.NATIONS[nation].pieces if pieces.IDS[u] not in spec.attack + spec.defend]
    heroes = sorted((u for u in free if KIND[u] == HERO and FIGHT[u]), key=lambda u: -FIGHT[u])
    new = (*heroes[:1], *[u for u in free if KIND[u] == ARMY][:3])
    return _put(spec, side, (*_units(spec, side), *(pieces.IDS[u] for u in new)))


def _armies(nation: int, units: Iterable[str]) -> list[str]:
    known = [(u, pieces.INDEX[u]) for u in units if u in pieces.INDEX]
    return [u for u, i in known if KIND[i] == ARMY and pieces.NATION[i] == nation]


def _count_armies(spec: Spec, side: int, nation: int, by: int) -> Spec:
    """A side with one army of a nation more or less, where there is one."""
    there, taken = _units(spec, side), spec.attack + spec.defend
    mine = _armies(nation, there)
    free = [u for u in _armies(nation, (pieces.IDS[u] for u in pieces.NATIONS[nation].pieces)) if u not in taken]
    if by > 0:
        return _put(spec, side, (*there, *free[:1]))
    return _put(spec, side, [u for u in there if u not in mine[-1:]])


def _side(spec: Spec, side: int, problems: Sequence[Problem], board: bool) -> Group:
    units = _units(spec, side)
    known = [pieces.INDEX[u] for u in units if u in pieces.INDEX]
    a = area_of(spec.place, spec.defend)
    ships = (a >= 0 and BOARD.kind[a] == SEA) or bool(spec.landing)
    nations = list(dict.fromkeys(pieces.NATION[u] for u in known if pieces.NATION[u] >= 0))
    out: list[Part] = [_nation(spec, side, n, ships) for n in nations]
    out.append(Group("units", [_unit(spec, side, u, True) for u in known if pieces.NATION[u] < 0]))
    strange = [u for u in units if u not in pieces.INDEX]
    out += [Press("unit", f"{side}:{u}", f"{u} ✕", partial(_switch, spec, side, u)) for u in strange]
    rows = [
        Option(f"{side}:{n.id}", n.name, partial(_with_nation, spec, side, n.index))
        for n in pieces.NATIONS
        if n.index not in nations
    ]
    taken = spec.attack + spec.defend
    rows += [
        Option(f"{side}:{pieces.IDS[u]}", pieces.NAMES[u], partial(_switch, spec, side, pieces.IDS[u]), "Alone")
        for u in range(pieces.SIZE)
        if pieces.NATION[u] < 0 and KIND[u] in (HERO, ARTIFACT, FLEET) and pieces.IDS[u] not in taken
    ]
    adds = "Add a nation, a personality ..."
    out.append(Choose("add", f"Add to the {SIDES[side].lower()}", rows, key=f"add-{side}", adds=adds))
    wrong = about(problems, KEYS[side])
    wrong.sort(key=lambda p: bool(p.what))
    out += wrong
    return Group("side", [*out, *_magic(spec, side, known, problems, board)], SIDES[side], str(side))


def _nation(spec: Spec, side: int, n: int, ships: bool) -> Group:
    nation, units = pieces.NATIONS[n], _units(spec, side)
    value, mine = f"{side}:{nation.id}", [pieces.IDS[u] for u in nation.pieces]
    count = Count(
        nation.name, len(_armies(n, units)),
        Press("less", value, "−", partial(_count_armies, spec, side, n, -1)),
        Press("plus", value, "+", partial(_count_armies, spec, side, n, 1)),
        f"of {len(_armies(n, mine))} armies",
        Press("drop", value, "✕", partial(_put, spec, side, [u for u in units if u not in mine]), quiet=True),
        f"Armies of {nation.name}",
    )  # fmt: skip
    fleets = [u for u in nation.pieces if KIND[u] == FLEET]
    sail = ships or any(pieces.IDS[u] in units for u in fleets)
    shown = [u for u in nation.pieces if KIND[u] == HERO or (sail and KIND[u] == FLEET)]
    buttons = [_unit(spec, side, u, pieces.IDS[u] in units) for u in shown]
    if fleets and not sail:
        first = pieces.IDS[fleets[0]]
        buttons.append(Press("unit", f"{side}:{first}", "ships", partial(_switch, spec, side, first), quiet=True))
    return Group("nation", [count, Group("units", buttons)])


def _unit(spec: Spec, side: int, u: int, on: bool) -> Press:
    unit = pieces.IDS[u]
    value = f"({pieces.COMBAT[u]})" if pieces.INFLUENCE[u] else str(pieces.COMBAT[u])
    note = f"{value} · {MAGIC[u]} spell{'' if MAGIC[u] == 1 else 's'}" if MAGIC[u] else value
    name = pieces.NAMES[u] if KIND[u] != FLEET or pieces.NATION[u] < 0 else f"fleet {unit.rsplit('-', 1)[1]}"
    return Press("unit", f"{side}:{unit}", name, partial(_switch, spec, side, unit), on, note)


# ---- magic ----------------------------------------------------------------------------------------------------------


def _magic(spec: Spec, side: int, known: Sequence[int], problems: Sequence[Problem], board: bool) -> list[Part]:
    """What each personality does, what magicians keep in hand, and how many spells nobody can see."""
    heroes = [u for u in known if KIND[u] == HERO]
    if not heroes:
        return []
    rows: list[Part] = []
    for u in heroes:
        wrong = [p for where in _BESIDE for p in about(problems, where, pieces.IDS[u])]
        rows.append(Group("", [_role(spec, u, board), *_kept_spells(spec, u), *wrong]))
    unseen = Count(
        "Spells nobody can see", spec.unseen[side],
        Press("unseen", f"{side}:-1", "−", partial(_count_unseen, spec, side, -1)),
        Press("unseen", f"{side}:1", "+", partial(_count_unseen, spec, side, 1)),
    )  # fmt: skip
    wrong = [p for p in problems if p.where == "unseen" and p.what in (str(side), "")]
    # a fault must not hide in a folded part
    wanted = wrong or [p for p in problems if p.where in _BESIDE and p.what in (*_units(spec, side), "")]
    title = "Spells, and who is held back"
    return [Group(FOLD, [Group("cast", rows), unseen, *wrong], title, f"magic-{side}", bool(wanted))]


def _count_unseen(spec: Spec, side: int, by: int) -> Spec:
    n = list(spec.unseen)
    n[side] = max(0, min(MOST_UNSEEN, n[side] + by))
    return spec.but(unseen=(n[0], n[1]))


def _assign(spec: Spec, who: str, what: str, board: bool) -> Spec:
    """A battle in which a personality does something else: "fight", "held", "conjure", or "cast:" and a spell."""
    verb, _, name = what.partition(":")
    rest = spec.but(
        held=tuple(x for x in spec.held if x != who), conjure=tuple(x for x in spec.conjure if x != who),
        cast=tuple(r for r in spec.cast if r[0] != who),
    )  # fmt: skip
    back = tuple(r for r in spec.cast if r[0] == who and r[1] != name) if board else ()
    rest = rest.but(hands=(*(r for r in spec.hands if r != (who, name)), *back))
    if verb == "held":
        return rest.but(held=(*rest.held, who))
    if verb == "conjure":
        return rest.but(conjure=(*rest.conjure, who))
    return rest.but(cast=(*rest.cast, (who, name))) if verb == "cast" else rest


def _role(spec: Spec, hero: int, board: bool) -> Choose:
    """Everything a personality may do in the battle."""
    unit = pieces.IDS[hero]
    cast = dict(spec.cast).get(unit, "")
    now = "held" if unit in spec.held else f"cast:{cast}" if cast else "conjure" if unit in spec.conjure else "fight"

    def may(what: str, label: str, group: str = "") -> Option:
        return Option(f"{unit}:{what}", label, partial(_assign, spec, unit, what, board), group)

    rows = [may("fight", "fights"), may("held", "is held back")]
    if CONJURES[hero]:
        rows.append(may("conjure", "conjures"))
    if cast and cast not in spells.INDEX:
        rows.append(may(now, f"casts {cast}"))
    if MAGIC[hero]:
        taken = {x for _, x in (*spec.cast, *spec.maintained)} | set(spec.gone)
        mine = [spells.INDEX[x] for who, x in spec.hands if who == unit and x in spells.INDEX]
        groups = [("from the hand", mine)]
        groups += [(name.title(), _of(name, mine)) for name in ("law", "chaos", "neutral")]
        for label, some in (*groups, ("other spells", _of("other", mine))):
            free = [x for x in some if spells.IDS[x] == cast or spells.IDS[x] not in taken]
            rows += [may(f"cast:{spells.IDS[x]}", f"casts {_spell(x)}", label) for x in free]
    return Choose("role", pieces.NAMES[hero], rows, f"{unit}:{now}", f"role-{unit}")


def _of(alignment: str, but: Sequence[int]) -> list[int]:
    found = [i for i in range(spells.SIZE) if not spells.IMMEDIATE[i] and i not in but]
    if alignment == "other":
        return [i for i in found if spells.ALIGN[i] == spells.OTHER]
    return [i for i in found if spells.ALIGNMENT_NAMES[i] == alignment]


def _spell(i: int) -> str:
    return f"{spells.NAMES[i]} {spells.VALUE[i]}" if spells.VALUE[i] else spells.NAMES[i]


def _kept_spells(spec: Spec, hero: int) -> list[Part]:
    """The spells a magician keeps in hand, which may save him; each can be taken away, another added."""
    if not MAGIC[hero]:
        return []
    unit, hands = pieces.IDS[hero], spec.hands
    mine = [x for who, x in hands if who == unit]
    taken = {x for _, x in (*spec.cast, *spec.maintained, *hands)} | set(spec.gone)

    def without(name: str) -> Spec:
        return spec.but(hands=tuple(r for r in hands if r != (unit, name)))

    chips: list[Part] = [
        Press("keep", f"{unit}:{x}", f"{spells.NAMES[spells.INDEX[x]] if x in spells.INDEX else x} ✕", partial(without, x))
        for x in mine
    ]  # fmt: skip
    free = [x for x in range(spells.SIZE) if not spells.IMMEDIATE[x] and spells.IDS[x] not in taken]
    free.sort(key=lambda x: (spells.ACTS[x] not in ("escape", "invulnerability"), spells.NAMES[x]))
    rows = [
        Option(f"{unit}:{spells.IDS[x]}", _spell(x), partial(spec.but, hands=(*hands, (unit, spells.IDS[x]))))
        for x in free
    ]
    adds = Choose("keep", f"{pieces.NAMES[hero]} keeps in hand", rows, key=f"keep-{unit}", adds="keeps in hand ...")
    return [Group("kept", [*chips, adds])]


# ---- the rest -------------------------------------------------------------------------------------------------------


def _rest(spec: Spec, problems: Sequence[Problem], edition: str) -> list[Part]:
    tips = [("", "not tipped"), ("law", "tipped to Law"), ("chaos", "tipped to Chaos")]
    balance = Count(
        "The Balance", spec.balance,
        Press("balance", "-1", "towards Law", partial(spec.but, balance=spec.balance - 1)),
        Press("balance", "1", "towards Chaos", partial(spec.but, balance=spec.balance + 1)),
    )  # fmt: skip
    editions = Choose("edition", "Rules of", _but(spec, "edition", ((e, law.TITLES[e]) for e in law.EDITIONS)), edition)
    return [
        balance,
        *about(problems, "balance"),
        Choose("tipped", "The world is", _but(spec, "tipped", tips), spec.tipped),
        *(_policy(spec, side) for side in (0, 1)),
        *about(problems, "policy"),
        editions,
        *(p for where in ("edition", "aboard", "gone") for p in about(problems, where)),
    ]


def _policy(spec: Spec, side: int) -> Choose:
    """How a side takes its losses."""
    mine = spec.policy[side]

    def chosen(key: str) -> Spec:
        return spec.but(policy=(spec.policy[0], key) if side else (key, spec.policy[1]))

    rows = [Option(f"{side}:{p.key}", p.title, partial(chosen, p.key)) for p in POLICIES.values()]
    return Choose("policy", f"{SIDES[side]} lose", rows, f"{side}:{mine}", f"policy-{side}")
