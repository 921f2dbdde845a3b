"""A battle as text, to be shared and bent: who attacks from where, who defends, who stands near, the day and what lasts.

    in cult-war; day full; by lunar; cast 2415 blue-moon-school at 2518; against 2518 free-philosophers; near sartar:2519:warm-sisters

Every part begins with its word; the order is free. What is left out is harmless: `by`, who attacks, `from` or `cast`, and
`against` are enough.
"""

from __future__ import annotations

from typing import Any, Final

from elric.dragon_pass.combat.factors import BAT, DELECTI, ILLUSIONS, ZOMBIES
from elric.dragon_pass.components import law
from elric.dragon_pass.components.board import AROUND, BOARD, HEXES, INDEX
from elric.dragon_pass.components.notation import DAY_NAMES
from elric.dragon_pass.components.units import BY_ID, IDS, NOBODY, SIDES, UNCOUNTED, UNITS, ids
from elric.dragon_pass.description.plain import build
from elric.dragon_pass.independents.peoples import CITY_OF
from elric.dragon_pass.independents.puppeteers import Fooled, idle
from elric.dragon_pass.independents.single_powers import CityTaken
from elric.dragon_pass.lab.walk import Plan, fighters_of
from elric.dragon_pass.magic.spells import busy, casters, coverers
from elric.dragon_pass.position.effects import UNITS_OF, refresh
from elric.dragon_pass.position.notes import (
    Asleep,
    BestFriend,
    Cratered,
    HoundLoosed,
    Unseen,
    UnseenBat,
    noted,
    remember,
    set_note,
    the_note,
)
from elric.dragon_pass.position.state import Effect, Segment, State
from elric.kernel.bits import bits, ones
from elric.kernel.faults import Faults

DOWN, FREE = "?", "?free"  # a counter face down: one that counts in stacking, one that does not
NEAR: Final = 2  # stacks so near to a battle decide where the beaten can go
TROUPE: Final = BY_ID["puppeteer-troupe"]
TEMPLE: Final = "reaching-moon"
WORDS: Final = ("in", "rules", "turn", "day", "by", "sally", "from", "cast", "stretch", "against", "cover", "bare", "near", "of",
                "effect", "wounds", "hunts", "spent", "struck", "asleep", "fooled", "fallen", "friend", "craters", "dismounted", "stay", "unseen")  # fmt: skip
Where = dict[str, list[str]]


# ---- writing


def write(s: State, battle: Segment, plan: Plan | None, hidden: int = 0) -> str:
    """A battle as text. `hidden`: the counters of the board that lie face down, as bits."""
    fighters = fighters_of(battle._replace(covers=()))
    out = [f"in {s.scenario.key}"]
    if s.rules.name != law.EDITION:
        out.append(f"rules {s.rules.name}")
    if s.turn > 1:
        out.append(f"turn {s.turn}")
    if s.day >= 0:
        out.append(f"day {DAY_NAMES[s.day]}")
    out.append(f"by {SIDES[battle.attacker]}")
    if battle.sally:
        out.append("sally")
    for a, units in battle.attackers:
        targets = [HEXES.names[t] for h, t in battle.links if h == a]
        out.append(_part("from", HEXES.names[a], *named(units, hidden), "to", *targets))
    for a, units, share, aim in battle.casters:
        verb = "stretch" if share > 1 else "cast"
        out.append(_part(verb, HEXES.names[a], *named(units, hidden), "at", HEXES.names[aim]))
    out += [_part("against", HEXES.names[d], *named(units, hidden)) for d, units in battle.defenders]
    covering = {HEXES.names[s.place[u]] for u in battle.covers} | {
        HEXES.names[h] for h in (plan.covers if plan else ())
    }
    if covering:
        out.append(_part("cover", *sorted(covering)))
    elif battle.casters and plan is not None:
        out.append("bare")
    if plan is not None and not plan.advance:
        out.append("stay")
    there = set(fighters)
    for h in sorted(_around(s, battle, hidden)):
        rest = [u for u in s.piles[h] if u not in fighters]
        there |= set(rest)
        if rest:
            side = SIDES[s.owner[rest[0]]] if s.owner[rest[0]] != NOBODY else "nobody"
            out.append(f"near {side}:{HEXES.names[h]}:{'+'.join(named(rest, hidden))}")
    out += _lasting(s, battle, {u for u in there if not hidden >> u & 1})
    other = s.owner[battle.defenders[0][1][0]]
    unseen = {s.owner[u] for u in there if hidden >> u & 1}
    for seat in sorted(unseen, key=lambda k: (k != other, k)):
        out.append(_part("unseen", SIDES[seat], *ids(u for u in ones(hidden) if s.owner[u] == seat)))
    return "; ".join(out)


