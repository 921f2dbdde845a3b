"""What the game of Elric says of its positions to the sandbox: pieces, spells, who commands what, the Balance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, ClassVar, Final

from elric.kernel.chance import KeyedChance, fresh_seed
from elric.widgets.sandbox import Field, Option, Position, SandboxDef, Thing, numbers
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD, MOUNTAIN, SEA
from elric.young_kingdoms.components.law import EDITIONS, TITLES
from elric.young_kingdoms.components.scenarios import Scenario, scenarios
from elric.young_kingdoms.definition import GAME
from elric.young_kingdoms.position.schema import KEYS
from elric.young_kingdoms.position.state import PHASES
from elric.young_kingdoms.table import sandbox_places as places

__all__ = ["SANDBOX", "YoungKingdomsSandbox"]

_BOXES: Final = {places.OUT: "out of the game", places.LOST: "lost", places.AWAY: "away"}
_HEAPS: Final = {
    places.CONTAINER: "in the container", "discards": "discarded", "gone": "gone for good", "sacrificed": "sacrificed",
    "drawn": "just drawn",
}  # fmt: skip
_WITH: Final = {
    "hands": "in the hand of {}", "cast": "laid by {}", "maintained": "kept open by {}", "hidden": "face down in {}",
    "face_up": "face up in {}",
}  # fmt: skip
_UNSEEN: Final = "unseen"
_GROUPS: Final = {
    pieces.HERO: "Personalities",
    pieces.FLEET: "Fleets",
    pieces.ARMY: "Armies",
    pieces.ARTIFACT: "Artifacts",
}
_YES: Final = (Option("", "no"), Option("yes", "yes"))
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
        found = [
            Thing(key, _title(key), _GROUPS[pieces.KIND[u]], place, _BOXES.get(place) or _area(place), self._owner(position, key))
            for u, (key, place) in enumerate(places.pieces_at(position).items())
        ]  # fmt: skip
        return found + [
            Thing(key, spells.NAMES[spells.INDEX[key]], "Spells", _held_in(place, position), _lies(place), card=True)
            for key, place in places.spells_at(position).items()
        ]

    @staticmethod
    def _owner(position: Position, key: str) -> int | None:
        owner = places.owner_of(position, key)
        return owner if isinstance(owner, int) and not isinstance(owner, bool) else None

    def put(self, position: Position, key: str, place: str) -> dict[str, Any]:
        if key in pieces.INDEX:
            return places.move_piece(position, key, place)
        if place in BOARD.index:
            return places.move_spell(position, key, f"hidden:{place}")
        return places.move_spell(position, key, places.CONTAINER if place == places.OUT else place)

    def of_thing(self, position: Position, key: str) -> Sequence[Field]:
        if key in spells.INDEX:
            return [Field(f"spell:{key}", "Where", places.spells_at(position)[key], self._spell_places(position))]
        if key not in pieces.INDEX:
            return ()
        at = places.pieces_at(position)
        place, kind = at[key], pieces.KIND[pieces.INDEX[key]]
        owner = places.owner_of(position, key)
        found = [
            Field(f"place:{key}", "Where", place, _PLACES),
            Field(
                f"owner:{key}",
                "Whose",
                "none" if owner is None else str(owner),
                (*_seats(position), Option("none", "neutral"), Option("nobody", "nobody's")),
            ),
        ]
        bearers = pieces.HERO if kind == pieces.ARTIFACT else pieces.FLEET
        near = [one for one, there in at.items() if there == place and pieces.KIND[pieces.INDEX[one]] == bearers]
        if place in BOARD.index and near and kind != pieces.FLEET:
            options = (Option("", "nothing"), *(Option(one, _title(one)) for one in near))
            found.append(Field(f"aboard:{key}", "Carried by", places.aboard(position).get(key, ""), options))
        if kind == pieces.HERO:
            held = [spell for spell, there in places.spells_at(position).items() if there == f"hands:{key}"]
            free = [spell for spell in spells.IDS if spell not in held and not spells.IMMEDIATE[spells.INDEX[spell]]]
            said = ", ".join(_spell(spell) for spell in held) or "no spell"
            options = (Option("", said), *(Option(spell, f"and {_spell(spell)}") for spell in free))
            found.append(Field(f"give:{key}", "Holds", "", options))
        return found

    def of_area(self, position: Position, area: str) -> Sequence[Field]:
        if area not in BOARD.index or not BOARD.city[BOARD.index[area]]:
            return ()
        home = next((name for name, homes in BOARD.home.items() if BOARD.index[area] in homes), "")
        holder = places.table(position, "control").get(area, places.table(position, "nations").get(home))
        options = (*_seats(position), Option("none", "nobody"))
        return [Field(f"control:{area}", "The city is held by", "none" if holder is None else str(holder), options)]

    def _spell_places(self, position: Position) -> list[Option]:
        found = [Option(place, label, "Nobody has it") for place, label in _HEAPS.items()]
        found.append(Option(_UNSEEN, "unknown: dealt among what nobody sees", "Nobody has it"))
        there = [key for key, place in places.pieces_at(position).items() if place in BOARD.index]
        heroes = [key for key in there if pieces.KIND[pieces.INDEX[key]] == pieces.HERO]
        for part, said in _WITH.items():
            on_board = part in ("hidden", "face_up")
            holders = [BOARD.ids[a] for a in BOARD.lands] if on_board else heroes
            heading = {"hands": "In a hand", "hidden": "On the board, face down", "face_up": "On the board, face up"}
            found += [
                Option(
                    f"{part}:{key}", said.format(_area(key) if on_board else _title(key)), heading.get(part, "In use")
                )
                for key in holders
            ]
        return found

    # ---- values

    def fields(self, position: Position) -> Sequence[Field]:
        scenario = _scenario(position)
        rules = str(position.get("rules", "avalon-hill"))
        editions = [Option(edition, TITLES[edition]) for edition in EDITIONS]
        if rules not in EDITIONS:
            editions.insert(0, Option(rules, rules))
        phase = str(position.get("phase", "movement"))
        phases = [Option(name, name.capitalize()) for name in PHASES if name == phase or name in PHASES[1:9]]
        tipped = str(position.get("tipped") or "")
        order = position.get("order")
        first = order[0] if isinstance(order, (list, tuple)) and order else 0
        found = [
            Field("turn", "Turn", str(_number(position, "turn", 1)), numbers(0, 10)),
            Field("player", "Whose turn", str(_number(position, "player", 0)), _seats(position)),
            Field("phase", "Phase", phase, phases),
            Field("order", "Plays first", str(first), _seats(position)),
            Field("balance", "Balance", str(_number(position, "balance", 0)), _BALANCE),
            Field("tipped", "The world", tipped, _TIPPED),
        ]
        if tipped:
            found.append(Field("ends", "Ends with turn", str(_number(position, "ends", 10)), numbers(1, 13)))
        found.append(Field("horn", "The Horn has sounded", str(_number(position, "horn", 0)), numbers(0, 3)))
        found += [Field(key, said, "yes" if position.get(key) else "", _YES) for key, said in _FLAGS.items()]
        kinds = [Option(key, one.title) for key, one in scenarios().items()]
        found.append(Field("scenario", "Scenario", scenario.key, kinds, "Scenario and sides"))
        found.append(Field("rules", "Edition", rules, editions, "Scenario and sides"))
        groups = position.get("groups")
        sides = [Option(group.name, group.name) for group in scenario.groups]
        for seat in range(scenario.seats):
            side = groups[seat] if isinstance(groups, (list, tuple)) and seat < len(groups) else None
            found.append(
                Field(f"group:{seat}", f"Player {seat + 1} is", str(side or ""), [Option("", "not chosen"), *sides], "Scenario and sides")
            )  # fmt: skip
        seats = (*_seats(position), Option("none", "nobody"))
        nations = places.table(position, "nations")
        for nation in pieces.NATIONS:
            whose = str(nations.get(nation.id, "none"))
            found.append(Field(f"nation:{nation.id}", nation.name, whose, seats, "Who commands a nation"))
        return found

    def set(self, position: Position, key: str, value: str) -> dict[str, Any]:
        kind, _, name = key.partition(":")
        new: dict[str, Any] = deepcopy(dict(position))
        if kind == "place" and name in pieces.INDEX:
            return places.move_piece(position, name, value)
        if kind == "spell" and name in spells.INDEX:
            return _dealt(position, name) if value == _UNSEEN else places.move_spell(position, name, value)
        if kind == "give" and name in pieces.INDEX:
            return places.move_spell(position, value, f"hands:{name}") if value in spells.INDEX else new
        if kind == "owner" and name in pieces.INDEX:
            return places.set_row(position, "owners", name, _seat(value))
        if kind == "aboard" and name in pieces.INDEX:
            return places.set_row(position, "aboard", name, value, gone=not value)
        if kind in ("control", "nation"):
            part = "control" if kind == "control" else "nations"
            rows = {**places.table(position, part)}
            rows[name] = _seat(value)
            if kind == "nation" and rows[name] is None:
                del rows[name]
            new[part] = rows
            return new
        if kind == "group" and name.isdecimal():
            groups = list(position.get("groups", ()))
            groups += [None] * (int(name) + 1 - len(groups))
            groups[int(name)] = value or None
            new["groups"] = groups
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
        asked = {step.get("spell") for step in position.get("waits", ()) if isinstance(step, dict)}
        unseen = {spell for spell, place in places.spells_at(position).items() if _unseen(position, place, seat)}
        if game.seat == seat or not (position.get("drawn") or asked & unseen):
            return ""
        return "A spell has just been found that only one player may see. Wait until it is decided what becomes of it."


def _unseen(position: Position, place: str, seat: int | None) -> bool:
    """Whether a seat cannot see what lies in a place."""
    part, _, holder = place.partition(":")
    if part in ("hands", "cast") and holder in pieces.INDEX:
        return bool(places.owner_of(position, holder) != seat)
    return place == places.CONTAINER or part == "hidden"


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
        seats = list(range(_scenario(new).seats))
        first = int(value) % len(seats)
        new["order"] = seats[first:] + seats[:first]
    elif key == "phase":
        new = SANDBOX.anew(new)
        new["phase"] = value
    elif key == "scenario":
        new["scenario"] = value
        chosen = _scenario(new)
        new["groups"] = [group.name for group in chosen.groups[: chosen.seats]]
        new["order"] = list(range(chosen.seats))
    elif key == "rules":
        new["rules"] = value
    else:
        raise ValueError(f"there is nothing here called “{key[:60]}”")
    return new


def _dealt(position: Position, key: str) -> dict[str, Any]:
    """A spell somewhere nobody sees: in the container, face down or in a hand; what lay there is where this one was."""
    at = places.spells_at(position)
    pool = [
        one
        for one, place in at.items()
        if place == places.CONTAINER or place.startswith("hidden:") or (place.startswith("hands:") and not spells.IMMEDIATE[spells.INDEX[key]])
    ]  # fmt: skip
    other = pool[KeyedChance(fresh_seed()).pick(len(pool))] if pool else key
    new = places.move_spell(position, key, at[other])
    return places.move_spell(new, other, places.CONTAINER) if other != key else new


def _scenario(position: Position) -> Scenario:
    known = scenarios()
    key = position.get("scenario")
    return known[key] if isinstance(key, str) and key in known else next(iter(known.values()))


def _seats(position: Position) -> tuple[Option, ...]:
    scenario, groups = _scenario(position), position.get("groups")
    names = groups if isinstance(groups, (list, tuple)) else [group.name for group in scenario.groups]
    return tuple(
        Option(str(seat), str(names[seat] if seat < len(names) and names[seat] is not None else f"Player {seat + 1}"))
        for seat in range(scenario.seats)
    )


def _seat(value: str) -> int | str | None:
    return int(value) if value.isdecimal() else None if value == "none" else value


def _number(position: Position, key: str, default: int) -> int:
    found = position.get(key, default)
    return found if isinstance(found, int) and not isinstance(found, bool) else default


def _title(key: str) -> str:
    """A piece by name; fleets and armies that have one name with their number."""
    u = pieces.INDEX[key]
    name = pieces.NAMES[u]
    number = key.rpartition("-")[2]
    plain = f"{name[:1].upper()}{name[1:]}"
    return f"{plain} {number}" if number.isdecimal() else plain


def _spell(key: str) -> str:
    return str(spells.NAMES[spells.INDEX[key]])


def _area(key: str) -> str:
    return str(BOARD.names[BOARD.index[key]]) if key in BOARD.index else key


def _held_in(place: str, position: Position) -> str:
    """The area where a spell is, by whoever holds it."""
    part, _, holder = place.partition(":")
    if part in ("hidden", "face_up"):
        return holder
    return places.pieces_at(position).get(holder, place) if holder else place


def _lies(place: str) -> str:
    part, _, holder = place.partition(":")
    if part not in _WITH:
        return _HEAPS.get(place, place)
    return _WITH[part].format(_title(holder) if holder in pieces.INDEX else _area(holder))


_ARM: Final = 12
_BALANCE: Final = tuple(
    Option(str(n), f"{-n} towards Law" if n < 0 else f"{n} towards Chaos" if n else "even")
    for n in range(-_ARM, _ARM + 1)
)
_TIPPED: Final = (
    Option("", "has not tipped"),
    Option("law", "has tipped to Law"),
    Option("chaos", "has tipped to Chaos"),
)
_PLACES: Final = (
    *(Option(key, label, "Off the board") for key, label in _BOXES.items()),
    *(
        Option(BOARD.ids[a], BOARD.names[a], "At sea" if BOARD.kind[a] == SEA else "On land")
        for a in sorted(range(BOARD.size), key=lambda a: (BOARD.kind[a] == SEA, BOARD.names[a]))
        if BOARD.kind[a] != MOUNTAIN
    ),
)

SANDBOX: Final = YoungKingdomsSandbox()
