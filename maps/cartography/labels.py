"""Places every name and symbol on the map: nations first, then the content of each area, repeated until nothing moves.

The map has three layouts: ``opening`` (about 1000 px wide), ``large`` (from 1500 px, where more names fit) and
``phone`` (nation names alone, bigger). A label belongs to one or several of them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np
import shapely
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry

from .arms import Shield, place_shield
from .boxes import Box, Cover, clash, grid, squares, stack
from .mesh import Array
from .names import Arc, set_name
from .source import Board, Sketch
from .spots import HALF, Spot, Symbol, Words, choose, choose_sea, port_sign
from .typeface import Typeface

#: Font sizes, drawing units (the frame is 1600 wide: 17.6 units are 11 px when it is shown 1000 px wide).
CITY, PLACE, MINOR, SEA = 18.8, 17.8, 12.6, (29.0, 25.5, 22.0, 19.5, 17.8)
NATION, REGION, PHONE = (
    (46.0, 42.0, 38.0, 34.0, 30.0, 27.0, 24.5, 22.0, 20.0),
    (26.0, 23.5, 21.0, 19.0),
    (46.0, 40.0, 36.0),
)
_INSET = 29.0  # kept free along the edge for the drawn frame
_TURNS = 4


@dataclass
class Plan:
    """The placement of everything on the map.

    :ivar spots: one for each area, in the order of the board.
    :ivar minor: names shown only in the large layout.
    :ivar rooms: the free rectangle around each area's counters.
    """

    spots: list[Spot]
    ports: list[Symbol]
    nations: list[Arc]
    regions: list[Arc]
    phone: list[Arc]
    minor: list[Words]
    calm: tuple[Box, ...] = ()
    rooms: list[Box] = field(default_factory=list)
    shields: list[Shield] = field(default_factory=list)

    def fixed(self) -> Array:
        """(n, 4) boxes of all names and symbols of the opening layout."""
        boxes = [b for s in self.spots for b in s.fixed] + [p.box for p in self.ports] + [s.box for s in self.shields]
        return stack(boxes + [b for a in (*self.nations, *self.regions) for b in a.boxes])


@dataclass(frozen=True)
class Group:
    """Areas that share one name: a nation, or a wilderness of several parts."""

    text: str
    kind: str
    members: tuple[int, ...]
    shape: BaseGeometry
    sizes: tuple[float, ...]


class Layout:
    """The search for a plan; deterministic."""

    def __init__(self, board: Board, sketch: Sketch, shapes: list[Polygon], face: Typeface):
        self.board, self.sketch, self.shapes, self.face = board, sketch, shapes, face
        self.frame: Polygon = box(_INSET, _INSET, board.width - _INSET, board.height - _INSET)
        dry = shapely.union_all([s for a, s in zip(board.areas, shapes, strict=True) if not a.sea])
        wet = shapely.union_all([s for a, s in zip(board.areas, shapes, strict=True) if a.sea])
        self.water: BaseGeometry = wet.buffer(-9).intersection(self.frame).simplify(1.5)
        self.dry, self.wet, self.clear = Cover(dry.intersection(self.frame)), Cover(self.water), Cover(self.frame)
        self.ports, self.port_of = self._ports()
        self.groups = self._groups()
        self.arcs: list[Arc | None] = [None] * len(self.groups)
        self.spots: list[Spot | None] = [None] * len(board.areas)

    def run(self) -> Plan:
        """Names and spots on land, then at sea, then what only the other layouts show."""
        for g in range(len(self.groups)):
            self.arcs[g] = self._arc(g, 1.0, set(self.groups[g].members))
        land = [k for k, a in enumerate(self.board.areas) if not a.sea]
        for turn in range(_TURNS):
            for k in land:
                self.spots[k] = self._land(k)
            if turn < _TURNS - 1:
                for g in range(len(self.groups)):
                    self._settle(g)
        self._at_sea()
        named = [(group.kind, a) for group, a in zip(self.groups, self.arcs, strict=True) if a]
        nations, regions = ([a for kind, a in named if kind == want] for want in ("nation", "region"))
        spots = [s for s in self.spots if s]
        plan = Plan(spots, self.ports, nations, regions, self._phone(), [], self.sketch.calm)
        plan.spots = [self._freed(k, plan) for k in range(len(self.board.areas))]
        plan.shields = self._shields(plan)
        plan.minor = self._minor(plan)
        plan.rooms = [self._room(k, plan) for k in range(len(self.board.areas))]
        return plan

    def _shields(self, plan: Plan) -> list[Shield]:
        """The nations' shields, clear of every name, symbol and counter: near the capital, or near the nation's name."""
        taken = np.vstack([plan.fixed(), stack([s.counter for s in plan.spots])])
        out: list[Shield] = []
        for name in self.board.realms:
            members = self.realm(name)
            capital = next((k for k in members if self.board.areas[k].symbol == "capital"), members[0])
            signs = plan.spots[capital].symbols
            home = (signs[0].x, signs[0].y) if signs else plan.spots[capital].anchor
            shape = self.shape_of(members).intersection(self.frame).buffer(-3)
            shield = place_shield(name, shape, home, np.vstack([taken, stack([s.box for s in out])]))
            if shield:
                out.append(shield)
        return out

    def _freed(self, k: int, plan: Plan) -> Spot:
        """The spot; where its counters overlap a symbol or name they are moved by the smallest distance that avoids it."""
        spot, taken = plan.spots[k], plan.fixed()
        if self.board.areas[k].kind == "mountain" or not clash(stack([spot.counter]), taken).any():
            return spot
        shape = self._shown(k)
        stands = grid(shape, 2.0, 10.0)
        where = squares(stands, HALF, spot.crowd)
        price = Cover(shape).outside(where) * 130 + np.hypot(*(stands - np.array(spot.anchor)).T)
        price = price + 1e6 * (clash(where, taken, 0.3) > 0)
        x, y = stands[int(price.argmin())]
        return replace(spot, anchor=(float(x), float(y)))

    def _groups(self) -> list[Group]:
        out: list[Group] = []
        for name in sorted(self.board.realms, key=lambda n: self.shape_of(self.realm(n)).area):
            members = self.realm(name)
            if len(members) == 1 and self.board.areas[members[0]].city == name:
                continue  # a city state: the name of its city is enough
            shape = self.shape_of(members).intersection(self.frame).buffer(-2)
            most = 0.165 * math.sqrt(shape.area)
            sizes = tuple(s for s in NATION if s <= most) or NATION[-1:]
            out.append(Group(self.sketch.names.get(name, name), "nation", tuple(members), shape, sizes))
        for region in self.sketch.regions:
            members = [self.board.number[k] for k in region["areas"] if k in self.board.number]
            if members:
                shape = self.shape_of(members).intersection(self.frame).buffer(-2)
                out.append(Group(region["text"], "region", tuple(members), shape, REGION))
        return out

    def _fixed(self, without: set[int], but: int | None = None) -> list[Box]:
        """Boxes of ports, of all group names but one, and of all symbols and names outside the given areas."""
        out = [p.box for p in self.ports]
        out += [b for g, a in enumerate(self.arcs) if a and g != but for b in a.boxes]
        return out + [b for j, s in enumerate(self.spots) if s and j not in without for b in s.fixed]

    def _piles(self, without: set[int]) -> list[Box]:
        land = (k for k, a in enumerate(self.board.areas) if a.kind == "land" and k not in without)
        return [s.counter for k in land if (s := self.spots[k])]

    def _arc(self, g: int, share: float, without: set[int]) -> Arc:
        """The best arc for a group's name, at most ``share`` of its largest size, ignoring the content of some areas."""
        group = self.groups[g]
        sizes = tuple(s for s in group.sizes if s <= share * group.sizes[0]) or group.sizes[-1:]
        taken = stack([*self._fixed(without, g), *self._piles(without)])
        return set_name(self.face, group.text, group.kind, group.shape, taken, sizes, self.frame, group.sizes[0])

    def _settle(self, g: int) -> None:
        """Place the name of a group again together with everything in its areas; keep the cheapest placement."""
        members = self.groups[g].members
        best: tuple[float, Arc | None, list[Spot | None]] = (
            self._cost(g), self.arcs[g], [self.spots[k] for k in members],
        )  # fmt: skip
        for share, empty in ((1.0, True), (0.8, True), (0.64, True), (1.0, False)):
            self.arcs[g] = self._arc(g, share, set(members) if empty else set())
            if empty:
                for k in members:
                    self.spots[k] = None
            for k in (*members, *members):
                self.spots[k] = self._land(k)
            if (cost := self._cost(g)) < best[0] - 1e-6:
                best = (cost, self.arcs[g], [self.spots[k] for k in members])
            self._restore(g, best)
        self._restore(g, best)

    def _restore(self, g: int, state: tuple[float, Arc | None, list[Spot | None]]) -> None:
        _, self.arcs[g], spots = state
        for k, s in zip(self.groups[g].members, spots, strict=True):
            self.spots[k] = s

    def _cost(self, g: int) -> float:
        arc = self.arcs[g]
        return (arc.cost if arc else 0.0) + sum(s.cost for k in self.groups[g].members if (s := self.spots[k]))

    def _at_sea(self) -> None:
        """Names and counter places of the seas, smallest sea first, each avoiding those already placed."""
        seas = sorted((k for k, a in enumerate(self.board.areas) if a.sea), key=lambda k: self.shapes[k].area)
        for _ in range(3):
            for k in seas:
                rest = [s for j, s in enumerate(self.spots) if s and j != k]
                taken = stack([*self._fixed({k}), *self.sketch.calm])
                piles = stack([s.counter for s in rest])
                names = stack([s.words.box for s in rest if s.words and s.words.kind == "sea"])
                self.spots[k] = choose_sea(
                    self.face, self.board.areas[k].name, self._shown(k), taken, piles, names,
                    self.water, self.wet, self.clear, SEA,
                )  # fmt: skip

    def _ports(self) -> tuple[list[Symbol], dict[int, Symbol]]:
        """The anchor symbols, and the first one of each port's area."""
        out: list[Symbol] = []
        of: dict[int, Symbol] = {}
        for k, area in enumerate(self.board.areas):
            for key in area.ports:
                home = shapely.maximum_inscribed_circle(self.shapes[k]).coords[0]
                taken = stack([p.box for p in out])
                sea = self.shapes[self.board.number[key]]
                sign = port_sign(self.shapes[k], sea, (home[0], home[1]), self.frame, taken)
                sign = Symbol("harbour" if area.builds else "port", sign.x, sign.y, sign.half)
                out.append(sign)
                of.setdefault(k, sign)
        return out, of

    def _shown(self, k: int) -> Polygon:
        """The part of an area inside the drawn frame."""
        part = self.shapes[k].intersection(self.frame)
        largest: Polygon = max(getattr(part, "geoms", [part]), key=lambda g: g.area)
        return largest

    def shape_of(self, keys: list[int]) -> BaseGeometry:
        return shapely.union_all([self.shapes[k] for k in keys]).buffer(1.0).buffer(-1.0)

    def realm(self, name: str) -> list[int]:
        return [k for k, a in enumerate(self.board.areas) if a.realm == name]

    def _phone(self) -> list[Arc]:
        """Nation names for a picture 390 px wide, clear of the capitals; those that do not fit are left out."""
        out: list[Arc] = []
        capitals = [s.box for spot in self.spots if spot for s in spot.symbols if s.kind == "capital"]
        for name in sorted(self.board.realms, key=lambda n: -self.shape_of(self.realm(n)).area):
            shape = self.shape_of(self.realm(name)).intersection(self.frame)
            roomy = shape.buffer(46).intersection(self.frame)
            taken = stack([b for a in out for b in a.boxes])
            arc = set_name(
                self.face,
                self.sketch.names.get(name, name),
                "phone",
                roomy,
                np.vstack([taken, stack(capitals)]),
                PHONE,
                self.frame,
                None,
                0.4,
                (0.04, 0.0),
            )
            if not len(taken) or clash(stack(arc.boxes), taken).sum() == 0:
                out.append(arc)
        return out

    def plain(self, k: int) -> bool:
        """Whether the area's name is only a part of a nation's name with a direction ("Western Lormyr")."""
        a = self.board.areas[k]
        if a.kind == "mountain":
            return True
        grouped = any(a.key in r["areas"] for r in self.sketch.regions)
        return not a.symbol and not a.spell and (a.realm is not None or grouped)

    def _land(self, k: int) -> Spot:
        taken, piles = stack(self._fixed({k})), stack(self._piles({k}))
        port = self.port_of.get(k)
        area = self.board.areas[k]
        label: tuple[str, str, str, float] | None
        if area.symbol:
            state = area.city == area.nation
            label = (area.city, "city", "caps" if state else "text", CITY + 1.6 if state else CITY)
        elif self.plain(k):
            label = None
        else:
            label = (area.name, "place", "italic", PLACE)
        pull = (port.x, port.y) if port else None
        return choose(self.face, area, self._shown(k), self.dry, pull, taken, piles, label)

    def _minor(self, plan: Plan) -> list[Words]:
        """Names of provinces without a city, for the large layout only."""
        out: list[Words] = []
        fixed = plan.fixed()
        for k, area in enumerate(self.board.areas):
            if area.sea or not self.plain(k):
                continue
            x, y = plan.spots[k].anchor  # counters keep their size when the map is enlarged, so they cover less of it
            pile = (x - HALF * 0.6, y - HALF * 0.6, x + HALF * 0.6, y + HALF * 0.6)
            taken = np.vstack([fixed, stack([w.box for w in out]), stack([pile])])
            label = (area.name, "minor", "italic", MINOR)
            spot = choose(self.face, area, self._shown(k), self.dry, None, taken, stack([]), label)
            if spot.words is None or clash(stack([spot.words.box]), taken).any():
                continue
            if Cover(self._shown(k)).outside(stack([spot.words.box]))[0] < 0.2:
                out.append(spot.words)
        return out

    def _room(self, k: int, plan: Plan) -> Box:
        """The largest free rectangle around the counters' place, found by extending each side in turn in small steps."""
        shape = self.shapes[k].intersection(self.frame)
        taken = np.vstack([plan.fixed(), stack(self.sketch.calm)])
        sides = list(plan.spots[k].counter)
        growing = [True] * 4
        while any(growing):
            for i in range(4):
                if not growing[i]:
                    continue
                trial = list(sides)
                trial[i] += -5.0 if i < 2 else 5.0
                rect = box(*trial)
                lost = rect.difference(shape).area - box(*sides).difference(shape).area
                if lost > 1.0 or clash(stack([(trial[0], trial[1], trial[2], trial[3])]), taken, 1.0)[0] > 0:
                    growing[i] = False
                else:
                    sides = trial
        return sides[0], sides[1], sides[2], sides[3]