def _part(*words: str) -> str:
    return " ".join(words)


def named(units: Any, hidden: int) -> list[str]:
    """Counters by name, and each that lies face down as such."""
    return [(FREE if UNCOUNTED >> u & 1 else DOWN) if hidden >> u & 1 else IDS[u] for u in units]


def _lasting(s: State, battle: Segment, there: set[int]) -> list[str]:
    """What holds these units, and what lies on the ground."""
    out = []
    ground = 0
    for h, _ in (*battle.attackers, *battle.defenders):
        ground |= HEXES.disc(h, NEAR)
    for seat in s.scenario.sides:
        moved = [u for u in sorted(there) if s.owner[u] == seat and UNITS[u].side != SIDES[seat]]
        if moved:
            out.append(_part("of", SIDES[seat], *ids(moved)))
    for e in s.effects:
        if e.kind in UNITS_OF:
            held = [u for u in ones(e.on) if u in there and u not in battle.covers]
            if held:
                out.append(_part("effect", e.kind, *ids(held)))
        else:
            on = e.on & ground
            if on or not e.on:
                out.append(_part("effect", e.kind, *(HEXES.names[h] for h in ones(on))))
    out += [f"wounds {IDS[u]} {n}" for u, n in s.wounds.items() if u in there]
    out += [f"hunts {IDS[a]} {IDS[b]}" for a, b in s.goats]
    # those who cast in this battle count as having magic left
    casting = bits(u for _, units, *_ in battle.casters for u in units) | bits(battle.covers)
    aims = {d for d, _ in battle.defenders}
    aimed = bits(
        u for t in busy(s, battle) if t not in aims for u in s.piles.get(t, ())
    )  # they cover no more than the units struck
    for word, these in (("spent", s.cast | s.early | s.waded), ("struck", s.struck | aimed)):
        named = [u for u in ones(these & ~casting) if u in there]
        if named:
            out.append(" ".join((word, *ids(named))))
    if Asleep in s.notes:
        out.append(_part("asleep", *ids([one.unit for one in noted(s, Asleep)])))
    fooled = [one.unit for one in noted(s, Fooled) if one.unit in there and not idle(s, one.unit, 1)]
    if fooled:
        out.append(_part("fooled", *ids(fooled)))
    cities = {CITY_OF[u] for u in there if u in CITY_OF}
    fallen = [one.city for one in noted(s, CityTaken) if one.city in cities]
    if fallen:
        out.append(_part("fallen", *fallen))
    if BestFriend in s.notes:
        out.append(f"friend {UNITS[the_note(s, BestFriend).unit].id}")
    if Cratered in s.notes:
        out.append(f"craters {the_note(s, Cratered).turn}")
    if HoundLoosed in s.notes:
        out.append("dismounted")
    return out


