"""What the game of Elric says of its positions to the sandbox: pieces, spells, who commands what, the Balance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, ClassVar, Final

from elric.kernel.bits import ones
from elric.kernel.chance import KeyedChance, fresh_seed
from elric.widgets.sandbox import Field, FieldOption, Position, SandboxDef, Thing, numbers
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD, MOUNTAIN, SEA
from elric.young_kingdoms.components.law import EDITIONS, TITLES
from elric.young_kingdoms.components.scenarios import scenarios
from elric.young_kingdoms.definition import GAME
from elric.young_kingdoms.description import parts
from elric.young_kingdoms.description.schema import KEYS
from elric.young_kingdoms.position.state import (
    ASHORE,
    CAST,
    CONTAINER,
    DISCARD,
    FACE_UP,
    GONE,
    HELD_OPEN,
    HIDDEN,
    IN_HAND,
    NEUTRAL,
    NOBODY,
    PENDING,
    PHASES,
    SACRIFICED,
    State,
    give,
    hand,
    own,
)
from elric.young_kingdoms.table import sandbox_places as places

__all__ = ["SANDBOX", "YoungKingdomsSandbox"]

_BOXES: Final = {"box": "out of the game", "lost": "lost", "away": "away"}
_HEAPS: Final = {
    CONTAINER: "in the container",
    DISCARD: "discarded",
    GONE: "gone for good",
    SACRIFICED: "sacrificed",
    PENDING: "just drawn",
}
# By the first of the places with somebody or in some area: how it is said, and the heading below which it is chosen.
_WITH: Final = {
    IN_HAND: ("in the hand of {}", "In a hand"),
    CAST: ("laid by {}", "In use"),
    HELD_OPEN: ("kept open by {}", "In use"),
    HIDDEN: ("face down in {}", "On the board, face down"),
    FACE_UP: ("face up in {}", "On the board, face up"),
}
_ON_BOARD: Final = (HIDDEN, FACE_UP)
_UNSEEN: Final = "unseen"
_GROUPS: Final = {
    pieces.HERO: "Personalities",
    pieces.FLEET: "Fleets",
    pieces.ARMY: "Armies",
    pieces.ARTIFACT: "Artifacts",
}
_YES: Final = (FieldOption("", "no"), FieldOption("yes", "yes"))
_FLAGS: Final = {
    "met_elric": "Elric has been met",
    "friends": "Elric has made a friend",
    "with_brut": "Theleb K'aarna rides with Brut",
}
# What only a phase under way has.
_OF_A_PHASE: Final = (
    "waits", "battle", "moving", "spent", "walked", "marks", "trails", "met", "braved", "swaying", "leaping", "searched",
    "stormed", "kept_capitals", "waiting", "faced", "seekers", "conjuring", "fought", "dispelling", "assaults", "outcome", "drawn",
)  # fmt: skip


def _named(key: str) -> str:
    return key.replace("_", " ").capitalize()


class YoungKingdomsSandbox(SandboxDef):
    """Pieces and spells by where they are, and the values of a position by name."""

    luck: ClassVar = "die 6, die 1, draw arioch"
    keys: ClassVar[Mapping[str, str]] = {
        **{key: _named(key) for key in KEYS},
        "units": "On the board",
        "owners": "Whose it is",
        "groups": "Sides",
        "order": "Order of play",
        "nations": "Who commands",
        "hidden": "Face down",
        "waits": "What waits",
        "stacks": "Stacks",
        "found": "Enemies found in",
    }

    # ---- what lies where

    def things(self, position: Position) -> Sequence[Thing]:
        s = places.make(position)
        found = []
        for u, key in enumerate(pieces.IDS):
            place, owner = places.place_of(s, u), places.owner_of(s, u)
            whose = owner if owner < NEUTRAL else None
            found.append(
                Thing(
                    key, _title(u), _GROUPS[pieces.KIND[u]], place, _BOXES.get(place) or BOARD.names[s.place[u]], whose
                )
            )
        return found + [
            Thing(key, spells.NAMES[i], "Spells", _held_in(s, s.spell_at[i]), _lies(s.spell_at[i]), card=True)
            for i, key in enumerate(spells.IDS)
        ]

    def put(self, position: Position, key: str, place: str) -> dict[str, Any]:
        if key in pieces.INDEX:
            return places.edit(position, lambda s: places.move(s, pieces.INDEX[key], places.PLACES[place]))
        area = BOARD.index.get(place)
        return _spell_to(position, key, CONTAINER if area is None else HIDDEN + area)

    def of_thing(self, position: Position, key: str) -> Sequence[Field]:
        s = places.make(position)
        if key in spells.INDEX:
            return [Field(f"spell:{key}", "Where", str(s.spell_at[spells.INDEX[key]]), self._spell_places(s))]
        if key not in pieces.INDEX:
            return ()
        u = pieces.INDEX[key]
        owner, kind = places.owner_of(s, u), pieces.KIND[u]
        seats = (*_seats(s), FieldOption("none", "neutral"), FieldOption("nobody", "nobody's"))
        found = [
            Field(f"place:{key}", "Where", places.place_of(s, u), _PLACES),
            Field(f"owner:{key}", "Whose", _whose(owner), seats),
        ]
        bearers = pieces.HERO_BITS if kind == pieces.ARTIFACT else pieces.FLEET_BITS
        near = ones(s.at[s.place[u]] & bearers) if s.place[u] < BOARD.size and kind != pieces.FLEET else ()
        if near:
            options = (FieldOption("", "nothing"), *(FieldOption(pieces.IDS[x], _title(x)) for x in near))
            found.append(
                Field(f"aboard:{key}", "Carried by", "" if s.aboard[u] == ASHORE else pieces.IDS[s.aboard[u]], options)
            )
        if kind == pieces.HERO:
            held = hand(s, u)
            free = [i for i in range(spells.SIZE) if i not in held and not spells.IMMEDIATE[i]]
            said = ", ".join(spells.NAMES[i] for i in held) or "no spell"
            options = (FieldOption("", said), *(FieldOption(spells.IDS[i], f"and {spells.NAMES[i]}") for i in free))
            found.append(Field(f"give:{key}", "Holds", "", options))
        return found

    def of_area(self, position: Position, area: str) -> Sequence[Field]:
        a = BOARD.index.get(area, -1)
        if a < 0 or not BOARD.city[a]:
            return ()
        s = places.make(position)
        options = (*_seats(s), FieldOption("none", "nobody"))
        return [Field(f"control:{area}", "The city is held by", _whose(s.control[a]), options)]

    def _spell_places(self, s: State) -> list[FieldOption]:
        found = [FieldOption(str(place), label, "Nobody has it") for place, label in _HEAPS.items()]
        found.append(FieldOption(_UNSEEN, "unknown: dealt among what nobody sees", "Nobody has it"))
        heroes = [u for u in pieces.HEROES if s.place[u] < BOARD.size]
        for first, (_, heading) in _WITH.items():
            holders = BOARD.lands if first in _ON_BOARD else heroes
            found += [FieldOption(str(first + k), _lies(first + k), heading) for k in holders]
        return found

    # ---- values

    def fields(self, position: Position) -> Sequence[Field]:
        s = places.make(position)
        scenario = s.scenario
        rules = str(position.get("rules", "avalon-hill"))
        editions = [FieldOption(edition, TITLES[edition]) for edition in EDITIONS]
        if rules not in EDITIONS:
            editions.insert(0, FieldOption(rules, rules))
        phases = [
            FieldOption(name, name.capitalize()) for name in PHASES if name == PHASES[s.phase] or name in PHASES[1:9]
        ]
        found = [
            Field("turn", "Turn", str(s.turn), numbers(0, 10)),
            Field("player", "Whose turn", str(s.player), _seats(s)),
            Field("phase", "Phase", PHASES[s.phase], phases),
            Field("order", "Plays first", str(s.order[0]), _seats(s)),
            Field("balance", "Balance", str(s.balance), _BALANCE),
            Field("tipped", "The world", _TIPPED[s.tipped].value, tuple(_TIPPED.values())),
        ]
        if s.tipped:
            found.append(Field("ends", "Ends with turn", str(s.ends), numbers(1, 13)))
        found.append(Field("horn", "The Horn has sounded", str(s.horn), numbers(0, 3)))
        found += [Field(key, said, "yes" if position.get(key) else "", _YES) for key, said in _FLAGS.items()]
        kinds = [FieldOption(key, one.title) for key, one in scenarios().items()]
        found.append(Field("scenario", "Scenario", scenario.key, kinds, "Scenario and sides"))
        found.append(Field("rules", "Edition", rules, editions, "Scenario and sides"))
        sides = [FieldOption("", "not chosen"), *(FieldOption(group.name, group.name) for group in scenario.groups)]
        for seat, k in enumerate(s.sides):
            side = scenario.groups[k].name if k >= 0 else ""
            found.append(Field(f"group:{seat}", f"Player {seat + 1} is", side, sides, "Scenario and sides"))
        seats = (*_seats(s), FieldOption("none", "nobody"))
        for nation in pieces.NATIONS:
            whose = _whose(s.nation_owner[nation.index])
            found.append(Field(f"nation:{nation.id}", nation.name, whose, seats, "Who commands a nation"))
        return found

    def set(self, position: Position, key: str, value: str) -> dict[str, Any]:
        kind, _, name = key.partition(":")
        new: dict[str, Any] = deepcopy(dict(position))
        u = pieces.INDEX.get(name, -1)
        if kind == "spell" and name in spells.INDEX:
            if value == _UNSEEN:
                return _dealt(position, name)
            if value not in {option.value for option in self._spell_places(places.make(position))}:
                raise ValueError(f"a spell cannot be in “{value[:60]}”")
            return _spell_to(position, name, int(value))
        if kind == "give" and u >= 0:
            return _spell_to(position, value, IN_HAND + u) if value in spells.INDEX else new
        if kind == "place" and u >= 0:
            return self.put(position, name, value)
        if kind == "owner" and u >= 0:
            owner = {"none": NEUTRAL, "nobody": NOBODY}.get(value)
            return places.edit(position, lambda s: _give(s, u, int(value) if owner is None else owner))
        if kind == "aboard" and u >= 0:
            bearer = pieces.INDEX[value] if value else ASHORE
            return places.edit(position, lambda s: s.aboard.__setitem__(u, bearer))
        if kind in ("control", "nation"):
            part = "control" if kind == "control" else "nations"
            rows = position.get(part)
            seat = None if value == "none" else int(value)
            new[part] = {**(rows if isinstance(rows, Mapping) else {}), name: seat}
            if kind == "nation" and seat is None:
                del new[part][name]
            return new
        if kind == "group" and name.isdecimal():
            new["groups"] = parts.groups_said(places.make(position))["groups"]
            new["groups"][int(name)] = value or None
            return new
        return _simple(new, key, value)

    def empty(self, position: Position) -> dict[str, Any]:
        kept = ("scenario", "rules", "turn", "player", "order", "groups")
        return {key: deepcopy(position[key]) for key in kept if key in position} | {"phase": "movement"}

    def anew(self, position: Position) -> dict[str, Any]:
        return {key: deepcopy(said) for key, said in position.items() if key not in _OF_A_PHASE}

    def tidy(self, position: dict[str, Any]) -> dict[str, Any]:
        if position.get("waits") != [{"step": "begin phase", "phase": position.get("phase")}]:
            return position
        plain = {key: said for key, said in position.items() if key != "waits"}
        state, faults = GAME.draft(plain)
        whole, _ = GAME.draft(position)
        same = state is not None and whole is not None and state.key() == whole.key()
        return plain if same and not faults else position

    def closed(self, game: Any, seat: int | None) -> str:
        position = game.position()
        s, waits = places.make(position), position.get("waits", ())
        asked = {spells.INDEX[step["spell"]] for step in waits if isinstance(step, dict) and "spell" in step}
        open_ = PENDING in s.spell_at.there or any(_unseen(s, i, seat) for i in asked)
        if game.seat == seat or not open_:
            return ""
        return "A spell has just been found that only one player may see. Wait until it is decided what becomes of it."


def _unseen(s: State, i: int, seat: int | None) -> bool:
    """Whether a seat cannot see a spell where it lies."""
    first, holder = _split(s.spell_at[i])
    if first in (IN_HAND, CAST):
        return s.owner[holder] != seat
    return s.spell_at[i] == CONTAINER or first == HIDDEN


def _simple(new: dict[str, Any], key: str, value: str) -> dict[str, Any]:
    """A value that stands under its own name."""
    if key in ("turn", "player", "balance", "ends", "horn"):
        new[key] = int(value)
    elif key in _FLAGS:
        new[key] = bool(value)
        if not value:
            del new[key]
    elif key == "tipped":
        new.pop("tipped", None)
        new.pop("ends", None)
        if value:
            new["tipped"] = value
            new.pop("balance", None)
    elif key == "order":
        seats = list(range(places.make(new).scenario.seats))
        first = int(value) % len(seats)
        new["order"] = seats[first:] + seats[:first]
    elif key == "phase":
        new = SANDBOX.anew(new)
        new["phase"] = value
    elif key == "scenario":
        new["scenario"] = value
        chosen = scenarios()[value]
        new["groups"] = [group.name for group in chosen.groups[: chosen.seats]]
        new["order"] = list(range(chosen.seats))
    elif key == "rules":
        new["rules"] = value
    else:
        raise ValueError(f"there is nothing here called “{key[:60]}”")
    return new


def _dealt(position: Position, key: str) -> dict[str, Any]:
    """A spell somewhere nobody sees: in the container, face down or in a hand; what lay there is where this one was."""
    i = spells.INDEX[key]
    at = places.make(position).spell_at
    unseen = (CONTAINER, HIDDEN) if spells.IMMEDIATE[i] else (CONTAINER, HIDDEN, IN_HAND)
    pool = [j for j in range(spells.SIZE) if at[j] == CONTAINER or _split(at[j])[0] in unseen]
    other = pool[KeyedChance(fresh_seed()).pick(len(pool))] if pool else i

    def deal(s: State) -> None:
        s.spell_at[i] = at[other]
        if other != i:
            s.spell_at[other] = CONTAINER

    return places.edit(position, deal)


def _spell_to(position: Position, key: str, place: int) -> dict[str, Any]:
    return places.edit(position, lambda s: s.spell_at.__setitem__(spells.INDEX[key], place))


def _give(s: State, u: int, owner: int) -> None:
    """Change whose a piece is, on the board or off it."""
    change = give if s.place[u] < BOARD.size else own
    change(s, u, owner)


def _seats(s: State) -> tuple[FieldOption, ...]:
    names = [s.scenario.groups[k].name if k >= 0 else f"Player {seat + 1}" for seat, k in enumerate(s.sides)]
    return tuple(FieldOption(str(seat), name) for seat, name in enumerate(names))


def _whose(owner: int) -> str:
    """An owner as the value of a field."""
    return str(owner) if owner < NEUTRAL else "none" if owner == NEUTRAL else "nobody"


def _title(u: int) -> str:
    """A piece by name; fleets and armies that have one name with their number."""
    name = pieces.NAMES[u]
    number = pieces.IDS[u].rpartition("-")[2]
    plain = f"{name[:1].upper()}{name[1:]}"
    return f"{plain} {number}" if number.isdecimal() else plain


def _split(place: int) -> tuple[int, int]:
    """The place of a spell: the first of its kind ("in a hand"), and the piece or the area; 0 for a heap."""
    first = place // IN_HAND * IN_HAND
    return first, place - first


def _held_in(s: State, place: int) -> str:
    """The area where a spell is, by whoever holds it; of a heap its number."""
    first, holder = _split(place)
    if first in _ON_BOARD:
        return BOARD.ids[holder]
    return places.place_of(s, holder) if first else str(place)


def _lies(place: int) -> str:
    """Where a spell is, in words."""
    first, holder = _split(place)
    if not first:
        return _HEAPS[place]
    return _WITH[first][0].format(BOARD.names[holder] if first in _ON_BOARD else _title(holder))


_ARM: Final = 12
_BALANCE: Final = tuple(
    FieldOption(str(n), f"{-n} towards Law" if n < 0 else f"{n} towards Chaos" if n else "even")
    for n in range(-_ARM, _ARM + 1)
)
_TIPPED: Final = {
    0: FieldOption("", "has not tipped"),
    -1: FieldOption("law", "has tipped to Law"),
    1: FieldOption("chaos", "has tipped to Chaos"),
}
_PLACES: Final = (
    *(FieldOption(key, label, "Off the board") for key, label in _BOXES.items()),
    *(
        FieldOption(BOARD.ids[a], BOARD.names[a], "At sea" if BOARD.kind[a] == SEA else "On land")
        for a in sorted(range(BOARD.size), key=lambda a: (BOARD.kind[a] == SEA, BOARD.names[a]))
        if BOARD.kind[a] != MOUNTAIN
    ),
)

SANDBOX: Final = YoungKingdomsSandbox()