def _around(s: State, battle: Segment, hidden: int) -> set[int]:
    """The stacks that have to do with a battle: near it, casting or covering, and those on whom magic and chains hang."""
    core = {h for h, _ in battle.attackers} | {h for h, _ in battle.defenders}
    hexes = core | {h for h, *_ in battle.casters} | {s.place[u] for u in battle.covers}
    near = 0
    for h in core if battle.attackers else [d for d, _ in battle.defenders] + [h for h, *_ in battle.casters]:
        near |= HEXES.disc(h, NEAR)
    found = {h for h in s.piles if near >> h & 1} | {h for h in hexes if h in s.piles}
    if battle.casters:
        found |= set(
            coverers(
                s,
                battle,
                whoever=any(hidden >> u & 1 for d, units in battle.defenders if d in battle.aims for u in units),
            )
        )
        found |= {h for h in BOARD.places[TEMPLE].hexes if h in s.piles} if TEMPLE in BOARD.places else set()
        if s.place[BAT] >= 0 and not hidden >> BAT & 1:
            found.add(s.place[BAT])
    fighters = fighters_of(battle)
    # everybody who may be among the fighters: nothing may hang on who really lies face down
    maybe = bits(u for u in fighters if not hidden >> u & 1)
    for seat in {s.owner[u] for u in fighters if hidden >> u & 1}:
        maybe |= bits(u for u in ones(hidden) if s.owner[u] == seat)
    cities = {BOARD.places[CITY_OF[u]].hexes[0] for u in ones(maybe) if u in CITY_OF}
    found |= {h for h in cities if h in s.piles}  # who stands where a Dragonewt would be born again
    kin = ILLUSIONS if maybe >> TROUPE & 1 else 0
    if maybe & (ZOMBIES | 1 << DELECTI):
        kin |= ZOMBIES | 1 << DELECTI
    found |= {s.place[u] for u in ones(kin & ~hidden) if s.place[u] >= 0}
    return found


# ---- reading


class _Reader:
    """A battle's text, part by part, with every fault: `said` has what stands behind each word, each time that it is said."""

    def __init__(self, text: str) -> None:
        self.wrong = Faults()
        self.said: dict[str, list[list[str]]] = {}
        self.stacks: Where = {}
        self.owners: dict[str, str] = {}
        self.links: list[tuple[str, str]] = []
        self.sent: list[tuple[str, list[str]]] = []
        self.cast: list[tuple[str, list[str], bool, list[str]]] = []
        self.against: list[tuple[str, list[str]]] = []
        self.pool: Where = {}
        self.hidden = 0
        parts = [words for part in text.split(";") if (words := part.split())]
        for early in (True, False):  # who attacks, and who may lie face down, must be known before the rest
            for word, *rest in parts:
                if (word in ("by", "unseen")) == early:
                    self._part(word, rest)

    def last(self, word: str) -> str:
        """What was said last behind a word, "" where it is not said."""
        return " ".join(self.said[word][-1]) if word in self.said else ""

    def every(self, word: str) -> list[str]:
        """All that stands behind a word, wherever it is said."""
        return [name for row in self.said.get(word, ()) for name in row]

    def check(self) -> None:
        if self.wrong:
            raise ValueError("; ".join(self.wrong.found))

    def fault(self, words: str) -> None:
        if words not in self.wrong.found:
            self.wrong.add("", words)

    def hex(self, word: str) -> bool:
        if word in INDEX:
            return True
        self.fault(f"{word!r} is no hex of the board" if word else "a hex is missing")
        return False

    def units(self, words: list[str], side: str = "") -> list[str]:
        words = [self._drawn(word, side) if word in (DOWN, FREE) else word for word in words]
        for word in words:
            if word not in BY_ID:
                self.fault(f"there is no counter {word!r}{self.wrong.hint(word, BY_ID)}")
        return [word for word in words if word in BY_ID]

    def _drawn(self, word: str, side: str) -> str:
        """One of the counters that may lie face down, each once."""
        mine = self.last("by")
        pool = self.pool.get(side) or next((x for k, x in self.pool.items() if side == "" and k != mine), [])
        for u in pool:
            if bool(UNCOUNTED >> BY_ID[u] & 1) == (word == FREE):
                pool.remove(u)
                return u
        self.fault("more lie face down than “unseen” names")
        return next(iter(BY_ID))

    def _part(self, word: str, rest: list[str]) -> None:
        """One part of the text."""
        if word not in WORDS:
            self.fault(f"{word!r} begins no part of a battle: those begin with {', '.join(WORDS)}")
        elif word in ("from", "cast", "stretch", "against"):
            self._stack(word, rest)
        elif word == "near":
            self._near(rest)
        elif word == "of":
            self.owners.update(dict.fromkeys(self.units(rest[1:]), rest[0] if rest else ""))
        elif word == "unseen" and rest:
            names = self.units(rest[1:])
            self.pool.setdefault(rest[0], []).extend(names)
            self.hidden |= bits(BY_ID[u] for u in names)
            self.owners.update({u: rest[0] for u in names if UNITS[BY_ID[u]].side != rest[0]})
        else:
            self.said.setdefault(word, []).append(self._checked(word, rest))

    def _checked(self, word: str, rest: list[str]) -> list[str]:
        """What stands behind a word, without what is no counter and no hex where one is wanted."""
        if word in ("spent", "struck", "asleep", "fooled"):
            return self.units(rest)
        if word == "cover":
            return [h for h in rest if self.hex(h)]
        if word in ("turn", "craters") and not (len(rest) == 1 and rest[0].isascii() and rest[0].isdigit()):
            self.fault(f"{word!r} wants a number")
        if word == "day" and (day := " ".join(rest)) not in DAY_NAMES:
            self.fault(f"{day!r} is no day: {', '.join(DAY_NAMES)}")
        return rest

    def _stack(self, word: str, rest: list[str]) -> None:
        here = rest[0] if rest else ""
        if not self.hex(here):
            return
        cut = next((k for k, x in enumerate(rest) if x in ("to", "at")), len(rest))
        names = self.units(rest[1:cut], "" if word == "against" else self.last("by"))
        if not names:
            self.fault(f"nobody is named in {here}")
        aims = [h for h in rest[cut + 1 :] if self.hex(h)]
        pile = self.stacks.setdefault(here, [])
        pile += [u for u in names if u not in pile]
        if word == "against":
            self.against.append((here, names))
        elif word == "from":
            self.sent.append((here, names))
            self.links += [(here, t) for t in aims]
        else:
            self.cast.append((here, names, word == "stretch", aims))

    def _near(self, rest: list[str]) -> None:
        side, _, more = (rest[0] if len(rest) == 1 else "").partition(":")
        here, _, names = more.partition(":")
        if self.hex(here):
            known = self.units(names.split("+"), side)
            self.stacks.setdefault(here, []).extend(known)
            self.owners.update({u: side for u in known if side not in ("", "nobody", UNITS[BY_ID[u]].side)})


def read(text: str) -> tuple[State, Segment, Plan | None, int]:
    """A battle from its text: the position, who fights, how decisions are made, and who lies face down, as bits.

    Raises:
        ValueError: with every fault.
    """
    reader = _Reader(text)
    if reader.last("by") not in SIDES:
        reader.fault(f"“by” names who attacks: {', '.join(SIDES)}")
    if not reader.against:
        reader.fault("nobody is attacked yet (“against”, a hex, and who defends it)")
    if not reader.sent and not reader.cast:
        reader.fault("nobody attacks yet (“from” or “cast”, a hex, and who attacks)")
    reader.check()
    s = _position(reader)
    battle = _battle(reader, s)
    reader.check()
    covers, stay = reader.every("cover"), "stay" in reader.said
    able = tuple(INDEX[h] for h in covers if casters(s, INDEX[h], attack=False))
    plan = Plan(able, not stay) if covers or stay or "bare" in reader.said else None
    return s, battle, plan, reader.hidden


def _position(reader: _Reader) -> State:
    """The position around a battle that was read."""
    said, mine = reader.said, reader.last("by")
    homes = {u: UNITS[BY_ID[u]].side for pile in reader.stacks.values() for u in pile}
    owners = {u: mine for _, names in reader.sent for u in names} | {
        u: mine for _, names, *_ in reader.cast for u in names
    }
    theirs = next(
        (
            side
            for _, names in reader.against
            for u in names
            if (side := reader.owners.get(u, homes[u])) in SIDES and side != mine
        ),
        next(side for side in SIDES if side != mine),
    )
    owners |= {
        u: theirs
        for _, names in reader.against
        for u in names
        if reader.owners.get(u, homes[u]) in (mine, "independent")
    }
    table: dict[str, Any] = {
        "phase": "movement",
        "scenario": reader.last("in") if "in" in said else "complete-game",
        **({"rules": reader.last("rules")} if "rules" in said else {}),
        **({"day": DAY_NAMES.index(reader.last("day"))} if "day" in said else {}),
        "owners": {u: side for u, side in {**reader.owners, **owners}.items() if side != homes.get(u)},
        "stacks": reader.stacks,
        "player": theirs if "sally" in said else mine,
        "turn": int(reader.last("turn")[:4] or 1),
        "cast": [*reader.every("spent"), *(IDS[u] for u in ones(reader.hidden))],
        "struck": reader.every("struck"),
        "wounds": {u: int(n) for u, n in _pairs(said, "wounds") if u in BY_ID and n in ("1", "2", "3", "4")},
        "goats": [[u, other] for u, other in _pairs(said, "hunts") if u in BY_ID and other in BY_ID],
    }
    s = build(table)
    _remember(reader, s)
    effects = []
    for kind, *names in (row or [""] for row in said.get("effect", ())):
        on = (
            bits(BY_ID[u] for u in names if u in BY_ID)
            if kind in UNITS_OF
            else bits(INDEX[h] for h in names if h in INDEX)
        )
        effects.append(Effect(kind, on, s.moves + 9))
    s.effects = tuple(effects)
    refresh(s)
    return s


def _pairs(said: dict[str, list[list[str]]], word: str) -> list[list[str]]:
    return [row for row in said.get(word, ()) if len(row) == 2]


def _remember(reader: _Reader, s: State) -> None:
    """Make the notes that a battle rests on."""
    remember(s, *(Asleep(BY_ID[u]) for u in reader.every("asleep")))
    remember(s, *(Fooled(BY_ID[u], 0) for u in reader.every("fooled")))
    remember(s, *(CityTaken(city) for city in sorted(reader.every("fallen")) if city in BOARD.places))
    if (friend := reader.last("friend")) in BY_ID:
        set_note(s, BestFriend(BY_ID[friend]))
    if "craters" in reader.said:
        set_note(s, Cratered(int(reader.last("craters")[:4])))
    if "dismounted" in reader.said:
        set_note(s, HoundLoosed(1))
    if reader.hidden:
        set_note(s, Unseen(reader.hidden))
    if reader.hidden >> BAT & 1:
        set_note(s, UnseenBat())


def _battle(reader: _Reader, s: State) -> Segment:
    """Who fights whom in it."""
    defended = [INDEX[h] for h, _ in reader.against]
    links = [(INDEX[a], INDEX[t]) for a, t in reader.links]
    for a, t in links:
        if t not in defended:
            reader.fault(f"nobody defends {HEXES.names[t]}")
        elif not AROUND[a] >> t & 1:
            reader.fault(f"{HEXES.names[a]} does not lie beside {HEXES.names[t]}")
    for here, _ in reader.sent:
        a = INDEX[here]
        if not any(x == a for x, _ in links):
            beside = [(a, t) for t in defended if AROUND[a] >> t & 1]
            links += beside
            if not beside:
                reader.fault(f"{here} lies beside nobody who defends")
    groups = []
    for here, names, far, aims in reader.cast:
        units = tuple(BY_ID[u] for u in names)
        if not set(units) <= set(casters(s, INDEX[here])):
            reader.fault(f"not all in {here} can cast")
        aim = INDEX[aims[0]] if aims else defended[0]
        if aim not in defended:
            reader.fault(f"nobody defends {HEXES.names[aim]}")
        groups.append((INDEX[here], units, len(units) if far else 1, aim))
    if groups and not reader.sent and len(defended) > 1:
        reader.fault("a spell has one target")
    return Segment(
        tuple((INDEX[h], tuple(BY_ID[u] for u in names)) for h, names in reader.sent),
        tuple((INDEX[h], tuple(BY_ID[u] for u in names)) for h, names in reader.against),
        tuple(sorted(links)),
        SIDES.index(reader.last("by")),
        "sally" in reader.said,
        tuple(groups),
    )
